/**
 * The fields of a form for a JSON Schema. A part that no field can express has a field for JSON, for that part alone. A schema comes from
 * strangers: references are followed to a depth and a number of fields that are bounded, and nothing in it is run.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../../src/json/json.ts";
import { documentSchema, type LocatedSchema } from "../../../src/schema/document/located-schema.ts";
import type { ChoiceField, Field, FieldBase } from "./field.ts";
import { annotations, asSchema, readable } from "./readable-schema.ts";

const deepest = 8;
const mostFields = 3_000;
const mostOptions = 1_000;
const mostBranches = 20;

/** Keywords that make the members of an object depend on more than its `properties`. */
const entangling = [
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "dependentSchemas",
  "dependencies",
  "patternProperties",
  "$dynamicRef",
  "$recursiveRef",
  "unevaluatedProperties",
];

/** The rest of the bound while one schema is read. */
interface FormBudget {
  fieldsLeft: number;
}

/** The form of a whole schema; a single field for JSON where it says nothing that fields could express. */
export function fieldOf(schema: unknown): Field {
  const whole = isJsonObject(schema) ? schema : {};
  return describe({ fieldsLeft: mostFields }, documentSchema(whole), 0);
}

function describe(budget: FormBudget, located: LocatedSchema, depth: number): Field {
  budget.fieldsLeft -= 1;
  const read = depth > deepest || budget.fieldsLeft < 0 ? null : readable(located);
  if (read === null) return { kind: "JSON", ...wordsOf(isJsonObject(located.schema) ? located.schema : {}, false) };
  const { root, schema, isNullable } = read;
  const base = wordsOf(schema, isNullable);
  const inner = (part: Json) => describe(budget, { root, schema: asSchema(part) }, depth + 1);

  if (Object.hasOwn(schema, "const")) return { kind: "CONST", ...base, value: schema.const as Json };
  const options = optionsOf(schema);
  if (options !== null) return { kind: "CHOICE", ...base, options };
  const branches = branchesOf(schema);
  if (branches !== null) {
    const described = branches.map((branch, at) => {
      const field = inner(branch);
      return { label: field.title ?? wordOf(field, at), field };
    });
    return { kind: "BRANCH", ...base, branches: described };
  }
  switch (typeOf(schema)) {
    case "string":
      return {
        kind: "TEXT",
        ...base,
        format: textAt(schema, "format"),
        minLength: numberAt(schema, "minLength"),
        maxLength: numberAt(schema, "maxLength"),
        pattern: textAt(schema, "pattern"),
        isSecret: textAt(schema, "format") === "password" || ownValue(schema, "writeOnly") === true,
      };
    case "integer":
    case "number":
      return {
        kind: "NUMBER",
        ...base,
        isInteger: typeOf(schema) === "integer",
        least: numberAt(schema, "minimum") ?? numberAt(schema, "exclusiveMinimum"),
        most: numberAt(schema, "maximum") ?? numberAt(schema, "exclusiveMaximum"),
      };
    case "boolean":
      return { kind: "BOOLEAN", ...base };
    case "null":
      return { kind: "CONST", ...base, value: null };
    case "array": {
      const items = ownValue(schema, "items");
      if (!isJsonObject(items) || Object.hasOwn(schema, "prefixItems") || isEntangled(schema)) break;
      return {
        kind: "LIST",
        ...base,
        item: inner(items),
        minItems: numberAt(schema, "minItems") ?? 0,
        maxItems: numberAt(schema, "maxItems"),
      };
    }
    case "object": {
      const members = membersOf(schema);
      if (members === null) break;
      return {
        kind: "OBJECT",
        ...base,
        members: members.map((member) => ({ ...member, field: inner(member.schema) })),
      };
    }
  }
  return { kind: "JSON", ...base };
}

