/** The first selection of a reader: a failed step, or a running one. */
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
