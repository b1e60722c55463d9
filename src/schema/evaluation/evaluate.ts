/**
 * Room `schema/evaluation`: the interpreter that applies the keywords of a schema to a value.
 *
 * Owns: the meaning of each keyword for validation: combinations and references in this file, scalars, arrays and objects in a file each;
 * the record of one evaluation with its steps, its failures and its evaluated members (`evaluation.ts`). Leaves: where references lead, and
 * the step budget, to `schema/document`; regular expressions to `schema/pattern`. Only `schema` imports this room, through `validator.ts`,
 * which turns failures into violations.
 *
 * Invariants:
 * - Each piece of work takes a fixed number of steps, so that every machine refuses or makes the same check.
 * - Unknown keywords are annotations: they make no value fail. So is `format`, unless the evaluation asserts formats (`formats.ts`).
 *
 * This file reads each schema once into the checks that its keywords ask for, and applies these to values. It reads draft 2020-12 and
 * draft-07.
 */
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  ownValue,
} from "../../json/json.ts";
import { kindOf } from "../document/json-kind.ts";
import { dialectOf } from "../document/located-schema.ts";
import { type Resource, resolveIn, type Target } from "../document/resources.ts";
import { arrayChecks, unevaluatedItems } from "./array-checks.ts";
import {
  type Apply,
  type ArrayCheck,
  type At,
  type Check,
  cost,
  Evaluated,
  Malformed,
  type NumberCheck,
  type ObjectCheck,
  type Scope,
  type StringCheck,
} from "./evaluation.ts";
import { objectChecks, schemaOf, unevaluatedProperties } from "./object-checks.ts";
import { numberChecks, stringChecks } from "./scalar-checks.ts";

/** Schemas that may be applied within one another. A reference that leads back to itself would continue forever. */
const MOST_NESTING = 1_500;

interface Checks {
  readonly resource: Resource;
  readonly any: readonly Check[];
  /** Those of one kind of value are made when the first such value comes: most schemas meet values of one kind. */
  number?: readonly NumberCheck[];
  string?: readonly StringCheck[];
  array?: readonly ArrayCheck[];
  object?: readonly ObjectCheck[];
  /** After all others. */
  readonly last: readonly Check[];
}

const checksBySchema = new WeakMap<JsonObject, Checks>();

/** Applies `schema` to `value`. Failures are reported to the evaluation. */
export const apply: Apply = (schema, value, spot, outer, evaluation) => {
  evaluation.take(cost.schema);
  if (schema === true) return undefined;
  if (schema === false) {
    evaluation.fail(spot, "false", "False boolean schema.");
    return undefined;
  }
  const resource = evaluation.document.resourceOf(schema) ?? outer.resource;
  const scope: Scope = resource === outer.resource ? outer : { resource, outer };
  const checks = checksOf(schema, resource);
  const evaluated = evaluation.document.asksEvaluated ? new Evaluated() : undefined;
  const at: At = { spot, scope, evaluation, evaluated };
  evaluation.nesting += 1;
  if (evaluation.nesting > MOST_NESTING)
    throw new RangeError("required schemas that can be followed to their end, found none");
  for (const check of checks.any) check(value, at);
  if (typeof value === "string") {
    checks.string ??= stringChecks(schema);
    for (const check of checks.string) check(value, at);
  } else if (typeof value === "number") {
    checks.number ??= numberChecks(schema);
    for (const check of checks.number) check(value, at);
  } else if (isJsonArray(value)) {
    checks.array ??= arrayChecks(schema);
    for (const check of checks.array) check(value, at);
  } else if (isJsonObject(value)) {
    checks.object ??= objectChecks(schema);
    for (const check of checks.object) check(value, at);
  }
  for (const check of checks.last) check(value, at);
  evaluation.nesting -= 1;
  return evaluated;
};

function checksOf(schema: JsonObject, resource: Resource): Checks {
  let checks = checksBySchema.get(schema);
  if (checks === undefined || checks.resource !== resource) {
    checks = read(schema, resource);
    checksBySchema.set(schema, checks);
  }
  return checks;
}

function read(schema: JsonObject, resource: Resource): Checks {
  const any: Check[] = [];
  addReferenceChecks(any, schema, resource);
  // In draft-07 a reference replaces everything beside it.
  if (Object.hasOwn(schema, "$ref") && dialectOf(resource.root) === "draft-07")
    return { resource, any, number: [], string: [], array: [], object: [], last: [] };
  addValueChecks(any, schema);
  addCombinationChecks(any, schema);
  return { resource, any, last: lastChecks(schema) };
}

function lastChecks(schema: JsonObject): readonly Check[] {
  const [members, items] = [ownValue(schema, "unevaluatedProperties"), ownValue(schema, "unevaluatedItems")];
  const checks: Check[] = [];
  if (members !== undefined)
    checks.push((value, at) => {
      if (isJsonObject(value)) unevaluatedProperties(schemaOf(members), value, at);
    });
  if (items !== undefined)
    checks.push((value, at) => {
      if (isJsonArray(value)) unevaluatedItems(schemaOf(items), value, at);
    });
  return checks;
}

