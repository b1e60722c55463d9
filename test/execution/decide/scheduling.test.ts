import { describe, expect, it } from "vitest";
import { projectionOf } from "../../../src/execution/views/projection.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { failed, held, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { callable } from "../../support/plan/callables.ts";
import { accepted, orchestrate } from "../../support/plan/compiled-plan.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

describe("scheduling", () => {
  it("[E2] a step that succeeds at once is two events, and the end of the execution is the last", async () => {
    const world = new EngineWorld();
    const state = await world.run(planOf([step("a"), step("b", { after: ["a"] })]));
    expect(state.finished?.status).toBe("SUCCEEDED");
    expect(world.journal.kinds).toEqual([
      "ExecutionStarted",
      "StepStarted",
      "StepFinished",
      "StepStarted",
      "StepFinished",
      "ExecutionFinished",
    ]);
  });

  it("[P6, P18] a step gets the output of an earlier one, with its JSON type", async () => {
    const world = new EngineWorld((call) => succeeded(call.stepId === "a" ? { list: [1, { deep: true }] } : {}));
    await world.run(planOf([step("a"), step("b", { arguments: argumentsOf({ all: from("a", "list") }) })]));
    expect(world.callsOf("b")[0]?.arguments).toEqual({ all: [1, { deep: true }] });
  });

  it("[O7, O8] expressions in arguments are rendered when their step is called: earlier results under result.<key>, and bindings", async () => {
    const agent = (id: string, agentId: string, given: object, key: string) => ({
      ...{ id, type: "agent" },
      agent: { agent_id: agentId, with: given, result_key: key },
    });
    const steps = [
      agent("first", "read", { topic: "{{ bindings.topic }}" }, "found"),
      agent(
        "second",
        "read",
        {
          all: "{{ result.found }}",
          one: "{{result.found.list[1]}}",
          text: "{{bindings.topic}}: {{ result.found.n }}",
        },
        "last",
      ),
    ];
    const definitions = [callable("read", "READ_ONLY", { outputSchema: true })];
    const bindings = { topic: "edge" };
    const { plan } = accepted(
      orchestrate(steps, { bindings, callable: () => definitions[0], callableNames: () => ["read"] }),
    );
    const found = { list: ["a", { deep: true }], n: 7 };
    const world = new EngineWorld(({ stepId }) => succeeded(stepId === "first" ? found : {}));
    const state = await world.run(plan, { callables: definitions, started: { bindings: storedValue(bindings) } });
    expect(world.calls.map((call) => call.arguments)).toEqual([
      { topic: "edge" },
      { all: found, one: { deep: true }, text: "edge: 7" },
    ]);
    const projection = projectionOf(state, "ORCHESTRATE", (position) => world.journal.value(position));
    expect(projection).toMatchObject({ bindings: { topic: "edge", found, last: {} } });
  });

  it("[O15, C8] SEQUENTIAL makes one call at a time, in the order of the plan", async () => {
    const first = held();
    const world = new EngineWorld((call) => (call.stepId === "a" ? first.answer : succeeded({})));
    await world.run(planOf([step("a"), step("b"), step("c")], "SEQUENTIAL"));
    expect(world.calls.map((call) => call.stepId)).toEqual(["a"]);
    first.give(succeeded({}));
    await world.drive();
    expect(world.calls.map((call) => call.stepId)).toEqual(["a", "b", "c"]);
  });

  it("[C8] DATAFLOW overlaps reads, and lets a call that is not read-only wait for all earlier ones", async () => {
    const reads = held();
    const world = new EngineWorld((call) => (call.callable.name === "read" ? reads.answer : succeeded({})));
    await world.run(planOf([step("a"), step("b"), step("w", { tool: "write" }), step("c")]));
    expect(world.calls.map((call) => call.stepId)).toEqual(["a", "b"]);
    reads.give(succeeded({}));
    await world.drive();
    expect(world.calls.map((call) => call.stepId)).toEqual(["a", "b", "w", "c"]);
  });

  it("[E10, O25] never has more calls in flight than maxParallel, and a call that throws gives its permit back", async () => {
    let inFlight = 0;
    let most = 0;
    const world = new EngineWorld(async (call) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await Promise.resolve();
      inFlight -= 1;
      if (call.stepId === "s0") throw new Error("the caller itself is broken");
      return succeeded({});
    });
    const steps = Array.from({ length: 9 }, (_, n) => step(`s${n}`, { policy: { continueOnFailure: true } }));
    await world.run(planOf(steps), { limits: { maxParallel: 3 } });
    for (let n = 0; n < 4; n++) {
      await world.clock.advance(10_000);
      await world.drive();
    }
    expect(most).toBe(3);
    expect(world.state.finished?.status).toBe("PARTIAL");
    expect(world.step("s0").failure?.code).toBe("INTERNAL");
  });

  it("[E10] a step in back-off holds no permit", async () => {
    const world = new EngineWorld((call) =>
      call.stepId === "a" && call.attempt === 1 ? failed("REJECTED") : succeeded({}),
    );
    const plan = planOf([step("a", { policy: { maxAttempts: 2, initialBackoffMs: 60_000 } }), step("b")]);
    await world.run(plan, { limits: { maxParallel: 1 } });
    expect(world.statuses()).toEqual({ a: "RUNNING", b: "SUCCEEDED" });
    expect(world.runner.busy).toBe(false);
  });

  it("[R5] a group without children succeeds at once with an empty output", async () => {
    const world = new EngineWorld();
    const state = await world.run(planOf([group("g", []), step("b", { arguments: argumentsOf({ all: from("g") }) })]));
    expect(state.finished?.status).toBe("SUCCEEDED");
    expect(world.callsOf("b")[0]?.arguments).toEqual({ all: {} });
  });

  it("answers a plan that is a direct response without calling anything", async () => {
    const world = new EngineWorld();
    const state = await world.run({ ...planOf([]), directResponse: "Hello" });
    expect(state.finished).toMatchObject({ status: "SUCCEEDED", directResponse: "Hello" });
    expect(world.calls).toHaveLength(0);
  });

  it("[C3] fails a step whose reference finds nothing at run time, before anything is called for it", async () => {
    const world = new EngineWorld(() => succeeded({}));
    const state = await world.run(planOf([step("a"), step("b", { arguments: argumentsOf({ x: from("a", "gone") }) })]));
    expect(world.calls.map((call) => call.stepId)).toEqual(["a"]);
    expect(world.step("b").failure).toMatchObject({ code: "UNRESOLVED_REFERENCE" });
    expect(state.finished?.status).toBe("PARTIAL");
  });
});
