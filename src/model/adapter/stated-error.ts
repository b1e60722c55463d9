/**
 * The error that a provider states in a body. It may come with any HTTP status, 200 included, in a whole body or as an event of a stream.
 * Providers use different shapes; all have a type, a code and a sentence.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";

export interface StatedError {
  /** Types and codes, as stated, the outermost first. */
  readonly codes: readonly string[];
  /** Empty if none was stated. */
  readonly message: string;
  /** Tokens that were consumed stand beside the error, so that something is owed. */
  readonly isCharged: boolean;
}

type Words = Omit<StatedError, "isCharged">;

/** The error in a body or event, or undefined if it is no error. */
export function statedError(body: Json): StatedError | undefined {
  if (!isJsonObject(body)) return undefined;
  const words = textsIn(body);
  return words && { ...words, isCharged: isCharged(body) };
}

function textsIn(body: JsonObject): Words | undefined {
  const inner = ownValue(body, "error");
  if (isJsonObject(inner)) return errorOf([body, inner]);
  // Of some frameworks it is the name of the status alone, and the message stands beside it.
  if (typeof inner === "string" && inner !== "")
    return { codes: codesOf(body), message: [...new Set([inner, textOf(body, "message") ?? inner])].join(": ") };
  // The Responses API has events of type `error` without a member for it, vLLM whole bodies.
  if (ownValue(body, "type") === "error" || ownValue(body, "object") === "error") return errorOf([body]);
  const response = ownValue(body, "type") === "response.failed" ? ownValue(body, "response") : undefined;
  const failure = isJsonObject(response) ? ownValue(response, "error") : undefined;
  if (isJsonObject(failure)) return errorOf([failure]);
  return listedError(body);
}

/** As `statedError`, for the body of an answer whose status already says that it is one. */
export function statedInFailure(body: Json): StatedError | undefined {
  const stated = statedError(body);
  if (stated !== undefined || !isJsonObject(body)) return stated;
  const message = textOf(body, "message") ?? textOf(body, "detail");
  return message === undefined ? undefined : { codes: codesOf(body), message, isCharged: isCharged(body) };
}

/** Whether a body, or the response that an event of the Responses API holds, counts any token. */
function isCharged(body: JsonObject): boolean {
  const response = ownValue(body, "response");
  return [body, response].some((holder) => {
    const usage = isJsonObject(holder) ? ownValue(holder, "usage") : undefined;
    return (
      isJsonObject(usage) &&
      Object.entries(usage).some(([name, count]) => name.endsWith("_tokens") && Number(count) > 0)
    );
  });
}

/** Cloudflare's interfaces list errors beside `success: false`. */
function listedError(body: JsonObject): Words | undefined {
  const errors = ownValue(body, "errors");
  if (ownValue(body, "success") !== false || !isJsonArray(errors)) return undefined;
  const [first] = errors;
  return isJsonObject(first) ? errorOf([first]) : { codes: [], message: "" };
}

function errorOf(layers: readonly JsonObject[]): Words {
  const message = layers.map((layer) => textOf(layer, "message")).findLast((text) => text !== undefined) ?? "";
  return { codes: layers.flatMap(codesOf), message };
}

function codesOf(error: JsonObject): readonly string[] {
  const details = ownValue(error, "details");
  const found = [ownValue(error, "type"), ownValue(error, "code")];
  // Anthropic distinguishes a spend limit from a rate limit only here.
  if (isJsonObject(details)) found.push(ownValue(details, "error_code"));
  return found
    .filter((code) => typeof code === "string" || typeof code === "number")
    .map(String)
    .filter((code) => code !== "" && code !== "error");
}

function textOf(object: JsonObject, member: string): string | undefined {
  const value = ownValue(object, member);
  return typeof value === "string" ? value : undefined;
}
