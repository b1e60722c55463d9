/** The monthly budget of executions in front of the tables of their tenant: lost answers, lost objects, late and repeated reports. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type BudgetReport,
  MonthlyBudget,
  type MonthlyCaps,
  type TenantBudgetPort,
} from "../../src/durable/execution-budget.ts";
import { TenantBudgets } from "../../src/durable/tenant-budgets.ts";
import { ManualClock, settled } from "./manual-clock.ts";
import { memorySql } from "./memory-sql.ts";
import { Seeded } from "./seeded.ts";

const unbounded: MonthlyCaps = { maxTokens: null, maxCostMicros: null };
const tokens = (maxTokens: number): MonthlyCaps => ({ ...unbounded, maxTokens });
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const report = (revision: number, more: Partial<BudgetReport> = {}): BudgetReport => ({
  ...{ revision, modelCalls: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 },
  ...{ reservedTokens: 0, reservedCostMicros: 0, isFinal: false },
  ...more,
});

/** The tables of a tenant behind a line that a test cuts. */
class FakeTenant implements TenantBudgetPort {
  readonly calls: string[] = [];
  readonly budgets = new TenantBudgets(memorySql());
  /** Fails every call before it reaches the tenant, or after it was done. */
  cut: "BEFORE" | "AFTER" | null = null;
  /** Holds calls back until it resolves. */
  gate: Promise<void> = Promise.resolve();

  reserveModelCall(execution: string, asked: BudgetReport, caps: MonthlyCaps, now: number) {
    return this.#through(`reserve ${execution}`, () => this.budgets.reserve(execution, asked, caps, now));
  }

  noteModelUsage(execution: string, told: BudgetReport, now: number) {
    return this.#through(`note ${execution}`, () => this.budgets.note(execution, told, now));
  }

  async #through<Answer>(call: string, work: () => Answer): Promise<Answer> {
    this.calls.push(call);
    await this.gate;
    if (this.cut === "BEFORE") throw new Error("the object was not reached");
    const answer = work();
    if (this.cut === "AFTER") throw new Error("the answer was lost");
    return answer;
  }
}

function world(caps = tokens(100), now = Date.UTC(2026, 0, 10)) {
  const clock = new ManualClock(now);
  const tenant = new FakeTenant();
  let settledCount = 0;
  const budget = (execution: string) =>
    new MonthlyBudget(execution, { caps, tenant: () => tenant, clock, settled: () => (settledCount += 1) });
  return { clock, tenant, budget, month: () => tenant.budgets.month(clock.now()), settledCount: () => settledCount };
}

