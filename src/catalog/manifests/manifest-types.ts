/**
 * The types of the fields of a model, as the document Auto-tools and its neighbours write them, and their JSON Schema:
 *
 *     str int float bool null list dict literal union   a name of a model   list[X]   optional_X
 *
 * `literal` has `values`, `union` has `variants`, `list` may have `items`. A type is the name of one, or an object with its parts; the
 * values of a variant that is just "literal" stand beside the union. Unknown members of a type are refused, and so are an empty union and a
 * literal without values.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { type ManifestFindings, type ManifestPlace, shown, withoutNulls } from "./manifest-problem.ts";

const plainTypes: ReadonlyMap<string, JsonObject> = new Map([
  ["str", { type: "string" }],
  ["int", { type: "integer" }],
  ["float", { type: "number" }],
  ["bool", { type: "boolean" }],
  ["null", { type: "null" }],
  ["dict", { type: "object" }],
]);

/** Types that have parts. */
const partsOf: ReadonlyMap<string, string> = new Map([
  ["list", "items"],
  ["literal", "values"],
  ["union", "variants"],
]);

export const typeNames: readonly string[] = [...plainTypes.keys(), ...partsOf.keys()];
export const optionalPrefix = "optional_";

const LIST_OF = /^list\[(.*)\]$/s;
const DEEPEST = 16;

/** A type as it was read. */
export interface FieldType {
  readonly schema: JsonObject;
  /** Whether it is an `optional_` one: it may be null, and the field may be left out. */
  readonly isOptional: boolean;
  /** Models that it names. */
  readonly models: readonly string[];
}

/** Reads types of one manifest. `models` are the names of its models. */
export class TypeReader {
  readonly #models: ReadonlySet<string>;
  readonly #findings: ManifestFindings;

  constructor(models: ReadonlySet<string>, findings: ManifestFindings) {
    this.#models = models;
    this.#findings = findings;
  }

  /** The type that `definition`, an object with `type` and the parts of that type, describes. Undefined if it is wrong, which is reported. */
  read(definition: JsonObject, place: ManifestPlace, depth = 0): FieldType | undefined {
    const name = ownValue(definition, "type");
    if (typeof name !== "string") {
      this.#findings.add([...place, "type"], `required the name of a type, found ${shown(name)}`);
      return undefined;
    }
    for (const [type, part] of partsOf) {
      if (ownValue(definition, part) === undefined || withoutOptional(name) === type) continue;
      if (part === "values" && hasLiteralVariant(name, definition)) continue;
      this.#findings.add([...place, part], `required the type ${type} for this field, found ${shown(name)}`);
    }
    return this.#named(name, definition, [...place, "type"], place, depth);
  }

  /** `typePlace` is where the name stands, `place` where its parts do. */
  #named(
    name: string,
    definition: JsonObject,
    typePlace: ManifestPlace,
    place: ManifestPlace,
    depth: number,
  ): FieldType | undefined {
    if (depth > DEEPEST) {
      this.#findings.add(typePlace, `required at most ${DEEPEST} types within one another, found more`);
      return undefined;
    }
    if (name.startsWith(optionalPrefix)) {
      const type = this.#named(withoutOptional(name), definition, typePlace, place, depth + 1);
      return type && { ...type, schema: { anyOf: [type.schema, { type: "null" }] }, isOptional: true };
    }
    const plain = plainTypes.get(name);
    if (plain !== undefined) return { schema: plain, isOptional: false, models: [] };
    if (this.#models.has(name)) return { schema: { $ref: `#/$defs/${name}` }, isOptional: false, models: [name] };
    const [, item] = LIST_OF.exec(name) ?? [];
    if (item !== undefined) return this.#listOf(this.#named(item.trim(), {}, typePlace, place, depth + 1));
    switch (name) {
      case "list": {
        const items = ownValue(definition, "items");
        if (items === undefined) return { schema: { type: "array" }, isOptional: false, models: [] };
        return this.#listOf(this.#part(items, [...place, "items"], depth));
      }
      case "literal":
        return this.#literal(ownValue(definition, "values"), [...place, "values"]);
      case "union":
        return this.#union(definition, place, depth);
      default: {
        if (this.#findings.isFull) return undefined;
        const all = [...typeNames, ...this.#models];
        const existing = [...all, ...all.map((type) => optionalPrefix + type)];
        this.#findings.unknown(typePlace, "a type or the name of a model", name, existing);
        return undefined;
      }
    }
  }

  /** A type within another: its name, or an object. */
  #part(value: Json, place: ManifestPlace, depth: number): FieldType | undefined {
    if (typeof value === "string") return this.#named(value, {}, place, place, depth + 1);
    if (!isJsonObject(value)) {
      this.#findings.add(place, `required a type, found ${shown(value)}`);
      return undefined;
    }
    const known = ["type", "description", ...partsOf.values()];
    for (const key of Object.keys(value)) {
      if (!known.includes(key) && value[key] !== null)
        this.#findings.add([...place, key], "there is no such field here");
    }
    const type = this.read(withoutNulls(value), place, depth + 1);
    return type && { ...type, schema: described(type.schema, ownValue(value, "description")) };
  }

  #listOf(item: FieldType | undefined): FieldType | undefined {
    return item && { ...item, schema: { type: "array", items: item.schema }, isOptional: false };
  }

  #literal(values: Json | undefined, place: ManifestPlace): FieldType | undefined {
    if (!isJsonArray(values) || values.length === 0) {
      const found = isJsonArray(values) ? "none" : shown(values);
      this.#findings.add(place, `required the values of the literal, at least one, found ${found}`);
      return undefined;
    }
    const wrong = values.findIndex((value) => typeof value === "object" && value !== null);
    if (wrong >= 0) {
      const found = shown(values[wrong]);
      this.#findings.add([...place, wrong], `required a string, number, boolean or null, found ${found}`);
      return undefined;
    }
    return { schema: { enum: [...new Set(values)] }, isOptional: false, models: [] };
  }

  #union(definition: JsonObject, unionPlace: ManifestPlace, depth: number): FieldType | undefined {
    const variants = ownValue(definition, "variants");
    const place = [...unionPlace, "variants"];
    if (!isJsonArray(variants) || variants.length === 0) {
      const found = isJsonArray(variants) ? "none" : shown(variants);
      this.#findings.add(place, `required the types of the union, at least one, found ${found}`);
      return undefined;
    }
    const types = variants.map((variant, at) =>
      variant === "literal"
        ? this.#literal(ownValue(definition, "values"), [...unionPlace, "values"])
        : this.#part(variant, [...place, at], depth),
    );
    const readable = types.filter((type) => type !== undefined);
    if (readable.length < types.length) return undefined;
    const schema = { anyOf: readable.map((type) => type.schema) };
    return { schema, isOptional: false, models: readable.flatMap(({ models }) => models) };
  }
}

/** `schema` with the words that were given for it. */
export function described(schema: JsonObject, description: Json | undefined): JsonObject {
  return typeof description === "string" && description !== "" ? { ...schema, description } : schema;
}

/** Whether `values` beside a union are those of its variant. */
function hasLiteralVariant(name: string, definition: JsonObject): boolean {
  const variants = ownValue(definition, "variants");
  return withoutOptional(name) === "union" && isJsonArray(variants) && variants.includes("literal");
}

function withoutOptional(name: string): string {
  return name.startsWith(optionalPrefix) ? name.slice(optionalPrefix.length) : name;
}
