import { describe, expect, it, vi } from "vitest";
import type { ExecutionStarted, RecordedEvent } from "../../../src/execution/events/event.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import { failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import {
  directResponse,
  modelFailed,
  routed,
  said,
  scripted,
  toolCalls,
  usage,
} from "../../support/models/model-answers.ts";
import { model, withPrompt, withQuestion, withResponder } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const readOnly = { callables: [callable("read", "READ_ONLY"), callable("write", "UNSAFE")] };

function records(world: EngineWorld): readonly RecordedEvent[] {
  return world.journal.read(0).records;
}

function viewOfWorld(world: EngineWorld) {
  return viewOf(world.state, (position) => world.journal.value(position), undefined);
}

/** What the last responder was told. */
function told(world: EngineWorld) {
  const call = world.modelCalls.findLast(({ purpose }) => purpose === "RESPOND");
  return call === undefined ? null : toldTo(call.request).told;
}

const done = said("Here is the news.");

describe("model calls of P8, counted where they arrive, with no option set", () => {
  it("[P4, P8] a direct response is one call and needs no responder", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), scripted({ PLAN: directResponse("Hello!") }), readOnly);
    expect(world.purposes).toEqual(["PLAN"]);
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", directResponse: "Hello!", response: null });
    expect(world.journal.kinds).toEqual([
      "ExecutionStarted",
      "ModelCallStarted",
      "ModelCalled",
      "PlanProposed",
      "ExecutionFinished",
    ]);
  });

  it("[P5, P7, P8, E2] tools that succeed are two calls: ten rows with one step and one piece of text", async () => {
    const world = new EngineWorld(() => succeeded({ news: 7 }));
    const respond = (call: { text(piece: string): void }) => {
      call.text("Here is the news.");
      return done;
    };
    await world.ask(withPrompt(), scripted({ PLAN: toolCalls("read"), RESPOND: respond }), readOnly);
    expect(world.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(world.journal.kinds).toEqual([
      "ExecutionStarted",
      "ModelCallStarted",
      "ModelCalled",
      "PlanProposed",
      "StepStarted",
      "StepFinished",
      "ModelCallStarted",
      "TextProduced",
      "ModelCalled",
      "ExecutionFinished",
    ]);
    expect(told(world)).toMatchObject({ status: "SUCCEEDED", steps: [{ end: "SUCCEEDED", output: { news: 7 } }] });
    const view = viewOfWorld(world);
    expect(view.response?.inline).toBe("Here is the news.");
    expect(view).toMatchObject({ status: "SUCCEEDED", state: "completed", startedWith: "PROMPT", planProblems: null });
  });

  it("[P6, P8] tools that fail are two calls, and the responder is told what did not run", async () => {
    const world = new EngineWorld(() => failed("ANSWERED", "TOOL_ERROR", null, false));
    await world.ask(withPrompt(), scripted({ PLAN: toolCalls("read", "write"), RESPOND: done }), readOnly);
    expect(world.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(world.calls).toHaveLength(1);
    expect(told(world)).toMatchObject({ failure: "TOOL_ERROR", steps: [{ end: "FAILED" }, { end: "NOT_RUN" }] });
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "TOOL_ERROR" } });
    expect(world.state.finished?.response).not.toBeNull();
  });

  it("[N65] the planner may call a tool by its qualified name, and the plan names it as it was offered", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), scripted({ PLAN: toolCalls("world.read"), RESPOND: done }), readOnly);
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED" });
    expect(viewOfWorld(world).plan?.steps).toMatchObject([{ callableName: "read" }]);
  });

  it("[N60, P16] the responder is told of text in a plan that looks like a reference and is none", async () => {
    const world = new EngineWorld();
    const calls = [
      { tool_name: "read", arguments: {} },
      { tool_name: "read", arguments: { topic: "$research.output.title" } },
    ];
    const plan = said(JSON.stringify({ type: "tool_calls", reasoning: "so", calls }));
    await world.ask(withPrompt(), scripted({ PLAN: plan, RESPOND: done }), readOnly);
    expect(world.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(world.calls).toEqual([]);
    expect(told(world)).toMatchObject({ failure: "PLAN_INVALID", problems: ["TEMPLATE_INVALID"], steps: [] });
  });

  it("[P8, P16, C31] a plan that does not pass validation is two calls and no tool is called", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), scripted({ PLAN: toolCalls("reed"), RESPOND: done }), readOnly);
    expect(world.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(world.calls).toEqual([]);
    expect(told(world)).toMatchObject({ failure: "PLAN_INVALID", problems: ["UNKNOWN_CALLABLE"], steps: [] });
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "PLAN_INVALID", step: null } });
    expect(viewOfWorld(world)).toMatchObject({ plan: null, planHash: null, state: "failed" });
    expect(records(world).find(({ event }) => event.kind === "PlanRejected")?.transitions).toEqual([
      { from: "planner_active", event: "validation_failed", to: "failed" },
    ]);
    expect(viewOfWorld(world).planProblems?.inline).toMatchObject([{ kind: "UNKNOWN_CALLABLE", name: "reed" }]);
  });
});

