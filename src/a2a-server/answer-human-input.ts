/**
 * A message to an existing task: the answer to the question for which it waits, in our own form or as the data or text that was asked for.
 * A task that works accepts no message; one that has ended accepts nothing any more.
 */

import type { Message } from "@a2a-js/sdk";
import { RequestMalformedError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import * as z from "zod";
import { refusalText } from "../access/address.ts";
import { holdsScope } from "../access/audience.ts";
import { frameValue } from "../execution/client/frame-value.ts";
import type { ExecutionView, HumanInputView } from "../execution/views/execution-view.ts";
import { isTerminalTask, standingOfView, taskState } from "../execution/views/task-state.ts";
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectOf,
  ownValue,
} from "../json/json.ts";
import type { ValueFrame } from "../json/stored-value.ts";
import { MissingScope } from "./missing-scope.ts";
import type { A2aSession } from "./ports.ts";
import { type KnownTask, knownTask, taskNotFound } from "./read-task.ts";

const answerShape = z.strictObject({
  accept: z.boolean(),
  requestId: z.string().optional(),
  reason: z.string().max(2_000).optional(),
  response: z.custom<JsonObject>(isJsonObject).optional(),
});

/**
 * The task of the message, in its state after the message. `beforehand` is called after all checks and before the answer is given; an error
 * of it leaves the question open. A repetition of the same answer changes nothing, a different one is refused.
 */
export async function answerTask(
  message: Message,
  session: A2aSession,
  beforehand: (task: KnownTask) => Promise<void>,
): Promise<KnownTask> {
  const known = await knownTask(message.taskId, session);
  const { identity, view } = known;
  if (message.contextId !== "" && message.contextId !== identity.contextId) {
    throw new RequestMalformedError(
      "Cannot take the message: required the contextId of its task, or none, found that of another context",
    );
  }
  const { openQuestions, status } = standingOfView(view);
  if (isTerminalTask(taskState({ openQuestions, status }))) {
    throw new UnsupportedOperationError(
      `Cannot take the message: required a task that has not ended, found one that is ${status}`,
    );
  }
  const said = saidIn(message);
  const question = said && questionOf(said, view);
  if (openQuestions.size === 0 && question === undefined) {
    throw new UnsupportedOperationError(
      "Cannot take the message: required a task that waits for an answer, found one at work",
    );
  }
  if (!holdsScope(session.caller.scopes, "HUMAN_INPUT_RESPOND")) throw new MissingScope("HUMAN_INPUT_RESPOND");
  if (said === undefined) throw notUnderstood();
  if (question === undefined) {
    const found = requestIdOf(said) === undefined ? "none, which will do for a task that asked once only" : "another";
    throw new RequestMalformedError(
      `Cannot take the answer: required the requestId of a question of the task, found ${found}`,
    );
  }
  const answer = await answerTo(question, said, known, session);
  if (question.status !== "PENDING") await assertSame(answer, question, known, session);
  await beforehand(known);
  return { identity, view: question.status === "PENDING" ? await respond(answer, question, known, session) : view };
}

async function respond(
  { accept, reason, response }: Answer,
  question: HumanInputView,
  known: KnownTask,
  session: A2aSession,
): Promise<ExecutionView> {
  const { requestId } = question;
  const { caller, clients } = session;
  const given = {
    requestId,
    isAccepted: accept,
    reason: reason ?? null,
    response: response ?? null,
    by: caller.subject,
  };
  const answered = await clients.executions.respond(known.view.execution, given);
  switch (answered.kind) {
    case "NOT_FOUND":
      throw taskNotFound();
    case "INVALID": {
      const [first] = answered.violations;
      const where = first === undefined || first.pointer === "" ? "" : ` at ${first.pointer}`;
      const finding = first?.message ?? "nothing that satisfies it";
      throw new RequestMalformedError(
        `Cannot take the answer: required one that satisfies the schema of the question, found${where}: ${finding}`,
      );
    }
    case "REFUSED":
      throw new UnsupportedOperationError(`Cannot take the answer: ${refusalText(answered.refusal, question)}`);
    case "EXPIRED":
      throw notOpen("EXPIRED");
    case "ALREADY_RESOLVED": {
      // By the same message, or by somebody else.
      const resolved = answered.view.humanInputs.find((input) => input.requestId === requestId);
      const after = { ...known, view: answered.view };
      if (resolved !== undefined) await assertSame({ accept, reason, response }, resolved, after, session);
      return answered.view;
    }
    case "RESOLVED":
      return answered.view;
  }
}

