/** Conditions while an execution runs: what is skipped, what fails, what those that come after see of it. */
import { describe, expect, it } from "vitest";
import { derive } from "../../../src/execution/derive/derivation.ts";
import type { ExecutionEvent } from "../../../src/execution/events/event.ts";
import { readReference } from "../../../src/execution/state/read-reference.ts";
import type { Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { Operand } from "../../../src/plan/plan.ts";
import { failed, held, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { callable } from "../../support/plan/callables.ts";
import { conditionOf, onlyIf } from "../../support/plan/condition-words.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const steps: AnswerTo = (call) => succeeded({ of: call.stepId, score: 5, text: "y' == 'y' or 'a" });

async function run(
  plan: Parameters<EngineWorld["run"]>[0],
  answer: AnswerTo = steps,
  options: StartOptions = {},
): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(plan, options);
  return world;
}

function rowsOf(world: EngineWorld, stepId: string): readonly ExecutionEvent[] {
  return world.published.map(({ event }) => event).filter((event) => "step" in event && event.step === stepId);
}

function called(world: EngineWorld): readonly string[] {
  return world.calls.map(({ stepId }) => stepId);
}

function outputOf(world: EngineWorld, id: string): Json | undefined {
  const reading = readReference(world.state, { root: "steps", id, path: [], expression: id }, (position) =>
    world.journal.value(position),
  );
  return reading.found ? reading.value : undefined;
}

const orElse = (operand: Operand, value: Json): Operand => ({
  kind: "coalesce",
  choices: [operand, { kind: "literal", value }],
});

describe("a step whose condition is false", () => {
  it("[C3][C6] is skipped without a call, gives null to those that refer to it, and the execution succeeds", async () => {
    const plan = planOf([
      step("a"),
      onlyIf("{{a.output.score}} > 7", step("b", { tool: "write" })),
      step("c", {
        arguments: argumentsOf({ b: from("b"), deeper: from("b", "x"), other: orElse(from("b", "x"), "else") }),
      }),
    ]);
    const world = await run(plan);
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "SKIPPED", c: "SUCCEEDED" });
    expect(called(world)).toEqual(["a", "c"]);
    expect(world.calls[1]?.arguments).toEqual({ b: null, deeper: null, other: "else" });
    expect(rowsOf(world, "b")).toMatchObject([
      { kind: "StepFinished", status: "SKIPPED", callId: null, failure: null },
    ]);
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", failure: null });
    expect(world.state.orchestrationState).toBe("completed");
  });

  it("[C6] may be the last, or every one, of an execution that succeeds", async () => {
    for (const plan of [
      planOf([step("a"), onlyIf("{{a.output.score}} > 7", step("b"))]),
      planOf([onlyIf("1 > 2", step("a")), onlyIf("{{a.output}} != null", step("b"))]),
    ]) {
      const world = await run(plan);
      expect(world.statuses().b).toBe("SKIPPED");
      expect(world.state.finished?.status).toBe("SUCCEEDED");
      expect(world.state.orchestrationState).toBe("completed");
    }
  });

  it("waits for what its condition refers to, and is not asked before", async () => {
    const answer = held();
    const world = await run(planOf([step("a"), onlyIf("{{a.output.score}} == 5", step("b"))]), (call) =>
      call.stepId === "a" ? answer.answer : steps(call),
    );
    expect(world.statuses()).toEqual({ a: "RUNNING", b: "PENDING" });
    answer.give(succeeded({ score: 5 }));
    await world.drive();
    expect(called(world)).toEqual(["a", "b"]);
  });

  it("asks no person for permission first", async () => {
    const world = await run(planOf([onlyIf("1 > 2", step("a", { tool: "destroy" }))]));
    expect(world.statuses()).toEqual({ a: "SKIPPED" });
  });

  it("[R1][E13] stays false whatever the output says, as text that is compared", async () => {
    const plan = planOf([
      step("a"),
      onlyIf("'{{a.output.text}}' == 'a'", step("b")),
      onlyIf("'{{a.output.text}}' != 'a'", step("c")),
    ]);
    expect((await run(plan)).statuses()).toEqual({ a: "SUCCEEDED", b: "SKIPPED", c: "SUCCEEDED" });
  });

  it("is skipped once, wherever its object is lost", async () => {
    const world = new EngineWorld(steps);
    world.begin(planOf([step("a"), onlyIf("{{a.output.score}} > 7", step("b")), step("c", { after: ["b"] })]));
    world.crash();
    for (let turn = 0; turn < 10 && world.state.finished === undefined; turn += 1) {
      await world.drive();
      world.crash();
    }
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "SKIPPED", c: "SUCCEEDED" });
    expect(rowsOf(world, "b")).toHaveLength(1);
  });

  it("sees what a step that failed and may do so left, only where it asks first", async () => {
    const failing: AnswerTo = (call) => (call.stepId === "a" ? failed("REJECTED") : steps(call));
    const a = step("a", { policy: { continueOnFailure: true } });
    const world = await run(planOf([a, onlyIf("has({{a.output.score}})", step("b"))]), failing);
    expect(world.statuses()).toEqual({ a: "FAILED", b: "SKIPPED" });
    const unasked = await run(planOf([a, onlyIf("{{a.output.score}} > 3", step("b"))]), failing);
    expect(unasked.step("b").failure).toMatchObject({ code: "CONDITION_FAILED" });
  });
});

