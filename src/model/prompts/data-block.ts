/**
 * Text of others in a prompt: JSON between tags, with `<` written as `\u003c`. So no description, output or plan can close its block or open
 * another one, and the same data always gives the same bytes (E13). Instructions of the caller are meant to be followed: they stand as they
 * are, except for text that looks like one of our tags.
 */
import type { Json } from "../../json/json.ts";

/** Every tag that a prompt of ours is made of. */
const blockTags = [
  "agent",
  "agent_instructions",
  "system_prompt",
  "skill",
  "callables",
  "servers",
  "bindings",
  "agents",
  "answer_schema",
  "plan_schema",
  "plans_left",
  "rejected_plan",
  "problems",
  "report",
  "execution_failure",
  "plan_problems",
  "step",
  "arguments",
  "output",
  "result_text",
  "tool_result",
  "attachments",
  "failure",
  "usage_hints",
  "turn_agent",
  "input_schema",
  "agent_input",
  "planned_answer",
  "rejected_answer",
  "agent_message",
] as const;

export type BlockTag = (typeof blockTags)[number];

/** `</step` and the like, with the spaces that a reader may overlook. No two repetitions meet, so that it reads in linear time. */
const likeOurTag = new RegExp(`<(?=\\s*(?:/\\s*)?(?:${blockTags.join("|")})\\b)`, "gi");

/** The tag around words of an agent among those of others. Words of others keep their exact text. */
const likeAgentMessage = /<(?=\s*(?:\/\s*)?agent_message\b)/gi;

/** Words unchanged, except for parts that would look as if another agent had said them. */
export function spokenText(text: string): string {
  return text.replace(likeAgentMessage, "&lt;");
}

/** JSON text without `<`, on one line. */
export function dataText(value: Json): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Lines between an opening and a closing tag. The lines must hold no `<` but in blocks of their own. */
export function block(tag: BlockTag, lines: readonly string[]): string {
  return [`<${tag}>`, ...lines, `</${tag}>`].join("\n");
}

/**
 * One value per line as JSON.
 *
 * @example
 * ```ts
 * dataBlock("output", [{ html: "</output>" }]); // '<output>\n{"html":"\\u003c/output>"}\n</output>'
 * ```
 */
export function dataBlock(tag: BlockTag, values: readonly Json[]): string {
  return block(tag, values.map(dataText));
}

/** Instructions in the words of their author, who cannot end their block by accident. `heading` is put before them as data. */
export function instructionBlock(tag: BlockTag, text: string, heading: Json = null): string {
  const words = text.replace(likeOurTag, "&lt;");
  return block(tag, heading === null ? [words] : [dataText(heading), words]);
}
