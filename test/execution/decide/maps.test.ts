/** Maps: the same call for each item of a list that exists when the step begins. */
import { describe, expect, it } from "vitest";
import { readReference } from "../../../src/execution/state/read-reference.ts";
import type { Json } from "../../../src/json/json.ts";
import { failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

const list = { tool: { stepId: "list", toolName: "read" } };

function map(more: { readonly [member: string]: unknown } = {}, tool: { readonly [member: string]: unknown } = {}) {
  const step = { tool: { toolName: "read", arguments: { value: "{{item}}", at: "{{index}}" }, ...tool } };
  return { map: { stepId: "each", over: "{{list.output.items}}", step, ...more } };
}

/** Answers the list, and twice the item to each of its calls. */
function doubling(items: readonly Json[]): AnswerTo {
  return ({ arguments: given, stepId }) =>
    stepId === "list" ? succeeded({ items }) : succeeded({ twice: Number(given.value) * 2 });
}

async function run(steps: readonly unknown[], answer: AnswerTo, options: StartOptions = {}): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(typedPlan(steps), options);
  return world;
}

function outputOf(world: EngineWorld, id: string): Json | undefined {
  const reading = readReference(world.state, { root: "steps", id, path: [], expression: id }, (position) =>
    world.journal.value(position),
  );
  return reading.found ? reading.value : undefined;
}

const itemCalls = (world: EngineWorld) => world.calls.filter(({ stepId }) => stepId.startsWith("each["));

