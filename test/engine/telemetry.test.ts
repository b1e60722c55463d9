/** What operators read: a line for each step that ended, and a count of runs that were refused for being nested too deep. */
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { logFinishedCalls } from "../../src/durable/telemetry.ts";
import { argumentsOf, failed, from, planOf, step, succeeded, World } from "./world.ts";

const lines: { readonly [name: string]: unknown }[] = [];
const info = vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
afterEach(() => {
  lines.length = 0;
  info.mockClear();
});
afterAll(() => info.mockRestore());

it("[O31] a step that ended leaves one line: what was called, by which step of which execution, how and how long", async () => {
  const world = new World(async ({ stepId }) => {
    world.clock.skip(40);
    return stepId === "a" ? succeeded({ id: 1 }) : failed("ANSWERED", "AGENT_ERROR", null, false);
  });
  const asked = argumentsOf({ action: { kind: "literal", value: "shorten" }, parameters: from("a") });
  await world.run(planOf([step("a", { tool: "read" }), step("b", { tool: "remote", arguments: asked })]));
  logFinishedCalls(world.published, world.state);
  expect(lines).toMatchObject([
    { log: "step_finished", tool: "read", step_id: "a", latency_ms: 40, status: "SUCCEEDED", failure: null },
    {
      ...{ log: "step_finished", tool: "remote", agent_id: "remote", action_id: "shorten", step_id: "b" },
      ...{ latency_ms: 40, status: "FAILED", outcome: "ANSWERED", failure: "AGENT_ERROR" },
    },
  ]);
  expect(lines.map(({ exec_id }) => exec_id)).toEqual(["execution", "execution"]);
});

it("[O32] a run that is refused because of its depth leaves a line with how many were", async () => {
  const world = new World();
  await world.run(planOf([step("a", { tool: "child_write" })]), { limits: { maxDepth: 0 } });
  logFinishedCalls(world.published, world.state);
  const [refused] = lines.filter(({ log }) => log === "nesting_refused");
  expect(refused).toMatchObject({ code: "DEPTH_EXCEEDED", step_id: "a", depth: 0, count: expect.any(Number) });
});
