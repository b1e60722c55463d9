/**
 * Finds the one JSON object in an answer of a language model: the whole text behind thoughts, or the only fenced block that is one, with prose around
 * it. Anything less certain is refused (O11): two objects leave open which one was meant, and unfenced prose where it begins.
 */
import { isJsonObject, type Json, type JsonObject, jsonDepth, jsonIn, utf8Bytes } from "../../json/json.ts";

/** Larger answers are refused unread. */
const maxAnswerBytes = 200_000;
const maxAnswerDepth = 100;

export type ParsedJson =
  | { readonly ok: true; readonly value: JsonObject }
  /** `message` completes "… answered with". */
  | { readonly ok: false; readonly message: string };

/**
 * The JSON object in the text of an answer.
 *
 * @example
 * ```ts
 * readJsonAnswer('{"agent":"a"}'); // { ok: true, value: { agent: "a" } }
 * readJsonAnswer("I would choose a."); // { ok: false, message: "text that is not one JSON object" }
 * ```
 */
export function readJsonAnswer(text: string): ParsedJson {
  const trimmed = text.trim();
  if (trimmed === "") return refused("nothing");
  if (utf8Bytes(trimmed) > maxAnswerBytes) return tooLarge;
  const answer = behindThoughts(trimmed);
  const whole = jsonIn(trimmed) ?? jsonIn(answer);
  if (whole !== undefined) return asAnswer(whole);
  const objects = fencedBlocks(answer).map(jsonIn).filter(isJsonObject);
  const [only] = objects;
  if (only === undefined) return refused("text that is not one JSON object");
  return objects.length === 1 ? asAnswer(only) : refused(`${objects.length} JSON objects instead of one`);
}

/** Judges a value that was JSON already. */
export function asAnswer(value: Json): ParsedJson {
  if (!isJsonObject(value)) return refused("JSON that is not an object");
  // Asked first: a value that is nested too deeply cannot even be serialised to measure it.
  if (jsonDepth(value, maxAnswerDepth) > maxAnswerDepth) {
    return refused(`JSON that is nested more than ${maxAnswerDepth} levels deep`);
  }
  return utf8Bytes(JSON.stringify(value)) > maxAnswerBytes ? tooLarge : { ok: true, value };
}

const endOfThoughts = "</think>";

/**
 * The answer without the thoughts that some servers leave before it. What a model considered there is not what it decided. The first mark may
 * stand in the template of the prompt; then the last one begins a line, which no line of JSON does.
 */
function behindThoughts(text: string): string {
  const begins = text.startsWith("<think>");
  const end = begins ? text.indexOf(endOfThoughts) : text.search(/^[ \t]*<\/think>/m);
  if (end < 0) return begins ? "" : text;
  return text.slice(text.indexOf(endOfThoughts, end) + endOfThoughts.length).trim();
}

/** The text between fences. No line of JSON can begin with a fence, because strings have no line breaks. */
function fencedBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let open: string[] | undefined;
  for (const line of text.split("\n")) {
    const content = line.trim();
    if (open === undefined) {
      if (content.startsWith("```")) open = [];
    } else if (content.endsWith("```")) {
      blocks.push([...open, content.slice(0, -3)].join("\n"));
      open = undefined;
    } else {
      open.push(line);
    }
  }
  return blocks;
}

function refused(message: string): ParsedJson {
  return { ok: false, message };
}

const tooLarge = refused(`more than ${maxAnswerBytes} bytes`);
