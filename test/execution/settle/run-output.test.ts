/** What a run of a callable gives back at its end, and what becomes of one that cannot give what it promises. */
import { describe, expect, it } from "vitest";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import { noPlan } from "../../../src/execution/state/state.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { CallableRun } from "../../../src/plan/run-definition.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { modelFailed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt } from "../../support/models/model-work.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";
import { typedPlanOf } from "../../support/plan/typed-plan.ts";

function runOf(callable: Partial<CallableRun>): Pick<ExecutionStarted, "callable"> {
  const facts = { name: "it", version: null, inputSchema: null, outputSchema: null, output: null };
  return { callable: { kind: "WORKFLOW", ...facts, ...callable } };
}

/** How `plan` ends as a workflow of these facts, whose steps bring `{n: 1}`. */
async function endOf(plan: Plan, callable: Partial<CallableRun>, answer?: EngineWorld["answer"]) {
  const world = new EngineWorld(answer ?? (() => succeeded({ n: 1 })));
  await world.run(plan, { started: { startedWith: "WORKFLOW", ...runOf(callable) } });
  const { finished } = world.state;
  return { world, finished, output: finished?.output == null ? null : world.journal.value(finished.output) };
}

describe("the output of a workflow", () => {
  it("[W3] is that of its last step, of a group the outputs of its children", async () => {
    expect((await endOf(planOf([step("a"), step("b")]), {})).output).toEqual({ n: 1 });
    const children = [step("x", { resultKey: "left" }), step("y")];
    expect((await endOf(planOf([group("g", children)]), {})).output).toEqual({ left: { n: 1 } });
  });

  it("is what its template makes of steps that ran", async () => {
    const output = argumentsOf({ first: from("a", "n"), all: from("b") });
    expect((await endOf(planOf([step("a"), step("b")]), { output })).output).toEqual({ first: 1, all: { n: 1 } });
  });

  it("[W15, C12] is checked at the end: one that breaks its schema fails the run, and is not kept", async () => {
    const strict = { type: "object", properties: { n: { type: "string" } } };
    const { finished, output } = await endOf(planOf([step("a")]), { outputSchema: strict });
    expect(finished).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID", step: null } });
    expect(output).toBeNull();
    const fine = await endOf(planOf([step("a")]), { outputSchema: { type: "object", required: ["n"] } });
    expect(fine.finished?.status).toBe("SUCCEEDED");
  });

  it("[C3] fails the run if a part of it cannot be had, and is nothing where nothing was promised", async () => {
    const mayFail = { policy: { continueOnFailure: true } };
    const plan = planOf([step("a"), step("b", mayFail)]);
    const answer: EngineWorld["answer"] = ({ stepId }) =>
      stepId === "b" ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({ n: 1 });
    const lacking = await endOf(plan, { output: argumentsOf({ b: from("b") }) }, answer);
    expect(lacking.finished).toMatchObject({ status: "FAILED", failure: { code: "UNRESOLVED_REFERENCE" } });
    const promised = await endOf(plan, { outputSchema: { type: "object" } }, answer);
    expect(promised.finished).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" } });
    const free = await endOf(plan, {}, answer);
    expect(free).toMatchObject({ finished: { status: "PARTIAL" }, output: null });
  });

  it("is nothing for a run that failed, and for an execution that is no run", async () => {
    const broken = await endOf(planOf([step("a")]), {}, () => failed("ANSWERED", "TOOL_ERROR", null, false));
    expect(broken.finished).toMatchObject({ status: "FAILED", failure: { code: "TOOL_ERROR" } });
    expect(broken.finished?.output).toBeUndefined();
    const world = new EngineWorld();
    await world.run(planOf([step("a")]));
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.state.finished?.output).toBeUndefined();
  });

  it("[E2] is the same after a crash: it stands in the last row", async () => {
    const { finished, world } = await endOf(planOf([step("a")]), {});
    world.crash();
    expect(world.state.finished).toEqual(finished);
  });
});

describe("the output of an agent", () => {
  const ask = async (script: Parameters<typeof scripted>[0], options: StartOptions = {}) => {
    const world = new EngineWorld(() => succeeded({ n: 1 }));
    await world.ask({ ...withPrompt(), startedWith: "AGENT", ...runOf({ kind: "AGENT" }) }, scripted(script), options);
    const { finished } = world.state;
    return { finished, output: finished?.output == null ? null : world.journal.value(finished.output) };
  };

  it("is the text of its responder", async () => {
    expect((await ask({ PLAN: toolCalls("read"), RESPOND: said("Done.") })).output).toEqual({ text: "Done." });
  });

  it("is missing if no text was written: then the run has failed, for the reason of the responder", async () => {
    const refused = modelFailed("REJECTED", "MODEL_ERROR", null, false);
    const { finished, output } = await ask({ PLAN: toolCalls("read"), RESPOND: refused });
    expect(finished).toMatchObject({ status: "FAILED", failure: { code: "MODEL_ERROR", step: null } });
    expect(output).toBeNull();
  });

  it("comes from one call where there is nothing to plan", async () => {
    const world = new EngineWorld();
    world.answerModel = scripted({ RESPOND: said("Hello.") });
    const started = { ...withPrompt({ plan: null }), ...runOf({ kind: "AGENT" }), startedWith: "AGENT" } as const;
    await world.run(noPlan, { started: { ...started, plan: noPlan } });
    expect(world.purposes).toEqual(["RESPOND"]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });
});

it("[O3, O34] orchestration brings what its document says, also where a part of it failed", async () => {
  const plan = planOf([step("a", { resultKey: "first" }), step("b", { policy: { continueOnFailure: true } })]);
  const answer: EngineWorld["answer"] = ({ stepId }) =>
    stepId === "b" ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({ n: 1 });
  const { finished, output } = await endOf(plan, { kind: "ORCHESTRATION" }, answer);
  expect(finished?.status).toBe("PARTIAL");
  expect(output).toMatchObject({
    success: false,
    steps: [
      { id: "a", type: "agent", status: "success", outputs: { n: 1 } },
      { id: "b", status: "failed" },
    ],
    bindings: { first: { n: 1 } },
    errors: [{ step_id: "b" }],
  });
});

describe("a workflow with finally", () => {
  const tell = { tool: { stepId: "tell", toolName: "write", arguments: { status: "{{execution.status}}" } } };
  const plan = typedPlanOf({ steps: [{ tool: { stepId: "a", toolName: "read" } }], finally: [tell] });

  it("[N307] has the output of its last step before finally, also if finally fails", async () => {
    expect((await endOf(plan, {})).output).toEqual({ n: 1 });
    const part = await endOf(plan, {}, ({ stepId }) => (stepId === "tell" ? failed("ANSWERED") : succeeded({ n: 2 })));
    expect(part.finished?.status).toBe("PARTIAL");
    expect(part.output).toEqual({ n: 2 });
  });

  it("[N307] tells finally that it failed where its output is not what it promises", async () => {
    const outputSchema = { type: "object", properties: { n: { type: "string" } } };
    const { finished, world } = await endOf(plan, { outputSchema });
    expect(world.callsOf("tell")[0]?.arguments).toEqual({ status: "FAILED" });
    expect(finished).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" } });
    expect(world.state.ending?.failure?.code).toBe("OUTPUT_INVALID");
  });
});
