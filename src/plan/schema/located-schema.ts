/**
 * A schema together with the document that its references point into. Only local references are followed
 * (`#`, JSON pointers, `$anchor`, and the document's own `$id`); anything else is unresolvable, never fetched.
 * One hop at a time: whoever follows a chain of references owns the cap on its length.
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonSchema, ownValue } from "../json.ts";
import { directSubschemas, isJsonSchema } from "./subschemas.ts";

export interface LocatedSchema {
  readonly root: JsonSchema;
  readonly schema: JsonSchema;
}

export type Dialect = "2020-12" | "draft-07";

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
]);

/** A whole document as a located schema. */
export function documentSchema(schema: JsonSchema): LocatedSchema {
  return { root: schema, schema };
}

/** The dialect that a document declares: 2020-12 when it is silent, null when it is one that is not supported. */
export function dialectOf(root: JsonSchema): Dialect | null {
  const declared = isJsonObject(root) ? ownValue(root, "$schema") : undefined;
  if (declared === undefined) return "2020-12";
  return typeof declared === "string" ? (DIALECTS.get(declared.replace(/#$/, "")) ?? null) : null;
}

/** A schema found inside `parent`. One with its own `$id` is a document of its own, as the standard has it. */
export function within(parent: LocatedSchema, schema: JsonSchema): LocatedSchema {
  return { root: startsDocument(schema) ? schema : parent.root, schema };
}

/** The schema that `reference`, written inside `located`, points at; null if it is not in the same document. */
export function resolveReference(located: LocatedSchema, reference: string): LocatedSchema | null {
  const { root } = located;
  const hash = reference.indexOf("#");
  const address = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = decodeFragment(hash < 0 ? "" : reference.slice(hash + 1));
  if (fragment === null) return null;
  if (address !== "" && address !== ownAddress(root)) return null;
  if (fragment === "") return { root, schema: root };
  const target = fragment.startsWith("/") ? atPointer(root, fragment) : anchored(root, fragment);
  return target === null ? null : within(located, target);
}

function decodeFragment(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}

function ownAddress(root: JsonSchema): string | null {
  const id = isJsonObject(root) ? ownValue(root, "$id") : undefined;
  return typeof id === "string" ? id.replace(/#$/, "") : null;
}

function startsDocument(schema: Json): schema is JsonObject {
  if (!isJsonObject(schema)) return false;
  const id = ownValue(schema, "$id");
  return typeof id === "string" && !id.startsWith("#");
}

function atPointer(root: JsonSchema, pointer: string): JsonSchema | null {
  let at: Json = root;
  for (const escaped of pointer.slice(1).split("/")) {
    // A pointer that crosses into another document has no defined meaning.
    if (at !== root && startsDocument(at)) return null;
    const segment = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    let next: Json | undefined;
    if (isJsonArray(at)) next = /^(0|[1-9]\d*)$/.test(segment) ? at[Number(segment)] : undefined;
    else if (isJsonObject(at)) next = ownValue(at, segment);
    if (next === undefined) return null;
    at = next;
  }
  return isJsonSchema(at) ? at : null;
}

const anchorsByRoot = new WeakMap<JsonObject, ReadonlyMap<string, JsonSchema>>();

function anchored(root: JsonSchema, anchor: string): JsonSchema | null {
  if (!isJsonObject(root)) return null;
  let anchors = anchorsByRoot.get(root);
  if (anchors === undefined) {
    anchors = collectAnchors(root);
    anchorsByRoot.set(root, anchors);
  }
  return anchors.get(anchor) ?? null;
}

function collectAnchors(root: JsonObject): ReadonlyMap<string, JsonSchema> {
  const anchors = new Map<string, JsonSchema>();
  const ambiguous = new Set<string>();
  const waiting: JsonSchema[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isJsonObject(schema) || (schema !== root && startsDocument(schema))) continue;
    const name = anchorName(schema);
    if (name !== null) {
      if (anchors.has(name)) ambiguous.add(name);
      anchors.set(name, schema);
    }
    waiting.push(...directSubschemas(schema));
  }
  for (const name of ambiguous) anchors.delete(name);
  return anchors;
}

function anchorName(schema: JsonObject): string | null {
  const anchor = ownValue(schema, "$anchor");
  if (typeof anchor === "string") return anchor;
  const id = ownValue(schema, "$id"); // draft-07 spells an anchor `"$id": "#name"`
  return typeof id === "string" && id.startsWith("#") && id.length > 1 ? id.slice(1) : null;
}
