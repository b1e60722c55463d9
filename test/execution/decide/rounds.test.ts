import { describe, expect, it } from "vitest";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import type { Json } from "../../../src/json/json.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { directResponse, modelFailed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt, withRounds } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";

const offered = { callables: [callable("search", "READ_ONLY"), callable("write", "UNSAFE")] };
const done = said("Here is the news.");

/** Plans that a model makes one after another. */
function plans(...answers: ModelResult[]): () => ModelResult {
  return () => {
    const next = answers.shift();
    if (next === undefined) throw new Error("nobody expected a further plan");
    return next;
  };
}

/** What each planner was told of the plans before. */
function toldPlanners(world: EngineWorld): readonly Json[] {
  const calls = world.modelCalls.filter(({ purpose }) => purpose === "PLAN");
  return calls.map(({ request }) => (toldTo(request).told as { soFar?: Json }).soFar ?? null);
}

function viewOfWorld(world: EngineWorld) {
  return viewOf(world.state, (position) => world.journal.value(position), undefined);
}

async function run(
  started: Partial<ExecutionStarted>,
  script: Parameters<typeof scripted>[0],
  options: Parameters<EngineWorld["ask"]>[2] = offered,
  answer: ConstructorParameters<typeof EngineWorld>[0] = () => succeeded({ found: 1 }),
) {
  const world = new EngineWorld(answer);
  await world.ask(started, scripted(script), options);
  return world;
}

