/** Remote tasks that need a person to go on, by the rules of the runner: when they are polled, told, and stopped. */
import { describe, expect, it } from "vitest";
import type { AttemptResult, CalleeAsks } from "../../../src/execution/events/attempt.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { atWork, failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const oneCall = (tool: string) => planOf([step("a", { tool, with: { topic: "tides" } })]);

describe("a remote task that asks a person", () => {
  const question = (n = 1): CalleeAsks => ({
    ...{ kind: "ASKS", prompt: "When?", responseSchema: { type: "object" }, details: { n }, handle: "task-1" },
  });
  const pollAt = async (world: EngineWorld) => {
    await world.clock.advance((world.runner.nextWakeAt() ?? 0) - world.clock.now());
    await world.drive();
  };

  it("at once or when it is polled is not polled while a person is asked", async () => {
    for (const first of [question(), atWork("task-1")]) {
      const world = new EngineWorld((call) => (call.continuation === undefined ? first : never()));
      world.answerPoll = () => question();
      await world.run(oneCall("remote"), { started: { humanInputTimeoutMs: 10_000_000 } });
      if (first.kind === "WAITS") await pollAt(world);
      const polls = world.polls.length;
      expect(world.step("a")).toMatchObject({ status: "WAITING", wait: { kind: "PERSON" } });
      expect(viewOf(world.state, undefined, undefined).steps[0]?.remoteTaskId).toBe("task-1");
      await world.clock.advance(9_000_000);
      await world.drive();
      expect(world.polls).toHaveLength(polls);
      expect([world.state.finished, world.state.clock.running]).toEqual([undefined, false]);
    }
  });

  it("goes on with the answer, is waited for anew, and ends as it ends", async () => {
    const world = new EngineWorld((call) =>
      call.continuation === undefined ? atWork("task-1") : atWork("task-1", null),
    );
    world.answerPoll = () => question();
    await world.run(oneCall("remote"));
    await pollAt(world);
    await world.clock.advance(500_000);
    world.runner.respond(given("a/1", true, "ann", null, { text: "mine" }));
    await world.drive();
    expect(world.calls[1]).toMatchObject({
      ...{ attempt: 2, callId: world.calls[0]?.callId },
      continuation: { details: { n: 1 }, response: { text: "mine" }, question: 1 },
    });
    expect(world.step("a")).toMatchObject({ wait: { kind: "REMOTE_TASK" }, continuation: undefined });
    expect(world.step("a").tasks).toMatchObject([{ handle: "task-1", attempt: 2, since: world.clock.now() }]);
    expect(world.runner.nextWakeAt()).toBe(world.clock.now() + 1_000);
    world.answerPoll = () => succeeded({ of: "task" }) as AttemptResult & { kind: "SUCCEEDED" };
    await pollAt(world);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.stops).toEqual([]);
  });

  it("may ask again after it was answered", async () => {
    const world = new EngineWorld((call) => (call.continuation === undefined ? question() : atWork("task-1")));
    world.answerPoll = () => question(2);
    await world.run(oneCall("remote"));
    world.runner.respond(given("a/1", true, "ann", null, {}));
    await world.drive();
    await pollAt(world);
    expect(world.step("a").questions).toMatchObject([
      { resolution: "ACCEPTED" },
      { requestId: "a/2", resolution: undefined },
    ]);
    world.runner.respond(given("a/2", true, "ann", null, {}));
    await world.drive();
    expect(world.calls[2]?.continuation).toMatchObject({ details: { n: 2 }, question: 2 });
  });

  it("[E7] is asked to stop if a person declines, if nobody answers in time, or by a cancel", async () => {
    const ends: readonly [string, (world: EngineWorld) => unknown][] = [
      ["REJECTED_BY_HUMAN", (world) => world.runner.respond(given("a/1", false, "ann"))],
      ["HUMAN_INPUT_EXPIRED", (world) => world.clock.advance(5_000)],
      ["CANCELLED", (world) => world.runner.cancel("me", undefined)],
    ];
    for (const [code, end] of ends) {
      const world = new EngineWorld(() => question());
      await world.run(oneCall("remote_keyed"), { started: { humanInputTimeoutMs: 5_000 } });
      await end(world);
      await world.drive();
      expect([code, world.calls.length]).toEqual([code, 1]);
      expect(world.step("a").failure?.code ?? world.step("a").status).toBe(code);
      expect(world.stops.map(({ call, wait }) => [wait.handle, call.attempt])).toEqual([["task-1", 1]]);
      expect(world.step("a").outcome).toBe("UNKNOWN");
    }
  });

  it("[E7] is asked to stop if it asks without end, or if it refuses the answer for good", async () => {
    const endless = new EngineWorld(() => question());
    await endless.run(oneCall("remote"));
    for (let n = 1; n <= 10; n += 1) {
      endless.runner.respond(given(`a/${n}`, true, "ann", null, {}));
      await endless.drive();
    }
    expect(endless.step("a")).toMatchObject({ status: "FAILED", failure: { code: "PROTOCOL" } });
    const refusing = new EngineWorld((call) =>
      call.continuation === undefined ? question() : failed("REJECTED", "INPUT_INVALID", null, false),
    );
    await refusing.run(oneCall("remote"));
    refusing.runner.respond(given("a/1", true, "ann", null, {}));
    await refusing.drive();
    expect(refusing.step("a")).toMatchObject({ status: "FAILED", failure: { code: "INPUT_INVALID" } });
    for (const world of [endless, refusing]) expect(world.stops.map(({ wait }) => wait.handle)).toEqual(["task-1"]);
  });

  it("[E7] is left alone while it has yet to be told, and told the same again after a crash", async () => {
    const world = new EngineWorld((call) => (call.continuation === undefined ? question() : failed("REJECTED")));
    const policy = { maxAttempts: 3, initialBackoffMs: 10 };
    await world.run(planOf([step("a", { tool: "remote_keyed", policy })]));
    world.runner.respond(given("a/1", true, "ann", null, { text: "mine" }));
    await world.drive();
    expect([world.stops.length, world.calls.length]).toEqual([0, 2]);
    world.answer = () => never();
    await world.clock.advance(10);
    await world.drive();
    world.crash();
    world.answer = () => atWork("task-1");
    await world.drive();
    expect(world.stops).toEqual([]);
    expect(world.calls.slice(1).map(({ continuation }) => continuation)).toEqual(
      world.calls.slice(1).map(() => ({
        ...{ details: { n: 1 }, isAccepted: true, response: { text: "mine" }, question: 1 },
      })),
    );
    expect(world.step("a").wait).toMatchObject({ kind: "REMOTE_TASK", handle: "task-1" });
  });

  it("[E7] is asked to stop after an unsafe answer was lost that nobody may repeat", async () => {
    const world = new EngineWorld((call) => (call.continuation === undefined ? question() : never()));
    await world.run(oneCall("remote"));
    world.runner.respond(given("a/1", true, "ann", null, {}));
    await world.drive();
    world.crash();
    await world.drive();
    expect(world.state.finished?.failure?.code).toBe("OUTCOME_UNKNOWN");
    expect(world.stops.map(({ wait }) => wait.handle)).toEqual(["task-1"]);
  });

  it("[E7] is asked to stop if the execution is cancelled before the answer could leave", async () => {
    const world = new EngineWorld(() => question());
    await world.run(oneCall("remote"));
    world.crashAfter("HumanInputResolved", 1);
    world.runner.respond(given("a/1", true, "ann", null, {}));
    await settled();
    world.runner.cancel("me", undefined);
    await world.drive();
    expect(world.calls).toHaveLength(1);
    expect(world.step("a")).toMatchObject({ status: "CANCELLED", outcome: "UNKNOWN" });
    expect(world.stops.map(({ wait }) => wait.handle)).toEqual(["task-1"]);
  });

  it("[E8] only after its call had been cut is asked to stop", async () => {
    const { answer, give } = held();
    const world = new EngineWorld(() => answer);
    await world.run(oneCall("remote"));
    world.runner.cancel("me", undefined);
    await world.drive();
    give(question());
    await settled();
    expect(world.stops.map(({ wait }) => wait.handle)).toEqual(["task-1"]);
    expect(world.journal.kinds.at(-1)).toBe("ExecutionFinished");
  });
});

