/** Steps that wait for tasks of remote agents, by the rules of the runner; what agents answer is tested with their calls. */
import { describe, expect, it } from "vitest";
import { statusOf, waitingFor } from "../../../src/execution/state/status.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { atWork, failed, failure, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

const oneTask = planOf([step("a", { tool: "remote" })]);

function done() {
  const result = succeeded({ of: "task" });
  if (result.kind !== "SUCCEEDED") throw new Error("it did not succeed");
  return result;
}

describe("a step that waits for a task of a remote agent", () => {
  it("[E2, E11] stores what is needed to ask for it, waits without being pinned, and ends as the task does", async () => {
    const world = new EngineWorld(() => atWork("task-1"));
    await world.run(oneTask);
    expect(world.step("a").wait).toEqual({
      ...{ kind: "REMOTE_TASK", handle: "task-1", details: { at: "peers" } },
      ...{ since: world.clock.now(), until: world.clock.now() + 1_800_000 },
    });
    expect([statusOf(world.state), waitingFor(world.state)]).toEqual(["WAITING", "REMOTE_TASK"]);
    expect(viewOf(world.state, undefined, undefined).steps[0]).toMatchObject({ remoteTaskId: "task-1", child: null });
    expect([world.runner.busy, world.clock.pendingTimers]).toEqual([false, 0]);
    world.answerPoll = done;
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.journal.kinds).toEqual([
      ...["ExecutionStarted", "StepStarted", "StepWaiting", "StepFinished", "ExecutionFinished"],
    ]);
    expect(world.calls).toHaveLength(1);
  });

  it("is asked after 1 s, 2 s, 4 s … and every 60 s at most, from the alarm", async () => {
    const world = new EngineWorld(() => atWork("task-1"));
    await world.run(oneTask);
    const began = world.clock.now();
    const asked: number[] = [];
    world.answerPoll = () => {
      asked.push((world.clock.now() - began) / 1_000);
      return { kind: "PENDING" };
    };
    while (asked.length < 9) {
      await world.clock.advance((world.runner.nextWakeAt() ?? 0) - world.clock.now());
      await world.drive();
    }
    expect(asked).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243]);
  });

  it("is asked by a fresh instance at once, but not before its first time has come", async () => {
    const world = new EngineWorld(() => atWork("task-1"));
    await world.run(oneTask);
    world.crash();
    await world.drive();
    expect(world.polls).toHaveLength(0);
    await world.clock.advance(500_000);
    world.crash();
    await world.drive();
    expect(world.polls).toHaveLength(1);
    expect(world.journal.kinds).not.toContain("ExecutionResumed");
  });

  it("[R19] goes on waiting while the agent wants something, which one row says", async () => {
    const world = new EngineWorld(() => atWork("task-1"));
    await world.run(oneTask);
    world.answerPoll = () => ({ kind: "PENDING", note: "INPUT_REQUIRED: which account?" });
    for (let n = 0; n < 3; n += 1) {
      await world.clock.advance((world.runner.nextWakeAt() ?? 0) - world.clock.now());
      await world.drive();
    }
    expect(world.journal.kinds.filter((kind) => kind === "StepWaiting")).toHaveLength(2);
    expect(viewOf(world.state, undefined, undefined).steps[0]?.waitNote).toBe("INPUT_REQUIRED: which account?");
    const { since, until } = world.step("a").wait ?? {};
    expect([since, until]).toEqual([world.state.startedAt, (world.state.startedAt ?? 0) + 1_800_000]);
    expect(world.step("a").tasks).toHaveLength(1);
    world.runner.ended("a", "task-1", { kind: "PENDING" });
    expect(world.step("a").wait?.note).toBeUndefined();
    world.runner.ended("a", "task-1", done());
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[E7] asks for the task after a crash and does not call again", async () => {
    const world = new EngineWorld(() => atWork("task-1"));
    await world.run(oneTask);
    world.answerPoll = done;
    await world.clock.advance(5_000);
    world.crash();
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.calls).toHaveLength(1);
  });

  it("[E7] has an unknown outcome if the object was lost before the answer that the agent took the call", async () => {
    const world = new EngineWorld(() => never());
    await world.run(oneTask);
    world.crash();
    await world.drive();
    expect(world.state.finished?.failure?.code).toBe("OUTCOME_UNKNOWN");
    expect(world.stops).toEqual([]);
  });

  it("[E2, E5] counts a further attempt that leaves no row of its own when it begins to wait", async () => {
    const world = new EngineWorld((call) => (call.attempt === 1 ? failed("REJECTED") : atWork("task-2")));
    await world.run(planOf([step("a", { tool: "remote_keyed", policy: { maxAttempts: 3, initialBackoffMs: 10 } })]));
    await world.clock.advance(10);
    await world.drive();
    expect(world.step("a")).toMatchObject({ status: "WAITING", attempt: 2, attempts: [{ number: 1 }, { number: 2 }] });
    expect(world.state.calls).toBe(2);
    const again = { kind: "FAILED", outcome: "ANSWERED", failure: failure("AGENT_ERROR") } as const;
    world.runner.ended("a", "task-2", again);
    await world.drive();
    await world.clock.advance(100);
    await world.drive();
    expect(world.calls.map((call) => [call.attempt, call.callId])).toEqual(
      [1, 2, 3].map((attempt) => [attempt, world.step("a").callId]),
    );
    expect(world.journal.kinds).toEqual([
      ...["ExecutionStarted", "StepStarted", "AttemptFailed", "StepWaiting", "AttemptFailed", "StepWaiting"],
    ]);
  });

  it("[O16, O38, E10] holds a permit of the execution and of its group while it waits", async () => {
    const world = new EngineWorld(() => atWork("task"));
    const ids = ["g.a", "g.b", "g.c"];
    const capped = group(
      "g",
      ids.map((id) => step(id, { tool: "remote" })),
      { maxConcurrency: 1 },
    );
    const others = group(
      "h",
      ["h.a", "h.b", "h.c"].map((id) => step(id, { tool: "child_read" })),
      { independent: true },
    );
    await world.run(planOf([capped, others]), { limits: { maxParallel: 3 } });
    expect(Object.values(world.statuses()).filter((status) => status === "WAITING")).toHaveLength(3);
    expect(ids.map((id) => world.step(id).status)).toEqual(["WAITING", "PENDING", "PENDING"]);
    world.answerPoll = done;
    let steps = 0;
    while (world.state.finished === undefined && steps++ < 20) {
      await world.clock.advance((world.runner.nextWakeAt() ?? 0) - world.clock.now());
      await world.drive();
    }
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[E10] holds back a further attempt of another step whose time has come", async () => {
    const world = new EngineWorld((call) => (call.stepId === "a" ? atWork("task") : failed("REJECTED")));
    const b = step("b", { tool: "read", policy: { maxAttempts: 2, initialBackoffMs: 10 } });
    const run = group("g", [b, step("a", { tool: "remote" })]);
    await world.run(planOf([run]), { limits: { maxParallel: 1 } });
    await world.clock.advance(500);
    await world.drive();
    expect(world.callsOf("b")).toHaveLength(1);
    world.crash();
    expect(world.runner.takesOver).toBe(false);
    world.answer = () => succeeded({});
    world.runner.ended("a", "task", done());
    await world.drive();
    expect(world.callsOf("b")).toHaveLength(2);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("is asked to stop, by a signal of its own, if the step was cut while the agent took the call", async () => {
    const world = new EngineWorld(() => atWork("task-1"));
    world.journal.afterAppend = (records) => {
      // The cancel comes in the turn in which the wait is stored.
      if (records.some(({ event }) => event.kind === "StepWaiting"))
        queueMicrotask(() => world.runner.cancel("me", undefined));
    };
    await world.run(oneTask);
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.stops.map(({ call, wait }) => [wait.handle, call.signal.aborted])).toEqual([["task-1", false]]);
    expect(world.stops[0]?.wait.details).toEqual({ at: "peers" });
  });
});

