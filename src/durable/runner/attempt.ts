/**
 * Prepares one attempt of a call from the state. The first attempt evaluates the condition, resolves the arguments and checks them (E12);
 * if the call needs an approval, a request for human input takes its place. A retry uses the arguments of the first attempt.
 *
 * Three kinds of call make no attempt here. A child execution is stored by name, and a poll creates it. A request for human input and a wait
 * are stored with the start of their step, and the answer or the time ends it (E11).
 */

import { addressOf } from "../../access/address.ts";
import { givenInput } from "../../execution/callables/dual-mode.ts";
import type { InterruptionCause } from "../../execution/events/attempt.ts";
import { CallAborted } from "../../execution/events/call-aborted.ts";
import type { ExecutionEvent } from "../../execution/events/event.ts";
import { approvalNeeded, flowRefusal } from "../../execution/human-input/approval.ts";
import { calleeAnswer } from "../../execution/human-input/callee-request.ts";
import { unanswerable } from "../../execution/human-input/four-eyes.ts";
import { humanInputRequested } from "../../execution/human-input/human-input-request.ts";
import { requestOfCall } from "../../execution/human-input/request-of-call.ts";
import { childAwaited } from "../../execution/settle/child-awaited.ts";
import { conditionEnd } from "../../execution/settle/condition-end.ts";
import { declaredInputFailure } from "../../execution/settle/declared-schemas.ts";
import { ancestryOf, nestingRefusal } from "../../execution/settle/nesting.ts";
import { keyOf } from "../../execution/settle/reuse-key.ts";
import { stepEnd } from "../../execution/settle/step-end.ts";
import { leavesRow } from "../../execution/state/attempt-row.ts";
import { groupIdOf, toolStepAt } from "../../execution/state/planned-step.ts";
import { itemPlaceOf, type ReadValue, referenceReader } from "../../execution/state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../../execution/state/state.ts";
import { flowsInto } from "../../execution/state/state-labels.ts";
import type { StepTask } from "../../execution/state/step-state.ts";
import { beginWait } from "../../execution/waits/begin-wait.ts";
import { effectKey } from "../../json/effect-key.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type JsonObject } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import { callTraceparent } from "../../json/trace-context.ts";
import { type CallableDefinition, isWait } from "../../plan/callable.ts";
import { isHumanInput } from "../../plan/human-input-callable.ts";
import { resolveBounded } from "../../plan/operands/bounded-operand.ts";
import { hasOneLeaf } from "../../plan/plan-scope.ts";
import { childKeyOf } from "../../plan/run-definitions.ts";
import { violations } from "../../schema/validator.ts";
import type { Call } from "../ports/ports.ts";
import { ownFault } from "./aborted-result.ts";

export interface Attempt {
  readonly number: number;
  readonly call: Call;
  readonly signal: AbortSignal;
  /** Resolves to null once the attempt is cut. A listener of the signal would do, but takes longer. */
  readonly cut: Promise<null>;
  /** Cuts the attempt; the first cause counts. */
  abort(cause: InterruptionCause | "STEP_TIMEOUT"): void;
}

/** Observers of a call. */
export type CallNotes = Pick<Call, "onArtifact" | "onProgress">;

/** The rows to store first, and the attempt to make after them; no attempt if the step ended or waits instead. */
export interface PreparedAttempt {
  readonly events: readonly ExecutionEvent[];
  readonly attempt?: Attempt | undefined;
}

/** What an attempt is prepared with. */
export interface AttemptInputs {
  readonly read: ReadValue;
  readonly now: number;
  readonly notes: CallNotes;
  /** Bytes, as JSON, that its arguments may have. */
  readonly maxBytes: number;
}

/**
 * The next attempt of the step at `ordinal`: its first, or the one after a failure. A fault of this software, such as a callable
 * that was not pinned, ends the step and nothing else (O19).
 */
export function nextAttempt(state: ExecutionState, ordinal: number, inputs: AttemptInputs): PreparedAttempt {
  const step = stepAt(state, ordinal);
  try {
    return step.status === "PENDING" ? firstAttempt(state, ordinal, inputs) : furtherAttempt(state, ordinal, inputs);
  } catch (error) {
    const failure = ownFault(error, state.pinned);
    const outcome = step.outcome ?? "NOT_SENT";
    return { events: [stepEnd(state, ordinal, step, "FAILED", outcome, failure)] };
  }
}

