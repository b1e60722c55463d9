/** Parts of an OpenAPI document: objects, lists and the targets of references. Every part of the document is checked. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";

/** References that are followed one after another. */
const longestChain = 32;

export function objectAt(of: Json | undefined, name: string): JsonObject {
  const value = isJsonObject(of) ? ownValue(of, name) : undefined;
  return isJsonObject(value) ? value : {};
}

export function listAt(of: Json | undefined, name: string): readonly Json[] {
  const value = isJsonObject(of) ? ownValue(of, name) : undefined;
  return isJsonArray(value) ? value : [];
}

export function textAt(of: Json | undefined, name: string): string | undefined {
  const value = isJsonObject(of) ? ownValue(of, name) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The target of `reference` within `document`. Undefined for a reference that leads out of it, or nowhere. */
export function referenced(document: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith("#/")) return undefined;
  let at: Json | undefined = document;
  for (const segment of reference.slice(2).split("/")) {
    const name = decoded(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    if (isJsonObject(at)) at = ownValue(at, name);
    else at = isJsonArray(at) && /^\d+$/.test(name) ? at[Number(name)] : undefined;
  }
  return at;
}

/** `part`, or the target of its reference. Undefined where references never end or lead nowhere. */
export function resolved(document: JsonObject, part: Json | undefined): JsonObject | undefined {
  let at = part;
  for (let followed = 0; followed <= longestChain; followed += 1) {
    if (!isJsonObject(at)) return undefined;
    const reference = textAt(at, "$ref");
    if (reference === undefined) return at;
    at = referenced(document, reference);
  }
  return undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
