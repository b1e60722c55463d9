import { describe, expect, it } from "vitest";
import { bindingsBytes, projectionOf } from "../../../src/execution/views/projection.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { PlanDialect } from "../../../src/plan/plan.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { directResponse, modelFailed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt } from "../../support/models/model-work.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const refused = failed("ANSWERED", "TOOL_ERROR", null, false);
const error = { code: "TOOL_ERROR", message: "it failed with TOOL_ERROR", details: null };

function projected(world: EngineWorld, dialect: PlanDialect): Json {
  return projectionOf(world.state, dialect, (position) => world.journal.value(position));
}

function answering(answers: Record<string, ReturnType<AnswerTo>>): AnswerTo {
  return (call) => answers[call.stepId] ?? succeeded({ of: call.stepId });
}

describe("the projection to Agent orchestration", () => {
  it("[O3, O17, O35, C27] has exactly the members of the document, steps in the order of the plan, groups with their children", async () => {
    const world = new EngineWorld(answering({ "g.bad": refused }));
    const children = [step("g.good", { resultKey: "good" }), step("g.bad", { resultKey: "bad" })];
    // The group names a later step, so that it runs last and still stands first.
    await world.run(planOf([group("g", children, { after: ["last"], resultKey: "all" }), step("last")]));
    expect(world.calls.map((call) => call.stepId)).toEqual(["last", "g.good", "g.bad"]);
    const failure = {
      code: "CHILDREN_FAILED",
      message: "1 of 2 steps of the group did not succeed",
      details: [{ step: "g.bad", code: "TOOL_ERROR", message: "it failed with TOOL_ERROR" }],
    };
    expect(projected(world, "ORCHESTRATE")).toEqual({
      success: false,
      steps: [
        {
          id: "g",
          type: "parallel",
          status: "partial",
          outputs: { good: { of: "g.good" } },
          error: failure,
          children: [
            { id: "g.good", type: "agent", status: "success", exec_id: "execution", outputs: { of: "g.good" } },
            { id: "g.bad", type: "agent", status: "failed", exec_id: "execution", error },
          ],
        },
        { id: "last", type: "agent", status: "success", exec_id: "execution", outputs: { of: "last" } },
      ],
      bindings: { all: { good: { of: "g.good" } }, good: { of: "g.good" } },
      errors: [
        { step_id: "g", ...failure },
        { step_id: "g.bad", ...error },
      ],
    });
  });

  it("[O34, C6] succeeds with a step that its condition skipped, not with one that a halt kept from running", async () => {
    const never = { expression: "false", cel: "false", references: [] };
    const skipped = new EngineWorld();
    await skipped.run(planOf([{ ...step("a"), when: never }, step("b", { after: ["a"] })]));
    expect(projected(skipped, "ORCHESTRATE")).toMatchObject({ success: true, steps: [{ status: "skipped" }, {}] });
    const halted = new EngineWorld(() => refused);
    await halted.run(planOf([step("a"), step("b", { after: ["a"] })]));
    expect(projected(halted, "ORCHESTRATE")).toMatchObject({ success: false, steps: [{}, { status: "skipped" }] });
  });

  it("[O34, O37] succeeds only if every step did, and has errors only if there are any", async () => {
    const good = new EngineWorld();
    await good.run(planOf([step("a"), step("b")]));
    expect(projected(good, "ORCHESTRATE")).toMatchObject({ success: true });
    expect(projected(good, "ORCHESTRATE")).not.toHaveProperty("errors");
    const bad = new EngineWorld(answering({ a: refused }));
    await bad.run(planOf([step("a", { policy: { continueOnFailure: true } }), step("b")]));
    expect(projected(bad, "ORCHESTRATE")).toMatchObject({ success: false, errors: [{ step_id: "a", ...error }] });
  });

  it("[O34, O37] does not succeed, and says why, where no step was ever planned", async () => {
    const unplanned = new EngineWorld();
    const planner = modelFailed("REJECTED", "MODEL_ERROR", null, false);
    await unplanned.ask(withPrompt(), scripted({ PLAN: planner, RESPOND: said("sorry") }));
    expect(projected(unplanned, "ORCHESTRATE")).toMatchObject({
      ...{ success: false, steps: [] },
      errors: [{ code: "MODEL_ERROR", message: "the model failed with MODEL_ERROR", details: null }],
    });
    const answered = new EngineWorld();
    await answered.ask(withPrompt(), scripted({ PLAN: directResponse("Hello") }));
    const projection = projected(answered, "ORCHESTRATE");
    expect(projection).toMatchObject({ success: true, steps: [], response: "Hello" });
    expect(projection).not.toHaveProperty("errors");
  });

  it("[O3] says skipped of steps that never ran and of those that a sibling beat, failed of one that was cut", async () => {
    const halted = new EngineWorld(answering({ a: refused }));
    await halted.run(planOf([step("a"), step("b", { after: ["a"] })]));
    expect(statusesOf(projected(halted, "ORCHESTRATE"))).toEqual({ a: "failed", b: "skipped" });
    const race = new EngineWorld(answering({ "g.slow": never() }));
    await race.run(planOf([group("g", [step("g.slow"), step("g.fast")], { mergeStrategy: "FIRST_SUCCESS" })]));
    expect(projected(race, "ORCHESTRATE")).toMatchObject({
      success: true,
      steps: [
        { status: "success", outputs: { of: "g.fast" }, children: [{ status: "skipped" }, { status: "success" }] },
      ],
    });
    expect(projected(race, "ORCHESTRATE")).not.toHaveProperty("errors");
    const cut = new EngineWorld(() => never());
    await cut.run(planOf([step("a", { tool: "write" })]));
    cut.runner.cancel("someone", undefined);
    await cut.drive();
    expect(projected(cut, "ORCHESTRATE")).toMatchObject({
      steps: [{ status: "failed", error: { code: "CANCELLED" } }],
      errors: [{ step_id: "a", code: "CANCELLED" }],
    });
  });

  it("[O36, R22] has the final bindings: those given first, then outputs under their keys; the steps got the rendered values", async () => {
    const world = new EngineWorld((call) => succeeded(call.stepId === "b" ? (call.arguments as Json) : { n: 1 }));
    const text: JsonObject = { kept: [null, true, 1.5, "text"], shadowed: "given" };
    const wanted = argumentsOf({
      n: from("a", "n"),
      sentence: { kind: "text", parts: ["found ", { root: "steps", id: "a", path: ["n"], expression: "{{ a.n }}" }] },
    });
    await world.run(planOf([step("a", { resultKey: "shadowed" }), step("b", { arguments: wanted, resultKey: "b" })]), {
      started: { bindings: storedValue(text) },
    });
    expect((projected(world, "ORCHESTRATE") as JsonObject).bindings).toEqual({
      kept: [null, true, 1.5, "text"],
      shadowed: { n: 1 },
      b: { n: 1, sentence: "found 1" },
    });
  });

  it("[C32] does not read a value that would make the bindings too large, and says so in its place", async () => {
    const large = { text: "x".repeat(bindingsBytes) };
    const world = new EngineWorld(
      answering({ large: succeeded(large), none: succeeded(null), "g.b": succeeded(large) }),
    );
    const children = [step("g.a", { resultKey: "ga" }), step("g.b")];
    const named = ["large", "none", "small"].map((id) => step(id, { resultKey: id }));
    await world.run(planOf([...named, group("g", children, { resultKey: "g" })]));
    const { bytes } = storedValue(large);
    expect((projected(world, "ORCHESTRATE") as JsonObject).bindings).toEqual({
      large: { truncated: true, bytes },
      none: null,
      small: { of: "small" },
      g: { truncated: true, bytes: bytes + storedValue({ of: "g.a" }).bytes },
      ga: { of: "g.a" },
    });
  });

  it("[C27] harmless keys: an output named __proto__ is a member like any other", async () => {
    const world = new EngineWorld(() => succeeded(JSON.parse('{"__proto__":{"polluted":true}}')));
    await world.run(planOf([step("a", { resultKey: "__proto__" })]));
    const { bindings } = projected(world, "ORCHESTRATE") as JsonObject;
    expect(JSON.stringify(bindings)).toBe('{"__proto__":{"__proto__":{"polluted":true}}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("the projection to Plan, Execute, Respond", () => {
  it("[C27] has the calls in order with arguments as they were sent, status, and content or error", async () => {
    const world = new EngineWorld(answering({ b: refused }));
    const plan = planOf(
      [step("a", { with: { x: 1 } }), step("b", { arguments: argumentsOf({ y: from("a", "of") }) }), step("c")],
      "SEQUENTIAL",
    );
    await world.run(plan);
    expect(projected(world, "TOOL_CALLS")).toEqual({
      calls: [
        { tool_name: "read", arguments: { x: 1 }, status: "success", structured_content: { of: "a" } },
        { tool_name: "read", arguments: { y: "a" }, status: "failed", error },
        { tool_name: "read", arguments: null, status: "skipped" },
      ],
    });
  });

  it("[C27] tells why the whole failed", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]), { limits: { timeoutMs: 100 } });
    await world.clock.advance(100);
    expect(projected(world, "TOOL_CALLS")).toMatchObject({ error: { code: "EXECUTION_TIMEOUT" } });
  });

  it("[C27] is the content of a plan that answers by itself", async () => {
    const world = new EngineWorld();
    await world.run({ ...planOf([]), directResponse: "Hello" });
    expect(projected(world, "TOOL_CALLS")).toEqual({ type: "direct_response", content: "Hello" });
    expect(projected(world, "ORCHESTRATE")).toEqual({ success: true, steps: [], bindings: {}, response: "Hello" });
  });

  it("[C27] is null before the end, for a plan with a group, and for the typed dialect", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]));
    expect(projected(world, "TOOL_CALLS")).toBeNull();
    expect(projected(world, "ORCHESTRATE")).toBeNull();
    const grouped = new EngineWorld();
    await grouped.run(planOf([group("g", [step("g.a")])]));
    expect(projected(grouped, "TOOL_CALLS")).toBeNull();
    expect(projected(grouped, "ORCHESTRATE")).not.toBeNull();
    expect(projected(grouped, "TYPED")).toBeNull();
  });
});