describe("warnings about a plan that a planner wrote", () => {
  const warned = said(
    JSON.stringify({
      type: "tool_calls",
      reasoning: "so",
      calls: [
        { tool_name: "read", arguments: {} },
        { tool_name: "read", arguments: { topic: "See $0.output.title" } },
      ],
    }),
  );

  it("[N73] stand with the plan, in the event and in the execution, with their places in what it wrote", async () => {
    const world = new EngineWorld(() => succeeded({}));
    await world.ask(withPrompt(), scripted({ PLAN: warned, RESPOND: done }), readOnly);
    const found = {
      code: "TEXT_LIKE_REFERENCE",
      stepId: expect.any(String),
      path: ["calls", "1", "arguments", "topic"],
      message: expect.stringContaining("$0.output.title"),
    };
    const proposed = records(world).find(({ event }) => event.kind === "PlanProposed")?.event;
    expect(proposed).toMatchObject({ planWarnings: [found] });
    expect(viewOfWorld(world).planWarnings).toMatchObject([found]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[N73, N81] say what of maxParallel its plan does not get", async () => {
    const world = new EngineWorld(() => succeeded({}));
    const plan = {
      model,
      encoding: "FUNCTION",
      schedule: "DATAFLOW",
      maxCorrections: 0,
      maxPlanBytes: 262_144,
    } as const;
    const started = withPrompt();
    const prompted = { ...started, modelWork: { ...noModelWork, ...started.modelWork, plan } };
    const wide = toolCalls(...Array<string>(7).fill("read"));
    const limits = { maxParallel: 12 };
    await world.ask(prompted, scripted({ PLAN: wide, RESPOND: done }), { ...readOnly, limits });
    expect(viewOfWorld(world).planWarnings).toMatchObject([
      { code: "PARALLEL_CAPPED", path: ["options", "limits", "maxParallel"] },
    ]);
  });

  it("[N73] leave no member in the row of a plan without any", async () => {
    const world = new EngineWorld(() => succeeded({}));
    await world.ask(withPrompt(), scripted({ PLAN: toolCalls("read"), RESPOND: done }), readOnly);
    expect(records(world).find(({ event }) => event.kind === "PlanProposed")?.event).not.toHaveProperty("planWarnings");
    expect(viewOfWorld(world)).not.toHaveProperty("planWarnings");
  });
});

describe("plans that are refused", () => {
  const reject: Partial<ExecutionStarted> = { ...withPrompt(), onInvalidPlan: "REJECT" };

  it("[C31] REJECT ends the execution after one call, with every problem", async () => {
    const world = new EngineWorld();
    await world.ask(reject, scripted({ PLAN: toolCalls("reed", "wright") }), readOnly);
    expect(world.purposes).toEqual(["PLAN"]);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "PLAN_INVALID" } });
    expect(viewOfWorld(world).planProblems?.inline).toHaveLength(2);
  });

  it("[O11, O20] what is no plan is PLANNER_OUTPUT_INVALID, and the machine moves by validation_failed", async () => {
    const world = new EngineWorld();
    await world.ask(reject, scripted({ PLAN: said("Sure, here you go") }), readOnly);
    expect(world.state.finished?.failure).toMatchObject({
      code: "PLANNER_OUTPUT_INVALID",
      message: "the planner answered with text that is not JSON",
    });
    expect(world.observed).toEqual(["plan_init start_plan planner_active", "planner_active validation_failed failed"]);
    expect(viewOfWorld(world).modelCalls[0]?.reply?.inline).toBe("Sure, here you go");
  });

  it("a planner that would not answer is MODEL_ERROR, without a responder", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), scripted({ PLAN: said("I cannot", { stop: "REFUSED" }) }), readOnly);
    expect(world.purposes).toEqual(["PLAN"]);
    expect(world.state.finished?.failure).toMatchObject({ code: "MODEL_ERROR" });
    expect(world.state.orchestrationState).toBe("failed");
  });

  it("[C31] a planner that may correct itself once is told what it wrote and what is wrong with it", async () => {
    const world = new EngineWorld(() => succeeded({}));
    const plans = [toolCalls("reed"), toolCalls("read")];
    const script = scripted({ PLAN: () => plans.shift() ?? said(""), RESPOND: done });
    await world.ask(withPrompt({}, 1), script, readOnly);
    expect(world.purposes).toEqual(["PLAN", "PLAN", "RESPOND"]);
    const second = world.modelCalls[1];
    expect(second === undefined ? null : toldTo(second.request).told).toMatchObject({
      corrections: [{ reply: expect.stringContaining("reed"), problems: ["UNKNOWN_CALLABLE"] }],
    });
    expect(world.journal.kinds.slice(1, 7)).toEqual([
      "ModelCallStarted",
      "ModelCalled",
      "PlanRejected",
      "ModelCallStarted",
      "ModelCalled",
      "PlanProposed",
    ]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(viewOfWorld(world).planProblems).toBeNull();
  });

  it("a second wrong plan after one correction stands", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt({}, 1), scripted({ PLAN: toolCalls("reed"), RESPOND: done }), readOnly);
    expect(world.purposes).toEqual(["PLAN", "PLAN", "RESPOND"]);
    const rejected = records(world).flatMap(({ event }) => (event.kind === "PlanRejected" ? [event.correcting] : []));
    expect(rejected).toEqual([true, false]);
    expect(world.state.finished?.failure?.code).toBe("PLAN_INVALID");
  });

  it("[E12, O13] a plan over the execution's own limits is refused", async () => {
    const world = new EngineWorld();
    const options = { ...readOnly, limits: { maxSteps: 1 } };
    await world.ask(reject, scripted({ PLAN: toolCalls("read", "read") }), options);
    expect(viewOfWorld(world).planProblems?.inline).toMatchObject([{ kind: "LIMIT_EXCEEDED", limit: "maxSteps" }]);
  });

  describe("size", () => {
    const numbers = (count: number) => [...Array<number>(count).fill(0), "$0.output.x"];
    const written = (count: number) => {
      const first = { tool_name: "read", arguments: {} };
      const second = { tool_name: "read", arguments: { numbers: numbers(count) } };
      return said(JSON.stringify({ type: "tool_calls", reasoning: "so", calls: [first, second] }));
    };
    const bounded = (maxPlanBytes: number): Partial<ExecutionStarted> => {
      const plan = { model, encoding: "FUNCTION", schedule: null, maxCorrections: 0, maxPlanBytes } as const;
      return { ...reject, modelWork: { ...noModelWork, plan } };
    };

    it("[E12, O28] is bounded as that of a given plan is, by what the deployment said when the execution started", async () => {
      const small = new EngineWorld(() => succeeded({ x: 1 }));
      await small.ask(bounded(1_000), scripted({ PLAN: written(1_000) }), readOnly);
      expect(viewOfWorld(small).planProblems?.inline).toMatchObject([
        { kind: "LIMIT_EXCEEDED", limit: "maxPlanBytes", maximum: 1_000 },
      ]);
      const large = new EngineWorld(() => succeeded({ x: 1 }));
      await large.ask(bounded(1_000_000), scripted({ PLAN: written(60_000) }), readOnly);
      expect(large.state.finished?.status).toBe("SUCCEEDED");
    });

    it("[E14] of the failure is bounded, however long the names are that it is about; the problems have them whole", async () => {
      const world = new EngineWorld();
      await world.ask(reject, scripted({ PLAN: toolCalls("x".repeat(50_000)) }), readOnly);
      expect(world.state.finished?.failure?.message.length).toBeLessThan(2_000);
      const problems = world.state.rejected?.problems;
      expect(problems?.bytes).toBeGreaterThan(50_000);
    });

    it("[E2] is bounded as it is stored, too: a row holds less than 2 MB", async () => {
      const world = new EngineWorld();
      await world.ask(bounded(1_000_000), scripted({ PLAN: written(95_000) }), readOnly);
      expect(Math.max(...world.journal.rows.map(({ body }) => body.length))).toBeLessThan(2_000_000);
      expect(viewOfWorld(world).planProblems?.inline).toMatchObject([
        { kind: "LIMIT_EXCEEDED", limit: "storedPlanBytes" },
      ]);
      expect(world.modelCalls).toHaveLength(1);
    });
  });

  it("[C31] a given plan that was refused is explained by the responder: one call", async () => {
    const world = new EngineWorld();
    world.answerModel = scripted({ RESPOND: done });
    const failure = { code: "PLAN_INVALID", message: "it names no tool", retryable: false, details: null } as const;
    const { followingEvents } = await import("../../../src/durable/execution/initial-events.ts");
    const following = followingEvents({
      chosenAgent: null,
      rejected: { failure, problems: [] },
      plan: null,
      reused: [],
      ...{ conversation: null, execution: "execution", turns: null },
    });
    world.begin(planOf([]), {
      started: { ...withResponder(), plan: null, planHash: null, onInvalidPlan: "RESPOND" },
      following,
    });
    await world.drive();
    expect(world.purposes).toEqual(["RESPOND"]);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure });
    expect(world.state.orchestrationState).toBe("failed");
  });
});

