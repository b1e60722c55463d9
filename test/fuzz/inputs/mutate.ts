/**
 * Changes of a valid value at places chosen at random: kinds swapped, keys dropped, renamed, doubled and added, parts put elsewhere, deep
 * nesting, many elements. The value itself stays what it is; `__proto__` is always a key of its own.
 */
import type { Seeded } from "../../support/engine/seeded.ts";
import { hostileKeys, hostileText, hostileValue, nested } from "./hostile-values.ts";

type Path = readonly (string | number)[];

/** Nodes among which a place is chosen. */
const mostPlaces = 3_000;

/** A copy of `value` with `times` changes. */
export function mutated(value: unknown, random: Seeded, times: number): unknown {
  let changed = value;
  for (let time = 0; time < times; time++) {
    const places = placesIn(changed);
    const place = random.pick(places);
    changed = changedAt(changed, place, (part) =>
      mutation(part, random, () => partAt(value, random.pick(placesIn(value)))),
    );
  }
  return changed;
}

/** How many changes a case has: often none, so that what is valid stays in the run, mostly one. */
export function changeCount(random: Seeded): number {
  return Number(random.weighted({ 0: 3, 1: 5, 2: 2, 4: 1 }));
}

function mutation(part: unknown, random: Seeded, other: () => unknown): unknown {
  const isObject = typeof part === "object" && part !== null && !Array.isArray(part);
  const kind = random.weighted({
    ...{ replace: 4, graft: 2, nest: 1, wrap: 1 },
    ...{ drop: isObject ? 4 : 0, rename: isObject ? 3 : 0, add: isObject ? 3 : 0, double: isObject ? 2 : 0 },
    ...{
      repeat: Array.isArray(part) ? 3 : 0,
      shuffle: Array.isArray(part) ? 2 : 0,
      text: typeof part === "string" ? 6 : 0,
    },
  });
  switch (kind) {
    case "replace":
      return hostileValue(random);
    case "graft":
      return other();
    case "nest":
      return nested(part, random.pick([2, 30, 63, 64, 65, 130, 500]), random);
    case "wrap":
      return random.chance(0.5) ? [part] : { value: part };
    case "text":
      return changedText(String(part), random);
    case "repeat":
      return Array.isArray(part) ? repeated(part, random.pick([2, 13, 100, 400])) : part;
    case "shuffle":
      return Array.isArray(part) ? random.shuffled(part) : part;
    default:
      return changedMembers(Object.entries(part as object), kind, random);
  }
}

function changedMembers(
  entries: readonly (readonly [string, unknown])[],
  kind: "drop" | "rename" | "add" | "double",
  random: Seeded,
): unknown {
  const key = random.pick(hostileKeys);
  if (kind === "add" || entries.length === 0) return Object.fromEntries([...entries, [key, hostileValue(random)]]);
  const [chosen, value] = random.pick(entries);
  if (kind === "drop") return Object.fromEntries(entries.filter(([name]) => name !== chosen));
  if (kind === "rename")
    return Object.fromEntries(entries.map(([name, member]) => [name === chosen ? key : name, member]));
  const spelled = random.pick([chosen.toUpperCase(), `${chosen} `, chosen.replace("a", "а"), `_${chosen}`, key]);
  return Object.fromEntries([...entries, [spelled, value]]);
}

function changedText(text: string, random: Seeded): string {
  const at = random.between(0, text.length);
  const hostile = hostileText(random);
  return random.pick([
    hostile,
    text.slice(0, at) + hostile + text.slice(at),
    text.slice(0, at),
    text.slice(at),
    text.repeat(3),
  ]);
}

/** Bounded, because repeating what was repeated would fill the memory of whoever generates. */
function repeated(items: readonly unknown[], times: number): readonly unknown[] {
  const most = Math.max(1, Math.floor(3_000 / Math.max(1, items.length)));
  return Array.from({ length: Math.min(times, most) }, () => items).flat();
}

/** Paths of a value and everything in it, from the outside inwards. */
export function placesIn(value: unknown): readonly Path[] {
  const places: Path[] = [];
  const waiting: (readonly [Path, unknown])[] = [[[], value]];
  for (let at = 0; at < waiting.length && places.length < mostPlaces; at++) {
    const [path, part] = waiting[at] ?? [[], null];
    places.push(path);
    if (typeof part !== "object" || part === null || path.length > 60) continue;
    const keys = Array.isArray(part) ? part.keys() : Object.keys(part);
    for (const key of keys) waiting.push([[...path, key], Reflect.get(part, key)]);
  }
  return places;
}

export function partAt(value: unknown, path: Path): unknown {
  return path.reduce((part, key) => Reflect.get(part as object, key), value);
}

/** A copy of `value` with what lies at `path` changed; `undefined` takes it out. */
export function changedAt(value: unknown, path: Path, change: (part: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const inner = changedAt(Reflect.get(value as object, key), rest, change);
  if (Array.isArray(value)) {
    return inner === undefined
      ? value.filter((_, index) => index !== key)
      : value.map((item, index) => (index === key ? inner : item));
  }
  const entries = Object.entries(value as object).map(
    ([name, member]) => [name, name === key ? inner : member] as const,
  );
  return Object.fromEntries(entries.filter(([name, member]) => name !== key || member !== undefined));
}
