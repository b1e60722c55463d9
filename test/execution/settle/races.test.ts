import { describe, expect, it } from "vitest";
import type { Call } from "../../../src/durable/ports/ports.ts";
import { transition } from "../../../src/execution/decide/transition.ts";
import { nothingInFlight } from "../../../src/execution/effects/effect.ts";
import type { ExecutionEvent, StepFinished } from "../../../src/execution/events/event.ts";
import { afterAttempt } from "../../../src/execution/settle/after-attempt.ts";
import { readReference } from "../../../src/execution/state/read-reference.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

const refused = failed("ANSWERED", "TOOL_ERROR", null, false);

describe("a crash loop", () => {
  it("[E6, E7] leaves no call that may have had its effect among the steps that never ran", async () => {
    const world = await loopedWith(
      planOf([step("a", { tool: "read" }), step("b", { tool: "write", independent: true })]),
    );
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "CRASH_LOOP" } });
    expect(world.callsOf("b")).toHaveLength(1);
    expect(world.step("b")).toMatchObject({ status: "FAILED", outcome: "UNKNOWN", failure: { code: "CRASH_LOOP" } });
    expect(world.observed.at(-1)).toBe("awaiting_results panic failed");
    expect(world.journal.kinds.filter((kind) => kind === "ExecutionResumed")).toHaveLength(5);
  });

  it("[E6, E8] withdraws open questions, so that an answer after the end changes nothing", async () => {
    const world = await loopedWith(
      planOf([step("ask", { tool: "destroy", independent: true }), step("b", { tool: "write", independent: true })]),
    );
    expect(world.step("ask").questions).toMatchObject([{ resolution: "WITHDRAWN" }]);
    const rows = world.journal.rows.length;
    expect(world.runner.respond(given("ask/1")).kind).toBe("ALREADY_RESOLVED");
    await world.drive();
    expect(world.journal.rows).toHaveLength(rows);
  });

  it("[C6] does not come before a cancel", async () => {
    const world = await loopedWith(planOf([step("b", { tool: "write" })]), (lost) => {
      lost.runner.cancel("someone", undefined);
    });
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.step("b")).toMatchObject({ status: "CANCELLED", outcome: "UNKNOWN" });
  });

  it("[E7] a read that is lost on its way out of a back-off, again and again, is called three more times at most", async () => {
    const world = new EngineWorld((call) => (call.attempt === 1 ? failed("REJECTED") : never()));
    await world.run(planOf([step("a", { policy: { maxAttempts: 2, initialBackoffMs: 1_000 } })]));
    await world.clock.advance(1_000);
    for (let n = 0; n < 10 && world.state.finished === undefined; n += 1) {
      world.crash();
      await world.drive();
    }
    // The first loss cannot be told from a back-off that was slept through.
    expect(world.callsOf("a").length - 1).toBeLessThanOrEqual(1 + 3);
    expect(world.step("a")).toMatchObject({ status: "FAILED", outcome: "UNKNOWN" });
  });

  it("[E7] back-offs of an unsafe call that were slept through do not count as calls", async () => {
    const answer = (call: Call) => (call.attempt === 1 ? failed("REJECTED") : succeeded({}));
    const world = new EngineWorld(answer, { singly: true });
    const policy = { maxAttempts: 2, initialBackoffMs: 1_000 };
    await world.run(planOf([step("a", { tool: "write", policy })]));
    await world.clock.advance(1_000);
    for (let n = 0; n < 4; n += 1) {
      loseAfter(world, "ExecutionResumed");
      await world.drive();
    }
    expect(world.journal.kinds.filter((kind) => kind === "ExecutionResumed")).toHaveLength(4);
    expect(world.calls).toHaveLength(1);
    await world.drive();
    expect(world.calls).toHaveLength(2);
    expect(world.step("a")).toMatchObject({ status: "SUCCEEDED", unknownOutcomes: 0 });
  });
});

describe("an object that finds work which a lost one had begun", () => {
  it("[E6] says so before it takes an answer, and does not count the calls that the answer lets it make", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([group("g", [step("g.ask", { tool: "destroy" }), step("g.read")])]));
    world.crash();
    expect(world.runner.respond(given("g.ask/1")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.journal.kinds.slice(3)).toEqual([
      "ExecutionResumed",
      "HumanInputResolved",
      "AttemptFailed",
      "StepStarted",
    ]);
    expect(world.step("g.read").unknownOutcomes).toBe(1);
    expect(world.callsOf("g.read")).toHaveLength(2);
  });

  it("[E8] takes no answer to a question that the rows call to withdraw", async () => {
    const bad = held();
    const answer = (call: Call) => (call.stepId === "bad" ? bad.answer : succeeded({}));
    const before = new EngineWorld(answer, { singly: true });
    await before.run(planOf([group("g", [step("g.ask", { tool: "destroy" })], { independent: true }), step("bad")]));
    bad.give(refused);
    await before.drive();
    const halt = before.journal.kinds.indexOf("StepFinished");
    const world = new EngineWorld(undefined, { rows: before.journal.rows.slice(0, halt + 1) });
    expect(world.step("g.ask").status).toBe("WAITING");
    expect(world.runner.respond(given("g.ask/1")).kind).toBe("ALREADY_RESOLVED");
    await world.drive();
    expect(world.step("g.ask")).toMatchObject({ status: "CANCELLED", questions: [{ resolution: "WITHDRAWN" }] });
    expect(world.calls).toEqual([]);
  });

  it("[E7] tells an unknown outcome of a further attempt that may have left when a cancel comes", async () => {
    const world = new EngineWorld((call) => (call.attempt === 1 ? failed("REJECTED") : never()));
    await world.run(planOf([step("a", { tool: "keyed", policy: { maxAttempts: 2, initialBackoffMs: 1_000 } })]));
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.calls).toHaveLength(2);
    world.crash();
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(world.step("a")).toMatchObject({ status: "CANCELLED", outcome: "UNKNOWN" });
  });
});

