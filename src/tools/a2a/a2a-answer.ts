/**
 * The meaning of a remote agent's reply for the call: a final result, a task in progress, or a task that asks a person. Only COMPLETED,
 * FAILED, REJECTED and CANCELED are final (R19). A task in a state that A2A does not define stays in progress and says so in a note,
 * because it may still be running.
 *
 * The SDK reads malformed members as absent, so the received shape is checked before the SDK's reading is used. A reply that breaks the shape
 * counts as ANSWERED with PROTOCOL: the agent may have done its work.
 */
import * as z from "zod";
import type { AttemptResult } from "../../execution/events/attempt.ts";
import { maxProgressText } from "../../execution/events/callee-progress.ts";
import type { FailureCode } from "../../json/failure.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import { isTooDeep, tooDeepAnswer } from "../callee-edge.ts";
import { questionOf, type TaskInputRequired, textOf } from "./a2a-input-required.ts";
import { callResult, messageText, structuredError } from "./a2a-result.ts";

export type FinalAttempt = Extract<AttemptResult, { kind: "SUCCEEDED" | "FAILED" }>;

export type A2aAnswer =
  | { readonly kind: "FINAL"; readonly attempt: FinalAttempt }
  | {
      readonly kind: "AT_WORK";
      readonly taskId: string;
      readonly contextId: string | null;
      readonly note: string | null;
      /** Its status message while it works. Null for none. */
      readonly said: string | null;
    }
  | { readonly kind: "ASKS"; readonly question: TaskInputRequired };

/** The task that was asked for. */
export interface KnownTask {
  readonly id: string;
  /** The question of it that was answered: an agent may show it for a while. Undefined if none was. */
  readonly answered: string | undefined;
}

/** Characters of the identifiers of a task and its context that are kept while it is waited for. */
const longestId = 1_024;

/** More characters of a task's message than are passed on, so that a secret in it is recognised before it is cut. */
const longestSaid = maxProgressText * 4;

/** The common part of 1.0 and 0.3, by names with only one spelling in ProtoJSON. */
const shapes = madeOnce(() => {
  const parts = z.array(z.looseObject({})).nullish();
  const message = z.looseObject({ parts });
  const task = z.looseObject({
    id: z.string().min(1),
    status: z.looseObject({ state: z.union([z.string(), z.number()]), message: message.nullish() }),
    artifacts: z.array(z.looseObject({ parts })).nullish(),
  });
  return { message, task };
});

/**
 * Judges an answer. `received` is the task or message as it came, `decoded` the same in the JSON form of A2A 1.0, undefined if that could
 * not be read; `known` the task that was asked for, undefined for a call. `subject` names the call in messages, which are not cut yet.
 */
export function readAnswer(
  subject: string,
  received: Json,
  decoded: JsonObject | undefined,
  known: KnownTask | undefined,
): A2aAnswer {
  if (isTooDeep(received)) return { kind: "FINAL", attempt: tooDeepAnswer(subject) };
  const isMessage = decoded !== undefined && Object.hasOwn(decoded, "messageId");
  const parsed = (isMessage ? shapes().message : shapes().task).safeParse(received);
  if (decoded === undefined || !parsed.success) {
    const [issue] = parsed.error?.issues ?? [];
    const place = issue === undefined ? "something else" : `in ${issue.path.join(".")}: ${issue.message}`;
    return brokenContract(
      subject,
      `required ${known === undefined ? "a task or a message" : "a task"}, found ${place}`,
    );
  }
  if (isMessage) return readMessage(subject, decoded);
  // The task of somebody else: this answer must not become the answer to ours (H8, C28).
  if (known !== undefined && ownValue(decoded, "id") !== known.id) {
    return brokenContract(
      subject,
      `required the task ${JSON.stringify(known.id)}, found ${JSON.stringify(decoded.id)}`,
    );
  }
  return readTask(subject, decoded, known?.answered);
}

/** The answer, with a warning if it was read leniently: `finding` is "required …, found …". */
export function withLeniency(answer: A2aAnswer, finding: string | undefined): A2aAnswer {
  if (finding === undefined || answer.kind !== "FINAL" || answer.attempt.kind !== "SUCCEEDED") return answer;
  const message = `Read the answer of the agent by its shape: ${finding}`;
  const warning = { code: "PROTOCOL", message, retryable: false, details: {} } as const;
  return { ...answer, attempt: { ...answer.attempt, warning } };
}

function readMessage(subject: string, message: JsonObject): A2aAnswer {
  const result = callResult([], message, ownValue(message, "metadata") ?? null);
  const error = structuredError(message);
  if (error !== undefined) {
    const details = { violations: error.violations };
    return failed(subject, "AGENT_ERROR", error.message, details, result);
  }
  return { kind: "FINAL", attempt: { kind: "SUCCEEDED", result } };
}

