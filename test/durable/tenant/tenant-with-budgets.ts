/** An execution's side of the monthly budget in front of the real tables of a tenant, over a connection that tests cut. */

import type { BudgetReport } from "../../../src/durable/ports/monthly-budget-port.ts";
import { MonthlyBudgetClient, type TenantBudgetPort } from "../../../src/durable/tenant/monthly-budget.ts";
import { MonthlyBudgets } from "../../../src/durable/tenant/monthly-budgets.ts";
import type { MonthlyBudget } from "../../../src/execution/events/usage.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

export const unbounded: MonthlyBudget = { maxModelCalls: null, maxTokens: null, maxCostMicros: null };
export const tokens = (maxTokens: number): MonthlyBudget => ({ ...unbounded, maxTokens });
export const report = (revision: number, more: Partial<BudgetReport> = {}): BudgetReport => ({
  ...{ revision, modelCalls: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 },
  ...{ reservedTokens: 0, reservedCostMicros: 0, isFinal: false },
  ...more,
});

/** The tables of a tenant behind a connection that a test cuts. */
export class FakeTenant implements TenantBudgetPort {
  readonly calls: string[] = [];
  readonly budgets = new MonthlyBudgets(memorySql());
  /** Fails every call before it reaches the tenant, or after it was done. */
  cut: "BEFORE" | "AFTER" | null = null;
  /** Holds calls back until it resolves. */
  gate: Promise<void> = Promise.resolve();

  reserveModelCall(execution: string, asked: BudgetReport, caps: MonthlyBudget, now: number) {
    return this.#through(`reserve ${execution}`, () => this.budgets.reserve(execution, asked, caps, now) ?? null);
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

export function tenantWithBudgets(caps = tokens(100), now = Date.UTC(2026, 0, 10)) {
  const clock = new ManualClock(now);
  const tenant = new FakeTenant();
  let settledCount = 0;
  const budget = (execution: string) =>
    new MonthlyBudgetClient(execution, {
      ...{ caps, tenant: () => tenant, clock, publicId: async () => `id of ${execution}` },
      onChange: () => (settledCount += 1),
    });
  return { clock, tenant, budget, month: () => tenant.budgets.month(clock.now()), settledCount: () => settledCount };
}
