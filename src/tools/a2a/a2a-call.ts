/**
 * Room `tools/a2a`: the client of remote agents that speak A2A, versions 1.0 and 0.3. It owns requests to agents (this file), the meaning of
 * their replies (`a2a-answer.ts`, `a2a-input-required.ts`, `a2a-result.ts`) and the reading of their cards (`agent-card-discover.ts`).
 *
 * It leaves to others: `execution/effects` decides when a task is polled, `durable/runner` does it, `durable/calls` prepares messages and
 * artifacts, `catalog/agents` judges the content of a card, and `a2a-server` is the other side of the protocol.
 *
 * Invariants:
 *
 * - Sending a message never waits for the work (W10). The step waits for the task, which is polled (W11).
 * - Every attempt sends the same message under the same key (E5), so an agent can recognise a repeated one.
 * - Only COMPLETED, FAILED, REJECTED and CANCELED end a task (R19).
 * - The shape of a reply is checked before the reading of the SDK is used, because the SDK reads malformed members as absent.
 *
 * This file sends a message, asks for the state of a task, sends a person's answer to a task that asked, and cancels a task. A request that
 * brought no reply is classified by `outcome.ts` (E7). It never throws: every end is a value.
 */

import type { CallIdentity, InvocationMessage } from "../../execution/commands/invocation-message.ts";
import type { AttemptResult, CalleeAnswer, TaskPoll } from "../../execution/events/attempt.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { TraceContext } from "../../json/trace-context.ts";
import type { CallableDefinition, ProviderDefinition } from "../../plan/callable.ts";
import { abortedAttempt, type FailedAttempt, failedAttempt } from "../outcome.ts";
import { type A2aAnswer, readAnswer, withLeniency } from "./a2a-answer.ts";
import { type A2aConnection, parseA2aConnection } from "./a2a-connection.ts";
import { type A2aAddress, exchangeA2a } from "./a2a-exchange.ts";
import { safeText, withSafeFailure } from "./a2a-failure.ts";
import { answeredIn, answerMessage, asksOf, parseQuestion, type QuestionDetails } from "./a2a-input-required.ts";
import { type MessageTarget, messageProblem, sendRequest } from "./a2a-request.ts";
import { loadA2aSdk } from "./a2a-sdk.ts";

/** Who is asked, and how. */
export interface A2aContact {
  readonly provider: ProviderDefinition;
  readonly callable: CallableDefinition;
  /** Value of the provider's secret. Undefined if it has none. */
  readonly bearer: string | undefined;
  readonly trace: TraceContext;
  /** Abort it with a `CallAborted`; any other reason counts as a cancel. The body is read under it (E9). */
  readonly signal: AbortSignal;
  /** The guarded fetch, which bounds the size of the answer. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: { now(): number };
}

export interface A2aCall extends A2aContact {
  /** Its id is the key of the call (E5): printable ASCII without quotes. The addresses in it must be readable for the agent. */
  readonly message: InvocationMessage;
}

export interface A2aTask extends A2aContact {
  /** Identifier of the task at the agent. */
  readonly handle: string;
  /** As an attempt gave them: the agent's context, and which of its questions was answered. */
  readonly details: Json;
}

