/**
 * The policy PLAN: a person sees the whole plan, with effect classes and the worst case, and permits it before anything of it begins,
 * whether a caller or a model made it. Where a model plans again, each further plan is asked about like the first. One that is not permitted ends
 * planning and not the execution (decision 041). Once the plan is accepted, calls need approval as under DECLARED_DESTRUCTIVE. A workflow below was
 * shown as a step of that plan, so it does not ask again. An execution whose plan is made or given while the others run asks for it, because
 * no person can have seen it before. The clock of the execution stands while the question is open (E9), and only the end of the question
 * wakes anything (E11).
 */

import { approvalAddress } from "../../access/answer-policy.ts";
import { type JsonObject, objectOf } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import { operandDocument } from "../../plan/operands/operand.ts";
import type { GroupStep, Plan, ToolStep } from "../../plan/plan.ts";
import { leafCalls, mostTimes } from "../../plan/plan-scope.ts";
import { furtherPlans } from "../budget/further-plans.ts";
import { worstCase } from "../budget/worst-case.ts";
import type { ExecutionFinished, HumanInputResolution, HumanInputResolved } from "../events/event.ts";
import type { WaitingForPlanApproval } from "../events/step-waiting.ts";
import { answerPolicyOf } from "../human-input/four-eyes.ts";
import { planApprovalRequested } from "../human-input/human-input-request.ts";
import { endedBy } from "../settle/finish.ts";
import { requiredOutput } from "../state/model-task.ts";
import { needsPlanApproval, notPermitted, openPlanApproval } from "../state/open-plan-approval.ts";
import { planStepsOfRound, roundsOf } from "../state/round-state.ts";
import type { ExecutionState } from "../state/state.ts";
import type { HumanInputState } from "../state/step-state.ts";
import type { Effect } from "./effect.ts";

/**
 * All that an execution calls for because of the question about its plan: to ask it, to wait for the answer, or to end with it. Undefined if
 * the question has been settled, or need not be asked. `over` says why the execution must end.
 */
export function planApprovalEffects(
  state: ExecutionState,
  over: string | undefined,
  now: number,
): readonly Effect[] | undefined {
  const open = openPlanApproval(state);
  if (open !== undefined) {
    if (over !== undefined) return append([planApprovalResolved(open, "WITHDRAWN")]);
    const until = open.expiresAt ?? Number.POSITIVE_INFINITY;
    if (until <= now) return append(approvalEnd(state, planApprovalResolved(open, "EXPIRED")));
    return until < Number.POSITIVE_INFINITY ? [{ kind: "WAKE", at: until }] : [];
  }
  return over === undefined && isDue(state) ? append([planRequested(state, now)]) : undefined;
}

/** The events of an answer. */
export function planAnswered(
  state: ExecutionState,
  open: HumanInputState,
  isAccepted: boolean,
  by: string,
  reason: string | undefined,
): readonly (HumanInputResolved | ExecutionFinished)[] {
  return approvalEnd(state, planApprovalResolved(open, isAccepted ? "ACCEPTED" : "DECLINED", by, reason));
}

/** With the end of the execution if its first plan is not permitted. A further one is skipped, and those before it have their results. */
function approvalEnd(
  state: ExecutionState,
  resolved: HumanInputResolved,
): readonly (HumanInputResolved | ExecutionFinished)[] {
  const failure = notPermitted(resolved);
  return failure === undefined || roundsOf(state) > 1 ? [resolved] : [resolved, endedBy(failure)];
}

function isDue(state: ExecutionState): boolean {
  const { ending, pinned, planApproval, ready } = state;
  const hasFinally = pinned.plan.finallyTimeoutMs !== undefined && ending === undefined;
  return needsPlanApproval(state) && planApproval === undefined && (ready.length > 0 || hasFinally);
}

function planRequested(state: ExecutionState, now: number): WaitingForPlanApproval {
  const shown = shownPlan(state);
  const round = roundsOf(state);
  const unpermitted = round === 1 ? "FAIL" : "SKIP";
  return planApprovalRequested(
    state,
    {
      purpose: "PLAN_APPROVAL",
      kind: "APPROVAL",
      ui: null,
      ...approvalAddress(answerPolicyOf(state.pinned)),
      prompt: `${round === 1 ? "The plan" : `The further plan ${round}`} makes ${callsOf(state)}. Permit it?`,
      onExpiry: { kind: unpermitted },
      onDecline: unpermitted,
      arguments: storedValue(shown),
    },
    now,
  );
}

/** How many calls the latest plan makes, in words. Of a map or loop it is known how many there are at most. */
function callsOf(state: ExecutionState): string {
  const calls = leafCalls(latestPlan(state));
  const count = calls.reduce((sum, { times }) => sum + times, 0);
  const atMost = calls.some(({ times }) => times > 1) ? " at most" : "";
  return `${count === 1 ? "1 call" : `${count} calls`}${atMost}`;
}

/** The plan of the latest round, as it stands in the execution. */
function latestPlan(state: ExecutionState): Plan {
  return { ...state.pinned.plan, steps: planStepsOfRound(state, roundsOf(state)) };
}

/** The plan for the person's decision. Arguments are as the plan has them: references are templates, because nothing ran yet. */
function shownPlan(state: ExecutionState): JsonObject & { readonly steps: readonly JsonObject[] } {
  const { pinned } = state;
  const { callables, definitions, inDoubt, limits, modelWork } = pinned;
  const plan = latestPlan(state);
  const { respond } = modelWork;
  // Nothing is read here. So a value that a prompt contains counts with its size, each character as the longest one.
  const data = [pinned.bindings, pinned.conversation].map((value) => "<".repeat(sizeOf(value)));
  const worst = worstCase({
    plan,
    callables,
    definitions,
    limits,
    inDoubt,
    respond: respond ?? undefined,
    responderData: respond === null ? [] : data,
    requiredOutput: requiredOutput(state),
    further: furtherPlans(state),
  });
  // The graph has no node yet for the call of a map or loop.
  const steps = plan.steps.flatMap((step) =>
    step.kind === "TOOL"
      ? [shownStep(state, step, undefined)]
      : step.children.map((child) => shownStep(state, child, step)),
  );
  return { steps, worstCase: { ...worst } };
}

function shownStep({ pinned }: ExecutionState, step: ToolStep, group: GroupStep | undefined): JsonObject {
  const { arguments: operand, callableName, id } = step;
  const times = group === undefined ? 1 : mostTimes(group);
  return objectOf([
    ["id", id],
    ["callable", callableName],
    ["effectClass", pinned.callables.get(callableName)?.effectClass ?? "UNSAFE"],
    ["arguments", operandDocument(operand)],
    ...(group === undefined ? [] : [["group", group.id] as const]),
    ...(times === 1 ? [] : [["atMost", times] as const]),
  ]);
}

function sizeOf(value: ValuePosition | undefined): number {
  return value?.bytes ?? 0;
}

function planApprovalResolved(
  { requestId }: HumanInputState,
  resolution: HumanInputResolution,
  respondedBy?: string,
  reason?: string,
): HumanInputResolved {
  const said = { respondedBy: respondedBy ?? null, reason: reason ?? null };
  return { kind: "HumanInputResolved", step: null, requestId, resolution, ...said, response: null };
}

function append(events: Extract<Effect, { readonly kind: "APPEND" }>["events"]): readonly Effect[] {
  return [{ kind: "APPEND", events }];
}