/** Members as `properties` names them. Null if the object can have others that are declared elsewhere. */
function membersOf(
  schema: JsonObject,
): readonly { readonly name: string; readonly isRequired: boolean; readonly schema: Json }[] | null {
  const properties = ownValue(schema, "properties");
  if (!isJsonObject(properties) || isEntangled(schema) || isJsonObject(ownValue(schema, "additionalProperties")))
    return null;
  const required = ownValue(schema, "required");
  const names = new Set(isJsonArray(required) ? required.filter((name) => typeof name === "string") : []);
  for (const name of names) if (!Object.hasOwn(properties, name)) return null;
  const members = Object.entries(properties)
    .filter(([, member]) => member !== false)
    .map(([name, member]) => ({ name, isRequired: names.has(name), schema: member }));
  // The order of members says nothing: schemas are kept in a canonical one.
  return [...members.filter(({ isRequired }) => isRequired), ...members.filter(({ isRequired }) => !isRequired)];
}

function isEntangled(schema: JsonObject): boolean {
  return entangling.some((keyword) => Object.hasOwn(schema, keyword));
}

function optionsOf(schema: JsonObject): ChoiceField["options"] | null {
  const values = ownValue(schema, "enum");
  if (isJsonArray(values)) {
    if (values.length === 0 || values.length > mostOptions) return null;
    return values.map((value) => ({ label: labelOf(value), value }));
  }
  const branches = ownValue(schema, "oneOf") ?? ownValue(schema, "anyOf");
  if (!isJsonArray(branches) || branches.length === 0 || branches.length > mostOptions) return null;
  const options: { label: string; value: Json }[] = [];
  for (const branch of branches) {
    if (!isJsonObject(branch) || !Object.hasOwn(branch, "const")) return null;
    const value = branch.const as Json;
    options.push({ label: textAt(branch, "title") ?? labelOf(value), value });
  }
  return options;
}

/** Schemas of which the value fits one. Null if there are none, or if more is said beside them. */
function branchesOf(schema: JsonObject): readonly Json[] | null {
  const type = ownValue(schema, "type");
  if (isJsonArray(type) && type.length > 1) return type.map((name) => ({ ...withoutWords(schema), type: name }));
  const keyword = Object.hasOwn(schema, "oneOf") ? "oneOf" : "anyOf";
  const branches = ownValue(schema, keyword);
  if (!isJsonArray(branches) || branches.length === 0 || branches.length > mostBranches) return null;
  const { [keyword]: _, $defs: __, definitions: ___, $schema: ____, type: shared, ...beside } = schema;
  if (Object.keys(beside).some((key) => !annotations.has(key))) return null;
  return branches.map((branch) =>
    isJsonObject(branch) && shared !== undefined && !Object.hasOwn(branch, "type") && !Object.hasOwn(branch, "$ref")
      ? { ...branch, type: shared }
      : branch,
  );
}

function withoutWords(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !annotations.has(key)));
}

function typeOf(schema: JsonObject): string | null {
  const type = ownValue(schema, "type");
  if (typeof type === "string") return type;
  if (isJsonArray(type) && type.length === 1 && typeof type[0] === "string") return type[0];
  if (type !== undefined) return null;
  if (isJsonObject(ownValue(schema, "properties"))) return "object";
  return isJsonObject(ownValue(schema, "items")) ? "array" : null;
}

function wordsOf(schema: JsonObject, isNullable: boolean): FieldBase {
  const title = textAt(schema, "title")?.trim();
  return {
    title: title === undefined || title === "" ? null : title,
    description: textAt(schema, "description") ?? "",
    isNullable,
    default: ownValue(schema, "default"),
  };
}

function wordOf(field: Field, at: number): string {
  const words: { readonly [Kind in Field["kind"]]: string } = {
    TEXT: "Text",
    NUMBER: "Number",
    BOOLEAN: "Yes or no",
    CHOICE: "One of several values",
    CONST: "A fixed value",
    OBJECT: "Object",
    LIST: "List",
    BRANCH: "Alternatives",
    JSON: "JSON",
  };
  if (field.kind === "CONST") return labelOf(field.value);
  return field.kind === "OBJECT" || field.kind === "JSON" ? `${words[field.kind]} ${at + 1}` : words[field.kind];
}

function labelOf(value: Json): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value).slice(0, 200);
}

function textAt(schema: JsonObject, keyword: string): string | null {
  const value = ownValue(schema, keyword);
  return typeof value === "string" ? value : null;
}

function numberAt(schema: JsonObject, keyword: string): number | null {
  const value = ownValue(schema, keyword);
  return typeof value === "number" ? value : null;
}
