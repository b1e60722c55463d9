/** Reading executions in which language models take part: prompts, plans that were made, agents, calls, answers, budgets. */
import { beforeEach, describe, expect, it } from "vitest";
import type { ModelCalled } from "../../../src/execution/events/model-event.ts";
import type { ModelCallView } from "../../../src/execution/views/execution-view.ts";
import type { Failure } from "../../../src/json/failure.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { PlanProblem } from "../../../src/plan/problem.ts";
import { type Answer, ask, data, executePlan } from "../../support/graph/ask.ts";
import { exampleTools, fakeCatalog, httpAgent } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent, frame, largeFrame, startTime, storedValue } from "../../support/graph/fake-views.ts";
import { noUsage, summaryNamed } from "../../support/graph/list-model.ts";

let world: FakeClients;
let id: string;
let name: string;

/** Everything but what is behind a scope of its own. */
const reader = { scopes: ["EXECUTION_READ"] } as const;
const longText = "An answer that is too long to be sent along. ".repeat(200);

beforeEach(async () => {
  world = new FakeClients();
  world.catalog = fakeCatalog("1", exampleTools, "blog", [httpAgent("billing")]);
  await begin({ source: { prompt: { text: "What did it cost?" } } });
});

/** Begins what the test is about in place of the prompt. */
async function begin(input: object): Promise<void> {
  const payload = await executePlan(world, input);
  expect(payload.errors).toEqual([]);
  id = payload.execution.id;
  name = [...world.executions.keys()].at(-1) ?? "";
  world.calls.length = 0;
}

/** Begins a plan with a call of a tool, one of an agent, and both in a group. */
function beginMixedPlan(): Promise<void> {
  const call = (stepId: string, toolName: string) => ({
    tool: { stepId, toolName, arguments: toolName === "billing" ? { user_query: "?" } : {} },
  });
  const steps = [
    call("look", "echo"),
    call("ask", "billing"),
    {
      parallel: {
        ...{ stepId: "both", resultKey: "both", maxConcurrency: 2, mergeStrategy: "COLLECT_ALL" },
        steps: [call("left", "echo"), call("right", "billing")],
      },
    },
  ];
  return begin({ source: { plan: { steps } } });
}

const query = (selection: string) => `query ($id: ID!) { execution(by: { id: $id }) { ${selection} } }`;

async function read(selection: string): Promise<Answer> {
  return (await data(world, query(selection), { variables: { id } })).execution;
}

const answered: ModelCallView = {
  ...{ call: 1, purpose: "PLAN", model: "example/planner-2", startedAt: startTime, durationMs: 900, firstTextMs: null },
  ...{ outcome: "ANSWERED", usageIsBound: false, inputTokens: 400, cachedInputTokens: 100, outputTokens: 50 },
  ...{ costMicros: 500, failure: null, retryAt: null, reply: frame({ type: "tool_calls" }, "reply", 3) },
};

const failure: Failure = { code: "MODEL_ERROR", message: "the model refused", retryable: false, details: null };

const emptyPlan: Plan = { schedule: "DATAFLOW", reasoning: null, directResponse: null, steps: [] };

