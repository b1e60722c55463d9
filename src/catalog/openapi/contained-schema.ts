/**
 * Schemas of an OpenAPI document as schemas that stand by themselves: the referenced schemas are added under `$defs`, nearest first, up to
 * the maximum size of a tool; schemas beyond it accept every value. Schemas of OpenAPI 3.0 become those of JSON Schema 2020-12.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import { schemaProblem } from "../../schema/schema-limits.ts";
import { referenced, textAt } from "./document-parts.ts";

/** Subschemas of one tool, input and output each. */
const mostSubschemas = 600;
const deepest = 24;
const longestText = 400;

const keptKeywords: ReadonlySet<string> = new Set(
  [
    "type enum const format title description default pattern required",
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength",
    "minItems maxItems uniqueItems minProperties maxProperties",
    "properties additionalProperties items prefixItems allOf anyOf oneOf not",
  ].flatMap((names) => names.split(" ")),
);
const listsOfSchemas: ReadonlySet<string> = new Set(["prefixItems", "allOf", "anyOf", "oneOf"]);
const schemas: ReadonlySet<string> = new Set(["items", "not"]);

/** The schemas of one side of one tool. */
export class ContainedSchemas {
  /** Whether anything was left out because there was too much. */
  isCut = false;
  readonly #document: JsonObject;
  readonly #isOld: boolean;
  readonly #hidden: "readOnly" | "writeOnly";
  readonly #names = new Map<string, string>();
  readonly #waiting: string[] = [];
  readonly #definitions: [string, Json][] = [];
  #count = 0;

  constructor(document: JsonObject, side: "input" | "output") {
    this.#document = document;
    this.#isOld = textAt(document, "openapi")?.startsWith("3.0") === true;
    this.#hidden = side === "input" ? "readOnly" : "writeOnly";
  }

  /** `schema` with references to the future members of `definitions`. */
  contained(schema: Json | undefined): Json {
    return this.#converted(schema ?? true, 0);
  }

  /** The referenced schemas, as the value of `$defs`. Undefined if there are none. */
  definitions(): JsonObject | undefined {
    for (const reference of this.#waiting) {
      const target = referenced(this.#document, reference);
      const name = this.#names.get(reference) as string;
      this.#definitions.push([name, this.#converted(target ?? true, 0)]);
    }
    return this.#definitions.length === 0 ? undefined : objectOf(this.#definitions);
  }

  #converted(schema: Json, depth: number): Json {
    if (typeof schema === "boolean") return schema;
    if (!isJsonObject(schema)) return true;
    this.#count += 1;
    if (this.#count > mostSubschemas || depth > deepest) {
      this.isCut = true;
      return true;
    }
    const reference = textAt(schema, "$ref");
    const entries = this.#keywords(reference !== undefined && this.#isOld ? {} : schema, depth);
    if (reference !== undefined) {
      const name = this.#nameOf(reference);
      if (name !== undefined) entries.push(["$ref", `#/$defs/${name}`]);
    }
    return objectOf(entries);
  }

  #keywords(schema: JsonObject, depth: number): [string, Json][] {
    const hidden = new Set(
      Object.entries(propertiesOf(schema)).flatMap(([name, property]) => (this.#isHidden(property) ? [name] : [])),
    );
    const entries: [string, Json][] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      if (!keptKeywords.has(keyword)) continue;
      const kept = this.#keyword(keyword, value, schema, hidden, depth);
      if (kept !== undefined) entries.push([keyword, kept]);
    }
    return entries;
  }

  #keyword(
    keyword: string,
    value: Json,
    schema: JsonObject,
    hidden: ReadonlySet<string>,
    depth: number,
  ): Json | undefined {
    const within = (part: Json) => this.#converted(part, depth + 1);
    if (keyword === "properties") {
      if (!isJsonObject(value)) return undefined;
      const shown = Object.entries(value).filter(([name]) => !hidden.has(name));
      return objectOf(shown.map(([name, property]) => [name, within(property)]));
    }
    if (keyword === "required")
      return isJsonArray(value) ? value.filter((name) => typeof name === "string" && !hidden.has(name)) : undefined;
    if (listsOfSchemas.has(keyword)) return isJsonArray(value) && value.length > 0 ? value.map(within) : undefined;
    if (schemas.has(keyword)) return isJsonArray(value) ? undefined : within(value);
    if (keyword === "additionalProperties") return typeof value === "boolean" ? value : within(value);
    if (keyword === "type") return this.#typeOf(value, schema);
    if (keyword === "enum") return isJsonArray(value) && value.length > 0 ? value : undefined;
    if (keyword === "pattern") return schemaProblem({ pattern: value } as JsonObject) === undefined ? value : undefined;
    if (keyword === "description" || keyword === "title")
      return typeof value === "string" ? value.slice(0, longestText) : undefined;
    if (keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum") {
      if (typeof value === "number") return value;
      const bound = ownValue(schema, keyword === "exclusiveMinimum" ? "minimum" : "maximum");
      return value === true && typeof bound === "number" ? bound : undefined;
    }
    return value;
  }

  #typeOf(type: Json, schema: JsonObject): Json | undefined {
    const known = ["string", "number", "integer", "boolean", "object", "array", "null"];
    const listed = (isJsonArray(type) ? type : [type]).filter((one) => typeof one === "string" && known.includes(one));
    if (listed.length === 0) return undefined;
    if (this.#isOld && ownValue(schema, "nullable") === true) return [...new Set([...listed, "null"])];
    return listed.length === 1 ? listed[0] : listed;
  }

  #isHidden(property: Json): boolean {
    return isJsonObject(property) && ownValue(property, this.#hidden) === true;
  }

  #nameOf(reference: string): string | undefined {
    const known = this.#names.get(reference);
    if (known !== undefined) return known;
    if (referenced(this.#document, reference) === undefined) return undefined;
    const base = (reference.split("/").at(-1) ?? "").replace(/[^A-Za-z0-9_.-]/g, "_").slice(0, 60) || "schema";
    const taken = new Set(this.#names.values());
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
    this.#names.set(reference, name);
    this.#waiting.push(reference);
    return name;
  }
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = ownValue(schema, "properties");
  return isJsonObject(properties) ? properties : {};
}
