/** What of CEL is not part of the language of `when`, by the words of the refusal. */
import type { Declaration } from "../suite.ts";

export const celDeclared: readonly Declaration[] = [
  {
    skippedBecause: "expected an operator or operand",
    reason: "Conditions neither calculate nor choose, and have no literals of maps, bytes and messages",
  },
  {
    skippedBecause: "expected a number after the sign, as conditions do not calculate",
    reason: "Conditions do not calculate",
  },
  {
    skippedBecause: "expected an operator or the end",
    reason: "Conditions do not calculate",
  },
  {
    skippedBecause: "expected none but the functions",
    reason: "The functions are size, has, contains, startsWith and endsWith, each of which takes bounded time",
  },
  {
    skippedBecause: "expected a reference, a string in quotes, a number, true, false, null or a list",
    reason: "The only variables are references to steps and input; names of types and packages are no values",
  },
  {
    skippedBecause: "expected a decimal number",
    reason: "Numbers are those of JSON: none is unsigned or hexadecimal",
  },
  {
    skippedBecause: "expected an operand",
    reason: "Numbers begin with a digit, as in JSON",
  },
  {
    skippedBecause: "expected a string without the escape",
    reason: "Strings have the escapes of JSON; there are no bytes",
  },
  {
    skippedBecause: "expected a condition whose types fit",
    reason:
      "Operands whose types never fit are refused when the plan is checked, where CEL fails or says false when it is evaluated",
  },
  {
    skippedBecause: "expected the index within the reference",
    reason: "A list is indexed within a reference, not behind a literal",
  },
  {
    skippedBecause: "expected at most 32 levels of parentheses",
    reason: "Conditions have at most 32 levels",
  },
];
