/**
 * The history of a conversation for the agent whose turn it is: the latest messages that fit, hidden ones included. Messages are read from
 * their rows one at a time, and only those that fit (E14).
 */

import type { ReadValue } from "../../execution/state/read-reference.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { TurnMessage } from "../../execution/state/turn-state.ts";
import { utf8Bytes } from "../../json/json.ts";
import type { SaidMessage } from "../../model/prompts/agent-turn.ts";
import type { Conversation } from "../../plan/conversation.ts";

/** Bytes of messages as JSON in the prompt of an agent. The message of the person is always among them. */
export const maxHistoryBytes = 262_144;

/** Bytes as JSON of an answer that the agent is shown again for a correction. Of a longer one it gets only the problem. */
const maxRejectedBytes = 8_192;

/** The messages for the turn, oldest first, with undefined where messages were left out. `results` are those of `roundResults`. */
export function turnMessages(
  { turns }: Pick<ExecutionState, "turns">,
  { history }: Pick<Conversation, "history">,
  read: ReadValue,
  results: ReadonlyMap<number, readonly SaidMessage[]> = new Map(),
): readonly (SaidMessage | undefined)[] {
  const [asked, ...later] = turns?.messages ?? [];
  const own = latest(later, ({ text }) => text.bytes, maxHistoryBytes - (asked?.text.bytes ?? 0));
  const before = latest(history, ({ text }) => utf8Bytes(JSON.stringify(text)), own.isCut ? 0 : own.bytesLeft);
  const said = ({ agentName, author, text }: TurnMessage): SaidMessage => ({
    author,
    agentName,
    text: textAt(text, read),
  });
  return [
    ...(before.isCut ? [undefined] : []),
    ...before.kept.map(({ agentName, role, text }): SaidMessage => {
      return { author: role === "AGENT" ? "AGENT" : "PERSON", agentName: agentName ?? undefined, text };
    }),
    ...(asked === undefined ? [] : [said(asked)]),
    ...(own.isCut ? [undefined] : []),
    ...withResults(own.kept, results, said),
  ];
}

/** Messages, with results of tools behind those of their turn. */
function withResults(
  messages: readonly TurnMessage[],
  results: ReadonlyMap<number, readonly SaidMessage[]>,
  said: (message: TurnMessage) => SaidMessage,
): readonly SaidMessage[] {
  const left = [...results];
  const until = (turn: number) => {
    const due = left.filter(([number]) => number < turn).length;
    return left.splice(0, due).flatMap(([, messages]) => messages);
  };
  return [
    ...messages.flatMap((message) => [...until(message.turn ?? 0), said(message)]),
    ...until(Number.POSITIVE_INFINITY),
  ];
}

/** The answer of the active agent in its turn before, if that was no valid output. Undefined if it was valid, or too long. */
export function rejectedAnswer(
  { modelCalls, turns }: Pick<ExecutionState, "modelCalls" | "turns">,
  read: ReadValue,
): string | undefined {
  const [before, now] = turns?.turns.slice(-2) ?? [];
  if (before?.reply !== "INVALID" || before.agentName !== now?.agentName) return undefined;
  const position = modelCalls.findLast(({ end }) => end?.reply !== undefined && end.failure === null)?.end?.reply;
  if (position === undefined || position.bytes > maxRejectedBytes) return undefined;
  const answer = read(position);
  return typeof answer === "string" ? answer : undefined;
}

interface Latest<Item> {
  /** Oldest first. */
  readonly kept: readonly Item[];
  readonly isCut: boolean;
  readonly bytesLeft: number;
}

function latest<Item>(items: readonly Item[], bytesOf: (item: Item) => number, maxBytes: number): Latest<Item> {
  let bytesLeft = maxBytes;
  const tooEarly = items.findLastIndex((item) => {
    const bytes = bytesOf(item);
    if (bytes > bytesLeft) return true;
    bytesLeft -= bytes;
    return false;
  });
  return { kept: items.slice(tooEarly + 1), isCut: tooEarly >= 0, bytesLeft };
}

function textAt(position: TurnMessage["text"], read: ReadValue): string {
  const text = read(position);
  if (typeof text !== "string") throw new Error("a message of the conversation is not stored");
  return text;
}
