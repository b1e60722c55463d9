/** How many items the cost of a request counts for a field, from its schema and the arguments of the request. */
import { type ArgumentNode, type FieldNode, Kind, type ObjectValueNode, type ValueNode } from "graphql";
import type { ListSize } from "./field-cost.ts";

/** Variables of a request, with the default values that its operation writes. */
export interface GivenVariables {
  values(): { readonly [name: string]: unknown };
  readonly defaults: ReadonlyMap<string, ValueNode>;
}

/**
 * The largest value of the slicing arguments, or the assumed size of the schema if they have no value that a list could have. Never below
 * 1.
 */
export function countOfItems(
  { assumedSize, slicingArguments }: ListSize,
  { arguments: given = [] }: FieldNode,
  variables: GivenVariables,
): number {
  let largest: number | undefined;
  for (const path of slicingArguments) {
    const count = countOf(valueAt(given, path), variables);
    if (count !== undefined) largest = Math.max(largest ?? 1, count);
  }
  return largest ?? assumedSize;
}

type Located = { readonly node: ValueNode; readonly below: readonly string[] } | undefined;

/** The value of an argument, or the value at the end of a path such as `input.first` in one. */
function valueAt(given: readonly ArgumentNode[], [name, ...below]: readonly string[]): Located {
  const argument = given.find((candidate) => candidate.name.value === name);
  return argument && { node: argument.value, below };
}

function countOf(located: Located, variables: GivenVariables): number | undefined {
  if (located === undefined) return undefined;
  const { below, node } = located;
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value;
    const values = variables.values();
    if (Object.hasOwn(values, name)) return countOfJson(values[name], below);
    const fallback = variables.defaults.get(name);
    return fallback && countOf({ node: fallback, below }, variables);
  }
  const [first, ...rest] = below;
  if (first !== undefined) {
    return node.kind === Kind.OBJECT ? countOf(memberOf(node, first, rest), variables) : undefined;
  }
  if (node.kind === Kind.INT) return countOfJson(Number(node.value), []);
  return node.kind === Kind.LIST ? node.values.length : undefined;
}

function memberOf(object: ObjectValueNode, name: string, below: readonly string[]): Located {
  const member = object.fields.find((field) => field.name.value === name);
  return member && { node: member.value, below };
}

/** A number that a list could have as its length, or the length of a list. */
function countOfJson(value: unknown, [first, ...rest]: readonly string[]): number | undefined {
  if (first !== undefined) {
    const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, first);
    return isObject ? countOfJson((value as { readonly [name: string]: unknown })[first], rest) : undefined;
  }
  if (Array.isArray(value)) return value.length;
  return typeof value === "number" && value >= 0 ? value : undefined;
}
