/**
 * The events after a model call, one transaction. A failed call is retried: transient failures up to three calls in all, unknown outcomes
 * three times more (E7), within the limits of the execution. An answer that breaks the output schema of its agent is shown to the model,
 * which is asked again at once, twice at most. A failure that only another key or a payment can mend is not retried. Consumption is
 * recorded with the end. Pure: time and randomness are arguments.
 */

import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import { maxCallsAfterUnknown } from "../../plan/limits.ts";
import { costMicros, type TokenUsage } from "../../plan/model-definition.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { maxOutputCorrections } from "../../plan/turn-work.ts";
import { hasCallLeft } from "../budget/token-budget.ts";
import { maxModelAttempts } from "../budget/worst-case.ts";
import type { CallOutcome, InterruptionCause } from "../events/attempt.ts";
import type { DecisionInputs } from "../events/decision-inputs.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { isHiddenEvent } from "../events/hidden-event.ts";
import type { AgentRouted, FinishReason, ModelCalled, PlanProposed } from "../events/model-event.ts";
import type { ModelCallState } from "../state/model-state.ts";
import { brokenAnswers, modelCutBy, modelFor, openModelCall } from "../state/model-task.ts";
import { isFurtherPlan, roundMember } from "../state/round-state.ts";
import type { ExecutionState } from "../state/state.ts";
import { turnGivenUp } from "../turns/turn-given-up.ts";
import { mayHideText, turnReply } from "../turns/turn-reply.ts";
import { executionTimedOut } from "./attempt-end.ts";
import { endedBy, executionEnd } from "./finish.ts";

const initialBackoffMs = 1_000;

/** The meaning of an answer for the purpose of its call. */
export type ModelMeaning =
  | { readonly kind: "ROUTED"; readonly routed: AgentRouted; readonly proposed: PlanProposed }
  | { readonly kind: "PLANNED"; readonly proposed: PlanProposed }
  /** Before it plans, the planner wants callables that fit `query`. */
  | { readonly kind: "SEARCH"; readonly query: string }
  /** It is no plan, or one that does not pass validation. */
  | { readonly kind: "REJECTED"; readonly failure: Failure; readonly problems: readonly PlanProblem[] }
  | { readonly kind: "TEXT"; readonly text: string }
  /** It is not the output that the agent must give. The details of the failure have the problem. */
  | { readonly kind: "BROKEN_OUTPUT"; readonly failure: Failure }
  /** The message of the active agent (purpose AGENT). */
  | { readonly kind: "REPLY"; readonly text: string }
  /**
   * Structured output of such an agent, not checked against its model yet. Where it is no JSON object, `finding` completes "expected JSON,
   * found …", and `data` is a string: the beginning of the text.
   */
  | { readonly kind: "OUTPUT"; readonly data: Json; readonly finding?: string }
  /** It cannot be used, and a further call would have the same answer. */
  | { readonly kind: "UNUSABLE"; readonly failure: Failure };

export type ModelCallResult =
  | {
      readonly kind: "ANSWERED";
      /** Name of the model as the provider reports it. Absent if it does not. */
      readonly model?: string | undefined;
      readonly usage?: TokenUsage | undefined;
      /** The received answer. Null if none came. */
      readonly received: Json;
      readonly stop?: FinishReason;
      readonly meaning: ModelMeaning;
    }
  | {
      readonly kind: "FAILED";
      readonly outcome: CallOutcome;
      readonly failure: Failure;
      /** When the provider said to come back, in milliseconds from now. */
      readonly retryAfterMs?: number | undefined;
      readonly usage?: TokenUsage | undefined;
      readonly received: Json;
    }
  | { readonly kind: "INTERRUPTED"; readonly cause: InterruptionCause };

interface ModelCallEnd extends DecisionInputs {
  readonly state: ExecutionState;
  readonly open: ModelCallState;
  /** From its start to the first text. Absent if none came. */
  readonly firstTextMs?: number | undefined;
}

/** The events that `result` of the open model call leads to, in order. */
export function afterModelCall(
  state: ExecutionState,
  result: ModelCallResult,
  firstTextMs: number | undefined,
  inputs: DecisionInputs,
): readonly ExecutionEvent[] {
  const open = openModelCall(state);
  if (open === undefined) throw new Error("no model call is on its way");
  const end: ModelCallEnd = { state, open, firstTextMs, ...inputs };
  switch (result.kind) {
    case "ANSWERED":
      return answered(end, result);
    case "FAILED":
      return failed(end, result);
    case "INTERRUPTED":
      return interrupted(end, result.cause);
  }
}