describe("a map", () => {
  it("[N285] makes its call for each item, with the item and its position, and gives the list of outputs in order", async () => {
    const sum = {
      tool: {
        stepId: "sum",
        toolName: "read",
        arguments: { all: "{{each.output}}", second: "{{each.output[1].twice}}" },
      },
    };
    const world = await run([list, map(), sum], doubling([3, 1, 2]));
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(itemCalls(world).map(({ arguments: given, stepId }) => [stepId, given])).toEqual([
      ["each[0]", { value: 3, at: 0 }],
      ["each[1]", { value: 1, at: 1 }],
      ["each[2]", { value: 2, at: 2 }],
    ]);
    expect(outputOf(world, "each")).toEqual([{ twice: 6 }, { twice: 2 }, { twice: 4 }]);
    expect(world.callsOf("sum")[0]?.arguments).toEqual({ all: [{ twice: 6 }, { twice: 2 }, { twice: 4 }], second: 2 });
    expect(new Set(itemCalls(world).map(({ callId }) => callId)).size).toBe(3);
  });

  it("[N285] of no item calls nothing and gives an empty list", async () => {
    const world = await run([list, map()], doubling([]));
    expect(world.result?.status).toBe("SUCCEEDED");
    expect(itemCalls(world)).toEqual([]);
    expect(outputOf(world, "each")).toEqual([]);
  });

  it("[N285] has no more items unfinished at a time than maxConcurrency, and than the execution permits", async () => {
    for (const [more, most] of [
      [{ maxConcurrency: 2 }, 2],
      [{}, 4],
    ] as const) {
      const gates = Array.from({ length: 7 }, () => held());
      const world = await run([list, map(more)], ({ arguments: given, stepId }) =>
        stepId === "list" ? succeeded({ items: [0, 1, 2, 3, 4, 5, 6] }) : (gates[Number(given.at)] ?? held()).answer,
      );
      for (const [done, gate] of gates.entries()) {
        expect(itemCalls(world)).toHaveLength(Math.min(7, done + most));
        gate.give(succeeded({}));
        await world.drive();
      }
      expect(world.result?.status).toBe("SUCCEEDED");
    }
  });

  it("[N286] whose list is none, or longer than maxItems, fails before anything of it is called", async () => {
    const none = await run([list, map()], () => succeeded({ items: { not: "a list" } }));
    expect(none.step("each")).toMatchObject({ status: "FAILED", failure: { code: "INPUT_INVALID" } });
    expect(none.step("each").failure?.message).toBe(
      "the map each has no list to go over: required an array, found an object",
    );
    const long = await run([list, map({ maxItems: 2 })], doubling([1, 2, 3]));
    expect(long.step("each")).toMatchObject({ status: "FAILED", failure: { code: "LIMIT_EXCEEDED" } });
    expect(long.step("each").failure?.message).toContain("maxItems permits 2 items, found 3");
    expect((await run([list, map({ maxItems: 3 })], doubling([1, 2, 3]))).result?.status).toBe("SUCCEEDED");
    for (const world of [none, long]) expect(itemCalls(world)).toEqual([]);
  });

  it("[N287] stops at the first item that fails: what is on its way ends, nothing further begins, and the plan halts", async () => {
    const slow = held();
    const answer: AnswerTo = ({ arguments: given, stepId }) => {
      if (stepId === "list") return succeeded({ items: [0, 1, 2, 3, 4] });
      if (given.at === 0) return slow.answer;
      return given.at === 1 ? failed("ANSWERED") : succeeded({});
    };
    const world = await run(
      [list, map({ maxConcurrency: 2 }), { tool: { stepId: "later", toolName: "write" } }],
      answer,
    );
    expect(itemCalls(world)).toHaveLength(2);
    slow.give(succeeded({}));
    await world.drive();
    expect(world.step("each").failure?.code).toBe("CHILDREN_FAILED");
    expect(world.statuses()).toEqual({
      list: "SUCCEEDED",
      each: "FAILED",
      later: "SKIPPED",
      "each[0]": "SUCCEEDED",
      "each[1]": "FAILED",
      "each[2]": "SKIPPED",
      "each[3]": "SKIPPED",
      "each[4]": "SKIPPED",
    });
  });

  it("[N287] goes on while no more than maxFailures fail, is PARTIAL then, and has null in their places", async () => {
    const answer: AnswerTo = ({ arguments: given, stepId }) =>
      stepId === "list"
        ? succeeded({ items: [0, 1, 2, 3] })
        : Number(given.at) % 2 === 0
          ? failed("ANSWERED")
          : succeeded({ at: given.at ?? null });
    const world = await run([list, map({ maxFailures: 2 })], answer);
    expect(world.result?.status).toBe("PARTIAL");
    expect(world.step("each").status).toBe("PARTIAL");
    expect(outputOf(world, "each")).toEqual([null, { at: 1 }, null, { at: 3 }]);
    const one = await run([list, map({ maxFailures: 1, maxConcurrency: 1 })], answer);
    expect(one.step("each").status).toBe("FAILED");
    expect(itemCalls(one)).toHaveLength(3);
    const all = await run([list, map({ maxFailures: 100 })], ({ stepId }) =>
      stepId === "list" ? succeeded({ items: [1, 2] }) : failed("ANSWERED"),
    );
    expect(all.step("each").status).toBe("FAILED");
  });

  it("[N285] asks the condition of its step for each item, and skips those for which it is false", async () => {
    const world = await run([list, map({}, { when: "{{item}} > 1" })], doubling([3, 1, 2]));
    expect(itemCalls(world).map(({ stepId }) => stepId)).toEqual(["each[0]", "each[2]"]);
    expect(outputOf(world, "each")).toEqual([{ twice: 6 }, null, { twice: 4 }]);
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N285] whose own condition is false calls nothing and gives null", async () => {
    const world = await run([list, map({ when: "1 > 2" })], doubling([3]));
    expect(world.statuses()).toEqual({ list: "SUCCEEDED", each: "SKIPPED" });
    expect(outputOf(world, "each")).toBeNull();
  });

  it("[N285] goes over a list that stands in the plan, and over one that holds references", async () => {
    const world = await run([list, map({ over: ["{{list.output.items[0]}}", 7] })], doubling([5]));
    expect(outputOf(world, "each")).toEqual([{ twice: 10 }, { twice: 14 }]);
  });

  it("[N285] asks a person for each item, no more at a time than may be unfinished", async () => {
    const step = { humanInput: { prompt: "Is {{item}} right?", kind: "APPROVAL" } };
    const world = new EngineWorld(doubling([1, 2, 3]));
    await world.run(
      typedPlan([list, { map: { stepId: "each", over: "{{list.output.items}}", maxConcurrency: 2, step } }]),
    );
    const open = () => world.state.active.map((ordinal) => world.state.pinned.graph.nodes[ordinal]?.step.id);
    expect(open()).toEqual(["each[0]", "each[1]"]);
    world.runner.respond(given("each[0]/1"));
    await world.drive();
    expect(open()).toEqual(["each[1]", "each[2]"]);
    for (const id of ["each[1]", "each[2]"]) {
      world.runner.respond(given(`${id}/1`));
      await world.drive();
    }
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N288] that is cancelled calls no further item", async () => {
    const world = await run([list, map({ maxConcurrency: 1 })], (call) =>
      call.stepId === "list" ? succeeded({ items: [1, 2] }) : never(),
    );
    world.runner.cancel("ada", undefined);
    await world.drive();
    expect(itemCalls(world)).toHaveLength(1);
    expect(world.result?.status).toBe("CANCELLED");
    expect(world.step("each").status).toBe("CANCELLED");
    expect(world.step("each[1]").status).toBe("SKIPPED");
  });

  it("[N288] whose execution has no time left fails, and calls no further item", async () => {
    const world = await run(
      [list, map({ maxConcurrency: 1 })],
      (call) => (call.stepId === "list" ? succeeded({ items: [1, 2] }) : never()),
      { limits: { timeoutMs: 30_000 } },
    );
    await world.clock.advance(30_000);
    await world.drive();
    expect(itemCalls(world)).toHaveLength(1);
    expect(world.result).toEqual({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
    expect(world.step("each[1]").status).toBe("SKIPPED");
  });
});