describe("a step whose condition cannot be evaluated", () => {
  const broken = onlyIf("{{a.output.text}} > 3", step("b"));

  it("fails, is never called, and halts the plan", async () => {
    const world = await run(planOf([step("a"), broken, step("c", { after: ["b"] })]));
    expect(called(world)).toEqual(["a"]);
    expect(world.step("b")).toMatchObject({
      status: "FAILED",
      failure: { code: "CONDITION_FAILED", retryable: false },
    });
    expect(world.statuses().c).toBe("SKIPPED");
    expect(world.state.finished?.status).toBe("PARTIAL");
    expect(world.state.orchestrationState).toBe("failed");
  });

  it("[C6] lets the plan go on if it may fail, and is tried once whatever its policy says", async () => {
    const policy = { continueOnFailure: true, maxAttempts: 5 };
    const world = await run(
      planOf([
        step("a"),
        { ...broken, ...step("b", { policy }), when: broken.when ?? conditionOf("true") },
        step("c", { after: ["b"] }),
      ]),
    );
    expect(called(world)).toEqual(["a", "c"]);
    expect(rowsOf(world, "b")).toMatchObject([{ kind: "StepFinished", status: "FAILED" }]);
  });
});

describe("a group with a condition", () => {
  const children = [step("g.a", { resultKey: "first" }), step("g.b")];
  const reader = step("z", { arguments: argumentsOf({ g: from("g"), child: from("g.a", "of") }) });

  it("[C3] is skipped with all its children, none of which begins", async () => {
    const world = await run(planOf([step("a"), onlyIf("{{a.output.score}} > 7", group("g", children)), reader]));
    expect(called(world)).toEqual(["a", "z"]);
    expect(world.statuses()).toMatchObject({ g: "SKIPPED", "g.a": "SKIPPED", "g.b": "SKIPPED", z: "SUCCEEDED" });
    expect(world.calls[1]?.arguments).toEqual({ g: null, child: null });
    expect([...rowsOf(world, "g"), ...rowsOf(world, "g.a"), ...rowsOf(world, "g.b")]).toHaveLength(1);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.state.orchestrationState).toBe("completed");
  });

  it("runs like any other if it holds, also if its first child is skipped by a condition of its own", async () => {
    const [first, second] = children;
    if (first === undefined || second === undefined) throw new Error("the group has two children");
    const conditional = onlyIf("{{a.output.score}} == 5", group("g", [onlyIf("1 > 2", first), second]));
    const world = await run(planOf([step("a"), conditional]));
    expect(world.statuses()).toMatchObject({ g: "SUCCEEDED", "g.a": "SKIPPED", "g.b": "SUCCEEDED" });
  });

  it("fails as a whole if the condition cannot be evaluated", async () => {
    const conditional = onlyIf("{{a.output.text}} > 3", group("g", children));
    const world = await run(planOf([step("a"), conditional, step("y", { after: ["g"] })]));
    expect(called(world)).toEqual(["a"]);
    expect(world.step("g")).toMatchObject({ status: "FAILED", failure: { code: "CONDITION_FAILED" } });
    expect(world.statuses()).toMatchObject({ "g.a": "SKIPPED", "g.b": "SKIPPED", y: "SKIPPED" });
    const allowed = await run(
      planOf([step("a"), { ...conditional, continueOnFailure: true }, step("y", { after: ["g"] })]),
    );
    expect(called(allowed)).toEqual(["a", "y"]);
  });
});

