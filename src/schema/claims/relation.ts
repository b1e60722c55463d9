/**
 * Room `schema/claims`: how the values of two schemas relate, decided by a bounded search for a value.
 *
 * Owns: the translation of a schema into claims (`schema-claim.ts` and a file for each kind of value); the opposite of a claim (`claim.ts`);
 * the search for a value that meets several demands (`inhabitant.ts`, `kind-search.ts`); the relation itself (this file).
 * Leaves: validation of a known value to `schema`; references to `schema/document`; patterns to `schema/pattern`. Other top folders use
 * `relate` alone.
 *
 * Invariants:
 * - "subset" and "disjoint" are certain. A plan is refused on "disjoint" only (P14, C4).
 * - A relation that cannot be proven is "unknown". A keyword that is not understood makes a claim undecided, never true or false.
 * - "fits" and "does not fit" are one claim and its opposite, so each keyword is translated once.
 * - A search is bounded by steps and by depth.
 *
 * This file relates the values that one schema describes to those that another accepts, and remembers answers by identity of the schemas.
 */

import type { JsonObject } from "../../json/json.ts";
import type { LocatedSchema } from "../document/located-schema.ts";
import { budgetInForce } from "../document/step-budget.ts";
import { plainType, relatePlain } from "../plain-type.ts";
import type { Demand } from "./claim.ts";
import { InhabitantSearch, MOST_STEPS } from "./inhabitant.ts";

/**
 * - `subset`: every value of the left fits the right (also when the left has no values at all);
 * - `disjoint`: no value fits both;
 * - `overlap`: a value is known that fits both, and one that fits the left only;
 * - `unknown`: none of these could be shown.
 */
export type Relation = "subset" | "overlap" | "disjoint" | "unknown";

interface Worked {
  readonly answer: Relation;
  readonly steps: number;
}

interface Answered extends Worked {
  readonly left: LocatedSchema;
  readonly right: LocatedSchema;
}

const answersByLeft = new WeakMap<JsonObject, Answered[]>();
const MOST_ANSWERS = 16;

/**
 * Relates the values that `left` describes to those that `right` accepts. The time is bounded for all schemas, for this call and for all
 * calls of the same request. Results are remembered by identity of the schemas. A remembered result counts against the bound as if it were
 * found again.
 *
 * @example
 * ```ts
 * import { documentSchema } from "../document/located-schema.ts";
 * const text = documentSchema({ type: "string" });
 * relate(documentSchema({ enum: ["a", "b"] }), text); // "subset"
 * relate(text, documentSchema({ minLength: 3 })); // "overlap"
 * relate(text, documentSchema({ type: "integer" })); // "disjoint"
 * ```
 */
export function relate(left: LocatedSchema, right: LocatedSchema): Relation {
  const [plainLeft, plainRight] = [plainType(left), plainType(right)];
  if (plainLeft !== undefined && plainRight !== undefined) return relatePlain(plainLeft, plainRight);
  return budgetInForce().answer(2 * MOST_STEPS, () => remembered(left, right)) ?? "unknown";
}

function remembered(left: LocatedSchema, right: LocatedSchema): Worked {
  if (typeof left.schema === "boolean") return work(left, right);
  const answers = answersByLeft.get(left.schema) ?? [];
  const known = answers.find((answer) => isSame(answer.left, left) && isSame(answer.right, right));
  if (known !== undefined) return known;
  const worked = work(left, right);
  if (answers.length === MOST_ANSWERS) answers.shift();
  answers.push({ left, right, ...worked });
  answersByLeft.set(left.schema, answers);
  return worked;
}

function isSame(one: LocatedSchema, other: LocatedSchema): boolean {
  return one.schema === other.schema && one.root === other.root;
}

function work(left: LocatedSchema, right: LocatedSchema): Worked {
  const search = new InhabitantSearch();
  const answer = relation(search, { located: left, holds: true }, right);
  return { answer, steps: search.taken };
}

function relation(search: InhabitantSearch, given: Demand, right: LocatedSchema): Relation {
  const outside = search.find([given, { located: right, holds: false }]);
  if (outside.found === "none") return "subset";
  const shared = search.find([given, { located: right, holds: true }]);
  if (shared.found === "none") return "disjoint";
  return outside.found === "value" && shared.found === "value" ? "overlap" : "unknown";
}
