/**
 * The value of an expression, just before it is used (E13). An operand without a value is no fault until the evaluation comes to it, so
 * `has(x) && x > 3` has a meaning.
 */
import type { Json } from "../../json/json.ts";
import { jsonSize } from "../../json/json-size.ts";
import { maxConditionBytes, maxValueDepth } from "../limits.ts";
import type { CelExpression } from "../plan.ts";
import type { ReferenceReader } from "../reference-reader.ts";
import { evaluate } from "./evaluation.ts";
import { treeOf } from "./expression-text.ts";
import { ExpressionFault } from "./expression-token.ts";
import { EvaluationFault } from "./work.ts";

export type ExpressionValue =
  | { readonly ok: true; readonly value: Json }
  /** ABSENT: a reference of it has no value. LIMIT: it takes more than any expression may. `finding` describes the found value. */
  | { readonly ok: false; readonly kind: "ABSENT" | "FAILED" | "LIMIT"; readonly finding: string };

/**
 * Evaluates `expression` with the values of its references. Never throws.
 *
 * @example
 * ```ts
 * const reference = { root: "bindings", id: "count", path: [], expression: "${count}" } as const;
 * const expression = { expression: "${count} + 1", cel: "v.r0 + 1", references: [reference] };
 * const bytesOf = () => undefined;
 * evaluateExpression(expression, { bytesOf, read: () => ({ found: true, value: 4 }) }); // { ok: true, value: 5 }
 * evaluateExpression(expression, { bytesOf, read: () => ({ found: true, value: "4" }) }).ok; // false
 * ```
 */
export function evaluateExpression(expression: CelExpression, { bytesOf, read }: ReferenceReader): ExpressionValue {
  const operands = new Map<number, Json>();
  const absences = new Map<number, string>();
  let bytes = 0;
  for (const [index, reference] of expression.references.entries()) {
    const known = bytesOf(reference) ?? 0;
    if (bytes + known > maxConditionBytes) return tooLarge(bytes + known);
    const answer = read(reference);
    if (!answer.found) {
      absences.set(index, `${reference.expression} has no value, found ${answer.reason}`);
      continue;
    }
    const size = jsonSize(answer.value, maxConditionBytes, maxValueDepth);
    bytes += size.bytes;
    if (bytes > maxConditionBytes || size.depth > maxValueDepth) return tooLarge(bytes);
    operands.set(index, answer.value);
  }
  try {
    const value = evaluate(treeOf(expression), (operand) => {
      const found = operands.get(operand);
      if (found !== undefined) return found;
      throw new EvaluationFault("ABSENT", absences.get(operand) ?? "an operand that has no reference");
    });
    return { ok: true, value };
  } catch (error) {
    if (error instanceof EvaluationFault) return { ok: false, kind: error.kind, finding: error.message };
    // Stored by a later version.
    if (error instanceof ExpressionFault) return { ok: false, kind: "FAILED", finding: `expected ${error.message}` };
    throw error;
  }
}

function tooLarge(bytes: number): ExpressionValue {
  const found = bytes > maxConditionBytes ? `at least ${bytes} bytes` : `a value of more than ${maxValueDepth} levels`;
  const finding = `required that its values have at most ${maxConditionBytes} bytes as JSON and ${maxValueDepth} levels each, found ${found}. Refer to the parts that are needed`;
  return { ok: false, kind: "LIMIT", finding };
}