/** Throws if the question was answered otherwise. */
async function assertSame(
  { accept, response }: Answer,
  question: HumanInputView,
  known: KnownTask,
  session: A2aSession,
): Promise<void> {
  const { status } = question;
  if (status !== (accept ? "ACCEPTED" : "DECLINED")) throw notOpen(status);
  if (question.response === null) return;
  const before = await shownValue(question.response, known, session);
  if (canonicalJson(before) !== canonicalJson(response ?? {})) throw notOpen(status);
}

function notOpen(status: string): Error {
  return new UnsupportedOperationError(
    `Cannot take the answer: required a question that is open, found one that is ${status}`,
  );
}

function notUnderstood(): Error {
  return new RequestMalformedError(
    'Cannot take the answer: required one part with data such as {"accept": true}, with requestId, reason and response if wanted, or the words or data that were asked for, found another',
  );
}

/**
 * The question that the message answers. Without a requestId it is the only question that the task has ever asked, so that a repeated
 * answer never answers a later question.
 */
function questionOf(said: Said, { humanInputs }: ExecutionView): HumanInputView | undefined {
  const requestId = requestIdOf(said);
  if (requestId !== undefined) return humanInputs.find((input) => input.requestId === requestId);
  const [only, ...others] = humanInputs;
  if (only === undefined || others.length > 0) return undefined;
  // Once an approval was given, words that come are no answer to it.
  const isMeant = said.kind === "ANSWER" || only.responseSchema !== null || only.status === "PENDING";
  return isMeant ? only : undefined;
}

function requestIdOf(said: Said): string | undefined {
  return said.kind === "ANSWER" ? said.answer.requestId : undefined;
}

interface Answer {
  readonly accept: boolean;
  readonly reason: string | undefined;
  readonly response: JsonObject | undefined;
}

/** The content of a message: an answer in our own form, or the requested data or text itself. */
type Said =
  | { readonly kind: "ANSWER"; readonly answer: z.infer<typeof answerShape> }
  | { readonly kind: "DATA"; readonly data: JsonObject }
  | { readonly kind: "WORDS"; readonly text: string };

/** Undefined for a message that is no answer. */
function saidIn({ parts }: Message): Said | undefined {
  const [content] = parts.map((part) => part.content);
  if (parts.length !== 1 || content === undefined) return undefined;
  if (content.$case === "text") {
    const text = content.value.trim();
    return text === "" ? undefined : { kind: "WORDS", text };
  }
  if (content.$case !== "data") return undefined;
  const data = content.value as unknown;
  const parsed = answerShape.safeParse(data);
  if (parsed.success) return { kind: "ANSWER", answer: parsed.data };
  return isJsonObject(data) ? { kind: "DATA", data } : undefined;
}

/** The text or data of the message as the answer to `question`. Throws if the question does not ask for it. */
async function answerTo(question: HumanInputView, said: Said, known: KnownTask, session: A2aSession): Promise<Answer> {
  if (said.kind === "ANSWER") {
    const { accept, reason, response } = said.answer;
    return { accept, reason, response: accept ? response : undefined };
  }
  const schema = question.responseSchema === null ? null : await shownValue(question.responseSchema, known, session);
  if (!isJsonObject(schema)) throw notUnderstood();
  const response = said.kind === "DATA" ? said.data : textAnswer(said.text, schema);
  if (response === undefined) throw notUnderstood();
  return { accept: true, reason: undefined, response };
}

/** Words can only be meant for a schema of one member that takes text. Undefined for any other, and for words that are no choice. */
function textAnswer(text: string, schema: JsonObject): JsonObject | undefined {
  const properties = ownValue(schema, "properties");
  const [sole, ...others] = isJsonObject(properties) ? Object.entries(properties) : [];
  if (sole === undefined || others.length > 0 || !isJsonObject(sole[1])) return undefined;
  const [name, member] = sole;
  const choices = ownValue(member, "enum");
  const takesText = isJsonArray(choices) ? choices.includes(text) : ownValue(member, "type") === "string";
  return takesText ? objectOf<Json>([[name, text]]) : undefined;
}

/** A value of a question; those that are too large for the view are read. */
async function shownValue(frame: ValueFrame, { view }: KnownTask, { clients }: A2aSession): Promise<Json> {
  return (await frameValue(clients.executions, view.execution, frame)) ?? null;
}
