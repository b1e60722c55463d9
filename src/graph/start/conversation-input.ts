/**
 * The texts of a prompt or question: their limits, and the conversation that models receive (P2, H5). A text that is too long is refused,
 * never cut, and texts are passed on unchanged.
 */
import { agentBounds } from "../../catalog/agents/agent-bounds.ts";
import { utf8Bytes } from "../../json/json.ts";
import { depthProblems } from "../../plan/compile/check-limits.ts";
import type { ConversationMessage, Skill } from "../../plan/conversation.ts";
import type { LimitSettings } from "../../plan/limits.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { cannotTake, limitExceeded } from "../base/request-problem.ts";
import type { PromptInput } from "../base/schema.generated.ts";

const KILOBYTE = 1_024;

/** Every bound that the schema states for words, sizes in bytes of UTF-8. Skills are bounded as those of a registered agent are. */
const wordLimits = {
  textCharacters: 32_000,
  historyMessages: 100,
  historyBytes: 256 * KILOBYTE,
  systemPromptBytes: 64 * KILOBYTE,
  skills: agentBounds.skills,
  skillIdCharacters: agentBounds.skillIdCharacters,
  skillBytes: agentBounds.skillBytes,
  usageHintsBytes: 16 * KILOBYTE,
  sessionContextBytes: 64 * KILOBYTE,
  agentInstructionsBytes: 16 * KILOBYTE,
} as const;

type WordLimit = keyof typeof wordLimits;

/** Bounds of the user's text: neither blank, which some providers refuse, nor too long. */
export function textProblems(text: string, path: readonly string[]): readonly PlanProblem[] {
  const maximum = wordLimits.textCharacters;
  if (text.trim() === "") {
    const found = text === "" ? "none" : "nothing but white space";
    return [cannotTake(path, `required from 1 to ${maximum} characters, found ${found}`)];
  }
  return above("textCharacters", text.length, path);
}

/** Bounds of earlier messages. */
export function historyProblems(history: PromptInput["history"], path: readonly string[]): readonly PlanProblem[] {
  const messages = history ?? [];
  const bytes = messages.reduce((sum, { text }) => sum + utf8Bytes(text), 0);
  return [...above("historyMessages", messages.length, path), ...above("historyBytes", bytes, path)];
}

/** Bounds of skills, each with an id of its own. */
export function skillProblems(skills: PromptInput["skills"], path: readonly string[]): readonly PlanProblem[] {
  const given = skills ?? [];
  const tooMany = above("skills", given.length, path);
  if (tooMany.length > 0) return tooMany;
  const seen = new Set<string>();
  return given.flatMap(({ instructions, skillId }, position) => {
    const place = [...path, String(position)];
    const idPlace = [...place, "skillId"];
    const problems = [
      ...above("skillIdCharacters", skillId.length, idPlace),
      ...above("skillBytes", utf8Bytes(instructions), [...place, "instructions"]),
    ];
    if (skillId.length === 0) problems.push(cannotTake(idPlace, "required an identifier, found an empty one"));
    if (seen.has(skillId)) {
      problems.push(cannotTake(idPlace, `required each identifier once, found ${JSON.stringify(skillId)} again`));
    }
    seen.add(skillId);
    return problems;
  });
}

/** Bounds of a text that may be missing. */
export function sizeOfText(
  limit: WordLimit,
  text: PromptInput["systemPrompt"],
  path: readonly string[],
): readonly PlanProblem[] {
  return above(limit, utf8Bytes(text ?? ""), path);
}

/** Bounds of a JSON object that may be missing. Its depth is asked first, because measuring it recurses. */
export function sizeOfJson(
  limit: WordLimit,
  value: unknown,
  settings: LimitSettings,
  path: readonly string[],
): readonly PlanProblem[] {
  if (value === null || value === undefined) return [];
  const deep = depthProblems(value, settings, path);
  return deep.length > 0 ? deep : above(limit, utf8Bytes(JSON.stringify(value)), path);
}

/** Text for a language model that no model would get is refused, not dropped. `isHeard` if a model that gets it is asked. */
export function unheardProblems(
  words: object | null | undefined,
  isHeard: boolean,
  path: readonly string[],
): readonly PlanProblem[] {
  const isNothing = words === null || words === undefined || (Array.isArray(words) && words.length === 0);
  if (isHeard || isNothing) return [];
  return [cannotTake(path, "required a language model that gets it, found that none is asked, as respond is false")];
}

export function messagesOf(history: PromptInput["history"]): readonly ConversationMessage[] {
  return (history ?? []).map(({ role, text }) => ({ role, text }));
}

export function skillsOf(skills: PromptInput["skills"]): readonly Skill[] {
  return (skills ?? []).map(({ instructions, skillId }) => ({ id: skillId, instructions }));
}

function above(limit: WordLimit, found: number, path: readonly string[]): PlanProblem[] {
  const maximum = wordLimits[limit];
  return found <= maximum ? [] : [limitExceeded(limit, maximum, found, path)];
}
