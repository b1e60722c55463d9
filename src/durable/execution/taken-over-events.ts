/**
 * The rows of results that an execution reuses from the one that it derives from: the ends of steps and, of a model that planned again, its
 * further plans with their steps (decision 041). A finished round is the same in the new execution as in the earlier one.
 */
import { worstCase } from "../../execution/budget/worst-case.ts";
import type { ReusedStep, StartRequest } from "../../execution/commands/start-request.ts";
import type { ExecutionEvent, ItemsAdded, StepFinished } from "../../execution/events/event.ts";
import type { PlanProposed } from "../../execution/events/model-event.ts";
import { requiredOutputOf } from "../../execution/state/model-task.ts";
import { isJsonObject, type Json } from "../../json/json.ts";
import { callablesByName } from "../../plan/callable.ts";
import { itemPlace } from "../../plan/order/items.ts";
import { planOfRound } from "../../plan/order/rounds.ts";
import { type GroupStep, isRepeated } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";

export type TakenOver = Pick<
  StartRequest,
  | "bindings"
  | "callable"
  | "conversation"
  | "definitions"
  | "dialect"
  | "furtherPlans"
  | "inDoubt"
  | "limits"
  | "modelWork"
  | "plan"
  | "reused"
>;

/** The rows of the further plans, round by round, which follow those of the first. */
export function furtherPlanEvents(request: TakenOver): readonly ExecutionEvent[] {
  const { furtherPlans = [], reused } = request;
  return furtherPlans.flatMap(({ plan }, index) => {
    const round = index + 2;
    return [proposed(request, round), ...reusedStepEvents({ plan: planOfRound(plan, round), reused })];
  });
}

function proposed(
  {
    bindings,
    callable,
    conversation,
    definitions,
    dialect,
    furtherPlans = [],
    inDoubt,
    limits,
    modelWork,
    ...first
  }: TakenOver,
  round: number,
): PlanProposed {
  const taken = furtherPlans.slice(0, round - 1);
  const last = taken.at(-1);
  if (last === undefined) throw new Error(`no plan of round ${round} is taken over`);
  const { plan, planHash, planWarnings } = last;
  const planned = [first.plan, ...taken.map((one) => one.plan)].flatMap((one) => (one === null ? [] : leafSteps(one)));
  const rounds = (modelWork.plan?.maxRounds ?? 1) - round;
  const steps = limits.maxSteps - planned.length;
  const worst = worstCase({
    plan,
    callables: callablesByName(definitions),
    definitions,
    limits,
    inDoubt,
    respond: modelWork.respond ?? undefined,
    responderData: [conversation as unknown as Json, isJsonObject(bindings) ? Object.keys(bindings) : []],
    requiredOutput: requiredOutputOf({ callable }),
    further: modelWork.plan === null || rounds <= 0 || steps <= 0 ? undefined : { work: modelWork.plan, rounds, steps },
  });
  const warned = planWarnings === undefined ? {} : { planWarnings };
  return { kind: "PlanProposed", round, plan, planHash, dialect, worstCase: worst, ...warned };
}

/** The rows of the reused steps of `plan`, in its order. A group follows its children, as in a run. */
export function reusedStepEvents({
  plan,
  reused,
}: Pick<StartRequest, "plan" | "reused">): readonly (ItemsAdded | StepFinished)[] {
  const taken = new Map(reused.map((step) => [step.step, step]));
  const end = (id: string, group: string | null): readonly StepFinished[] => {
    const step = taken.get(id);
    return step === undefined ? [] : [takenOver(step, group)];
  };
  const children = (group: GroupStep): readonly (ItemsAdded | StepFinished)[] =>
    isRepeated(group) ? itemsTakenOver(group.id, reused) : group.children.flatMap(({ id }) => end(id, group.id));
  return (plan?.steps ?? []).flatMap((step): readonly (ItemsAdded | StepFinished)[] =>
    step.kind === "TOOL" ? end(step.id, null) : [...children(step), ...end(step.id, null)],
  );
}

/** The known items of a map or loop, and the ends of the reused ones. */
function itemsTakenOver(group: string, reused: readonly ReusedStep[]): readonly (ItemsAdded | StepFinished)[] {
  const items = reused.filter(({ step }) => itemPlace(step)?.groupId === group);
  const [first] = items;
  if (first === undefined) return [];
  return [
    { kind: "ItemsAdded", step: group, count: first.items ?? items.length },
    ...items.map((item) => takenOver(item, group)),
  ];
}

function takenOver(
  { content, failure, outcome, output, status, step, warning, warnings }: ReusedStep,
  group: string | null,
): StepFinished {
  return {
    kind: "StepFinished",
    step,
    group,
    status,
    attempt: 0,
    callId: null,
    outcome: outcome ?? null,
    output,
    content,
    failure: failure ?? null,
    warning,
    ...(warnings === undefined ? {} : { warnings }),
    reused: true,
  };
}
