/**
 * `Query.previewRetry` and `Query.previewFork`: the reused results and the calls of the mutation with the same input, by the same checks.
 * They start and store nothing, look up no key and make no outgoing request.
 */

import { worstCase } from "../../execution/budget/worst-case.ts";
import type { ExecutionInput } from "../../execution/commands/start-request.ts";
import { repeatedSteps } from "../../execution/derive/steps-to-rerun.ts";
import type { Derivation } from "../../execution/events/execution-origin.ts";
import type { WorstCase } from "../../execution/events/usage.ts";
import { itemPlace } from "../../plan/order/items.ts";
import { planOfRound } from "../../plan/order/rounds.ts";
import type { Plan } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { DerivationInput } from "../base/derivation-errors.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { UserErrorSource } from "../base/user-errors.ts";
import { prepareDerivation } from "./prepare-derivation.ts";

export interface DerivationPreviewSource {
  readonly reusedStepIds: readonly string[];
  readonly repeatedStepIds: readonly string[];
  readonly plansAgain: boolean;
  /** Undefined where it is refused, or further plans of a model are not known. */
  readonly worstCase: WorstCase | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** The effect of a derivation of this kind, or why it would be refused. */
export async function previewDerivation(
  kind: Derivation["kind"],
  input: DerivationInput,
  context: GraphContext,
): Promise<DerivationPreviewSource> {
  const prepared = await prepareDerivation(kind, input, true, context);
  if (prepared.ok) return previewOf(prepared.work);
  return { reusedStepIds: [], repeatedStepIds: [], plansAgain: false, worstCase: undefined, errors: prepared.errors };
}

function previewOf(work: ExecutionInput): DerivationPreviewSource {
  const { derivation, furtherPlans = [], plan } = work;
  if (plan === null)
    return { reusedStepIds: [], repeatedStepIds: [], plansAgain: true, worstCase: undefined, errors: [] };
  const reused = derivation?.reused ?? [];
  const taken = new Set(reused);
  const plans = [plan, ...furtherPlans.map((further, index) => planOfRound(further.plan, index + 2))];
  const leaves = plans.flatMap((one) => leafSteps(one).map(({ id }) => id));
  // Steps of earlier rounds do not run again, however they ended.
  const last = plans.at(-1) ?? plan;
  return {
    reusedStepIds: [...leaves.filter((id) => taken.has(id)), ...reused.filter((id) => itemPlace(id) !== undefined)],
    repeatedStepIds: repeatedSteps(last, reused).map(({ id }) => id),
    plansAgain: false,
    worstCase: worstOf(work, last, taken),
    errors: [],
  };
}

/** The most that the steps of `plan` which are not `taken` and the answer can consume. */
function worstOf(
  { bindings, conversation, definitions, limits, modelWork }: ExecutionInput,
  plan: Plan,
  taken: ReadonlySet<string>,
): WorstCase | undefined {
  if ((modelWork.plan?.maxRounds ?? 1) > 1) return undefined;
  const runs = ({ id }: { readonly id: string }) => !taken.has(id);
  const steps = plan.steps
    .filter(runs)
    .map((step) => (step.kind === "PARALLEL" ? { ...step, children: step.children.filter(runs) } : step));
  return worstCase({
    plan: { ...plan, steps },
    callables: new Map(definitions.callables.map((callable) => [callable.name, callable])),
    definitions,
    limits,
    respond: modelWork.respond ?? undefined,
    // The responding model is shown the reused steps too.
    responderData: [bindings, JSON.stringify(conversation ?? null), JSON.stringify(plan.steps)],
  });
}