describe("questions", () => {
  const agents = {
    callables: [
      callable("weather", "READ_ONLY", { kind: "AGENT", provider: "agents" }),
      callable("news", "READ_ONLY", { kind: "AGENT", provider: "agents" }),
    ],
  };

  it("[H1, H3, H5] the router chooses, the agent gets the question to the letter, the responder answers", async () => {
    const world = new EngineWorld(() => succeeded("sunny"));
    await world.ask(withQuestion(["news", "weather"]), scripted({ ROUTE: routed("weather"), RESPOND: done }), agents);
    expect(world.purposes).toEqual(["ROUTE", "RESPOND"]);
    expect(world.journal.kinds.slice(1, 5)).toEqual(["ModelCallStarted", "ModelCalled", "AgentRouted", "PlanProposed"]);
    expect(world.calls[0]?.callable.name).toBe("weather");
    expect(world.calls[0]?.arguments).toEqual({
      user_query: "What is new?",
      parsed_parameters: {},
      session_context: { zone: "UTC" },
    });
    expect(world.calls[0]?.execution).toMatchObject({ routingMode: "AUTO", isOnlyCall: true });
    const view = viewOfWorld(world);
    expect(view.routing).toEqual({ mode: "AUTO", agentName: "weather", confidence: 0.8, reason: "it fits" });
    expect(view.usage).toMatchObject({ toolCalls: 0, agentCalls: 1, modelCalls: 2 });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[C30] if no agent fits, the responder answers directly", async () => {
    const world = new EngineWorld();
    await world.ask(withQuestion(["news"]), scripted({ ROUTE: routed(null), RESPOND: done }), agents);
    expect(told(world)).toMatchObject({ isUnrouted: true, status: "SUCCEEDED", steps: [] });
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", failure: null });
    expect(world.calls).toEqual([]);
  });

  it("[C30] if no agent fits and nobody is to answer, the execution ends with NO_ROUTE", async () => {
    const world = new EngineWorld();
    await world.ask(withQuestion(["news"], { respond: null }), scripted({ ROUTE: routed(null) }), agents);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "NO_ROUTE" } });
    expect(world.state.orchestrationState).toBe("failed");
  });

  it("[C30, R27] nor is it a success if the responder that should answer in place of an agent fails", async () => {
    const world = new EngineWorld();
    const script = scripted({ ROUTE: routed(null), RESPOND: modelFailed("REJECTED", "MODEL_ERROR", null, false) });
    await world.ask(withQuestion(["news"]), script, agents);
    expect(world.state.finished).toMatchObject({
      status: "FAILED",
      failure: { code: "NO_ROUTE" },
      responseFailure: { code: "MODEL_ERROR" },
    });
  });

  it("[R26] an answer that is not exactly a candidate selects nobody", async () => {
    const world = new EngineWorld();
    await world.ask(withQuestion(["news"]), scripted({ ROUTE: said('"not news"') }), agents);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "NO_ROUTE" } });
    expect(world.calls).toEqual([]);
  });

  it("[H9] a partial answer of an agent is output that can be referred to, and halts nothing", async () => {
    const world = new EngineWorld((call) =>
      call.stepId === "a"
        ? {
            kind: "SUCCEEDED",
            result: { output: { n: 1 }, content: [], metadata: null, isPartial: true },
          }
        : succeeded({}),
    );
    const reference = { root: "steps", id: "a", path: ["n"], expression: "{{steps.a.output.n}}" } as const;
    const second = step("b", { arguments: { kind: "object", entries: [["n", { kind: "reference", reference }]] } });
    await world.run(planOf([step("a"), second]));
    expect(world.statuses()).toEqual({ a: "PARTIAL", b: "SUCCEEDED" });
    expect(world.callsOf("b")[0]?.arguments).toEqual({ n: 1 });
    expect(world.state.finished?.status).toBe("PARTIAL");
    expect(world.state.orchestrationState).toBe("completed");
  });
});

