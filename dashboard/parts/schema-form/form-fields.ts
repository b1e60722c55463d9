/**
 * Which fields a form for a JSON Schema has. Only what fields can express becomes one; any other part is a field for JSON, for that part
 * alone. A schema comes from strangers: references are followed to a depth and a number of fields that are bounded, and nothing in it
 * is run.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../../src/plan/json.ts";
import { documentSchema, type LocatedSchema, resolveReference } from "../../../src/plan/schema/located-schema.ts";

interface FieldBase {
  /** Null where the schema gives none; the name of the member says what it is then. */
  readonly title: string | null;
  readonly description: string;
  readonly isNullable: boolean;
  /** Undefined if there is none. */
  readonly default: Json | undefined;
}

export interface TextField extends FieldBase {
  readonly kind: "TEXT";
  readonly format: string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  readonly isSecret: boolean;
}

export interface NumberField extends FieldBase {
  readonly kind: "NUMBER";
  readonly isInteger: boolean;
  readonly least: number | null;
  readonly most: number | null;
}

export interface BooleanField extends FieldBase {
  readonly kind: "BOOLEAN";
}

/** One of several given values. */
export interface ChoiceField extends FieldBase {
  readonly kind: "CHOICE";
  readonly options: readonly { readonly label: string; readonly value: Json }[];
}

export interface ConstField extends FieldBase {
  readonly kind: "CONST";
  readonly value: Json;
}

export interface ObjectField extends FieldBase {
  readonly kind: "OBJECT";
  readonly members: readonly { readonly name: string; readonly isRequired: boolean; readonly field: Field }[];
}

export interface ListField extends FieldBase {
  readonly kind: "LIST";
  readonly item: Field;
  readonly minItems: number;
  readonly maxItems: number | null;
}

/** One of several shapes. */
export interface BranchField extends FieldBase {
  readonly kind: "BRANCH";
  readonly branches: readonly { readonly label: string; readonly field: Field }[];
}

export interface JsonField extends FieldBase {
  readonly kind: "JSON";
}

export type Field =
  | TextField
  | NumberField
  | BooleanField
  | ChoiceField
  | ConstField
  | ObjectField
  | ListField
  | BranchField
  | JsonField;

const deepest = 8;
const mostFields = 3_000;
const mostHops = 16;
const mostOptions = 1_000;
const mostBranches = 20;

/** Members of an object that depend on more than its `properties` cannot be told from them. */
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
const annotations = new Set(["title", "description", "default", "examples", "deprecated", "readOnly", "$comment"]);

/** What is left of the bound while one schema is read. */
interface Reading {
  fieldsLeft: number;
}

/** The form of a whole schema; a single field for JSON where it says nothing that fields could express. */
export function fieldOf(schema: unknown): Field {
  const whole = isJsonObject(schema) ? schema : {};
  return describe({ fieldsLeft: mostFields }, documentSchema(whole), 0);
}

function describe(reading: Reading, located: LocatedSchema, depth: number): Field {
  reading.fieldsLeft -= 1;
  const read = depth > deepest || reading.fieldsLeft < 0 ? null : readable(located);
  if (read === null) return { kind: "JSON", ...wordsOf(isJsonObject(located.schema) ? located.schema : {}, false) };
  const { root, schema, isNullable } = read;
  const base = wordsOf(schema, isNullable);
  const inner = (part: Json) => describe(reading, { root, schema: asSchema(part) }, depth + 1);

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

/** The schema behind its references, and whether null fits too. Null if that cannot be told. */
function readable(located: LocatedSchema): (Behind & { readonly isNullable: boolean }) | null {
  const behind = behindReferences(located);
  if (behind === null) return null;
  const { isNullable, schema } = withoutNull(behind.schema);
  // What is left beside null may be a reference again.
  const further = isNullable ? behindReferences({ root: behind.root, schema }) : behind;
  return further === null ? null : { ...further, isNullable };
}

interface Behind {
  readonly root: LocatedSchema["root"];
  readonly schema: JsonObject;
}

/** The schema behind its references and single `allOf`, with what stands beside them. Null if that cannot be told. */
function behindReferences(start: LocatedSchema): Behind | null {
  let { root, schema } = start;
  for (let hops = 0; hops < mostHops; hops += 1) {
    if (!isJsonObject(schema)) return schema === true ? { root, schema: {} } : null;
    const { $ref, allOf, ...beside } = schema as { readonly [key: string]: Json };
    const only = isJsonArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
    if ($ref === undefined && only === undefined) return { root, schema };
    if ($ref !== undefined && allOf !== undefined) return null;
    const target: LocatedSchema | null =
      typeof $ref === "string" ? resolveReference({ root, schema }, $ref) : { root, schema: asSchema(only ?? null) };
    if (target === null || !isJsonObject(target.schema)) return null;
    // Two that both restrict are more than fields can say.
    for (const key of Object.keys(beside)) {
      if (Object.hasOwn(target.schema, key) && !annotations.has(key) && key !== "$defs" && key !== "type") return null;
    }
    root = target.root;
    schema = { ...target.schema, ...beside };
  }
  return null;
}

/** Null as one of the permitted values, told apart from the rest. */
function withoutNull(schema: JsonObject): { readonly isNullable: boolean; readonly schema: JsonObject } {
  const type = ownValue(schema, "type");
  if (isJsonArray(type) && type.length > 1 && type.includes("null")) {
    const rest = type.filter((name) => name !== "null");
    return {
      isNullable: !Object.hasOwn(schema, "enum"),
      schema: { ...schema, type: rest.length === 1 ? (rest[0] as Json) : rest },
    };
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = ownValue(schema, keyword);
    if (!isJsonArray(branches)) continue;
    const rest = branches.filter((branch) => !isNullSchema(branch));
    const [only] = rest;
    if (rest.length === branches.length || only === undefined) continue;
    const { [keyword]: _, ...beside } = schema;
    if (rest.length === 1 && isJsonObject(only)) return { isNullable: true, schema: { ...only, ...beside } };
    return { isNullable: true, schema: { ...beside, [keyword]: rest } };
  }
  return { isNullable: false, schema };
}

function isNullSchema(branch: Json): boolean {
  return isJsonObject(branch) && (branch.type === "null" || (Object.hasOwn(branch, "const") && branch.const === null));
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

function asSchema(part: Json): LocatedSchema["schema"] {
  return isJsonObject(part) || typeof part === "boolean" ? part : {};
}

function textAt(schema: JsonObject, keyword: string): string | null {
  const value = ownValue(schema, keyword);
  return typeof value === "string" ? value : null;
}

function numberAt(schema: JsonObject, keyword: string): number | null {
  const value = ownValue(schema, keyword);
  return typeof value === "number" ? value : null;
}