describe("children with conditions", () => {
  const child = (id: string, text: string) => onlyIf(text, step(id, { resultKey: id }));

  it("[C7] leave no key in the output of a collect, which succeeds without them", async () => {
    const world = await run(planOf([group("g", [child("x", "1 > 2"), child("y", "1 < 2")])]));
    expect(world.statuses()).toEqual({ g: "SUCCEEDED", x: "SKIPPED", y: "SUCCEEDED" });
    expect(Object.keys((outputOf(world, "g") ?? {}) as object)).toEqual(["y"]);
    const none = await run(planOf([group("g", [child("x", "1 > 2"), child("y", "1 > 2")])]));
    expect(none.statuses().g).toBe("SUCCEEDED");
    expect(outputOf(none, "g")).toEqual({});
  });

  it("[C7] are no winners of a first_success, whose output is null if all were skipped", async () => {
    const first = (...list: ReturnType<typeof child>[]) =>
      planOf([group("g", list, { mergeStrategy: "FIRST_SUCCESS" })]);
    const world = await run(first(child("x", "1 > 2"), child("y", "1 < 2")));
    expect(world.statuses()).toEqual({ g: "SUCCEEDED", x: "SKIPPED", y: "SUCCEEDED" });
    expect(outputOf(world, "g")).toMatchObject({ of: "y" });
    const lost = await run(first(child("x", "1 > 2"), child("y", "1 < 2")), () => failed("REJECTED"));
    expect(lost.statuses()).toEqual({ g: "FAILED", x: "SKIPPED", y: "FAILED" });
    const none = await run(first(child("x", "1 > 2"), child("y", "1 > 2")));
    expect(outputOf(none, "g")).toBeNull();
    expect(none.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[C7] that fail by their condition are children that failed", async () => {
    const world = await run(planOf([group("g", [child("x", "{{bindings.none}} == 1"), child("y", "1 < 2")])]));
    expect(world.statuses()).toEqual({ g: "PARTIAL", x: "FAILED", y: "SUCCEEDED" });
    expect(world.step("g").failure?.details).toMatchObject([{ step: "x", code: "CONDITION_FAILED" }]);
  });
});

describe("[C1] the input of a run", () => {
  const input = (...path: string[]): Operand => ({
    kind: "reference",
    reference: { root: "input", id: "input", path, expression: "{{input}}" },
  });

  it("is what conditions and arguments see of it", async () => {
    const plan = planOf([
      step("a", { arguments: argumentsOf({ amount: input("amount"), all: input() }) }),
      onlyIf("{{input.amount}} > 5", step("b")),
    ]);
    const world = await run(plan, steps, { started: { input: storedValue({ amount: 3 }) } });
    expect(world.calls.map((call) => call.arguments)).toEqual([{ amount: 3, all: { amount: 3 } }]);
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "SKIPPED" });
    const without = await run(plan);
    expect(without.step("a").failure).toMatchObject({ code: "UNRESOLVED_REFERENCE" });
  });
});

