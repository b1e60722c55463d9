import { describe, expect, it } from "vitest";
import { derive } from "../../../src/execution/derive/derivation.ts";
import type { UsageView } from "../../../src/execution/events/usage.ts";
import { statusOf, usageOf, waitingFor } from "../../../src/execution/state/status.ts";
import { noChildUsage } from "../../../src/execution/state/usage-sum.ts";
import { projectionOf } from "../../../src/execution/views/projection.ts";
import { summaryOf } from "../../../src/execution/views/summary.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { atWork, failed, failure, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { callables, child } from "../../support/plan/callables.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

/** A world whose children end as `answer` says once they are polled. */
function worldOf(answer: EngineWorld["answerPoll"]): EngineWorld {
  const world = new EngineWorld();
  world.answerPoll = answer;
  return world;
}

const pending = { kind: "PENDING" } as const;

/** The end of a child. */
function ended(output = {}, usage?: UsageView) {
  const result = succeeded(output);
  if (result.kind !== "SUCCEEDED") throw new Error("it did not succeed");
  return usage === undefined ? result : { ...result, usage };
}

const childFailed = {
  kind: "FAILED",
  outcome: "ANSWERED",
  failure: failure("CHILD_FAILED"),
} as const;

const oneChild = planOf([step("a", { tool: "child_write", with: { x: 1 } })]);

