import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { turnReservations } from "../../../src/durable/calls/conversation-reservation.ts";
import { ConversationStore } from "../../../src/durable/conversation/conversation-store.ts";
import type { Outbox } from "../../../src/durable/deliveries/outbox.ts";
import { conversationOutbox, isMilestone, reportAfter } from "../../../src/durable/execution/conversation-report.ts";
import type { ConversationPeer, ConversationReport } from "../../../src/execution/commands/conversation-peer.ts";
import { replay } from "../../../src/execution/decide/transition.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import type { TurnReservation } from "../../../src/execution/turns/turn-request.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { executionOf, sendOf } from "../../support/engine/memory-conversation.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";
import { actionPlan, interview, rule, workOf } from "../../support/plan/turn-work.ts";

/** The conversation of the document with one message that leads to a handoff and a tool, and where it stood after each row. */
async function conversationOf(answer: string, work = workOf()) {
  const chat = EngineWorld.withAgents({ InterviewAgent: [answer], ContextAgent: [actionPlan] });
  await chat.send(work);
  const states: ExecutionState[] = [];
  for (const record of chat.journal.read(0).records) states.push(replay(states.at(-1), record));
  return { chat, states, journal: chat.journal };
}

let run: Awaited<ReturnType<typeof conversationOf>>;
let told: ConversationReport[];
let isAway: boolean;
let settledCount: number;

beforeAll(async () => {
  run = await conversationOf("NEXT");
});

beforeEach(() => {
  told = [];
  isAway = false;
  settledCount = 0;
});

function peer(): ConversationPeer {
  return {
    reserve: () => Promise.reject(new Error("nobody reserves here")),
    report: async (report) => {
      if (isAway) throw new Error("the conversation is away");
      told.push(report);
    },
  };
}

function outboxOver({ journal }: Pick<typeof run, "journal"> = run): Outbox<ExecutionState> {
  return conversationOutbox({
    clock: new ManualClock(),
    journal,
    conversation: peer,
    onChange: () => (settledCount += 1),
  });
}

/** Notes where the execution stands, as it does after each of its rows. */
function note(outbox: Outbox<ExecutionState>, state: ExecutionState): void {
  if (isMilestone(state, outbox.latest)) outbox.note(state, true);
}

function lastOf(states: readonly ExecutionState[]): ExecutionState {
  const state = states.at(-1);
  if (state === undefined) throw new Error("the journal is empty");
  return state;
}

const saidIn = (reports: readonly ConversationReport[]) =>
  reports.flatMap(({ messages }) => messages.map(({ text, uiHidden }) => `${text}${uiHidden ? " (hidden)" : ""}`));

const allSaid = ["NEXT (hidden)", "Here is the plan."];

