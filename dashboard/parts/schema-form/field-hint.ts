/** A short hint below a field: bounds, lengths and formats of its schema. */
import { exact, plural } from "../numbers.ts";
import type { Field } from "./field.ts";

const formats: ReadonlyMap<string, string> = new Map([
  ["date-time", "Such as 2026-01-31T09:30:00Z"],
  ["date", "Such as 2026-01-31"],
  ["time", "Such as 09:30:00Z"],
  ["duration", "Such as PT30M"],
  ["email", "An email address"],
  ["uri", "An address, such as https://example.com"],
  ["url", "An address, such as https://example.com"],
  ["uuid", "A UUID"],
]);
const longestPattern = 80;

/** Empty if there is nothing to say. */
export function hintOf(field: Field): string {
  switch (field.kind) {
    case "TEXT": {
      const { format, maxLength, minLength, pattern } = field;
      const parts = [
        format === null ? "" : (formats.get(format) ?? ""),
        minLength !== null && minLength > 1 ? `${exact(minLength)} characters at least` : "",
        maxLength !== null ? `${exact(maxLength)} characters at most` : "",
        pattern !== null && pattern.length <= longestPattern ? `Of the form ${pattern}` : "",
      ];
      return parts.filter((part) => part !== "").join(" · ");
    }
    case "NUMBER": {
      const what = field.isInteger ? "A whole number" : "A number";
      if (field.least !== null && field.most !== null) return `${what} from ${field.least} to ${field.most}`;
      if (field.least !== null) return `${what} from ${field.least}`;
      if (field.most !== null) return `${what} up to ${field.most}`;
      return field.isInteger ? what : "";
    }
    case "LIST": {
      const { maxItems, minItems } = field;
      if (maxItems !== null)
        return minItems > 0 ? `${minItems} to ${plural(maxItems, "item")}` : `${plural(maxItems, "item")} at most`;
      return minItems > 0 ? `${plural(minItems, "item")} at least` : "";
    }
    default:
      return "";
  }
}
