/** A body that must be JSON, from an agent that may send anything: its type is checked before it is read. */
import { AnswerTooRich } from "../catalog/fetch-failure.ts";
import { type Json, jsonIn } from "../json/json.ts";
import { isWithin } from "../json/json-count.ts";
import { maxJson } from "../plan/limits.ts";
import type { CallObservation } from "./call-observation.ts";

/**
 * The problem of the type of a body that must be JSON. Undefined if there is none.
 *
 * @example
 * ```ts
 * contentTypeProblem("application/problem+json; charset=utf-8"); // undefined
 * contentTypeProblem("text/html"); // 'required the content type application/json, found "text/html"'
 * ```
 */
export function contentTypeProblem(contentType: string | null): string | undefined {
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  // A server and its proxy may each have sent it.
  if (type.split(",").every((one) => /^\s*(?:application\/json|[\w.-]+\/[\w.-]+\+json)$/.test(one))) return undefined;
  const found = type === "" ? "none" : JSON.stringify(type.slice(0, 100));
  return `required the content type application/json, found ${found}`;
}

/** The value of a body; undefined, and noted in `seen`, if it is no JSON or holds more than an answer may. */
export function receivedJson(text: string, seen: CallObservation): Json | undefined {
  if (!isWithin(text, maxJson)) {
    seen.fetchError = new AnswerTooRich(maxJson);
    return undefined;
  }
  const value = jsonIn(text);
  if (value === undefined) seen.unreadable = "required a JSON document, found something else";
  return value;
}
