/**
 * Room `schema`: questions about a JSON Schema that arrives at run time, each answered from that one schema.
 *
 * Owns: validation of a value (this file); bounds on schemas from outside (`schema-limits.ts`); whether a path leads to a field (`field.ts`);
 * what a schema demands of a part of a value (`target-schema.ts`); defaults (`fill-defaults.ts`); names of types for messages.
 * Leaves: references and step budgets to `schema/document`; the keywords of validation to `schema/evaluation`; regular expressions to
 * `schema/pattern`; the relation of two schemas to `schema/claims`.
 *
 * Invariants:
 * - No schema is fetched and no code is generated, because the platform compiles none (P19).
 * - Draft 2020-12 and draft-07 are read. A document of any other dialect is a violation.
 * - Every check takes counted steps. One budget bounds all checks of one request or one answer.
 *
 * This file validates with an interpreter. A schema that cannot be interpreted is a violation, never a silent yes. So is a check that takes
 * more steps than its budget has.
 */
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../json/json.ts";
import { dialectOf, documentSchema, type LocatedSchema } from "./document/located-schema.ts";
import { documentOf } from "./document/resources.ts";
import { budgetInForce } from "./document/step-budget.ts";
import { apply } from "./evaluation/evaluate.ts";
import { Evaluation, type Failed, type Spot } from "./evaluation/evaluation.ts";

/** More are not reported. */
const MAX_VIOLATIONS = 50;

/**
 * How `value` fails `schema`, a whole document. Empty if it fits.
 *
 * @example
 * ```ts
 * const schema = { type: "object", required: ["city"], properties: { city: { type: "string" } } };
 * violations(schema, { city: "Bern" }); // []
 * violations(schema, { city: 7 })[0]?.instance; // "/city"
 * ```
 */
export function violations(schema: JsonSchema, value: Json): readonly SchemaViolation[] {
  return violationsAt(documentSchema(schema), value);
}

/**
 * How a value that a person wrote fails `schema`: as `violations`, and each text also by the format that its schema names.
 *
 * @example
 * ```ts
 * answerViolations({ type: "string", format: "date" }, "tomorrow")[0]?.keyword; // "format"
 * ```
 */
export function answerViolations(schema: JsonSchema, value: Json): readonly SchemaViolation[] {
  return violationsAt(documentSchema(schema), value, true);
}

/** How `value` fails a schema inside a document. Empty if it fits. `format` is an annotation unless formats are asserted. */
export function violationsAt(
  { root, schema }: LocatedSchema,
  value: Json,
  assertsFormats = false,
): readonly SchemaViolation[] {
  if (schema === true) return [];
  const within = isJsonObject(root) ? root : schema;
  if (within === false || schema === false)
    return [{ instance: "", keyword: "false", message: "No value is accepted" }];
  try {
    return report(evaluated(within, schema, value, assertsFormats));
  } catch (error) {
    return [{ instance: "", keyword: "$schema", message: `Cannot evaluate the schema: ${reasonOf(error)}` }];
  }
}

function evaluated(root: JsonObject, schema: JsonObject, value: Json, assertsFormats: boolean): readonly Failed[] {
  if (dialectOf(root) === undefined) throw new Error("required JSON Schema 2020-12 or draft-07, found another dialect");
  const budget = budgetInForce();
  // Reading a document is itself work: none is read once the budget is used up.
  budget.take(0);
  const document = documentOf(root);
  budget.takeReading(document, document.schemas);
  const evaluation = new Evaluation(document, budget, apply, assertsFormats);
  const resource = document.resourceOf(root) ?? document.main;
  apply(schema, value, undefined, { resource, outer: undefined }, evaluation);
  return evaluation.failures;
}

/** Why a schema cannot be interpreted. What the runtime says where it fell over a schema names its inside, so it is not repeated. */
function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return "required keywords with values that they can have, found another value";
  if (error instanceof RangeError) return "required schemas that can be followed to their end, found none";
  return String(error instanceof Error ? error.message : error)
    .split("\n", 1)
    .join("")
    .slice(0, 300);
}

function report(failures: readonly Failed[]): readonly SchemaViolation[] {
  const byOthers = failures.some(({ keyword }) => keyword === "additionalProperties");
  // That nothing is accepted is said by the keyword which says so of all additional properties.
  const shown = byOthers ? failures.filter(({ keyword }) => keyword !== "false") : failures;
  return shown
    .slice(0, MAX_VIOLATIONS)
    .map(({ spot, keyword, message }) => ({ instance: pointerTo(spot), keyword, message }));
}

function pointerTo(spot: Spot | undefined): string {
  let pointer = "";
  for (let at = spot; at !== undefined; at = at.outer)
    pointer = `/${String(at.key).replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`;
  return pointer;
}

export interface SchemaViolation {
  /** JSON Pointer into the data. */
  readonly instance: string;
  readonly keyword: string;
  readonly message: string;
}