/** The end of a call that was lost with its object and is not followed by another. */
export function modelCallLost(state: ExecutionState, open: ModelCallState, failure: Failure, now: number): ModelCalled {
  return called({ state, open, now }, "UNKNOWN", { failure, byCrash: true });
}

function answered(end: ModelCallEnd, answer: ModelCallResult & { kind: "ANSWERED" }): readonly ExecutionEvent[] {
  const { meaning, model, received, stop, usage } = answer;
  const { open, state, stored } = end;
  const turn = meaning.kind === "REPLY" || meaning.kind === "OUTPUT" ? turnReply(state, meaning, stored) : [];
  // A hidden text stands in the hidden row of its message alone.
  const isHidden = turn.some(isHiddenEvent) || (meaning.kind === "UNUSABLE" && mayHide(end));
  const reply = received === null || isHidden ? null : stored(received);
  const failure = "failure" in meaning ? meaning.failure : null;
  const retryAt = meaning.kind === "BROKEN_OUTPUT" && mayCorrectOutput(end) ? end.now : null;
  const search = meaning.kind === "SEARCH" ? meaning.query : undefined;
  const row = called(end, "ANSWERED", { usage, reply, failure, model: model ?? open.model, retryAt, search, stop });
  switch (meaning.kind) {
    case "ROUTED":
      return [row, meaning.routed, meaning.proposed];
    case "PLANNED":
      return [row, meaning.proposed];
    case "SEARCH":
    case "TEXT":
    case "BROKEN_OUTPUT":
      return [row];
    case "REPLY":
    case "OUTPUT":
      return [row, ...turn];
    case "REJECTED": {
      const problems = stored(meaning.problems as unknown as Json);
      const rejected = { failure: meaning.failure, problems, correcting: mayCorrect(end) };
      return [row, { kind: "PlanRejected", ...roundMember(state), ...rejected }];
    }
    case "UNUSABLE":
      return [row, ...givenUp(state, open, meaning.failure)];
  }
}

/** Whether the text of a call that brought no message may be hidden, or a part of a hidden one (T33). */
function mayHide({ open, state }: ModelCallEnd): boolean {
  return open.purpose === "AGENT" && mayHideText(state);
}

function failed(end: ModelCallEnd, result: ModelCallResult & { kind: "FAILED" }): readonly ExecutionEvent[] {
  const { failure, outcome, received, retryAfterMs, usage } = result;
  const { now, open, random, state, stored } = end;
  const unknown = outcome === "UNKNOWN";
  const { knownFailures = 0, unknownOutcomes = 0 } = state.modelTask ?? {};
  const times = (unknown ? unknownOutcomes : knownFailures) + 1;
  const backoffMs = initialBackoffMs * 2 ** (times - 1) * (1 + 0.1 * random);
  const retryAt = Math.round(now + Math.max(backoffMs, retryAfterMs ?? 0));
  const isBounded = unknown ? times <= maxCallsAfterUnknown : times < maxModelAttempts;
  const isRepeated = failure.retryable && isBounded && mayCallAgain(end, retryAt);
  const reply = received === null || mayHide(end) ? null : stored(received);
  const row = called(end, outcome, { usage, reply, failure, retryAt: isRepeated ? retryAt : null });
  return isRepeated ? [row] : [row, ...givenUp(state, open, failure)];
}

function interrupted(end: ModelCallEnd, cause: InterruptionCause): readonly ExecutionEvent[] {
  const { now, open, state } = end;
  switch (cause) {
    case "CRASH": {
      // Without an answer there was no demand for a pause.
      const isBounded = (state.modelTask?.unknownOutcomes ?? 0) < maxCallsAfterUnknown;
      const isRepeated = isBounded && mayCallAgain(end, now);
      const row = called(end, "UNKNOWN", { failure: lost, byCrash: true, retryAt: isRepeated ? now : null });
      if (isRepeated) return [row];
      const cut = modelCutBy(state, open.purpose, now);
      const failure = cut === "EXECUTION_TIMEOUT" ? executionTimedOut(state) : lost;
      return [{ ...row, failure }, ...(cut === "CANCEL" ? cancelled(state, open) : givenUp(state, open, failure))];
    }
    case "CANCEL":
    case "GROUP_DECIDED":
      return [called(end, "UNKNOWN", { failure: givenUpByCancel }), ...cancelled(state, open)];
    case "EXECUTION_TIMEOUT": {
      const failure = executionTimedOut(state);
      return [called(end, "UNKNOWN", { failure }), ...givenUp(state, open, failure)];
    }
  }
}