describe("failures of models", () => {
  it("[E7] a known failure that passes by itself is tried three times in all, with a growing pause", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), scripted({ PLAN: modelFailed("REJECTED") }), readOnly);
    expect(world.modelCalls).toHaveLength(1);
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.modelCalls).toHaveLength(2);
    await world.clock.advance(1_999);
    await world.drive();
    expect(world.modelCalls).toHaveLength(2);
    await world.clock.advance(1);
    await world.drive();
    expect(world.modelCalls).toHaveLength(3);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "UPSTREAM_UNAVAILABLE" } });
  });

  it("[E7] Retry-After is kept to, and one beyond the deadline ends it at once", async () => {
    const world = new EngineWorld();
    const script = scripted({ PLAN: modelFailed("REJECTED", "UPSTREAM_UNAVAILABLE", 30_000) });
    await world.ask(withPrompt(), script, readOnly);
    expect(world.runner.nextWakeAt()).toBe(world.clock.now() + 30_000);
    const late = new EngineWorld();
    const never = scripted({ PLAN: modelFailed("REJECTED", "UPSTREAM_UNAVAILABLE", 10_000_000) });
    await late.ask(withPrompt(), never, readOnly);
    expect(late.state.finished?.status).toBe("FAILED");
  });

  it("[E7] an unknown outcome is settled in full and called again three times at most", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), scripted({ PLAN: modelFailed("UNKNOWN") }), readOnly);
    for (let n = 0; n < 6; n += 1) {
      await world.clock.advance(10_000);
      await world.drive();
    }
    expect(world.modelCalls).toHaveLength(4);
    const { inputTokens, outputTokens } = world.state.modelUsage;
    const reserved = world.state.modelCalls.map((call) => call.reserved);
    expect(inputTokens).toBe(reserved.reduce((sum, call) => sum + call.inputTokens, 0));
    expect(outputTokens).toBe(4 * model.maxOutputTokens);
    expect(viewOfWorld(world).modelCalls.every((call) => call.usageIsBound)).toBe(true);
  });

  it("never calls again what a key or a payment would have to mend, and a refused call costs nothing", async () => {
    const world = new EngineWorld();
    const script = scripted({ PLAN: modelFailed("REJECTED", "UPSTREAM_UNAUTHORIZED", null, false) });
    await world.ask(withPrompt(), script, readOnly);
    expect(world.modelCalls).toHaveLength(1);
    expect(world.state.finished?.failure?.code).toBe("UPSTREAM_UNAUTHORIZED");
    expect(world.state.modelUsage).toMatchObject({ calls: 1, inputTokens: 0, outputTokens: 0, costMicros: 0 });
  });

  it("[R27] a responder that fails hides neither result nor status", async () => {
    const world = new EngineWorld(() => succeeded({ n: 1 }));
    const script = scripted({ RESPOND: modelFailed("REJECTED", "MODEL_ERROR", null, false) });
    world.answerModel = script;
    await world.run(planOf([step("a")]), { started: withResponder() });
    expect(world.state.finished).toMatchObject({
      status: "SUCCEEDED",
      failure: null,
      response: null,
      responseFailure: { code: "MODEL_ERROR" },
    });
    expect(viewOfWorld(world).steps[0]?.output?.inline).toEqual({ n: 1 });
  });

  it("[R27] nor does one that answers nothing", async () => {
    const world = new EngineWorld(() => succeeded({}));
    world.answerModel = scripted({ RESPOND: said("") });
    await world.run(planOf([step("a")]), { started: withResponder() });
    expect(world.state.finished).toMatchObject({
      status: "SUCCEEDED",
      responseFailure: { code: "MODEL_ERROR", message: "the responder answered with nothing" },
    });
  });

  it("[O19] a fault of our own while a model is asked or answers is INTERNAL, and the object lives on", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const asked = new EngineWorld();
    await asked.ask({ ...withPrompt(), conversation: null }, scripted({}), readOnly);
    expect(asked.state.finished).toMatchObject({ status: "FAILED", failure: { code: "INTERNAL" } });
    const thrown = new EngineWorld();
    await thrown.ask(withPrompt(), () => Promise.reject(new Error("there is no adapter")), readOnly);
    expect(thrown.state.finished).toMatchObject({ status: "FAILED", failure: { code: "INTERNAL" } });
    expect(JSON.stringify(thrown.journal.rows)).not.toContain("there is no adapter");
    log.mockRestore();
  });

  it("[E2, E14] what a provider calls its model is kept short, however much it says", async () => {
    const world = new EngineWorld();
    const plan = directResponse("Hello!");
    if (plan.kind !== "ANSWERED") throw new Error(plan.kind);
    const named = { ...plan, reply: { ...plan.reply, model: `\ud83d${"m".repeat(3_000_000)}` } };
    await world.ask(withPrompt(), scripted({ PLAN: named }), readOnly);
    const [call] = viewOfWorld(world).modelCalls;
    expect(call?.model.length).toBeLessThanOrEqual(200);
    expect(call?.model.isWellFormed()).toBe(true);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("a call that does not answer in its time is cut and counts as unknown", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), () => new Promise(() => {}), readOnly);
    await world.clock.advance(model.timeoutMs);
    expect(viewOfWorld(world).modelCalls[0]).toMatchObject({
      outcome: "UNKNOWN",
      failure: { message: "the model did not answer within 60000 ms" },
    });
    expect(world.modelCalls[0]?.signal.aborted).toBe(true);
  });

  it("[E8] an answer that comes after its call was cut is ignored", async () => {
    const world = new EngineWorld();
    const late = Promise.withResolvers<ReturnType<typeof said>>();
    const answers = [late.promise, directResponse("second")];
    await world.ask(withPrompt(), () => answers.shift() ?? said(""), readOnly);
    await world.clock.advance(model.timeoutMs);
    late.resolve(directResponse("first"));
    await world.drive();
    await world.clock.advance(1_000);
    await world.drive();
    expect(records(world).flatMap(({ event }) => (event.kind === "CallIgnored" ? [event.callId] : []))).toEqual([
      "plan/1",
    ]);
    expect(world.state.finished?.directResponse).toBe("second");
  });
});

