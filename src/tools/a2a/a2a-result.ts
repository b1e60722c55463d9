/**
 * The result of an agent as a `CallResult` (W12). `output` is the structured data of the last artifact that has some, else of the message,
 * else `{text}`. `content` is everything: all text, the artifacts with their parts as received, the message.
 *
 * Agents of Solace put their result into the message of the final state, as `structured_invocation_result`. If its status is "error", the
 * call fails in every state of the task.
 */
import type { CallResult } from "../../execution/events/attempt.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";

/** Reads artifacts and message, both in the JSON form of A2A 1.0. `metadata` is that of the task or message. */
export function callResult(artifacts: readonly Json[], message: Json, metadata: Json): CallResult {
  const said = partsOf(message);
  const text = textOf([...artifacts.flatMap(partsOf), ...said]);
  const withData = artifacts.findLast((artifact) => dataIn(partsOf(artifact)) !== undefined);
  const data = dataIn(partsOf(withData ?? null)) ?? dataIn(said);
  return {
    output: data ?? { text },
    content: { text, artifacts, statusMessage: message },
    metadata,
    isPartial: false,
  };
}

/** The text of a message. Empty if it has none. */
export function messageText(message: Json): string {
  return textOf(partsOf(message));
}

/** The data of a message, part by part. */
export function messageData(message: Json): readonly Json[] {
  return partsOf(message).flatMap((part) => (Object.hasOwn(part, "data") ? [part.data ?? null] : []));
}

/** Why a structured result is an error, with its violations. Undefined if there is no such result, or it is none. */
export function structuredError(message: Json): { readonly message: string; readonly violations: Json } | undefined {
  const result = dataIn(partsOf(message));
  if (!isJsonObject(result) || ownValue(result, "type") !== "structured_invocation_result") return undefined;
  if (ownValue(result, "status") !== "error") return undefined;
  const found = ownValue(result, "error_message");
  const words = typeof found === "string" && found !== "" ? found : "the agent gave no reason";
  return { message: words, violations: ownValue(result, "validation_errors") ?? [] };
}

function partsOf(holder: Json): readonly JsonObject[] {
  const parts = isJsonObject(holder) ? ownValue(holder, "parts") : undefined;
  return isJsonArray(parts) ? parts.filter(isJsonObject) : [];
}

function textOf(parts: readonly JsonObject[]): string {
  const texts = parts.map((part) => ownValue(part, "text")).filter((text) => typeof text === "string");
  return texts.join("\n");
}

function dataIn(parts: readonly JsonObject[]): Json | undefined {
  const found = parts.find((part) => Object.hasOwn(part, "data"));
  return found?.data;
}
