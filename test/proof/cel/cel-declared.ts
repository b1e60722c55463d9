/** What of CEL is not part of the language of `when` and `cel`, by the words of the refusal or the names of the tests. */
import type { Declaration } from "../suite.ts";

const infinite = "NaN and infinities are no numbers of JSON, so what would give one is a failure";

export const celDeclared: readonly Declaration[] = [
  {
    scenarios: [
      "conformance/comparisons/*double_nan",
      "conformance/string_ext/format/*NaN support*",
      "conformance/string_ext/format/*infinity support*",
    ],
    reason: infinite,
  },
  {
    scenarios: ["conformance/conversions/int/double_big_*"],
    reason: "There is one kind of number, that of JSON: a whole number is exact up to 2^53, and beyond it a failure",
  },
  {
    scenarios: [
      "conformance/string_ext/format/*binary formatting*",
      "conformance/string_ext/format/*octal formatting*",
      "conformance/string_ext/format/*hexadecimal formatting*",
      "conformance/string_ext/format/*scientific notation*",
    ],
    reason: "format knows %s, %d, %f and %%",
  },
  {
    skippedBecause: "expected an operator or operand",
    reason: "There are no literals of bytes and messages, and no optional members",
  },
  {
    skippedBecause: "expected an operator or the end",
    reason: "Expressions have no literals of messages",
  },
  {
    skippedBecause: "expected none but the functions",
    reason:
      "The functions are those of docs/plans.md: none takes more time than its count of operations says, and none knows types or times",
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
    skippedBecause: "expected the name of a member in quotes",
    reason: "Objects are those of JSON: names of members are strings, and each stands in quotes",
  },
  {
    skippedBecause: "expected a name",
    reason: "There are no optional members, and macros name their item by one word",
  },
  {
    skippedBecause: "expected ,",
    reason: "Macros take one name and one expression",
  },
  {
    skippedBecause: "expected an operand",
    reason: "Numbers begin with a digit, as in JSON",
  },
  {
    skippedBecause: "expected a closing quote",
    reason: "Strings have one kind of quotes on each side, without long strings of three",
  },
  {
    skippedBecause: "expected a string without the escape",
    reason: "Strings have the escapes of JSON; there are no bytes",
  },
  {
    skippedBecause: "expected an expression whose types fit",
    reason:
      "Operands whose types never fit are refused when the plan is checked, where CEL fails or says false when it is evaluated",
  },
  {
    skippedBecause: "expected at most 32 levels of parentheses",
    reason: "Expressions have at most 32 levels",
  },
];
