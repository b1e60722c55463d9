/**
 * Arguments to start from: the properties that a schema requires, each with a value of its kind that is there to be replaced. Pure. Where
 * the schema names a value (an example, a default, a choice) it is that one.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../../src/json/json.ts";
import { resolved } from "./schema-rows.ts";

const depthLimit = 5;
const memberLimit = 50;
/** Values altogether: a schema that refers to itself grows with each level. */
const valueLimit = 300;

/** The document of the schema, and how many values may still be made. */
interface Making {
  readonly root: JsonObject;
  left: number;
}

const formats: Readonly<Record<string, string>> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  time: "00:00:00Z",
  email: "person@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** An object with a value for each property that `schema` requires. Empty if it requires none. */
export function argumentSkeleton(schema: unknown): JsonObject {
  if (!isJsonObject(schema)) return {};
  const root = resolved(schema, schema);
  const named = namedValue(root);
  return isJsonObject(named) ? named : members(root, { root: schema, left: valueLimit }, 0);
}

function valueFor(given: JsonObject, making: Making, depth: number): Json {
  const schema = resolved(given, making.root);
  const named = namedValue(schema);
  if (named !== undefined) return named;
  making.left -= 1;
  const type = ownValue(schema, "type");
  switch (
    isJsonArray(type) ? type[0] : (type ?? (isJsonObject(ownValue(schema, "properties")) ? "object" : "string"))
  ) {
    case "object":
      return depth < depthLimit && making.left > 0 ? members(schema, making, depth) : {};
    case "array":
      return items(schema, making, depth);
    case "integer":
    case "number":
      return numberFor(schema);
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return textFor(schema);
  }
}

function namedValue(schema: JsonObject): Json | undefined {
  if (Object.hasOwn(schema, "const")) return schema.const;
  for (const keyword of ["examples", "enum"]) {
    const values = ownValue(schema, keyword);
    if (isJsonArray(values) && values.length > 0) return values[0];
  }
  return Object.hasOwn(schema, "default") ? schema.default : undefined;
}

function members(schema: JsonObject, making: Making, depth: number): JsonObject {
  const required = ownValue(schema, "required");
  const properties = ownValue(schema, "properties");
  const names = (isJsonArray(required) ? required : []).filter((name) => typeof name === "string");
  return Object.fromEntries(
    names.slice(0, memberLimit).map((name) => {
      const member = isJsonObject(properties) ? ownValue(properties, name) : undefined;
      return [name, isJsonObject(member) ? valueFor(member, making, depth + 1) : "text"];
    }),
  );
}

function items(schema: JsonObject, making: Making, depth: number): Json {
  const least = ownValue(schema, "minItems");
  const item = ownValue(schema, "items");
  if (typeof least !== "number" || least < 1 || depth >= depthLimit || making.left <= 0) return [];
  const value = isJsonObject(item) ? valueFor(item, making, depth + 1) : "text";
  return Array.from({ length: Math.min(least, depth < 2 ? 10 : 1) }, () => value);
}

function numberFor(schema: JsonObject): number {
  const least = ownValue(schema, "minimum");
  if (typeof least === "number") return Math.ceil(least);
  const above = ownValue(schema, "exclusiveMinimum");
  if (typeof above === "number") return Math.floor(above) + 1;
  const most = ownValue(schema, "maximum");
  return typeof most === "number" && most < 0 ? Math.floor(most) : 0;
}

function textFor(schema: JsonObject): string {
  const format = ownValue(schema, "format");
  if (typeof format === "string" && Object.hasOwn(formats, format)) return formats[format] ?? "text";
  const least = ownValue(schema, "minLength");
  const most = ownValue(schema, "maxLength");
  const text = "text".padEnd(typeof least === "number" ? Math.min(least, 200) : 0, " text");
  return typeof most === "number" ? text.slice(0, Math.max(0, most)) : text;
}