describe("a remote task that waits until a person has permitted something elsewhere", () => {
  const link = "https://id.example/sign-in";
  const asks = (prompt = "Sign in"): CalleeAsks => ({
    ...{ kind: "ASKS", prompt, details: { taskId: "task-1", contextId: "c", question: prompt, isAuthorization: true } },
    ...{ handle: "task-1", authorize: { link } },
  });
  const started = { started: { humanInputTimeoutMs: 10_000_000 } };
  const pollAt = async (world: EngineWorld) => {
    await world.clock.advance((world.runner.nextWakeAt() ?? 0) - world.clock.now());
    await world.drive();
  };
  const waiting = async (answerPoll: EngineWorld["answerPoll"] = () => asks()) => {
    const world = new EngineWorld((call) => (call.continuation === undefined ? asks() : atWork("task-1")));
    world.answerPoll = answerPoll;
    await world.run(oneCall("remote"), started);
    return world;
  };
  const questionsOf = (world: EngineWorld) =>
    viewOf(world.state, (position) => world.journal.value(position), undefined).humanInputs;

  it("[N514] asks with a kind and a link of its own, and is polled ever more rarely, without a row, also by a fresh object", async () => {
    const world = await waiting();
    expect(questionsOf(world)).toMatchObject([
      { kind: "AUTHORIZE", purpose: "CALLEE", status: "PENDING", link, prompt: "Sign in" },
    ]);
    const rows = world.journal.rows.length;
    const since = world.clock.now();
    const times: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      if (at === 4) {
        world.crash();
        await world.drive();
      }
      await pollAt(world);
      times.push(world.clock.now() - since);
    }
    expect(times.slice(0, 3)).toEqual([5_000, 15_000, 35_000]);
    expect(times.at(-1)).toBeLessThanOrEqual(2_000_000);
    expect([world.journal.rows.length, world.state.clock.running, world.runner.busy]).toEqual([rows, false, false]);
    expect(world.calls).toHaveLength(1);
  });

  it("[N514] that moves on by itself withdraws the question: it goes on being waited for, or has ended", async () => {
    const working = await waiting(() => ({ kind: "PENDING", note: undefined }));
    await pollAt(working);
    expect(working.step("a")).toMatchObject({ status: "WAITING", wait: { kind: "REMOTE_TASK", handle: "task-1" } });
    expect(questionsOf(working)).toMatchObject([{ status: "WITHDRAWN" }]);
    working.crash();
    working.answerPoll = () => succeeded({ of: "task" }) as AttemptResult & { kind: "SUCCEEDED" };
    await working.drive();
    await pollAt(working);
    expect(working.state.finished?.status).toBe("SUCCEEDED");
    const ended = await waiting(() => succeeded({ of: "task" }) as AttemptResult & { kind: "SUCCEEDED" });
    await pollAt(ended);
    expect([ended.state.finished?.status, questionsOf(ended)[0]?.status]).toEqual(["SUCCEEDED", "WITHDRAWN"]);
    expect(ended.runner.respond(given("a/1")).kind).toBe("ALREADY_RESOLVED");
    const other = await waiting(() => asks("Sign in elsewhere"));
    await pollAt(other);
    expect(questionsOf(other)).toMatchObject([
      { status: "WITHDRAWN" },
      { status: "PENDING", prompt: "Sign in elsewhere" },
    ]);
    expect([...working.stops, ...ended.stops, ...other.stops]).toEqual([]);
  });

  it("[N514] is asked at once when a person says so, is asked to stop when the person declines, and lapses with the question", async () => {
    const accepted = await waiting();
    await pollAt(accepted);
    expect(accepted.runner.respond(given("a/1")).kind).toBe("RESOLVED");
    await accepted.drive();
    expect(accepted.calls[1]).toMatchObject({
      attempt: 2,
      continuation: { isAccepted: true, details: { taskId: "task-1" } },
    });
    expect(accepted.step("a")).toMatchObject({ wait: { kind: "REMOTE_TASK" } });
    const declined = await waiting();
    declined.runner.respond(given("a/1", false));
    await declined.drive();
    expect(declined.state.finished).toMatchObject({ status: "FAILED" });
    expect(declined.stops).toHaveLength(1);
    const lapsed = await waiting(() => ({ kind: "UNREACHABLE", message: "away" }));
    for (let at = 0; at < 40 && lapsed.state.finished === undefined; at += 1) await pollAt(lapsed);
    expect(questionsOf(lapsed)).toMatchObject([{ status: "EXPIRED" }]);
    expect(lapsed.step("a")).toMatchObject({ status: "FAILED", failure: { code: "HUMAN_INPUT_EXPIRED" } });
  });
});
