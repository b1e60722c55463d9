/**
 * One attempt of a call, from the state: the first with its arguments resolved and checked and, where a person must permit
 * it, the question instead (E12: nothing is called that was not checked); a further one with the arguments of the first.
 */
import type { InterruptionCause } from "../plan/attempt.ts";
import { CallAborted } from "../plan/call-aborted.ts";
import { effectKey } from "../plan/effect-key.ts";
import type { ExecutionEvent } from "../plan/event.ts";
import type { Failure } from "../plan/failure.ts";
import { isJsonObject, type Json, type JsonObject } from "../plan/json.ts";
import { keyOf } from "../plan/kept-key.ts";
import { stepEnd } from "../plan/outstanding.ts";
import { personAsked } from "../plan/person-asked.ts";
import { leafSteps } from "../plan/plan-scope.ts";
import { groupIdOf, toolStepAt } from "../plan/planned-step.ts";
import { type ReadValue, readReference } from "../plan/read-reference.ts";
import { resolveOperand } from "../plan/resolve.ts";
import { type ExecutionState, stepAt } from "../plan/state.ts";
import { violations } from "../plan/validator.ts";
import { ownFault } from "./interruption.ts";
import type { Call } from "./ports.ts";
import { storedValue } from "./stored-json.ts";

export interface Attempt {
  readonly number: number;
  readonly call: Call;
  readonly signal: AbortSignal;
  /** Cuts the attempt; the first cause counts. */
  abort(cause: InterruptionCause | "STEP_TIMEOUT"): void;
}

/** The rows to store first, and the attempt to make after them; no attempt if the step ended or waits instead. */
export interface PreparedAttempt {
  readonly events: readonly ExecutionEvent[];
  readonly attempt: Attempt | null;
}

/**
 * The next attempt of the step at `ordinal`: its first, or the one after a failure. A fault of this software, such as a callable
 * that was not pinned, ends the step and nothing else (O19).
 */
export function nextAttempt(state: ExecutionState, ordinal: number, read: ReadValue, now: number): PreparedAttempt {
  const step = stepAt(state, ordinal);
  try {
    return step.status === "PENDING" ? firstAttempt(state, ordinal, read, now) : furtherAttempt(state, ordinal, read);
  } catch (error) {
    const failure = ownFault(error);
    const outcome = step.outcome ?? "NOT_SENT";
    return { events: [stepEnd(state, ordinal, step, "FAILED", outcome, failure)], attempt: null };
  }
}

function firstAttempt(state: ExecutionState, ordinal: number, read: ReadValue, now: number): PreparedAttempt {
  const step = toolStepAt(state, ordinal);
  const resolved = resolveOperand(step.arguments, (reference) => readReference(state, reference, read));
  if (!resolved.ok) {
    const { code, expression, found, message } = resolved.failure;
    return ended(state, ordinal, { code, message, retryable: false, details: { expression, found } });
  }
  const callable = calledBy(state, ordinal);
  const broken = violations(callable.inputSchema, resolved.value);
  if (broken.length > 0 || !isJsonObject(resolved.value)) {
    return ended(state, ordinal, {
      code: "INPUT_INVALID",
      message: `the resolved arguments of ${callable.name} do not satisfy its input schema: ${broken[0]?.message ?? "an object is required"}`,
      retryable: false,
      details: broken.map((violation) => ({ ...violation })),
    });
  }
  const before = stepAt(state, ordinal);
  if (callable.declaredDestructive && state.pinned.approval === "DECLARED_DESTRUCTIVE" && !before.permitted) {
    return { events: [permissionAsked(state, ordinal, resolved.value, now)], attempt: null };
  }
  const { generation, origin } = keyOf(state, ordinal);
  const callId = effectKey({ origin, stepPath: step.id, turn: 0, item: 0, generation });
  return {
    events: [started(state, ordinal, 1, callId, resolved.value)],
    attempt: newAttempt(state, ordinal, 1, callId, resolved.value),
  };
}

/**
 * The attempt after one that failed. Its intent is the row of that failure (E2). Where calling twice could do harm it gets a
 * row of its own: a later object could not tell otherwise whether it left after the back-off or never (E3, E7).
 */
function furtherAttempt(state: ExecutionState, ordinal: number, read: ReadValue): PreparedAttempt {
  const step = stepAt(state, ordinal);
  const input = step.input === null ? undefined : read(step.input);
  if (step.callId === null || !isJsonObject(input)) {
    throw new Error(`step ${toolStepAt(state, ordinal).id} is RUNNING without stored arguments`);
  }
  const number = step.attempt + 1;
  const unsafe = calledBy(state, ordinal).effectClass === "UNSAFE";
  return {
    events: unsafe ? [started(state, ordinal, number, step.callId, input)] : [],
    attempt: newAttempt(state, ordinal, number, step.callId, input),
  };
}

function started(
  state: ExecutionState,
  ordinal: number,
  attempt: number,
  callId: string,
  input: JsonObject,
): ExecutionEvent {
  const step = toolStepAt(state, ordinal);
  return {
    kind: "StepStarted",
    step: step.id,
    group: groupIdOf(state, ordinal),
    attempt,
    generation: keyOf(state, ordinal).generation,
    callId,
    callableName: step.callableName,
    arguments: storedValue(input),
  };
}

function permissionAsked(state: ExecutionState, ordinal: number, input: Json, now: number): ExecutionEvent {
  const { callableName } = toolStepAt(state, ordinal);
  const prompt = `${callableName} says of itself that it may destroy data. Permit the call?`;
  return personAsked(state, ordinal, { purpose: "APPROVAL", prompt, arguments: storedValue(input) }, now);
}

function ended(state: ExecutionState, ordinal: number, failure: Failure): PreparedAttempt {
  return { events: [stepEnd(state, ordinal, stepAt(state, ordinal), "FAILED", "NOT_SENT", failure)], attempt: null };
}

function newAttempt(
  state: ExecutionState,
  ordinal: number,
  number: number,
  callId: string,
  input: JsonObject,
): Attempt {
  const callable = calledBy(state, ordinal);
  const provider = state.pinned.definitions.providers.find((candidate) => candidate.name === callable.provider);
  if (provider === undefined) throw new Error(`${callable.name} names a provider that was not pinned`);
  const controller = new AbortController();
  const { signal } = controller;
  const { contextId, origin, plan, requestId, startedWith, subject, traceparent } = state.pinned;
  const call: Call = {
    callable,
    provider,
    arguments: input,
    callId,
    attempt: number,
    stepId: toolStepAt(state, ordinal).id,
    execution: {
      ...{ contextId, requestId, traceparent, userId: subject, depth: origin.depth },
      routingMode: state.routing?.mode ?? (startedWith === "PROMPT" ? "AUTO" : "MANUAL"),
      isOnlyCall: leafSteps(plan).length === 1,
    },
    signal,
  };
  return { number, call, signal, abort: (cause) => controller.abort(new CallAborted(cause)) };
}

function calledBy(state: ExecutionState, ordinal: number) {
  const { callableName } = toolStepAt(state, ordinal);
  const callable = state.pinned.callables.get(callableName);
  if (callable === undefined) throw new Error(`${callableName} was not pinned when the execution started`);
  return callable;
}