describe("the monthly budget of an execution", () => {
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  it("lets one of two executions have the last tokens, and names limit, maximum and found to the other", async () => {
    const { budget, month, tenant } = world(tokens(100));
    const answers = await Promise.all([
      budget("a").reserve(report(3, { reservedTokens: 60 })),
      budget("b").reserve(report(3, { reservedTokens: 60 })),
    ]);
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(answers.find((answer) => answer !== null)).toMatchObject({
      ...{ code: "BUDGET_EXCEEDED", retryable: false },
      message: expect.stringContaining("required at most 100 tokens of the tenant in a month, found 120"),
      details: { per: "MONTH", limit: "maxTokens", maximum: 100, found: 120 },
    });
    expect(month()).toMatchObject({ modelCalls: 0, inputTokens: 0, reservedTokens: 60 });
    expect(tenant.calls).toEqual(["reserve a", "reserve b"]);
  });

  it("bounds the cost as it bounds the tokens, up to the last millionth", async () => {
    const { budget } = world({ maxTokens: null, maxCostMicros: 70 });
    const one = budget("a");
    expect(await one.reserve(report(3, { reservedTokens: 9, reservedCostMicros: 70 }))).toBeNull();
    const used = { modelCalls: 1, inputTokens: 5, costMicros: 30 };
    expect(await one.reserve(report(5, { ...used, reservedCostMicros: 41 }))).toMatchObject({
      details: { limit: "maxCostMicros", maximum: 70, found: 71 },
    });
    expect(await one.reserve(report(5, { ...used, reservedCostMicros: 40 }))).toBeNull();
  });

  it("is settled by the report after the call, and again by nothing that is repeated or comes late", async () => {
    const { budget, clock, month, tenant } = world();
    const one = budget("a");
    await one.reserve(report(3, { reservedTokens: 80 }));
    const after = report(5, { modelCalls: 1, inputTokens: 30, outputTokens: 10 });
    one.note(after);
    await clock.advance(1_000);
    expect(one.pending).toBe(false);
    tenant.budgets.note("a", after, clock.now());
    tenant.budgets.note("a", report(4, { reservedTokens: 80 }), clock.now());
    expect(tenant.budgets.reserve("a", report(3, { reservedTokens: 80 }), tokens(100), clock.now())).toEqual({
      kind: "OUTDATED",
    });
    expect(month()).toMatchObject({ modelCalls: 1, inputTokens: 30, outputTokens: 10, reservedTokens: 0 });
  });

  it("keeps a reservation against a report that left before it and comes after it", async () => {
    const { budget, clock, month, tenant } = world();
    await budget("a").reserve(report(3, { reservedTokens: 80 }));
    tenant.budgets.note("a", report(3), clock.now());
    expect(month().reservedTokens).toBe(80);
  });

  it("counts once when the answer to a reservation is lost and it is asked for again", async () => {
    const { budget, month, tenant } = world();
    const one = budget("a");
    tenant.cut = "AFTER";
    expect(await one.reserve(report(3, { reservedTokens: 80 }))).toMatchObject({
      code: "UPSTREAM_UNAVAILABLE",
      retryable: true,
    });
    tenant.cut = null;
    expect(await one.reserve(report(3, { reservedTokens: 80 }))).toBeNull();
    expect(month().reservedTokens).toBe(80);
  });

  it("gives back what was reserved for a call that never left, also if nobody knows whether it was reserved", async () => {
    const { budget, month, tenant } = world();
    const one = budget("a");
    tenant.cut = "AFTER";
    await one.reserve(report(3, { reservedTokens: 80 }));
    expect(month().reservedTokens).toBe(80);
    tenant.cut = null;
    one.note(report(4, { isFinal: true }));
    await settled();
    expect(month()).toMatchObject({ modelCalls: 0, reservedTokens: 0 });
  });

  it("is given back by a fresh instance if the object was lost between the reservation and its row", async () => {
    const { budget, month } = world();
    await budget("a").reserve(report(3, { reservedTokens: 80 }));
    const fresh = budget("a");
    fresh.note(report(3));
    expect(fresh.pending).toBe(false);
    fresh.note(report(5, { isFinal: true }));
    await settled();
    expect(month().reservedTokens).toBe(0);
  });

  it("is settled by a fresh instance if the object was lost between the reservation and the report", async () => {
    const { budget, clock, month } = world();
    const lost = budget("a");
    await lost.reserve(report(3, { reservedTokens: 80 }));
    const fresh = budget("a");
    fresh.note(report(6, { modelCalls: 1, inputTokens: 80 }));
    await clock.advance(1_000);
    expect(month()).toMatchObject({ modelCalls: 1, inputTokens: 80, reservedTokens: 0 });
  });

  it("stays pending until a report is acknowledged, and then counts it once although it came twice", async () => {
    const { budget, clock, month, settledCount, tenant } = world();
    const one = budget("a");
    tenant.cut = "AFTER";
    one.note(report(5, { modelCalls: 1, inputTokens: 30, isFinal: true }));
    await settled();
    expect([one.pending, settledCount()]).toEqual([true, 1]);
    await clock.advance(10_000);
    expect(tenant.calls, "nothing is repeated but by the alarm").toEqual(["note a"]);
    tenant.cut = null;
    await one.flush();
    expect([one.pending, settledCount()]).toEqual([false, 2]);
    expect(month()).toMatchObject({ modelCalls: 1, inputTokens: 30 });
    await one.flush();
    expect(tenant.calls).toEqual(["note a", "note a"]);
  });

  it("sends reports after reservations that are on their way, and the latest only", async () => {
    const { budget, clock, tenant, month } = world();
    const { promise, resolve } = Promise.withResolvers<void>();
    tenant.gate = promise;
    const one = budget("a");
    const reserved = one.reserve(report(3, { reservedTokens: 10 }));
    one.note(report(4, { reservedTokens: 10 }));
    one.note(report(5, { modelCalls: 1, inputTokens: 4 }));
    one.note(report(6, { modelCalls: 1, inputTokens: 4, isFinal: true }));
    await clock.advance(1_000);
    expect(tenant.calls).toEqual(["reserve a"]);
    resolve();
    expect(await reserved).toBeNull();
    await one.flush();
    expect(tenant.calls).toEqual(["reserve a", "note a"]);
    expect(month()).toMatchObject({ inputTokens: 4, reservedTokens: 0 });
  });

  it("asks nobody where there is no bound, and tells of an execution only once it has called a model", async () => {
    const { budget, clock, month, tenant } = world(unbounded);
    const [plain, planning] = [budget("plain"), budget("planning")];
    for (let revision = 1; revision <= 9; revision++) plain.note(report(revision, { isFinal: revision === 9 }));
    expect(await planning.reserve(report(2, { reservedTokens: 1e9 }))).toBeNull();
    await clock.advance(5_000);
    expect(tenant.calls).toEqual([]);
    for (let revision = 3; revision <= 30; revision++)
      planning.note(report(revision, { modelCalls: 1, inputTokens: 7 }));
    await clock.advance(5_000);
    planning.note(report(31, { modelCalls: 1, inputTokens: 7 }));
    await clock.advance(5_000);
    expect(tenant.calls, "what says nothing new is not sent").toEqual(["note planning"]);
    expect(month()).toMatchObject({ modelCalls: 1, inputTokens: 7 });
  });

  it("adds what is reported in another month to that month, and holds both to the bound", async () => {
    const { budget, clock, month } = world(tokens(100), Date.UTC(2026, 0, 31, 23, 59, 59));
    const one = budget("a");
    await one.reserve(report(3, { reservedTokens: 40 }));
    await one.reserve(report(5, { modelCalls: 1, inputTokens: 40, reservedTokens: 50 }));
    await clock.advance(2_000);
    expect(month()).toMatchObject({ since: Date.UTC(2026, 1, 1), inputTokens: 0, reservedTokens: 50 });
    expect(await budget("b").reserve(report(2, { reservedTokens: 51 }))).toMatchObject({ details: { found: 101 } });
    one.note(report(7, { modelCalls: 2, inputTokens: 90, isFinal: true }));
    await settled();
    expect(month()).toMatchObject({ modelCalls: 1, inputTokens: 50, reservedTokens: 0 });
    await clock.advance(-3_000);
    expect(month()).toMatchObject({ since: Date.UTC(2026, 0, 1), modelCalls: 1, inputTokens: 40 });
  });

  it("holds what nobody ever settles for the rest of the month, and two hours at least", async () => {
    const early = world(tokens(100), Date.UTC(2026, 0, 10));
    await early.budget("lost").reserve(report(3, { reservedTokens: 80 }));
    await early.clock.advance(20 * dayMs);
    expect(early.month().reservedTokens).toBe(80);
    await early.clock.advance(2 * dayMs);
    expect(early.month().reservedTokens).toBe(0);
    const late = world(tokens(100), Date.UTC(2026, 0, 31, 23));
    await late.budget("lost").reserve(report(3, { reservedTokens: 80 }));
    await late.clock.advance(2 * hourMs - 1);
    expect(late.month().reservedTokens).toBe(80);
    await late.clock.advance(1);
    expect(late.month().reservedTokens).toBe(0);
  });

  it("forgets an execution a day after its end, not before, and never what it consumed", async () => {
    const { clock, month, tenant } = world();
    const end = report(9, { modelCalls: 1, inputTokens: 5, isFinal: true });
    tenant.budgets.note("a", end, clock.now());
    await clock.advance(dayMs - 1);
    tenant.budgets.note("b", report(1), clock.now());
    tenant.budgets.note("a", end, clock.now());
    expect(month().inputTokens).toBe(5);
    await clock.advance(1);
    tenant.budgets.note("b", report(2), clock.now());
    // What follows is not what executions do: it shows that the row is gone.
    tenant.budgets.note("a", end, clock.now());
    expect(month().inputTokens).toBe(10);
  });

  it("is never passed and never counted wrongly, whatever is lost, repeated or late", async () => {
    for (let seed = 1; seed <= 200; seed++) await simulate(new Seeded(seed), seed);
  });
});

