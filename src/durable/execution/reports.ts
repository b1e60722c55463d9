/**
 * Everything that an execution has to report: its summary to the index, its consumption to the tenant's budgets, news to its conversation,
 * the end of a child to its parent, and the return of its place under the tenant's caps. No position is stored: while a report is
 * unacknowledged the alarm stays set, and an instance that wakes reports again.
 */
import { waitsForPeople } from "../../execution/state/clock.ts";
import { openPlanApproval } from "../../execution/state/open-plan-approval.ts";
import { type ExecutionState, stepAt } from "../../execution/state/state.ts";
import { openHumanInput } from "../../execution/state/step-state.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { followedMs } from "../deliveries/followed-pace.ts";
import { Outbox, type OutboxPorts } from "../deliveries/outbox.ts";
import type { PushOutbox } from "../deliveries/push-outbox.ts";
import { alarmRunMs } from "../ports/alarm-time.ts";
import { atMost } from "../ports/at-most.ts";
import type { ChildEnd, ExecutionPeer } from "../ports/execution-peer.ts";
import type { BudgetReport, MonthlyBudgetPort } from "../ports/monthly-budget-port.ts";
import type { Clock } from "../ports/ports.ts";
import { earliest } from "../ports/wake-timer.ts";
import type { Runner } from "../runner/runner.ts";
import { isMilestone } from "./conversation-report.ts";
import type { ExecutionReader } from "./execution-reader.ts";

/**
 * Reports of an execution that ended longer ago are not repeated: budgets forget who reported after half a day, and a parent asks for
 * its children by itself.
 */
const repeatMs = 3_600_000;

/** Most are overtaken by the next before they are sent, and a summary looks at every step: it is made when it is sent. */
export interface NotedSummary {
  readonly revision: number;
  readonly summary: () => ExecutionSummary;
  /** Whether the report may wait: it carries no end and no question that was closed. */
  readonly mayWait: boolean;
}