describe("answers that come together", () => {
  it("[C7] of first_success only the first counts, even if another came before it could be cut", async () => {
    const first = held();
    const second = held();
    const world = new EngineWorld((call) => (call.stepId === "g.first" ? first.answer : second.answer));
    const children = [step("g.second"), step("g.first")];
    await world.run(planOf([group("g", children, { mergeStrategy: "FIRST_SUCCESS" })]));
    first.give(succeeded({ of: "first" }));
    second.give(succeeded({ of: "second" }));
    await world.drive();
    expect(world.statuses()).toEqual({ g: "SUCCEEDED", "g.first": "SUCCEEDED", "g.second": "CANCELLED" });
    expect(world.step("g.second").outcome).toBe("ANSWERED");
    const reference = { root: "steps", id: "g", path: [], expression: "{{ g }}" } as const;
    const read = (position: Parameters<EngineWorld["journal"]["value"]>[0]) => world.journal.value(position);
    expect(readReference(world.state, reference, read)).toEqual({ found: true, value: { of: "first" } });
  });

  it("[O23, C6] an answer after a cancel is kept and does not make the machine complete", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]));
    const { state } = world;
    const at = { occurredAt: world.clock.now() };
    const cancel = { kind: "CancelRequested", requestedBy: "someone", reason: null } as const;
    const asked = transition(
      state,
      { ...at, sequence: 3, event: cancel },
      {
        ...nothingInFlight,
        steps: new Set([1]),
      },
    );
    const answered = transition(asked.state, { ...at, sequence: 4, event: succeededOf("a") });
    expect(answered.moves).toEqual([]);
    const [finish] = answered.effects.flatMap((effect) => (effect.kind === "APPEND" ? effect.events : []));
    if (finish === undefined) throw new Error("the end is due");
    const ended = transition(answered.state, { ...at, sequence: 5, event: finish });
    expect(ended.state.finished?.status).toBe("CANCELLED");
    expect(ended.moves).toEqual([{ from: "awaiting_results", event: null, to: "failed" }]);
  });
});

describe("results that come too late", () => {
  it("[E8] a second end of a step changes nothing but the sequence", async () => {
    const world = new EngineWorld(() => never());
    await world.run(
      planOf([step("a", { policy: { timeoutMs: 100 }, tool: "write" }), step("b", { independent: true })]),
    );
    await world.clock.advance(100);
    const { state } = world;
    const again = transition(state, { sequence: 5, occurredAt: world.clock.now(), event: succeededOf("a") });
    expect(again.state).toEqual({ ...state, sequence: 5 });
  });

  it("[E7, C6] a known failure after a cancel is the end of its step, with no further attempt to come", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a", { policy: { maxAttempts: 5 } })]));
    const at = { occurredAt: world.clock.now(), sequence: 3 };
    const event = { kind: "CancelRequested", requestedBy: "someone", reason: null } as const;
    const { state } = transition(world.state, { ...at, event });
    const inputs = { now: world.clock.now(), random: 0, stored: storedValue };
    expect(afterAttempt(state, 0, 1, failed("REJECTED"), inputs)).toMatchObject([
      { kind: "StepFinished", reused: false, status: "FAILED", outcome: "REJECTED" },
    ]);
  });
});

describe("groups at the edge", () => {
  it("[C6] a group without children that a halt comes before is not run, and does not make the execution partial", async () => {
    const world = new EngineWorld(() => refused);
    await world.run(planOf([step("bad"), group("g", [], { after: ["bad"] })]));
    expect(world.statuses()).toEqual({ bad: "FAILED", g: "SKIPPED" });
    expect(world.state.finished?.status).toBe("FAILED");
  });

  it("[C5] a group has begun with a child that ended before it could be called", async () => {
    const world = new EngineWorld();
    await world.run(planOf([group("g", [step("g.a", { tool: "unheard" })])]));
    expect(world.step("g")).toMatchObject({ status: "FAILED", startedAt: world.clock.now() });
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "CHILDREN_FAILED", step: "g" } });
  });
});

function succeededOf(id: string): StepFinished {
  return {
    ...{ kind: "StepFinished", reused: false, step: id, group: null, status: "SUCCEEDED", attempt: 1, callId: null },
    ...{ outcome: "ANSWERED", output: null, content: null, failure: null, warning: null },
  };
}

/** Loses the object four times just after it said that it goes on, and a fifth time with its calls on their way. */
async function loopedWith(plan: Plan, last: (world: EngineWorld) => void = () => undefined): Promise<EngineWorld> {
  const world = EngineWorld.begun(() => never(), plan);
  for (let n = 0; n < 4; n += 1) {
    loseAfter(world, "ExecutionResumed");
    await world.drive();
  }
  await world.drive();
  world.crash();
  last(world);
  await world.drive();
  return world;
}

/** Loses the object now, and the next one with its first row of this kind. */
function loseAfter(world: EngineWorld, kind: ExecutionEvent["kind"]): void {
  world.crash();
  world.crashAfter(kind, 1);
}
