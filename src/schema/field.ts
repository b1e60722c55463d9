/**
 * Whether a path leads to something in the values that a schema describes (P13). A plan is refused on "missing" only, so a field
 * is missing when no value can have it, or when other fields are declared beside it and it is not (the closed reading, see
 * `field-finding.ts`). A segment of digits may be an index or a name, because a reference can spell either way. A negative
 * number is an index from the end.
 */

import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../json/json.ts";
import { EVERY_KIND, includes, kindsOfType, only } from "./document/json-kind.ts";
import { dialectOf, documentSchema, type LocatedSchema, resolveReference, within } from "./document/located-schema.ts";
import { budgetInForce } from "./document/step-budget.ts";
import { isJsonSchema } from "./document/subschemas.ts";
import { type Finding, IMPOSSIBLE, intersection, OPEN, SILENT, union } from "./field-finding.ts";
import { itemFinding, memberFinding } from "./own-field.ts";
import { statedKinds } from "./stated-kinds.ts";

export type PathSegment = string | number;

/**
 * `required`: every value has the field, as long as the enclosing value has the type of the schema. `optional`: the field is described but
 * may be absent. `unknown`: the schema does not say. In all three `value` describes the value at that place. `missing`: the segment at
 * position `at` leads nowhere; `availableFields` names the fields at that place.
 */
export type FieldAnswer =
  | { readonly presence: "required" | "optional" | "unknown"; readonly value: LocatedSchema }
  | { readonly presence: "missing"; readonly at: number; readonly availableFields: readonly string[] };

/**
 * Follows `path` into the values that `schema`, a whole document, describes. The time is bounded for all schemas, for this call and for all
 * calls of the same request.
 *
 * @example
 * ```ts
 * const schema = { type: "object", properties: { title: { type: "string" } } };
 * fieldAt(schema, ["title"]).presence; // "optional"
 * fieldAt(schema, ["name"]); // { presence: "missing", at: 0, availableFields: ["title"] }
 * ```
 */
export function fieldAt(schema: JsonSchema, path: readonly PathSegment[]): FieldAnswer {
  return fieldWithin(documentSchema(schema), path);
}

/** As `fieldAt`, into the values that a part of a document describes. */
export function fieldWithin(located: LocatedSchema, path: readonly PathSegment[]): FieldAnswer {
  let value = located;
  let required = true;
  for (const [at, segment] of path.entries()) {
    const finding = counted((budget) => findingIn(value, segment, budget)) ?? OPEN;
    switch (finding.is) {
      case "impossible":
      case "undeclared":
        return { presence: "missing", at, availableFields: availableFields(value) };
      case "silent":
      case "open":
        return { presence: "unknown", value: { root: value.root, schema: true } };
      case "declared":
        required &&= finding.required && isSurelyContainer(value, segment);
        value = finding.value;
    }
  }
  return { presence: required ? "required" : "optional", value };
}

// Schemas looked into for one segment.
const MOST_SCHEMAS = 500;

interface Budget {
  left: number;
}

const MOST_FIELDS = 100;

/** The answer of `ask` within its own bound. Undefined if the request has used up the budget of all its questions. */
function counted<Answer>(ask: (budget: Budget) => Answer): Answer | undefined {
  return budgetInForce().answer(MOST_SCHEMAS, () => {
    const budget: Budget = { left: MOST_SCHEMAS };
    const answer = ask(budget);
    return { answer, steps: MOST_SCHEMAS - budget.left };
  });
}