export interface A2aReply extends A2aContact {
  /** The key of the call that asked. */
  readonly callId: string;
  readonly identity: CallIdentity;
  readonly answer: CalleeAnswer;
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
const otherInterface = "required an interface of A2A 1.0 or 0.3, found another";

/** Sends the message once. WAITS if the agent made a task of it that has not ended, ASKS if that needs a person first. */
export async function callA2aAgent(call: A2aCall): Promise<AttemptResult> {
  const { attempt } = await sendOnce(call, call.message, undefined);
  return attempt;
}

/**
 * Sends a person's answer to the task that asked. An agent that refuses it may have gone on without it, so the task is asked how it
 * stands; the refusal counts if the task still asks the same.
 */
export async function answerA2aTask(reply: A2aReply): Promise<AttemptResult> {
  const { answer, callId, identity } = reply;
  const asked = parseQuestion(answer.details);
  if (asked === undefined) return notSent(subjectOf(reply), "required a question of a task, found another");
  if (asked.isAuthorization === true && answer.isAccepted) return pollAuthorized(reply, asked);
  const { attempt, isRefused } = await sendOnce(reply, answerMessage(callId, answer, identity), asked);
  if (!isRefused) return attempt;
  const { contextId, question, taskId } = asked;
  const poll = await pollA2aTask({ ...reply, handle: taskId, details: { contextId } });
  switch (poll.kind) {
    case "UNREACHABLE":
      return attempt;
    case "PENDING":
      return {
        kind: "WAITS",
        waitsFor: "REMOTE_TASK",
        handle: taskId,
        details: { contextId },
        note: poll.note,
        said: poll.said,
      };
    case "ASKS":
      return parseQuestion(poll.details)?.question === question ? attempt : poll;
    default:
      return poll;
  }
}

/** A person says that the task may continue. That is for the task to find out; how it stands is asked, and nothing is sent. */
async function pollAuthorized(
  reply: A2aReply,
  { contextId, question, taskId }: QuestionDetails,
): Promise<AttemptResult> {
  const details = { contextId, answered: question };
  const poll = await pollA2aTask({ ...reply, handle: taskId, details });
  if (poll.kind !== "PENDING" && poll.kind !== "UNREACHABLE") return poll;
  const waits = { kind: "WAITS", waitsFor: "REMOTE_TASK", handle: taskId, details } as const;
  return poll.kind === "UNREACHABLE" ? waits : { ...waits, note: poll.note, said: poll.said };
}

interface SentMessage {
  readonly attempt: AttemptResult;
  /** The agent answered with an error. */
  readonly isRefused: boolean;
}

/** `asked` is the question that the message answers; undefined for one that begins something. */
async function sendOnce(
  contact: A2aContact,
  message: InvocationMessage,
  asked: QuestionDetails | undefined,
): Promise<SentMessage> {
  const { bearer, signal } = contact;
  const subject = subjectOf(contact);
  const connection = parseA2aConnection(contact.provider.connection);
  const problem = connection === undefined ? otherInterface : messageProblem(message);
  if (connection === undefined || problem !== undefined)
    return { attempt: notSent(subject, problem ?? otherInterface), isRefused: false };
  const sdk = await loadA2aSdk();
  const target: MessageTarget | undefined = asked;
  const exchange = await exchangeA2a(sdk, addressOf(contact, connection, message.messageId), (client, options) =>
    client.sendMessage(sendRequest(sdk, message, connection.tenant, target), options),
  );
  const { answer: decoded, errorData, received, seen, leniency } = exchange;
  if (received === undefined) {
    const attempt = failedAttempt(subject, seen, contact.clock.now(), rejectingCodes);
    const aborted = abortedAttempt(subject, signal, seen);
    if (aborted !== undefined) return { attempt: aborted, isRefused: false };
    return { attempt: withSafeFailure(attempt, bearer, errorData), isRefused: seen.jsonRpcError !== undefined };
  }
  const known = asked && { id: asked.taskId, answered: asked.question };
  const answer = withLeniency(readAnswer(subject, payloadIn(received, connection), decoded, known), leniency);
  return { attempt: attemptOf(answer, bearer, known?.answered), isRefused: false };
}

function attemptOf(answer: A2aAnswer, bearer: string | undefined, answered: string | undefined): AttemptResult {
  if (answer.kind === "FINAL") return withSafeFailure(answer.attempt, bearer);
  if (answer.kind === "ASKS") return asksOf(answer.question, bearer);
  const { contextId, taskId } = answer;
  return {
    kind: "WAITS",
    waitsFor: "REMOTE_TASK",
    handle: taskId,
    details: { contextId, ...(answered === undefined ? {} : { answered }) },
    note: safeWords(answer.note, bearer),
    said: safeWords(answer.said, bearer),
  };
}

/** Asks for the state of the task. The outcome of a task that the agent does not know any more is unknown. */
export async function pollA2aTask(task: A2aTask): Promise<TaskPoll> {
  const { bearer, details, handle } = task;
  const subject = subjectOf(task);
  const connection = parseA2aConnection(task.provider.connection);
  if (connection === undefined) return notSent(subject, otherInterface);
  const sdk = await loadA2aSdk();
  const exchange = await exchangeA2a(sdk, addressOf(task, connection, undefined), (client, options) =>
    client.getTask({ tenant: connection.tenant ?? "", id: handle, historyLength: 0 }, options),
  );
  const { answer: decoded, errorData, received, seen, leniency } = exchange;
  if (received === undefined) {
    const attempt = failedAttempt(subject, seen, task.clock.now());
    const { failure, ...rest } = withSafeFailure(attempt, bearer, errorData);
    if (seen.jsonRpcError?.code === taskNotFound) return { ...rest, outcome: "UNKNOWN", failure };
    return { kind: "UNREACHABLE", message: failure.message };
  }
  const known = { id: handle, answered: answeredIn(details) };
  const answer = withLeniency(readAnswer(subject, received, decoded, known), leniency);
  if (answer.kind === "FINAL") return withSafeFailure(answer.attempt, bearer);
  if (answer.kind === "ASKS") return asksOf(answer.question, bearer);
  return { kind: "PENDING", note: safeWords(answer.note, bearer), said: safeWords(answer.said, bearer) };
}

/**
 * Cancels the task. Returns true once that was acknowledged: by a cancelled task, or by an answer that it has ended, is unknown, or that
 * the agent does not support cancelling, which a repetition would not change.
 */
export async function cancelA2aTask(task: A2aTask): Promise<boolean> {
  const connection = parseA2aConnection(task.provider.connection);
  if (connection === undefined) return true;
  const sdk = await loadA2aSdk();
  const { received, seen } = await exchangeA2a(sdk, addressOf(task, connection, undefined), (client, options) =>
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

function addressOf(contact: A2aContact, connection: A2aConnection, idempotencyKey: string | undefined): A2aAddress {
  const { bearer, fetch, provider, signal, trace } = contact;
  return { url: provider.url, connection, bearer, trace, idempotencyKey, signal, fetch };
}

/** The task or message in the result of a call: 1.0 wraps it, in 0.3 it is the result. */
function payloadIn(received: Json, { protocolVersion }: A2aConnection): Json {
  if (protocolVersion === "0.3" || !isJsonObject(received)) return received;
  return ownValue(received, "task") ?? ownValue(received, "message") ?? null;
}

function safeWords(words: string | null, bearer: string | undefined): string | undefined {
  return words === null ? undefined : safeText(words, bearer);
}

function notSent(subject: string, finding: string): FailedAttempt {
  return {
    kind: "FAILED",
    outcome: "NOT_SENT",
    failure: { code: "INTERNAL", message: `Cannot make ${subject}: ${finding}`, retryable: false, details: {} },
  };
}

function subjectOf({ callable }: A2aContact): string {
  return `the call of agent ${JSON.stringify(callable.name)}`;
}
