/**
 * Room `plan/expressions`: expressions over the values of a plan, from text to a value: the conditions of steps and handoffs (`when`), and
 * the calculations of a plan (`cel`).
 *
 * Owns: the language, which is a part of CEL (`expression-token.ts`, `expression-parser.ts`, `expression-tree.ts`, `author-spelling.ts`);
 * the form in which it is stored, and back (`expression-text.ts`); its functions (`expression-functions.ts`); the type of an expression
 * (`expression-type.ts`, `made-schema.ts`); its value (`evaluation.ts`, `function-values.ts`, `number-values.ts`, `work.ts`), asked for by
 * `evaluate-expression.ts` and `evaluate-condition.ts`. Leaves: the meaning of names to its caller, which passes `bind`; the values of
 * references to its caller, which passes a reader; the end of a step whose condition is false or fails to `execution/settle`.
 *
 * Invariants:
 * - References become operands before the expression is stored. No value is ever put into its text (E13, R1).
 * - The parser accepts listed forms only, and an evaluation counts its operations, so that it ends at the same place on every machine.
 * - An expression has no clock and no chance: the same values give the same value.
 * - A condition that cannot be evaluated is neither true nor false: its outcome is a failure.
 *
 * This file reads the text of an expression once, when a plan is compiled, into CEL with references as operands. It finds everything that is
 * known to be wrong before there are values.
 */

import { utf8Bytes } from "../../json/json.ts";
import { includes } from "../../schema/document/json-kind.ts";
import { typeName } from "../../schema/type-name.ts";
import type { CelExpression, Reference } from "../plan.ts";
import { type Expression, writeReference } from "../reference.ts";
import { authorSpelling } from "./author-spelling.ts";
import { readExpressionTree } from "./expression-parser.ts";
import { celOf, treeOf, writeExpression } from "./expression-text.ts";
import { ExpressionFault } from "./expression-token.ts";
import { anyValue, expressionType, kindsOf } from "./expression-type.ts";

/** Of the sent and of the canonical spelling, so that every written expression can be sent again. */
const MAX_BYTES = 16_384;

export type ParsedExpression =
  | { readonly ok: true; readonly expression: CelExpression }
  /** `finding` completes "expected …". */
  | { readonly ok: false; readonly finding: string };

export type ParsedCondition =
  | { readonly ok: true; readonly condition: CelExpression }
  /** `finding` completes "expected …". */
  | { readonly ok: false; readonly finding: string };

/**
 * Reads `text`, which must be able to be true or false; `bind` gives the reference that an expression stands for. Never throws.
 *
 * @example
 * ```ts
 * const bind = () => ({ root: "steps", id: "check", path: [], expression: "$0.output" }) as const;
 * const parsed = readCondition('$0.output == "ready" and not false', bind);
 * parsed.ok && parsed.condition.cel; // '(v.r0 == "ready") && (!false)'
 * ```
 */
export function readCondition(text: string, bind: (expression: Expression) => Reference): ParsedCondition {
  const parsed = read("a condition", text, bind);
  if (!parsed.ok) return parsed;
  const { expression, type } = parsed;
  if (includes(kindsOf(type), "boolean")) return { ok: true, condition: expression };
  const found = [...new Set(type.map(typeName))].join(" or ");
  return { ok: false, finding: `something that is true or false, found a value of type ${found}` };
}

/** Reads `text`, which may give any value; `bind` gives the reference that an expression stands for. Never throws. */
export function readExpression(text: string, bind: (expression: Expression) => Reference): ParsedExpression {
  return read("an expression", text, bind);
}

type Reading =
  | { readonly ok: true; readonly expression: CelExpression; readonly type: typeof anyValue }
  | { readonly ok: false; readonly finding: string };

function read(what: string, text: string, bind: (expression: Expression) => Reference): Reading {
  const bytes = utf8Bytes(text);
  if (bytes > MAX_BYTES) return { ok: false, finding: `${what} of at most ${MAX_BYTES} bytes, found ${bytes}` };
  const references: Reference[] = [];
  const indexes = new Map<string, number>();
  const operand = (expression: Expression): string => {
    const reference = bind(expression);
    const spelled = writeReference(reference);
    const index = indexes.get(spelled) ?? references.push(reference) - 1;
    indexes.set(spelled, index);
    return `v.r${index}`;
  };
  try {
    const cel = celOf(readExpressionTree(text, authorSpelling), operand);
    const expression = { expression: text, cel, references };
    const typed = expressionType(treeOf(expression), () => anyValue);
    if (!typed.ok) return { ok: false, finding: `${what} whose types fit, found ${typed.finding}` };
    const finding = spellingFinding(what, expression);
    return finding === undefined ? { ok: true, expression, type: typed.type } : { ok: false, finding };
  } catch (error) {
    if (error instanceof ExpressionFault) return { ok: false, finding: error.message };
    throw error;
  }
}

/** The bound that keeps the canonical spelling from being sent again: it may be longer than the sent one, and deeper. */
function spellingFinding(what: string, expression: CelExpression): string | undefined {
  const written = writeExpression(expression);
  const bytes = utf8Bytes(written);
  if (bytes <= MAX_BYTES) {
    readExpressionTree(written, authorSpelling);
    return undefined;
  }
  return `${what} of at most ${MAX_BYTES} bytes in canonical spelling, found ${bytes}`;
}
