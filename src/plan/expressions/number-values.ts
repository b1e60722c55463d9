/**
 * Arithmetic on the numbers of JSON. There is one kind of number, so `5 / 2` is 2.5. An inexact result is a fault, not an approximation: a
 * whole number beyond 2^53 that is made of whole numbers, and a result that is no finite number.
 */
import type { ArithmeticOperator } from "./expression-tree.ts";
import { EvaluationFault } from "./work.ts";

/** `left operator right`. Throws an `EvaluationFault`. */
export function calculated(left: number, operator: ArithmeticOperator, right: number): number {
  const isDivision = operator === "/" || operator === "%";
  if (isDivision && right === 0) throw failed(`division by zero: ${left} ${operator} ${right}`);
  const isWhole = Number.isInteger(left) && Number.isInteger(right);
  if (operator === "%" && !isWhole) throw failed(`% of numbers that are not whole: ${left} % ${right}`);
  const value = result(left, operator, right);
  const isInexact = isWhole && Number.isInteger(value) && !Number.isSafeInteger(value);
  if (isInexact || !Number.isFinite(value))
    throw failed(`overflow: ${left} ${operator} ${right} is beyond the numbers that JSON has exactly`);
  return withoutNegativeZero(value);
}

function result(left: number, operator: ArithmeticOperator, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
  }
}

/** The whole number that `value` is without its fraction, or says. Throws an `EvaluationFault`. */
export function wholeNumber(value: number | string): number {
  const number = typeof value === "number" ? value : /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
  const whole = Math.trunc(number);
  if (Number.isSafeInteger(whole)) return withoutNegativeZero(whole);
  throw failed(`no whole number up to 2^53: ${shortText(value)}`);
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The number that `value` is, or says as JSON spells it. Throws an `EvaluationFault`. */
export function decimalNumber(value: number | string): number {
  const number = typeof value === "number" ? value : DECIMAL.test(value) ? Number(value) : Number.NaN;
  if (Number.isFinite(number)) return withoutNegativeZero(number);
  throw failed(`no number: ${shortText(value)}`);
}

/** JSON does not keep the sign of zero. */
function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

function shortText(value: number | string): string {
  return typeof value === "number" ? String(value) : JSON.stringify(value.slice(0, 40));
}

function failed(finding: string): EvaluationFault {
  return new EvaluationFault("FAILED", finding);
}
