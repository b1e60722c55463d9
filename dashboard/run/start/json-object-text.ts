/** A JSON object that somebody writes as text, where leaving it empty means none. Pure. */
import { tooDeepAt } from "../problems/nesting.ts";

export type ParsedObject =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> | null }
  | { readonly ok: false; readonly message: string };

export function readObject(text: string): ParsedObject {
  if (text.trim() === "") return { ok: true, value: null };
  if (tooDeepAt(text) !== null) return { ok: false, message: "This is nested too deeply" };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return { ok: false, message: 'A JSON object is required, such as {"topic": "tides"}' };
    }
    return { ok: true, value: value as Readonly<Record<string, unknown>> };
  } catch (error) {
    return { ok: false, message: `This is not JSON: ${error instanceof Error ? error.message : "it ends too early"}` };
  }
}
