import { describe, expect, it } from "vitest";
import { orchestrationTransitions } from "../../../src/execution/fold/orchestration-transitions.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

const started = [
  "plan_init start_plan planner_active",
  "planner_active planner_finished plan_validated",
  "plan_validated - dispatching_step",
];

describe("the state machine of Agent orchestration", () => {
  it("[O20, O21] has exactly the eight states and the eight events of the document", () => {
    expect(Object.keys(orchestrationTransitions).sort()).toEqual([
      "awaiting_results",
      "completed",
      "dispatching_step",
      "failed",
      "merging_results",
      "plan_init",
      "plan_validated",
      "planner_active",
    ]);
    const events = new Set(
      Object.values(orchestrationTransitions).flatMap((moves) => moves.flatMap(([event]) => event ?? [])),
    );
    expect([...events].sort()).toEqual([
      "panic",
      "parallel_complete",
      "planner_finished",
      "start_plan",
      "step_failed",
      "step_succeeded",
      "timeout",
      "validation_failed",
    ]);
  });

  it("[O23] has no move out of a final state, and every other state can fail", () => {
    for (const [state, moves] of Object.entries(orchestrationTransitions)) {
      if (state === "completed" || state === "failed") expect(moves).toEqual([]);
      else expect(moves.some(([, to]) => to === "failed")).toBe(true);
    }
  });

  it("[O22, O23] two steps in order: the observer sees every move once, in order", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a"), step("b", { after: ["a"] })]));
    expect(world.observed).toEqual([
      ...started,
      "dispatching_step - awaiting_results",
      "awaiting_results step_succeeded dispatching_step",
      "dispatching_step - awaiting_results",
      "awaiting_results step_succeeded completed",
    ]);
  });

  it("[O23] a successful parallel branch visits merging_results before completed", async () => {
    const world = new EngineWorld();
    await world.run(planOf([group("g", [step("g.a"), step("g.b")])]));
    expect(world.observed.slice(3)).toEqual([
      "dispatching_step - awaiting_results",
      "awaiting_results parallel_complete merging_results",
      "merging_results - completed",
    ]);
  });

  it("[O23] ends in failed when a step halts the plan, by timeout when the deadline passes, by no event when cancelled", async () => {
    const halted = new EngineWorld(() => failed("ANSWERED", "TOOL_ERROR", null, false));
    await halted.run(planOf([step("a"), step("b", { after: ["a"] })]));
    expect(halted.observed.at(-1)).toBe("awaiting_results step_failed failed");

    const late = new EngineWorld(() => never());
    await late.run(planOf([step("a")]), { limits: { timeoutMs: 100 } });
    await late.clock.advance(100);
    expect(late.observed.at(-1)).toBe("awaiting_results timeout failed");

    const cancelled = new EngineWorld(() => never());
    await cancelled.run(planOf([step("a")]));
    cancelled.runner.cancel("someone", undefined);
    await cancelled.drive();
    expect(cancelled.observed.at(-1)).toBe("awaiting_results - failed");
  });

  it("[O22] is not observed again on replay, and the moves are stored with their events", async () => {
    const world = new EngineWorld(() => succeeded({}));
    await world.run(planOf([step("a")]));
    const seen = world.observed.length;
    world.crash();
    expect(world.observed).toHaveLength(seen);
    expect(world.state.orchestrationState).toBe("completed");
    expect(world.published.flatMap((record) => record.transitions)).toHaveLength(seen);
  });
});
