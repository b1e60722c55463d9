/** What an event costs in a run with many steps. */
import { describe, expect, it } from "vitest";
import { type FoldedEvent, fold } from "../../../src/execution/fold/fold.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import { withItems } from "../../../src/plan/order/items.ts";
import { type PlanGraph, planGraph } from "../../../src/plan/order/order.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

const plan = typedPlan([
  { tool: { stepId: "list", toolName: "read" } },
  {
    map: {
      ...{ stepId: "each", over: "{{list.output.items}}", maxConcurrency: 1 },
      step: { tool: { toolName: "read", policy: { maxAttempts: 3, initialBackoffMs: 0 } } },
    },
  },
]);

/** A run whose first item failed once and is called again, and the row of that failure. */
async function begun(): Promise<{ readonly state: ExecutionState; readonly failure: FoldedEvent }> {
  const world = new EngineWorld(({ stepId, attempt }) => {
    if (stepId === "list") return succeeded({ items: [1] });
    return attempt === 1 ? failed("ANSWERED", "TOOL_ERROR") : never();
  });
  const state = await world.run(plan);
  const failure = world.journal.records.find(({ event }) => event.kind === "AttemptFailed");
  if (failure === undefined) throw new Error("no attempt failed");
  return { state, failure };
}

/** Milliseconds of the processor for so many further failures of the first item. */
function foldMs(state: ExecutionState, { event, occurredAt }: FoldedEvent, count: number): number {
  const begunAt = processorMs();
  let next = state;
  for (let more = 0; more < count; more += 1) next = fold(next, { event, occurredAt, sequence: next.sequence + 1 });
  return processorMs() - begunAt;
}

describe("an event of a run with forty thousand steps, four times as many as a plan may have", () => {
  it("[N755] costs about what it costs in a run of three", async () => {
    const { failure, state } = await begun();
    const added = { kind: "ItemsAdded", step: "each", count: 40_000 } as const;
    const long = fold(state, { event: added, occurredAt: state.updatedAt, sequence: state.sequence + 1 });
    expect(long.steps.length).toBe(40_003);
    foldMs(state, failure, 1_000);
    const short = foldMs(state, failure, 2_000);
    expect(foldMs(long, failure, 2_000)).toBeLessThan(5 * short + 20);
  });
});

describe("an iteration of a loop", () => {
  it("[N756] is added at about the same cost to a run with ten thousand steps and to one of a few", () => {
    const loops = typedPlan([
      { loop: { stepId: "poll", step: { tool: { toolName: "read" } }, until: "{{index}} > 1", maxIterations: 9 } },
    ]);
    const graph = planGraph(loops, () => "READ_ONLY");
    const addedMs = (begun: PlanGraph, count: number) => {
      const begunAt = processorMs();
      let next = begun;
      for (let more = 0; more < count; more += 1) next = withItems(next, 0, 1);
      return processorMs() - begunAt;
    };
    addedMs(graph, 300);
    // A list of all ids, copied with each of them, took half a second.
    expect(addedMs(withItems(graph, 0, 10_000), 300)).toBeLessThan(200);
  });
});
