/** The type of a reference with `[*]`: a list of the values of each item of the list before it, under the path behind it. */
import { includes } from "../../schema/document/json-kind.ts";
import { fieldWithin } from "../../schema/field.ts";
import { statedKinds } from "../../schema/stated-kinds.ts";
import { typeName } from "../../schema/type-name.ts";
import { itemType } from "../expressions/expression-type.ts";
import { listOf } from "../expressions/made-schema.ts";
import type { Reference } from "../plan.ts";
import { fieldNotFound, NOTHING, type Presence, type ReferenceType } from "./reference-type.ts";

/** The type of a reference whose paths behind each `[*]` are `each`. The value before them has the type `type`. */
export function projectedType(
  type: ReferenceType,
  [path, ...rest]: NonNullable<Reference["each"]> = [],
): ReferenceType {
  if (!type.ok || path === undefined) return type;
  const { alternatives, presence, sourceCallable } = type;
  const lists = alternatives.filter((one) => includes(statedKinds(one), "array"));
  if (lists.length === 0) {
    const finding = `[*] needs a list, found ${[...new Set(alternatives.map(typeName))].join(" or ")}`;
    return { ok: false, reason: "TYPE_MISMATCH", finding, sourceCallable, field: undefined, availableFields: [] };
  }
  const answers = itemType(lists).map((item) => fieldWithin(item, path));
  const [first] = answers;
  const possible = answers.flatMap((answer) => (answer.presence === "missing" ? [] : [answer]));
  if (first?.presence === "missing" && possible.length === 0)
    return fieldNotFound(path, first.at, first.availableFields, sourceCallable, "an item of the list");
  const isEverywhere = possible.length === answers.length;
  const inner: ReferenceType = {
    ok: true,
    presence: together([...possible.map((answer) => answer.presence), ...(isEverywhere ? [] : ["optional" as const])]),
    alternatives: possible.map(({ value }) => value),
    sourceCallable,
  };
  const projected = projectedType(inner, rest);
  if (!projected.ok) return projected;
  // The output of a step that was skipped is null, with or without a path.
  const skipped = alternatives.filter((one) => one === NOTHING);
  return {
    ...type,
    presence: together([presence, projected.presence]),
    alternatives: [listOf(projected.alternatives), ...skipped],
  };
}

function together(presences: readonly Presence[]): Presence {
  if (presences.includes("unknown")) return "unknown";
  return presences.includes("optional") ? "optional" : "required";
}
