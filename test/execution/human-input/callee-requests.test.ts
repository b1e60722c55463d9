/** Callees that need a person to go on, by the rules of the runner; what they ask and are told is tested with their calls. */
import { describe, expect, it } from "vitest";
import type { Call } from "../../../src/durable/ports/ports.ts";
import type { AttemptResult, CalleeAsks } from "../../../src/execution/events/attempt.ts";
import { statusOf, waitingFor } from "../../../src/execution/state/status.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

const schema = { type: "object", properties: { time: { type: "string" } }, required: ["time"] } as const;
const details = { requestState: " to the letter\n", keys: ["meeting"] };

function asking(more: Partial<CalleeAsks> = {}): CalleeAsks {
  return { kind: "ASKS", prompt: "When?", responseSchema: schema, details, ...more };
}

/** Asks once, then succeeds with what it was told. */
function asksOnce(question = asking()) {
  return (call: Call): AttemptResult =>
    call.continuation === undefined ? question : succeeded({ told: call.attempt });
}

/** A call that asks first, is told, and is retried after a back-off: `answers` are those of its attempts. */
async function answeredAndRetried(answers: readonly AttemptResult[]): Promise<EngineWorld> {
  const world = new EngineWorld((call) => answers[call.attempt - 1] ?? never());
  const policy = { maxAttempts: 2, initialBackoffMs: 10 };
  await world.run(planOf([step("a", { tool: "write", policy })]));
  world.runner.respond(given("a/1", true, "ann", null, noon));
  await world.drive();
  await world.clock.advance(10);
  await world.drive();
  return world;
}

const oneCall = (tool: string) => planOf([step("a", { tool, with: { topic: "tides" } })]);
const noon = { time: "noon" };