describe("a crash amid a map", () => {
  it("[N289] whatever row it follows, no item that ended is called again, and the outputs are those without a crash", async () => {
    const steps = [list, map({ maxConcurrency: 2 }, { toolName: "idempotent" })];
    const answer = doubling([4, 5, 6]);
    const whole = new EngineWorld(answer, { singly: true });
    await whole.run(typedPlan(steps));
    const rows = whole.journal.rows.length;
    expect(rows).toBeGreaterThan(10);
    for (let kept = 1; kept < rows; kept += 1) {
      const world = new EngineWorld(answer, { rows: whole.journal.rows.slice(0, kept), singly: true });
      const ended = new Set(world.eventsOf("StepFinished").map(({ step }) => step));
      await world.drive();
      await world.clock.advance(60_000);
      await world.drive();
      expect(world.result?.status).toBe("SUCCEEDED");
      expect(world.calls.filter(({ stepId }) => ended.has(stepId))).toEqual([]);
      expect(outputOf(world, "each")).toEqual([{ twice: 8 }, { twice: 10 }, { twice: 12 }]);
    }
  });

  it("[N289] keeps the key of an item whose answer was lost", async () => {
    const world = new EngineWorld((call) => (call.stepId === "list" ? succeeded({ items: [1, 2] }) : never()));
    await world.run(typedPlan([list, map()]));
    world.crash();
    world.answer = () => succeeded({});
    await world.drive();
    expect(world.result?.status).toBe("SUCCEEDED");
    expect(world.callsOf("each[1]").map(({ callId }) => callId)).toHaveLength(2);
    expect(new Set(world.callsOf("each[1]").map(({ callId }) => callId)).size).toBe(1);
  });
});

