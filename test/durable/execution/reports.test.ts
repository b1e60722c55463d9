import { describe, expect, it } from "vitest";
import type { Outbox } from "../../../src/durable/deliveries/outbox.ts";
import type { ExecutionReader } from "../../../src/durable/execution/execution-reader.ts";
import { budgetReport, childOutbox, type NotedSummary, Reports } from "../../../src/durable/execution/reports.ts";
import type { MonthlyBudgetPort } from "../../../src/durable/ports/monthly-budget-port.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import { summaryOf } from "../../../src/execution/views/summary.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import type { TurnWork } from "../../../src/plan/turn-work.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { modelFailed, said, scripted } from "../../support/models/model-answers.ts";
import { withPrompt } from "../../support/models/model-work.ts";
import { elsewhere, agent as turnAgent, workOf } from "../../support/plan/turn-work.ts";

const minuteMs = 60_000;

function unreached(name: string): never {
  throw new Error(`${name} was asked`);
}

/** An execution that has ended, and reports of it to a tenant that is never reached. */
async function endedWorld(noted: (summary: NotedSummary) => unknown = () => undefined) {
  const world = new EngineWorld();
  await world.ask(
    withPrompt(),
    scripted({ PLAN: modelFailed("REJECTED", "MODEL_ERROR", null, false), RESPOND: said("") }),
  );
  let now = world.state.finished?.at ?? 0;
  const seen = { notes: 0, flushes: 0, givenBack: 0 };
  const budget: MonthlyBudgetPort = {
    reserve: async () => undefined,
    note: () => {
      seen.notes += 1;
    },
    pending: true,
    flush: async () => {
      seen.flushes += 1;
    },
  };
  const outbox = { pending: false, note: noted, flush: async () => undefined };
  const conversation = { pending: false, note: () => undefined, keep: () => undefined, flush: async () => undefined };
  const reports = new Reports({
    conversation: conversation as unknown as Outbox<ExecutionState>,
    outbox: outbox as unknown as Outbox<NotedSummary>,
    reader: {
      summary: () => unreached("a summary that may be sent to nobody"),
      summaryAt: (state: ExecutionState) => summaryOf(state),
    } as unknown as ExecutionReader,
    state: () => world.state,
    budget: () => budget,
    outboxes: [{ note: () => undefined, again: async () => undefined, wakeAt: () => undefined }],
    giveBack: () => {
      seen.givenBack += 1;
    },
    child: childOutbox({
      clock: world.clock,
      end: () => null,
      parent: () => unreached("a parent"),
      onChange: () => undefined,
    }),
    now: () => now,
  });
  return { world, reports, seen, advance: (ms: number) => (now += ms) };
}

describe("what the tenant has yet to learn of an execution", () => {
  it("is repeated for an hour after the end, and then keeps nobody awake", async () => {
    const { advance, reports, seen, world } = await endedWorld();
    reports.note(world.state);
    expect(reports.pending).toBe(true);
    advance(60 * minuteMs - 1);
    expect(reports.pending).toBe(true);
    await reports.again();
    expect(seen).toEqual({ notes: 2, flushes: 1, givenBack: 2 });
    advance(1);
    expect(reports.pending).toBe(false);
    await reports.again();
    expect(seen).toEqual({ notes: 2, flushes: 1, givenBack: 2 });
  });

  it("is made into a summary when that is sent, of what was noted", async () => {
    const noted: NotedSummary[] = [];
    const { reports, world } = await endedWorld((note) => noted.push(note));
    const { state } = world;
    let made = 0;
    const watched = {
      ...state,
      get orchestrationState() {
        made += 1;
        return state.orchestrationState;
      },
    };
    reports.note(watched);
    expect(noted.map(({ revision }) => revision)).toEqual([state.sequence]);
    expect(made).toBe(0);
    expect(noted[0]?.summary()).toEqual(summaryOf(state));
    expect(made).toBe(1);
  });

  it("is made into a summary when that is sent, also if an alarm reports it again", async () => {
    const noted: NotedSummary[] = [];
    const { reports, world } = await endedWorld((note) => noted.push(note));
    await reports.again();
    expect(noted).toMatchObject([{ revision: world.state.sequence, mayWait: false }]);
    expect(noted[0]?.summary()).toEqual(summaryOf(world.state));
  });

  it("[N224] is noted without a look at the steps that are not active", async () => {
    const { reports, world } = await endedWorld();
    const { state } = world;
    const steps = new Proxy(state.steps, { get: (_, member) => unreached(`steps.${String(member)}`) });
    expect(() => reports.note({ ...state, active: [], steps })).not.toThrow();
  });

  it("is asked of the budgets for agents of ours that take turns, and not for those that run elsewhere", async () => {
    const { reports, world } = await endedWorld();
    const { pinned } = world.state;
    const withAgents = (agents: TurnWork["agents"]) =>
      reports.budgetOf({ ...world.state, pinned: { ...pinned, modelWork: noModelWork, turns: workOf({ agents }) } });
    expect(withAgents([turnAgent("ContextAgent", elsewhere)])).toBeUndefined();
    expect(withAgents([turnAgent("ContextAgent", elsewhere), turnAgent("InterviewAgent")])).not.toBeUndefined();
  });

  it("says of a call on its way what it can cost, and that nobody knows where nobody does", async () => {
    const { world } = await endedWorld();
    const [call] = world.state.modelCalls;
    if (call === undefined) throw new Error("no model was called");
    const onItsWay = (costMicros: number | null) =>
      budgetReport({
        ...world.state,
        modelCalls: [{ ...call, end: undefined, reserved: { inputTokens: 7, outputTokens: 3, costMicros } }],
      });
    expect(onItsWay(9)).toMatchObject({ reservedTokens: 10, reservedCostMicros: 9, modelCalls: 0 });
    expect(onItsWay(null).reservedCostMicros).toBeNull();
    expect(budgetReport(world.state)).toMatchObject({ reservedTokens: 0, reservedCostMicros: 0, modelCalls: 1 });
    const { end } = call;
    if (end === undefined) throw new Error("the call has not ended");
    const refused = { ...call, end: { ...end, outcome: "NOT_SENT" as const } };
    expect(budgetReport({ ...world.state, modelCalls: [call, refused] }).modelCalls, "one that never left").toBe(1);
  });
});