describe("cancel", () => {
  it.each(["ROUTE", "PLAN", "RESPOND"] as const)(
    "[E9, O26] cuts a call for %s and ends the execution",
    async (purpose) => {
      const world = new EngineWorld(() => succeeded({}));
      const silent = () => new Promise<ReturnType<typeof said>>(() => {});
      const started = purpose === "ROUTE" ? withQuestion(["read"]) : withPrompt();
      await world.ask(started, scripted({ PLAN: toolCalls("read"), [purpose]: silent }), readOnly);
      expect(world.runner.busy).toBe(true);
      expect(world.runner.cancel("someone", undefined)).toBe(true);
      await world.drive();
      expect(world.modelCalls.at(-1)?.signal.aborted).toBe(true);
      expect(world.state.finished?.status).toBe("CANCELLED");
      expect(world.state.modelCalls.at(-1)?.end).toMatchObject({ outcome: "UNKNOWN", failure: { code: "CANCELLED" } });
      expect(world.journal.kinds.slice(-3)).toEqual(["CancelRequested", "ModelCalled", "ExecutionFinished"]);
      expect(world.runner.busy).toBe(false);
    },
  );

  it("during the pause before another call ends the execution without one", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), scripted({ PLAN: modelFailed("REJECTED") }), readOnly);
    world.runner.cancel("someone", undefined);
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.modelCalls).toHaveLength(1);
  });

  it("while the tenant is asked for its budget: the call never leaves and costs nothing", async () => {
    const world = new EngineWorld();
    world.reserve = () => new Promise<undefined>(() => {});
    await world.ask(withPrompt(), scripted({}), readOnly);
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(world.modelCalls).toEqual([]);
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.state.modelUsage).toMatchObject({ calls: 1, inputTokens: 0, outputTokens: 0 });
  });

  it("[P8] after a cancel while steps run nothing is written", async () => {
    const world = new EngineWorld(() => never());
    world.answerModel = scripted({});
    await world.run(planOf([step("a")]), { started: withResponder() });
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(world.modelCalls).toEqual([]);
    expect(world.state.finished).toMatchObject({ status: "CANCELLED", responseFailure: null });
  });
});

