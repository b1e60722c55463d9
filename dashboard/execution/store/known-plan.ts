/**
 * A snapshot together with what was left out of it: the steps of its plans, which are sent only to a page that does not know them, and at times
 * where its steps stand.
 */
import { sameJson } from "../../../src/json/json.ts";
import { roundStepId } from "../../../src/plan/order/round-ids.ts";
import type { AnsweredHead, AnsweredStands, ExecutionHead } from "./execution-model.ts";

/** Where steps stood by an earlier snapshot. */
export type StoodSteps = Pick<ExecutionHead, "lastSequence" | "steps" | "stepsAsOf">;

/** Steps as they were answered, or those of before if they were left out. */
function standing(
  stands: AnsweredStands | undefined,
  stood: StoodSteps | null,
): Pick<ExecutionHead, "steps" | "stepsAsOf"> {
  if (stands !== undefined) return { steps: sameStands(stood?.steps ?? [], stands) };
  return { steps: stood?.steps ?? [], ...(stood !== null && { stepsAsOf: stepsReflect(stood) }) };
}

/** The number of the event that the steps of a snapshot reflect. */
export function stepsReflect({ lastSequence, stepsAsOf }: Omit<StoodSteps, "steps">): number {
  return stepsAsOf ?? lastSequence;
}

/** The steps, of which those that say the same as one before are that very one: most of a long run have no news, and their lines stay. */
export function sameStands(before: AnsweredStands, steps: AnsweredStands): AnsweredStands {
  if (before.length === 0) return steps;
  const known = new Map(before.map((step) => [step.stepId, step]));
  return steps.map((step) => {
    const one = known.get(step.stepId);
    return one !== undefined && sameJson(one, step) ? one : step;
  });
}

/**
 * The snapshot with its whole plan, that of all rounds: as it was answered, or as `known`, the plan of an earlier snapshot, if that is the same.
 * Null if steps were left out and are not known: then it must be asked for again. With a `limit` of steps there may be more. `stood` is an earlier
 * snapshot.
 */
export function withPlan(
  answered: AnsweredHead,
  known: ExecutionHead["plan"],
  limit: number | null = null,
  stood: StoodSteps | null = null,
): ExecutionHead | null {
  const { plan, rounds, steps: stands, ...answeredRest } = answered;
  if (stands === undefined && stood === null) return null;
  const mayBePart = (steps: readonly unknown[] | undefined) => limit !== null && (steps?.length ?? 0) >= limit;
  const isPart = mayBePart(stands) || rounds.some(({ plan: own }) => mayBePart(own.steps));
  const rest = {
    ...answeredRest,
    ...standing(stands, stood),
    ...(isPart && { isPart: true as const }),
  };
  if (plan === null) return { ...rest, plan: null };
  const directResponse = rounds.at(-1)?.plan.directResponse ?? plan.directResponse;
  const whole = { ...plan, directResponse, rounds: rounds.length };
  const steps = rounds.flatMap(({ number, plan: own }) => own.steps?.map((step) => ofRound(step, number)) ?? []);
  if (rounds.every(({ plan: own }) => own.steps !== undefined)) return { ...rest, plan: { ...whole, steps } };
  const isSame = known !== null && known.hash === plan.hash && known.rounds === rounds.length;
  return isSame ? { ...rest, plan: { ...whole, steps: known.steps } } : null;
}

/**
 * So many steps come with the first head. All steps of a run of 5,000 keep the server busy for half a second, in which it answers nothing else, and
 * the page waits for the title meanwhile.
 */
const firstSteps = 200;

/** The variables that ask for the first head of a page that knows nothing yet. */
export function firstHeadOf(executionId: string) {
  return { id: executionId, planIsKnown: false, stepsAreKnown: false, limit: firstSteps };
}

interface Named {
  readonly stepId: string;
  readonly after: readonly string[];
  readonly references: readonly { readonly sourceStepId: string | null }[];
  readonly whenReferences: readonly { readonly sourceStepId: string | null }[];
  readonly children?: readonly Named[];
}

/** A step of the plan of a round under the id that it has in the execution. */
function ofRound<Step extends Named>(step: Step, round: number): Step {
  if (round === 1) return step;
  const named = (id: string) => roundStepId(round, id);
  const placed = <Reference extends { readonly sourceStepId: string | null }>(reference: Reference): Reference =>
    reference.sourceStepId === null ? reference : { ...reference, sourceStepId: named(reference.sourceStepId) };
  return {
    ...step,
    stepId: named(step.stepId),
    after: step.after.map(named),
    references: step.references.map(placed),
    whenReferences: step.whenReferences.map(placed),
    ...(step.children !== undefined && { children: step.children.map((child) => ofRound(child, round)) }),
  };
}