describe("schemas that a step declares", () => {
  const total = { type: "object", properties: { total: { type: "integer" } }, required: ["total"] };

  it("[P19, C12] keep a call from leaving whose arguments do not satisfy them", async () => {
    const arguments_ = argumentsOf({ total: from("a", "of") });
    const world = await run(planOf([step("a"), { ...step("b", { arguments: arguments_ }), inputSchema: total }]));
    expect(called(world)).toEqual(["a"]);
    expect(world.step("b")).toMatchObject({ status: "FAILED", failure: { code: "INPUT_INVALID" } });
  });

  it("[R24] fail a step whose output does not satisfy them, or that gives none, also of a tool without output schema", async () => {
    const plan = planOf([{ ...step("a", { tool: "silent" }), outputSchema: total }]);
    const options = { callables: [callable("silent", "READ_ONLY", { outputSchema: null })] };
    for (const [output, status] of [
      [{ total: 5 }, "SUCCEEDED"],
      [{ total: "5" }, "FAILED"],
      [undefined, "FAILED"],
    ] as const) {
      const result = { output, content: ["kept"], metadata: null, isPartial: false };
      const world = await run(plan, () => ({ kind: "SUCCEEDED", result }), options);
      expect(world.step("a").status).toBe(status);
      if (status === "FAILED") {
        expect(world.step("a")).toMatchObject({
          outcome: "ANSWERED",
          output: undefined,
          failure: { code: "OUTPUT_INVALID" },
        });
        expect(world.step("a").content).not.toBeUndefined();
      }
    }
  });
});

describe("a retry of an execution with skipped steps", () => {
  const plan = planOf([
    step("a"),
    onlyIf("{{a.output.score}} > 7", step("b")),
    step("c", { tool: "write", arguments: argumentsOf({ b: orElse(from("b", "of"), "none") }) }),
    onlyIf("{{a.output.score}} > 7", group("g", [step("g.a")])),
    step("d", { after: ["c", "g"] }),
  ]);
  const asked = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;

  it("[E5] takes them over, so that what succeeded after them is not called again", async () => {
    const source = await run(plan, (call) => (call.stepId === "d" ? failed("REJECTED") : steps(call)));
    expect(source.statuses()).toMatchObject({ b: "SKIPPED", c: "SUCCEEDED", g: "SKIPPED", d: "FAILED" });
    const answer = derive(source.state, asked, (position) => source.journal.value(position));
    if (answer.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(answer)}`);
    expect(answer.reused.map(({ status, step: id }) => [id, status])).toEqual([
      ["a", "SUCCEEDED"],
      ["b", "SKIPPED"],
      ["c", "SUCCEEDED"],
      ["g", "SKIPPED"],
    ]);
    const retry = await run(plan, steps, { reused: answer.reused, started: { derivation: answer.derivation } });
    expect(called(retry)).toEqual(["d"]);
    expect(retry.statuses()).toEqual({
      a: "SUCCEEDED",
      b: "SKIPPED",
      c: "SUCCEEDED",
      g: "SKIPPED",
      "g.a": "SKIPPED",
      d: "SUCCEEDED",
    });
    expect(retry.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[E5] asks the condition again if what it refers to runs again", async () => {
    const source = await run(plan);
    const answer = derive(source.state, { ...asked, kind: "FORK", fromStep: "a" }, (position) =>
      source.journal.value(position),
    );
    if (answer.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(answer)}`);
    expect(answer.reused).toEqual([]);
    const only = planOf([step("a"), onlyIf("{{bindings.mood}} == 'x'", step("b")), step("c")]);
    const bound = await run(only, (call) => (call.stepId === "c" ? failed("REJECTED") : steps(call)), {
      started: { bindings: storedValue({ mood: "y" }) },
    });
    const changed = derive(bound.state, { ...asked, bindings: { mood: "x" } }, (position) =>
      bound.journal.value(position),
    );
    expect(changed).toMatchObject({ kind: "REFUSED", member: "bindings", name: "mood" });
  });
});
