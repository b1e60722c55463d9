/** The keywords about arrays, as checks of a value. */
import { isJsonArray, type Json, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import { type ArrayCheck, type At, cost, Malformed } from "./evaluation.ts";
import { schemaOf } from "./object-checks.ts";
import { numberOf } from "./scalar-checks.ts";

export function arrayChecks(schema: JsonObject): readonly ArrayCheck[] {
  return [
    sizeCheck(schema),
    itemsCheck(schema),
    containsCheck(schema),
    ownValue(schema, "uniqueItems") === true ? uniqueCheck : undefined,
  ].filter((check) => check !== undefined);
}

function sizeCheck(schema: JsonObject): ArrayCheck | undefined {
  const [least, most] = [ownValue(schema, "minItems"), ownValue(schema, "maxItems")];
  if (least === undefined && most === undefined) return undefined;
  return ({ length }, { evaluation, spot }) => {
    if (most !== undefined && length > numberOf(most))
      evaluation.fail(spot, "maxItems", `Array has too many items (${length} > ${most}).`);
    if (least !== undefined && length < numberOf(least))
      evaluation.fail(spot, "minItems", `Array has too few items (${length} < ${least}).`);
  };
}

/** A list in `items` is draft-07's `prefixItems`; many schemas that declare no dialect have it. */
function itemsCheck(schema: JsonObject): ArrayCheck | undefined {
  const items = ownValue(schema, "items");
  const listed = isJsonArray(items) ? items : (ownValue(schema, "prefixItems") ?? []);
  const after = isJsonArray(items) ? ownValue(schema, "additionalItems") : items;
  const keyword = isJsonArray(items) ? "additionalItems" : "items";
  if (after === undefined && isJsonArray(listed) && listed.length === 0) return undefined;
  return (value, at) => {
    const { evaluation, evaluated, spot } = at;
    if (!isJsonArray(listed)) throw new Malformed();
    const most = after === undefined ? Math.min(value.length, listed.length) : value.length;
    for (let index = 0; index < most; index += 1) {
      const demanded = index < listed.length ? listed[index] : after;
      const item = value[index];
      if (demanded === undefined || item === undefined) continue;
      if (!evaluation.fits(schemaOf(demanded), item, at, { outer: spot, key: index }, true) && demanded === false)
        evaluation.fail(spot, keyword, "Items did not match schema.");
    }
    if (evaluated !== undefined) evaluated.items = Math.max(evaluated.items, most);
  };
}

function containsCheck(schema: JsonObject): ArrayCheck | undefined {
  const contained = ownValue(schema, "contains");
  if (contained === undefined) return undefined;
  const [least, most] = [ownValue(schema, "minContains") ?? 1, ownValue(schema, "maxContains")];
  return (value, at) => {
    const { evaluation, evaluated, spot } = at;
    let count = 0;
    for (const [index, item] of value.entries()) {
      if (!evaluation.fits(schemaOf(contained), item, at, { outer: spot, key: index }, false)) continue;
      count += 1;
      if (evaluated === undefined) continue;
      evaluation.take(cost.entry);
      evaluated.others.add(index);
    }
    if (count < numberOf(least)) {
      const keyword = Object.hasOwn(schema, "minContains") ? "minContains" : "contains";
      const message = `Array must contain at least ${least} items matching schema. Only ${count} items were found.`;
      evaluation.fail(spot, keyword, message);
    }
    if (most !== undefined && count > numberOf(most)) {
      const message = `Array may contain at most ${most} items matching schema. ${count} items were found.`;
      evaluation.fail(spot, "maxContains", message);
    }
  };
}

/** By the texts of the items, so that each is looked at once. */
function uniqueCheck(value: readonly Json[], { evaluation, spot }: At): void {
  const seen = new Map<string | number, number>();
  for (const [index, item] of value.entries()) {
    evaluation.take(cost.entry);
    const text = typeof item === "number" ? item : evaluation.textOf(item);
    const before = seen.get(text);
    if (before !== undefined) {
      evaluation.fail(spot, "uniqueItems", `Duplicate items at indexes ${before} and ${index}.`);
      return;
    }
    seen.set(text, index);
  }
}

/** `unevaluatedItems`, once all other keywords have been asked. */
export function unevaluatedItems(unevaluated: JsonSchema, value: readonly Json[], at: At): void {
  const { evaluation, evaluated, spot } = at;
  if (evaluated === undefined) return;
  for (let index = evaluated.items; index < value.length; index += 1) {
    evaluation.take(cost.member);
    const item = value[index];
    if (evaluated.others.has(index) || item === undefined) continue;
    if (!evaluation.fits(unevaluated, item, at, { outer: spot, key: index }, true))
      evaluation.fail(spot, "unevaluatedItems", "Items did not match unevaluated items schema.");
  }
  evaluated.items = value.length;
}
