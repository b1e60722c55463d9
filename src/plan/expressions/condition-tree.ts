/** The syntax tree of a condition, before names are resolved. A form that has no node here cannot be written. */
import type { Expression } from "../reference.ts";

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in";

export type ConditionTree =
  | { readonly kind: "literal"; readonly value: string | boolean | null }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "reference"; readonly expression: Expression }
  | { readonly kind: "list"; readonly items: readonly ConditionTree[] }
  | { readonly kind: "all" | "any"; readonly parts: readonly ConditionTree[] }
  | { readonly kind: "not"; readonly operand: ConditionTree }
  | {
      readonly kind: "comparison";
      readonly operator: ComparisonOperator;
      readonly left: ConditionTree;
      readonly right: ConditionTree;
    }
  /** Number of members, items or characters. */
  | { readonly kind: "size"; readonly operand: ConditionTree }
  /** Whether a reference has a value. */
  | { readonly kind: "has"; readonly operand: ConditionTree }
  | {
      readonly kind: "method";
      readonly name: TextMethod;
      readonly receiver: ConditionTree;
      readonly argument: ConditionTree;
    };

export type TextMethod = "contains" | "startsWith" | "endsWith";