describe("an execution of a prompt", () => {
  it("has no plan and no steps until one was made, and says what was asked for", async () => {
    expect(await read("kind prompt plan { hash } planErrors { code } steps { stepId } routing { mode }")).toEqual({
      ...{ kind: "PROMPT", prompt: "What did it cost?", plan: null, planErrors: [], steps: [], routing: null },
    });
    expect(world.calls, "a short conversation comes along").toEqual(["executions.read"]);
  });

  it("[E14] reads a long conversation only where the prompt is selected", async () => {
    world.change(name, { conversation: largeFrame({ message: "x" }, "conversation") });
    world.keep(name, "1 conversation", { message: longText });
    await read("kind status");
    expect(world.calls).toEqual(["executions.read"]);
    expect((await read("prompt")).prompt).toBe(longText);
    expect(world.calls).toEqual(["executions.read", "executions.read", "executions.value"]);
  });

  it("[C31] tells what was wrong with the plan as errors of the one table, however many there are", async () => {
    const problems: readonly PlanProblem[] = [
      { kind: "UNKNOWN_CALLABLE", message: "no such tool", path: ["calls", "0"], name: "ech", nearestNames: ["echo"] },
      { kind: "TOOL_CHANGED", message: "the tool has changed", path: ["calls", "1"], name: "echo" },
    ];
    world.change(name, { planProblems: largeFrame([], "problems", 4) });
    world.keep(name, "4 problems", problems as never);
    const { planErrors } = await read(
      "planErrors { __typename code path message ... on UnknownCallableError { nearestNames } }",
    );
    expect(planErrors).toEqual([
      {
        ...{ __typename: "UnknownCallableError", code: "UNKNOWN_CALLABLE", message: "no such tool" },
        ...{ path: ["calls", "0"], nearestNames: ["echo"] },
      },
      { __typename: "GeneralError", code: "TOOL_CHANGED", message: "the tool has changed", path: ["calls", "1"] },
    ]);
  });

  it("says after retention that its words are gone, and of its plan why it failed", async () => {
    const { inline: _, preview: __, ...conversation } = frame({ message: "x" }, "conversation");
    const planFailure = { ...failure, code: "PLAN_INVALID" as const, message: "no tool of that name", step: null };
    world.change(name, {
      ...{ status: "FAILED", archived: { bindingNames: [] }, failure: planFailure, conversation },
      ...{ planProblems: largeFrame([], "problems", 4), response: largeFrame("x", "reply", 6) },
    });
    const { data: found, errors } = await ask(world, query("kind prompt response planErrors { message }"), {
      variables: { id },
    });
    expect(found.execution).toEqual({
      ...{ kind: "PROMPT", prompt: null, response: null, planErrors: [{ message: "no tool of that name" }] },
    });
    expect(errors.map((error: Answer) => [error.path.join("."), error.extensions.code]).sort()).toEqual([
      ["execution.prompt", "GONE"],
      ["execution.response", "GONE"],
    ]);
  });

  it("may be retried although it has no steps, unless a plan was given", async () => {
    world.change(name, { status: "FAILED", failure: { ...failure, step: null } });
    expect((await read("permittedActions")).permittedActions).toEqual(["RETRY", "DELETE"]);
    world.change(name, { startedWith: "PLAN", plan: null });
    expect((await read("permittedActions")).permittedActions).toEqual(["DELETE"]);
    const unrouted = { mode: "AUTO", agentName: null, confidence: 0.1, reason: "none fits" } as const;
    world.change(name, { startedWith: "ASK", plan: emptyPlan, routing: unrouted });
    expect((await read("permittedActions")).permittedActions).toEqual(["RETRY", "DELETE"]);
    world.change(name, { status: "SUCCEEDED" });
    expect((await read("permittedActions")).permittedActions).toEqual(["DELETE"]);
  });

  it("may be retried for the want of an answer in words alone", async () => {
    await beginMixedPlan();
    const steps = world.view(name).steps.map((step) => ({ ...step, status: "SUCCEEDED" as const }));
    world.change(name, { status: "SUCCEEDED", steps });
    expect((await read("permittedActions")).permittedActions).toEqual(["FORK", "DELETE"]);
    world.change(name, { responseFailure: failure });
    expect((await read("permittedActions")).permittedActions).toEqual(["RETRY", "FORK", "DELETE"]);
  });
});

describe("the answer of the responder", () => {
  it("[P7] is shown at any size once the execution has ended, and read only where it is selected", async () => {
    world.change(name, { response: largeFrame(longText, "reply", 7) });
    world.keep(name, "7 reply", longText);
    expect((await read("response")).response).toBeNull();
    world.change(name, { status: "SUCCEEDED" });
    world.calls.length = 0;
    await read("status responseFailure { code }");
    expect(world.calls).toEqual(["executions.read"]);
    expect((await read("response")).response).toBe(longText);
  });

  it("[P8] is the direct response of a plan that needs no tools", async () => {
    world.change(name, { status: "SUCCEEDED", directResponse: "Nothing" });
    expect(await read("response responseFailure { code }")).toEqual({ response: "Nothing", responseFailure: null });
  });

  it("[R27] that failed is shown beside the result, which stays", async () => {
    world.change(name, { status: "SUCCEEDED", responseFailure: failure });
    expect(await read("status response responseFailure { code stepId } failure { code }")).toEqual({
      ...{ status: "SUCCEEDED", response: null, failure: null },
      responseFailure: { code: "MODEL_ERROR", stepId: null },
    });
  });
});

