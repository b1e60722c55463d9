/** Random lives of executions under the monthly budget of one tenant: what is consumed never passes it and is counted once. */
import { expect } from "vitest";
import type { BudgetReport } from "../../../src/durable/ports/monthly-budget-port.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import type { Seeded } from "../../support/engine/seeded.ts";
import { report, tenantWithBudgets, tokens } from "./tenant-with-budgets.ts";

/** A few executions that call models under one bound, over a line that fails, in objects that are lost. */
export async function simulateBudgets(random: Seeded, seed: number): Promise<void> {
  const maximum = random.between(50, 400);
  const { budget, clock, month, tenant } = tenantWithBudgets(tokens(maximum));
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
      if (refusal !== undefined) {
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