function firstAttempt(state: ExecutionState, ordinal: number, inputs: AttemptInputs): PreparedAttempt {
  const { notes, now, read } = inputs;
  const end = conditionEnd(state, ordinal, read);
  if (end !== undefined) return { events: [end] };
  const step = toolStepAt(state, ordinal);
  const callable = calledBy(state, ordinal);
  const checked = checkedArguments(state, ordinal, inputs);
  if (!checked.ok) return ended(state, ordinal, checked.failure);
  const { input } = checked;
  const flows = flowsInto(state, step, callable);
  const refused = flowRefusal(callable, flows);
  if (refused !== undefined) return ended(state, ordinal, refused);
  const approval = approvalNeeded(state, ordinal, callable, input, flows);
  if (approval !== undefined) {
    const failure = unanswerable(addressOf(approval), state.pinned);
    if (failure !== undefined) return ended(state, ordinal, failure);
    return { events: [humanInputRequested(state, ordinal, approval, now)] };
  }
  const call: BegunCall = { number: 1, callId: firstCallId(state, ordinal), input };
  const begun = started(state, ordinal, call);
  if (isHumanInput(state.pinned.definitions, callable)) {
    const asked = requestOfCall(callable, step, input, state.pinned);
    if (!asked.ok) return ended(state, ordinal, asked.failure);
    return { events: [begun, humanInputRequested(state, ordinal, asked.request, now)] };
  }
  if (isWait(callable)) {
    const wait = beginWait(state, { ordinal, attempt: 1, now }, input);
    return wait.ok ? { events: [begun, wait.event] } : ended(state, ordinal, wait.failure);
  }
  if (isChild(state, callable)) {
    const refusal = nestingRefusal(state, callable);
    if (refusal !== undefined) return ended(state, ordinal, refusal);
    return { events: [begun, childAwaited(state, ordinal, 1, call.callId, now)] };
  }
  return { events: [begun], attempt: newAttempt(state, ordinal, call, notes) };
}

type CheckedArguments =
  | { readonly ok: true; readonly input: JsonObject }
  | { readonly ok: false; readonly failure: Failure };

/** The arguments of a call with the values of their references, or why it cannot be made with them. */
function checkedArguments(state: ExecutionState, ordinal: number, { maxBytes, read }: AttemptInputs): CheckedArguments {
  const step = toolStepAt(state, ordinal);
  const { group, item } = nodeAt(state, ordinal);
  const callable = calledBy(state, ordinal);
  const resolved = resolveBounded(
    `the arguments of ${callable.name}`,
    step.arguments,
    referenceReader(state, read, itemPlaceOf(group, item)),
    maxBytes,
  );
  if (!resolved.ok) return { ok: false, failure: resolved.failure };
  const broken = violations(callable.inputSchema, resolved.value);
  if (broken.length > 0 || !isJsonObject(resolved.value)) {
    const failure: Failure = {
      code: "INPUT_INVALID",
      message: `the resolved arguments of ${callable.name} do not satisfy its input schema: ${broken[0]?.message ?? "an object is required"}`,
      retryable: false,
      details: broken.map((violation) => ({ ...violation })),
    };
    return { ok: false, failure };
  }
  const undeclared = declaredInputFailure(step, resolved.value);
  if (undeclared !== undefined) return { ok: false, failure: undeclared };
  const given = givenInput(callable, resolved.value);
  if (given !== undefined && !given.ok) return { ok: false, failure: given.failure };
  return { ok: true, input: resolved.value };
}

/** The key of a call that has not begun (E5). */
function firstCallId(state: ExecutionState, ordinal: number): string {
  const { generation, origin } = keyOf(state, ordinal);
  const { item, step } = nodeAt(state, ordinal);
  // The items of a map or loop share the path of its step, and are counted from 1.
  const place =
    item === undefined ? { stepPath: step.id, item: 0 } : { stepPath: groupIdOf(state, ordinal) ?? "", item: item + 1 };
  return effectKey({ origin, ...place, turn: 0, generation });
}

/**
 * The attempt after one that failed. Its intent is the row of that failure (E2). Where calling twice could do harm it gets a row of its
 * own: otherwise a later object could not know whether it left after the back-off or never (E3, E7).
 */
