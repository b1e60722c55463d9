/**
 * Whether a condition holds, just before its step would begin (E13). A condition that cannot be evaluated is neither true nor false: it
 * fails its step. An operand without a value is no fault until the evaluation comes to it, so `has(x) && x > 3` has a meaning.
 */

import type { Failure } from "../../json/failure.ts";
import { jsonSize } from "../../json/json-size.ts";
import { maxConditionBytes, maxValueDepth } from "../limits.ts";
import type { Condition } from "../plan.ts";
import type { ReferenceReader } from "../reference-reader.ts";
import { celEnvironment, celValue } from "./cel-environment.ts";

export type ConditionOutcome =
  | { readonly kind: "TRUE" }
  | { readonly kind: "FALSE" }
  | { readonly kind: "FAILED"; readonly failure: Failure };

/**
 * Evaluates `condition` with what its references read. Never throws, whatever the values are.
 *
 * @example
 * ```ts
 * const reference = { root: "bindings", id: "count", path: [], expression: "${count}" } as const;
 * const condition = { expression: "${count} > 3", cel: "v.r0 > 3", references: [reference] };
 * const bytesOf = () => null;
 * evaluateCondition(condition, { bytesOf, read: () => ({ found: true, value: 4 }) }); // { kind: "TRUE" }
 * evaluateCondition(condition, { bytesOf, read: () => ({ found: false, reason: "nothing" }) }).kind; // "FAILED"
 * ```
 */
export function evaluateCondition(condition: Condition, { bytesOf, read }: ReferenceReader): ConditionOutcome {
  const { cel, expression, references } = condition;
  const operands = new Map<string, unknown>();
  const absences = new Map<string, string>();
  try {
    let bytes = 0;
    for (const [index, reference] of references.entries()) {
      const known = bytesOf(reference) ?? 0;
      if (bytes + known > maxConditionBytes) return unbounded(expression, bytes + known);
      const answer = read(reference);
      if (answer.found) {
        const size = jsonSize(answer.value, maxConditionBytes, maxValueDepth);
        bytes += size.bytes;
        if (bytes > maxConditionBytes || size.depth > maxValueDepth) return unbounded(expression, bytes);
      }
      if (answer.found) operands.set(`r${index}`, celValue(answer.value));
      else absences.set(`r${index}`, `${reference.expression} has no value, found ${answer.reason}`);
    }
    const value: unknown = celEnvironment().evaluate(cel, { v: operands });
    if (value === true) return { kind: "TRUE" };
    if (value === false) return { kind: "FALSE" };
    return failed(expression, `true or false is required, found ${typeName(value)}`);
  } catch (error) {
    const [, absent = ""] = /^No such key: (r\d+)$/.exec(summaryOf(error)) ?? [];
    return failed(expression, absences.get(absent) ?? withExpressions(summaryOf(error), references));
  }
}

function unbounded(expression: string, bytes: number): ConditionOutcome {
  const found = bytes > maxConditionBytes ? `at least ${bytes} bytes` : `a value of more than ${maxValueDepth} levels`;
  const message = `the condition ${expression} cannot be evaluated: required that its values have at most ${maxConditionBytes} bytes as JSON and ${maxValueDepth} levels each, found ${found}. Refer to the parts that are needed`;
  return { kind: "FAILED", failure: { code: "LIMIT_EXCEEDED", message, retryable: false, details: { expression } } };
}

function failed(expression: string, finding: string): ConditionOutcome {
  const message = `the condition ${expression} cannot be evaluated: ${finding}`;
  return {
    kind: "FAILED",
    failure: { code: "CONDITION_FAILED", message, retryable: false, details: { expression, finding } },
  };
}

function summaryOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "summary" in error) return String(error.summary);
  return error instanceof Error ? error.message : String(error);
}

function withExpressions(finding: string, references: Condition["references"]): string {
  return finding.replace(/\bv\.r(\d+)/g, (word, index: string) => references[Number(index)]?.expression ?? word);
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (value instanceof Map) return "an object";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
