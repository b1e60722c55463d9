/** What an object keeps in memory of a map with thousands of items: how each stands, and nothing that went in or came out of it (E14). */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { recover } from "../../../src/durable/execution/replay-journal.ts";
import type { ExecutionStorage } from "../../../src/durable/storage/execution-storage.ts";
import { ExecutionTable } from "../../../src/durable/storage/execution-table.ts";
import { SqlJournal } from "../../../src/durable/storage/journal.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";
import { volume } from "../../support/engine/volume.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

const items = volume({ sample: 150, whole: 1_000 });
/** Of each value that goes into an item and that comes out of it. */
const valueBytes = 4_000;
/** 10,000 items may take 64 MB, with the code of the Worker, the calls in flight and what is read at a time. */
const mostBytesPerItem = 3_000;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Once nothing goes any more: what other files of this process leave is let go of over several turns. */
async function heapUsed(): Promise<number> {
  let used = Number.POSITIVE_INFINITY;
  for (let steady = 0; steady < 3; ) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const now = process.memoryUsage().heapUsed;
    steady = used - now > 10_000 ? 0 : steady + 1;
    used = now;
  }
  return used;
}

function sqlJournal(): SqlJournal {
  const { sql, transactionSync } = memoryStorage();
  const storage = {
    table: (shape) => new ExecutionTable(sql, shape),
    transactionSync,
  } satisfies Partial<ExecutionStorage>;
  return new SqlJournal(storage as ExecutionStorage);
}

/** The journal of a map that is done but for its end, in SQL, where its values are in nobody's memory. */
async function journalOfMap(): Promise<SqlJournal> {
  const value = "x".repeat(valueBytes);
  const world = new EngineWorld(({ stepId }) =>
    succeeded(stepId === "list" ? { items: Array.from({ length: items }, (_, at) => at) } : { value }),
  );
  const step = { tool: { toolName: "read", arguments: { at: "{{index}}", value } } };
  const plan = typedPlan([
    { tool: { stepId: "list", toolName: "read" } },
    { map: { stepId: "each", over: "{{list.output.items}}", maxItems: items, step } },
  ]);
  await world.run(plan, { limits: { maxSteps: 2 * items } });
  const journal = sqlJournal();
  for (const record of world.journal.records) journal.append([record]);
  return journal;
}

describe("an object that comes back amid a map", () => {
  it("[N390] keeps of each item less than its input or its output, 64 MB of ten thousand", async () => {
    const journal = await journalOfMap();
    const before = await heapUsed();
    const state: ExecutionState | undefined = recover(journal).state;
    const perItem = ((await heapUsed()) - before) / items;
    expect(state?.steps.all.filter(({ status }) => status === "SUCCEEDED")).toHaveLength(items + 2);
    expect(perItem).toBeGreaterThan(100);
    expect(perItem).toBeLessThan(mostBytesPerItem);
  });
});
