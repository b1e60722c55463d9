/**
 * The syntax tree of an expression. A form that has no node here cannot be written. Operands are named as authors name them, or by their number
 * in a stored expression.
 */

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in";
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";
export type MacroName = "map" | "filter" | "exists" | "all";

/** The name of an operand of an expression as it is stored: the position of its reference. */
export type OperandNumber = number;

export type ExpressionTree<Name = OperandNumber> =
  | { readonly kind: "literal"; readonly value: string | boolean | null }
  | { readonly kind: "number"; readonly text: string; readonly value: number }
  | { readonly kind: "operand"; readonly name: Name }
  /** An item of the list that a macro around it goes through. */
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "list"; readonly items: readonly ExpressionTree<Name>[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, ExpressionTree<Name>])[] }
  | { readonly kind: "all" | "any"; readonly parts: readonly ExpressionTree<Name>[] }
  | { readonly kind: "not" | "negative"; readonly operand: ExpressionTree<Name> }
  | {
      readonly kind: "comparison";
      readonly operator: ComparisonOperator;
      readonly left: ExpressionTree<Name>;
      readonly right: ExpressionTree<Name>;
    }
  /** From left to right, so that a long sum is not a deep tree. */
  | {
      readonly kind: "arithmetic";
      readonly first: ExpressionTree<Name>;
      readonly rest: readonly { readonly operator: ArithmeticOperator; readonly operand: ExpressionTree<Name> }[];
    }
  | {
      readonly kind: "choice";
      readonly condition: ExpressionTree<Name>;
      readonly yes: ExpressionTree<Name>;
      readonly no: ExpressionTree<Name>;
    }
  | { readonly kind: "member"; readonly of: ExpressionTree<Name>; readonly key: ExpressionTree<Name> }
  /** Whether an operand or a member has a value. */
  | { readonly kind: "has"; readonly operand: ExpressionTree<Name> }
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly ExpressionTree<Name>[] }
  | {
      readonly kind: "macro";
      readonly name: MacroName;
      readonly list: ExpressionTree<Name>;
      readonly variable: string;
      readonly body: ExpressionTree<Name>;
    };
