/**
 * An expression as CEL, in which references are members of `v`, and back from there to the language of authors, in canonical spelling.
 * Equal expressions have equal text, however they were written.
 */

import type { CelExpression } from "../plan.ts";
import { type Expression, writeReference } from "../reference.ts";
import { quotedText } from "./author-spelling.ts";
import { expressionFunction } from "./expression-functions.ts";
import { readExpressionTree } from "./expression-parser.ts";
import { ExpressionFault, type Spelling } from "./expression-token.ts";
import type { ExpressionTree } from "./expression-tree.ts";

/** The CEL of `tree`; `operand` gives the text of a reference. */
export function celOf(tree: ExpressionTree<Expression>, operand: (expression: Expression) => string): string {
  const cel = (part: ExpressionTree<Expression>): string => celOf(part, operand);
  const within = (part: ExpressionTree<Expression>): string => (isAtom(part) ? cel(part) : `(${cel(part)})`);
  // A dot behind a number would be one of its own.
  const receiver = (part: ExpressionTree<Expression>): string =>
    part.kind === "number" ? `(${cel(part)})` : within(part);
  switch (tree.kind) {
    case "literal":
      return JSON.stringify(tree.value);
    case "number":
      return numberText(tree.text, tree.value);
    case "operand":
      return operand(tree.name);
    case "variable":
      return tree.name;
    case "list":
      return `[${tree.items.map(cel).join(", ")}]`;
    case "object":
      return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}: ${cel(value)}`).join(", ")}}`;
    case "all":
      return tree.parts.map(within).join(" && ");
    case "any":
      return tree.parts.map(within).join(" || ");
    case "not":
      return `!${within(tree.operand)}`;
    case "negative":
      return `-${tree.operand.kind === "number" ? `(${cel(tree.operand)})` : within(tree.operand)}`;
    case "comparison":
      return `${within(tree.left)} ${tree.operator} ${within(tree.right)}`;
    case "arithmetic":
      return [within(tree.first), ...tree.rest.map((one) => `${one.operator} ${within(one.operand)}`)].join(" ");
    case "choice":
      return `${within(tree.condition)} ? ${within(tree.yes)} : ${within(tree.no)}`;
    case "member":
      return `${receiver(tree.of)}${memberText(tree, cel)}`;
    case "has":
      return `has(${cel(tree.operand)})`;
    case "call": {
      const [first, ...rest] = tree.arguments;
      if (first === undefined || expressionFunction(tree.name).style === "FUNCTION")
        return `${tree.name}(${tree.arguments.map(cel).join(", ")})`;
      return `${receiver(first)}.${tree.name}(${rest.map(cel).join(", ")})`;
    }
    case "macro":
      return `${receiver(tree.list)}.${tree.name}(${tree.variable}, ${cel(tree.body)})`;
  }
}

function isAtom({ kind }: ExpressionTree<Expression>): boolean {
  return !["all", "any", "not", "negative", "comparison", "arithmetic", "choice"].includes(kind);
}

function memberText(
  { key, of }: ExpressionTree<Expression> & { readonly kind: "member" },
  cel: (part: ExpressionTree<Expression>) => string,
): string {
  const name = key.kind === "literal" && typeof key.value === "string" ? key.value : "";
  // Behind a member `v` a member `r1` would be read as an operand.
  const isOperand = of.kind === "member" && of.key.kind === "literal" && of.key.value === "v" && /^r\d/.test(name);
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !isOperand ? `.${name}` : `[${cel(key)}]`;
}

/** As JSON reads it: whole numbers beyond the precision of a double are rounded, like the values that they are compared with. */
function numberText(text: string, value: number): string {
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return String(BigInt(text));
  return Number.isInteger(value) && !String(value).includes("e") ? `${value}.0` : String(value);
}

const OPERAND = /v\.r(0|[1-9]\d*)/y;

/** How an expression is spelled where it is stored. */
const storedSpelling: Spelling<number> = {
  operandAt: (text, at) => {
    OPERAND.lastIndex = at;
    const found = OPERAND.exec(text);
    return found === null ? undefined : { name: Number(found[1]), end: OPERAND.lastIndex };
  },
  stringMeaning: (quoted) => {
    try {
      return { kind: "TEXT", text: JSON.parse(quoted) as string };
    } catch {
      throw new ExpressionFault(`a string, found ${quoted}`);
    }
  },
};

const trees = new WeakMap<object, ExpressionTree>();

/** The tree of a stored expression, read once. */
export function treeOf(stored: Pick<CelExpression, "cel">): ExpressionTree {
  const known = trees.get(stored);
  if (known !== undefined) return known;
  const tree = readExpressionTree(stored.cel, storedSpelling);
  trees.set(stored, tree);
  return tree;
}

const CEL_NAMES = /"(?:[^"\\]|\\.)*"|\bv\.r(\d+)/g;

/** The expression as its author could have written it, references in canonical spelling; it is read back to the same CEL. */
export function writeExpression({ cel, references }: Pick<CelExpression, "cel" | "references">): string {
  return cel.replace(CEL_NAMES, (word, index: string | undefined) => {
    if (index === undefined) return quotedText(JSON.parse(word) as string);
    const reference = references[Number(index)];
    if (reference === undefined) throw new Error(`Cannot write an expression without its reference ${index}`);
    return writeReference(reference);
  });
}

/** The reference numbers of the operands that need no value: the expression asks whether they have one, or has another instead. */
export function askedOperands({ cel }: Pick<CelExpression, "cel">): ReadonlySet<number> {
  const withoutTexts = cel.replace(CEL_NAMES, (word, index: string | undefined) => (index === undefined ? '""' : word));
  return new Set([...withoutTexts.matchAll(/\b(?:has|default)\(v\.r(\d+)\b/g)].map(([, index]) => Number(index)));
}
