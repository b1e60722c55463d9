/**
 * The resources of a schema document, which are the document itself and each schema in it with an `$id` of its own, and where references
 * between them lead. Nothing is fetched: a reference out of the document leads nowhere.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import { directSubschemas, isJsonSchema } from "./subschemas.ts";

export interface Resource {
  readonly root: JsonObject;
  readonly uri: string;
  readonly anchors: ReadonlyMap<string, JsonObject>;
  /** Those of `$dynamicAnchor`, which `anchors` holds too. */
  readonly dynamicAnchors: ReadonlyMap<string, JsonObject>;
}

export interface SchemaDocument {
  readonly byUri: ReadonlyMap<string, Resource>;
  readonly resourceOf: (schema: JsonObject) => Resource | undefined;
  readonly main: Resource;
  /** How many schemas it holds. */
  readonly schemas: number;
  /** Read by the rules of draft-07. */
  readonly isDraft07: boolean;
  /** Whether a schema of it needs the members and items that others have evaluated. */
  readonly asksEvaluated: boolean;
}

export interface Target {
  readonly resource: Resource;
  readonly schema: JsonSchema;
}

const NO_ADDRESS = "https://schema.invalid/";
const enclosing = new WeakMap<JsonObject, JsonObject>();
const documents = new WeakMap<JsonObject, SchemaDocument>();

/** Whether `schema`, inside of another, is a resource of its own. */
export function startsDocument(schema: Json): schema is JsonObject {
  if (!isJsonObject(schema)) return false;
  const id = ownValue(schema, "$id");
  return typeof id === "string" && !id.startsWith("#");
}

/** Notes that the resource `inner` lies in the document of `outer`. */
export function noteEnclosing(inner: JsonObject, outer: JsonSchema): void {
  if (isJsonObject(outer) && inner !== outer && !enclosing.has(inner) && documentRoot(outer) !== inner)
    enclosing.set(inner, outer);
}

export function enclosingRoot(root: JsonObject): JsonObject | undefined {
  return enclosing.get(root);
}

function documentRoot(root: JsonObject): JsonObject {
  let at = root;
  for (let outer = enclosing.get(at); outer !== undefined; outer = enclosing.get(at)) at = outer;
  return at;
}

/** The document that `root`, a resource of it, lies in. */
export function documentOf(root: JsonObject): SchemaDocument {
  const whole = documentRoot(root);
  let document = documents.get(whole);
  if (document === undefined) {
    document = read(whole);
    documents.set(whole, document);
  }
  return document;
}

/** The schema that `reference`, written in `resource`, leads to; undefined if the document does not hold it. */
export function resolveIn(document: SchemaDocument, resource: Resource, reference: string): Target | undefined {
  const hash = reference.indexOf("#");
  const address = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = decoded(hash < 0 ? "" : reference.slice(hash + 1));
  const there = address === "" ? resource : document.byUri.get(absolute(address, resource.uri) ?? "");
  if (fragment === undefined || there === undefined) return undefined;
  if (fragment === "") return { resource: there, schema: there.root };
  if (fragment.startsWith("/")) return atPointer(document, there, fragment);
  const schema = there.anchors.get(fragment);
  return schema === undefined ? undefined : { resource: document.resourceOf(schema) ?? there, schema };
}

function absolute(reference: string, base: string): string | undefined {
  return URL.parse(reference, base)?.href.replace(/#$/, "");
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

interface Names {
  readonly anchors: Map<string, JsonObject>;
  readonly dynamicAnchors: Map<string, JsonObject>;
  readonly ambiguous: Set<string>;
}

function read(whole: JsonObject): SchemaDocument {
  const byUri = new Map<string, Resource>();
  const resources = new WeakMap<JsonObject, Resource>();
  const names = new Map<Resource, Names>();
  let asksEvaluated = false;
  let schemas = 0;
  const open = (root: JsonObject, base: string): Resource => {
    const id = ownValue(root, "$id");
    const uri = (typeof id === "string" ? absolute(id, base) : undefined) ?? base;
    const own: Names = { anchors: new Map(), dynamicAnchors: new Map(), ambiguous: new Set() };
    const resource = { root, uri, anchors: own.anchors, dynamicAnchors: own.dynamicAnchors };
    names.set(resource, own);
    if (!byUri.has(uri)) byUri.set(uri, resource);
    return resource;
  };
  const main = open(whole, NO_ADDRESS);
  const dialect = ownValue(whole, "$schema");
  const isDraft07 = typeof dialect === "string" && dialect.includes("draft-07");
  // In draft-07 a reference replaces everything beside it, also an address.
  const isOpened = (schema: JsonObject) =>
    schema !== whole && startsDocument(schema) && !(isDraft07 && Object.hasOwn(schema, "$ref"));
  const waiting: (readonly [JsonObject, Resource])[] = [[whole, main]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [schema, outer] = next;
    if (resources.has(schema)) continue;
    const resource = isOpened(schema) ? open(schema, outer.uri) : outer;
    resources.set(schema, resource);
    schemas += 1;
    if (resource !== outer) noteEnclosing(schema, whole);
    const own = names.get(resource);
    if (own !== undefined) addNames(schema, own);
    asksEvaluated ||= Object.hasOwn(schema, "unevaluatedProperties") || Object.hasOwn(schema, "unevaluatedItems");
    for (const inner of directSubschemas(schema)) if (isJsonObject(inner)) waiting.push([inner, resource]);
  }
  for (const { anchors, dynamicAnchors, ambiguous } of names.values())
    for (const name of ambiguous) {
      anchors.delete(name);
      dynamicAnchors.delete(name);
    }
  return { byUri, resourceOf: (schema) => resources.get(schema), main, schemas, isDraft07, asksEvaluated };
}

function addNames(schema: JsonObject, { anchors, dynamicAnchors, ambiguous }: Names): void {
  const add = (name: string) => {
    if (anchors.has(name) && anchors.get(name) !== schema) ambiguous.add(name);
    anchors.set(name, schema);
  };
  const anchor = ownValue(schema, "$anchor");
  if (typeof anchor === "string") add(anchor);
  const dynamic = ownValue(schema, "$dynamicAnchor");
  if (typeof dynamic === "string") {
    add(dynamic);
    dynamicAnchors.set(dynamic, schema);
  }
  const id = ownValue(schema, "$id"); // draft-07 spells an anchor `"$id": "#name"`
  if (typeof id === "string" && id.startsWith("#") && id.length > 1) add(id.slice(1));
}

/**
 * In draft-07 a pointer may lead through a schema with an address of its own, as an example of its text shows; in 2020-12 such a pointer
 * has no defined meaning, so it leads nowhere.
 */
function atPointer(document: SchemaDocument, resource: Resource, pointer: string): Target | undefined {
  let at: Json = resource.root;
  let inside = resource;
  for (const escaped of pointer.slice(1).split("/")) {
    if (at !== resource.root && startsDocument(at)) {
      if (!document.isDraft07) return undefined;
      inside = document.resourceOf(at) ?? inside;
    }
    const segment = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    let next: Json | undefined;
    if (isJsonArray(at)) next = /^(0|[1-9]\d*)$/.test(segment) ? at[Number(segment)] : undefined;
    else if (isJsonObject(at)) next = ownValue(at, segment);
    if (next === undefined) return undefined;
    at = next;
  }
  if (!isJsonSchema(at)) return undefined;
  return { resource: (isJsonObject(at) ? document.resourceOf(at) : undefined) ?? inside, schema: at };
}
