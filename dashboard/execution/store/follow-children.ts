/**
 * Texts that are being written in a child execution while the page shows its parent: the page follows the children of running steps, and
 * theirs, as far as the few connections that a browser has to one server allow. Those that are unfolded in the timeline are followed there
 * already. Pure but for the stores that it opens.
 */
import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { type ChildExecutions, mostFollowed } from "../timeline/timeline-children.ts";
import type { ExecutionStore, WrittenText } from "./execution-model.ts";

export interface ChildText {
  /** Steps from the execution on the page down to the one that writes. */
  readonly path: readonly string[];
  readonly text: string;
  readonly isOpen: boolean;
}

/** Children within children beyond this are not looked for. */
const mostDeep = 4;

/** `open` makes the store of an execution. */
export function followChildren(
  store: ExecutionStore,
  { opened }: Pick<ChildExecutions, "opened">,
  open: (executionId: string) => ExecutionStore,
): { readonly found: ReadonlySignal<ChildText | null>; readonly end: () => void } {
  const found = signal<ChildText | null>(null);
  const own = new Map<string, ExecutionStore>();
  /** Grows when a store is opened or closed, to look again. */
  const changes = signal(0);

  const stop = effect(() => {
    void changes.value;
    const unfoldedStores = new Map([...opened.value.values()].map((child) => [child.executionId, child.store]));
    const wanted: string[] = [];
    let latest: { readonly path: readonly string[]; readonly text: WrittenText } | null = null;
    const look = (parent: ExecutionStore, path: readonly string[]) => {
      if (path.length >= mostDeep) return;
      for (const { childExecutionId, status, stepId } of parent.rows.value) {
        if (childExecutionId === null || status !== "RUNNING") continue;
        const child = unfoldedStores.get(childExecutionId) ?? own.get(childExecutionId);
        if (!unfoldedStores.has(childExecutionId)) wanted.push(childExecutionId);
        if (child === undefined) continue;
        const within = [...path, stepId];
        const text = child.texts.value.at(-1);
        if (text !== undefined && (latest === null || text.startedAt >= latest.text.startedAt))
          latest = { path: within, text };
        look(child, within);
      }
    };
    const isOver = (store.head.value?.finishedAt ?? null) !== null;
    if (!isOver) look(store, []);
    const kept = new Set(wanted.slice(0, Math.max(0, mostFollowed - unfoldedStores.size)));
    untracked(() => {
      const isChanged = arrange(own, kept, open);
      found.value = textOf(latest);
      if (isChanged) changes.value += 1;
    });
  });
  return {
    found,
    end() {
      stop();
      for (const child of own.values()) child.close();
      own.clear();
    },
  };
}

function textOf(latest: { readonly path: readonly string[]; readonly text: WrittenText } | null): ChildText | null {
  return latest === null ? null : { path: latest.path, text: latest.text.text, isOpen: latest.text.isOpen };
}

/** Opens the stores to keep and closes the rest. Returns whether anything changed. */
function arrange(
  own: Map<string, ExecutionStore>,
  kept: ReadonlySet<string>,
  open: (executionId: string) => ExecutionStore,
): boolean {
  let isChanged = false;
  for (const [id, child] of own) {
    if (kept.has(id)) continue;
    child.close();
    own.delete(id);
    isChanged = true;
  }
  for (const id of kept) {
    if (own.has(id)) continue;
    own.set(id, open(id));
    isChanged = true;
  }
  return isChanged;
}