describe("a loop", () => {
  const loop = (more: { readonly [member: string]: unknown } = {}) => ({
    loop: {
      stepId: "poll",
      step: { tool: { toolName: "read", arguments: { at: "{{index}}", before: "{{previous.count}}" } } },
      until: "{{previous.count}} >= 3",
      maxIterations: 5,
      ...more,
    },
  });
  const counting: AnswerTo = ({ arguments: given }) => succeeded({ count: Number(given.at) + 1 });

  it("[N290] makes its call until its condition is true, each time with the output of the time before", async () => {
    const use = { tool: { stepId: "use", toolName: "read", arguments: { count: "{{poll.output.count}}" } } };
    const world = await run([loop(), use], counting);
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(world.calls.map(({ arguments: given, stepId }) => [stepId, given])).toEqual([
      ["poll[0]", { at: 0, before: null }],
      ["poll[1]", { at: 1, before: 1 }],
      ["poll[2]", { at: 2, before: 2 }],
      ["use", { count: 3 }],
    ]);
  });

  it("[N290] with while asks before the first time too, and gives null if it made no call", async () => {
    const world = await run([loop({ until: null, while: "{{index}} < 2" })], counting);
    expect(world.calls).toHaveLength(2);
    expect(outputOf(world, "poll")).toEqual({ count: 2 });
    const use = { tool: { stepId: "use", toolName: "read", arguments: { count: "{{poll.output.count}}" } } };
    const none = await run([loop({ until: null, while: "1 > 2" }), use], counting);
    expect(none.calls.map(({ arguments: given, stepId }) => [stepId, given])).toEqual([["use", { count: null }]]);
    expect(none.result?.status).toBe("SUCCEEDED");
    expect(outputOf(none, "poll")).toBeNull();
  });

  it("[R6, N291] that needs one time more than maxIterations fails and says so", async () => {
    const world = await run([loop({ until: "{{previous.count}} > 100" })], counting);
    expect(world.calls).toHaveLength(5);
    expect(world.result).toEqual({ status: "FAILED", code: "LIMIT_EXCEEDED" });
    expect(world.step("poll").failure?.message).toBe(
      "the loop poll made its 5 iterations, and {{previous.count}} > 100 is not true",
    );
  });

  it("[N291] ends with a time that fails", async () => {
    const world = await run([loop()], ({ arguments: given }) =>
      given.at === 1 ? failed("ANSWERED") : counting({ arguments: given } as never),
    );
    expect(world.calls).toHaveLength(2);
    expect(world.result).toEqual({ status: "FAILED", code: "CHILDREN_FAILED" });
  });

  it("[N292] waits between two times, without anything in flight, and goes on after a crash when it is due", async () => {
    const world = await run([loop({ delayMs: 60_000 })], counting);
    expect(world.calls).toHaveLength(1);
    expect(world.runner.busy).toBe(false);
    expect(world.runner.nextWakeAt()).toBe(world.clock.now() + 60_000);
    world.crash();
    await world.clock.advance(59_000);
    await world.drive();
    expect(world.calls).toHaveLength(1);
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.calls).toHaveLength(2);
    expect(world.eventsOf("ExecutionResumed")).toEqual([]);
    for (let times = 0; times < 3; times += 1) {
      await world.clock.advance(60_000);
      await world.drive();
    }
    expect(world.result?.status).toBe("SUCCEEDED");
    expect(world.calls).toHaveLength(3);
  });

  it("[N292] that waits ends when it is cancelled, and when the time of its execution is over", async () => {
    const cancelled = await run([loop({ delayMs: 60_000 })], counting);
    cancelled.runner.cancel("ada", undefined);
    await cancelled.drive();
    expect(cancelled.result?.status).toBe("CANCELLED");
    const late = await run([loop({ delayMs: 60_000 })], counting, { limits: { timeoutMs: 30_000 } });
    await late.clock.advance(30_000);
    await late.drive();
    expect(late.result).toEqual({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
    expect(late.calls).toHaveLength(1);
  });

  it("[N828] whose next time has no permit yet is cancelled when the plan halts, and does not count as never run", async () => {
    const gates = { "poll[0]": held(), b: held() };
    const world = await run(
      [
        { loop: { stepId: "poll", until: "{{index}} >= 4", maxIterations: 5, step: { tool: { toolName: "read" } } } },
        { tool: { stepId: "a", toolName: "read" } },
        { tool: { stepId: "b", toolName: "read", after: ["a"] } },
      ],
      ({ stepId }) => (stepId === "poll[0]" || stepId === "b" ? gates[stepId].answer : succeeded({})),
      { limits: { maxParallel: 1 } },
    );
    gates["poll[0]"].give(succeeded({}));
    await world.drive();
    gates.b.give(failed("ANSWERED"));
    await world.drive();
    expect(world.statuses()).toMatchObject({ poll: "CANCELLED", "poll[0]": "SUCCEEDED", "poll[1]": "SKIPPED" });
    expect(world.eventsOf("StepFinished").map(({ step }) => step)).toEqual(["a", "poll[0]", "b", "poll"]);
  });

  it("[N289] whatever row a crash follows, no time that ended is made again", async () => {
    const whole = new EngineWorld(counting, { singly: true });
    await whole.run(typedPlan([loop()]));
    for (let kept = 1; kept < whole.journal.rows.length; kept += 1) {
      const world = new EngineWorld(counting, { rows: whole.journal.rows.slice(0, kept), singly: true });
      const ended = new Set(world.eventsOf("StepFinished").map(({ step }) => step));
      await world.drive();
      expect(world.result?.status).toBe("SUCCEEDED");
      expect(world.calls.filter(({ stepId }) => ended.has(stepId))).toEqual([]);
      expect(outputOf(world, "poll")).toEqual({ count: 3 });
    }
  });
});
