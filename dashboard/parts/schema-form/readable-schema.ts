/** A schema with its references followed and null separated, as far as that is possible without evaluating it. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../../src/json/json.ts";
import { type LocatedSchema, resolveReference } from "../../../src/schema/document/located-schema.ts";

/** Keywords that say something to people and nothing about values. */
export const annotations = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "$comment",
]);

const mostHops = 16;

/** The schema behind its references, and whether null fits too. Null if that is unknown. */
export function readable(located: LocatedSchema): (Behind & { readonly isNullable: boolean }) | null {
  const behind = behindReferences(located);
  if (behind === null) return null;
  const { isNullable, schema } = withoutNull(behind.schema);
  // The part beside null may be a reference again.
  const further = isNullable ? behindReferences({ root: behind.root, schema }) : behind;
  return further === null ? null : { ...further, isNullable };
}

interface Behind {
  readonly root: LocatedSchema["root"];
  readonly schema: JsonObject;
}

/** The schema behind its references and single `allOf`, with the keywords beside them. Null if that is unknown. */
function behindReferences(start: LocatedSchema): Behind | null {
  let { root, schema } = start;
  for (let hops = 0; hops < mostHops; hops += 1) {
    if (!isJsonObject(schema)) return schema === true ? { root, schema: {} } : null;
    const { $ref, allOf, ...beside } = schema as { readonly [key: string]: Json };
    const only = isJsonArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
    if ($ref === undefined && only === undefined) return { root, schema };
    if ($ref !== undefined && allOf !== undefined) return null;
    const target: LocatedSchema | undefined =
      typeof $ref === "string" ? resolveReference({ root, schema }, $ref) : { root, schema: asSchema(only ?? null) };
    if (target === undefined || !isJsonObject(target.schema)) return null;
    // Two that both restrict are more than fields can say.
    for (const key of Object.keys(beside)) {
      if (Object.hasOwn(target.schema, key) && !annotations.has(key) && key !== "$defs" && key !== "type") return null;
    }
    root = target.root;
    schema = { ...target.schema, ...beside };
  }
  return null;
}

/** Null as one of the permitted values, separated from the rest. */
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

/** A part of a document as the schema that it should be; anything else permits all. */
export function asSchema(part: Json): LocatedSchema["schema"] {
  return isJsonObject(part) || typeof part === "boolean" ? part : {};
}
