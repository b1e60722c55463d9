/** The keywords about objects, as checks of a value. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import { isJsonSchema } from "../document/subschemas.ts";
import { type At, cost, Malformed, namesOf, type ObjectCheck } from "./evaluation.ts";
import { matchesSource, numberOf } from "./scalar-checks.ts";

export function objectChecks(schema: JsonObject): readonly ObjectCheck[] {
  return [
    requiredCheck(ownValue(schema, "required")),
    sizeCheck(schema),
    namesCheck(ownValue(schema, "propertyNames")),
    dependentCheck("dependentRequired", ownValue(schema, "dependentRequired")),
    dependentCheck("dependentSchemas", ownValue(schema, "dependentSchemas")),
    dependentCheck("dependencies", ownValue(schema, "dependencies")),
    membersCheck(schema),
  ].filter((check) => check !== undefined);
}

export function schemaOf(value: Json): JsonSchema {
  if (!isJsonSchema(value)) throw new Malformed();
  return value;
}

function requireNames(names: Json, value: JsonObject, at: At, failed: (name: string) => void): void {
  if (!isJsonArray(names)) throw new Malformed();
  at.evaluation.take(cost.name * names.length);
  for (const name of names) {
    if (typeof name !== "string") throw new Malformed();
    if (!Object.hasOwn(value, name)) failed(name);
  }
}

function requiredCheck(names: Json | undefined): ObjectCheck | undefined {
  if (names === undefined) return undefined;
  return (value, at) =>
    requireNames(names, value, at, (name) =>
      at.evaluation.fail(at.spot, "required", `Instance does not have required property "${name}".`),
    );
}

function sizeCheck(schema: JsonObject): ObjectCheck | undefined {
  const [least, most] = [ownValue(schema, "minProperties"), ownValue(schema, "maxProperties")];
  if (least === undefined && most === undefined) return undefined;
  return (value, { evaluation, spot }) => {
    const size = namesOf(value, evaluation).length;
    if (least !== undefined && size < numberOf(least))
      evaluation.fail(spot, "minProperties", `Instance does not have at least ${least} properties.`);
    if (most !== undefined && size > numberOf(most))
      evaluation.fail(spot, "maxProperties", `Instance has more than ${most} properties.`);
  };
}

function namesCheck(names: Json | undefined): ObjectCheck | undefined {
  if (names === undefined) return undefined;
  return (value, at) => {
    const { evaluation, spot } = at;
    for (const name of namesOf(value, evaluation)) {
      const place = { outer: spot, key: name };
      if (!evaluation.fits(schemaOf(names), name, at, place, true))
        evaluation.fail(spot, "propertyNames", `Property name "${name.slice(0, 200)}" does not match schema.`);
    }
  };
}

function dependentCheck(keyword: string, dependents: Json | undefined): ObjectCheck | undefined {
  if (dependents === undefined) return undefined;
  return (value, at) => {
    const { evaluation, spot } = at;
    if (!isJsonObject(dependents)) throw new Malformed();
    const entries = Object.entries(dependents);
    evaluation.take(cost.name * entries.length);
    for (const [name, dependent] of entries) {
      if (!Object.hasOwn(value, name)) continue;
      if (isJsonArray(dependent))
        requireNames(dependent, value, at, (missing) =>
          evaluation.fail(spot, keyword, `Instance has "${name}" but does not have "${missing}".`),
        );
      else if (!evaluation.fits(schemaOf(dependent), value, at, spot, true))
        evaluation.fail(spot, keyword, `Instance has "${name}" but does not match dependant schema.`);
    }
  };
}

function membersCheck(schema: JsonObject): ObjectCheck | undefined {
  const declared = ownValue(schema, "properties");
  const byPattern = ownValue(schema, "patternProperties");
  const additional = ownValue(schema, "additionalProperties");
  if (declared === undefined && byPattern === undefined && additional === undefined) return undefined;
  // Listed once: to list them takes time for every object, also for one without members.
  let patterns: readonly (readonly [string, Json])[] | undefined;
  return (value, at) => {
    const { evaluation, evaluated, spot } = at;
    const properties = mapOf(declared);
    patterns ??= Object.entries(mapOf(byPattern));
    for (const name of namesOf(value, evaluation)) {
      const member = value[name] ?? null;
      const place = { outer: spot, key: name };
      let isKnown = Object.hasOwn(properties, name);
      if (isKnown) evaluation.fits(schemaOf(properties[name] ?? null), member, at, place, true);
      evaluation.take(2 * patterns.length);
      for (const [source, ofPattern] of patterns) {
        if (!matchesSource(source, name, evaluation.take)) continue;
        isKnown = true;
        evaluation.fits(schemaOf(ofPattern), member, at, place, true);
      }
      if (!isKnown && additional !== undefined) {
        isKnown = true;
        if (!evaluation.fits(schemaOf(additional), member, at, place, true)) {
          const message = `Property "${name.slice(0, 200)}" does not match additional properties schema.`;
          evaluation.fail(spot, "additionalProperties", message);
        }
      }
      if (!isKnown || evaluated === undefined) continue;
      evaluation.take(cost.entry);
      evaluated.names.add(name);
    }
  };
}

function mapOf(value: Json | undefined): JsonObject {
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw new Malformed();
  return value;
}

/** `unevaluatedProperties`, once all other keywords have been asked. */
export function unevaluatedProperties(unevaluated: JsonSchema, value: JsonObject, at: At): void {
  const { evaluation, evaluated, spot } = at;
  if (evaluated === undefined || evaluated.everyName) return;
  for (const name of namesOf(value, evaluation)) {
    if (evaluated.names.has(name)) continue;
    if (!evaluation.fits(unevaluated, value[name] ?? null, at, { outer: spot, key: name }, true)) {
      const message = `Property "${name.slice(0, 200)}" does not match unevaluated properties schema.`;
      evaluation.fail(spot, "unevaluatedProperties", message);
    }
  }
  evaluated.everyName = true;
}
