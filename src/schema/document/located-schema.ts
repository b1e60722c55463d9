/**
 * Room `schema/document`: a schema as a document, with the places of its subschemas and the targets of its references.
 *
 * Owns: `LocatedSchema` (this file); resources by `$id` and their anchors (`resources.ts`); the table of keywords that hold subschemas
 * (`subschemas.ts`); the six kinds of JSON value (`json-kind.ts`); the budgets in steps that bound all work on schemas from outside
 * (`step-budget.ts`, `search-steps.ts`).
 * Leaves: the meaning of the keywords to `schema/evaluation`, which validates, and to `schema/claims`, which compares schemas.
 *
 * Invariants:
 * - Nothing is fetched. A reference that leads out of the document is unresolvable.
 * - A document is walked by the table of `subschemas.ts` only. Constants, defaults and examples are never taken for schemas.
 *
 * This file holds a schema together with the document that its references point into. References are `#`, JSON pointers, anchors and the
 * addresses that schemas of the document have by `$id`. They are followed one hop at a time: the caller bounds the length of a chain.
 */
import { isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import { documentOf, enclosingRoot, noteEnclosing, resolveIn, startsDocument } from "./resources.ts";

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

/** The dialect that a document declares: 2020-12 when it is silent, undefined when it is one that is not supported. */
export function dialectOf(root: JsonSchema): Dialect | undefined {
  for (
    let at: JsonObject | undefined = isJsonObject(root) ? root : undefined;
    at !== undefined;
    at = enclosingRoot(at)
  ) {
    const declared = ownValue(at, "$schema");
    if (declared === undefined) continue;
    return typeof declared === "string" ? DIALECTS.get(declared.replace(/#$/, "")) : undefined;
  }
  return "2020-12";
}

/** The schema found inside `parent`. One with its own `$id` is a resource of its own, as the standard has it. */
export function within(parent: LocatedSchema, schema: JsonSchema): LocatedSchema {
  if (!startsDocument(schema)) return { root: parent.root, schema };
  noteEnclosing(schema, parent.root);
  return { root: schema, schema };
}

/**
 * The schema that `reference`, written inside `located`, points at; undefined if it is not in the same document.
 *
 * @example
 * ```ts
 * const located = documentSchema({ $defs: { city: { type: "string" } } });
 * resolveReference(located, "#/$defs/city")?.schema; // { type: "string" }
 * resolveReference(located, "https://example.com/city"); // undefined
 * ```
 */
export function resolveReference({ root }: LocatedSchema, reference: string): LocatedSchema | undefined {
  if (!isJsonObject(root)) return reference === "#" || reference === "" ? { root, schema: root } : undefined;
  const document = documentOf(root);
  const target = resolveIn(document, document.resourceOf(root) ?? document.main, reference);
  return target === undefined ? undefined : { root: target.resource.root, schema: target.schema };
}

/** Whether `reference`, written inside `located`, leads nowhere only because it points through a schema with an address of its own. */
export function pointsThroughResource({ root }: LocatedSchema, reference: string): boolean {
  if (!isJsonObject(root)) return false;
  const document = documentOf(root);
  return (
    resolveIn({ ...document, isDraft07: true }, document.resourceOf(root) ?? document.main, reference) !== undefined
  );
}
