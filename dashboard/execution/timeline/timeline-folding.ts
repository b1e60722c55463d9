/** Which groups of the timeline are folded, and which child executions unfolded. */
import { effect, type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { ExecutionStore } from "../store/execution-model.ts";
import { nameOpenChildren } from "./open-children.ts";
import type { ChildExecutions } from "./timeline-children.ts";
import { groupsAround, type TimelineLine } from "./timeline-lines.ts";

export interface Folding {
  /** Keys of the folded groups. */
  readonly folded: Signal<ReadonlySet<string>>;
  /** Unfolds or folds a group, or the child execution of a line. */
  fold(line: TimelineLine, isExpanded: boolean): void;
}

export function useFolding(store: ExecutionStore, children: ChildExecutions): Folding {
  const folded = useSignal<ReadonlySet<string>>(new Set());
  // A selection from elsewhere must be visible: groups around it are unfolded. At once, so that its line is there to take the focus.
  useLayoutEffect(
    () =>
      effect(() => {
        const stepId = store.selected.value;
        if (stepId === null) return;
        const around = groupsAround(store.rows.peek(), stepId).filter((key) => folded.peek().has(key));
        if (around.length > 0) folded.value = new Set([...folded.peek()].filter((key) => !around.includes(key)));
      }),
    [store, folded],
  );
  return {
    folded,
    fold(line, isExpanded) {
      const executionId = line.row.childExecutionId;
      if (executionId !== null) {
        if (isExpanded) children.open(line.key, executionId);
        else children.close(line.key);
        nameOpenChildren(children);
        return;
      }
      const next = new Set(folded.peek());
      if (isExpanded) next.delete(line.key);
      else next.add(line.key);
      folded.value = next;
    },
  };
}

/** Whether a line is folded into another, however deep. */
export function isWithin(
  line: TimelineLine | undefined,
  around: TimelineLine,
  lines: readonly TimelineLine[],
): boolean {
  for (let at = line; at !== undefined; at = lines.find(({ key }) => key === at?.parentKey)) {
    if (at.parentKey === around.key) return true;
  }
  return false;
}
