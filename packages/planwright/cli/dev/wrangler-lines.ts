/** What wrangler prints, as far as a person has to see it who does not ask for all of it: errors, and why the Worker could not start. */
import { stripVTControlCharacters } from "node:util";

/** A function that gives a line of an error, such as one of a build, and undefined for every other line. */
export function errorLines(): (line: string) => string | undefined {
  let isWithin = false;
  return (line) => {
    if (line.includes("[ERROR]")) isWithin = true;
    // The parts of an error stand further to the right than its first line.
    else if (/^\S/.test(line)) isWithin = false;
    return isWithin && line.trim() !== "" ? line : undefined;
  };
}

/** A line without colours, which mean nothing where it goes. */
export function plainLine(line: string): string {
  return stripVTControlCharacters(line);
}

/** What the code of the Worker threw when it was started. Undefined if it was something else that ended wrangler. */
export function startError(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const [, thrown] = /\bUncaught (?:Error: )?(.+)$/.exec(messageIn(line).split("\n")[0] ?? "") ?? [];
    if (thrown !== undefined) return thrown;
  }
  return undefined;
}

/** The message of a line that the runtime writes as JSON, or the line. */
function messageIn(line: string): string {
  try {
    const value: unknown = JSON.parse(line);
    const isLogged = typeof value === "object" && value !== null && "message" in value;
    return isLogged && typeof value.message === "string" ? value.message : line;
  } catch {
    return line;
  }
}
