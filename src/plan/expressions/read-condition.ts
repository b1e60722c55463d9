/**
 * Room `plan/expressions`: the conditions of steps and handoffs (`when`), from text to true or false.
 *
 * Owns: the language of conditions (`condition-token.ts`, `condition-parser.ts`, `condition-tree.ts`); its translation to CEL and back
 * (`condition-text.ts`); the CEL interpreter and its view of JSON (`cel-environment.ts`); evaluation (`evaluate-condition.ts`).
 * Leaves: which step or variable a name means to its caller, which passes `bind`; the values of references to its caller, which passes a
 * reader; the end of a step whose condition is false or fails to `execution/settle`.
 *
 * Invariants:
 * - References become operands before the expression is translated. No value is ever put into its text (E13, R1).
 * - The parser accepts listed forms only, so an evaluation takes time in proportion to the condition and its data.
 * - A condition that cannot be evaluated is neither true nor false: its outcome is a failure.
 *
 * This file reads the text of a condition once, when a plan is compiled, into CEL with references as operands. It finds everything that is
 * known to be wrong before there are values.
 */

import { utf8Bytes } from "../../json/json.ts";
import type { Condition, Reference } from "../plan.ts";
import { type Expression, writeReference } from "../reference.ts";
import { celEnvironment } from "./cel-environment.ts";
import { readConditionTree } from "./condition-parser.ts";
import { celOf, writeCondition } from "./condition-text.ts";
import { ConditionFault } from "./condition-token.ts";

/** Of what was sent and of what is written back, so that everything that is written can be sent. */
const MAX_BYTES = 16_384;

export type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition }
  /** `finding` completes "expected …". */
  | { readonly ok: false; readonly finding: string };

/**
 * Reads `text`; `bind` gives the reference that an expression stands for. Never throws.
 *
 * @example
 * ```ts
 * const bind = () => ({ root: "steps", id: "check", path: [], expression: "$0.output" }) as const;
 * const reading = readCondition('$0.output == "ready" and not false', bind);
 * reading.ok && reading.condition.cel; // '(v.r0 == "ready") && (!false)'
 * ```
 */
export function readCondition(text: string, bind: (expression: Expression) => Reference): ParsedCondition {
  const bytes = utf8Bytes(text);
  if (bytes > MAX_BYTES) return { ok: false, finding: `a condition of at most ${MAX_BYTES} bytes, found ${bytes}` };
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
    const cel = celOf(readConditionTree(text), operand);
    const finding = typeFinding(cel) ?? spellingFinding({ cel, references });
    return finding === undefined
      ? { ok: true, condition: { expression: text, cel, references } }
      : { ok: false, finding };
  } catch (error) {
    if (error instanceof ConditionFault) return { ok: false, finding: error.message };
    throw error;
  }
}

/** What of the canonical spelling could not be sent again: it may be longer than what was sent, and deeper. */
function spellingFinding(condition: Pick<Condition, "cel" | "references">): string | undefined {
  const written = writeCondition(condition);
  const bytes = utf8Bytes(written);
  if (bytes <= MAX_BYTES) {
    readConditionTree(written);
    return undefined;
  }
  return `a condition of at most ${MAX_BYTES} bytes in canonical spelling, found ${bytes}`;
}

function typeFinding(cel: string): string | undefined {
  const { error, type, valid } = celEnvironment().check(cel);
  if (!valid) return `a condition whose types fit, found ${error?.summary ?? "that they do not"}`;
  return type === "bool" || type === "dyn"
    ? undefined
    : `something that is true or false, found a value of type ${type}`;
}

/** The reference numbers of the operands that stand where only true or false can. */
export function booleanOperands(cel: string): readonly number[] {
  const found: number[] = [];
  const waiting = [celEnvironment().parse(cel).ast];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "&&" || node.op === "||") waiting.push(...node.args);
    else if (node.op === "!_") waiting.push(node.args);
    else if (node.op === ".") found.push(Number(node.args[1].slice(1)));
  }
  return found;
}