describe("a step that runs as an execution of its own", () => {
  it("[E2, E3] is two transactions: its start and the name of the child in one, before anything is asked, then its end", async () => {
    const world = worldOf(() => ended({ of: "child" }));
    const transactions: string[][] = [];
    world.journal.beforeAppend = (records) => {
      transactions.push(records.map(({ event }) => event.kind));
      expect(world.polls, "polls before the first transaction").toHaveLength(transactions.length > 1 ? 1 : 0);
    };
    await world.run(oneChild);
    expect(transactions).toEqual([
      ["ExecutionStarted", "StepStarted", "StepWaiting"],
      ["StepFinished", "ExecutionFinished"],
    ]);
    expect(world.calls).toEqual([]);
    const [poll] = world.polls;
    expect(poll?.call).toMatchObject({
      stepId: "a",
      attempt: 1,
      arguments: { x: 1 },
      callable: { name: "child_write" },
    });
    expect(poll?.wait.handle).toMatch(/^[0-9a-f]{64}$/);
    expect(world.step("a")).toMatchObject({ status: "SUCCEEDED", outcome: "ANSWERED" });
    expect(world.step("a").wait).toBeUndefined();
  });

  it("[E9, E11] waits until its own time or that of the execution is over, and pins nothing meanwhile", async () => {
    const world = worldOf(() => pending);
    await world.run(
      planOf([step("a", { tool: "child_read" }), step("b", { tool: "child_read", policy: { timeoutMs: 5_000 } })]),
      { limits: { timeoutMs: 400_000, stepTimeoutMs: 1_000 } },
    );
    const now = world.clock.now();
    expect(world.step("a").wait?.until).toBe(now + 400_000);
    expect(world.step("b").wait?.until).toBe(now + 5_000);
    expect(statusOf(world.state)).toBe("WAITING");
    expect(waitingFor(world.state)).toBe("CHILD");
    expect(summaryOf(world.state)).toMatchObject({ status: "WAITING", waitingFor: "CHILD" });
    expect(world.state.clock.running).toBe(true);
    expect(world.runner.busy).toBe(false);
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.runner.nextWakeAt()).toBe(now + 5_000);
  });

  it("[E6] a fresh instance that finds only children to wait for asks once for each and says nothing of a resumption", async () => {
    const world = worldOf(() => pending);
    await world.run(oneChild);
    const rows = world.journal.rows.length;
    for (let n = 1; n <= 8; n += 1) {
      world.crash();
      expect(world.runner.takesOver).toBe(false);
      await world.drive();
      await world.drive();
      expect(world.polls).toHaveLength(1 + n);
    }
    expect(world.journal.rows).toHaveLength(rows);
    expect(new Set(world.polls.map(({ wait }) => wait.handle)).size).toBe(1);
  });

  it("[E6, E10] steps that wait for a permit of children are no work that was begun, however often the object is lost", async () => {
    const world = worldOf(() => pending);
    const steps = ["a", "b", "c", "d"].map((id) => step(id, { tool: "child_read" }));
    await world.run(planOf([group("g", steps)]), { limits: { maxParallel: 2 } });
    expect(world.statuses()).toMatchObject({ a: "WAITING", b: "WAITING", c: "PENDING", d: "PENDING" });
    for (let n = 0; n < 8; n += 1) {
      world.crash();
      expect(world.runner.takesOver).toBe(false);
      await world.drive();
    }
    expect(world.journal.kinds).not.toContain("ExecutionResumed");
    world.answerPoll = () => ended();
    world.crash();
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("is asked at 30 s, at 90 s, then up to every 10 min, and a poll leaves no row", async () => {
    const world = worldOf(() => pending);
    await world.run(oneChild, { limits: { timeoutMs: 3_600_000 } });
    const began = world.clock.now();
    const rows = world.journal.rows.length;
    const asked: number[] = [];
    world.answerPoll = () => {
      asked.push(world.clock.now() - began);
      return pending;
    };
    while (asked.length < 7) {
      const wakeAt = world.runner.nextWakeAt() ?? 0;
      expect(wakeAt).toBeGreaterThan(world.clock.now());
      await world.clock.advance(wakeAt - world.clock.now());
      await world.drive();
    }
    expect(asked).toEqual([30, 90, 210, 450, 930, 1_530, 2_130].map((seconds) => seconds * 1_000));
    expect(world.journal.rows).toHaveLength(rows);
  });

  it("is asked soon again while it cannot be reached, because nobody may have made it yet, and then by the schedule", async () => {
    const world = worldOf(() => ({ kind: "UNREACHABLE", message: "away" }));
    await world.run(oneChild, { limits: { timeoutMs: 3_600_000 } });
    const began = world.clock.now();
    const asked: number[] = [];
    world.answerPoll = () => {
      asked.push((world.clock.now() - began) / 1_000);
      return asked.length < 8 || asked.length === 10 ? { kind: "UNREACHABLE", message: "away" } : pending;
    };
    while (asked.length < 12) {
      const wakeAt = world.runner.nextWakeAt() ?? 0;
      expect(world.runner.busy).toBe(false);
      await world.clock.advance(wakeAt - world.clock.now());
      await world.drive();
    }
    // Every 30 s at the slowest, and never later than the schedule: 30 s, 90 s, 210 s, 450 s.
    expect(asked).toEqual([1, 3, 7, 15, 30, 60, 90, 120, 210, 450, 451, 930]);
  });

  it("[N56] that a cap of the tenant keeps from beginning says so and until when, is asked no sooner, and then no more", async () => {
    const world = worldOf(() => pending);
    const start = world.clock.now();
    const admittedAt = start + 45_000;
    world.answerPoll = () => {
      const now = world.clock.now();
      if (now >= admittedAt) return pending;
      return { kind: "NOT_ADMITTED", note: "waits to be admitted", retryAt: admittedAt };
    };
    await world.run(oneChild);
    expect(viewOf(world.state, undefined, undefined).steps[0]?.waitNote).toBe("waits to be admitted");
    expect(world.runner.nextWakeAt()).toBe(admittedAt);
    world.crash();
    await world.drive();
    // A fresh instance asks at once, and the same again is no further row.
    expect([world.polls.length, world.runner.nextWakeAt()]).toEqual([2, admittedAt]);
    expect(world.journal.kinds.filter((kind) => kind === "StepWaiting")).toHaveLength(2);
    await world.clock.advance(admittedAt - start);
    await world.drive();
    expect(world.polls).toHaveLength(3);
    const [step] = viewOf(world.state, undefined, undefined).steps;
    expect([step?.status, step?.waitNote]).toEqual(["WAITING", null]);
    expect(world.step("a").tasks).toHaveLength(1);
    expect(world.runner.nextWakeAt()).toBeGreaterThan(admittedAt);
  });

  it("is asked again if it cannot be reached or does not answer, and fails by neither", async () => {
    const world = worldOf(() => ({ kind: "UNREACHABLE", message: "away" }));
    await world.run(oneChild);
    expect(world.step("a").status).toBe("WAITING");
    world.answerPoll = () => new Promise(() => {});
    await world.clock.advance(30_000);
    await world.drive();
    expect(world.runner.busy).toBe(true);
    await world.clock.advance(30_000);
    expect(world.runner.busy).toBe(false);
    world.answerPoll = () => ended();
    await world.clock.advance(30_000);
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[E7] whose time is over has an unknown outcome: harmless it is made anew under another name, and the old one stopped", async () => {
    const world = worldOf(() => pending);
    await world.run(planOf([step("a", { tool: "child_read", policy: { timeoutMs: 1_000, initialBackoffMs: 10 } })]));
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.stops.map(({ call, wait }) => [call.attempt, wait.handle])).toEqual([
      [1, world.polls[0]?.wait.handle],
    ]);
    await world.clock.advance(10);
    await world.drive();
    expect(world.polls.map(({ call }) => [call.attempt, call.callId])).toEqual([
      [1, world.step("a").callId],
      [2, world.step("a").callId],
    ]);
    expect(new Set(world.polls.map(({ wait }) => wait.handle)).size).toBe(2);
    expect(world.step("a").attempts).toMatchObject([
      { number: 1, outcome: "UNKNOWN", failure: { code: "STEP_TIMEOUT" } },
      { number: 2 },
    ]);
    expect(world.step("a").attempts[1]?.outcome).toBeUndefined();
    expect(world.step("a").tasks.map(({ standing }) => standing)).toEqual(["GIVEN_UP", "WAITED_FOR"]);
  });

  it("[E7] whose time is over is not made anew if it could do its effect twice", async () => {
    const world = worldOf(() => pending);
    await world.run(planOf([step("a", { tool: "child_write", policy: { timeoutMs: 1_000, maxAttempts: 3 } })]));
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "OUTCOME_UNKNOWN" } });
    expect(world.polls).toHaveLength(1);
    expect(world.stops).toHaveLength(1);
  });

  it("that failed is made anew as another child, within maxAttempts", async () => {
    const world = worldOf(({ call }) => (call.attempt === 1 ? childFailed : ended()));
    await world.run(planOf([step("a", { tool: "child_write", policy: { maxAttempts: 2, initialBackoffMs: 10 } })]));
    await world.clock.advance(10);
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.journal.kinds).toEqual([
      ...["ExecutionStarted", "StepStarted", "StepWaiting", "AttemptFailed", "StepStarted", "StepWaiting"],
      ...["StepFinished", "ExecutionFinished"],
    ]);
    expect(world.stops).toEqual([]);
    expect(world.state.calls).toBe(2);
  });

  it("[O19] fails by a fault of our own and takes nothing else with it", async () => {
    const world = worldOf(() => Promise.reject(new Error("the port is broken")));
    await world.run(planOf([step("a", { tool: "child_write", policy: { continueOnFailure: true } }), step("b")]));
    expect(world.state.finished?.status).toBe("PARTIAL");
    expect(world.step("a").failure?.code).toBe("OUTCOME_UNKNOWN");
  });

  it("asks a person first if it says of itself that it may destroy", async () => {
    const world = worldOf(() => ended());
    const options = { callables: [...callables, child("raze", "UNSAFE", { declaredDestructive: true })] };
    await world.run(planOf([step("a", { tool: "raze" })]), options);
    expect(world.polls).toEqual([]);
    world.runner.respond(given("a/1"));
    await world.drive();
    expect(world.polls).toHaveLength(1);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[O24, C23] is refused below the greatest depth and within itself, before anything is made", async () => {
    const nested = { root: "root", parent: { execution: "above", stepPath: "s" }, depth: 3, ancestors: [] };
    const deep = worldOf(() => ended());
    await deep.run(oneChild, { started: { origin: nested }, limits: { maxDepth: 3 } });
    expect(deep.step("a")).toMatchObject({
      status: "FAILED",
      outcome: "NOT_SENT",
      failure: { code: "DEPTH_EXCEEDED" },
    });
    const circle = worldOf(() => ended());
    const ancestors = ["workflow:child_write"];
    await circle.run(oneChild, { started: { origin: { ...nested, depth: 1, ancestors } } });
    expect(circle.step("a")).toMatchObject({ status: "FAILED", failure: { code: "CALL_CYCLE" } });
    expect([...deep.polls, ...circle.polls]).toEqual([]);
    expect(circle.journal.kinds).not.toContain("StepStarted");
  });
});

