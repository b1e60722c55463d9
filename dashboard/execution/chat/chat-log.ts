/**
 * Entries of the chat that come from the log alone: messages, choices of agents, refused plans, handoffs. Hidden messages are the only
 * events that a log is sent without, so a number that is missing between two of its events is one of them, and nothing is guessed.
 */

import { eventSentence } from "../events/event-sentence.ts";
import type { LoggedEvent } from "../store/execution-model.ts";
import { type ChatEntry, type Said, said } from "./chat-entry.ts";

/** What a log says. Its arrays grow in place; another object says that they have. */
export interface LogWords {
  /** In the order of the log. */
  readonly entries: readonly ChatEntry[];
  /** Those entries that are messages. */
  readonly messages: readonly Said[];
  readonly turns: readonly Turn[];
}

/** The turn of an agent in a conversation. */
export interface Turn {
  /** When it began, Unix milliseconds. */
  readonly at: number;
  readonly agentName: string;
}

/** The words of a log, kept while it grows: each event is looked at once. */
export class ChatLog {
  #entries: ChatEntry[] = [];
  #messages: Said[] = [];
  #turns: Turn[] = [];
  #words: LogWords = { entries: this.#entries, messages: this.#messages, turns: this.#turns };
  /** Number of the last event before the log. */
  #begin = 0;
  #seen = 0;
  #last: LoggedEvent | undefined;

  /**
   * Looks at the new events of `log`. One that was read again, or of which another part is shown, is looked at from its beginning. `begin` is the
   * number of the last event that is not part of it because retention removed it or the page does not hold it, 0 for none.
   */
  grow(log: readonly LoggedEvent[], begin: number): LogWords {
    if (begin !== this.#begin || (this.#seen > 0 && log[this.#seen - 1] !== this.#last)) this.#forget(begin);
    const known = this.#entries.length + this.#turns.length;
    const hidden = this.#entries.at(-1);
    for (; this.#seen < log.length; this.#seen += 1) {
      const event = log[this.#seen];
      if (event === undefined) break;
      this.#add(event, this.#last?.sequence ?? begin);
      this.#last = event;
    }
    if (this.#entries.length + this.#turns.length !== known || this.#entries.at(-1) !== hidden)
      this.#words = { entries: this.#entries, messages: this.#messages, turns: this.#turns };
    return this.#words;
  }

  #add(event: LoggedEvent, before: number): void {
    const missing = event.sequence - before - 1;
    if (missing > 0) this.#addHidden(missing, Date.parse(event.occurredAt), event.sequence);
    // Most events are none of the chat: nothing is made of them.
    if (!spoken.has(event.__typename)) return;
    if (event.__typename === "TurnStarted")
      this.#turns.push({ at: Date.parse(event.occurredAt), agentName: event.agentName });
    const entry = entryOf(event);
    if (entry === null) return;
    this.#entries.push(entry);
    if (entry.kind === "SAID") this.#messages.push(entry);
  }

  /** Hidden messages that follow one another are one remark. */
  #addHidden(count: number, at: number, sequence: number): void {
    const last = this.#entries.at(-1);
    if (last?.kind === "HIDDEN") this.#entries[this.#entries.length - 1] = { ...last, count: last.count + count };
    else this.#entries.push({ kind: "HIDDEN", key: `hidden ${sequence}`, at, count });
  }

  #forget(begin: number): void {
    this.#entries = [];
    this.#messages = [];
    this.#turns = [];
    this.#words = { entries: this.#entries, messages: this.#messages, turns: this.#turns };
    this.#begin = begin;
    this.#seen = 0;
    this.#last = undefined;
  }
}

const spoken: ReadonlySet<string> = new Set([
  "MessageAdded",
  "AgentRouted",
  "PlanRejected",
  "HandoffMade",
  "TurnStarted",
]);

/** The agent whose turn lasted at `at`, Unix milliseconds. Null before the first turn. */
export function agentAt(turns: readonly Turn[], at: number): string | null {
  return turns.findLast((turn) => turn.at <= at)?.agentName ?? null;
}

function entryOf(event: LoggedEvent): ChatEntry | null {
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
