/** Counters: one point for each fact, taken when it is stored. */
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { type Meter, meterPoints } from "../../../src/durable/ports/meter.ts";
import { meterRecords } from "../../../src/durable/telemetry/metering.ts";
import { analyticsEngineMeter } from "../../../src/worker/platform/analytics-engine.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

vi.spyOn(console, "info").mockImplementation(() => undefined);
afterEach(() => vi.clearAllMocks());
afterAll(() => vi.restoreAllMocks());

interface Written {
  readonly indexes: readonly string[];
  readonly blobs: readonly string[];
  readonly doubles: readonly number[];
}

/** A world whose transactions are counted as those of an object are: each once, when it was stored. */
function metered(answer: AnswerTo, level: "debug" | "info" = "info") {
  const points: Written[] = [];
  const meter = analyticsEngineMeter({ writeDataPoint: (point) => void points.push(point) });
  const world = new EngineWorld(answer);
  let seen = 0;
  world.onPublished = (state) => {
    meterRecords(world.published.slice(seen), state, meter, level);
    seen = world.published.length;
  };
  return { points, world };
}

it("[O30] a run leaves a point for each step and one for itself, by tenant, with sizes and no values", async () => {
  const { points, world } = metered(({ stepId }) => {
    world.clock.skip(40);
    return stepId === "a" ? succeeded({ secret: "hunter2" }) : failed("ANSWERED", "TOOL_ERROR", null, false);
  });
  await world.run(planOf([step("a", { with: { token: "hunter2" } }), step("b", { after: ["a"], tool: "remote" })]));
  expect(world.state.finished?.status).toBe("PARTIAL");
  const outputBytes = JSON.stringify({ secret: "hunter2" }).length;
  expect(points).toMatchObject([
    { indexes: ["default"], blobs: ["step_finished", "read", "TOOL", "SUCCEEDED", "ANSWERED", ""] },
    { indexes: ["default"], blobs: ["step_finished", "remote", "AGENT", "FAILED", "ANSWERED", "TOOL_ERROR"] },
    { indexes: ["default"], blobs: ["execution_finished", "PLAN", "graphql", "PARTIAL", expect.any(String), ""] },
  ]);
  const [first, , end] = points;
  expect(first?.doubles.slice(0, 2)).toEqual([40, 1]);
  expect(first?.doubles[2]).toBeGreaterThanOrEqual(outputBytes);
  const values = Object.fromEntries(meterPoints.execution_finished.values.map((name, at) => [name, end?.doubles[at]]));
  expect(values).toMatchObject({ durationMs: 80, steps: 2, toolCalls: 2, modelCalls: 0, inputTokens: 0 });
  expect(values.outputBytes).toBeGreaterThanOrEqual(outputBytes);
  expect(JSON.stringify(points)).not.toContain("hunter2");
});

it("a crash between two steps counts nothing twice, and tells that the execution was resumed", async () => {
  const { points, world } = metered(({ attempt, stepId }) =>
    stepId === "b" && attempt === 1 ? never() : succeeded({ at: stepId }),
  );
  await world.run(planOf([step("a"), step("b", { after: ["a"] })]));
  world.crash();
  await world.drive();
  expect(world.state.finished?.status).toBe("SUCCEEDED");
  expect(points.map(({ blobs: [name, what] }) => `${name} ${what}`)).toEqual([
    ...["step_finished read", "execution_resumed graphql", "step_finished read", "execution_finished PLAN"],
  ]);
  expect(points[2]?.doubles[1]).toBe(2);
});

it("[O32] a run that is refused because of its depth is a point of its own", async () => {
  const { points, world } = metered(() => succeeded({}));
  await world.run(planOf([step("a", { tool: "child_write" })]), { limits: { maxDepth: 0 } });
  expect(points.filter(({ blobs }) => blobs[0] === "nesting_refused")).toEqual([
    { indexes: ["default"], blobs: ["nesting_refused", "DEPTH_EXCEEDED", "graphql"], doubles: [0] },
  ]);
});

it("[O22] moves of the machine are points at the level debug alone", async () => {
  const moves = async (level: "debug" | "info") => {
    const { points, world } = metered(() => succeeded({}), level);
    await world.run(planOf([step("a")]));
    return points.filter(({ blobs }) => blobs[0] === "state_transition").length;
  };
  expect(await moves("info")).toBe(0);
  expect(await moves("debug")).toBeGreaterThan(3);
});

it("names that are too long are cut by whole characters, and a dataset that refuses ends nothing", () => {
  const points: Written[] = [];
  const meter: Meter = analyticsEngineMeter({ writeDataPoint: (point) => void points.push(point) });
  meter.count("report_failed", "ü".repeat(60), { dimensions: { to: "x".repeat(200) }, values: {} });
  expect(points).toEqual([{ indexes: ["ü".repeat(48)], blobs: ["report_failed", "x".repeat(96)], doubles: [] }]);
  const refusing = analyticsEngineMeter({
    writeDataPoint: () => {
      throw new Error("more than 250 points");
    },
  });
  expect(() => refusing.count("report_failed", "t", { dimensions: { to: "index" }, values: {} })).not.toThrow();
});
