/**
 * The type of a reference within a map or loop: an item of the list, the position of the item or iteration, the output of the iteration
 * before. The type of an item follows from the list: from the schema of that output, or from the values in the plan.
 */
import { type Json, type JsonObject, objectOf } from "../../json/json.ts";
import type { PathSegment } from "../../json/value-path.ts";
import { documentSchema, type LocatedSchema } from "../../schema/document/located-schema.ts";
import { fieldWithin } from "../../schema/field.ts";

import { treeOf } from "../expressions/expression-text.ts";
import { anyValue, expressionType, itemType as itemsWithin, type ValueType } from "../expressions/expression-type.ts";
import type { MapStep, Operand, Reference, RepeatedStep } from "../plan.ts";
import type { PlanScope } from "../plan-scope.ts";
import { projectedType } from "./projection-type.ts";
import {
  ANYTHING,
  fieldNotFound,
  previousType,
  type ReferenceType,
  referenceType,
  unknownType,
} from "./reference-type.ts";

const POSITION = documentSchema({ type: "integer", minimum: 0 });

/** The type of `reference`, whose root is one of an item, in the step or condition of `repeated`. */
export function itemType(
  { path, root }: Reference,
  repeated: RepeatedStep | undefined,
  scope: PlanScope,
): ReferenceType {
  if (root === "index") {
    if (path.length > 0) return fieldNotFound(path, 0, [], undefined, "the position of an item, a whole number,");
    return { ok: true, presence: "required", alternatives: [POSITION], sourceCallable: undefined };
  }
  if (repeated?.kind === "LOOP") return previousType(repeated, path, scope);
  return repeated === undefined ? unknownType(undefined) : itemOf(repeated, path, scope);
}

function itemOf({ over }: MapStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  const { alternatives, source, sourceCallable } = itemsOf(over, scope);
  const answers = alternatives.map((one) => fieldWithin(one, path));
  const [first] = answers;
  if (first?.presence === "missing" && answers.every(({ presence }) => presence === "missing"))
    return fieldNotFound(path, first.at, first.availableFields, sourceCallable, source);
  const possible = answers.flatMap((answer) => (answer.presence === "missing" ? [] : [answer]));
  const isSure = possible.length === answers.length && possible.every(({ presence }) => presence === "required");
  const isUnknown = possible.every(({ presence }) => presence === "unknown");
  return {
    ok: true,
    presence: isSure ? "required" : isUnknown ? "unknown" : "optional",
    alternatives: possible.map(({ value }) => value),
    sourceCallable,
  };
}

interface Items {
  /** An item fits one of these. */
  readonly alternatives: readonly LocatedSchema[];
  readonly source: string;
  readonly sourceCallable?: string | undefined;
}

/** The type of the items of `list`. The list itself is checked elsewhere. */
function itemsOf(list: Operand, scope: PlanScope): Items {
  if (list.kind === "literal" && Array.isArray(list.value) && list.value.length > 0) {
    const alternatives = (list.value as readonly Json[]).map((value) => documentSchema(shapeOf(value)));
    return { alternatives, source: "an item of the list" };
  }
  if (list.kind === "cel") {
    const typed = expressionType(treeOf(list), (operand) => typeOf(list.references[operand], scope));
    return typed.ok ? { alternatives: itemsWithin(typed.type), source: `an item of ${list.expression}` } : anyItems;
  }
  if (list.kind !== "reference") return anyItems;
  const { reference } = list;
  const type = projectedType(referenceType(reference, scope), reference.each);
  if (!type.ok) return anyItems;
  const alternatives = itemsWithin(type.alternatives);
  return { alternatives, source: `an item of ${reference.expression}`, sourceCallable: type.sourceCallable };
}

function typeOf(reference: Reference | undefined, scope: PlanScope): ValueType {
  const type = reference === undefined ? undefined : projectedType(referenceType(reference, scope), reference.each);
  return type?.ok === true ? type.alternatives : anyValue;
}

const anyItems: Items = { alternatives: [ANYTHING], source: "an item" };

/** A schema of values like `value`: its members and their kinds. */
function shapeOf(value: Json): JsonObject {
  if (value === null) return { type: "null" };
  if (Array.isArray(value)) return { type: "array" };
  if (typeof value !== "object") return { const: value };
  const members = Object.entries(value);
  const properties = objectOf<Json>(members.map(([key, member]) => [key, shapeOf(member)]));
  return { type: "object", properties, required: members.map(([key]) => key), additionalProperties: false };
}