export interface ReportsParts {
  readonly outbox: Outbox<NotedSummary>;
  readonly reader: ExecutionReader;
  /** Absent where there is no journal to continue with. */
  readonly state: () => ExecutionState | undefined;
  readonly budget: (state: ExecutionState) => MonthlyBudgetPort;
  /** The parent of a child. */
  readonly child: Outbox<ExecutionState>;
  /** The conversation whose message started this execution. */
  readonly conversation: Outbox<ExecutionState>;
  /** The clients of an A2A task, and webhooks. Each keeps a position of its own, and the time of its next try. */
  readonly outboxes: readonly Pick<PushOutbox, "again" | "note" | "wakeAt">[];
  /** Gives back the place of an execution that has ended; more than once does no harm. */
  readonly giveBack: (state: ExecutionState) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export class Reports {
  readonly #parts: ReportsParts;
  #budget: MonthlyBudgetPort | undefined;
  /** The questions that were open at the last report to the index. */
  #openRequests = "";

  constructor(parts: ReportsParts) {
    this.#parts = parts;
  }

  /** Whether anything is unacknowledged that is still repeated. */
  get pending(): boolean {
    const state = this.#parts.state();
    const { child, conversation, outbox } = this.#parts;
    const isPending = this.#budget?.pending === true || child.pending;
    return outbox.pending || conversation.pending || (isPending && state !== undefined && this.#isRepeated(state));
  }

  /** Whether a report to the conversation is unacknowledged, so that the rows that it is made from must stay. */
  get conversationPending(): boolean {
    return this.#parts.conversation.pending;
  }

  /** The budget of an execution that may call models; undefined for others. */
  budgetOf(state: ExecutionState): MonthlyBudgetPort | undefined {
    const { modelWork, turns } = state.pinned;
    const { plan, respond, route } = modelWork;
    const takesTurns = turns?.agents.some(({ model }) => model !== null) ?? false;
    if (plan === null && respond === null && route === null && !takesTurns) return undefined;
    this.#budget ??= this.#parts.budget(state);
    return this.#budget;
  }

  /** Notes where the execution stands after an event. */
  note(state: ExecutionState): void {
    const open = openRequests(state);
    // That children are waited for is reported with the rest. People are notified at once, also while other steps continue.
    const concernsPeople = waitsForPeople(state) || open !== this.#openRequests;
    this.#openRequests = open;
    const noted = this.#noted(state, !concernsPeople);
    this.#parts.outbox.note(noted, state.finished !== undefined || concernsPeople);
    this.budgetOf(state)?.note(budgetReport(state));
    this.#parts.child.note(state, true);
    const { conversation } = this.#parts;
    if (isMilestone(state, conversation.latest)) conversation.note(state, true);
    this.notifyDue();
    if (state.finished !== undefined) this.#parts.giveBack(state);
  }

  /** Sends the deliveries to clients and webhooks that are due, and sets the timer of a busy run. */
  notifyDue(): void {
    const state = this.#parts.state();
    if (state !== undefined) for (const outbox of this.#parts.outboxes) outbox.note(state);
  }

  /** To be called when nothing is in flight any more: a summary waits a second at most then, because its timer keeps the object in memory. */
  rested(): void {
    this.#parts.outbox.within(followedMs);
  }

  /** When the next delivery is due, Unix milliseconds, not counting those that are `pending`. Undefined for never. */
  wakeAt(): number | undefined {
    return this.#parts.outboxes.map((outbox) => outbox.wakeAt()).reduce(earliest, undefined);
  }

  /** Reports everything again. An instance that was woken does not know which reports of its predecessor were acknowledged. */
  async again(): Promise<void> {
    const { child, conversation, outbox, reader, state: current, outboxes } = this.#parts;
    const sentAgain = outboxes.map((each) => each.again());
    const state = current();
    if (state === undefined) {
      const summary = reader.summary();
      if (summary !== undefined)
        outbox.note({ revision: summary.revision, summary: () => summary, mayWait: false }, false);
    } else {
      outbox.note(this.#noted(state, false), false);
      conversation.keep(state);
    }
    if (state === undefined || !this.#isRepeated(state)) {
      await Promise.all([outbox.flush(), conversation.flush(), ...sentAgain]);
      return;
    }
    const budget = this.budgetOf(state);
    budget?.note(budgetReport(state));
    child.note(state, true);
    if (state.finished !== undefined) this.#parts.giveBack(state);
    await Promise.all([outbox.flush(), budget?.flush(), child.flush(), conversation.flush(), ...sentAgain]);
  }

  /** Sends the conversation the reports that it may not know. Returns false if they were not acknowledged. */
  async notifyConversation(): Promise<boolean> {
    const { conversation, state: current } = this.#parts;
    const state = current();
    if (state !== undefined) conversation.keep(state);
    await conversation.flush();
    return !this.conversationPending;
  }

  #noted(state: ExecutionState, mayWait: boolean): NotedSummary {
    const { reader } = this.#parts;
    return { revision: state.sequence, summary: () => reader.summaryAt(state), mayWait };
  }

  #isRepeated({ finished }: ExecutionState): boolean {
    return finished === undefined || this.#parts.now() < finished.at + repeatMs;
  }
}

/**
 * The report of a child to its parent that it has ended. After an hour the child stops reporting; the parent asks by itself.
 */
export function childOutbox({
  end,
  parent,
  ...ports
}: Pick<OutboxPorts<ExecutionState>, "clock" | "failed" | "onChange"> & {
  readonly end: (state: ExecutionState) => ChildEnd | null;
  readonly parent: (tenant: string, name: string) => ExecutionPeer;
}): Outbox<ExecutionState> {
  return new Outbox({
    ...ports,
    joins: true,
    isPending: (state, known) =>
      known === undefined && state.finished !== undefined && state.pinned.surface === "child",
    send: async (state) => {
      const { execution, origin, tenant } = state.pinned;
      const ended = end(state);
      if (origin.parent === null || ended === null) return;
      await parent(tenant, origin.parent.execution).childEnded(execution, origin.parent.stepPath, ended);
    },
  });
}

/**
 * Drives a run until it rests; deliveries that fall due meanwhile are made without waiting for its calls. Resolves when nothing is in flight
 * any more; rejects if a row cannot be stored. At rest no timer of a delivery is left (E11).
 */
export async function untilRest({ reports, runner }: Driven): Promise<void> {
  const resting = runner.drive();
  reports.notifyDue();
  try {
    await resting;
  } finally {
    reports.notifyDue();
    reports.rested();
  }
}

/** The same for an alarm, which yields before its time is over; the next continues. */
export function untilYield(clock: Clock, driven: Driven): Promise<void> {
  return atMost(clock, alarmRunMs, untilRest(driven));
}

export interface Driven {
  readonly reports: Pick<Reports, "notifyDue" | "rested">;
  readonly runner: Pick<Runner, "drive">;
}

/** Ids of the open requests. Only steps that have begun and not ended have any. */
function openRequests(state: ExecutionState): string {
  let ids = openPlanApproval(state)?.requestId ?? "";
  for (const ordinal of state.active) {
    const request = openHumanInput(stepAt(state, ordinal));
    if (request !== undefined) ids += ` ${request.requestId}`;
  }
  return ids;
}

/** The consumption of `state`: of ended calls, and the maximum of the call under way. */
export function budgetReport(state: ExecutionState): BudgetReport {
  const ended = state.modelCalls.flatMap(({ end }) => end ?? []);
  const open = state.modelCalls.find(({ end }) => end === undefined)?.reserved;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    revision: state.sequence,
    modelCalls: ended.filter(({ outcome }) => outcome !== "NOT_SENT").length,
    inputTokens: sum(ended.map(({ usage }) => usage.inputTokens)),
    outputTokens: sum(ended.map(({ usage }) => usage.outputTokens)),
    costMicros: sum(ended.map(({ costMicros }) => costMicros ?? 0)),
    reservedTokens: open === undefined ? 0 : open.inputTokens + open.outputTokens,
    reservedCostMicros: open === undefined ? 0 : open.costMicros,
    isFinal: state.finished !== undefined,
  };
}
