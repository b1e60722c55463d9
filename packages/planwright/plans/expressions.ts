/**
 * The calculations of a plan as functions: comparisons for `when`, arithmetic, lists, texts. Each gives an expression in CEL, which the
 * deployment checks against the schemas of its references; `docs/plans.md` says what each of them does.
 */
import { type Boundary, PlanBuildError, placeAbove } from "./build-error.ts";
import { expressionOf, expressionPartsOf } from "./expression-parts.ts";
import { type ExpressionPart, recordedOf, standIn } from "./recorded-value.ts";
import type { NameOf, Ref, Reference } from "./ref.ts";

/** A value to compare or calculate with. */
export type Term = Reference<unknown> | string | number | boolean | null;
type Of<T> = T | Reference<T> | Reference<T | null>;
type Condition = Reference<boolean>;
type Bool = Ref<boolean>;
type ListOf<Item> = Reference<readonly Item[]>;

export function eq<T>(left: Reference<T>, right: NoInfer<T> | Reference<NoInfer<T>> | null): Bool;
export function eq(left: Term, right: Term): Bool {
  return infix(left, "==", right, eq);
}
export function ne<T>(left: Reference<T>, right: NoInfer<T> | Reference<NoInfer<T>> | null): Bool;
export function ne(left: Term, right: Term): Bool {
  return infix(left, "!=", right, ne);
}
/** `left < right`, of numbers or texts. */
export function lt<T extends number | string | null>(left: Reference<T> | T, right: Of<T>): Bool {
  return infix(left, "<", right, lt);
}
export function le<T extends number | string | null>(left: Reference<T> | T, right: Of<T>): Bool {
  return infix(left, "<=", right, le);
}
export function gt<T extends number | string | null>(left: Reference<T> | T, right: Of<T>): Bool {
  return infix(left, ">", right, gt);
}
export function ge<T extends number | string | null>(left: Reference<T> | T, right: Of<T>): Bool {
  return infix(left, ">=", right, ge);
}
/** Whether a list has the value, or an object the name. */
export function isIn(value: Term, list: Reference<unknown> | readonly Term[]): Bool {
  return infixParts(operand(value, isIn), "in", Array.isArray(list) ? listParts(list, isIn) : operand(list, isIn));
}

export function and(...conditions: readonly [Condition, ...Condition[]]): Bool {
  return joined(conditions, " && ", and);
}
export function or(...conditions: readonly [Condition, ...Condition[]]): Bool {
  return joined(conditions, " || ", or);
}
export function not(condition: Condition): Bool {
  return expressionOf(["!", ...operand(condition, not)], false) as Bool;
}
/** Whether there is a value: the field was given and its step was not skipped. */
export function has(value: Reference<unknown>): Bool {
  return called("has", [value], has) as Bool;
}

export const add = arithmetic<number>("+");
export const subtract = arithmetic<number>("-");
export const multiply = arithmetic<number>("*");
export const divide = arithmetic<number>("/");
/** The remainder of whole numbers, with the sign of the first. */
export const remainder = arithmetic<number>("%");
/** Texts or lists behind one another. */
export function concat(first: Of<string>, ...rest: readonly Of<string>[]): Ref<string>;
export function concat<Item>(first: ListOf<Item>, ...rest: readonly ListOf<Item>[]): Ref<Item[]>;
export function concat(first: Term, ...rest: readonly Term[]): object {
  return joined([first, ...rest], " + ", concat);
}

/** `yes` if the condition is true, else `no`. */
export function choose<Yes extends Term, No extends Term>(
  condition: Condition,
  yes: Yes,
  no: No,
): Ref<ValueOf<Yes> | ValueOf<No>> {
  const parts = [...operand(condition, choose), " ? ", ...operand(yes, choose), " : ", ...operand(no, choose)];
  return expressionOf(parts, false) as Ref<ValueOf<Yes> | ValueOf<No>>;
}
type ValueOf<T> = T extends Reference<infer Value> ? Value : T;

