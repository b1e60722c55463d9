/**
 * A condition as CEL, in which references are members of `v`, and back from there to the language of authors, in canonical spelling.
 * Equal conditions have equal text, however they were written.
 */

import type { Condition } from "../plan.ts";
import { type Expression, writeReference } from "../reference.ts";
import { ConditionFault, quotedText } from "./condition-token.ts";
import type { ConditionTree } from "./condition-tree.ts";

/** The CEL of `tree`; `operand` gives the text of a reference. Throws a `ConditionFault` for a number that is none. */
export function celOf(tree: ConditionTree, operand: (expression: Expression) => string): string {
  const cel = (part: ConditionTree): string => celOf(part, operand);
  const within = (part: ConditionTree): string => (isAtom(part) ? cel(part) : `(${cel(part)})`);
  switch (tree.kind) {
    case "literal":
      return JSON.stringify(tree.value);
    case "number":
      return numberText(tree.text);
    case "reference":
      return operand(tree.expression);
    case "list":
      return `[${tree.items.map(cel).join(", ")}]`;
    case "all":
      return tree.parts.map(within).join(" && ");
    case "any":
      return tree.parts.map(within).join(" || ");
    case "not":
      return `!${within(tree.operand)}`;
    case "comparison":
      return `${within(tree.left)} ${tree.operator} ${within(tree.right)}`;
    case "size":
    case "has":
      return `${tree.kind}(${cel(tree.operand)})`;
    case "method":
      return `${within(tree.receiver)}.${tree.name}(${cel(tree.argument)})`;
  }
}

function isAtom({ kind }: ConditionTree): boolean {
  return kind !== "all" && kind !== "any" && kind !== "not" && kind !== "comparison";
}

/** As JSON reads it: whole numbers beyond what a double tells apart are rounded, like the values that they are compared with. */
function numberText(text: string): string {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return String(BigInt(text));
  if (!Number.isFinite(value)) throw new ConditionFault(`a number, found ${text}, which is too large`);
  return Number.isInteger(value) && !String(value).includes("e") ? `${value}.0` : String(value);
}

const CEL_NAMES = /"(?:[^"\\]|\\.)*"|\bv\.r(\d+)/g;

/** The condition as its author could have written it, references in canonical spelling; it is read back to the same CEL. */
export function writeCondition({ cel, references }: Pick<Condition, "cel" | "references">): string {
  return cel.replace(CEL_NAMES, (word, index: string | undefined) => {
    if (index === undefined) return quotedText(JSON.parse(word) as string);
    const reference = references[Number(index)];
    if (reference === undefined) throw new Error(`Cannot write a condition without its reference ${index}`);
    return writeReference(reference);
  });
}

/** The reference numbers of the operands of which the condition asks whether they have a value. */
export function askedOperands({ cel }: Pick<Condition, "cel">): ReadonlySet<number> {
  const withoutTexts = cel.replace(CEL_NAMES, (word, index: string | undefined) => (index === undefined ? '""' : word));
  return new Set([...withoutTexts.matchAll(/\bhas\(v\.r(\d+)\)/g)].map(([, index]) => Number(index)));
}
