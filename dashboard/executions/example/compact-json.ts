/** JSON as people write it: a value that fits is on one line. Pure. */

/** `value`, which must be JSON, in lines of at most `width` characters where its texts allow it, after `indent` spaces. */
export function compactJson(value: unknown, width: number, indent = 0): string {
  const line = inLine(value);
  if (typeof value !== "object" || value === null || indent + line.length <= width) return line;
  const inner = " ".repeat(indent + 2);
  const parts = Array.isArray(value)
    ? value.map((item) => inner + compactJson(item, width, indent + 2))
    : Object.entries(value).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${compactJson(item, width, indent + 2)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function inLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.map(inLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inLine(item)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
