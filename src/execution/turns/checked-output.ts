/**
 * Structured output checked against its model (T4, T10), with the defaults that it left out. Output that could not be stored as it was checked
 * breaks the model as well: a number without a JSON form would be stored as null, and a tool called with that.
 */

import { isJsonArray, isJsonObject, type Json } from "../../json/json.ts";
import { jsonPointer } from "../../json/value-path.ts";
import type { OutputModel } from "../../plan/turn-work.ts";
import { maxDefaultedBytes, withDefaults } from "../../schema/fill-defaults.ts";
import { violations } from "../../schema/validator.ts";
import type { OutputViolation } from "../events/turn-event.ts";

/** Violations that are recorded and shown to the agent. */
const maxViolations = 20;

const longestViolation = 500;

export interface CheckedOutput {
  /** As it was given if there are any violations. */
  readonly data: Json;
  readonly violations: readonly OutputViolation[];
}

/** Checks `given`. `finding` describes a text in its place that is no output at all. */
export function checkedOutput(model: OutputModel, given: Json, finding: string | undefined): CheckedOutput {
  const broken = (found: readonly OutputViolation[]): CheckedOutput => ({ data: given, violations: found });
  if (finding !== undefined) return broken([{ pointer: "", message: cut(`expected JSON, found ${finding}`) }]);
  const found = violations(model.schema, given)
    .slice(0, maxViolations)
    .map(({ instance, message }) => ({ pointer: cut(instance), message: cut(message) }));
  if (found.length > 0) return broken(found);
  const endless = endlessNumber(given);
  if (endless !== undefined) {
    return broken([
      { pointer: cut(jsonPointer(endless)), message: "expected a number that JSON can hold, found a larger one" },
    ]);
  }
  const data = withDefaults(model.schema, given);
  if (data !== undefined) return { data, violations: [] };
  return broken([
    {
      pointer: "",
      message: `expected fewer fields left out: their defaults have more than ${maxDefaultedBytes} bytes, or take more steps than one check may`,
    },
  ]);
}

/** Where the first number stands that was too large to be read. Undefined if there is none. */
function endlessNumber(value: Json): readonly string[] | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : [];
  if (!isJsonArray(value) && !isJsonObject(value)) return undefined;
  for (const [key, inner] of Object.entries<Json>(value)) {
    const path = endlessNumber(inner);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

function cut(text: string): string {
  return text.length <= longestViolation ? text : `${text.slice(0, longestViolation)}…`.toWellFormed();
}
