/** The monthly budget of executions in front of the tables of their tenant: lost answers, lost objects, late and repeated reports. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settled } from "../../support/engine/manual-clock.ts";
import { Seeded } from "../../support/engine/seeded.ts";
import { simulateBudgets } from "./budget-simulation.ts";
import { report, tenantWithBudgets, tokens, unbounded } from "./tenant-with-budgets.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe("the monthly budget of an execution", () => {
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  it("lets one of two executions have the last tokens, and names limit, maximum and found to the other", async () => {
    const { budget, month, tenant } = tenantWithBudgets(tokens(100));
    const answers = await Promise.all([
      budget("a").reserve(report(3, { reservedTokens: 60 })),
      budget("b").reserve(report(3, { reservedTokens: 60 })),
    ]);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect(answers.find((answer) => answer !== undefined)).toMatchObject({
      ...{ code: "BUDGET_EXCEEDED", retryable: false },
      message: expect.stringContaining("required at most 100 tokens of the tenant in a month, found 120"),
      details: { per: "MONTH", limit: "maxTokens", maximum: 100, found: 120 },
    });
    expect(month()).toMatchObject({ modelCalls: 0, inputTokens: 0, reservedTokens: 60 });
    expect(tenant.calls).toEqual(["reserve a", "reserve b"]);
  });

  it("bounds the cost as it bounds the tokens, up to the last millionth", async () => {
    const { budget } = tenantWithBudgets({ ...unbounded, maxCostMicros: 70 });
    const one = budget("a");
    expect(await one.reserve(report(3, { reservedTokens: 9, reservedCostMicros: 70 }))).toBeUndefined();
    const used = { modelCalls: 1, inputTokens: 5, costMicros: 30 };
    expect(await one.reserve(report(5, { ...used, reservedCostMicros: 41 }))).toMatchObject({
      details: { limit: "maxCostMicros", maximum: 70, found: 71 },
    });
    expect(await one.reserve(report(5, { ...used, reservedCostMicros: 40 }))).toBeUndefined();
  });

  it("bounds the calls, those on their way included", async () => {
    const { budget, month } = tenantWithBudgets({ ...unbounded, maxModelCalls: 2 });
    const [one, other] = [budget("a"), budget("b")];
    expect(await one.reserve(report(3, { reservedTokens: 1 }))).toBeUndefined();
    expect(await other.reserve(report(3, { reservedTokens: 1 }))).toBeUndefined();
    expect(month()).toMatchObject({ modelCalls: 0, reservedModelCalls: 2 });
    const refusal = await budget("c").reserve(report(3, { reservedTokens: 1 }));
    expect(refusal?.message).toContain("required at most 2 calls of the tenant in a month, found 3");
    // A call that was reserved and never made is none.
    other.note(report(4, { isFinal: true }));
    await settled();
    expect(await one.reserve(report(5, { modelCalls: 1, reservedTokens: 1 }))).toBeUndefined();
    expect(await one.reserve(report(7, { modelCalls: 2, reservedTokens: 1 }))).toMatchObject({ details: { found: 3 } });
  });

  it("is settled by the report after the call, and again by nothing that is repeated or comes late", async () => {
    const { budget, clock, month, tenant } = tenantWithBudgets();
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

  it("[N679] without bounds is notified of two calls that follow each other once, with the end, and of long ones each minute", async () => {
    const { budget, clock, month, tenant } = tenantWithBudgets(unbounded);
    const one = budget("a");
    one.note(report(3, { reservedTokens: 80 }));
    await clock.advance(5_000);
    one.note(report(4, { modelCalls: 1, inputTokens: 30 }));
    await clock.advance(500);
    one.note(report(10, { modelCalls: 1, inputTokens: 30, reservedTokens: 80 }));
    await clock.advance(5_000);
    expect([one.pending, tenant.calls]).toEqual([false, []]);
    one.note(report(12, { modelCalls: 2, inputTokens: 60, isFinal: true }));
    await settled();
    expect(tenant.calls).toEqual(["note a"]);
    expect(month()).toMatchObject({ modelCalls: 2, inputTokens: 60, reservedTokens: 0 });

    const long = budget("b");
    for (let call = 1; call <= 4; call++) {
      await clock.advance(40_000);
      long.note(report(2 * call, { modelCalls: call, reservedTokens: 80 }));
      await clock.advance(0);
    }
    await clock.advance(1_000);
    expect(tenant.calls).toEqual(["note a", "note b", "note b"]);
  });

  it("[N679] without bounds is notified within a second of what was consumed before an execution rests", async () => {
    const { budget, clock, month, tenant } = tenantWithBudgets(unbounded);
    budget("a").note(report(4, { modelCalls: 1, inputTokens: 30 }));
    await clock.advance(1_000);
    expect([month().modelCalls, tenant.calls]).toEqual([1, ["note a"]]);
  });

  it("keeps a reservation against a report that left before it and comes after it", async () => {
    const { budget, clock, month, tenant } = tenantWithBudgets();
    await budget("a").reserve(report(3, { reservedTokens: 80 }));
    tenant.budgets.note("a", report(3), clock.now());
    expect(month().reservedTokens).toBe(80);
  });

  it("counts once when the answer to a reservation is lost and it is asked for again", async () => {
    const { budget, month, tenant } = tenantWithBudgets();
    const one = budget("a");
    tenant.cut = "AFTER";
    expect(await one.reserve(report(3, { reservedTokens: 80 }))).toMatchObject({
      code: "UPSTREAM_UNAVAILABLE",
      retryable: true,
    });
    tenant.cut = null;
    expect(await one.reserve(report(3, { reservedTokens: 80 }))).toBeUndefined();
    expect(month().reservedTokens).toBe(80);
  });

  it("gives back what was reserved for a call that never left, also if nobody knows whether it was reserved", async () => {
    const { budget, month, tenant } = tenantWithBudgets();
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
    const { budget, month } = tenantWithBudgets();
    await budget("a").reserve(report(3, { reservedTokens: 80 }));
    const fresh = budget("a");
    fresh.note(report(3));
    expect(fresh.pending).toBe(false);
    fresh.note(report(5, { isFinal: true }));
    await settled();
    expect(month().reservedTokens).toBe(0);
  });

  it("is settled by a fresh instance if the object was lost between the reservation and the report", async () => {
    const { budget, clock, month } = tenantWithBudgets();
    const lost = budget("a");
    await lost.reserve(report(3, { reservedTokens: 80 }));
    const fresh = budget("a");
    fresh.note(report(6, { modelCalls: 1, inputTokens: 80 }));
    await clock.advance(1_000);
    expect(month()).toMatchObject({ modelCalls: 1, inputTokens: 80, reservedTokens: 0 });
  });

  it("stays pending until a report is acknowledged, and then counts it once although it came twice", async () => {
    const { budget, clock, month, settledCount, tenant } = tenantWithBudgets();
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
    const { budget, clock, tenant, month } = tenantWithBudgets();
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
    expect(await reserved).toBeUndefined();
    await one.flush();
    expect(tenant.calls).toEqual(["reserve a", "note a"]);
    expect(month()).toMatchObject({ inputTokens: 4, reservedTokens: 0 });
  });

  it("asks nobody where there is no bound, and tells of an execution only once it has called a model", async () => {
    const { budget, clock, month, tenant } = tenantWithBudgets(unbounded);
    const [plain, planning] = [budget("plain"), budget("planning")];
    for (let revision = 1; revision <= 9; revision++) plain.note(report(revision, { isFinal: revision === 9 }));
    expect(await planning.reserve(report(2, { reservedTokens: 1e9 }))).toBeUndefined();
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
    const { budget, clock, month } = tenantWithBudgets(tokens(100), Date.UTC(2026, 0, 31, 23, 59, 59));
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
    const early = tenantWithBudgets(tokens(100), Date.UTC(2026, 0, 10));
    await early.budget("lost").reserve(report(3, { reservedTokens: 80 }));
    await early.clock.advance(20 * dayMs);
    expect(early.month().reservedTokens).toBe(80);
    await early.clock.advance(2 * dayMs);
    expect(early.month().reservedTokens).toBe(0);
    const late = tenantWithBudgets(tokens(100), Date.UTC(2026, 0, 31, 23));
    await late.budget("lost").reserve(report(3, { reservedTokens: 80 }));
    await late.clock.advance(2 * hourMs - 1);
    expect(late.month().reservedTokens).toBe(80);
    await late.clock.advance(1);
    expect(late.month().reservedTokens).toBe(0);
  });

  it("forgets an execution half a day after its end, not before, and never what it consumed", async () => {
    const { clock, month, tenant } = tenantWithBudgets();
    const end = report(9, { modelCalls: 1, inputTokens: 5, isFinal: true });
    tenant.budgets.note("a", end, clock.now());
    await clock.advance(12 * hourMs - 1);
    tenant.budgets.note("b", report(1), clock.now());
    tenant.budgets.note("a", end, clock.now());
    expect(month().inputTokens).toBe(5);
    await clock.advance(1);
    tenant.budgets.note("b", report(2), clock.now());
    // What follows is not what executions do: it shows that the row is gone.
    tenant.budgets.note("a", end, clock.now());
    expect(month().inputTokens).toBe(10);
  });

  it("counts an execution that has the key of one which is long gone, from its first report on", async () => {
    const { budget, clock, month, tenant } = tenantWithBudgets();
    tenant.budgets.note("a", report(90, { modelCalls: 1, inputTokens: 50, isFinal: true }), clock.now());
    await clock.advance(12 * hourMs);
    const next = budget("a");
    expect(await next.reserve(report(2, { reservedTokens: 40 }))).toBeUndefined();
    next.note(report(4, { modelCalls: 1, inputTokens: 30, isFinal: true }));
    await settled();
    expect(month()).toMatchObject({ modelCalls: 2, inputTokens: 80, reservedTokens: 0 });
    await clock.advance(12 * hourMs);
    tenant.budgets.note("a", report(2, { modelCalls: 1, inputTokens: 7, isFinal: true }), clock.now());
    expect(month()).toMatchObject({ modelCalls: 3, inputTokens: 87 });
  });

  it("asks for no call whose cost nobody knows where the cost is bounded, such as one of before the bound", async () => {
    const { budget, month, tenant } = tenantWithBudgets({ ...unbounded, maxCostMicros: 70 });
    const asked = report(3, { reservedTokens: 9, reservedCostMicros: null });
    expect(await budget("a").reserve(asked)).toMatchObject({
      ...{ code: "BUDGET_EXCEEDED", retryable: false, details: { per: "MONTH", limit: "maxCostMicros", maximum: 70 } },
      message: expect.stringContaining("found a model whose price is unknown"),
    });
    expect(tenant.calls).toEqual([]);
    const byTokens = tenantWithBudgets(tokens(100));
    expect(await byTokens.budget("a").reserve(asked)).toBeUndefined();
    expect([month().reservedTokens, byTokens.month().reservedTokens]).toEqual([0, 9]);
  });

  it("is never passed and never counted wrongly, through lost, repeated and late reports", async () => {
    for (let seed = 1; seed <= 200; seed++) await simulateBudgets(new Seeded(seed), seed);
  });
});
