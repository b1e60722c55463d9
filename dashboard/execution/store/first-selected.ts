/** The first selection of a reader: a failed step, or a running one. */
import type { Signal } from "@preact/signals";
import { isGroupKind } from "../../parts/step-kind.tsx";
import type { ExecutionHead, StepRow } from "./execution-model.ts";

/** The line that is selected when the execution is opened. Null where nothing stands out. */
export function firstSelected(head: ExecutionHead, rows: readonly StepRow[]): string | null {
  const leaves = rows.filter(({ kind }) => !isGroupKind(kind));
  const first = (...statuses: readonly StepRow["status"][]) =>
    leaves.find(({ status }) => statuses.includes(status))?.stepId ?? null;
  if (head.finishedAt === null) return first("RUNNING", "BACKING_OFF") ?? first("WAITING") ?? first("FAILED");
  if (head.status === "SUCCEEDED") return null;
  const named = head.failure?.stepId ?? null;
  return rows.some(({ stepId }) => stepId === named) ? named : first("FAILED");
}

export interface Selection {
  readonly selected: Signal<string | null>;
  readonly selectedWithin: Signal<string | null>;
}

/**
 * Makes the first selection, once: it does not move by itself. But a step that was selected because it ran gives way to the result when the
 * run has ended well, unless somebody chose something meanwhile. To be called with each head and its rows.
 */
export function firstSelection({
  selected,
  selectedWithin,
}: Selection): (head: ExecutionHead, rows: readonly StepRow[]) => void {
  let hasChosen = false;
  /** The step that was selected while the run was under way. */
  let chosen: string | null = null;
  return (head, rows) => {
    if (chosen !== null && head.finishedAt !== null) {
      if (selected.peek() === chosen && selectedWithin.peek() === null && head.status === "SUCCEEDED")
        selected.value = null;
      chosen = null;
    }
    hasChosen ||= selected.peek() !== null;
    if (hasChosen) return;
    const stepId = firstSelected(head, rows);
    hasChosen = stepId !== null || head.finishedAt !== null;
    if (stepId === null) return;
    selected.value = stepId;
    if (head.finishedAt === null) chosen = stepId;
  };
}
