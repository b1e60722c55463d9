/**
 * The functions of expressions: their arguments and spelling. Each can be called as a method of its first argument too. Their types are in
 * `expression-type.ts`, their values in `function-values.ts`; the kinds below are checked before either.
 */
import { EVERY_KIND, type JsonKind, type KindSet, only } from "../../schema/document/json-kind.ts";
import type { ExpressionTree } from "./expression-tree.ts";

export interface ExpressionFunction {
  /** The kinds of value that each argument may have. */
  readonly takes: readonly KindSet[];
  /** How many of the arguments must be given. */
  readonly least: number;
  /** How it is written in canonical spelling. */
  readonly style: "METHOD" | "FUNCTION";
}

const TEXT = only("string");
const LIST = only("array");

const functions: ReadonlyMap<string, ExpressionFunction> = new Map(
  Object.entries({
    size: called("FUNCTION", [kinds("string", "array", "object")]),
    contains: called("METHOD", [TEXT, TEXT]),
    startsWith: called("METHOD", [TEXT, TEXT]),
    endsWith: called("METHOD", [TEXT, TEXT]),
    string: called("FUNCTION", [EVERY_KIND]),
    int: called("FUNCTION", [kinds("number", "string")]),
    double: called("FUNCTION", [kinds("number", "string")]),
    join: called("METHOD", [LIST, TEXT], 1),
    format: called("METHOD", [TEXT, LIST]),
    pick: called("FUNCTION", [only("object"), LIST]),
    default: called("FUNCTION", [EVERY_KIND, EVERY_KIND]),
    flatten: called("FUNCTION", [LIST]),
    sum: called("FUNCTION", [LIST]),
  }),
);

export const functionNames: readonly string[] = [...functions.keys()];

function called(
  style: ExpressionFunction["style"],
  takes: readonly KindSet[],
  least = takes.length,
): ExpressionFunction {
  return { takes, least, style };
}

function kinds(...names: readonly JsonKind[]): KindSet {
  return names.reduce<KindSet>((set, name) => set | only(name), 0);
}

/** The function `name`, which exists. */
export function expressionFunction(name: string): ExpressionFunction {
  const found = functions.get(name);
  if (found === undefined) throw new Error(`Cannot call ${name}: there is no such function of expressions`);
  return found;
}

/** The problem of the number and form of the arguments of `name`; completes "expected …". Undefined if there is none. */
export function argumentsFinding<Name>(name: string, given: readonly ExpressionTree<Name>[]): string | undefined {
  const { least, takes } = expressionFunction(name);
  const most = takes.length;
  if (given.length < least || given.length > most) {
    const required = least === most ? String(most) : `${least} or ${most}`;
    return `${required} ${most === 1 ? "argument" : "arguments"} of ${name}, found ${given.length}`;
  }
  const [, names] = given;
  if (name !== "pick" || (names?.kind === "list" && pickedNames(names.items).length === names.items.length))
    return undefined;
  return 'names in quotes as what pick takes, as in pick({{check.output}}, ["name", "score"])';
}

/** The names among `items`. */
export function pickedNames<Name>(items: readonly ExpressionTree<Name>[]): readonly string[] {
  return items.flatMap((item) => (item.kind === "literal" && typeof item.value === "string" ? [item.value] : []));
}
