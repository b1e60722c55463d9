/**
 * Calls of remote agents that speak A2A, 1.0 or 0.3: one attempt sends the message and does not wait for the work (W10), a look asks how
 * the task stands, a cancel says that nobody wants it any more. The step waits for the task (W11); an attempt that no answer came to is
 * judged by `outcome.ts` (E7). Attempts send the same message under the same key (E5), by which agents can tell a repeated one.
 * Never throws: every end is a value.
 */
import type { AttemptResult, LookResult } from "../plan/attempt.ts";
import type { CallableDefinition, ProviderDefinition } from "../plan/callable.ts";
import type { InvocationMessage } from "../plan/invocation-message.ts";
import { isJsonObject, type Json, ownValue } from "../plan/json.ts";
import { type A2aAnswer, readAnswer } from "./a2a-answer.ts";
import { type A2aConnection, parseA2aConnection } from "./a2a-connection.ts";
import { type A2aAddress, exchangeA2a } from "./a2a-exchange.ts";
import { tellable, withTellableFailure } from "./a2a-failure.ts";
import { messageProblem, sendRequest } from "./a2a-request.ts";
import { loadA2aSdk } from "./a2a-sdk.ts";
import { abortedAttempt, type FailedAttempt, failedAttempt } from "./outcome.ts";

/** Who is asked, and how. */
export interface A2aContact {
  readonly provider: ProviderDefinition;
  readonly callable: CallableDefinition;
  /** Value of the provider's secret. Null if it has none. */
  readonly bearer: string | null;
  readonly traceparent: string;
  /** Abort it with a `CallAborted`; any other reason counts as a cancel. The body is read under it (E9). */
  readonly signal: AbortSignal;
  /** The guarded fetch, which bounds the size of the answer. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: { now(): number };
}

export interface A2aCall extends A2aContact {
  /** Its id is the key of the call (E5): printable ASCII without quotes. What it points at must be readable for the agent. */
  readonly message: InvocationMessage;
}

export interface A2aTask extends A2aContact {
  /** Identifier of the task at the agent. */
  readonly handle: string;
  /** As `callA2aAgent` gave them: the agent's context. */
  readonly details: Json;
}

/** Errors of A2A with which an agent says that it began nothing. */
const unsupportedOperation = -32_004;
const rejectingCodes: ReadonlySet<number> = new Set([
  unsupportedOperation,
  -32_005, // ContentTypeNotSupported
  -32_008, // ExtensionSupportRequired
  -32_009, // VersionNotSupported
]);
const methodNotFound = -32_601;
const taskNotFound = -32_001;
const taskNotCancelable = -32_002;

/** Sends the message once. WAITS if the agent made a task of it that has not ended. */
export async function callA2aAgent(call: A2aCall): Promise<AttemptResult> {
  const { bearer, message, signal } = call;
  const subject = subjectOf(call);
  const connection = parseA2aConnection(call.provider.connection);
  if (connection === null) return notSent(subject, "required an interface of A2A 1.0 or 0.3, found another");
  const problem = messageProblem(message);
  if (problem !== null) return notSent(subject, problem);
  const sdk = await loadA2aSdk();
  const exchange = await exchangeA2a(sdk, addressOf(call, connection, message.messageId), (client, options) =>
    client.sendMessage(sendRequest(sdk, message, connection.tenant), options),
  );
  const { answer: decoded, errorData, received, seen } = exchange;
  if (received === undefined) {
    const attempt = failedAttempt(subject, seen, call.clock.now(), rejectingCodes);
    return abortedAttempt(subject, signal, seen) ?? withTellableFailure(attempt, bearer, errorData);
  }
  const answer = readAnswer(subject, payloadIn(received, connection), decoded, null);
  if (answer.kind === "FINAL") return withTellableFailure(answer.attempt, bearer);
  const { contextId, taskId } = answer;
  return {
    kind: "WAITS",
    waitsFor: "REMOTE_TASK",
    handle: taskId,
    details: { contextId },
    note: tellableNote(answer, bearer),
  };
}

/** Asks how the task stands. A task that the agent does not know any more has ended nobody knows how. */
export async function lookAtA2aTask(task: A2aTask): Promise<LookResult> {
  const { bearer, handle } = task;
  const subject = subjectOf(task);
  const connection = parseA2aConnection(task.provider.connection);
  if (connection === null) return notSent(subject, "required an interface of A2A 1.0 or 0.3, found another");
  const sdk = await loadA2aSdk();
  const exchange = await exchangeA2a(sdk, addressOf(task, connection, null), (client, options) =>
    client.getTask({ tenant: connection.tenant ?? "", id: handle, historyLength: 0 }, options),
  );
  const { answer: decoded, errorData, received, seen } = exchange;
  if (received === undefined) {
    const attempt = failedAttempt(subject, seen, task.clock.now());
    const { failure, ...rest } = withTellableFailure(attempt, bearer, errorData);
    if (seen.jsonRpcError?.code === taskNotFound) return { ...rest, outcome: "UNKNOWN", failure };
    return { kind: "UNREACHABLE", message: failure.message };
  }
  const answer = readAnswer(subject, received, decoded, handle);
  if (answer.kind === "FINAL") return withTellableFailure(answer.attempt, bearer);
  return { kind: "PENDING", note: tellableNote(answer, bearer) };
}

/**
 * Says that nobody wants the task any more. True once that was acknowledged: by a task, or by word that it has ended, is unknown, or
 * that the agent cancels no tasks, which it will not learn from being told again.
 */
export async function cancelA2aTask(task: A2aTask): Promise<boolean> {
  const connection = parseA2aConnection(task.provider.connection);
  if (connection === null) return true;
  const sdk = await loadA2aSdk();
  const { received, seen } = await exchangeA2a(sdk, addressOf(task, connection, null), (client, options) =>
    client.cancelTask({ tenant: connection.tenant ?? "", id: task.handle, metadata: undefined }, options),
  );
  if (received !== undefined) return true;
  const refusal = seen.jsonRpcError?.code;
  return (
    refusal === taskNotFound ||
    refusal === taskNotCancelable ||
    refusal === unsupportedOperation ||
    refusal === methodNotFound
  );
}

function addressOf(contact: A2aContact, connection: A2aConnection, idempotencyKey: string | null): A2aAddress {
  const { bearer, fetch, provider, signal, traceparent } = contact;
  return { url: provider.url, connection, bearer, traceparent, idempotencyKey, signal, fetch };
}

/** The task or message in the result of a call: 1.0 wraps it, in 0.3 it is the result. */
function payloadIn(received: Json, { protocolVersion }: A2aConnection): Json {
  if (protocolVersion === "0.3" || !isJsonObject(received)) return received;
  return ownValue(received, "task") ?? ownValue(received, "message") ?? null;
}

function tellableNote(answer: Extract<A2aAnswer, { kind: "AT_WORK" }>, bearer: string | null): string | null {
  return answer.note === null ? null : tellable(answer.note, bearer);
}

function notSent(subject: string, finding: string): FailedAttempt {
  return {
    kind: "FAILED",
    outcome: "NOT_SENT",
    failure: { code: "INTERNAL", message: `Cannot make ${subject}: ${finding}`, retryable: false, details: {} },
    retryAfterMs: null,
    result: null,
  };
}

function subjectOf({ callable }: A2aContact): string {
  return `the call of agent ${JSON.stringify(callable.name)}`;
}
