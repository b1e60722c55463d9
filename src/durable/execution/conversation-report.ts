/**
 * The reports of an execution to its conversation: new messages, variables, whose turn it is, and the end. A report is sent when a turn
 * starts, when a turn begins or ceases to wait, and at the end, if there is news. It is repeated until the conversation acknowledges it.
 *
 * Reports are made from the journal, a page at a time, so nothing is lost with an instance. No position is stored: an instance that its
 * alarm wakes reports everything again, and the conversation ignores repetitions (E8).
 */
import type {
  ConversationPeer,
  ConversationReport,
  ReportedMessage,
} from "../../execution/commands/conversation-peer.ts";
import type { RecordedEvent } from "../../execution/events/event.ts";
import { type ExecutionState, stepAt } from "../../execution/state/state.ts";
import { canonicalJson } from "../../json/json.ts";
import { Outbox, type OutboxPorts } from "../deliveries/outbox.ts";
import { type Journal, pageBytes } from "../ports/ports.ts";

export interface ConversationReportPorts
  extends Pick<OutboxPorts<ExecutionState>, "againMs" | "clock" | "failed" | "onChange"> {
  readonly journal: Journal;
  readonly conversation: (tenant: string, name: string) => ConversationPeer;
}

/** The outbox of an execution to its conversation: where the execution stands. Always empty for an execution without turns. */
export function conversationOutbox({
  conversation,
  journal,
  ...ports
}: ConversationReportPorts): Outbox<ExecutionState> {
  /** The last row that the conversation acknowledged. */
  let acknowledged = 0;
  /** The facts beside messages that the conversation knows. Undefined if this instance is not certain. */
  let reported: string | undefined;
  return new Outbox({
    ...ports,
    isPending: (state, known) => state.turns !== undefined && state.sequence > (known?.sequence ?? 0),
    send: async (state) => {
      const { tenant, turns } = state.pinned;
      if (turns === null) return;
      while (acknowledged < state.sequence) {
        const report = reportAfter(state, journal, acknowledged);
        const known = knownBy(report);
        const isNews = report.messages.length > 0 || known !== (reported ?? startOf(state));
        if (isNews) await conversation(tenant, turns.conversation).report(report);
        reported = known;
        acknowledged = report.sequence;
      }
    },
  });
}

/** Whether the conversation is to be notified at once. `before` is the last noted state. */
export function isMilestone(state: ExecutionState, before: ExecutionState | undefined): boolean {
  const milestone = milestoneOf(state);
  return milestone !== undefined && (before === undefined || milestone !== milestoneOf(before));
}

/**
 * The report of an execution with turns after row `after`: a page with messages, or all that is left. Only the last page says that the
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
    if (isLast) return { ...facts, sequence: state.sequence, messages, hasFinished: state.finished !== undefined };
    read = records.at(-1)?.sequence ?? read;
    if (messages.length > 0) return { ...facts, sequence: read, messages, hasFinished: false };
  }
}

/** The state of the turns, the same for every page. */
function standing({ pinned, turns }: ExecutionState) {
  if (pinned.turns === null || turns === undefined) throw new Error("an execution without turns is in no conversation");
  const { start } = pinned.turns;
  const { handoff, variables } = turns;
  const last = turns.turns.at(-1);
  const target = handoff !== undefined && handoff.turn === last?.number ? handoff.target : null;
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

/** Changes when a turn starts, a wait begins or ends, and at the end. Undefined for an execution without turns. */
function milestoneOf(state: ExecutionState): string | undefined {
  const { active, finished, turns } = state;
  if (turns === undefined) return undefined;
  const waiting = active.filter((ordinal) => stepAt(state, ordinal).status === "WAITING");
  return [turns.turns.length, waiting.join("+"), finished !== undefined].join(" ");
}

/** The facts for a conversation beside its messages and its position. */
function knownBy({ activeAgent, hasEnded, hasFinished, variables }: Omit<ConversationReport, "messages" | "sequence">) {
  return canonicalJson([activeAgent, hasEnded, hasFinished, variables]);
}

/** The facts from the message that the execution was sent. */
function startOf({ pinned: { turns } }: ExecutionState): string {
  const { agentName, set, variables } = turns?.start ?? { agentName: "", set: {}, variables: {} };
  return canonicalJson([agentName, false, false, { ...variables, ...set }]);
}
