/**
 * Requests to models, kept for readers: with the intent of the call, in its row or, above 64 KB, in one row beside it. A text that an
 * earlier call of the execution was sent too, such as the list of callables for a planner, is stored once and named by its place (by its
 * SHA-256).
 *
 * - A request takes at most `maxRequest` characters, the requests of one execution at most `maxRequests` bytes: texts that would go beyond are
 *   cut, with the number of characters that are left out, and further requests are not kept at all.
 * - Nothing here decides anything: a request that is not kept is made all the same.
 * - There is no secret in it: keys of providers are no part of a request.
 */
import type { ModelCallState } from "../../execution/state/model-state.ts";
import type { ReadValue } from "../../execution/state/read-reference.ts";
import { sha256Hex } from "../../json/digest.ts";
import { type Json, type JsonObject, utf8Bytes } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { ModelRequest } from "../../model/port.ts";

/** Characters of the JSON of one request as it is stored, so that it fits into one row. */
const maxRequest = 450_000;
/** Bytes of the requests of one execution as they are stored. */
const maxRequests = 8_388_608;
/** Shorter texts are stored again: their place is not much shorter. */
const shortestShared = 200;

/** A text of a request: itself, cut, or the place of the same text in an earlier call. */
type StoredText =
  | string
  | { readonly text: string; readonly omitted: number }
  | { readonly call: number; readonly at: number };

/** A request as it is stored. */
interface StoredRequest {
  readonly roles: readonly string[];
  /** Those of the messages, then that of the schema of the answer if there is one. */
  readonly texts: readonly StoredText[];
  readonly answer: "TEXT" | "FUNCTION" | "JSON";
  readonly name?: string;
  readonly description?: string;
  readonly maxOutputTokens: number;
}

interface Place {
  readonly call: number;
  readonly at: number;
}

export class KeptRequests {
  readonly #read: ReadValue;
  /** Places of texts by digest. Undefined until it is made from the stored requests. */
  #places: Map<string, Place> | undefined;

  constructor(read: ReadValue) {
    this.#read = read;
  }

  /** The kept form of `request`, of the call `call`. `calls` are the calls before it. Returns undefined where there is no more room. */
  keep(
    calls: readonly ModelCallState[],
    call: number,
    request: ModelRequest,
  ): { readonly request: StoredValue; readonly requestBytes: number } | Record<never, never> {
    const kept = calls.reduce((sum, known) => sum + (known.request?.bytes ?? 0), 0);
    if (kept >= maxRequests) return {};
    this.#places ??= this.#placesIn(calls);
    const places = this.#places;
    let left = Math.min(maxRequest, maxRequests - kept);
    const sent = textsOf(request);
    const texts = sent.map((text, at): StoredText => {
      const digest = text.length < shortestShared ? undefined : sha256Hex(text);
      const place = digest === undefined ? undefined : places.get(digest);
      if (place !== undefined) return place;
      const size = JSON.stringify(text).length;
      if (size <= left) {
        left -= size;
        if (digest !== undefined) places.set(digest, { call, at });
        return text;
      }
      const cut = beginningOf(text, left);
      left = Math.max(0, left - JSON.stringify(cut).length);
      return { text: cut, omitted: text.length - cut.length };
    });
    const { answer, messages, model } = request;
    const document: StoredRequest = {
      roles: messages.map(({ role }) => role),
      texts,
      answer: answer.kind,
      ...(answer.kind === "FUNCTION" && { name: answer.function.name, description: answer.function.description }),
      ...(answer.kind === "JSON" && { name: answer.name }),
      maxOutputTokens: model.maxOutputTokens,
    };
    const whole = wholeOf(document, (text, at) => (isPlace(text) ? (sent[at] ?? "") : text));
    return { request: storedValue(document as unknown as Json), requestBytes: utf8Bytes(JSON.stringify(whole)) };
  }

  /** The row of the latest request was not stored. */
  forget(): void {
    this.#places = undefined;
  }

  #placesIn(calls: readonly ModelCallState[]): Map<string, Place> {
    const places = new Map<string, Place>();
    for (const { call, request } of calls) {
      const stored = request === undefined ? undefined : (this.#read(request) as StoredRequest | undefined);
      for (const [at, text] of (stored?.texts ?? []).entries())
        if (typeof text === "string" && text.length >= shortestShared) places.set(sha256Hex(text), { call, at });
    }
    return places;
  }
}

/** The request whose intent is the event `sequence`, with every text in its place. Undefined if it is not kept. */
export function wholeRequest(calls: readonly ModelCallState[], sequence: number, read: ReadValue): Json | undefined {
  const stored = new Map<number, StoredRequest | undefined>();
  const requestOf = (call: ModelCallState | undefined) => {
    if (call?.request === undefined) return undefined;
    if (!stored.has(call.call)) stored.set(call.call, read(call.request) as StoredRequest | undefined);
    return stored.get(call.call);
  };
  const own = requestOf(calls.find(({ request }) => request?.sequence === sequence));
  if (own === undefined) return undefined;
  return wholeOf(own, (text) => {
    if (!isPlace(text)) return text;
    const there = requestOf(calls.find(({ call }) => call === text.call))?.texts[text.at];
    return typeof there === "string" ? there : { text: "", omitted: 0 };
  });
}

/** A request as readers get it. */
function wholeOf(
  { answer, description, maxOutputTokens, name, roles, texts }: StoredRequest,
  textOf: (text: StoredText, at: number) => string | { readonly text: string; readonly omitted: number },
): JsonObject {
  const messages = roles.map((role, at): JsonObject => {
    const text = textOf(texts[at] ?? "", at);
    if (typeof text === "string") return { role: role.toLowerCase(), text };
    return { role: role.toLowerCase(), text: text.text, omittedCharacters: text.omitted };
  });
  const schema = texts.length > roles.length ? schemaOf(textOf(texts[roles.length] ?? "", roles.length)) : null;
  return {
    messages,
    ...(answer === "FUNCTION" && {
      tools: [{ name: name ?? "", description: description ?? "", parameters: schema }],
    }),
    ...(answer === "JSON" && { answerSchema: { name: name ?? "", schema } }),
    maxOutputTokens,
  };
}

/** A schema that was cut is no JSON. */
function schemaOf(text: string | { readonly text: string; readonly omitted: number }): Json {
  if (typeof text === "string") return JSON.parse(text) as Json;
  return { beginning: text.text, omittedCharacters: text.omitted };
}

function textsOf({ answer, messages }: ModelRequest): readonly string[] {
  const texts = messages.map(({ text }) => text);
  if (answer.kind === "FUNCTION") return [...texts, JSON.stringify(answer.function.parameters)];
  return answer.kind === "JSON" ? [...texts, JSON.stringify(answer.schema)] : texts;
}

function isPlace(text: StoredText): text is Place {
  return typeof text === "object" && "call" in text;
}

/** As much of `text` as has `left` characters as JSON, never half of a character. */
function beginningOf(text: string, left: number): string {
  // A character takes six as JSON at worst.
  let cut = text.slice(0, Math.max(0, Math.floor(left / 6)));
  const wider = text.slice(0, Math.max(0, left - 2));
  if (JSON.stringify(wider).length <= left) cut = wider;
  return cut.toWellFormed();
}