describe("the reports of an execution to its conversation", () => {
  it("comes once each, in order, when turns start and at the end, and never the message of the person", async () => {
    const outbox = outboxOver();
    for (const state of run.states) {
      note(outbox, state);
      await settled();
    }
    expect(saidIn(told)).toEqual(allSaid);
    expect(told.map(({ activeAgent, turn }) => [activeAgent, turn])).toEqual([
      ["ContextAgent", 2],
      ["ContextAgent", 2],
    ]);
    expect(told.map(({ hasEnded, hasFinished }) => [hasEnded, hasFinished])).toEqual([
      [false, false],
      [false, true],
    ]);
    expect(told.at(-1)).toMatchObject({
      variables: { interview_complete: true },
      sequence: lastOf(run.states).sequence,
    });
    expect(outbox.pending).toBe(false);
  });

  it("is sent again by an instance that does not know, and the conversation takes it once", async () => {
    const store = new ConversationStore(memoryStorage());
    store.accept(sendOf("k"), 1);
    const renamed = (report: ConversationReport) => ({ ...report, execution: executionOf("k") });
    // An instance is lost after every row, with all that it had sent by then.
    for (const state of run.states) {
      const outbox = outboxOver();
      note(outbox, state);
      outbox.keep(state);
      await outbox.flush();
      for (const report of told.splice(0)) store.report(renamed(report), 2);
    }
    expect(store.messages.history().map(({ text }) => text)).toEqual(["hello", "NEXT", "Here is the plan."]);
    expect(store.view()).toMatchObject({ status: "IDLE", activeAgent: "ContextAgent" });
  });

  it("is pending until the conversation acknowledges it, also after the end", async () => {
    const outbox = outboxOver();
    isAway = true;
    for (const state of run.states) note(outbox, state);
    await settled();
    expect([outbox.pending, told, settledCount > 0]).toEqual([true, [], true]);
    isAway = false;
    await outbox.flush();
    expect([saidIn(told), outbox.pending]).toEqual([allSaid, false]);
    outbox.keep(lastOf(run.states));
    await outbox.flush();
    expect(told, "nothing is sent twice by one instance").toHaveLength(1);
  });

  it("says that a rule ended the conversation, and who is active after a handoff back to the person", async () => {
    const back = reportAfter(lastOf(run.states), run.journal, 0);
    expect([back.hasEnded, back.activeAgent]).toEqual([false, "ContextAgent"]);
    const work = workOf({ handoffs: [rule("InterviewAgent", { kind: "TERMINATE" })], agents: interview.agents });
    const ended = await conversationOf("Bye.", work);
    expect(reportAfter(lastOf(ended.states), ended.journal, 0)).toMatchObject({
      ...{ hasEnded: true, hasFinished: true, activeAgent: "InterviewAgent", turn: 1 },
    });
  });

  it("is sent a page of the journal at a time; only the last page says that the execution has ended", async () => {
    const { journal, states } = run;
    // Pages of one row each.
    const paged = {
      append: () => undefined,
      value: journal.value.bind(journal),
      read: (after: number) => {
        const { records } = journal.read(after);
        return { records: records.slice(0, 1), complete: records.length <= 1, unknown: null };
      },
    };
    const outbox = outboxOver({ journal: paged as unknown as typeof journal });
    outbox.keep(lastOf(states));
    await outbox.flush();
    expect(saidIn(told)).toEqual(allSaid);
    expect(told.map(({ hasFinished }) => hasFinished)).toEqual([false, false, true]);
    expect(told.map(({ messages }) => messages.length)).toEqual([1, 1, 0]);
  });

  it("is nothing for an execution that is in no conversation", async () => {
    const outbox = outboxOver();
    const state = lastOf(run.states);
    const other = { ...state, turns: undefined, pinned: { ...state.pinned, turns: null } };
    note(outbox, other);
    outbox.keep(other);
    await outbox.flush();
    expect([told, outbox.pending, settledCount]).toEqual([[], false, 0]);
  });
});

describe("the reservation of a turn", () => {
  const reservation: TurnReservation = { execution: "e", turn: 1, agentName: "a", key: null, bodyHash: null };

  function reserving(answer: () => Promise<{ kind: "RESERVED"; key: string }>) {
    const clock = new ManualClock();
    const asked: string[] = [];
    const ports = turnReservations({
      clock,
      conversation: (tenant, name) => ({
        ...peer(),
        reserve: () => {
          asked.push(`${tenant} ${name}`);
          return answer();
        },
      }),
    });
    const controller = new AbortController();
    const reserved = ports.reserve(lastOf(run.states), reservation, controller.signal);
    reserved.catch(() => undefined);
    return { asked, clock, controller, reserved };
  }

  it("is asked for until the conversation answers", async () => {
    let failures = 3;
    const { asked, clock, reserved } = reserving(async () => {
      if (failures-- > 0) throw new Error("the conversation is away");
      return { kind: "RESERVED", key: "k" };
    });
    await settled();
    await clock.advance(10_000);
    expect(await reserved).toEqual({ kind: "RESERVED", key: "k" });
    expect(asked).toHaveLength(4);
    expect(new Set(asked).size).toBe(1);
  });

  it.each([
    ["while the conversation is asked", () => new Promise<never>(() => undefined)],
    ["between two questions", () => Promise.reject(new Error("the conversation is away"))],
  ])("is given up %s if the execution does not want it any more", async (_, answer) => {
    const { asked, clock, controller, reserved } = reserving(answer);
    await settled();
    await clock.advance(1);
    controller.abort(new CallAborted("CANCEL"));
    await expect(reserved).rejects.toBeInstanceOf(CallAborted);
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(60_000);
    expect(asked).toHaveLength(1);
  });
});
