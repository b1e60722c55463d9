/**
 * What a check of an answer against a schema of strangers could take that no count of schemas bounds: regular expressions, which may try a
 * text in more ways than anybody has time for, and `uniqueItems`, which compares each with each. Judged before the check, from the largest
 * parts of the answer, so that a check which could hang is never begun.
 */
import { isJsonArray, isJsonObject, type Json, type JsonSchema } from "../json.ts";
import { readPattern } from "./pattern.ts";

/** Ways in which all texts of an answer may be tried against one pattern: a tenth of a second. */
const mostAttempts = 20_000_000;
/** Items of an array that are compared with one another. */
const mostCompared = 2_000;
/** A pattern that could not be checked against one text of so many characters is no pattern to ask people by. */
export const shortestChecked = 200;

/** What of `schema` no answer could be checked against within bounds. Null if there is nothing. */
export function uncheckablePattern(schema: JsonSchema): string | null {
  return (
    patternsIn(schema).find((source) => (readPattern(source)?.attempts(shortestChecked) ?? 0) > mostAttempts) ?? null
  );
}

/** Why `answer` cannot be checked against `schema` within bounds: what was required and what was found. Null if it can. */
export function checkRefusal(schema: JsonSchema, answer: Json): string | null {
  const size = sizeOf(answer);
  const compares = holds(schema, (key, value) => key === "uniqueItems" && value === true);
  if (compares && size.longestArray > mostCompared)
    return `required at most ${mostCompared} items that may not repeat one another, found ${size.longestArray}`;
  const lengths = [...size.textsOfLength];
  const costly = patternsIn(schema).find((source) => {
    const pattern = readPattern(source);
    const all = lengths.reduce((sum, [length, texts]) => sum + texts * (pattern?.attempts(length) ?? 0), 0);
    return all > mostAttempts;
  });
  if (costly === undefined) return null;
  const longest = Math.max(...size.textsOfLength.keys());
  return `required texts that are short enough to be checked against the pattern ${JSON.stringify(costly.slice(0, 200))}, found up to ${longest} characters`;
}

/**
 * Patterns that do not compile are told by the check itself. Every text of `schema` that may be evaluated as a
 * pattern, wherever it stands: a reference may lead anywhere.
 */
function patternsIn(schema: JsonSchema): readonly string[] {
  const patterns = new Set<string>();
  holds(schema, (key, value) => {
    if (key === "pattern" && typeof value === "string") patterns.add(value);
    if (key === "patternProperties" && isJsonObject(value))
      for (const pattern of Object.keys(value)) patterns.add(pattern);
    return false;
  });
  return [...patterns];
}

/** Whether `isFound` says so of a member of any object within `value`. */
function holds(value: Json, isFound: (key: string, member: Json) => boolean): boolean {
  const waiting: Json[] = [value];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (isJsonArray(part)) for (const item of part) waiting.push(item);
    else if (isJsonObject(part))
      for (const [key, member] of Object.entries(part)) {
        if (isFound(key, member)) return true;
        waiting.push(member);
      }
  }
  return false;
}

interface AnswerSize {
  /** How many texts there are of each length in UTF-16 units, names of members included. */
  readonly textsOfLength: ReadonlyMap<number, number>;
  readonly longestArray: number;
}

function sizeOf(answer: Json): AnswerSize {
  const textsOfLength = new Map<number, number>();
  let longestArray = 0;
  const addText = ({ length }: string) => textsOfLength.set(length, (textsOfLength.get(length) ?? 0) + 1);
  const waiting: Json[] = [answer];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part === "string") addText(part);
    else if (isJsonArray(part)) {
      longestArray = Math.max(longestArray, part.length);
      for (const item of part) waiting.push(item);
    } else if (isJsonObject(part))
      for (const [key, member] of Object.entries(part)) {
        addText(key);
        waiting.push(member);
      }
  }
  return { textsOfLength, longestArray };
}
