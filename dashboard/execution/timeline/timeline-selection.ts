/**
 * Which step of the timeline or the graph is selected. The store knows steps of its own execution alone: for a line of a child it holds the step that
 * started the child, and which line it is stands here.
 */
import { batch, effect, type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { ExecutionStore } from "../store/execution-model.ts";
import { keyOfStep } from "./timeline-lines.ts";

/** A step of the execution on the page or of one below it. */
export interface Selectable {
  /** The steps from the execution on the page down to it. */
  readonly key: string;
  /** The execution that it is a step of. Null for the one on the page. */
  readonly childExecutionId: string | null;
}

export interface LineSelection {
  /** Key of the selected line. Null while nothing is. */
  readonly selectedKey: ReadonlySignal<string | null>;
  select(line: Selectable): void;
}

export function useLineSelection(store: ExecutionStore): LineSelection {
  const childKey = useSignal<string | null>(null);
  const selectedKey = useComputed(() => {
    const stepId = store.selected.value;
    return childKey.value ?? (stepId === null ? null : keyOfStep(stepId));
  });
  // Keys of the page and other views move the selection of the store: what was selected in a child is left then, before the next key.
  useLayoutEffect(
    () =>
      effect(() => {
        const stepId = store.selected.value;
        if (childKey.peek() !== null && stepId !== openerOf(childKey.peek() ?? "")) childKey.value = null;
      }),
    [store, childKey],
  );
  return {
    selectedKey,
    select(line) {
      batch(() => {
        childKey.value = line.childExecutionId === null ? null : line.key;
        store.selected.value = openerOf(line.key);
      });
    },
  };
}

/** The step of the execution on the page that a line belongs to. */
function openerOf(key: string): string {
  return decodeURIComponent(key.split("/")[0] ?? "");
}
