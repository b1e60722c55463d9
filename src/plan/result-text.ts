/**
 * The text of a call's result: the callee's content for people and language models, as one string. It is not stored. It is made from the
 * stored content and output when it is read (E14), so results of earlier versions have it too.
 *
 * - The text is the text blocks, or text parts, of the content, joined by a line feed.
 * - Without any, it is the output: a string as it is, the member `text` of an object that has one, else its JSON (P20).
 * - It is `""` if there is neither.
 *
 * A step of a tool or an agent has a text as soon as it has succeeded, at least in part. Workflows, people, waits and groups that collect
 * have none.
 */

import { jsonText } from "../json/deep-json.ts";
import { isJsonArray, isJsonObject, type Json, jsonIn, ownValue, sameJson } from "../json/json.ts";
import { isWithin } from "../json/json-count.ts";
import { type CallableDefinition, isWait } from "./callable.ts";
import { isHumanInputTool } from "./human-input-callable.ts";
import { maxJson } from "./limits.ts";

/** Between two text blocks. */
const separator = "\n";

/** Characters of a text that is compared with the output. */
const longestCompared = 1_048_576;

/**
 * The text of a result.
 *
 * @example
 * ```ts
 * resultText([{ type: "text", text: "Sunny" }, { type: "text", text: "21 degrees" }], undefined); // "Sunny\n21 degrees"
 * ```
 */
export function resultText(content: Json | undefined, output: Json | undefined): string {
  const texts = textsIn(content ?? null);
  if (texts.length > 0) return texts.join(separator);
  if (output === undefined || output === null) return "";
  if (typeof output === "string") return output;
  const own = isJsonObject(output) ? ownValue(output, "text") : undefined;
  return typeof own === "string" ? own : jsonText(output);
}

/** Of MCP and of our own agents the text blocks, of an A2A agent all that it said; of an agent behind HTTP the output says it. */
function textsIn(content: Json): readonly string[] {
  if (isJsonArray(content)) {
    const blocks = content.filter((block) => isJsonObject(block) && ownValue(block, "type") === "text");
    return blocks.flatMap((block) => (isJsonObject(block) ? stringsOf(ownValue(block, "text")) : []));
  }
  if (!isJsonObject(content) || !Object.hasOwn(content, "artifacts")) return [];
  return stringsOf(ownValue(content, "text")).filter((text) => text !== "");
}

function stringsOf(value: Json | undefined): readonly string[] {
  return typeof value === "string" ? [value] : [];
}

/**
 * The text of a result unless the output says the same already, as the text of tools does that keep to the protocol (P20): the same string,
 * its member `text`, or JSON whose every member the output has. A longer text is not parsed for that.
 */
export function textBeside(text: string | undefined, output: Json | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  if (output === undefined) return text;
  const isMember = isJsonObject(output) && ownValue(output, "text") === text;
  return text === output || isMember || repeats(text, output) ? undefined : text;
}

function repeats(text: string, output: Json): boolean {
  const said = text.length > longestCompared ? undefined : jsonInText(text);
  if (said === undefined) return false;
  if (!isJsonObject(said) || !isJsonObject(output)) return sameJson(said, output);
  return Object.entries(said).every(([name, value]) => {
    const given = ownValue(output, name);
    return given !== undefined && sameJson(value, given);
  });
}

/** Content as a row keeps it: beside the metadata of the protocol. */
export function contentIn(stored: Json | undefined): Json | undefined {
  return isJsonObject(stored) ? ownValue(stored, "content") : undefined;
}

/** Why calls of `callable` have no text, as the second half of a sentence. Undefined if they have. */
export function textlessness(callable: CallableDefinition): string | undefined {
  const name = JSON.stringify(callable.name);
  if (callable.kind === "WORKFLOW") return `${name} is a workflow, which has an output and no text`;
  if (isWait(callable)) return `${name} is a wait, which has an output and no text`;
  return isHumanInputTool(callable) ? `${name} is answered by a person, whose answer is the output` : undefined;
}

/** The JSON value that a text is; undefined if it is none, or holds more than an answer may. */
export function jsonInText(text: string): Json | undefined {
  return isWithin(text, maxJson) ? jsonIn(text) : undefined;
}

/** Why `jsonInText` found nothing in `text`, behind "a text that" or "its text". */
export function whyNoJson(text: string): string {
  const { names, values } = maxJson;
  return isWithin(text, maxJson) ? "is no JSON" : `holds more than ${values} values or ${names} different names`;
}