/** A few executions that call models under one bound, over a line that fails, in objects that are lost. */
async function simulate(random: Seeded, seed: number): Promise<void> {
  const maximum = random.between(50, 400);
  const { budget, clock, month, tenant } = world(tokens(maximum));
  const sent: [string, BudgetReport][] = [];
  const note = tenant.budgets.note.bind(tenant.budgets);
  tenant.budgets.note = (execution, told, now) => {
    sent.push([execution, told]);
    note(execution, told, now);
  };
  let consumed = 0;
  const run = async (execution: string) => {
    let mine = budget(execution);
    let [revision, modelCalls, inputTokens] = [1, 0, 0];
    const totals = () => ({ modelCalls, inputTokens });
    for (let call = random.between(1, 5); call > 0; call--) {
      const reservedTokens = random.between(1, 60);
      if (random.chance(0.2)) tenant.cut = random.pick(["BEFORE", "AFTER"]);
      const refusal = await mine.reserve(report(revision, { ...totals(), reservedTokens }));
      tenant.cut = null;
      revision += 1;
      if (refusal !== null) {
        mine.note(report(revision, totals()));
        continue;
      }
      if (random.chance(0.2)) mine = budget(execution);
      mine.note(report(revision, { ...totals(), reservedTokens }));
      await clock.advance(random.between(0, 2_000));
      const used = random.between(0, reservedTokens);
      [modelCalls, inputTokens, consumed] = [modelCalls + 1, inputTokens + used, consumed + used];
      expect(consumed, `seed ${seed}`).toBeLessThanOrEqual(maximum);
      revision += 1;
      mine.note(report(revision, totals()));
      if (random.chance(0.2)) mine = budget(execution);
      if (random.chance(0.3))
        tenant.budgets.note(
          ...(random.pick([...sent, [execution, report(1)] as const]) as [string, BudgetReport]),
          clock.now(),
        );
    }
    tenant.cut = random.chance(0.3) ? random.pick(["BEFORE", "AFTER"]) : null;
    mine.note(report(revision + 1, { ...totals(), isFinal: true }));
    await settled();
    tenant.cut = null;
    await mine.flush();
    expect(mine.pending, `seed ${seed}`).toBe(false);
  };
  await Promise.all(Array.from({ length: random.between(1, 4) }, (_, number) => run(`e${number}`)));
  expect(month(), `seed ${seed}`).toMatchObject({ inputTokens: consumed, reservedTokens: 0 });
}