function statusesOf(projection: Json): Record<string, unknown> {
  const { steps } = projection as unknown as { steps: readonly { id: string; status: string }[] };
  return Object.fromEntries(steps.map(({ id, status }) => [id, status]));
}

describe("the text of a step", () => {
  const wrote = (text: string, output?: Json) => ({
    kind: "SUCCEEDED" as const,
    result: { output, content: [{ type: "text", text }], metadata: null, isPartial: false },
  });

  it("[N5, P19] stands beside the output in each projection, and not twice where it is only the JSON of the output", async () => {
    const world = new EngineWorld(
      answering({ a: wrote("Sunny"), b: wrote('{"n":1}', { n: 1 }), c: wrote("one", { n: 1 }) }),
    );
    await world.run(planOf([step("a"), step("b"), step("c")], "SEQUENTIAL"));
    expect(projected(world, "TOOL_CALLS")).toMatchObject({
      calls: [{ text: "Sunny" }, { structured_content: { n: 1 } }, { structured_content: { n: 1 }, text: "one" }],
    });
    expect(projected(world, "ORCHESTRATE")).toMatchObject({ steps: [{ text: "Sunny" }, {}, { text: "one" }] });
    expect(JSON.stringify(projected(world, "ORCHESTRATE")).match(/"text":/g)).toHaveLength(2);
    const response = projectionOf(world.state, "EXECUTION_RESPONSE", (position) => world.journal.value(position));
    expect(response).toMatchObject({ status: "success", result: { a: "Sunny", b: { n: 1 }, c: { n: 1 } } });
  });

  it("[P7, N4] is what the responder is given of a tool that gave nothing else", async () => {
    const world = new EngineWorld(() => wrote("Sunny, 21 degrees"));
    await world.ask(withPrompt(), scripted({ PLAN: toolCalls("read"), RESPOND: said("It is sunny.") }));
    expect(JSON.stringify(world.modelCalls.at(-1)?.request)).toContain("Sunny, 21 degrees");
  });

  it("[N10, P7] is not given to the responder where it is the JSON of the output in other words", async () => {
    const output = { city: "Oslo", degrees: 21 };
    const world = new EngineWorld(() => wrote('{\n  "degrees": 21.0,\n  "city": "Oslo"\n}', output));
    await world.ask(withPrompt(), scripted({ PLAN: toolCalls("read"), RESPOND: said("It is sunny.") }));
    const told = JSON.stringify(world.modelCalls.at(-1)?.request);
    expect(told).toContain("Oslo");
    expect(told).not.toContain("21.0");
  });
});