function findingIn(located: LocatedSchema, segment: PathSegment, budget: Budget): Finding {
  const { root, schema } = located;
  if (typeof schema === "boolean") return schema ? SILENT : IMPOSSIBLE;
  const dialect = dialectOf(root);
  if (dialect === undefined || budget.left <= 0) return OPEN;
  budget.left -= 1;
  const inside = (part: JsonSchema) => findingIn(within(located, part), segment, budget);
  const findings: Finding[] = [];
  if (Object.hasOwn(schema, "$dynamicRef") || Object.hasOwn(schema, "$recursiveRef")) findings.push(OPEN);
  if (Object.hasOwn(schema, "$ref")) {
    const reference = ownValue(schema, "$ref");
    const target = typeof reference === "string" ? resolveReference(located, reference) : undefined;
    const finding = target === undefined ? OPEN : findingIn(target, segment, budget);
    if (dialect === "draft-07") return finding;
    findings.push(finding);
  }
  findings.push(ownFinding(located, schema, segment, budget));
  findings.push(...listed(schema, "allOf").map(inside));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = listed(schema, keyword);
    if (branches.length > 0) findings.push(union(branches.map(inside)));
  }
  if (Object.hasOwn(schema, "if")) {
    findings.push(union([part(schema, "then"), part(schema, "else")].map(inside)));
  }
  for (const dependent of dependentSchemas(schema)) findings.push(union([SILENT, inside(dependent)]));
  return intersection(findings);
}

function ownFinding(located: LocatedSchema, schema: JsonObject, segment: PathSegment, budget: Budget): Finding {
  const kinds = ownKinds(schema);
  const index = indexOf(segment);
  const findings: Finding[] = [];
  const isFromEnd = typeof segment === "number" && segment < 0;
  if (includes(kinds, "object") && !isFromEnd) findings.push(memberFinding(located, schema, String(segment), budget));
  if (includes(kinds, "array") && index !== undefined) {
    findings.push(itemFinding(located, schema, index, dialectOf(located.root) ?? "2020-12"));
  }
  // Without a type, keywords for one kind of container decide.
  const spoken = findings.filter(({ is }) => is !== "silent");
  if (findings.length === 0) return IMPOSSIBLE;
  return spoken.length === 0
    ? SILENT
    : spoken.length === 1 && kinds === EVERY_KIND
      ? (spoken[0] as Finding)
      : union(findings);
}

function ownKinds(schema: JsonObject): number {
  const type = ownValue(schema, "type");
  return (type === undefined ? undefined : kindsOfType(type))?.kinds ?? EVERY_KIND;
}

function indexOf(segment: PathSegment): number | undefined {
  if (typeof segment === "number") return Number.isSafeInteger(segment) ? segment : undefined;
  return /^(0|[1-9]\d{0,8})$/.test(segment) ? Number(segment) : undefined;
}

/** False if the schema openly allows something else in this place, null above all. */
function isSurelyContainer(located: LocatedSchema, segment: PathSegment): boolean {
  const kinds = statedKinds(located);
  if (kinds === EVERY_KIND || kinds === only("object")) return true;
  return kinds === only("array") && indexOf(segment) !== undefined;
}

function availableFields(located: LocatedSchema): readonly string[] {
  const names = new Set<string>();
  counted((budget) => collectNames(located, names, budget));
  return [...names].slice(0, MOST_FIELDS);
}

function collectNames(located: LocatedSchema, names: Set<string>, budget: Budget): void {
  const { schema } = located;
  if (typeof schema === "boolean" || budget.left <= 0) return;
  budget.left -= 1;
  const properties = ownValue(schema, "properties");
  if (isJsonObject(properties)) {
    for (const [name, value] of Object.entries(properties)) if (value !== false) names.add(name);
  }
  const reference = ownValue(schema, "$ref");
  const target = typeof reference === "string" ? resolveReference(located, reference) : undefined;
  if (target !== undefined) collectNames(target, names, budget);
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listed(schema, keyword));
  for (const keyword of ["then", "else"]) parts.push(part(schema, keyword));
  for (const inner of [...parts, ...dependentSchemas(schema)]) collectNames(within(located, inner), names, budget);
}

function listed(schema: JsonObject, keyword: string): JsonSchema[] {
  const parts = ownValue(schema, keyword);
  return isJsonArray(parts) ? parts.map((item) => (isJsonSchema(item) ? item : true)) : [];
}

function part(schema: JsonObject, keyword: string): JsonSchema {
  const value = ownValue(schema, keyword);
  return isJsonSchema(value) ? value : true;
}

function dependentSchemas(schema: JsonObject): readonly JsonSchema[] {
  return ["dependentSchemas", "dependencies"].flatMap((keyword) => {
    const dependents = ownValue(schema, keyword);
    return isJsonObject(dependents) ? Object.values(dependents).filter(isJsonSchema) : [];
  });
}