describe("a callee that asks a person", () => {
  it("[E2, E9, E11] has its question stored in one row, and the step waits without being pinned", async () => {
    const world = new EngineWorld(asksOnce());
    await world.run(oneCall("write"), { started: { humanInputTimeoutMs: 5_000 } });
    expect(world.journal.kinds).toEqual(["ExecutionStarted", "StepStarted", "StepWaiting"]);
    expect([statusOf(world.state), waitingFor(world.state)]).toEqual(["WAITING", "PERSON"]);
    expect([world.runner.busy, world.clock.pendingTimers]).toEqual([false, 0]);
    expect(world.state.clock.running).toBe(false);
    expect(world.runner.nextWakeAt()).toBe(world.clock.now() + 5_000);
    const view = viewOf(world.state, (position) => world.journal.value(position), undefined);
    expect(view.humanInputs).toMatchObject([
      {
        ...{ requestId: "a/1", step: "a", purpose: "CALLEE", kind: "FORM", prompt: "When?", status: "PENDING" },
        responseSchema: { inline: schema },
      },
    ]);
    expect(view.steps[0]?.attempts).toMatchObject([{ number: 1, outcome: "ANSWERED", finishedAt: world.clock.now() }]);
  });

  it.each(["read", "idempotent", "keyed", "write"])(
    "[E5] is told the answer by a further attempt with the same key and arguments (%s)",
    async (tool) => {
      const world = new EngineWorld(asksOnce());
      await world.run(oneCall(tool));
      expect(world.runner.respond(given("a/1", true, "ann", null, noon)).kind).toBe("RESOLVED");
      await world.drive();
      const [first, second] = world.calls;
      expect(first?.continuation).toBeUndefined();
      expect(second).toMatchObject({ attempt: 2, callId: first?.callId, arguments: { topic: "tides" } });
      expect(second?.continuation).toEqual({ details, isAccepted: true, response: noon, question: 1 });
      expect(world.state.finished?.status).toBe("SUCCEEDED");
      expect(world.state.calls).toBe(2);
      // Only where calling twice could do harm does the further attempt have a row of its own (E2).
      const starts = world.journal.kinds.filter((kind) => kind === "StepStarted");
      expect(starts).toHaveLength(tool === "write" ? 2 : 1);
    },
  );

  it("refuses an answer that breaks the form, and goes on waiting", async () => {
    const world = new EngineWorld(asksOnce());
    await world.run(oneCall("write"));
    expect(world.runner.respond(given("a/1", true, "ann", null, { time: 12 })).kind).toBe("INVALID");
    expect(world.runner.respond(given("a/1", true, "ann", null, null)).kind).toBe("INVALID");
    await world.drive();
    expect([world.calls.length, world.step("a").status]).toEqual([1, "WAITING"]);
    expect(world.runner.respond(given("a/1", true, "ann", null, noon)).kind).toBe("RESOLVED");
    expect(world.runner.respond(given("a/1", false, "bob")).kind).toBe("ALREADY_RESOLVED");
  });

  it("[N927] takes no data where a person is to connect, says why, and stores nothing of it", async () => {
    const world = new EngineWorld(
      asksOnce(asking({ connect: "c1", responseSchema: undefined, details: { connect: "c1" } })),
    );
    await world.run(oneCall("write"));
    const answer = world.runner.respond(given("a/1", true, "ann", null, { NOTES: "pat-of-ann-5ecret" }));
    expect(answer).toMatchObject({
      kind: "INVALID",
      violations: [{ message: expect.stringContaining("because the person connects at the link of the question") }],
    });
    expect(JSON.stringify(answer)).not.toContain("5ecret");
    expect(world.journal.kinds.at(-1)).toBe("StepWaiting");
    expect(world.runner.respond(given("a/1", true, "ann", null, null)).kind).toBe("RESOLVED");
  });

  it("is told that a person declined, and decides itself how the call ends", async () => {
    const world = new EngineWorld(asksOnce());
    await world.run(oneCall("write"));
    world.runner.respond(given("a/1", false, "ann", "not today"));
    await world.drive();
    expect(world.calls[1]?.continuation).toEqual({ details, isAccepted: false, response: null, question: 1 });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("may ask again, each time with what it gave last", async () => {
    const answers = [asking(), asking({ prompt: "How many?", details: { n: 2 } }), succeeded({})];
    const world = new EngineWorld((call) => answers[call.attempt - 1] ?? never());
    await world.run(oneCall("read"));
    world.runner.respond(given("a/1", true, "ann", null, noon));
    await world.drive();
    expect(world.step("a").wait?.details).toEqual({ n: 2 });
    world.runner.respond(given("a/2", true, "ann", null, { time: "two" }));
    await world.drive();
    expect(world.calls[2]?.continuation).toEqual({
      ...{ details: { n: 2 }, isAccepted: true, response: { time: "two" }, question: 2 },
    });
    expect(world.state.calls).toBe(3);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("that asks without end is asked for no more after ten times", async () => {
    const world = new EngineWorld(() => asking());
    await world.run(oneCall("write"));
    for (let n = 1; n <= 10; n += 1) {
      expect(world.runner.respond(given(`a/${n}`, true, "ann", null, noon)).kind).toBe("RESOLVED");
      await world.drive();
    }
    expect(world.calls).toHaveLength(11);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "PROTOCOL" } });
    expect(world.step("a")).toMatchObject({ outcome: "ANSWERED", failure: { details: { maxQuestions: 10 } } });
  });

  it("and gets no answer in time fails the step, and is called no more", async () => {
    const world = new EngineWorld(asksOnce());
    await world.run(oneCall("write"), { started: { humanInputTimeoutMs: 5_000 } });
    await world.clock.advance(5_000);
    expect(world.runner.respond(given("a/1", true, "ann", null, noon)).kind).toBe("EXPIRED");
    await world.drive();
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "HUMAN_INPUT_EXPIRED" } });
    expect([world.calls.length, world.step("a").outcome]).toEqual([1, "ANSWERED"]);
  });

  it("has its question withdrawn by a cancel", async () => {
    const world = new EngineWorld(asksOnce());
    await world.run(oneCall("write"));
    world.runner.cancel("me", undefined);
    await world.drive();
    expect(world.step("a")).toMatchObject({ status: "CANCELLED", questions: [{ resolution: "WITHDRAWN" }] });
    expect(world.runner.respond(given("a/1", true, "ann", null, noon)).kind).toBe("ALREADY_RESOLVED");
  });

  it("may ask beside others: each is answered, declined or left alone without disturbing the rest", async () => {
    const world = new EngineWorld((call) =>
      call.continuation === undefined ? asking({ details: { of: call.stepId } }) : succeeded({ told: call.stepId }),
    );
    const ids = ["g.a", "g.b", "g.c"];
    await world.run(
      planOf([
        group(
          "g",
          ids.map((id) => step(id, { tool: "write" })),
        ),
      ]),
      { limits: { maxParallel: 1 } },
    );
    // Who waits for a person holds no permit (E10).
    expect(Object.values(world.statuses())).toEqual(["RUNNING", "WAITING", "WAITING", "WAITING"]);
    world.runner.respond(given("g.b/1", true, "ann", null, noon));
    await world.drive();
    world.runner.respond(given("g.a/1", false, "bob"));
    await world.drive();
    expect(world.statuses()).toMatchObject({ "g.a": "SUCCEEDED", "g.b": "SUCCEEDED", "g.c": "WAITING" });
    expect(world.calls.slice(3).map(({ continuation }) => continuation)).toMatchObject([
      { details: { of: "g.b" }, isAccepted: true, response: noon },
      { details: { of: "g.a" }, isAccepted: false, response: null },
    ]);
    world.runner.respond(given("g.c/1", true, "ann", null, noon));
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[E7] refuses the answer for now and is told it again after the back-off", async () => {
    const answers = [asking(), failed("REJECTED"), succeeded({})];
    const world = await answeredAndRetried(answers);
    expect(world.calls.map(({ continuation }) => continuation?.response ?? null)).toEqual([null, noon, noon]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("that answered with a failure begins anew if it is called again", async () => {
    const answers = [asking(), failed("ANSWERED", "TOOL_ERROR"), succeeded({})];
    const world = await answeredAndRetried(answers);
    expect(world.calls[2]?.continuation).toBeUndefined();
  });
});

describe("an answer to a callee whose object is lost", () => {
  /** Stores the answer in an object that is lost before it can call. */
  async function answeredAndLost(tool: string): Promise<EngineWorld> {
    const world = new EngineWorld(asksOnce(), { singly: true });
    await world.run(oneCall(tool));
    world.crashAfter("HumanInputResolved");
    world.runner.respond(given("a/1", true, "ann", null, noon));
    await settled();
    expect(world.calls).toHaveLength(1);
    return world;
  }

  it.each(["read", "keyed", "write"])("[E3] before the retry left is told by the next object (%s)", async (tool) => {
    const world = await answeredAndLost(tool);
    await world.drive();
    expect(world.calls).toHaveLength(2);
    expect(world.calls[1]).toMatchObject({ callId: world.calls[0]?.callId, continuation: { details, response: noon } });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it.each(["read", "idempotent", "keyed"])(
    "[E5, E7] after the retry left is told once more, under the same key (%s)",
    async (tool) => {
      const world = new EngineWorld((call) => (call.continuation === undefined ? asking() : never()));
      await world.run(oneCall(tool));
      world.runner.respond(given("a/1", true, "ann", null, noon));
      await world.drive();
      world.crash();
      world.answer = asksOnce();
      await world.drive();
      expect(world.calls).toHaveLength(3);
      expect(new Set(world.calls.map(({ callId }) => callId)).size).toBe(1);
      expect(world.calls[2]?.continuation).toEqual(world.calls[1]?.continuation);
      expect(world.state.finished?.status).toBe("SUCCEEDED");
    },
  );

  it("[E2, E7] after an unsafe retry left is not told again: its row says that it left", async () => {
    const world = new EngineWorld((call) => (call.continuation === undefined ? asking() : never()));
    await world.run(oneCall("write"));
    world.runner.respond(given("a/1", true, "ann", null, noon));
    await world.drive();
    world.crash();
    await world.drive();
    expect(world.calls).toHaveLength(2);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "OUTCOME_UNKNOWN" } });
  });

  it("[E7] is told again after an unsafe retry if a person says so, with the same answer", async () => {
    const world = new EngineWorld((call) => (call.continuation === undefined ? asking() : never()));
    await world.run(oneCall("write"), { started: { inDoubt: "ASK" } });
    world.runner.respond(given("a/1", true, "ann", null, noon));
    await world.drive();
    world.crash();
    world.answer = asksOnce();
    await world.drive();
    expect(world.step("a").questions.at(-1)).toMatchObject({ requestId: "a/2", purpose: "IN_DOUBT" });
    world.runner.respond(given("a/2"));
    await world.drive();
    expect(world.calls[2]?.continuation).toEqual({ details, isAccepted: true, response: noon, question: 1 });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[E8] and whose execution is cancelled then is told nothing", async () => {
    const world = await answeredAndLost("write");
    world.runner.cancel("me", undefined);
    await world.drive();
    expect(world.calls).toHaveLength(1);
    expect(world.step("a")).toMatchObject({ status: "CANCELLED", outcome: "ANSWERED" });
  });
});
