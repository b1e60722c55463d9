/** The keywords of one schema about a field, apart from those that combine schemas: a member or an item. */

import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../json/json.ts";
import { type Dialect, type LocatedSchema, within } from "./document/located-schema.ts";
import type { Steps } from "./document/search-steps.ts";
import { isJsonSchema } from "./document/subschemas.ts";
import { type Finding, IMPOSSIBLE, intersection, OPEN, SILENT, UNDECLARED, union } from "./field-finding.ts";
import { matches, readPattern } from "./pattern/pattern.ts";

/** The field `name` of an object that fits `schema`. */
export function memberFinding(
  located: LocatedSchema,
  schema: JsonObject,
  name: string,
  steps: Pick<Steps, "left">,
): Finding {
  const properties = ownValue(schema, "properties") ?? {};
  const byPattern = ownValue(schema, "patternProperties") ?? {};
  const required = ownValue(schema, "required") ?? [];
  if (!isJsonObject(properties) || !isJsonObject(byPattern) || !isJsonArray(required)) return OPEN;
  const isRequired = required.includes(name);
  const declare = (value: JsonSchema): Finding =>
    value === false ? IMPOSSIBLE : { is: "declared", required: isRequired, value: within(located, value) };
  const findings: Finding[] = [];
  const own = ownValue(properties, name);
  if (own !== undefined) findings.push(isJsonSchema(own) ? declare(own) : OPEN);
  for (const [source, value] of Object.entries(byPattern)) {
    const pattern = readPattern(source);
    const matched = pattern === undefined ? undefined : matches(pattern, name, steps);
    if (matched === undefined) findings.push(OPEN);
    else if (matched) findings.push(isJsonSchema(value) ? declare(value) : OPEN);
  }
  if (findings.length > 0) return intersection(findings);
  const additional = ownValue(schema, "additionalProperties");
  if (additional === false) return IMPOSSIBLE;
  const describes = isJsonObject(additional) && Object.keys(additional).length > 0;
  if (isRequired) return declare(describes ? additional : true);
  if (additional !== undefined) return describes ? declare(additional) : OPEN;
  const unevaluated = ownValue(schema, "unevaluatedProperties");
  if (unevaluated !== undefined && unevaluated !== false) return OPEN;
  return Object.keys(properties).length > 0 ? UNDECLARED : SILENT;
}

/** The item at `index` of an array that fits `schema`; counted from the end if it is negative, which may be any item. */
export function itemFinding(located: LocatedSchema, schema: JsonObject, index: number, dialect: Dialect): Finding {
  if (index < 0) return itemFromEnd(located, schema, -index, dialect);
  const most = ownValue(schema, "maxItems");
  if (typeof most === "number" && most <= index) return IMPOSSIBLE;
  const least = ownValue(schema, "minItems");
  const required = typeof least === "number" && least > index;
  const item = itemSchema(schema, index, dialect);
  if (item === false) return IMPOSSIBLE;
  if (isJsonObject(item)) return { is: "declared", required, value: within(located, item) };
  if (required) return { is: "declared", required, value: { root: located.root, schema: true } };
  return item === undefined ? SILENT : OPEN;
}

// Items listed one by one that are looked at before any is possible.
const mostListed = 20;

function itemFromEnd(located: LocatedSchema, schema: JsonObject, fromEnd: number, dialect: Dialect): Finding {
  const most = ownValue(schema, "maxItems");
  if (typeof most === "number" && most < fromEnd) return IMPOSSIBLE;
  const least = ownValue(schema, "minItems");
  const required = typeof least === "number" && least >= fromEnd;
  const listed = ownValue(schema, dialect === "draft-07" ? "items" : "prefixItems");
  const count = isJsonArray(listed) ? listed.length : 0;
  if (count > mostListed) return OPEN;
  const places = typeof most === "number" && most <= count ? most : count + 1;
  const items = Array.from({ length: places }, (_, at) => itemSchema(schema, at, dialect));
  const possible = items.filter((item) => item !== false);
  if (possible.length === 0) return IMPOSSIBLE;
  if (possible.every((item) => item === undefined) && !required) return SILENT;
  const findings = possible.map((item): Finding => {
    return { is: "declared", required, value: within(located, item ?? true) };
  });
  return union(findings);
}

// Undefined when there is no statement. True also for a statement that cannot be used.
function itemSchema(schema: JsonObject, index: number, dialect: Dialect): JsonSchema | undefined {
  const items = ownValue(schema, "items");
  const listed = dialect === "draft-07" ? items : ownValue(schema, "prefixItems");
  const prefix = isJsonArray(listed) ? listed : [];
  const after = dialect === "draft-07" && isJsonArray(items) ? ownValue(schema, "additionalItems") : items;
  const item = index < prefix.length ? prefix[index] : after;
  return item === undefined || isJsonSchema(item) ? item : true;
}