describe("an end that a child tells by itself", () => {
  it("[E8] counts once, and only from the child that is waited for", async () => {
    const world = worldOf(() => pending);
    await world.run(oneChild);
    const handle = world.polls[0]?.wait.handle ?? "";
    world.runner.ended("a", "another", ended({ of: "another" }));
    world.runner.ended("nowhere", handle, ended({ of: "nowhere" }));
    expect(world.step("a").status).toBe("WAITING");
    world.runner.ended("a", handle, ended({ of: "child" }));
    world.runner.ended("a", handle, ended({ of: "again" }));
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    const { output } = world.step("a");
    expect(output === undefined ? null : world.journal.value(output)).toEqual({ of: "child" });
    expect(world.journal.kinds).toEqual([
      ...["ExecutionStarted", "StepStarted", "StepWaiting", "StepFinished", "ExecutionFinished"],
    ]);
    expect(world.ignored).toEqual([]);
  });

  it("[E8] is taken by a fresh instance, which need not ask for it first", async () => {
    const world = worldOf(() => pending);
    await world.run(oneChild);
    const handle = world.polls[0]?.wait.handle ?? "";
    world.crash();
    world.runner.ended("a", handle, ended());
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.polls).toHaveLength(1);
  });

  it("[E8] of a child that lost to a sibling is CallIgnored, reported twice or not, and a line of the log after the end", async () => {
    const world = worldOf(() => pending);
    const children = [step("a", { tool: "child_write" }), step("b")];
    const first = group("g", children, { mergeStrategy: "FIRST_SUCCESS" });
    await world.run(planOf([first, step("z", { tool: "child_read", after: ["g"] })]));
    expect(world.statuses()).toMatchObject({ a: "CANCELLED", b: "SUCCEEDED", z: "WAITING" });
    const handle = world.polls[0]?.wait.handle ?? "";
    world.runner.ended("a", handle, ended());
    world.runner.ended("a", handle, ended());
    expect(world.journal.kinds.filter((kind) => kind === "CallIgnored")).toHaveLength(1);
    world.runner.ended("z", world.polls[1]?.wait.handle ?? "", ended());
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    const rows = world.journal.rows.length;
    world.crash();
    world.runner.ended("a", handle, ended());
    expect(world.journal.rows).toHaveLength(rows);
    expect(world.ignored).toHaveLength(1);
  });

  it("[E9] does not count once the time for it is over", async () => {
    const world = worldOf(() => pending);
    await world.run(planOf([step("a", { tool: "child_write", policy: { timeoutMs: 1_000 } })]));
    world.clock.skip(1_000);
    world.runner.ended("a", world.polls[0]?.wait.handle ?? "", ended());
    await world.drive();
    expect(world.step("a")).toMatchObject({ status: "FAILED", outcome: "UNKNOWN" });
  });

  it("[E8] changes nothing if it comes while the child is being asked, whose answer then comes to nobody", async () => {
    const world = worldOf(() => pending);
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ended>>();
    world.answerPoll = () => promise;
    await world.run(oneChild);
    expect(world.runner.busy).toBe(true);
    world.runner.ended("a", world.polls[0]?.wait.handle ?? "", ended({ of: "push" }));
    await settled();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.runner.busy).toBe(false);
    resolve(ended({ of: "poll" }));
    await settled();
    expect(world.ignored).toEqual([]);
    expect(world.journal.kinds).not.toContain("CallIgnored");
  });
});

