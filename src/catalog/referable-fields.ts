/** The fields of a tool's output that a reference can name, listed for people and for language models (P29). */

import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../json/json.ts";
import { outputFieldAt } from "../plan/compile/artifact-fields.ts";
import { EVERY_KIND, includes, KINDS, NO_KIND } from "../schema/document/json-kind.ts";
import { type LocatedSchema, resolveReference, within } from "../schema/document/located-schema.ts";
import { isJsonSchema } from "../schema/document/subschemas.ts";
import { statedKinds, statesOnlyIntegers } from "../schema/stated-kinds.ts";

export interface ReferableField {
  /** As it is written after `$N.output.`. */
  readonly path: string;
  /** JSON types joined by `|`, `integer` for a number that is always one; or `unknown`. */
  readonly type: string;
  readonly required: boolean;
}

const deepest = 3;
const mostFields = 100;
const mostSchemas = 500;
/** Names that can stand in a dotted path without brackets. */
const plainName = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Fields level by level, at most 3 levels and 100 fields. Empty without an output schema.
 *
 * @example
 * ```ts
 * const outputSchema = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
 * referableFields(outputSchema); // [{ path: "title", type: "string", required: true }]
 * ```
 */
export function referableFields(outputSchema: JsonSchema | null): readonly ReferableField[] {
  if (outputSchema === null) return [];
  const fields: ReferableField[] = [];
  let level: readonly (readonly string[])[] = [[]];
  for (let depth = 0; depth < deepest; depth++) {
    const next: (readonly string[])[] = [];
    for (const parent of level) {
      const enclosing = outputFieldAt(outputSchema, parent);
      if (enclosing.presence === "missing") continue;
      for (const name of memberNames(enclosing.value)) {
        const path = [...parent, name];
        const answer = outputFieldAt(outputSchema, path);
        if (answer.presence === "missing") continue;
        if (fields.length === mostFields) return fields;
        fields.push({ path: spelled(path), type: typeOf(answer.value), required: answer.presence === "required" });
        next.push(path);
      }
    }
    level = next;
  }
  return fields;
}

function memberNames(located: LocatedSchema): ReadonlySet<string> {
  const names = new Set<string>();
  collect(located, names, { left: mostSchemas });
  return names;
}

function collect(located: LocatedSchema, names: Set<string>, budget: { left: number }): void {
  const { schema } = located;
  if (typeof schema === "boolean" || budget.left-- <= 0) return;
  const properties = ownValue(schema, "properties");
  if (isJsonObject(properties)) for (const name of Object.keys(properties)) names.add(name);
  const reference = ownValue(schema, "$ref");
  const target = typeof reference === "string" ? resolveReference(located, reference) : undefined;
  if (target !== undefined) collect(target, names, budget);
  for (const part of combined(schema)) collect(within(located, part), names, budget);
}

function combined(schema: JsonObject): readonly JsonSchema[] {
  return ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const parts = ownValue(schema, keyword);
    return isJsonArray(parts) ? parts.filter(isJsonSchema) : [];
  });
}

function spelled(path: readonly string[]): string {
  return path
    .map((name, at) => (plainName.test(name) ? `${at === 0 ? "" : "."}${name}` : `[${JSON.stringify(name)}]`))
    .join("");
}

function typeOf(located: LocatedSchema): string {
  const stated = statedKinds(located);
  if (stated === EVERY_KIND || stated === NO_KIND) return "unknown";
  const numberName = statesOnlyIntegers(located) ? "integer" : "number";
  const named = KINDS.filter((kind) => includes(stated, kind));
  return named.map((kind) => (kind === "number" ? numberName : kind)).join("|");
}
