/**
 * The body that `DefaultChatTransport` of the AI SDK posts: all messages of the page, of which one is new. The conversation here has the others
 * already, as they were stored, so they are counted and not read. The new one is the last, or the assistant message that `messageId` names: then
 * the person has answered questions in it.
 */
import { requestLimits } from "../../graph/base/request-limits.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonDepth } from "../../json/json.ts";
import { type GivenAnswers, givenAnswers, type SentText, sentText } from "./chat-parts.ts";
import { type ChatRefusal, refused } from "./chat-refusal.ts";

export type ChatRequest = ({ readonly kind: "MESSAGE" } & NewMessage) | ({ readonly kind: "ANSWERS" } & GivenAnswers);

/** A message of the person. */
export interface NewMessage extends SentText {
  readonly variables: JsonObject | undefined;
  /** Whether another answer to a message is wanted that was sent before. */
  readonly isRegenerated: boolean;
}

export type ChatBody =
  | {
      readonly ok: true;
      readonly chatId: string;
      /** Undefined where the chat is to continue with its own. */
      readonly manifest: string | undefined;
      readonly request: ChatRequest;
    }
  | { readonly ok: false; readonly refusal: ChatRefusal };

const maxMessages = 1_000;

const members = ["id", "messages", "trigger", "messageId", "manifest", "variables"];

/** Reads `text`. `chatId` and `manifest` are those of the address, if it has any. */
export function readChatBody(text: string, chatId: string | undefined, manifest: string | undefined): ChatBody {
  let body: Json;
  try {
    body = JSON.parse(text);
  } catch {
    return cannot("the body", "JSON", "other content");
  }
  const depth = requestLimits.jsonDepth;
  if (jsonDepth(body, depth + 1) > depth) {
    return cannot("the body", `at most ${depth} objects and arrays within one another`, "more");
  }
  if (!isJsonObject(body)) return cannot("the body", "a JSON object", shortly(body));
  const unknown = Object.keys(body).find((member) => !members.includes(member) && !isNothing(body[member]));
  if (unknown !== undefined) return cannot("the body", `members among ${members.join(", ")}`, shortly(unknown));
  const id = body.id ?? chatId;
  if (typeof id !== "string") return cannot("id", "the id of the chat, in the body or in the address", shortly(id));
  if (chatId !== undefined && id !== chatId) {
    return cannot("id", `the chat of the address, ${shortly(chatId)}`, shortly(id));
  }
  const named = body.manifest ?? manifest;
  if (named !== undefined && typeof named !== "string") return cannot("manifest", "a name", shortly(named));
  const request = requestIn(body);
  return "refusal" in request ? request : { ok: true, chatId: id, manifest: named, request };
}

/** The transport of assistant-ui sends `tools` and `metadata` also where the page has none. */
function isNothing(value: Json | undefined): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

type Refused = Extract<ChatBody, { readonly ok: false }>;

function requestIn({ messageId, messages, trigger = "submit-message", variables }: JsonObject): ChatRequest | Refused {
  if (trigger !== "submit-message" && trigger !== "regenerate-message") {
    return cannot("trigger", "submit-message or regenerate-message", shortly(trigger));
  }
  if (variables !== undefined && !isJsonObject(variables)) return cannot("variables", "an object", shortly(variables));
  if (!isJsonArray(messages) || messages.length === 0) {
    return cannot("messages", "at least the message that is sent", isJsonArray(messages) ? "none" : shortly(messages));
  }
  if (messages.length > maxMessages) return cannot("messages", `at most ${maxMessages}`, String(messages.length));
  const isNamed = (message: Json) => isJsonObject(message) && message.id === messageId && message.role === "assistant";
  const named = messageId === undefined ? -1 : messages.findLastIndex(isNamed);
  const at = named === -1 ? messages.length - 1 : named;
  const message = messages[at];
  const place = `messages[${at}]`;
  if (!isJsonObject(message)) return cannot(place, "a message", shortly(message));
  const { role } = message;
  if (role === "user") {
    const sent = sentText(message, place);
    if (!sent.ok) return { ok: false, refusal: sent.refusal };
    return { kind: "MESSAGE", ...sent.value, variables, isRegenerated: trigger === "regenerate-message" };
  }
  if (role !== "assistant") return cannot(`${place}.role`, "user, or assistant with answers", shortly(role));
  if (variables !== undefined) return cannot("variables", "none beside answers", "some");
  const answers = givenAnswers(message, place);
  return answers.ok ? { kind: "ANSWERS", ...answers.value } : { ok: false, refusal: answers.refusal };
}

function cannot(place: string, required: string, found: string): Refused {
  const message = `Cannot read ${place}: required ${required}, found ${found}`;
  return { ok: false, refusal: refused("BAD_USER_INPUT", message, 400) };
}

/** A value of a stranger for a message: it is cut. */
function shortly(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 100).toWellFormed();
}