function furtherAttempt(state: ExecutionState, ordinal: number, { notes, now, read }: AttemptInputs): PreparedAttempt {
  const number = stepAt(state, ordinal).attempt + 1;
  const call: BegunCall = { number, ...calledWith(state, ordinal, read) };
  const begun = started(state, ordinal, call);
  if (isWait(calledBy(state, ordinal))) {
    // The event that came was not the one that the step waits for: it waits for another.
    const wait = beginWait(state, { ordinal, attempt: number, now }, call.input);
    return wait.ok ? { events: [begun, wait.event] } : ended(state, ordinal, wait.failure);
  }
  if (isChild(state, calledBy(state, ordinal)))
    return { events: [begun, childAwaited(state, ordinal, number, call.callId, now)] };
  return {
    events: leavesRow(state, ordinal) ? [begun] : [],
    attempt: newAttempt(state, ordinal, call, notes, calleeAnswer(stepAt(state, ordinal), read)),
  };
}

/** A call with the number of its attempt. */
interface BegunCall {
  readonly number: number;
  readonly callId: string;
  readonly input: JsonObject;
}

/** Key and arguments of a call that was begun. */
function calledWith(state: ExecutionState, ordinal: number, read: ReadValue) {
  const { callId, input: position } = stepAt(state, ordinal);
  const input = position === undefined ? undefined : read(position);
  if (callId === undefined || !isJsonObject(input))
    throw new Error(`step ${toolStepAt(state, ordinal).id} was begun without stored arguments`);
  return { callId, input };
}

/** The call whose child or remote task `task` is, for asking how it stands and for stopping it. */
export function taskCall(
  state: ExecutionState,
  ordinal: number,
  { attempt }: StepTask,
  read: ReadValue,
  { signal, ...notes }: CallNotes & Pick<Call, "signal">,
): Call {
  const { callId, input } = calledWith(state, ordinal, read);
  return callOf(state, ordinal, { number: attempt, callId, input, continuation: undefined, ...notes, signal });
}

function started(state: ExecutionState, ordinal: number, { callId, input, number }: BegunCall): ExecutionEvent {
  const step = toolStepAt(state, ordinal);
  return {
    kind: "StepStarted",
    step: step.id,
    group: groupIdOf(state, ordinal) ?? null,
    attempt: number,
    generation: keyOf(state, ordinal).generation,
    callId,
    callableName: step.callableName,
    arguments: storedValue(input),
  };
}

function ended(state: ExecutionState, ordinal: number, failure: Failure): PreparedAttempt {
  return { events: [stepEnd(state, ordinal, stepAt(state, ordinal), "FAILED", "NOT_SENT", failure)] };
}

function newAttempt(
  state: ExecutionState,
  ordinal: number,
  begun: BegunCall,
  notes: CallNotes,
  continuation: Call["continuation"] = undefined,
): Attempt {
  const controller = new AbortController();
  const { signal } = controller;
  const call = callOf(state, ordinal, { ...begun, ...notes, continuation, signal });
  const { promise: cut, resolve } = Promise.withResolvers<null>();
  const abort: Attempt["abort"] = (cause) => {
    controller.abort(new CallAborted(cause));
    resolve(null);
  };
  return { number: begun.number, call, signal, cut, abort };
}

type CallParts = BegunCall & CallNotes & Pick<Call, "continuation" | "signal">;

function callOf(state: ExecutionState, ordinal: number, parts: CallParts): Call {
  const { callId, continuation, input, number, onArtifact, onProgress, signal } = parts;
  const callable = calledBy(state, ordinal);
  const provider = state.pinned.definitions.providers.find((candidate) => candidate.name === callable.provider);
  if (provider === undefined) throw new Error(`${callable.name} names a provider that was not pinned`);
  const { contextId, execution, origin, plan, requestId, startedWith, subject, tracestate } = state.pinned;
  const traceparent = callTraceparent(state.pinned.traceparent, [execution, callId, number]);
  return {
    callable,
    provider,
    arguments: input,
    callId,
    attempt: number,
    stepId: toolStepAt(state, ordinal).id,
    execution: {
      contextId,
      requestId,
      userId: subject,
      depth: origin.depth,
      ancestors: ancestryOf(state),
      trace: { traceparent, tracestate },
      routingMode: state.routing?.mode ?? (startedWith === "PROMPT" ? "AUTO" : "MANUAL"),
      isOnlyCall: hasOneLeaf(plan),
    },
    continuation,
    onArtifact,
    onProgress,
    signal,
  };
}

/** Whether a call of `callable` is an execution of its own. */
function isChild({ pinned }: ExecutionState, callable: CallableDefinition): boolean {
  return childKeyOf(pinned.definitions, callable) !== undefined;
}

function calledBy(state: ExecutionState, ordinal: number) {
  const { callableName } = toolStepAt(state, ordinal);
  const callable = state.pinned.callables.get(callableName);
  if (callable === undefined) throw new Error(`${callableName} was not pinned when the execution started`);
  return callable;
}
