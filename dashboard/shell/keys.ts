/**
 * Keys of the page. A view binds its own while it is shown; the newest binding of a key wins. Keys that follow another, such as `g t`,
 * are two presses within a second. Nothing is taken from fields that one writes in, nothing with Control, Alt or Meta, and nothing
 * while a dialog is open.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface KeyBinding {
  /** `j`, `Enter`, `?` or two keys with a space between them. As `KeyboardEvent.key` names them. */
  readonly keys: string;
  /** Its effect, for the sheet: "Next error". */
  readonly label: string;
  readonly section: "Move" | "Views of an execution" | "Act" | "Watch";
  /** Short word for the line at the bottom. Left out of it if absent. */
  readonly hint?: string;
  readonly run: () => void;
}

type Layer = readonly KeyBinding[];

const layers = signal<readonly Layer[]>([]);

/** The keys that work now, the newest first. */
export const keyBindings: ReadonlySignal<readonly Layer[]> = layers;

const sequenceMs = 1_000;
let first: { readonly key: string; readonly at: number } | null = null;

/** Binds keys until the returned function is called. */
function bindKeys(bindings: Layer): () => void {
  layers.value = [bindings, ...layers.peek()];
  return () => {
    layers.value = layers.peek().filter((layer) => layer !== bindings);
  };
}

/** Binds keys while a component is shown. The newest `run` of each is called. */
export function useKeys(bindings: Layer): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const shape = bindings.map(({ keys, label }) => `${keys}\n${label}`).join("\n");
  // With the view, not a frame later: a key that is pressed between the two would be lost, or have another effect.
  useLayoutEffect(
    () => bindKeys(bindings.map((binding, at) => ({ ...binding, run: () => latest.current[at]?.run() }))),
    [shape],
  );
}

export function startKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (takesText(event.target) || isUnderDialog()) return;
    // Enter and space belong to the element with the focus.
    if ((event.key === "Enter" || event.key === " ") && isControl(event.target)) return;
    const previous = first !== null && event.timeStamp - first.at < sequenceMs ? first.key : null;
    first = null;
    const sequence = previous === null ? null : bound(`${previous} ${event.key}`);
    const binding = sequence ?? bound(event.key);
    if (binding !== null) {
      event.preventDefault();
      // A key that is held moves on and does nothing else twice.
      if (!event.repeat || binding.section === "Move") binding.run();
    } else if (layers.peek().some((layer) => layer.some(({ keys }) => keys.startsWith(`${event.key} `)))) {
      first = { key: event.key, at: event.timeStamp };
    }
  });
}

function bound(keys: string): KeyBinding | null {
  for (const layer of layers.peek()) {
    const binding = layer.find((candidate) => candidate.keys === keys);
    if (binding !== undefined) return binding;
  }
  return null;
}

function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button", "submit"].includes(target.type)
  );
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("a[href], button, summary, input, [role=tab]") !== null;
}

/** Whether the page waits for a dialog, also if another element has the focus: a press beside its fields leaves it to the body. */
function isUnderDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
