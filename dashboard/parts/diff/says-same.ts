/** Whether two values of plain data say the same. */

/** Compares objects, arrays and scalars by content. */
export function saysSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const left = one as Readonly<Record<string, unknown>>;
  const right = other as Readonly<Record<string, unknown>>;
  return names.every((name) => Object.hasOwn(right, name) && saysSame(left[name], right[name]));
}
