/**
 * How the values of one schema relate to those of another. Requirements P14 and C4: a plan is refused on "disjoint" only,
 * so neither it nor "subset" is ever said wrongly; what cannot be shown is "unknown".
 */

import type { JsonObject } from "../json.ts";
import type { Demand } from "./claim.ts";
import { InhabitantSearch } from "./inhabitant.ts";
import type { LocatedSchema } from "./located-schema.ts";
import { plainType, relatePlain } from "./plain-type.ts";

/**
 * - `subset`: every value of the left fits the right (also when the left has no values at all);
 * - `disjoint`: no value fits both;
 * - `overlap`: a value is known that fits both, and one that fits the left only;
 * - `unknown`: none of these could be shown.
 */
export type Relation = "subset" | "overlap" | "disjoint" | "unknown";

interface Answered {
  readonly left: LocatedSchema;
  readonly right: LocatedSchema;
  readonly relation: Relation;
}

const answersByLeft = new WeakMap<JsonObject, Answered[]>();
const MOST_ANSWERS = 16;

/** Relates what `left` describes to what `right` accepts. Bounded in time whatever the schemas; remembered by identity of the schemas. */
export function relate(left: LocatedSchema, right: LocatedSchema): Relation {
  const [plainLeft, plainRight] = [plainType(left), plainType(right)];
  if (plainLeft !== null && plainRight !== null) return relatePlain(plainLeft, plainRight);
  if (typeof left.schema === "boolean") return work(left, right);
  const answers = answersByLeft.get(left.schema) ?? [];
  const known = answers.find((answer) => isSame(answer.left, left) && isSame(answer.right, right));
  if (known !== undefined) return known.relation;
  const relation = work(left, right);
  if (answers.length === MOST_ANSWERS) answers.shift();
  answers.push({ left, right, relation });
  answersByLeft.set(left.schema, answers);
  return relation;
}

function isSame(one: LocatedSchema, other: LocatedSchema): boolean {
  return one.schema === other.schema && one.root === other.root;
}

function work(left: LocatedSchema, right: LocatedSchema): Relation {
  const search = new InhabitantSearch();
  const given: Demand = { located: left, holds: true };
  const outside = search.find([given, { located: right, holds: false }]);
  if (outside.found === "none") return "subset";
  const shared = search.find([given, { located: right, holds: true }]);
  if (shared.found === "none") return "disjoint";
  return outside.found === "value" && shared.found === "value" ? "overlap" : "unknown";
}
