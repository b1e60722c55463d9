/** JSON text of values that `JSON.stringify` would change: infinite numbers become `1e400`, minus zero stays what it is. */

/** The text of `value`; keys such as `__proto__` are keys like any other. */
export function jsonText(value: unknown): string {
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return "-0";
  if (Number.isFinite(value)) return JSON.stringify(value);
  return value < 0 ? "-1e400" : "1e400";
}
