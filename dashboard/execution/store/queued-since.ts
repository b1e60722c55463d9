/** Since when a step could have begun: when all that it follows had ended. */
import type { ExecutionHead } from "./execution-model.ts";
import type { FoldedLog } from "./fold-events.ts";
import { stepOrder } from "./step-order.ts";
import type { DecidedStep } from "./step-rows.ts";
import { instantOf } from "./step-track.ts";

/** Unix milliseconds. Null while a step that it follows has not ended, and where those steps are unknown. */
export function queuedSince(
  { known, status }: DecidedStep,
  head: ExecutionHead | null,
  log: FoldedLog,
  decided: ReadonlyMap<string, DecidedStep>,
): number | null {
  // A skipped step does not queue, however long its turn took to come.
  if (status === "SKIPPED") return null;
  // Turns follow one another by the messages of agents, not by a plan.
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
    // The time of its skipping is not recorded; it is not before the ends of the steps that it follows. Iterating a set includes members
    // added meanwhile.
    else for (const earlier of order.get(stepId) ?? []) seen.add(earlier);
  }
  return since;
}