describe("what nobody waits for any more", () => {
  it.each([
    ["a cancel", (world: EngineWorld) => world.runner.cancel("someone", undefined), "CANCELLED", null],
    ["the deadline", (world: EngineWorld) => world.clock.skip(400_000), "FAILED", "EXECUTION_TIMEOUT"],
  ] as const)(
    "by %s is told to stop again and again until it acknowledges it, after the end too",
    async (_, end, status, code) => {
      const world = worldOf(() => pending);
      let isAway = true;
      world.answerStop = () => !isAway;
      await world.run(oneChild, { limits: { timeoutMs: 400_000 } });
      end(world);
      await world.drive();
      expect(world.state.finished?.status).toBe(status);
      expect(world.step("a")).toMatchObject({ outcome: "UNKNOWN", failure: code === null ? undefined : { code } });
      const tries: number[] = [];
      for (let n = 0; n < 9; n += 1) {
        expect(world.runner.stopsPending).toBe(true);
        const wakeAt = world.runner.nextWakeAt() ?? 0;
        tries.push(wakeAt - world.clock.now());
        await world.clock.advance(wakeAt - world.clock.now());
        await world.drive();
      }
      expect(tries).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
      isAway = false;
      await world.clock.advance(60_000);
      await world.drive();
      expect(world.runner.stopsPending).toBe(false);
      expect(world.runner.nextWakeAt()).toBeUndefined();
      expect(new Set(world.stops.map(({ wait }) => wait.handle))).toEqual(new Set([world.polls[0]?.wait.handle]));
    },
  );

  it("is told so once more by a fresh instance, and by nobody an hour later", async () => {
    const world = worldOf(() => pending);
    await world.run(oneChild);
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(world.stops).toHaveLength(1);
    world.crash();
    expect(world.runner.nextWakeAt()).toBe(world.clock.now());
    await world.drive();
    expect(world.stops).toHaveLength(2);
    expect(world.runner.nextWakeAt()).toBeUndefined();
    await world.clock.advance(3_600_000);
    world.crash();
    expect(world.runner.nextWakeAt()).toBeUndefined();
    await world.drive();
    expect(world.stops).toHaveLength(2);
  });

  it("is not asked to stop if it says first that it has ended", async () => {
    const world = worldOf(() => pending);
    world.answerStop = () => false;
    await world.run(oneChild);
    world.runner.cancel("someone", undefined);
    await world.drive();
    world.runner.ended("a", world.polls[0]?.wait.handle ?? "", { ...childFailed, failure: failure("CANCELLED") });
    expect(world.runner.nextWakeAt()).toBeUndefined();
    expect(world.ignored).toEqual([]);
  });

  it("by a halt is stopped, but not the children of a collect that runs", async () => {
    const world = worldOf(() => pending);
    let give: (result: ReturnType<typeof failed>) => void = () => undefined;
    world.answer = () => new Promise((resolve) => (give = resolve));
    const collect = group("g", [step("g.a", { tool: "child_read" })], { independent: true });
    await world.run(planOf([step("x"), step("y", { tool: "child_read" }), collect]));
    give(failed("ANSWERED", "TOOL_ERROR", null, false));
    await settled();
    expect(world.statuses()).toEqual({ x: "FAILED", y: "CANCELLED", g: "RUNNING", "g.a": "WAITING" });
    expect(world.stops.map(({ call }) => call.stepId)).toEqual(["y"]);
    world.runner.ended("g.a", world.polls[1]?.wait.handle ?? "", ended());
    await world.drive();
    expect(world.state.finished?.status).toBe("PARTIAL");
  });

  it("[E6, E8] by a crash loop has an unknown outcome and is asked to stop", async () => {
    const world = new EngineWorld(() => new Promise(() => {}), { singly: true });
    world.answerPoll = () => pending;
    const lost = group("g", [step("g.a"), step("g.b")], { independent: true });
    await world.run(planOf([step("a", { tool: "child_write" }), lost]));
    for (let n = 0; n < 8 && world.state.finished === undefined; n += 1) {
      world.crash();
      // Only the resumption is stored, then the object is lost again.
      world.crashAfter("ExecutionResumed");
      await world.drive();
    }
    expect(world.state.finished?.failure?.code).toBe("CRASH_LOOP");
    expect(world.step("a")).toMatchObject({ status: "FAILED", outcome: "UNKNOWN" });
    expect(world.stops.map(({ call }) => call.stepId)).toEqual(["a"]);
  });
});