/**
 * Without an answer of the responder the execution has its result all the same (R27), and without a further plan too; without any plan it has
 * none; without an answer of its agent a turn has failed.
 */
function givenUp(state: ExecutionState, { purpose }: ModelCallState, failure: Failure): readonly ExecutionEvent[] {
  if (purpose === "RESPOND" || (purpose === "PLAN" && isFurtherPlan(state) && state.cancelRequested === undefined))
    return [];
  if (purpose === "AGENT") return [turnGivenUp(state, state.cancelRequested === undefined ? failure : undefined)];
  return state.cancelRequested === undefined ? [endedBy(failure)] : cancelled(state, { purpose });
}

function cancelled(state: ExecutionState, { purpose }: Pick<ModelCallState, "purpose">): readonly ExecutionEvent[] {
  if (purpose === "AGENT") return [turnGivenUp(state, undefined)];
  const end = purpose === "RESPOND" ? undefined : executionEnd(state, "CANCEL");
  return end === undefined ? [] : [end];
}

function mayCorrect(end: ModelCallEnd): boolean {
  const { now, state } = end;
  const corrected = state.modelTask?.corrections.length ?? 0;
  return corrected < (state.pinned.modelWork.plan?.maxCorrections ?? 0) && mayCallAgain(end, now);
}

/** Whether an agent that broke its output schema gets the violation and another try. */
function mayCorrectOutput(end: ModelCallEnd): boolean {
  return brokenAnswers(end.state).length < maxOutputCorrections && mayCallAgain(end, end.now);
}

/** Whether another call for the same purpose may leave at `at`. */
function mayCallAgain({ open: { purpose }, state }: ModelCallEnd, at: number): boolean {
  return modelCutBy(state, purpose, at) === undefined && hasCallLeft(state, purpose);
}

type RowFacts = Partial<Pick<ModelCalled, "reply" | "failure" | "retryAt" | "byCrash" | "model">> & {
  readonly usage?: TokenUsage | undefined;
  readonly search?: string | undefined;
  readonly stop?: FinishReason | undefined;
};

function called(
  { firstTextMs, now, open, state }: Pick<ModelCallEnd, "firstTextMs" | "now" | "open" | "state">,
  outcome: CallOutcome,
  { byCrash = false, failure = null, model = open.model, reply = null, retryAt = null, search, stop, usage }: RowFacts,
): ModelCalled {
  const { call, purpose, startedAt } = open;
  return {
    kind: "ModelCalled",
    purpose,
    call,
    model,
    outcome,
    durationMs: now - startedAt,
    firstTextMs: firstTextMs ?? null,
    ...finalUsage(state, open, outcome, usage),
    reply,
    failure,
    retryAt,
    byCrash,
    ...(stop === undefined ? {} : { stop }),
    ...(search === undefined ? {} : { search }),
  };
}

/**
 * The tokens that count against the budgets: none if none were generated, the whole reservation if the number is unknown, otherwise the
 * number of the provider. An unknown outcome counts in full even if part of an answer had a number, because more tokens may have been
 * generated after it.
 */
function finalUsage(
  state: ExecutionState,
  { purpose, reserved }: ModelCallState,
  outcome: CallOutcome,
  reported: TokenUsage | undefined,
): Pick<ModelCalled, "usage" | "usageIsBound" | "costMicros"> {
  const { price } = modelFor(state, purpose);
  if (outcome === "NOT_SENT" || outcome === "REJECTED") {
    const usage = reported ?? { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
    return { usage, usageIsBound: false, costMicros: costMicros(price, usage) };
  }
  if (outcome === "ANSWERED" && reported !== undefined)
    return { usage: reported, usageIsBound: false, costMicros: costMicros(price, reported) };
  const { costMicros: cost, inputTokens, outputTokens } = reserved;
  return { usage: { inputTokens, cachedInputTokens: 0, outputTokens }, usageIsBound: true, costMicros: cost };
}

const lost: Failure = {
  code: "UPSTREAM_UNAVAILABLE",
  message: "the answer of the model was lost with the object that waited for it",
  retryable: true,
  details: { cause: "CRASH" },
};

const givenUpByCancel: Failure = {
  code: "CANCELLED",
  message: "the call of the model was given up because the execution was cancelled",
  retryable: false,
  details: null,
};
