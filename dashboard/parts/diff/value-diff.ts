/** How two JSON values differ: which members were added, removed and changed, each with its place on both sides. Pure. */
import { canonicalJson, type Json, sameJson } from "../../../src/json/json.ts";
import { sequenceDiff } from "./sequence-diff.ts";

/** A place is a JSON pointer: `` for the whole value. */
export type ValueChange =
  | { readonly kind: "ADDED"; readonly at: string; readonly right: unknown }
  | { readonly kind: "REMOVED"; readonly at: string; readonly left: unknown }
  | {
      readonly kind: "CHANGED";
      /** On the right. */
      readonly at: string;
      readonly leftAt: string;
      readonly left: unknown;
      readonly right: unknown;
    };

export interface ValueDiff {
  readonly changes: readonly ValueChange[];
  /** Whether there are more than were looked for. */
  readonly isCut: boolean;
}

const mostChanges = 200;

/**
 * The changes from `left` to `right`, none where they are the same JSON. Members of objects are compared by name, elements of lists with those
 * that stand in their place once equal ones are found.
 *
 * @example
 * ```ts
 * valueDiff({ a: 1 }, { a: 2 }).changes; // [{ kind: "CHANGED", at: "/a", leftAt: "/a", left: 1, right: 2 }]
 * ```
 */
export function valueDiff(left: unknown, right: unknown, most = mostChanges): ValueDiff {
  const changes: ValueChange[] = [];
  compare(left, right, "", "", changes, most);
  return { changes: changes.slice(0, most), isCut: changes.length > most };
}

function compare(
  left: unknown,
  right: unknown,
  leftAt: string,
  at: string,
  changes: ValueChange[],
  most: number,
): void {
  if (changes.length > most || sameJson(left, right)) return;
  if (Array.isArray(left) && Array.isArray(right)) compareLists(left, right, leftAt, at, changes, most);
  else if (isObject(left) && isObject(right)) {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const [isLeft, isRight] = [Object.hasOwn(left, name), Object.hasOwn(right, name)];
      const [leftPlace, place] = [`${leftAt}/${escaped(name)}`, `${at}/${escaped(name)}`];
      if (isLeft && isRight) compare(left[name], right[name], leftPlace, place, changes, most);
      else if (isLeft) changes.push({ kind: "REMOVED", at: leftPlace, left: left[name] });
      else changes.push({ kind: "ADDED", at: place, right: right[name] });
    }
  } else changes.push({ kind: "CHANGED", at, leftAt, left, right });
}

function compareLists(
  left: readonly unknown[],
  right: readonly unknown[],
  leftAt: string,
  at: string,
  changes: ValueChange[],
  most: number,
): void {
  let [l, r] = [0, 0];
  const exchange = (leftEnd: number, rightEnd: number) => {
    for (; l < leftEnd && r < rightEnd; l += 1, r += 1)
      compare(left[l], right[r], `${leftAt}/${l}`, `${at}/${r}`, changes, most);
    for (; l < leftEnd; l += 1) changes.push({ kind: "REMOVED", at: `${leftAt}/${l}`, left: left[l] });
    for (; r < rightEnd; r += 1) changes.push({ kind: "ADDED", at: `${at}/${r}`, right: right[r] });
  };
  let [leftEnd, rightEnd] = [0, 0];
  for (const { items, kind } of sequenceDiff(left.map(textOf), right.map(textOf))) {
    if (kind === "LEFT") leftEnd += items.length;
    else if (kind === "RIGHT") rightEnd += items.length;
    else {
      exchange(leftEnd, rightEnd);
      leftEnd = l += items.length;
      rightEnd = r += items.length;
    }
  }
  exchange(leftEnd, rightEnd);
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values come from JSON. */
function textOf(value: unknown): string {
  return canonicalJson(value as Json);
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
