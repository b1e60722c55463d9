/**
 * The chat of an execution: the question, the thoughts and texts of models, the messages of agents and tools, the response, or why there is
 * none. In the order of time; a text that is written and then said is shown once.
 */
import { duration, money } from "../../parts/numbers.ts";
import type { ExecutionHead, WrittenText } from "../store/execution-model.ts";
import { type ChatEntry, type Said, said } from "./chat-entry.ts";
import { agentAt, type LogWords, type Turn } from "./chat-log.ts";

/** The text of a step, if it has one. */
export interface StepText {
  readonly stepId: string;
  readonly speaker: "AGENT" | "TOOL" | "WORKFLOW";
  readonly name: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface ChatSources {
  readonly head: ExecutionHead | null;
  readonly words: LogWords;
  readonly texts: readonly WrittenText[];
  readonly stepTexts: readonly StepText[];
}

/** All entries, oldest first. */
export function chatEntries({ head, stepTexts, texts, words }: ChatSources): readonly ChatEntry[] {
  const { messages, turns } = words;
  const entries: ChatEntry[] = [
    ...prompt(head, messages),
    ...reasoning(head),
    ...words.entries,
    ...stepTexts.filter(({ stepId }) => !isTurn(stepId)).map(stepSaid),
    ...written(texts, head, turns, messages),
    ...ending(head, texts, messages),
  ];
  // The sort is stable: entries of one millisecond stay in the order above.
  return entries.sort((first, second) => first.at - second.at);
}

function prompt(head: ExecutionHead | null, messages: readonly Said[]): readonly Said[] {
  if (head === null || head.prompt === null) return [];
  if (messages.some(({ speaker, text }) => speaker === "PERSON" && text === head.prompt)) return [];
  const at = Date.parse(head.createdAt);
  return [said({ key: "prompt", at, speaker: "PERSON", name: head.startedBy, text: head.prompt })];
}

function reasoning(head: ExecutionHead | null): readonly Said[] {
  const text = head?.plan?.reasoning ?? null;
  if (head === null || text === null || text === "") return [];
  const call = head.modelCalls.findLast(({ failure, purpose }) => purpose === "PLAN" && failure === null);
  const facts: string[] = [];
  if (call !== undefined) {
    facts.push(call.model);
    if (call.durationMs !== null) facts.push(duration(call.durationMs));
    if (call.costMicros !== null) facts.push(money(call.costMicros));
  }
  const startedAt = Date.parse(call?.startedAt ?? head.startedAt ?? head.createdAt);
  const at = startedAt + (call?.durationMs ?? 0);
  return [said({ key: "reasoning", at, speaker: "PLANNER", name: "Planner", facts, text })];
}

/** The text of an agent in its turn is a message, which the log has or hides. */
function isTurn(stepId: string): boolean {
  return /^turns\/\d+\/agent$/.test(stepId);
}

function stepSaid({ at, name, speaker, stepId, text }: StepText): Said {
  return said({ key: `step ${stepId}`, at, speaker, name, facts: [`step ${stepId}`], text });
}

/** Texts that are not said elsewhere: those of responders until there is a response, those of agents until their message. */
function written(
  texts: readonly WrittenText[],
  head: ExecutionHead | null,
  turns: readonly Turn[],
  messages: readonly Said[],
): readonly Said[] {
  const hasResponse = head !== null && head.response !== null;
  const ofAgents = messages.filter(({ speaker }) => speaker === "AGENT");
  const lastAt = ofAgents.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  /** Whether an agent's message has followed the text. */
  const isSaid = ({ isOpen, startedAt, text }: WrittenText) =>
    lastAt >= startedAt &&
    (!isOpen || ofAgents.some((message) => message.at >= startedAt && message.text.startsWith(text.trim())));
  return texts.flatMap((one) => {
    const { isOpen, startedAt, streamId, text } = one;
    const purpose = streamId.split("/", 1)[0];
    if (purpose === "respond") {
      if (hasResponse) return [];
      const facts = isOpen ? [] : ["broken off"];
      const key = `text ${streamId}`;
      return [said({ key, at: startedAt, speaker: "RESPONDER", name: "Response", facts, text, isWriting: isOpen })];
    }
    if (purpose !== "agent" || isSaid(one)) return [];
    const name = agentAt(turns, startedAt) ?? "Agent";
    return [said({ key: `text ${streamId}`, at: startedAt, speaker: "AGENT", name, text, isWriting: isOpen })];
  });
}

function ending(head: ExecutionHead | null, texts: readonly WrittenText[], messages: readonly Said[]): readonly Said[] {
  if (head === null) return [];
  const at = Date.parse(head.finishedAt ?? head.createdAt);
  const entries: Said[] = [];
  if (head.response !== null && !messages.some(({ speaker, text }) => speaker === "AGENT" && text === head.response)) {
    const stream = texts.findLast(({ streamId }) => streamId.startsWith("respond/"));
    const isPlanners = stream === undefined && head.plan?.directResponse === head.response;
    entries.push(
      said({
        key: stream === undefined ? "response" : `text ${stream.streamId}`,
        at,
        speaker: isPlanners ? "PLANNER" : "RESPONDER",
        name: isPlanners ? "Planner" : "Response",
        text: head.response,
      }),
    );
  }
  if (head.responseFailure !== null)
    entries.push(failed("response failure", "No response was written", at, head.responseFailure));
  if (head.failure !== null) {
    const { stepId } = head.failure;
    const name = stepId === null ? "The execution failed" : `The execution failed at step ${stepId}`;
    entries.push(failed("failure", name, at, head.failure));
  }
  return entries;
}

function failed(
  key: string,
  name: string,
  at: number,
  failure: { readonly code: string; readonly message: string },
): Said {
  return said({ key, at, speaker: "RUNTIME", name, facts: [failure.code], text: failure.message, tone: "FAILED" });
}
