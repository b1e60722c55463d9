/** Since when a step could have begun: when all that it follows had ended. */
import type { ExecutionHead } from "./execution-model.ts";
import type { FoldedLog } from "./fold-events.ts";
import { stepOrder } from "./step-order.ts";
import type { DecidedStep } from "./step-rows.ts";
import { instantOf } from "./step-track.ts";

/** Unix milliseconds. Null while something that it follows has not ended, and where it is not known what it follows. */
export function queuedSince(
  { known, status }: DecidedStep,
  head: ExecutionHead | null,
  log: FoldedLog,
  decided: ReadonlyMap<string, DecidedStep>,
): number | null {
  // What is skipped does not queue, however long its turn took to come.
  if (status === "SKIPPED") return null;
  // Turns follow one another by what agents say, not by a plan.
  if (known.planned === null || head === null || head.kind === "MESSAGE") return null;
  const question = log.planQuestion;
  if (question !== null && question.resolvedAt === null) return null;
  const planned = log.plannedAt ?? (head.startedAt === null ? null : instantOf(head.startedAt, 0));
  if (planned === null) return null;
  let since = Math.max(planned, question?.resolvedAt ?? planned);
  const order = stepOrder(head);
  const seen = new Set(order.get(known.groupId ?? known.stepId) ?? []);
  for (const stepId of seen) {
    const other = decided.get(stepId);
    if (other === undefined) return null;
    if (other.finishedAt !== null) since = Math.max(since, other.finishedAt);
    else if (other.status !== "SKIPPED") return null;
    // When it was skipped nobody wrote down; not before what it follows itself had ended. A set goes on with what is added to it.
    else for (const earlier of order.get(stepId) ?? []) seen.add(earlier);
  }
  return since;
}