describe("calls of language models", () => {
  const selection = `modelCalls { number purpose model startedAt durationMs timeToFirstTextMs inputTokens
    cachedInputTokens outputTokens usageIsBound costMicros outcome failure { code } retryAt }`;

  it("are shown with what they consumed, one that runs with what it can consume", async () => {
    const running: ModelCallView = {
      ...{ ...answered, call: 2, purpose: "RESPOND", model: "responder", durationMs: null, outcome: null, reply: null },
      ...{ usageIsBound: true, costMicros: null },
    };
    const usage = {
      ...{ toolCalls: 2, agentCalls: 1, modelCalls: 2 },
      ...{ inputTokens: 800, cachedInputTokens: 100, outputTokens: 90, costMicros: null },
    };
    world.change(name, { modelCalls: [answered, running], usage });
    const fields = Object.keys(usage).join(" ");
    expect(await read(`${selection} usage { ${fields} } limits { maxModelCalls maxTokens maxCostMicros }`)).toEqual({
      modelCalls: [
        {
          ...{ number: 1, purpose: "PLAN", model: "example/planner-2", startedAt: "2026-01-31T09:30:00.000Z" },
          ...{ durationMs: 900, timeToFirstTextMs: null, inputTokens: 400, cachedInputTokens: 100, outputTokens: 50 },
          ...{ usageIsBound: false, costMicros: 500, outcome: "ANSWERED", failure: null, retryAt: null },
        },
        expect.objectContaining({
          ...{ number: 2, purpose: "RESPOND", durationMs: null, outcome: null, usageIsBound: true, costMicros: null },
        }),
      ],
      usage,
      limits: { maxModelCalls: 10, maxTokens: null, maxCostMicros: null },
    });
  });

  it("[N604] show word for word what was asked to callers that may debug, and why the model stopped to every reader", async () => {
    const asked = { messages: [{ role: "user", text: longText }], maxOutputTokens: 500 };
    world.change(name, {
      modelCalls: [
        { ...answered, stop: "LENGTH", request: { sequence: 2, slot: "request", bytes: 4_000, digest: null } },
      ],
    });
    world.keep(name, "2 request", asked);
    const text = query(
      "modelCall(number: 1) { number finishReason request { byteSize value } } none: modelCall(number: 2) { number }",
    );
    const shown = await ask(world, text, { variables: { id }, caller: reader });
    expect(shown.data.execution).toEqual({
      modelCall: { number: 1, finishReason: "LENGTH", request: null },
      none: null,
    });
    expect(shown.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(JSON.stringify(shown)).not.toContain(longText);
    const caller = { scopes: [...reader.scopes, "DEBUG_READ"] as const };
    const debugged = await ask(world, text, { variables: { id }, caller });
    expect(debugged.errors).toBeUndefined();
    expect(debugged.data.execution.modelCall.request).toEqual({ byteSize: 4_000, value: asked });
  });

  it("show word for word what was received to callers that may debug, and nothing of it to others", async () => {
    world.change(name, { modelCalls: [{ ...answered, reply: largeFrame({ secret: longText }, "reply", 3) }] });
    world.keep(name, "3 reply", { secret: longText });
    const text = query("modelCalls { number reply { preview byteSize value } }");
    const shown = await ask(world, text, { variables: { id }, caller: reader });
    expect(shown.data.execution.modelCalls).toEqual([{ number: 1, reply: null }]);
    expect(shown.errors).toMatchObject([
      { extensions: { code: "FORBIDDEN" }, message: expect.stringMatching(/DEBUG_READ/) },
    ]);
    expect(JSON.stringify(shown)).not.toContain("secret");
    expect(world.calls).toEqual(["executions.read"]);
    const caller = { scopes: [...reader.scopes, "DEBUG_READ"] as const };
    const debugged = await ask(world, text, { variables: { id }, caller });
    expect(debugged.errors).toBeUndefined();
    expect(debugged.data.execution.modelCalls[0].reply.value).toEqual({ secret: longText });
  });
});

describe("agents", () => {
  it("[N42] say why an answer was taken that breaks its protocol", async () => {
    await beginMixedPlan();
    const view = world.executions.get(name)?.view;
    if (view === undefined) throw new Error("The execution is not there");
    const message = "Read the answer of the agent by its shape: required a kind, found a task without one";
    const warning = { code: "PROTOCOL", message, retryable: false, details: {} } as const;
    world.change(name, { steps: view.steps.map((step) => (step.id === "ask" ? { ...step, warning } : step)) });
    const { steps } = await read("steps { ... on AgentStep { warning { code message } } }");
    expect(steps[1]).toEqual({ warning: { code: "PROTOCOL", message } });
  });

  it("are distinguished from tools in steps, in plans and by id", async () => {
    await beginMixedPlan();
    const { plan, steps } = await read(`
      plan { steps { kind callableName children { kind callableName } } }
      steps { __typename kind id
        ... on AgentStep { agentName effectClass agent { name runtime } attempts { number } reused }
        ... on ParallelStep { children { __typename kind ... on AgentStep { agentName } } } }`);
    expect(plan.steps).toEqual([
      { kind: "TOOL", callableName: "echo", children: [] },
      { kind: "AGENT", callableName: "billing", children: [] },
      {
        ...{ kind: "PARALLEL", callableName: null },
        children: [
          { kind: "TOOL", callableName: "echo" },
          { kind: "AGENT", callableName: "billing" },
        ],
      },
    ]);
    expect(steps).toMatchObject([
      { __typename: "ToolStep", kind: "TOOL" },
      {
        ...{ __typename: "AgentStep", kind: "AGENT", agentName: "billing", effectClass: "UNSAFE" },
        ...{ agent: { name: "billing", runtime: "HTTP" }, attempts: [], reused: false },
      },
      {
        ...{ __typename: "ParallelStep", kind: "PARALLEL" },
        children: [
          { __typename: "ToolStep", kind: "TOOL" },
          { __typename: "AgentStep", kind: "AGENT", agentName: "billing" },
        ],
      },
    ]);
    const { node } = await data(
      world,
      "query ($id: ID!) { node(id: $id) { __typename ... on AgentStep { stepId } } }",
      {
        variables: { id: steps[1].id },
      },
    );
    expect(node).toEqual({ __typename: "AgentStep", stepId: "ask" });
  });

  it("stay agents in the step after their registration was removed", async () => {
    await beginMixedPlan();
    world.catalog = fakeCatalog("2", exampleTools);
    const { steps } = await read("steps { __typename ... on AgentStep { agentName agent { name } } }");
    expect(steps[1]).toEqual({ __typename: "AgentStep", agentName: "billing", agent: null });
  });

  it("that were chosen are shown with confidence and reason, their registration only to callers that may read it", async () => {
    const routing = { mode: "AUTO", agentName: "billing", confidence: 0.9, reason: "it knows costs" } as const;
    world.change(name, { startedWith: "ASK", routing });
    const selection = "kind routing { mode agentName confidence reason agent { endpoint } }";
    expect(await read(selection)).toEqual({
      kind: "ASK",
      routing: { ...routing, agent: { endpoint: "https://agents.example.com/billing" } },
    });
    world.calls.length = 0;
    const shown = await ask(world, query(selection), { variables: { id }, caller: reader });
    expect(shown.data.execution.routing).toEqual({ ...routing, agent: null });
    expect(shown.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(world.calls).toEqual(["executions.read"]);
    world.change(name, { routing: { ...routing, agentName: null } });
    expect((await read(selection)).routing).toMatchObject({ agentName: null, agent: null });
  });
});

describe("events", () => {
  const called: ModelCalled = {
    ...{ kind: "ModelCalled", purpose: "PLAN", call: 1, model: "example/planner-2", outcome: "ANSWERED" },
    ...{ durationMs: 900, firstTextMs: 200, usage: { inputTokens: 400, cachedInputTokens: 0, outputTokens: 50 } },
    ...{ usageIsBound: false, costMicros: 500, reply: storedValue("a reply"), failure: null, retryAt: null },
    byCrash: false,
  };

  it("of models, agents and plans are shown in their own types", async () => {
    const worstCase = { toolCalls: 4, modelCalls: 6, tokens: 1_000, costMicros: null };
    const problem: PlanProblem = { kind: "INVALID_INPUT", message: "no steps", path: [] };
    const reserved = { inputTokens: 700, outputTokens: 300, costMicros: 900 };
    world.append(name, { kind: "ModelCallStarted", purpose: "PLAN", call: 1, model: "planner", reserved });
    world.append(name, called);
    world.append(name, {
      ...{ kind: "PlanRejected", failure: { ...failure, code: "PLAN_INVALID" }, correcting: true },
      problems: storedValue([problem as never]),
    });
    world.append(name, { kind: "AgentRouted", mode: "AUTO", agentName: "billing", confidence: 1, reason: "only one" });
    const planWarnings = [
      { code: "TEXT_LIKE_REFERENCE", message: "text", path: ["calls", "1", "arguments", "topic"], stepId: "step1" },
    ] as const;
    world.append(name, {
      ...{ kind: "PlanProposed", plan: emptyPlan, planHash: "hash", dialect: "TOOL_CALLS", worstCase },
      planWarnings,
    });
    world.append(name, { kind: "TextProduced", streamId: "respond/2", offset: 12, text: "and so" });
    const { inline: _, ...position } = storedValue(longText);
    world.keep(name, "2 reply", longText);
    world.append(
      name,
      finishedEvent({ response: { ...position, sequence: 2, slot: "reply" }, responseFailure: failure }),
    );
    const { events } = await read(`events { nodes { type
      ... on ModelCallStarted { purpose number model reservedTokens reservedCostMicros }
      ... on ModelCalled { modelCall { number model startedAt timeToFirstTextMs inputTokens outcome reply { value } } }
      ... on PlanRejected { failure { code stepId } errors { __typename message path } correcting }
      ... on AgentRouted { routing { mode agentName confidence reason } }
      ... on PlanProposed { plan { hash steps { kind } } worstCase { toolCalls modelCalls tokens costMicros }
        planWarnings { code message path stepId } }
      ... on TextProduced { streamId offset text }
      ... on ExecutionFinished { response responseFailure { code } } } }`);
    expect(events.nodes).toEqual([
      {
        ...{ type: "MODEL_CALL_STARTED", purpose: "PLAN", number: 1, model: "planner" },
        ...{ reservedTokens: 1_000, reservedCostMicros: 900 },
      },
      {
        type: "MODEL_CALLED",
        modelCall: {
          // 900 ms before the event, the second of the log.
          ...{ number: 1, model: "example/planner-2", startedAt: "2026-01-31T09:29:59.102Z", timeToFirstTextMs: 200 },
          ...{ inputTokens: 400, outcome: "ANSWERED", reply: { value: "a reply" } },
        },
      },
      {
        ...{ type: "PLAN_REJECTED", failure: { code: "PLAN_INVALID", stepId: null }, correcting: true },
        errors: [{ __typename: "GeneralError", message: "no steps", path: [] }],
      },
      {
        type: "AGENT_ROUTED",
        routing: { mode: "AUTO", agentName: "billing", confidence: 1, reason: "only one" },
      },
      { type: "PLAN_PROPOSED", plan: { hash: "hash", steps: [] }, worstCase, planWarnings },
      { type: "TEXT_PRODUCED", streamId: "respond/2", offset: 12, text: "and so" },
      { type: "EXECUTION_FINISHED", response: longText, responseFailure: { code: "MODEL_ERROR" } },
    ]);
  });

  it("of plans that were made read what is called only where a kind is selected, and once", async () => {
    await beginMixedPlan();
    const { plan, planHash } = world.view(name);
    const worstCase = { toolCalls: 4, modelCalls: 0, tokens: 0, costMicros: 0 };
    if (plan === null) throw new Error("the plan is missing");
    world.append(name, { kind: "PlanProposed", plan, planHash: planHash ?? "", dialect: "TYPED", worstCase });
    await read("events { nodes { ... on PlanProposed { plan { document steps { callableName } } } } }");
    expect(world.calls).toEqual(["executions.read", "executions.events"]);
    const { events } = await read("events { nodes { ... on PlanProposed { plan { steps { kind } } } } }");
    expect(events.nodes[0].plan.steps).toEqual([{ kind: "TOOL" }, { kind: "AGENT" }, { kind: "PARALLEL" }]);
    expect(world.calls.slice(2)).toEqual(["executions.read", "executions.events", "executions.read"]);
  });

  it("keep what was received from callers that may not debug", async () => {
    world.append(name, called);
    const text = query("events { nodes { ... on ModelCalled { modelCall { number reply { value } } } } }");
    const shown = await ask(world, text, { variables: { id }, caller: reader });
    expect(shown.data.execution.events.nodes).toEqual([{ modelCall: { number: 1, reply: null } }]);
    expect(shown.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  });
});

describe("the list of executions", () => {
  it("tells how each was started and what it consumed without reading any", async () => {
    const usage = { ...noUsage, modelCalls: 2, inputTokens: 70 };
    world.summaries = [summaryNamed("e", startTime, { startedWith: "ASK", usage })];
    const text = "{ executions { nodes { kind usage { toolCalls modelCalls inputTokens } } } }";
    expect((await data(world, text)).executions.nodes).toEqual([
      { kind: "ASK", usage: { toolCalls: 0, modelCalls: 2, inputTokens: 70 } },
    ]);
    expect(world.calls).toEqual(["index.list"]);
  });
});

describe("the deployment and the tenant", () => {
  it("list the language models with what they are used for, and nothing of addresses and keys", async () => {
    const versions = await data(world, "{ serverInfo { a2aVersions mcpVersions } }");
    expect(versions.serverInfo).toEqual({ a2aVersions: ["1.0", "0.3"], mcpVersions: ["2026-07-28"] });
    const { serverInfo } = await data(world, "{ serverInfo { models { name model defaultFor isPriced } } }");
    expect(serverInfo.models).toEqual([
      { name: "planner", model: "example/planner", defaultFor: ["PLAN"], isPriced: true },
      { name: "responder", model: "example/responder", defaultFor: ["RESPOND", "AGENT"], isPriced: true },
      { name: "router", model: "example/router", defaultFor: ["ROUTE"], isPriced: true },
      { name: "spare", model: "example/spare", defaultFor: [], isPriced: true },
    ]);
  });

  it("tell the budget of the month to callers that may read executions, and ask for it only where it is selected", async () => {
    world.settings = { monthlyBudget: { maxModelCalls: 9, maxTokens: 5_000, maxCostMicros: null } };
    world.monthUsage = {
      ...world.monthUsage,
      modelCalls: 3,
      inputTokens: 70,
      outputTokens: 7,
      reservedTokens: 11,
      reservedModelCalls: 1,
    };
    await data(world, "{ viewer { tenant { name limits { maxModelCalls } } } }");
    expect(world.calls).toEqual([]);
    const text = `{ viewer { tenant { name modelBudget { since modelCalls inputTokens outputTokens costMicros reservedTokens
      reservedCostMicros reservedModelCalls maxModelCalls maxTokens maxCostMicros } } } }`;
    expect((await data(world, text)).viewer.tenant.modelBudget).toEqual({
      ...{ since: "2026-01-01T00:00:00.000Z", modelCalls: 3, inputTokens: 70, outputTokens: 7, costMicros: 0 },
      ...{ reservedModelCalls: 1, reservedTokens: 11, reservedCostMicros: 0 },
      ...{ maxModelCalls: 9, maxTokens: 5_000, maxCostMicros: null },
    });
    world.calls.length = 0;
    const shown = await ask(world, text, { caller: { scopes: [] } });
    expect(shown.data.viewer.tenant).toEqual({ name: "default", modelBudget: null });
    expect(shown.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(world.calls).toEqual([]);
  });
});
