/**
 * The fold of events about language models: a call starts, ends, writes text; an agent is chosen; a plan passes or is refused. Usage
 * includes the reservation of a call under way until its end has the real amount (E9).
 */

import type { Failure } from "../../json/failure.ts";
import { callablesByName } from "../../plan/callable.ts";
import type { ModelPurpose } from "../../plan/model-definition.ts";
import { withDefinitions } from "../../plan/run-definitions.ts";
import type { ExecutionStarted } from "../events/event.ts";
import type {
  AgentRouted,
  CallablesFound,
  ModelCalled,
  ModelCallStarted,
  PlanProposed,
  PlanRejected,
  TextProduced,
} from "../events/model-event.ts";
import type { ModelCallState, ModelTask, ModelUsageState } from "../state/model-state.ts";
import { isFurtherPlan } from "../state/round-state.ts";
import type { ExecutionState } from "../state/state.ts";
import { positionOf } from "../state/state-change.ts";
import { withPlan, withRound } from "./fold-plan.ts";

/** The first task of a model. Undefined for a given plan. */
export function firstModelTask({ modelWork, plan }: ExecutionStarted): ModelTask | undefined {
  if (plan !== null) return undefined;
  if (modelWork.route !== null) return newModelTask("ROUTE");
  return modelWork.plan === null ? undefined : newModelTask("PLAN");
}

export const noModelUsage: ModelUsageState = {
  calls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
};

export function agentRouted(state: ExecutionState, { kind: _, ...routing }: AgentRouted): ExecutionState {
  return { ...state, routing };
}

export function planProposed(state: ExecutionState, event: PlanProposed, at: number): ExecutionState {
  const { dialect, plan, planHash, planWarnings = [], round = 1 } = event;
  if (round > 1) return withRound(state, { number: round, plan, planHash, planWarnings, proposedAt: at });
  return withPlan({ ...state, pinned: { ...state.pinned, dialect, planHash, planWarnings } }, plan);
}

export function planRejected(state: ExecutionState, event: PlanRejected): ExecutionState {
  const problems = positionOf(event.problems, state.sequence, "problems");
  const reply = state.modelCalls.at(-1)?.end?.reply;
  const corrections = [...(state.modelTask?.corrections ?? []), { reply, problems }];
  return {
    ...state,
    rejected: { failure: event.failure, problems },
    modelTask: event.correcting ? { ...newModelTask("PLAN"), corrections } : undefined,
  };
}

export function callablesFound(state: ExecutionState, { definitions: added, query }: CallablesFound): ExecutionState {
  const definitions = withDefinitions(state.pinned.definitions, added);
  const task = state.modelTask ?? newModelTask("PLAN");
  return {
    ...state,
    pinned: { ...state.pinned, definitions, callables: callablesByName(definitions) },
    callableSearch: { query, found: added.callables.length },
    modelTask: { ...task, search: undefined },
    resumptions: 0,
  };
}

export function modelCallStarted(state: ExecutionState, event: ModelCallStarted, at: number): ExecutionState {
  const { kind: _, request, ...facts } = event;
  const asked = request === undefined ? {} : { request: positionOf(request, state.sequence, "request") };
  const task = state.modelTask?.purpose === event.purpose ? state.modelTask : newModelTask(event.purpose);
  return {
    ...withCalls(state, [...state.modelCalls, { ...facts, ...asked, startedAt: at }]),
    startedAt: state.startedAt ?? at,
    modelTask: { ...task, call: event.call, retryAt: undefined },
  };
}

export function modelCalled(state: ExecutionState, event: ModelCalled): ExecutionState {
  const { call, kind: _, purpose, reply, search: __, ...facts } = event;
  const received = reply === null ? undefined : positionOf(reply, state.sequence, "reply");
  const calls = state.modelCalls.map((known) =>
    known.call === call ? { ...known, end: { ...facts, reply: received } } : known,
  );
  const after: ExecutionState = {
    ...withCalls(state, calls),
    resumptions: event.byCrash ? state.resumptions : 0,
    modelTask: state.modelTask === undefined ? undefined : ended(state.modelTask, event),
  };
  const { failure } = event;
  // A further plan that cannot be made ends nothing: the answer is written from the results so far.
  if (purpose === "PLAN" && isFurtherPlan(state) && failure !== null && event.retryAt === null && !isRejection(failure))
    return { ...after, modelTask: undefined, furtherPlanFailure: failure };
  if (purpose !== "RESPOND" || event.retryAt !== null) return after;
  // Whether it wrote or failed, the responder is done; routing and planning are by the rows that follow in the same transaction.
  const response = failure === null ? received : undefined;
  return { ...after, modelTask: undefined, responded: { response, failure: failure ?? undefined } };
}

/** Whether a planner answered and its plan was refused, which the next row of the same transaction says. */
function isRejection({ code }: Failure): boolean {
  return code === "PLAN_INVALID" || code === "PLANNER_OUTPUT_INVALID";
}

export function textProduced(state: ExecutionState, { offset, streamId, text }: TextProduced): ExecutionState {
  return { ...state, text: { streamId, length: offset + text.length } };
}

/** A task for which no model has been called yet. */
export function newModelTask(purpose: ModelPurpose): ModelTask {
  return { purpose, knownFailures: 0, unknownOutcomes: 0, corrections: [] };
}

function ended(task: ModelTask, { failure, outcome, retryAt, search }: ModelCalled): ModelTask {
  if (search !== undefined) return { ...newModelTask(task.purpose), corrections: task.corrections, search };
  // A correction is a call of its own, which may fail as often as the first.
  if (failure?.code === "OUTPUT_INVALID" && retryAt !== null) return { ...newModelTask(task.purpose), retryAt };
  const unknown = outcome === "UNKNOWN";
  const known = failure !== null && !unknown;
  return {
    ...task,
    call: undefined,
    knownFailures: task.knownFailures + (known ? 1 : 0),
    unknownOutcomes: task.unknownOutcomes + (unknown ? 1 : 0),
    retryAt: retryAt ?? undefined,
  };
}

function withCalls(state: ExecutionState, modelCalls: readonly ModelCallState[]): ExecutionState {
  const modelUsage = modelCalls.reduce<ModelUsageState>((sum, { end, reserved }) => {
    const usage = end?.usage ?? { ...reserved, cachedInputTokens: 0 };
    const cost = end === undefined ? reserved.costMicros : end.costMicros;
    return {
      calls: sum.calls + 1,
      inputTokens: sum.inputTokens + usage.inputTokens,
      cachedInputTokens: sum.cachedInputTokens + usage.cachedInputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      costMicros: sum.costMicros === null || cost === null ? null : sum.costMicros + cost,
    };
  }, noModelUsage);
  return { ...state, modelCalls, modelUsage };
}
