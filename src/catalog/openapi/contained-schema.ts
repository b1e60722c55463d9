/**
 * Schemas of an OpenAPI document as schemas that stand by themselves: the referenced schemas are added under `$defs`, nearest first, up to
 * the maximum size of a tool; schemas beyond it accept every value. Schemas of OpenAPI 3.0 become those of JSON Schema 2020-12.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import { schemaProblem } from "../../schema/schema-limits.ts";
import { nullable } from "../loose-schema.ts";
import { referenced, resolved, textAt } from "./document-parts.ts";

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
/** Keywords that say nothing of a value. */
const notes: ReadonlySet<string> = new Set(
  "title description default example examples deprecated externalDocs".split(" "),
);
/** Schemas of which the members that only the other side gives are collected for one. */
const mostMerged = 32;
/** Those members by the schema, which many tools of a document share. */
const knownHidden = {
  readOnly: new WeakMap<JsonObject, ReadonlySet<string>>(),
  writeOnly: new WeakMap<JsonObject, ReadonlySet<string>>(),
};

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

  /** `hidden` are members that a schema around this one hides. */
  #converted(schema: Json, depth: number, hidden: ReadonlySet<string> = new Set()): Json {
    if (typeof schema === "boolean") return schema;
    if (!isJsonObject(schema)) return true;
    this.#count += 1;
    if (this.#count > mostSubschemas || depth > deepest) {
      this.isCut = true;
      return true;
    }
    const reference = textAt(schema, "$ref");
    const entries = this.#keywords(reference !== undefined && this.#isOld ? {} : schema, depth, hidden);
    if (reference !== undefined) {
      const name = this.#nameOf(reference);
      if (name !== undefined) entries.push(["$ref", `#/$defs/${name}`]);
    }
    const converted = objectOf(entries);
    // The standard has it beside a type alone; documents have it beside references and alternatives too, and their servers give null.
    return this.#isOld && ownValue(schema, "nullable") === true ? nullable(converted) : converted;
  }

  #keywords(schema: JsonObject, depth: number, around: ReadonlySet<string>): [string, Json][] {
    const own = this.#hiddenIn(schema);
    const hidden = around.size === 0 ? own : new Set([...around, ...own]);
    const entries: [string, Json][] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      if (!keptKeywords.has(keyword)) continue;
      const kept = this.#keyword(keyword, value, schema, hidden, depth);
      // Of schemas that were made wider several may accept a value.
      if (kept !== undefined) entries.push([keyword === "oneOf" ? "anyOf" : keyword, kept]);
    }
    // A second list of alternatives under one keyword would take the place of the first.
    const isTwice = entries.filter(([keyword]) => keyword === "anyOf").length > 1;
    return isTwice ? entries.filter(([keyword]) => keyword !== "anyOf") : entries;
  }

  #keyword(
    keyword: string,
    value: Json,
    schema: JsonObject,
    hidden: ReadonlySet<string>,
    depth: number,
  ): Json | undefined {
    const within = (part: Json) => this.#converted(part, depth + 1);
    switch (keyword) {
      case "properties": {
        if (!isJsonObject(value)) return undefined;
        const shown = Object.entries(value).filter(([name]) => !hidden.has(name));
        return objectOf(shown.map(([name, property]) => [name, within(property)]));
      }
      case "required":
        return isJsonArray(value) ? value.filter((name) => typeof name === "string" && !hidden.has(name)) : undefined;
      case "allOf":
        return isJsonArray(value) && value.length > 0
          ? value.map((part) => this.#converted(part, depth + 1, hidden))
          : undefined;
      case "prefixItems":
      case "anyOf":
      case "oneOf":
        return isJsonArray(value) && value.length > 0 ? value.map(within) : undefined;
      case "items":
        return isJsonArray(value) ? undefined : within(value);
      case "not": {
        const kept = within(value);
        return isWhole(kept, value) ? kept : undefined;
      }
      case "additionalProperties":
        return typeof value === "boolean" ? value : within(value);
      case "type":
        return typesIn(value);
      case "enum":
        return isJsonArray(value) && value.length > 0 ? value : undefined;
      case "pattern":
        return schemaProblem({ pattern: value } as JsonObject) === undefined ? value : undefined;
      case "description":
      case "title":
        return typeof value === "string" ? value.slice(0, longestText) : undefined;
      case "exclusiveMinimum":
      case "exclusiveMaximum": {
        if (typeof value === "number") return value;
        const bound = ownValue(schema, keyword === "exclusiveMinimum" ? "minimum" : "maximum");
        return value === true && typeof bound === "number" ? bound : undefined;
      }
      default:
        return value;
    }
  }

  /** The members of a value of `schema` that only the other side gives, also where a part of it or the target of its reference says so. */
  #hiddenIn(schema: JsonObject): ReadonlySet<string> {
    const known = knownHidden[this.#hidden].get(schema);
    if (known !== undefined) return known;
    const hidden = new Set<string>();
    const parts: Json[] = [schema];
    for (let at = 0; at < Math.min(parts.length, mostMerged); at += 1) {
      const part = resolved(this.#document, parts[at]);
      if (part === undefined) continue;
      for (const [name, property] of Object.entries(propertiesOf(part))) if (this.#isHidden(property)) hidden.add(name);
      const merged = ownValue(part, "allOf");
      if (isJsonArray(merged)) parts.push(...merged.slice(0, mostMerged));
    }
    knownHidden[this.#hidden].set(schema, hidden);
    return hidden;
  }

  #isHidden(property: Json): boolean {
    const said = isJsonObject(property) && ownValue(property, this.#hidden) === true;
    return said || ownValue(resolved(this.#document, property) ?? {}, this.#hidden) === true;
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

const knownTypes: readonly Json[] = ["string", "number", "integer", "boolean", "object", "array", "null"];

function typesIn(type: Json): Json | undefined {
  const listed = (isJsonArray(type) ? type : [type]).filter((one) => knownTypes.includes(one));
  return listed.length > 1 ? listed : listed[0];
}

/** Keywords whose values are kept as they are, or left out. */
const plainKeywords: ReadonlySet<string> = new Set(
  "type enum const required minimum maximum minLength maxLength".split(" "),
);

/** Whether `kept` says all that `schema` does, so that what is not accepted does not become more. */
function isWhole(kept: Json, schema: Json): boolean {
  if (!isJsonObject(schema) || !isJsonObject(kept)) return kept === schema;
  const telling = Object.keys(schema).filter((keyword) => !notes.has(keyword) && !keyword.startsWith("x-"));
  return telling.every((keyword) => plainKeywords.has(keyword) && Object.hasOwn(kept, keyword));
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = ownValue(schema, "properties");
  return isJsonObject(properties) ? properties : {};
}

/** `schema` with the schemas that it refers to. */
export function withDefinitions(schema: JsonObject, contained: ContainedSchemas): JsonObject {
  const definitions = contained.definitions();
  return definitions === undefined ? schema : { ...schema, $defs: definitions };
}