describe("the time of the responder", () => {
  const limits = { timeoutMs: 600_000, stepTimeoutMs: 600_000 };

  it("[E9] is kept from the steps: they are cut so much earlier, and it still writes", async () => {
    const world = new EngineWorld(() => never());
    world.answerModel = scripted({ RESPOND: done });
    await world.run(planOf([step("a")]), { limits, started: withResponder() });
    await world.clock.advance(540_000);
    await world.drive();
    expect(world.step("a").failure?.code).toBe("EXECUTION_TIMEOUT");
    expect(told(world)).toMatchObject({ failure: "EXECUTION_TIMEOUT", steps: [{ end: "UNKNOWN" }] });
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "EXECUTION_TIMEOUT" } });
    expect(world.state.finished?.response).not.toBeNull();
  });

  it("[E9, R27] ends with the deadline, which takes nothing from what the steps came to", async () => {
    const world = new EngineWorld(() => failed("ANSWERED", "TOOL_ERROR", null, false));
    world.answerModel = () => new Promise(() => {});
    const plan = planOf([step("a"), step("b", { after: ["a"] })]);
    const patient = { model: { ...model, timeoutMs: 10_000_000 }, reservedMs: 60_000 };
    const started = { ...withResponder(), modelWork: { ...noModelWork, respond: patient } };
    await world.run(plan, { limits, started });
    await world.clock.advance(600_000);
    await world.drive();
    expect(world.state.finished).toMatchObject({
      status: "FAILED",
      failure: { code: "TOOL_ERROR", step: "a" },
      responseFailure: { code: "EXECUTION_TIMEOUT" },
    });
  });

  it("[E9] does not run while only people are waited for", async () => {
    const world = new EngineWorld(() => succeeded({}));
    world.answerModel = scripted({ RESPOND: done });
    await world.run(planOf([step("a", { tool: "destroy" })]), { limits, started: withResponder() });
    await world.clock.advance(3_000_000);
    world.runner.respond(given("a/1"));
    await world.drive();
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", responseFailure: null });
  });

  it("[E9] a planner that is too slow ends the execution, without a responder", async () => {
    const world = new EngineWorld();
    const slow = {
      model: { ...model, timeoutMs: 10_000_000 },
      encoding: "FUNCTION",
      schedule: null,
      maxCorrections: 0,
      maxPlanBytes: 100_000,
    } as const;
    await world.ask(withPrompt({ plan: slow }), () => new Promise(() => {}), { ...readOnly, limits });
    await world.clock.advance(540_000);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "EXECUTION_TIMEOUT" } });
    expect(world.observed.at(-1)).toBe("planner_active timeout failed");
  });
});

