/** The keywords about numbers and strings, as checks of a value. */
import { type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { matchesWithin, readPattern } from "../pattern/pattern.ts";
import { type At, cost, Malformed, type NumberCheck, type StringCheck } from "./evaluation.ts";
import { formatCheck } from "./formats.ts";

const bounds: readonly (readonly [string, (value: number, bound: number) => boolean, string])[] = [
  ["minimum", (value, bound) => value >= bound, "less than"],
  ["maximum", (value, bound) => value <= bound, "greater than"],
  ["exclusiveMinimum", (value, bound) => value > bound, "less than or equal to"],
  ["exclusiveMaximum", (value, bound) => value < bound, "greater than or equal to"],
];

export function numberChecks(schema: JsonObject): readonly NumberCheck[] {
  const checks: NumberCheck[] = [];
  for (const [keyword, holds, words] of bounds) {
    const bound = ownValue(schema, keyword);
    if (bound === undefined) continue;
    checks.push((value, { evaluation, spot }) => {
      if (!holds(value, numberOf(bound))) evaluation.fail(spot, keyword, `${value} is ${words} ${bound}.`);
    });
  }
  const divisor = ownValue(schema, "multipleOf");
  if (divisor !== undefined)
    checks.push((value, { evaluation, spot }) => {
      if (!isMultipleOf(value, numberOf(divisor), evaluation.take))
        evaluation.fail(spot, "multipleOf", `${value} is not a multiple of ${divisor}.`);
    });
  return checks;
}

export function numberOf(value: Json): number {
  if (typeof value !== "number") throw new Malformed();
  return value;
}

/** By their decimal spelling, so that 0.3 is a multiple of 0.1. */
function isMultipleOf(value: number, divisor: number, take: (steps: number) => void): boolean {
  if (divisor <= 0) throw new Malformed();
  if (!Number.isFinite(value)) return false;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const difference = exponent - divisorExponent;
  take(cost.multiple + Math.abs(difference));
  if (difference >= 0) return (digits * 10n ** BigInt(difference)) % divisorDigits === 0n;
  return digits % (divisorDigits * 10n ** BigInt(-difference)) === 0n;
}

function decimal(value: number): readonly [bigint, number] {
  const [coefficient = "0", exponent = "0"] = String(Math.abs(value)).split("e");
  const point = coefficient.indexOf(".");
  return [BigInt(coefficient.replace(".", "")), Number(exponent) - (point < 0 ? 0 : coefficient.length - point - 1)];
}

const charactersPerStep = 16;

export function stringChecks(schema: JsonObject): readonly StringCheck[] {
  const checks: StringCheck[] = [];
  const least = ownValue(schema, "minLength");
  const most = ownValue(schema, "maxLength");
  const source = ownValue(schema, "pattern");
  if (least !== undefined)
    checks.push((value, at) => {
      const [bound, length] = [numberOf(least), lengthOf(value, at)];
      if (length < bound) at.evaluation.fail(at.spot, "minLength", `String is too short (${length} < ${bound}).`);
    });
  if (most !== undefined)
    checks.push((value, at) => {
      const [bound, length] = [numberOf(most), lengthOf(value, at)];
      if (length > bound) at.evaluation.fail(at.spot, "maxLength", `String is too long (${length} > ${bound}).`);
    });
  if (source !== undefined)
    checks.push((value, { evaluation, spot }) => {
      if (!matchesSource(source, value, evaluation.take))
        evaluation.fail(spot, "pattern", "String does not match pattern.");
    });
  const format = ownValue(schema, "format");
  const check = typeof format === "string" ? formatCheck(format) : undefined;
  if (check !== undefined) checks.push(check);
  return checks;
}

/** In code points. */
function lengthOf(text: string, { evaluation }: At): number {
  evaluation.take(Math.ceil(text.length / charactersPerStep));
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const next = unit >= 0xd800 && unit <= 0xdbff ? text.charCodeAt(at + 1) : 0;
    if (next >= 0xdc00 && next <= 0xdfff) at += 1;
    count += 1;
  }
  return count;
}

/** Whether `text` matches the pattern `source`. */
export function matchesSource(source: Json, text: string, take: (steps: number) => void): boolean {
  if (typeof source !== "string") throw new Malformed();
  const pattern = readPattern(source);
  if (pattern === undefined)
    throw new Error(
      `required a regular expression of ECMA-262, found the pattern ${JSON.stringify(source.slice(0, 200))}`,
    );
  return matchesWithin(pattern, text, take);
}
