/**
 * Questions of remote agents (a task in INPUT_REQUIRED): the question for a person, and the answer as a message to the same task. Agents ask
 * in prose, so the form has a text and room for other data.
 *
 * An agent may still show a question for a while after it was answered. So a question is identified by everything that the task's status
 * says, and one that was answered is not asked again.
 */
import * as z from "zod";
import {
  type CallIdentity,
  type InvocationMessage,
  invocationMessage,
} from "../../execution/commands/invocation-message.ts";
import type { CalleeAnswer, CalleeAsks } from "../../execution/events/attempt.ts";
import { sha256Hex } from "../../json/digest.ts";
import { canonicalJson, isJsonObject, type Json, type JsonSchema, ownValue } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import { safeText } from "./a2a-failure.ts";
import { messageData, messageText } from "./a2a-result.ts";

/** A task that waits for a person, as reported by its agent. */
export interface TaskInputRequired {
  readonly taskId: string;
  readonly contextId: string | null;
  /** Distinguishes this question from all others of the task. */
  readonly question: string;
  /** As the agent put it, not cut. */
  readonly text: string;
  /** Whether the task continues by itself, once a person has permitted something elsewhere (AUTH_REQUIRED). */
  readonly isAuthorization?: true;
}

const questionDetails = madeOnce(() =>
  z.object({
    taskId: z.string(),
    contextId: z.string().nullable(),
    question: z.string(),
    isAuthorization: z.literal(true).optional(),
  }),
);

export type QuestionDetails = z.infer<ReturnType<typeof questionDetails>>;

/** Characters of a question to a person. */
const longestPrompt = 8_000;

const answerSchema: JsonSchema = {
  type: "object",
  properties: { text: { type: "string", description: "The answer in words" } },
};

/** The identity of the question in `status`, in the JSON form of A2A 1.0. */
export function questionOf(status: Json): string {
  return sha256Hex(canonicalJson(status));
}

/** The agent's message with the status of a task: its words, then a line of JSON for each of its data. Empty if it has none. */
export function textOf(status: Json): string {
  const message = (isJsonObject(status) ? ownValue(status, "message") : undefined) ?? null;
  const data = messageData(message).map((value) => JSON.stringify(value));
  return [messageText(message), ...data].filter((line) => line !== "").join("\n");
}

/** The question to a person. `bearer` is never shown. */
export function asksOf(
  { contextId, isAuthorization, question, taskId, text: words }: TaskInputRequired,
  bearer: string | undefined,
): CalleeAsks {
  const details = { taskId, contextId, question };
  if (isAuthorization === true) {
    const said = safeText(words, bearer, longestPrompt) || "The agent needs a permission and does not say which";
    return {
      kind: "ASKS",
      prompt: said,
      details: { ...details, isAuthorization },
      handle: taskId,
      authorize: linkIn(said),
    };
  }
  const prompt = safeText(words, bearer, longestPrompt) || "The agent needs input and does not say which";
  return { kind: "ASKS", prompt, responseSchema: answerSchema, details, handle: taskId };
}

/** Characters of a link that is shown as one. */
const longestLink = 2_000;

/** The first link of `text` that a browser opens over TLS. */
function linkIn(text: string): { readonly link?: string } {
  const [found = ""] = /https:\/\/[^\s"'<>`\\)\]}]+/.exec(text) ?? [];
  const link = found.replace(/(?<![.,;:!?])[.,;:!?]+$/, "");
  return link !== "" && link.length <= longestLink && URL.canParse(link) ? { link } : {};
}

/** The question that was asked, or undefined if another version of this software stored it. */
export function parseQuestion(details: Json): QuestionDetails | undefined {
  const parsed = questionDetails().safeParse(details);
  return parsed.success ? parsed.data : undefined;
}

/**
 * The message with a person's answer: a text as text, every other value as data. Agents that take data before words find none in an answer
 * in words alone, and those that take one part find one. Its id follows from the call and the number of the question, so that it is the
 * same when an attempt is repeated whose answer was lost (E5).
 */
export function answerMessage(
  callId: string,
  { question, response }: CalleeAnswer,
  identity: CallIdentity,
): InvocationMessage {
  const found = isJsonObject(response) ? ownValue(response, "text") : undefined;
  const text = typeof found === "string" ? found : null;
  const isTextAlone = text !== null && isJsonObject(response) && Object.keys(response).length === 1;
  return invocationMessage({
    messageId: `${callId}/${question}`,
    text,
    data: isTextAlone ? null : response,
    artifact: null,
    identity,
  });
}

/** The question of a task that was answered, as the details of the wait for it name it. Undefined if none was. */
export function answeredIn(details: Json): string | undefined {
  const answered = isJsonObject(details) ? ownValue(details, "answered") : undefined;
  return typeof answered === "string" ? answered : undefined;
}
