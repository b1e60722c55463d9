/** What a list tells of an execution without reading it: the same as its snapshot, at every event. */
import { describe, expect, it } from "vitest";
import { fold } from "../../../src/execution/fold/fold.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import { maxListedMessage, outlineOf, retryAt } from "../../../src/execution/views/outline.ts";
import { listedStatuses, maxListedSteps, stepProgress } from "../../../src/execution/views/step-progress.ts";
import { failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { checkSameAccount } from "../../support/engine/same-account.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

/** The states after each event of `world`. */
function statesOf(world: EngineWorld): readonly ExecutionState[] {
  const states: ExecutionState[] = [];
  for (const record of world.journal.read(0).records) states.push(fold(states.at(-1), record));
  return states;
}

const statuses = (state: ExecutionState) => listedStatuses(outlineOf(state).progress).join(" ");

describe("the outline of an execution", () => {
  it("tells the steps that call something, not their groups, and how many of them have ended", async () => {
    const world = new EngineWorld(({ stepId }) =>
      stepId === "g.b" ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({}),
    );
    await world.run(planOf([step("a"), group("g", [step("g.a"), step("g.b")]), step("c")]));
    const states = statesOf(world);
    expect(states.map(({ steps }) => steps.length)).toEqual(states.map(() => 5));
    expect(statuses(states[0] as ExecutionState)).toBe("PENDING PENDING PENDING PENDING");
    expect(outlineOf(states[0] as ExecutionState).progress).toMatchObject({ count: 4, ended: 0 });
    const last = states.at(-1) as ExecutionState;
    expect(statuses(last)).toMatch(/^SUCCEEDED SUCCEEDED FAILED /);
    expect(outlineOf(last).progress).toMatchObject({ count: 4, ended: 4 });
    for (const state of states) checkSameAccount(state, null);
  });

  it("lists 32 statuses, counts all, and reads its own letters back", () => {
    const all = ["PENDING", "RUNNING", "WAITING", "SUCCEEDED", "PARTIAL", "FAILED", "SKIPPED", "CANCELLED"] as const;
    const many = Array.from({ length: 5 }, () => all).flat();
    const progress = stepProgress(many);
    expect(progress).toMatchObject({ count: 40, ended: 25 });
    expect(listedStatuses(progress)).toEqual(many.slice(0, maxListedSteps));
    expect(listedStatuses({ statuses: "s?r" })).toEqual(["SUCCEEDED"]);
  });

  it("[C5] tells the earliest time of those that back off, and none of what leaves at once or has ended", async () => {
    const world = new EngineWorld(() => failed("REJECTED"));
    const policy = (initialBackoffMs: number) => ({ policy: { maxAttempts: 2, initialBackoffMs } });
    await world.run(planOf([group("g", [step("g.late", policy(9_000)), step("g.soon", policy(2_000))])]));
    const at = [world.step("g.late").retryAt, world.step("g.soon").retryAt].map((time) => time ?? 0);
    expect(retryAt(world.state)).toBe(Math.min(...at));
    await world.clock.advance(Math.min(...at) - world.clock.now());
    await world.drive();
    expect(retryAt(world.state)).toBe(Math.max(...at));
    await world.clock.advance(Math.max(...at) - world.clock.now());
    await world.drive();
    expect(world.state.finished?.status).toBe("FAILED");
    expect(retryAt(world.state)).toBeUndefined();
    for (const state of statesOf(world)) checkSameAccount(state, null);
  });

  it("[C5] tells no time that has passed when an event comes, of a call that was tried again and has not answered", async () => {
    const other = held();
    const called: string[] = [];
    const world = new EngineWorld(({ stepId }) => {
      called.push(stepId);
      if (stepId === "g.other") return other.answer;
      return called.filter((id) => id === stepId).length === 1 ? failed("REJECTED") : never();
    });
    const policy = (initialBackoffMs: number) => ({ policy: { maxAttempts: 2, initialBackoffMs } });
    const steps = [step("g.late", policy(9_000)), step("g.soon", policy(2_000)), step("g.other")];
    await world.run(planOf([group("g", steps)]));
    const late = world.step("g.late").retryAt;
    await world.clock.advance((world.step("g.soon").retryAt ?? 0) - world.clock.now() + 1);
    await world.drive();
    expect(called).toEqual(["g.late", "g.soon", "g.other", "g.soon"]);
    other.give(succeeded({}));
    await world.drive();
    expect(world.step("g.other").status).toBe("SUCCEEDED");
    expect(retryAt(world.state)).toBe(late);
    checkSameAccount(world.state, null);
  });

  it("tells why it failed without details, and not at all what is too long to be listed", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]), { limits: { timeoutMs: 1_000 } });
    await world.clock.advance(1_000);
    const { finished } = world.state;
    const failure = finished?.failure;
    if (finished === undefined || failure == null) throw new Error("it has not failed");
    const { code, message, retryable, step: stepId } = failure;
    expect(outlineOf(world.state).failure).toEqual({ code, message, retryable, step: stepId });
    const long = { ...failure, message: "x".repeat(maxListedMessage + 1) };
    expect(outlineOf({ ...world.state, finished: { ...finished, failure: long } }).failure).toBe("UNLISTED");
  });
});