function addReferenceChecks(checks: Check[], schema: JsonObject, resource: Resource): void {
  for (const keyword of ["$ref", "$dynamicRef"]) {
    const reference = ownValue(schema, keyword);
    if (reference === undefined) continue;
    if (typeof reference !== "string") throw new Malformed();
    let target: Target | undefined;
    checks.push((value, at) => {
      target ??= resolveIn(at.evaluation.document, resource, reference);
      if (target === undefined) throw new Error(`Unresolved ${keyword} "${reference.slice(0, 200)}".`);
      const found = keyword === "$ref" ? target.schema : dynamicTarget(reference, target.schema, at);
      // References within a schema that no keyword leads to are those of the resource that was pointed into.
      const scope = target.resource === at.scope.resource ? at.scope : { resource: target.resource, outer: at.scope };
      at.evaluation.fits(found, value, { ...at, scope }, at.spot, true);
    });
  }
  if (Object.hasOwn(schema, "$recursiveRef"))
    checks.push(() => {
      throw new Error('required draft 2020-12 or draft-07, found the keyword "$recursiveRef"');
    });
}

/** Where `$dynamicRef` leads: to the outermost resource that has the same dynamic anchor, if the first place is one at all. */
function dynamicTarget(reference: string, first: JsonSchema, { scope, evaluation }: At): JsonSchema {
  const name = reference.slice(reference.indexOf("#") + 1);
  if (!isJsonObject(first) || ownValue(first, "$dynamicAnchor") !== name) return first;
  let found: JsonSchema = first;
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    evaluation.take(1);
    found = at.resource.dynamicAnchors.get(name) ?? found;
  }
  return found;
}

function addValueChecks(checks: Check[], schema: JsonObject): void {
  const type = ownValue(schema, "type");
  const constant = ownValue(schema, "const");
  const listed = ownValue(schema, "enum");
  if (type !== undefined) {
    if (typeof type !== "string" && !isJsonArray(type)) throw new Malformed();
    const types = typeof type === "string" ? [type] : type;
    checks.push((value, { evaluation, spot }) => {
      const kind = kindOf(value);
      if (types.includes(kind) || (types.includes("integer") && Number.isInteger(value))) return;
      evaluation.fail(spot, "type", `Instance type "${kind}" is invalid. Expected "${types.join('", "')}".`);
    });
  }
  if (constant !== undefined) checks.push(oneOfCheck("const", [constant], "Instance does not match"));
  if (listed !== undefined) {
    if (!isJsonArray(listed)) throw new Malformed();
    checks.push(oneOfCheck("enum", listed, "Instance does not match any of"));
  }
}

const longestShown = 1_000;

function oneOfCheck(keyword: "const" | "enum", values: readonly Json[], words: string): Check {
  const plain = new Set(values.filter((value) => typeof value !== "object" || value === null));
  const texts = new Set(values.filter((value) => typeof value === "object" && value !== null).map(canonicalJson));
  const shown = JSON.stringify(keyword === "const" ? values[0] : values).slice(0, longestShown);
  return (value, { evaluation, spot }) => {
    const isPlain = typeof value !== "object" || value === null;
    if (isPlain ? plain.has(value) : texts.size > 0 && texts.has(evaluation.textOf(value))) return;
    evaluation.fail(spot, keyword, `${words} ${shown}.`);
  };
}

function addCombinationChecks(checks: Check[], schema: JsonObject): void {
  const not = ownValue(schema, "not");
  if (not !== undefined)
    checks.push((value, at) => {
      const { evaluation, spot } = at;
      if (evaluation.fits(schemaOf(not), value, { ...at, evaluated: undefined }, spot, false))
        evaluation.fail(spot, "not", 'Instance matched "not" schema.');
    });
  const any = ownValue(schema, "anyOf");
  if (any !== undefined) checks.push((value, at) => branches("anyOf", any, value, at, (count) => count > 0));
  const all = ownValue(schema, "allOf");
  if (all !== undefined)
    checks.push((value, at) => {
      for (const part of listOf(all)) at.evaluation.fits(schemaOf(part), value, at, at.spot, true);
    });
  const one = ownValue(schema, "oneOf");
  if (one !== undefined) checks.push((value, at) => branches("oneOf", one, value, at, (count) => count === 1));
  const condition = ownValue(schema, "if");
  if (condition !== undefined)
    checks.push((value, at) => {
      const holds = at.evaluation.fits(schemaOf(condition), value, at, at.spot, false);
      const branch = ownValue(schema, holds ? "then" : "else");
      if (branch !== undefined) at.evaluation.fits(schemaOf(branch), value, at, at.spot, true);
    });
}

function listOf(parts: Json): readonly Json[] {
  if (!isJsonArray(parts)) throw new Malformed();
  return parts;
}

/** Failures of the branches are reported after the keyword that needed one of them. */
function branches(
  keyword: "anyOf" | "oneOf",
  parts: Json,
  value: Json,
  at: At,
  enough: (count: number) => boolean,
): void {
  const { evaluation, spot } = at;
  const [failed, length] = [evaluation.failed, evaluation.failures.length];
  const count = listOf(parts).filter((part) => evaluation.fits(schemaOf(part), value, at, spot, true)).length;
  if (enough(count)) {
    evaluation.forget(failed, length);
    return;
  }
  const inside = evaluation.failures.splice(length);
  const message =
    keyword === "anyOf"
      ? "Instance does not match any subschemas."
      : `Instance does not match exactly one subschema (${count} matches).`;
  evaluation.fail(spot, keyword, message);
  evaluation.failures.push(...inside);
}
