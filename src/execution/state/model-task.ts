/**
 * The tasks of language models in an execution, and their deadlines: which model serves a purpose, whether the responder is due, when a
 * call must have ended (E9). The fold, budgets and the code that makes the calls read it.
 */

import type { ModelDefinition, ModelPurpose } from "../../plan/model-definition.ts";
import { type OutputModel, type TurnAgent, turnAgent } from "../../plan/turn-work.ts";
import type { InterruptionCause } from "../events/attempt.ts";
import { workDeadlineAt } from "./clock.ts";
import type { ModelCallState } from "./model-state.ts";
import type { ExecutionState, PinnedExecution } from "./state.ts";

/** The model that serves `purpose` now. A purpose that the execution does not have is a bug of the caller. */
export function modelFor(state: ExecutionState, purpose: ModelPurpose): ModelDefinition {
  const { plan, respond, route } = state.pinned.modelWork;
  const work = purpose === "AGENT" ? agentInTurn(state) : { ROUTE: route, PLAN: plan, RESPOND: respond }[purpose];
  if (work === null || work.model === null) throw new Error(`the execution was started without a model for ${purpose}`);
  return work.model;
}

/** The agent whose turn is the latest. Without one it is a bug to ask. */
export function agentInTurn({ pinned, turns }: ExecutionState): TurnAgent {
  const last = turns?.turns.at(-1);
  const agent = pinned.turns === null || last === undefined ? undefined : turnAgent(pinned.turns, last.agentName);
  if (agent === undefined) throw new Error("it is the turn of no agent");
  return agent;
}

/** The call that may be on its way; undefined if none is. */
export function openModelCall(state: ExecutionState): ModelCallState | undefined {
  const last = state.modelCalls.at(-1);
  return last !== undefined && last.end === undefined ? last : undefined;
}

/** How one call is named in rows: a further call is another stream of text, and another call to be ignored. */
export function modelCallId(purpose: ModelPurpose, call: number): string {
  return `${purpose.toLowerCase()}/${call}`;
}

/** Whether no agent fitted the question, or none was there to choose from (C30). */
export function isUnrouted({ isPlanned, pinned: { plan, startedWith }, routing }: ExecutionState): boolean {
  if (routing !== undefined) return routing.agentName === null;
  return startedWith === "ASK" && isPlanned && plan.steps.length === 0;
}

/** The schema of the responder's answer: the output of an agent that declares one. Undefined where it writes text. */
export function requiredOutput({ pinned }: ExecutionState): OutputModel | undefined {
  return requiredOutputOf(pinned);
}

/** The same of an execution that has not begun. */
export function requiredOutputOf({ callable }: Pick<PinnedExecution, "callable">): OutputModel | undefined {
  if (callable?.kind !== "AGENT" || callable.outputSchema === null) return undefined;
  return { name: callable.name, schema: callable.outputSchema };
}

/** Calls of the responder whose answers broke the required schema, oldest first. Each is shown to the next. */
export function brokenAnswers({ modelCalls }: ExecutionState): readonly ModelCallState[] {
  return modelCalls.filter(({ end, purpose }) => purpose === "RESPOND" && end?.failure?.code === "OUTPUT_INVALID");
}

/**
 * Whether the planner may ask for callables that it was not offered: once, where a search chose the offer, and before its first plan, whose
 * worst case counts the calls of further ones.
 */
export function maySearch({ callableSearch, isPlanned, pinned: { modelWork } }: ExecutionState): boolean {
  return modelWork.plan?.search !== undefined && callableSearch === undefined && !isPlanned;
}

/**
 * Whether the responder has yet to write its answer once the steps are over (P7, P16): not after a cancel; not for a plan that answers by
 * itself, unless another output is required; and for a refused plan only where the execution says so (C31).
 */
export function responderIsDue(state: ExecutionState): boolean {
  const { modelWork, onInvalidPlan, plan } = state.pinned;
  if (modelWork.respond === null || state.responded !== undefined || state.cancelRequested !== undefined) return false;
  if (state.ending !== undefined) return false;
  if (state.isPlanned) return plan.directResponse === null || requiredOutput(state) !== undefined;
  return state.rejected !== undefined && onInvalidPlan === "RESPOND";
}

/** When a call for `purpose` must have ended, Unix milliseconds: the time that is kept for the responder is for it alone (E9). */
export function modelDeadlineAt(state: ExecutionState, purpose: ModelPurpose): number {
  if (!state.clock.running) return Number.POSITIVE_INFINITY;
  return purpose === "RESPOND" ? state.clock.deadlineAt : workDeadlineAt(state);
}

/** Why a call for `purpose` must end or cannot leave any more; undefined if it may continue. */
export function modelCutBy(
  state: ExecutionState,
  purpose: ModelPurpose,
  now: number,
): Extract<InterruptionCause, "CANCEL" | "EXECUTION_TIMEOUT"> | undefined {
  if (state.cancelRequested !== undefined) return "CANCEL";
  return now >= modelDeadlineAt(state, purpose) ? "EXECUTION_TIMEOUT" : undefined;
}