describe("a crash", () => {
  it("[E2, E6] after whatever row: every child is the same, none that ended is asked again, and all ends as it would have", async () => {
    const plan = planOf([
      step("a", { tool: "child_write" }),
      group("g", [step("g.b", { tool: "child_read" }), step("g.c", { tool: "remote" })], { after: ["a"] }),
      step("z", { tool: "child_read", after: ["g"], policy: { maxAttempts: 2, initialBackoffMs: 10 } }),
    ]);
    const answer: EngineWorld["answerPoll"] = ({ call }) =>
      call.stepId === "z" && call.attempt === 1 ? childFailed : ended({ of: call.stepId });
    const ride = async (world: EngineWorld) => {
      world.answer = (call) => (call.stepId === "g.c" ? atWork("task-c") : succeeded({}));
      world.answerPoll = answer;
      for (let n = 0; n < 20 && world.state.finished === undefined; n += 1) {
        await world.drive();
        await world.clock.advance(Math.max(0, (world.runner.nextWakeAt() ?? world.clock.now()) - world.clock.now()));
      }
      expect(world.state.finished?.status).toBe("SUCCEEDED");
    };
    const handles = (world: EngineWorld) => world.state.steps.all.map(({ tasks }) => tasks.map(({ handle }) => handle));
    const undisturbed = new EngineWorld(undefined, { singly: true });
    undisturbed.begin(plan);
    await ride(undisturbed);
    const rows = undisturbed.journal.rows;
    expect(rows).toHaveLength(18);
    let ridden = 0;
    for (let kept = 1; kept <= rows.length; kept += 1) {
      const world = new EngineWorld(undefined, { rows: rows.slice(0, kept) });
      const before = Object.entries(world.statuses()).filter(([, status]) => status === "SUCCEEDED");
      // The start of a child is stored with its name, so no crash comes between; that of a remote agent may have left for good.
      if (Object.entries(world.statuses()).some(([id, status]) => id !== "g" && status === "RUNNING")) continue;
      await ride(world);
      ridden += 1;
      expect(handles(world), `after row ${kept}`).toEqual(handles(undisturbed));
      for (const [id] of before) expect(world.polls.filter(({ call }) => call.stepId === id)).toEqual([]);
      expect(world.stops).toEqual([]);
    }
    expect(ridden).toBeGreaterThan(10);
  });
});

