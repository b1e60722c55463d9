/** Values that references put together are bounded before any of them is built, stored or sent. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import type { Condition, Operand, Reference } from "../../../src/plan/plan.ts";
import { held, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { volume } from "../../support/engine/volume.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const MEGABYTE = 1_048_576;
/** Steps that are due at the same time. */
const wide = volume({ sample: 5, whole: 24 });
const large = { s: "x".repeat(4 * MEGABYTE), id: 7 };
const toLarge: Reference = { root: "steps", id: "a", path: ["s"], expression: "{{a.output.s}}" };

function repeated(times: number): Operand {
  return argumentsOf({ text: { kind: "text", parts: Array.from({ length: times }, () => toLarge) } });
}

describe("the arguments of a call", () => {
  it("[N120] that would be larger than the bound fail their step before anything is stored or sent", async () => {
    const world = new EngineWorld((call) => succeeded(call.stepId === "a" ? large : {}));
    const before = processorMs();
    await world.run(planOf([step("a"), step("b", { arguments: repeated(120) })]));
    expect(processorMs() - before).toBeLessThan(2_000);
    expect(world.callsOf("b")).toEqual([]);
    expect(world.step("b")).toMatchObject({
      status: "FAILED",
      outcome: "NOT_SENT",
      failure: { code: "LIMIT_EXCEEDED", retryable: false },
    });
    expect(world.step("b").failure?.message).toMatch(
      /^Cannot build the arguments of read: required at most 8388608 bytes as JSON \(MAX_ARGUMENT_BYTES\), found at least 503316\d+\. Refer to/,
    );
    expect(JSON.stringify(world.events.slice(-2)).length).toBeLessThan(100_000);
  });

  it("[N120] may be one output as it came, and a part of one that is larger than the bound", async () => {
    const world = new EngineWorld((call) => succeeded(call.stepId === "a" ? large : {}));
    await world.run(
      planOf([
        step("a"),
        step("b", { arguments: argumentsOf({ whole: from("a") }) }),
        step("c", { arguments: argumentsOf({ id: from("a", "id") }) }),
      ]),
    );
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "SUCCEEDED", c: "SUCCEEDED" });
  });

  it(`[N120] of ${wide} steps at a time are in memory only up to 16 MB: the others begin when some have ended`, async () => {
    const answers = new Map<string, ReturnType<typeof held>>();
    const world = new EngineWorld((call) => {
      if (call.stepId === "a") return succeeded(large);
      const waiting = held();
      answers.set(call.stepId, waiting);
      return waiting.answer;
    });
    const steps = Array.from({ length: wide }, (_, n) =>
      step(`s${n}`, { arguments: argumentsOf({ whole: from("a") }), independent: true }),
    );
    await world.run(planOf([step("a"), ...steps]), { limits: { maxParallel: 64, maxSteps: 100 } });
    let most = 0;
    while (answers.size > 0) {
      most = Math.max(most, answers.size);
      const [[id, first] = []] = answers;
      answers.delete(String(id));
      first?.give(succeeded({}));
      await world.drive();
    }
    expect(most).toBe(4);
    expect(Object.values(world.statuses()).filter((status) => status === "SUCCEEDED")).toHaveLength(wide + 1);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });
});

describe("what a group brings", () => {
  it("[N120] is not read as a whole where it is too large, and its members can be", async () => {
    const world = new EngineWorld((call) => succeeded(call.callable.name === "read" ? large : {}));
    const children = Array.from({ length: 5 }, (_, n) => step(`c${n}`, { resultKey: `k${n}` }));
    const values: number[] = [];
    const { journal } = world;
    const read = journal.value.bind(journal);
    journal.value = (position) => {
      if (position.slot === "output") values.push(position.sequence);
      return read(position);
    };
    await world.run(
      planOf([
        group("g", children),
        step("whole", {
          tool: "keyed",
          arguments: argumentsOf({ all: from("g") }),
          policy: { continueOnFailure: true },
        }),
        step("member", { tool: "keyed", arguments: argumentsOf({ id: from("g", "k3", "id") }) }),
      ]),
    );
    expect(world.step("whole").failure?.code).toBe("LIMIT_EXCEEDED");
    expect(world.callsOf("member")[0]?.arguments).toEqual({ id: 7 });
    expect(values).toHaveLength(1);
  });
});

describe("a condition", () => {
  it("[N120] that reads more than 16 MB, or a value without end, fails by the limit", async () => {
    let deep: Json = 1;
    for (let level = 0; level < 3_000; level += 1) deep = [deep];
    const references = Array.from({ length: 5 }, () => toLarge);
    const tooMuch: Condition = { expression: "large", cel: "v.r0 == v.r4", references };
    const tooDeep: Condition = {
      expression: "deep",
      cel: "v.r0 == 1",
      references: [{ root: "steps", id: "d", path: ["v"], expression: "d" }],
    };
    const world = new EngineWorld((call) => succeeded(call.stepId === "a" ? large : { v: deep }));
    const mayFail = { policy: { continueOnFailure: true } };
    await world.run(
      planOf([
        step("a"),
        step("d"),
        { ...step("b", mayFail), when: tooMuch },
        { ...step("c", mayFail), when: tooDeep },
      ]),
    );
    expect(world.step("b").failure?.code).toBe("LIMIT_EXCEEDED");
    expect(world.step("c").failure).toMatchObject({ code: "LIMIT_EXCEEDED" });
    expect(world.step("c").failure?.message).toContain("128 levels");
  });
});

describe("the output of a workflow", () => {
  it("[N120] that would be larger than the bound fails the run, a template and a last group alike", async () => {
    const facts = { kind: "WORKFLOW", name: "it", version: null, inputSchema: null, outputSchema: null } as const;
    const children = Array.from({ length: 3 }, (_, n) => step(`c${n}`, { resultKey: `k${n}` }));
    for (const [plan, output] of [
      [planOf([step("a")]), repeated(3)],
      [planOf([group("g", children)]), null],
    ] as const) {
      const world = new EngineWorld(() => succeeded(large));
      await world.run(plan, { started: { startedWith: "WORKFLOW", callable: { ...facts, output } } });
      expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "LIMIT_EXCEEDED" } });
      expect(world.state.finished?.failure?.message).toContain("Cannot build the output of it");
    }
  });
});
