/** What operators read: a line for each step that ended, and a count of runs that were refused for being nested too deep. */
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { logFinishedCalls } from "../../../src/durable/telemetry/telemetry.ts";
import type { PollResult } from "../../../src/execution/events/attempt.ts";
import { projectionOf } from "../../../src/execution/views/projection.ts";
import { withPublicExecIds } from "../../../src/execution/views/public-exec-ids.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { patience } from "../../support/engine/patience.ts";
import { idOf } from "../../support/engine/started-event.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const lines: { readonly [name: string]: unknown }[] = [];
const info = vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
afterEach(() => {
  lines.length = 0;
  info.mockClear();
});
afterAll(() => info.mockRestore());

it("[O31] a step that ended leaves one line: what was called, by which step of which execution, how and how long", async () => {
  const world = new EngineWorld(async ({ stepId }) => {
    world.clock.skip(40);
    return stepId === "a" ? succeeded({ id: 1 }) : failed("ANSWERED", "AGENT_ERROR", null, false);
  });
  const asked = argumentsOf({ action: { kind: "literal", value: "shorten" }, parameters: from("a") });
  await world.run(planOf([step("a", { tool: "read" }), step("b", { tool: "remote", arguments: asked })]));
  logFinishedCalls(world.published, world.state, idOf);
  expect(lines).toMatchObject([
    { log: "step_finished", tool: "read", step_id: "a", latency_ms: 40, status: "SUCCEEDED", failure: null },
    {
      ...{ log: "step_finished", tool: "remote", agent_id: "remote", action_id: "shorten", step_id: "b" },
      ...{ latency_ms: 40, status: "FAILED", outcome: "ANSWERED", failure: "AGENT_ERROR" },
    },
  ]);
  expect(lines.map(({ exec_id }) => exec_id)).toEqual(["id of execution", "id of execution"]);
});

it("[O17, O31, O33, N82] a step that ran as an execution of its own has the id of that in its line, under which its own lines stand", async () => {
  const world = new EngineWorld();
  world.answerPoll = () => succeeded({}) as PollResult;
  await world.run(planOf([step("a", { tool: "child_write" })]));
  logFinishedCalls(world.published, world.state, idOf);
  await vi.waitFor(() => expect(lines.filter(({ log }) => log === "step_finished")).toHaveLength(1), patience);
  const child = world.polls[0]?.wait.handle;
  const line = lines.find(({ log }) => log === "step_finished");
  expect(line).toMatchObject({ exec_id: "id of execution", child_exec_id: `id of ${child}` });
  const told = projectionOf(world.state, "ORCHESTRATE", (position) => world.journal.value(position));
  const shown = await withPublicExecIds(told, { execution: "execution", steps: [{ child: child ?? null }] }, (name) =>
    idOf("", { execution: name }),
  );
  expect(shown).toMatchObject({ steps: [{ id: "a", exec_id: line?.child_exec_id }] });
});

it("[O17, N82] the answer names for the call of a tool the execution that made it, as the line does", async () => {
  const world = new EngineWorld();
  await world.run(planOf([step("a"), group("g", [step("b")])]));
  logFinishedCalls(world.published, world.state, idOf);
  const told = projectionOf(world.state, "ORCHESTRATE", (position) => world.journal.value(position));
  const shown = await withPublicExecIds(told, { execution: "execution", steps: [] }, (name) =>
    idOf("", { execution: name }),
  );
  expect(shown).toMatchObject({
    steps: [{ exec_id: "id of execution" }, { children: [{ exec_id: "id of execution" }] }],
  });
  expect(new Set(lines.map(({ exec_id }) => exec_id))).toEqual(new Set(["id of execution"]));
});

it("[O32] a run that is refused because of its depth leaves a line with how many were", async () => {
  const world = new EngineWorld();
  await world.run(planOf([step("a", { tool: "child_write" })]), { limits: { maxDepth: 0 } });
  logFinishedCalls(world.published, world.state, idOf);
  const [refused] = lines.filter(({ log }) => log === "nesting_refused");
  expect(refused).toMatchObject({ code: "DEPTH_EXCEEDED", step_id: "a", depth: 0, count: expect.any(Number) });
});
