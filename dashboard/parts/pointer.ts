/** JSON Pointers: where a value stands in another. Pure. */

/** The pointer to a member of the value at `pointer`. */
export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names on the way, from the root. */
export function namesIn(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether `inner` leads to the same value as `outer`, or into it. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** Whether one of them leads into the other, or both to the same. */
export function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/** The value there. Undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const name of namesIn(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}
