/** The parts of the message that is sent: the text of a person, or the person's answers to questions in an assistant message. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../json/json.ts";
import { type ChatRefusal, refused } from "./chat-refusal.ts";

export interface SentText {
  /** The id that the client gave to the message. */
  readonly messageId: string;
  readonly text: string;
}

/** Whether a call may be made. */
export interface GivenApproval {
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason: string | undefined;
}

/** The person's output of a call that is a question, or why there is none. */
export type GivenOutput =
  | { readonly toolCallId: string; readonly output: Json }
  | { readonly toolCallId: string; readonly errorText: string };

export interface GivenAnswers {
  readonly messageId: string;
  readonly approvals: readonly GivenApproval[];
  readonly outputs: readonly GivenOutput[];
}

type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: ChatRefusal };

/** As long as the API lets an idempotency key be, which the id of a message is. */
const maxIdCharacters = 255;
const maxTextParts = 100;
const maxParts = 1_000;

/** The text of a person's message: its parts, each a paragraph. */
export function sentText(message: JsonObject, place: string): Parsed<SentText> {
  const parts = partsOf(message, place, maxTextParts);
  if (!parts.ok) return parts;
  const texts: string[] = [];
  for (const [at, part] of parts.value.parts.entries()) {
    if (part.type !== "text" || typeof part.text !== "string") {
      const found = part.type === "text" ? "none" : shortly(part.type);
      return cannot(`${place}.parts[${at}]`, 'a part of the type "text", as nothing else can be sent', found);
    }
    texts.push(part.text);
  }
  return { ok: true, value: { messageId: parts.value.id, text: texts.join("\n\n") } };
}

/** The answers in an assistant message. Parts that answer nothing are passed over. */
export function givenAnswers(message: JsonObject, place: string): Parsed<GivenAnswers> {
  const parts = partsOf(message, place, maxParts);
  if (!parts.ok) return parts;
  const approvals: GivenApproval[] = [];
  const outputs: GivenOutput[] = [];
  for (const [at, part] of parts.value.parts.entries()) {
    const { approval, errorText, output, providerExecuted, state, toolCallId } = part;
    const partPlace = `${place}.parts[${at}]`;
    if (state === "approval-responded") {
      const { approved, id, reason } = isJsonObject(approval) ? approval : {};
      if (
        typeof id !== "string" ||
        typeof approved !== "boolean" ||
        (reason !== undefined && typeof reason !== "string")
      ) {
        return cannot(
          `${partPlace}.approval`,
          "an id, whether it is approved, and perhaps a reason",
          shortly(approval),
        );
      }
      if (approved && reason !== undefined && reason !== "") {
        return cannot(
          `${partPlace}.approval.reason`,
          "none beside an approval, as only that of a refusal is kept",
          shortly(reason),
        );
      }
      approvals.push({ approvalId: id, approved, reason });
    } else if (providerExecuted !== true && (state === "output-available" || state === "output-error")) {
      if (typeof toolCallId !== "string") return cannot(`${partPlace}.toolCallId`, "an id", shortly(toolCallId));
      if (state === "output-error") {
        const why = typeof errorText === "string" ? errorText : "";
        outputs.push({ toolCallId, errorText: why });
      } else outputs.push({ toolCallId, output: output ?? null });
    }
  }
  if (approvals.length + outputs.length > 0)
    return { ok: true, value: { messageId: parts.value.id, approvals, outputs } };
  return cannot(place, "a message of the role user, or answers of the person", "an assistant message without any");
}

interface Parts {
  readonly id: string;
  readonly parts: readonly JsonObject[];
}

function partsOf({ id, parts }: JsonObject, place: string, maximum: number): Parsed<Parts> {
  if (typeof id !== "string" || id.length < 1 || id.length > maxIdCharacters) {
    const found = typeof id === "string" ? String(id.length) : shortly(id);
    return cannot(`${place}.id`, `from 1 to ${maxIdCharacters} characters`, found);
  }
  if (!isJsonArray(parts) || parts.length === 0) {
    return cannot(`${place}.parts`, "at least one part", isJsonArray(parts) ? "none" : shortly(parts));
  }
  if (parts.length > maximum) return cannot(`${place}.parts`, `at most ${maximum}`, String(parts.length));
  const odd = parts.findIndex((part) => !isJsonObject(part));
  if (odd !== -1) return cannot(`${place}.parts[${odd}]`, "an object", shortly(parts[odd]));
  return { ok: true, value: { id, parts: parts as readonly JsonObject[] } };
}

function cannot(place: string, required: string, found: string) {
  const message = `Cannot read ${place}: required ${required}, found ${found}`;
  return { ok: false, refusal: refused("BAD_USER_INPUT", message, 400) } as const;
}

function shortly(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 100).toWellFormed();
}