describe("a task that an agent made of a call which had been cut by then", () => {
  it("[E7, E8] that an agent began for a call that had been cut is asked to stop until it acknowledges that, also after the end", async () => {
    const late = held();
    const world = new EngineWorld(() => late.answer);
    world.answerStop = () => world.stops.length >= 3;
    await world.run(planOf([step("a", { tool: "remote", policy: { timeoutMs: 50 } })]));
    await world.clock.advance(50);
    expect(world.state.finished?.status).toBe("FAILED");
    late.give(atWork("t"));
    await settled();
    expect([world.stops.length, world.runner.busy, world.runner.awaitsLate]).toEqual([1, false, true]);
    await world.clock.advance(3_000);
    expect([world.stops.length, world.runner.awaitsLate, world.clock.pendingTimers]).toEqual([3, false, 0]);
  });

  it("[E8] is asked to stop, until it acknowledges that", async () => {
    const { answer, give } = held();
    const world = new EngineWorld(() => answer);
    await world.run(oneTask);
    world.runner.cancel("me", undefined);
    await world.drive();
    expect([world.state.finished?.status, world.stops]).toEqual(["CANCELLED", []]);
    world.answerStop = () => false;
    give(atWork("late-task"));
    await settled();
    expect(world.stops.map(({ call, wait }) => [wait.handle, wait.details, call.attempt])).toEqual([
      ["late-task", { at: "peers" }, 1],
    ]);
    expect(world.runner.stopsPending).toBe(true);
    world.answerStop = () => true;
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.stops).toHaveLength(2);
    expect(world.runner.stopsPending).toBe(false);
    expect(world.journal.kinds.at(-1)).toBe("ExecutionFinished");
  });

  it("[E5] is left alone while a further attempt may find it, and stopped if none did", async () => {
    const [first, second] = [held(), held()];
    const world = new EngineWorld(({ attempt }) => (attempt === 1 ? first : second).answer);
    const policy = { maxAttempts: 2, initialBackoffMs: 10, timeoutMs: 1_000 };
    await world.run(planOf([step("a", { tool: "remote_keyed", policy })]));
    await world.clock.advance(1_000);
    first.give(atWork("late-task"));
    await settled();
    await world.clock.advance(100);
    await world.drive();
    expect([world.calls.length, world.stops]).toEqual([2, []]);
    second.give(failed("ANSWERED", "AGENT_ERROR", null, false));
    await settled();
    expect(world.stops.map(({ wait }) => wait.handle)).toEqual(["late-task"]);
  });
});

describe("artifacts of a call", () => {
  const artifact = { name: "in.json", description: null, mediaType: "application/json", byteSize: 2, sha256: "ab" };

  it("[E2, E8] are recorded once, however many attempts store them, and never after the end", async () => {
    const world = new EngineWorld((call) => {
      call.onArtifact(artifact);
      return call.attempt === 1 ? failed("REJECTED") : succeeded({});
    });
    await world.run(planOf([step("a", { policy: { maxAttempts: 2, initialBackoffMs: 10 } })]));
    await world.clock.advance(10);
    await world.drive();
    expect(world.state.artifacts).toEqual([{ ...artifact, step: "a", storedAt: world.state.createdAt }]);
    expect(world.journal.kinds.filter((kind) => kind === "ArtifactStored")).toHaveLength(1);
    world.calls[0]?.onArtifact({ ...artifact, name: "late.json" });
    expect(world.journal.kinds.at(-1)).toBe("ExecutionFinished");
    expect(viewOf(world.state, undefined, undefined).artifacts).toHaveLength(1);
  });
});
