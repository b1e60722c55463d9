/**
 * A JSON Schema as rows that people read: name, type, whether it is required, its description; nested members are below, indented. Pure. A
 * schema comes from strangers: depth and number of rows are bounded, and references within the document are followed only so far.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../../src/json/json.ts";
import { decoded } from "../../shell/route.ts";

export interface SchemaRow {
  /** Name of the property; `[ ]` for the items of an array, `*` for members of any other name. */
  readonly name: string;
  /** How far it is nested, from 0. */
  readonly depth: number;
  /** Such as `string (uri)`, `array of object`, `string or null`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Bounds in words, such as `up to 200 characters`. */
  readonly bounds: readonly string[];
}

export interface SchemaRows {
  readonly rows: readonly SchemaRow[];
  /** Whether there is more to the schema than rows were made of. */
  readonly isCut: boolean;
  /** Type of the whole. */
  readonly type: string;
}

const depthLimit = 4;
const rowLimit = 120;

/** Rows for the properties of `schema`, in its order. Empty for a schema that is no object with properties. */
export function schemaRows(schema: unknown): SchemaRows {
  if (!isJsonObject(schema)) return { rows: [], isCut: false, type: schema === false ? "nothing" : "anything" };
  const rows: SchemaRow[] = [];
  const isCut = addMembers(rows, schema, schema, 0);
  return { rows, isCut, type: typeIn(resolved(schema, schema), schema) };
}

/** Adds rows for the members of `schema`. Returns whether something had to be left out. */
function addMembers(rows: SchemaRow[], given: JsonObject, root: JsonObject, depth: number): boolean {
  const schema = resolved(given, root);
  const properties = ownValue(schema, "properties");
  const required = ownValue(schema, "required");
  const needed = new Set(isJsonArray(required) ? required : []);
  let isCut = ["allOf", "anyOf", "oneOf", "if", "patternProperties"].some((keyword) => {
    const found = ownValue(schema, keyword);
    return isJsonArray(found) ? found.some(holdsMembers) : isJsonObject(found);
  });
  const members: [string, Json, boolean][] = [];
  if (isJsonObject(properties)) {
    for (const [name, member] of Object.entries(properties)) members.push([name, member, needed.has(name)]);
  }
  const items = ownValue(schema, "items");
  if (isJsonObject(items) && holdsMembers(resolved(items, root))) members.push(["[ ]", items, false]);
  const rest = ownValue(schema, "additionalProperties");
  if (isJsonObject(rest) && Object.keys(rest).length > 0) members.push(["*", rest, false]);
  for (const [name, member, isRequired] of members) {
    if (rows.length >= rowLimit || depth >= depthLimit) return true;
    const own = isJsonObject(member) ? resolved(member, root) : {};
    rows.push({
      name,
      depth,
      isRequired,
      type: member === false ? "nothing" : typeIn(own, root),
      description: textIn(own, "description") || textIn(own, "title"),
      bounds: boundsIn(own),
    });
    if (isJsonObject(member)) isCut = addMembers(rows, member, root, depth + 1) || isCut;
  }
  return isCut;
}

function holdsMembers(schema: Json): boolean {
  return (
    isJsonObject(schema) &&
    ["properties", "items", "additionalProperties"].some((key) => isJsonObject(ownValue(schema, key)))
  );
}

/** The schema behind references of the form `#/…`, as far as ten steps lead. */
export function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  let at = schema;
  for (let step = 0; step < 10; step++) {
    const reference = ownValue(at, "$ref");
    if (typeof reference !== "string" || !reference.startsWith("#")) return at;
    const found = pointed(root, reference.slice(1));
    if (!isJsonObject(found)) return at;
    const { $ref: _, ...beside } = at;
    at = { ...found, ...beside };
  }
  return at;
}

function pointed(root: JsonObject, pointer: string): Json | undefined {
  let at: Json | undefined = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (isJsonArray(at)) at = at[Number(key)];
    else at = isJsonObject(at) ? ownValue(at, key) : undefined;
  }
  return at;
}

function typeIn(schema: JsonObject, root: JsonObject): string {
  if (Object.hasOwn(schema, "const")) return cut(JSON.stringify(schema.const));
  const choices = ownValue(schema, "enum");
  if (isJsonArray(choices)) return `one of ${cut(choices.map((choice) => JSON.stringify(choice)).join(", "))}`;
  const type = ownValue(schema, "type");
  if (isJsonArray(type)) return type.map((one) => named(String(one), schema, root)).join(" or ");
  if (typeof type === "string") return named(type, schema, root);
  for (const keyword of ["anyOf", "oneOf"]) {
    const found = ownValue(schema, keyword);
    if (!isJsonArray(found)) continue;
    const types = found.map((one) => (isJsonObject(one) ? shallow(resolved(one, root), root) : "anything"));
    return cut([...new Set(types)].join(" or "));
  }
  if (isJsonObject(ownValue(schema, "properties"))) return "object";
  return "anything";
}

/** The type of one alternative, without those of its own, which may lead back to it. */
function shallow(schema: JsonObject, root: JsonObject): string {
  const { anyOf: _, oneOf: __, ...own } = schema;
  return typeIn(own, root);
}

function named(type: string, schema: JsonObject, root: JsonObject): string {
  const format = textIn(schema, "format");
  if (type === "string" && format !== "") return `string (${format})`;
  const items = ownValue(schema, "items");
  if (type !== "array" || !isJsonObject(items)) return type;
  const inner = resolved(items, root);
  const itemType = ownValue(inner, "type");
  return `array of ${typeof itemType === "string" ? itemType : isJsonObject(ownValue(inner, "properties")) ? "object" : "anything"}`;
}

function boundsIn(schema: JsonObject): readonly string[] {
  const bounds: string[] = [];
  const say = (keyword: string, words: (value: number) => string) => {
    const value = ownValue(schema, keyword);
    if (typeof value === "number") bounds.push(words(value));
  };
  say("minLength", (count) => `${count} characters or more`);
  say("maxLength", (count) => `up to ${count} characters`);
  say("minimum", (least) => `${least} or more`);
  say("exclusiveMinimum", (least) => `more than ${least}`);
  say("maximum", (most) => `up to ${most}`);
  say("exclusiveMaximum", (most) => `less than ${most}`);
  say("minItems", (count) => `${count} items or more`);
  say("maxItems", (count) => `up to ${count} items`);
  const pattern = textIn(schema, "pattern");
  if (pattern !== "") bounds.push(`of the form ${cut(pattern)}`);
  if (Object.hasOwn(schema, "default")) bounds.push(`${cut(JSON.stringify(schema.default))} unless given`);
  return bounds;
}

function textIn(schema: JsonObject, key: string): string {
  const value = ownValue(schema, key);
  return typeof value === "string" ? value : "";
}

function cut(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
