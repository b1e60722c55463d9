/**
 * The reports of an execution to its conversation: new messages, variables, whose turn it is, and the end. A report is sent when a turn
 * starts, when a turn begins or ceases to wait, and at the end, if there is news. It is repeated until the conversation acknowledges it.
 *
 * Reports are made from the journal, a page at a time, so nothing is lost with an instance. No position is stored: an instance that its
 * alarm wakes reports everything again, and the conversation ignores what it has already received (E8).
 */
import type {
  ConversationPeer,
  ConversationReport,
  ReportedMessage,
} from "../../execution/commands/conversation-peer.ts";
import type { RecordedEvent } from "../../execution/events/event.ts";
import { type ExecutionState, stepAt } from "../../execution/state/state.ts";
import { canonicalJson } from "../../json/json.ts";
import { type Journal, pageBytes } from "../ports/ports.ts";

export interface ConversationReportPorts {
  readonly journal: Journal;
  readonly conversation: (tenant: string, name: string) => ConversationPeer;
  /** Called when an acknowledgement came or failed to come, so that the alarm can be set anew. */
  readonly settled: () => void;
  /** Called with why the conversation was not told. */
  readonly failed?: (error: unknown) => void;
}

export class ConversationOutbox {
  readonly #ports: ConversationReportPorts;
  /** Where the execution stands, as far as there is anything to tell of it. */
  #state: ExecutionState | null = null;
  /** The last row that the conversation acknowledged. */
  #acknowledged = 0;
  /** What it knows beside messages. Null if this instance does not know. */
  #known: string | null = null;
  #sending: Promise<void> | null = null;

  constructor(ports: ConversationReportPorts) {
    this.#ports = ports;
  }

  /** Whether the conversation may not know all that it is owed. */
  get pending(): boolean {
    return this.#state !== null && this.#state.sequence > this.#acknowledged;
  }

  /** Notes where the execution stands after an event; at a milestone its conversation is told at once. */
  note(state: ExecutionState): void {
    const milestone = milestoneOf(state);
    if (milestone === null || (this.#state !== null && milestone === milestoneOf(this.#state))) return;
    this.#state = state;
    void this.flush();
  }

  /** Owes everything that this instance did not tell: nobody knows what one before it got acknowledged. */
  again(state: ExecutionState): void {
    if (state.turns !== null) this.#state = state;
  }

  /** Tells what is owed. Resolves when that was acknowledged or failed; never rejects. */
  async flush(): Promise<void> {
    // What is on its way may not have seen the latest milestone.
    while (this.#sending !== null) await this.#sending;
    if (this.#state === null || !this.pending) return;
    this.#sending = this.#send(this.#state).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
    this.#ports.settled();
  }

  async #send(state: ExecutionState): Promise<void> {
    const { tenant, turns } = state.pinned;
    if (turns === null) return;
    try {
      while (this.#acknowledged < state.sequence) {
        const report = reportAfter(state, this.#ports.journal, this.#acknowledged);
        const known = knownBy(report);
        const isNews = report.messages.length > 0 || known !== (this.#known ?? startOf(state));
        if (isNews) await this.#ports.conversation(tenant, turns.conversation).report(report);
        this.#known = known;
        this.#acknowledged = report.sequence;
      }
    } catch (error) {
      this.#ports.failed?.(error);
    }
  }
}

/**
 * What an execution with turns has to tell after row `after`: a page with messages, or all that is left. Only the last page says that the
 * execution has ended.
 */
export function reportAfter(state: ExecutionState, journal: Journal, after: number): ConversationReport {
  const { execution } = state.pinned;
  const facts = { execution, ...standing(state) };
  for (let read = after; ; ) {
    const page = journal.read(read, pageBytes);
    const records = page.records.filter(({ sequence }) => sequence <= state.sequence);
    const messages = records.flatMap((record) => messageIn(record, journal));
    const isLast = page.complete || records.length < page.records.length || records.length === 0;
    if (isLast) return { ...facts, sequence: state.sequence, messages, hasFinished: state.finished !== null };
    read = records.at(-1)?.sequence ?? read;
    if (messages.length > 0) return { ...facts, sequence: read, messages, hasFinished: false };
  }
}

/** Where the turns stand, whatever the page. */
function standing({ pinned, turns }: ExecutionState) {
  if (pinned.turns === null || turns === null) throw new Error("an execution without turns is in no conversation");
  const { start } = pinned.turns;
  const { handoff, variables } = turns;
  const last = turns.turns.at(-1);
  const target = handoff !== null && handoff.turn === last?.number ? handoff.target : null;
  return {
    variables,
    activeAgent: target?.kind === "AGENT" ? target.agentName : (last?.agentName ?? start.agentName),
    turn: last?.number ?? start.turn - 1,
    hasEnded: target?.kind === "TERMINATE",
  };
}

/** The message of a row. That of the person is known to the conversation: it came from there. */
function messageIn({ event, occurredAt, sequence }: RecordedEvent, journal: Journal): readonly ReportedMessage[] {
  if (event.kind !== "MessageAdded" || event.author === "PERSON") return [];
  const { agentName, author, messageId, turn, uiHidden } = event;
  const text = event.text.inline ?? journal.value({ sequence, slot: "text" });
  if (typeof text !== "string") throw new Error(`the text of the message ${messageId} is not stored`);
  return [{ sequence, messageId, author, agentName, turn, text, uiHidden, createdAt: occurredAt }];
}

/** Changes when a turn starts, a wait begins or ends, and at the end. Null for an execution without turns. */
function milestoneOf(state: ExecutionState): string | null {
  const { active, finished, turns } = state;
  if (turns === null) return null;
  const waiting = active.filter((ordinal) => stepAt(state, ordinal).status === "WAITING");
  return [turns.turns.length, waiting.join("+"), finished !== null].join(" ");
}

/** What a conversation knows from a report beside its messages and its position. */
function knownBy({ activeAgent, hasEnded, hasFinished, variables }: Omit<ConversationReport, "messages" | "sequence">) {
  return canonicalJson([activeAgent, hasEnded, hasFinished, variables]);
}

/** What it knows from the message that it was sent. */
function startOf({ pinned: { turns } }: ExecutionState): string {
  const { agentName, set, variables } = turns?.start ?? { agentName: "", set: {}, variables: {} };
  return canonicalJson([agentName, false, false, { ...variables, ...set }]);
}
