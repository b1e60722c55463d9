/**
 * The parameter from which tools of the document Auto-tools learn for whom they are called (T18). Only the runtime sets it. A value that a
 * model sends under its name, in upper or lower case, is ignored (C15, R29).
 */
import { isJsonObject, type Json, objectOf } from "../json/json.ts";

export const contextParameter = "context_variables";

/** Whether a key or a parameter has the name, ignoring case. */
export function isContextParameter(name: string): boolean {
  return name.toLowerCase() === contextParameter;
}

/** `value` without the member of that name. */
export function withoutContext(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !isContextParameter(key));
  return kept.length === Object.keys(value).length ? value : objectOf(kept);
}