/** The number of items, members or characters: the length. */
export function size(of: Reference<readonly unknown[] | string | object | null>): Ref<number> {
  return called("size", [of], size) as Ref<number>;
}
export function contains(whole: Of<string>, part: Of<string>): Bool {
  return called("contains", [whole, part], contains) as Bool;
}
export function startsWith(whole: Of<string>, part: Of<string>): Bool {
  return called("startsWith", [whole, part], startsWith) as Bool;
}
export function endsWith(whole: Of<string>, part: Of<string>): Bool {
  return called("endsWith", [whole, part], endsWith) as Bool;
}
/** The texts of a list as one. */
export function join(list: ListOf<string>, between: Of<string> = ""): Ref<string> {
  return called("join", [list, between], join) as Ref<string>;
}
/** Text with `%s`, `%d`, `%.2f` in it, in whose places the values come. */
export function format(pattern: string, ...values: readonly Term[]): Ref<string> {
  return expressionOf(
    ["format(", ...operand(pattern, format), ", ", ...listParts(values, format), ")"],
    true,
  ) as Ref<string>;
}
/** A value as text. */
export function string(value: Term): Ref<string> {
  return called("string", [value], string) as Ref<string>;
}
/** A whole number, without the fraction. */
export function int(value: Of<number> | Of<string>): Ref<number> {
  return called("int", [value], int) as Ref<number>;
}
export function double(value: Of<number> | Of<string>): Ref<number> {
  return called("double", [value], double) as Ref<number>;
}
export function sum(list: ListOf<number>): Ref<number> {
  return called("sum", [list], sum) as Ref<number>;
}
/** The items of the lists in a list. */
export function flatten<Item>(list: ListOf<readonly Item[]>): Ref<Item[]> {
  return called("flatten", [list], flatten) as Ref<Item[]>;
}
/** An object of these members, as far as it has them. */
export function pick<T, Name extends NameOf<T>>(
  of: Reference<T>,
  names: readonly Name[],
): Ref<Pick<T, Name & keyof T>> {
  return expressionOf(["pick(", ...operand(of, pick), ", ", ...listParts(names, pick), ")"], true) as Ref<
    Pick<T, Name & keyof T>
  >;
}
/** `value`, or `otherwise` where it has none or is `null`. */
export function defaultTo<T, Other extends Term>(
  value: Reference<T>,
  otherwise: Other,
): Ref<NonNullable<T> | ValueOf<Other>> {
  return called("default", [value, otherwise], defaultTo) as Ref<NonNullable<T> | ValueOf<Other>>;
}
/** A list of calculated items. */
export function list<Items extends readonly Term[]>(...items: Items): Ref<ValueOf<Items[number]>[]> {
  return expressionOf(listParts(items, list), true) as Ref<ValueOf<Items[number]>[]>;
}

/** A list of what `body` gives for each item. */
export function mapList<Item, Result extends Term>(
  of: ListOf<Item>,
  body: (item: Ref<Item>) => Result,
): Ref<ValueOf<Result>[]> {
  return macro("map", of, body, mapList) as Ref<ValueOf<Result>[]>;
}
/** The items for which `body` is true. */
export function filterList<Item>(of: ListOf<Item>, body: (item: Ref<Item>) => Condition): Ref<Item[]> {
  return macro("filter", of, body, filterList) as Ref<Item[]>;
}
export function exists<Item>(of: ListOf<Item>, body: (item: Ref<Item>) => Condition): Bool {
  return macro("exists", of, body, exists) as Bool;
}
export function all<Item>(of: ListOf<Item>, body: (item: Ref<Item>) => Condition): Bool {
  return macro("all", of, body, all) as Bool;
}

function operand(value: unknown, boundary: Boundary): readonly ExpressionPart[] {
  return expressionPartsOf(value, boundary);
}

function infix(left: unknown, operator: string, right: unknown, boundary: Boundary): Bool {
  return infixParts(operand(left, boundary), operator, operand(right, boundary));
}

function infixParts(left: readonly ExpressionPart[], operator: string, right: readonly ExpressionPart[]): Bool {
  return expressionOf([...left, ` ${operator} `, ...right], false) as Bool;
}

function joined(values: readonly unknown[], between: string, boundary: Boundary): Bool {
  const parts = values.map((value) => operand(value, boundary));
  return expressionOf(
    parts.flatMap((one, at) => (at === 0 ? one : [between, ...one])),
    parts.length === 1,
  ) as Bool;
}

function arithmetic<T>(operator: string): (first: Of<T>, second: Of<T>, ...rest: readonly Of<T>[]) => Ref<T> {
  return function calculate(first, second, ...rest) {
    return joined([first, second, ...rest], ` ${operator} `, calculate) as unknown as Ref<T>;
  };
}

function called(name: string, given: readonly unknown[], boundary: Boundary): object {
  const parts = given.map((value) => operand(value, boundary));
  return expressionOf([`${name}(`, ...parts.flatMap((one, at) => (at === 0 ? one : [", ", ...one])), ")"], true);
}

function listParts(items: readonly unknown[], boundary: Boundary): readonly ExpressionPart[] {
  return ["[", ...items.flatMap((item, at) => [...(at === 0 ? [] : [", "]), ...operand(item, boundary)]), "]"];
}

function macro(name: string, of: unknown, body: (item: never) => unknown, boundary: Boundary): object {
  if (typeof body !== "function")
    throw new PlanBuildError(`Cannot ${name} without a function from an item to a value`, placeAbove(boundary));
  const variable = {};
  const item = standIn({ kind: "variable", variable: { variable, path: [] } });
  const given = body(item as never);
  const recorded = recordedOf(given);
  const result = recorded?.kind === "expression" ? recorded.parts : operand(given, boundary);
  return expressionOf([...operand(of, boundary), `.${name}(`, { variable, path: [] }, ", ", ...result, ")"], true);
}
