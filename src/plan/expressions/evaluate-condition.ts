/**
 * Whether a condition holds, just before its step would begin (E13). A condition that cannot be evaluated is neither true nor false: it
 * fails its step.
 */

import type { Failure } from "../../json/failure.ts";
import { kindOf } from "../../schema/document/json-kind.ts";
import type { Condition } from "../plan.ts";
import type { ReferenceReader } from "../reference-reader.ts";
import { evaluateExpression } from "./evaluate-expression.ts";

export type ConditionOutcome =
  | { readonly kind: "TRUE" }
  | { readonly kind: "FALSE" }
  | { readonly kind: "FAILED"; readonly failure: Failure };

/**
 * Evaluates `condition` with the values of its references. Never throws.
 *
 * @example
 * ```ts
 * const reference = { root: "bindings", id: "count", path: [], expression: "${count}" } as const;
 * const condition = { expression: "${count} > 3", cel: "v.r0 > 3", references: [reference] };
 * const bytesOf = () => undefined;
 * evaluateCondition(condition, { bytesOf, read: () => ({ found: true, value: 4 }) }); // { kind: "TRUE" }
 * evaluateCondition(condition, { bytesOf, read: () => ({ found: false, reason: "nothing" }) }).kind; // "FAILED"
 * ```
 */
export function evaluateCondition(condition: Condition, reader: ReferenceReader): ConditionOutcome {
  const evaluated = evaluateExpression(condition, reader);
  const { expression } = condition;
  if (!evaluated.ok) return failed(expression, evaluated.finding, evaluated.kind === "LIMIT");
  if (evaluated.value === true) return { kind: "TRUE" };
  if (evaluated.value === false) return { kind: "FALSE" };
  return failed(expression, `true or false is required, found ${kindOf(evaluated.value)}`, false);
}

function failed(expression: string, finding: string, isLimit: boolean): ConditionOutcome {
  const message = `the condition ${expression} cannot be evaluated: ${finding}`;
  const code = isLimit ? "LIMIT_EXCEEDED" : "CONDITION_FAILED";
  return { kind: "FAILED", failure: { code, message, retryable: false, details: { expression, finding } } };
}
