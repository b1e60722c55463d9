/**
 * Entries of the chat that come from the log alone: messages, choices of agents, refused plans, handoffs. Hidden messages are the only
 * events that a log is sent without, so a number that is missing between two of its events is one of them, and nothing is guessed.
 */

import { eventSentence } from "../events/event-sentence.ts";
import type { LoggedEvent } from "../store/execution-model.ts";
import { type ChatEntry, said } from "./chat-entry.ts";

export interface LogGap {
  readonly lastSequence: number;
}

const spoken: ReadonlySet<string> = new Set(["MessageAdded", "AgentRouted", "PlanRejected", "HandoffMade"]);

/** Entries in the order of the log. `gap` is the part at its beginning that retention removed. */
export function entriesOfLog(log: readonly LoggedEvent[], gap: LogGap | null): readonly ChatEntry[] {
  const entries: ChatEntry[] = [];
  let before = gap?.lastSequence ?? 0;
  for (const event of log) {
    const missing = event.sequence - before - 1;
    if (missing > 0) addHidden(entries, missing, Date.parse(event.occurredAt), event.sequence);
    before = event.sequence;
    const entry = entryOf(event);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** The agent whose turn lasted at `at`, Unix milliseconds. Null before the first turn. */
export function agentAt(log: readonly LoggedEvent[], at: number): string | null {
  let name: string | null = null;
  for (const event of log) {
    if (event.__typename !== "TurnStarted") continue;
    if (Date.parse(event.occurredAt) > at) break;
    name = event.agentName;
  }
  return name;
}

/** Hidden messages that follow one another are one remark. */
function addHidden(entries: ChatEntry[], count: number, at: number, sequence: number): void {
  const last = entries.at(-1);
  if (last?.kind === "HIDDEN") entries[entries.length - 1] = { ...last, count: last.count + count };
  else entries.push({ kind: "HIDDEN", key: `hidden ${sequence}`, at, count });
}

function entryOf(event: LoggedEvent): ChatEntry | null {
  // Most events are none of the chat: nothing is made of them.
  if (!spoken.has(event.__typename)) return null;
  const key = `event ${event.sequence}`;
  const at = Date.parse(event.occurredAt);
  switch (event.__typename) {
    case "MessageAdded":
      return message(event, key, at);
    case "AgentRouted":
      return said({ key, at, speaker: "ROUTER", name: "Router", text: eventSentence(event, at) });
    case "PlanRejected": {
      const then = event.correcting ? "The planner is asked to correct it." : "It is not asked again.";
      const text = `The plan was refused: ${event.failure.message}. ${then}`;
      return said({ key, at, speaker: "PLANNER", name: "Planner", facts: [event.failure.code], text, tone: "FAILED" });
    }
    case "HandoffMade":
      return { kind: "MOVED", key, at, text: eventSentence(event, at) };
    default:
      return null;
  }
}

function message(event: Extract<LoggedEvent, { __typename: "MessageAdded" }>, key: string, at: number): ChatEntry {
  const { agentName, author, text, turn, uiHidden } = event.message;
  const value = text.value;
  return said({
    key,
    at,
    speaker: author,
    name: agentName ?? (author === "PERSON" ? "Person" : "Runtime"),
    facts: turn === null ? [] : [`turn ${turn}`],
    text:
      typeof value === "string"
        ? value
        : value === null
          ? "The message is too long to be read here."
          : JSON.stringify(value),
    isHidden: uiHidden,
  });
}
