/**
 * The form in which an A2A client takes results, out of the media types that it accepts. Both forms that are offered are made of the same
 * output: text as `text/plain`, data as `application/json`.
 */
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { CallableRun } from "../../plan/run-definition.ts";

/** ANY: the form that the output has by itself. */
export type OutputForm = "ANY" | "TEXT" | "DATA";

/** Member of the metadata of a stored message that holds the form, where it is not ANY. */
export const outputFormKey = "dev.planwright/outputForm";

const textModes: ReadonlySet<string> = new Set(["text/plain", "text/*", "text", "*/*", "*"]);
const dataModes: ReadonlySet<string> = new Set(["application/json", "application/*", "json", "data", "*/*", "*"]);

/**
 * The form for a client that accepts `modes`. No modes mean every form; undefined if none of them is offered.
 *
 * @example
 * ```ts
 * outputFormFor(["text/plain"]); // "TEXT"
 * ```
 */
export function outputFormFor(modes: readonly string[]): OutputForm | undefined {
  if (modes.length === 0) return "ANY";
  const named = modes.map((mode) => (mode.split(";")[0] ?? "").trim().toLowerCase());
  const takesText = named.some((mode) => textModes.has(mode));
  const takesData = named.some((mode) => dataModes.has(mode));
  if (takesText && takesData) return "ANY";
  if (takesText) return "TEXT";
  return takesData ? "DATA" : undefined;
}

/** The form that the stored message of a task asks for. */
export function storedOutputForm(message: Json | undefined): OutputForm {
  const metadata = isJsonObject(message) ? ownValue(message, "metadata") : undefined;
  const form = isJsonObject(metadata) ? ownValue(metadata, outputFormKey) : undefined;
  return form === "TEXT" || form === "DATA" ? form : "ANY";
}

/** Whether the output of a run is text by itself: that of an agent which declares no output of its own. */
export function givesText(callable: CallableRun | null): boolean {
  return callable?.kind === "AGENT" && callable.outputSchema === null;
}