describe("a model that plans again", () => {
  it("[N367] is told what its plan brought, and answers in place of a further plan: one call as without rounds", async () => {
    const world = await run(withRounds(3), { PLAN: plans(toolCalls("search"), directResponse("One was found.")) });
    expect(world.purposes).toEqual(["PLAN", "PLAN"]);
    expect(toldPlanners(world)).toEqual([
      null,
      { plansLeft: 2, maxSteps: 11, steps: [{ id: expect.any(String), end: "SUCCEEDED", output: { found: 1 } }] },
    ]);
    expect(world.state.finished).toMatchObject({
      status: "SUCCEEDED",
      failure: null,
      directResponse: "One was found.",
      response: null,
    });
    expect(viewOfWorld(world).state).toBe("completed");
  });

  it("[N367, E5] makes another plan, whose calls are steps of their own under keys of their own", async () => {
    const world = await run(withRounds(2), { PLAN: plans(toolCalls("search"), toolCalls("search")), RESPOND: done });
    expect(world.purposes).toEqual(["PLAN", "PLAN", "RESPOND"]);
    const [first, second] = world.calls;
    expect(world.calls).toHaveLength(2);
    expect(second?.callId).not.toBe(first?.callId);
    const ids = world.state.pinned.graph.nodes.map(({ step }) => step.id);
    expect(ids[1]).toBe(`rounds/2/${ids[0]}`);
    expect(world.eventsOf("PlanProposed").map(({ round }) => round)).toEqual([undefined, 2]);
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", directResponse: null });
    expect(world.journal.kinds).toEqual([
      "ExecutionStarted",
      ...["ModelCallStarted", "ModelCalled", "PlanProposed", "StepStarted", "StepFinished"],
      ...["ModelCallStarted", "ModelCalled", "PlanProposed", "StepStarted", "StepFinished"],
      ...["ModelCallStarted", "ModelCalled", "ExecutionFinished"],
    ]);
  });

  it("[N367] writes not one row more where it may make one plan", async () => {
    const script = () => ({ PLAN: toolCalls("search"), RESPOND: done });
    const [silent, one] = [await run(withPrompt(), script()), await run(withRounds(1), script())];
    expect(one.journal.kinds).toEqual(silent.journal.kinds);
    expect(one.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(one.eventsOf("PlanProposed")[0]).not.toHaveProperty("round");
  });

  it("[N367] refers within a further plan to its own calls", async () => {
    const linked = said(
      JSON.stringify({
        type: "tool_calls",
        calls: [
          { tool_name: "search", arguments: {} },
          { tool_name: "write", arguments: { found: "$0.output.found" } },
        ],
      }),
    );
    let found = 0;
    const world = await run(withRounds(2), { PLAN: plans(toolCalls("search"), linked), RESPOND: done }, offered, () => {
      found += 1;
      return succeeded({ found });
    });
    expect(world.calls.map(({ arguments: sent }) => sent)).toEqual([{}, {}, { found: 2 }]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[N367] may write groups and maps in each plan, whose items are steps of the round", async () => {
    const over = [1, 2];
    const step = { tool: { toolName: "search", arguments: { n: "{{item}}" } } };
    const parallel = { parallel: { stepId: "both", steps: [{ tool: { toolName: "search", arguments: {} } }] } };
    const typed = (...steps: object[]) => said(JSON.stringify({ steps }));
    const mapped = typed({ map: { stepId: "each", over, step, maxItems: 4 } }, parallel);
    const world = await run(withRounds(3), { PLAN: plans(mapped, mapped, directResponse("All of them.")) });
    expect(world.calls.map(({ stepId }) => stepId)).toEqual([
      ...["both.0", "each[0]", "each[1]"],
      ...["rounds/2/both.0", "rounds/2/each[0]", "rounds/2/each[1]"],
    ]);
    expect(new Set(world.calls.map(({ callId }) => callId)).size).toBe(6);
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", directResponse: "All of them." });
  });

  it("[N367] must answer after its last round, and is told of all of them", async () => {
    const world = await run(withRounds(2), { PLAN: plans(toolCalls("search"), toolCalls("write")), RESPOND: done });
    expect(toldPlanners(world)[1]).toMatchObject({ plansLeft: 1 });
    const last = world.modelCalls.at(-1);
    expect(last?.request.answer).toEqual({ kind: "TEXT" });
    expect(last === undefined ? null : toldTo(last.request).told).toMatchObject({
      steps: [{ end: "SUCCEEDED" }, { id: expect.stringMatching(/^rounds\/2\//), end: "SUCCEEDED" }],
    });
  });

  it("[N367] is asked again after a failure that halted its plan; what had not begun never does", async () => {
    const world = await run(
      withRounds(2),
      { PLAN: plans(toolCalls("search", "write"), toolCalls("write")), RESPOND: done },
      offered,
      ({ callable: { name } }) => (name === "search" ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({})),
    );
    expect(toldPlanners(world)[1]).toMatchObject({ steps: [{ end: "FAILED" }, { end: "NOT_RUN" }] });
    expect(world.state.steps.all.map(({ status }) => status)).toEqual(["FAILED", "SKIPPED", "SUCCEEDED"]);
    expect(world.calls.map(({ callable: { name } }) => name)).toEqual(["search", "write"]);
    expect(world.state.finished).toMatchObject({ status: "PARTIAL", failure: null });
    expect(viewOfWorld(world).state).toBe("completed");
  });

  it("[N367] fails like an execution of one plan where all calls of all rounds failed", async () => {
    const world = await run(
      withRounds(2),
      { PLAN: plans(toolCalls("search"), directResponse("Nothing worked.")) },
      offered,
      () => failed("ANSWERED", "TOOL_ERROR", null, false),
    );
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "TOOL_ERROR" } });
    expect(viewOfWorld(world).state).toBe("failed");
  });
});

describe("further plans that cannot be had", () => {
  it("[N368, E12] a further plan that does not pass validation is corrected, and nothing of it is called", async () => {
    const world = await run(withRounds(2, { maxCorrections: 1 }), {
      PLAN: plans(toolCalls("search"), toolCalls("reed"), toolCalls("write")),
      RESPOND: done,
    });
    expect(world.purposes).toEqual(["PLAN", "PLAN", "PLAN", "RESPOND"]);
    const corrected = world.modelCalls[2];
    expect(corrected === undefined ? null : toldTo(corrected.request).told).toMatchObject({
      corrections: [{ reply: expect.stringContaining("reed"), problems: ["UNKNOWN_CALLABLE"] }],
    });
    expect(world.calls.map(({ callable: { name } }) => name)).toEqual(["search", "write"]);
    expect(world.eventsOf("PlanRejected")).toMatchObject([{ round: 2, correcting: true }]);
    expect(toldPlanners(world)[2]).toMatchObject({ plansLeft: 1, steps: [{ end: "SUCCEEDED" }] });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[N368] a further plan that is refused for good ends no execution: the answer is about what there is, in part", async () => {
    const world = await run(withRounds(3), { PLAN: plans(toolCalls("search"), toolCalls("reed")), RESPOND: done });
    expect(world.purposes).toEqual(["PLAN", "PLAN", "RESPOND"]);
    const last = world.modelCalls.at(-1);
    expect(last === undefined ? null : toldTo(last.request).told).toMatchObject({ problems: ["UNKNOWN_CALLABLE"] });
    expect(world.state.finished).toMatchObject({ status: "PARTIAL", failure: null });
    expect(viewOfWorld(world)).toMatchObject({ state: "completed", planProblems: { inline: [{}] } });
  });

  it("[N368] a plan with steps of finally is refused where another may follow", async () => {
    const call = { tool: { toolName: "search", arguments: {} } };
    const finallyPlan = said(JSON.stringify({ steps: [call], finally: [call] }));
    const world = await run(withRounds(2), { PLAN: plans(finallyPlan), RESPOND: done });
    expect(world.calls).toEqual([]);
    expect(viewOfWorld(world).planProblems?.inline).toMatchObject([{ kind: "INVALID_INPUT", path: ["finally"] }]);
    const once = await run(withRounds(1), { PLAN: plans(finallyPlan), RESPOND: done });
    expect(once.calls).toHaveLength(2);
  });

  it("[N368] a planner that fails for good ends no execution either", async () => {
    const answers = [toolCalls("search"), modelFailed("ANSWERED", "MODEL_ERROR", null, false)];
    const world = await run(withRounds(3), { PLAN: plans(...answers), RESPOND: done });
    expect(world.purposes).toEqual(["PLAN", "PLAN", "RESPOND"]);
    expect(world.state.finished).toMatchObject({ status: "PARTIAL", failure: null, response: {} });
  });

  it("[N368] maxSteps counts the calls of all rounds: a further plan has what is left, and none is asked for once nothing is", async () => {
    const limits = { maxSteps: 2 };
    const over = await run(
      withRounds(3),
      { PLAN: plans(toolCalls("search"), toolCalls("search", "write")), RESPOND: done },
      { ...offered, limits },
    );
    expect(toldPlanners(over)[1]).toMatchObject({ maxSteps: 1 });
    expect(viewOfWorld(over).planProblems?.inline).toMatchObject([
      { kind: "LIMIT_EXCEEDED", limit: "maxSteps", maximum: 1, found: 2 },
    ]);
    const spent = await run(
      withRounds(3),
      { PLAN: plans(toolCalls("search", "write")), RESPOND: done },
      { ...offered, limits },
    );
    expect(spent.purposes).toEqual(["PLAN", "RESPOND"]);
  });

  it("[N368, E9] a budget without room for a further plan and its answer ends planning, and the answer is written", async () => {
    const world = await run(
      withRounds(5),
      { PLAN: () => toolCalls("search"), RESPOND: done },
      { ...offered, limits: { maxModelCalls: 3 } },
    );
    expect(world.purposes).toEqual(["PLAN", "PLAN", "RESPOND"]);
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", responseFailure: null });
    expect(world.eventsOf("PlanProposed").map(({ round = 1 }) => round)).toEqual([1, 2]);
  });

  it("[N368, E9] time that is left for the answer alone ends planning", async () => {
    const world = new EngineWorld(({ callable: { name } }) => {
      if (name === "search") world.clock.skip(40_000);
      return succeeded({});
    });
    const limits = { timeoutMs: 60_000, stepTimeoutMs: 60_000 };
    await world.ask(withRounds(5), scripted({ PLAN: () => toolCalls("search"), RESPOND: done }), {
      ...offered,
      limits,
    });
    expect(world.purposes.at(-1)).toBe("RESPOND");
    expect(world.purposes.filter((purpose) => purpose === "PLAN").length).toBeLessThan(3);
    expect(world.state.finished?.response).not.toBeNull();
  });

  it("[N368, C6] a cancel while a further plan is made ends the execution", async () => {
    const answers = [toolCalls("search")];
    const world = new EngineWorld(() => succeeded({}));
    await world.ask(
      withRounds(2),
      scripted({ PLAN: () => answers.shift() ?? new Promise<ModelResult>(() => {}) }),
      offered,
    );
    expect(world.purposes).toEqual(["PLAN", "PLAN"]);
    expect(world.runner.cancel("someone", undefined)).toBe(true);
    await world.drive();
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.calls).toHaveLength(1);
  });
});

describe("people and further plans", () => {
  it("[N369] under the policy PLAN a person is asked about each plan, and sees that plan alone", async () => {
    const world = new EngineWorld(() => succeeded({}));
    const started = { ...withRounds(2), approval: "PLAN" as const };
    await world.ask(
      started,
      scripted({ PLAN: plans(toolCalls("search"), toolCalls("write")), RESPOND: done }),
      offered,
    );
    expect(world.calls).toHaveLength(0);
    expect(world.runner.respond(given("plan/1")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.calls).toHaveLength(1);
    const [, second] = viewOfWorld(world).humanInputs;
    expect(second).toMatchObject({
      requestId: "plan/2",
      status: "PENDING",
      arguments: { inline: { steps: [{ id: expect.stringMatching(/^rounds\/2\//), callable: "write" }] } },
    });
    expect(world.runner.respond(given("plan/1")).kind).toBe("ALREADY_RESOLVED");
    expect(world.runner.respond(given("plan/2")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.calls.map(({ callable: { name } }) => name)).toEqual(["search", "write"]);
    expect(viewOfWorld(world).humanInputs).toMatchObject([{ status: "ACCEPTED" }, { status: "ACCEPTED" }]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[N990, C6] a further plan that a person declines, or that nobody permits in time, ends planning and not the execution", async () => {
    const ends = [
      { answer: () => given("plan/2", false, "ann", "too dear"), code: "REJECTED_BY_HUMAN" },
      { answer: undefined, code: "HUMAN_INPUT_EXPIRED" },
    ];
    for (const { answer, code } of ends) {
      const world = new EngineWorld(() => succeeded({ found: 1 }));
      const started = { ...withRounds(3), approval: "PLAN" as const };
      const script = scripted({ PLAN: plans(toolCalls("search"), toolCalls("write")), RESPOND: done });
      await world.ask(started, script, offered);
      world.runner.respond(given("plan/1"));
      await world.drive();
      const [first, second] = viewOfWorld(world).humanInputs;
      expect([first, second]).toMatchObject([{ onDecline: "FAIL" }, { onDecline: "SKIP", onExpiry: { kind: "SKIP" } }]);
      const { expiresAt } = second ?? {};
      if (answer === undefined) await world.clock.advance((expiresAt ?? 0) - world.clock.now());
      else expect(world.runner.respond(answer()).kind).toBe("RESOLVED");
      await world.drive();
      expect(world.calls.map(({ callable: { name } }) => name)).toEqual(["search"]);
      expect(world.purposes).toEqual(["PLAN", "PLAN", "RESPOND"]);
      const last = world.modelCalls.at(-1);
      expect(last && toldTo(last.request).told).toMatchObject({
        failure: code,
        steps: [{ end: "SUCCEEDED" }, { end: "NOT_RUN" }],
      });
      expect(world.state.finished).toMatchObject({ status: "PARTIAL", failure: null, response: {} });
      expect(viewOfWorld(world)).toMatchObject({ state: "completed", steps: [{}, { status: "SKIPPED" }] });
    }
  });

  it("[N369] under ALL_EFFECTS a call of a further plan waits for a person like one of the first", async () => {
    const world = new EngineWorld(() => succeeded({}));
    const started = { ...withRounds(2), approval: "ALL_EFFECTS" as const };
    await world.ask(
      started,
      scripted({ PLAN: plans(toolCalls("search"), toolCalls("write")), RESPOND: done }),
      offered,
    );
    expect(world.calls).toHaveLength(1);
    const [asked] = viewOfWorld(world).humanInputs;
    expect(asked).toMatchObject({ requestId: expect.stringMatching(/^rounds\/2\/.+\/1$/), status: "PENDING" });
    world.runner.respond(given(asked?.requestId ?? ""));
    await world.drive();
    expect(world.calls).toHaveLength(2);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });
});