describe("one call at a time", () => {
  it("no step runs beside a model, and the status tells that something runs", async () => {
    const world = new EngineWorld();
    const plan = Promise.withResolvers<ReturnType<typeof said>>();
    const tool = held();
    world.answer = () => tool.answer;
    await world.ask(withPrompt(), scripted({ PLAN: () => plan.promise, RESPOND: done }), readOnly);
    expect(viewOfWorld(world)).toMatchObject({ status: "RUNNING", currentStep: null, state: "planner_active" });
    expect(viewOfWorld(world).usage.outputTokens).toBe(model.maxOutputTokens);
    plan.resolve(toolCalls("read"));
    await world.drive();
    expect(world.calls).toHaveLength(1);
    expect(world.modelCalls).toHaveLength(1);
    tool.give(succeeded({}));
    await world.drive();
    expect(world.modelCalls).toHaveLength(2);
    expect(viewOfWorld(world).usage).toEqual({
      ...{ toolCalls: 1, agentCalls: 0, modelCalls: 2 },
      ...{ inputTokens: 20, cachedInputTokens: 4, outputTokens: 10 },
      // Eight fresh tokens, two from the cache at half the price, five out at twice the price, for each call.
      costMicros: 2 * (8 + 1 + 2 * usage.outputTokens),
    });
  });
});
