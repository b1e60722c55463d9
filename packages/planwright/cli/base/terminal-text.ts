/**
 * Text from outside in a form that may be written to a terminal. Titles, questions and outputs are texts of models, tools and other people,
 * and a terminal obeys control characters. So each control character is shown as its number.
 */

/** Control characters, marks without a shape such as those of direction and width, separators of lines, and halves of surrogate pairs. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line in which nothing is obeyed. Line breaks and tabs become a space, everything else its number. */
export function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, " ").replace(unsafe, escaped);
}

/** The same with its lines kept. */
export function manyLines(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.replaceAll("\t", "  ").replace(unsafe, escaped))
    .join("\n");
}

/** JSON that a terminal can show: `JSON.stringify` leaves DEL, C1 and marks of direction as they are. The value stays the same. */
export function terminalJson(value: unknown, indent?: number): string {
  // Between tokens are only line breaks and spaces, so every other match is within a string.
  return JSON.stringify(value, undefined, indent).replace(unsafe, (found) => (found === "\n" ? found : escaped(found)));
}

/** The first characters of a text; a cut is shown. */
export function shortened(text: string, width: number): string {
  const line = oneLine(text).replace(/ +/g, " ").trim();
  return line.length <= width ? line : `${line.slice(0, width - 1).toWellFormed()}…`;
}

function escaped(found: string): string {
  return Array.from({ length: found.length }, (_, at) => found.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}