describe("readers of an execution with children", () => {
  const used: UsageView = {
    ...noChildUsage,
    toolCalls: 3,
    agentCalls: 1,
    modelCalls: 2,
    inputTokens: 70,
    costMicros: 5,
  };

  it("[O17, O33] find the child by name while it runs and afterwards, and what it consumed", async () => {
    const world = worldOf(() => pending);
    await world.run(oneChild);
    const handle = world.polls[0]?.wait.handle ?? "";
    expect(viewOf(world.state, undefined, undefined).steps[0]).toMatchObject({
      waitsFor: "CHILD",
      child: handle,
      remoteTaskId: null,
    });
    world.runner.ended("a", handle, ended({}, used));
    await world.drive();
    expect(viewOf(world.state, undefined, undefined).steps[0]).toMatchObject({ waitsFor: null, child: handle });
    expect(usageOf(world.state)).toEqual({ ...used, toolCalls: 4 });
    const read = (position: Parameters<EngineWorld["journal"]["value"]>[0]) => world.journal.value(position);
    const document = projectionOf(world.state, "ORCHESTRATE", read);
    expect(document).toMatchObject({ success: true, steps: [{ id: "a", status: "success", exec_id: handle }] });
  });
});

describe("a retry of an execution with children", () => {
  const request = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;

  it("[E5] keeps the key of a child whose outcome is unknown, which is called again only if somebody says so, as another child", async () => {
    const world = worldOf(() => pending);
    await world.run(oneChild);
    world.runner.cancel("someone", undefined);
    await world.drive();
    const read = (position: Parameters<EngineWorld["journal"]["value"]>[0]) => world.journal.value(position);
    expect(derive(world.state, request, read)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["a"] });
    const derived = derive(world.state, { ...request, callAgain: ["a"] }, read);
    if (derived.kind !== "DERIVED") throw new Error(derived.kind);
    expect(derived.derivation.keys).toEqual([{ step: "a", origin: "execution", generation: 0, unknown: true }]);
    const again = worldOf(() => ended());
    await again.run(oneChild, { started: { execution: "again", derivation: derived.derivation } });
    expect(again.polls[0]?.call.callId).toBe(world.polls[0]?.call.callId);
    expect(again.polls[0]?.wait.handle).not.toBe(world.polls[0]?.wait.handle);
  });
});