function readTask(subject: string, task: JsonObject, answered: string | undefined): A2aAnswer {
  const status = ownValue(task, "status");
  const state = isJsonObject(status) ? ownValue(status, "state") : undefined;
  const message = (isJsonObject(status) ? ownValue(status, "message") : undefined) ?? null;
  const found = ownValue(task, "artifacts");
  const result = callResult(isJsonArray(found) ? found : [], message, ownValue(task, "metadata") ?? null);
  const details = { taskId: ownValue(task, "id") ?? null, state: state ?? null };
  const error = structuredError(message);
  const words = messageText(message) || "the agent gave no reason";
  switch (state) {
    case "TASK_STATE_COMPLETED":
    case "TASK_STATE_FAILED":
      if (error !== undefined) {
        return failed(subject, "AGENT_ERROR", error.message, { ...details, violations: error.violations }, result);
      }
      if (state === "TASK_STATE_FAILED") return failed(subject, "AGENT_ERROR", words, details, result);
      return { kind: "FINAL", attempt: { kind: "SUCCEEDED", result } };
    case "TASK_STATE_REJECTED":
      return failed(subject, "AGENT_ERROR", `the agent declined it: ${words}`, details, result);
    case "TASK_STATE_CANCELED":
      return failed(subject, "CANCELLED", `the task was cancelled at the agent: ${words}`, details, result);
    case "TASK_STATE_SUBMITTED":
    case "TASK_STATE_WORKING":
      return atWork(subject, task, null, messageText(message).slice(0, longestSaid) || null);
    case "TASK_STATE_INPUT_REQUIRED":
      return asking(subject, task, answered);
    case "TASK_STATE_AUTH_REQUIRED":
      return authorizing(subject, task, answered);
    default:
      return atWork(subject, task, noteOf("UNKNOWN_STATE", message));
  }
}

function noteOf(state: string, message: Json): string {
  const text = messageText(message);
  return text === "" ? state : `${state}: ${text}`;
}

/** The question of a task. The answered question does not count: then the agent has yet to continue. */
function asking(subject: string, task: JsonObject, answered: string | undefined): A2aAnswer {
  const status = ownValue(task, "status") ?? null;
  const question = questionOf(status);
  const working = atWork(subject, task, null);
  if (working.kind !== "AT_WORK" || question === answered) return working;
  const { contextId, taskId } = working;
  return { kind: "ASKS", question: { taskId, contextId, question, text: textOf(status) } };
}

/**
 * A task that continues once a person has permitted something elsewhere. That it says the same as when the person said so is a note: the
 * agent may not have found out yet.
 */
function authorizing(subject: string, task: JsonObject, answered: string | undefined): A2aAnswer {
  const status = ownValue(task, "status") ?? null;
  const message = (isJsonObject(status) ? ownValue(status, "message") : undefined) ?? null;
  const asked = asking(subject, task, answered);
  if (asked.kind === "ASKS") return { kind: "ASKS", question: { ...asked.question, isAuthorization: true } };
  return asked.kind === "AT_WORK" ? { ...asked, note: noteOf("AUTH_REQUIRED", message) } : asked;
}

function atWork(subject: string, task: JsonObject, note: string | null, said: string | null = null): A2aAnswer {
  const taskId = String(ownValue(task, "id"));
  if (taskId.length > longestId) {
    const finding = `required a task id of at most ${longestId} characters, found ${taskId.length}`;
    return brokenContract(subject, finding);
  }
  const contextId = ownValue(task, "contextId");
  const isKept = typeof contextId === "string" && contextId.length <= longestId;
  return { kind: "AT_WORK", taskId, contextId: isKept ? contextId : null, note, said };
}

/** The agent worked, or refused to, and says so. Only a fault on its side may go better another time. */
function failed(
  subject: string,
  code: FailureCode,
  words: string,
  details: JsonObject,
  result: Extract<AttemptResult, { kind: "FAILED" }>["result"],
): A2aAnswer {
  const retryable = code === "AGENT_ERROR" && ownValue(details, "state") !== "TASK_STATE_REJECTED";
  const failure = { code, message: `Cannot complete ${subject}: ${words}`, retryable, details };
  return { kind: "FINAL", attempt: { kind: "FAILED", outcome: "ANSWERED", failure, result } };
}

function brokenContract(subject: string, finding: string): A2aAnswer {
  const message = `Cannot accept the answer to ${subject}: ${finding}`;
  const failure = { code: "PROTOCOL", message, retryable: false, details: {} } as const;
  return { kind: "FINAL", attempt: { kind: "FAILED", outcome: "ANSWERED", failure } };
}
