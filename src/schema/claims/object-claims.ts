/** The claims of keywords about objects. `object-members.ts` decides when such claims cannot all hold. */

import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { type Dialect, type LocatedSchema, within } from "../document/located-schema.ts";
import { isJsonSchema } from "../document/subschemas.ts";
import { type Pattern, readPattern } from "../pattern/pattern.ts";
import { ALWAYS, ANYTHING, type Claim, every, fact, fits, opposite, some, UNDECIDED } from "./claim.ts";
import type { Keys } from "./keys.ts";
import { sizeClaim } from "./size-claims.ts";

export function objectClaims(located: LocatedSchema, schema: JsonObject, dialect: Dialect): readonly Claim[] {
  return [
    sizeClaim(schema, "minProperties", "sizeAtLeast"),
    sizeClaim(schema, "maxProperties", "sizeAtMost"),
    requiredClaim(ownValue(schema, "required") ?? []),
    ...memberClaims(located, schema),
    ...dependencyClaims(located, schema, dialect),
    propertyNamesClaim(located, schema),
    unevaluatedClaim(schema),
  ];
}

function requiredClaim(names: Json): Claim {
  if (!isJsonArray(names)) return UNDECIDED;
  return every(names.map((name) => (typeof name === "string" ? present(name) : UNDECIDED)));
}

function present(name: string): Claim {
  return fact({ is: "someMember", keys: { are: "name", name }, member: ANYTHING });
}

function memberClaims(located: LocatedSchema, schema: JsonObject): readonly Claim[] {
  const properties = ownValue(schema, "properties") ?? {};
  const byPattern = ownValue(schema, "patternProperties") ?? {};
  if (!isJsonObject(properties) || !isJsonObject(byPattern)) return [UNDECIDED];
  const patterns: Pattern[] = [];
  const claims: Claim[] = [];
  for (const [name, member] of Object.entries(properties)) {
    claims.push(eachMember(located, { are: "name", name }, member));
  }
  for (const [source, member] of Object.entries(byPattern)) {
    const pattern = readPattern(source);
    // Without this pattern it is not known either which members are additional.
    if (pattern === undefined) return [...claims, UNDECIDED];
    patterns.push(pattern);
    claims.push(eachMember(located, { are: "matching", pattern }, member));
  }
  const additional = ownValue(schema, "additionalProperties");
  if (additional !== undefined) {
    const names = new Set(Object.keys(properties));
    claims.push(eachMember(located, { are: "rest", names, patterns }, additional));
  }
  return claims;
}

function eachMember(located: LocatedSchema, keys: Keys, member: Json): Claim {
  if (member === true) return ALWAYS;
  if (!isJsonSchema(member)) return UNDECIDED;
  return fact({ is: "eachMember", keys, member: { located: within(located, member), holds: true } });
}

function dependencyClaims(located: LocatedSchema, schema: JsonObject, dialect: Dialect): readonly Claim[] {
  const names = ownValue(schema, "dependentRequired");
  const schemas = ownValue(schema, "dependentSchemas");
  const either = ownValue(schema, "dependencies");
  // Some validators heed the other dialect's keywords as well.
  if (dialect === "draft-07") {
    return [dependencies(located, either), names === undefined && schemas === undefined ? ALWAYS : UNDECIDED];
  }
  return [dependencies(located, names), dependencies(located, schemas), either === undefined ? ALWAYS : UNDECIDED];
}

function dependencies(located: LocatedSchema, dependents: Json | undefined): Claim {
  if (dependents === undefined) return ALWAYS;
  if (!isJsonObject(dependents)) return UNDECIDED;
  return every(
    Object.entries(dependents).map(([name, dependent]) => {
      const demanded = isJsonSchema(dependent) ? fits(within(located, dependent)) : requiredClaim(dependent);
      return some([opposite(present(name)), demanded]);
    }),
  );
}

function propertyNamesClaim(located: LocatedSchema, schema: JsonObject): Claim {
  const name = ownValue(schema, "propertyNames");
  if (name === undefined || name === true) return ALWAYS;
  return isJsonSchema(name)
    ? fact({ is: "eachName", name: { located: within(located, name), holds: true } })
    : UNDECIDED;
}

function unevaluatedClaim(schema: JsonObject): Claim {
  const unevaluated = ownValue(schema, "unevaluatedProperties");
  return unevaluated === undefined || unevaluated === true ? ALWAYS : UNDECIDED;
}
