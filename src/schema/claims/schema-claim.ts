/**
 * Translates a schema into the claim that it makes about values of one kind: the only place that knows the meaning of each keyword in
 * general; numbers, strings, arrays and objects have a neighbouring file each.
 *
 * Annotations claim nothing. Two keywords are annotations to some validators and assertions to others, and no certain answer
 * may depend on the validator: a `format` is a test of which only the name is known, and beside `nullable` it is undecided
 * whether null fits. Malformed keywords and those of another dialect are undecided as well.
 */

import { canonicalJson, isJsonArray, type Json, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import { includes, type JsonKind, kindOf, kindsOfType } from "../document/json-kind.ts";
import { type Dialect, dialectOf, type LocatedSchema, resolveReference, within } from "../document/located-schema.ts";
import { type Steps, weigh } from "../document/search-steps.ts";
import { isJsonSchema } from "../document/subschemas.ts";
import { arrayClaims } from "./array-claims.ts";
import { ALWAYS, type Claim, every, exactlyOne, fact, fits, NEVER, opposite, some, UNDECIDED } from "./claim.ts";
import { numberClaims } from "./number-claims.ts";
import { objectClaims } from "./object-claims.ts";
import { stringClaims } from "./string-claims.ts";

interface Translations {
  readonly root: JsonSchema;
  readonly claims: Map<JsonKind, { readonly claim: Claim; readonly opposite: Claim; readonly size: number }>;
}

const translationsBySchema = new WeakMap<JsonObject, Translations>();

/** The claim of `located` (or, with `holds: false`, its opposite) about values of `kind`. One level deep: schemas inside stay demands. */
export function claimOf(located: LocatedSchema, kind: JsonKind, holds: boolean, steps: Steps): Claim {
  const { root, schema } = located;
  if (typeof schema === "boolean") return schema === holds ? ALWAYS : NEVER;
  let translations = translationsBySchema.get(schema);
  if (translations === undefined || translations.root !== root) {
    translations = { root, claims: new Map() };
    translationsBySchema.set(schema, translations);
  }
  let translation = translations.claims.get(kind);
  if (translation === undefined) {
    const claim = translate(located, schema, kind);
    translation = { claim, opposite: opposite(claim), size: sizeOf(claim) };
    translations.claims.set(kind, translation);
  }
  // Also if it is remembered, so that each question is answered alike.
  weigh(steps, translation.size);
  return holds ? translation.claim : translation.opposite;
}

/** Each value that is listed was rendered as text. */
const THINGS_PER_VALUE = 32;

/** How many claims it is made of. */
function sizeOf(claim: Claim): number {
  switch (claim.is) {
    case "every":
    case "some":
      return claim.claims.reduce((size, part) => size + sizeOf(part), 1);
    case "either":
      return sizeOf(claim.claim) + sizeOf(claim.opposite);
    case "fact":
      return claim.fact.is === "oneOf" ? THINGS_PER_VALUE * claim.fact.values.size : 1;
    default:
      return 1;
  }
}

function translate(located: LocatedSchema, schema: JsonObject, kind: JsonKind): Claim {
  const dialect = dialectOf(located.root);
  if (dialect === undefined) return UNDECIDED;
  const reference = referenceClaim(located, schema);
  // In draft-07 a reference replaces everything beside it.
  if (dialect === "draft-07" && Object.hasOwn(schema, "$ref")) return reference;
  const type = typeClaim(schema, kind);
  if (type === NEVER) return NEVER;
  return every([
    type,
    valuesClaim(schema, kind),
    reference,
    ...combinations(located, schema),
    ...claimsOfKind(located, schema, kind, dialect),
  ]);
}

function claimsOfKind(located: LocatedSchema, schema: JsonObject, kind: JsonKind, dialect: Dialect): readonly Claim[] {
  switch (kind) {
    case "null":
    case "boolean":
      return [];
    case "number":
      return [...numberClaims(schema), formatClaim(schema)];
    case "string":
      return [...stringClaims(schema), formatClaim(schema)];
    case "array":
      return arrayClaims(located, schema, dialect);
    case "object":
      return objectClaims(located, schema, dialect);
  }
}

function referenceClaim(located: LocatedSchema, schema: JsonObject): Claim {
  if (Object.hasOwn(schema, "$dynamicRef") || Object.hasOwn(schema, "$recursiveRef")) return UNDECIDED;
  const reference = ownValue(schema, "$ref");
  if (reference === undefined) return ALWAYS;
  const target = typeof reference === "string" ? resolveReference(located, reference) : undefined;
  return target === undefined ? UNDECIDED : fits(target);
}

function typeClaim(schema: JsonObject, kind: JsonKind): Claim {
  const type = ownValue(schema, "type");
  if (type === undefined) return ALWAYS;
  const allowed = kindsOfType(type);
  if (allowed === undefined) return UNDECIDED;
  if (!includes(allowed.kinds, kind)) return kind === "null" && Object.hasOwn(schema, "nullable") ? UNDECIDED : NEVER;
  return kind === "number" && allowed.integersOnly ? fact({ is: "multipleOf", divisor: 1, holds: true }) : ALWAYS;
}

function formatClaim(schema: JsonObject): Claim {
  const format = ownValue(schema, "format");
  if (format === undefined) return ALWAYS;
  return typeof format === "string" ? fact({ is: "format", format, holds: true }) : UNDECIDED;
}

function valuesClaim(schema: JsonObject, kind: JsonKind): Claim {
  const listed = ownValue(schema, "enum");
  const constant = ownValue(schema, "const");
  return every([
    listed === undefined ? ALWAYS : isJsonArray(listed) ? oneOf(listed, kind) : UNDECIDED,
    constant === undefined ? ALWAYS : oneOf([constant], kind),
  ]);
}

function oneOf(values: readonly Json[], kind: JsonKind): Claim {
  const ofKind = new Map<string, Json>();
  for (const value of values) if (kindOf(value) === kind) ofKind.set(canonicalJson(value), value);
  return ofKind.size === 0 ? NEVER : fact({ is: "oneOf", values: ofKind, holds: true });
}

function combinations(located: LocatedSchema, schema: JsonObject): readonly Claim[] {
  const claims: Claim[] = [];
  const all = ownValue(schema, "allOf");
  if (all !== undefined) claims.push(combined(located, all, every));
  const any = ownValue(schema, "anyOf");
  if (any !== undefined) claims.push(combined(located, any, some));
  const one = ownValue(schema, "oneOf");
  if (one !== undefined) claims.push(combined(located, one, exactlyOne));
  const not = ownValue(schema, "not");
  if (not !== undefined) claims.push(opposite(claimOfPart(located, not)));
  const condition = ownValue(schema, "if");
  if (condition !== undefined) {
    const test = claimOfPart(located, condition);
    const yes = claimOfPart(located, ownValue(schema, "then") ?? true);
    const no = claimOfPart(located, ownValue(schema, "else") ?? true);
    claims.push(some([opposite(test), yes]), some([test, no]));
  }
  return claims;
}

// "Exactly one" has as many pairs as the square of its length.
const MOST_ALTERNATIVES = 64;

function combined(located: LocatedSchema, parts: Json, combine: (claims: readonly Claim[]) => Claim): Claim {
  if (!isJsonArray(parts) || parts.length === 0 || parts.length > MOST_ALTERNATIVES) return UNDECIDED;
  return combine(parts.map((part) => claimOfPart(located, part)));
}

function claimOfPart(located: LocatedSchema, part: Json): Claim {
  return isJsonSchema(part) ? fits(within(located, part)) : UNDECIDED;
}
