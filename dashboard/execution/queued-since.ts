/** Since when a step could have begun: when all that it follows had ended. */
import type { ExecutionHead } from "./execution-model.ts";
import type { FoldedLog } from "./fold-events.ts";
import type { KnownStep } from "./planned-steps.ts";
import type { DecidedStep } from "./step-rows.ts";
import { instantOf } from "./step-track.ts";

/** Unix milliseconds. Null while something that it follows has not ended, and where it is not known what it follows. */
export function queuedSince(
  { known }: DecidedStep,
  head: ExecutionHead | null,
  log: FoldedLog,
  decided: ReadonlyMap<string, DecidedStep>,
): number | null {
  if (known.planned === null || known.stand === null || head === null) return null;
  // Turns follow one another by what agents say, not by a plan.
  if (head.kind === "MESSAGE") return null;
  const question = log.planQuestion;
  if (question !== null && question.resolvedAt === null) return null;
  const planned = log.plannedAt ?? (head.startedAt === null ? null : instantOf(head.startedAt, 0));
  if (planned === null) return null;
  const group = known.groupId === null ? undefined : decided.get(known.groupId);
  let since = Math.max(planned, question?.resolvedAt ?? planned);
  for (const stepId of [...followed(known, head, decided), ...(group ? followed(group.known, head, decided) : [])]) {
    const other = decided.get(stepId);
    if (other === undefined) continue;
    if (other.finishedAt === null) return null;
    since = Math.max(since, other.finishedAt);
  }
  return since;
}

function followed(
  { groupId, planned, stepId }: KnownStep,
  head: ExecutionHead,
  decided: ReadonlyMap<string, DecidedStep>,
): readonly string[] {
  if (planned === null) return [];
  const named = [...planned.references, ...planned.whenReferences].flatMap(({ sourceStepId }) => sourceStepId ?? []);
  const inOrder = groupId === null ? before(stepId, planned.independent, head, decided) : [];
  return [...named, ...planned.after, ...inOrder];
}

/** The step that the schedule puts before a step of the plan. */
function before(
  stepId: string,
  isIndependent: boolean,
  head: ExecutionHead,
  decided: ReadonlyMap<string, DecidedStep>,
): readonly string[] {
  const order = (head.plan?.steps ?? []).map((step) => step.stepId);
  const at = order.indexOf(stepId);
  if (at < 1) return [];
  if (head.plan?.schedule === "SEQUENTIAL") return order.slice(at - 1, at);
  if (isIndependent || isReadOnly(decided.get(stepId))) return [];
  // Calls that are not read-only keep their order among themselves.
  const earlier = order.slice(0, at).findLast((other) => !isReadOnly(decided.get(other)));
  return earlier === undefined ? [] : [earlier];
}

function isReadOnly(step: DecidedStep | undefined): boolean {
  const stand = step?.known.stand ?? null;
  if (stand === null) return false;
  if (stand.kind === "HUMAN_INPUT") return true;
  return "effectClass" in stand && stand.effectClass === "READ_ONLY";
}
