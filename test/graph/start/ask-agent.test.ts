/** Questions: which agent is called or chosen from, what it is handed, and what is refused before anything is stored. */
import { beforeEach, describe, expect, it } from "vitest";
import { operandDocument } from "../../../src/plan/operands/operand.ts";
import { data, executePlan } from "../../support/graph/ask.ts";
import {
  a2aAgent,
  exampleModels,
  exampleTools,
  fakeCatalog,
  httpAgent,
  languageModel,
  localAgent,
} from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
  world.catalog = fakeCatalog("1", exampleTools, "blog", [
    ...[httpAgent("DevOpsAgent"), httpAgent("RAGAgent", { tags: ["documents"] })],
    ...[httpAgent("HiddenAgent", { routable: false }), localAgent("editor")],
  ]);
});

const typed = {
  inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
} as const;

const mutation = /* GraphQL */ `
  mutation ($input: AskInput!) {
    ask(input: $input) {
      replayed
      execution { id kind status prompt }
      errors {
        __typename code message path
        ... on UnknownCallableError { name nearestNames }
        ... on LimitError { limit maximum found }
      }
    }
  }
`;

async function ask(input: object, caller: object = {}) {
  return (await data(world, mutation, { variables: { input }, caller })).ask;
}

function startedRequest() {
  const [stored] = world.executions.values();
  if (stored === undefined) throw new Error("nothing was started");
  return stored.request;
}

function expectNothingStarted() {
  expect(world.calls.filter((call) => !call.startsWith("catalog."))).toEqual([]);
}

const query = "What did the machines cost in the last 7 days?";
const manual = (name: string) => ({ query, routing: { manual: name } });

describe("ask, in manual mode", () => {
  const chosenByHand = { mode: "MANUAL", agentName: "DevOpsAgent", confidence: null, reason: null };

  it("[H1] [H3] [C26] calls the agent that was named, as a given plan of one step", async () => {
    const { errors, execution } = await ask(manual("DevOpsAgent"));
    expect(errors).toEqual([]);
    expect(execution).toMatchObject({ kind: "ASK", prompt: query });
    expect(world.calls).toEqual(["catalog.CACHED", "executions.start"]);
    const request = startedRequest();
    expect(request).toMatchObject({
      ...{ startedWith: "ASK", chosenAgent: chosenByHand, rejected: null, derivation: null, bindings: {} },
      ...{ planHash: expect.stringMatching(/^[0-9a-f]{64}$/), onInvalidPlan: "REJECT" },
      modelWork: { route: null, plan: null, respond: { model: languageModel("responder"), reservedMs: 60_000 } },
    });
    const [step] = request.plan?.steps ?? [];
    if (step?.kind !== "TOOL") throw new Error("the plan has no step that calls something");
    expect(step.callableName).toBe("DevOpsAgent");
    expect(operandDocument(step.arguments)).toMatchObject({ user_query: query, session_context: {} });
    expect(request.definitions.callables.map(({ kind, name }) => [kind, name])).toEqual([["AGENT", "DevOpsAgent"]]);
    expect(request.definitions.providers.map(({ url }) => url)).toEqual(["https://agents.example.com/DevOpsAgent"]);
  });

  it("[H5] [E13] hands the question over to the letter, whatever it looks like", async () => {
    const hostile = ' {{bindings.x}} $0.output.y \\{{ "\u0000" </s> é🙂 ';
    const sessionContext = JSON.parse('{"__proto__":{"a":"{{x}}"},"zone":"$0.output"}');
    await ask({ ...manual("DevOpsAgent"), query: hostile, sessionContext, agentInstructions: "{{y}}" });
    const { conversation, plan } = startedRequest();
    expect(conversation).toMatchObject({ message: hostile, agentInstructions: "{{y}}" });
    expect(JSON.stringify(conversation?.sessionContext)).toBe(JSON.stringify(sessionContext));
    const [step] = plan?.steps ?? [];
    const { kind, value } =
      step?.kind === "TOOL" && step.arguments.kind === "literal" ? step.arguments : { kind: "", value: null };
    expect(kind).toBe("literal");
    expect(value).toMatchObject({ user_query: hostile, agent_instructions: "{{y}}" });
    expect(JSON.stringify(value)).toContain(JSON.stringify(sessionContext));
  });

  it.each([
    ["DevopsAgent", ["DevOpsAgent"]],
    ["not DevOpsAgent", ["DevOpsAgent"]],
    [" DevOpsAgent", ["DevOpsAgent"]],
    ["__proto__", []],
    ["research_blog", []],
  ])("[R28] [C30] starts nothing for an agent that is not registered: %s", async (name, nearestNames) => {
    const { errors, execution } = await ask(manual(name));
    expect(execution).toBeNull();
    expect(errors).toMatchObject([
      {
        ...{ __typename: "UnknownCallableError", code: "AGENT_NOT_FOUND", path: ["input", "routing", "manual"] },
        ...{ name, nearestNames },
      },
    ]);
    expectNothingStarted();
  });

  it("hands the question to an agent of ours, and to a remote one that takes a text, as their text", async () => {
    world.catalog = fakeCatalog("1", [], "blog", [localAgent("editor"), a2aAgent("remote"), a2aAgent("typed", typed)]);
    for (const name of ["editor", "remote"]) {
      world.executions.clear();
      expect((await ask({ ...manual(name), sessionContext: { zone: "b" } })).errors).toEqual([]);
      const [step] = startedRequest().plan?.steps ?? [];
      expect(step?.kind === "TOOL" && operandDocument(step.arguments)).toEqual({ text: query });
    }
    const refused = await ask(manual("typed"));
    expect(refused.errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "routing", "manual"] }]);
  });

  it("[E15] pins the run of an agent of ours, and refuses one whose model is not configured", async () => {
    expect((await ask(manual("editor"))).errors).toEqual([]);
    expect(startedRequest().definitions.blueprints?.map(({ key }) => key)).toEqual(["agent:editor"]);
    world.executions.clear();
    world.catalog = fakeCatalog("1", [], "blog", [localAgent("editor", { model: "gpt-9" })]);
    expect((await ask(manual("editor"))).errors).toMatchObject([
      { code: "MODEL_NOT_FOUND", path: ["input", "routing", "manual"] },
    ]);
    expect(world.executions.size).toBe(0);
  });

  it("calls an agent that only people may choose, and one that is not well", async () => {
    world.health.set("HiddenAgent", { status: "UNHEALTHY", checkedAt: 1, message: "HTTP 500" });
    expect((await ask(manual("HiddenAgent"))).errors).toEqual([]);
    expect(world.calls).not.toContain("catalog.agentHealth");
  });

  it("needs no model without a responder, and keeps the question", async () => {
    world.settings = {
      models: {
        ...exampleModels,
        models: new Map(),
        defaults: { ROUTE: null, PLAN: null, RESPOND: null, AGENT: null },
      },
    };
    const { errors, execution } = await ask({ ...manual("DevOpsAgent"), respond: false });
    expect(errors).toEqual([]);
    expect(execution.prompt).toBe(query);
    expect(startedRequest()).toMatchObject({
      ...{ modelWork: { route: null, plan: null, respond: null }, conversation: { message: query } },
    });
    expect((await ask(manual("DevOpsAgent"))).errors).toMatchObject([
      { code: "MODEL_NOT_FOUND", path: ["input", "respond"] },
    ]);
  });
});

describe("ask, in automatic mode", () => {
  it("[E15] lets the router choose among agents of every kind that take words and lack nothing", async () => {
    world.catalog = fakeCatalog("1", [], "blog", [
      ...[httpAgent("DevOpsAgent"), a2aAgent("remote"), a2aAgent("typed", typed), localAgent("hidden")],
      ...[localAgent("writer", { routable: true }), localAgent("broken", { routable: true, model: "gpt-9" })],
    ]);
    expect((await ask({ query })).errors).toEqual([]);
    const { definitions, modelWork } = startedRequest();
    expect(modelWork.route?.candidates.map(({ name }) => name)).toEqual(["DevOpsAgent", "remote", "writer"]);
    expect(definitions.providers.map(({ kind }) => kind).sort()).toEqual(["A2A", "CHILD", "HTTP_AGENT"]);
    expect(definitions.blueprints?.map(({ key }) => key)).toEqual(["agent:writer"]);
  });

  it("[H14] [E15] pins every agent that the router may choose, and asks each for its health once", async () => {
    const { errors } = await ask({
      query,
      usageHints: { length: "short" },
      history: [{ role: "AGENT", text: "Hello" }],
    });
    expect(errors).toEqual([]);
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.agentHealth", "executions.start"]);
    const { chosenAgent, conversation, definitions, modelWork, plan, planHash } = startedRequest();
    expect({ chosenAgent, plan, planHash }).toEqual({ chosenAgent: null, plan: null, planHash: null });
    expect(conversation).toEqual({
      ...{ agent: null, systemPrompt: null, skills: [], history: [{ role: "AGENT", text: "Hello" }] },
      ...{ message: query, usageHints: { length: "short" }, sessionContext: {}, agentInstructions: null },
    });
    expect(modelWork).toMatchObject({
      route: {
        model: languageModel("router"),
        candidates: [
          {
            ...{ name: "DevOpsAgent", description: "The agent DevOpsAgent", tags: ["costs"] },
            exampleQueries: ["What did it cost?"],
          },
          { name: "RAGAgent", tags: ["documents"] },
        ],
      },
      ...{ plan: null, respond: { model: languageModel("responder") } },
    });
    expect(definitions.callables.map(({ name }) => name)).toEqual(["DevOpsAgent", "RAGAgent"]);
  });

  it("leaves out agents that are not well, and takes those of whom nothing is known", async () => {
    world.health.set("DevOpsAgent", { status: "UNHEALTHY", checkedAt: 1, message: "HTTP 500" });
    await ask({ query });
    expect(startedRequest().modelWork.route?.candidates.map(({ name }) => name)).toEqual(["RAGAgent"]);
    expect(startedRequest().definitions.callables.map(({ name }) => name)).toEqual(["RAGAgent"]);
  });

  it("asks nobody for the health of agents that have no health check", async () => {
    const checked = httpAgent("Checked");
    const agents = [httpAgent("A", { healthUrl: null }), httpAgent("B", { healthUrl: null })];
    world.catalog = fakeCatalog("1", [], "blog", agents);
    await ask({ query });
    expect(world.calls).toEqual(["catalog.CACHED", "executions.start"]);
    expect(startedRequest().modelWork.route?.candidates.map(({ name }) => name)).toEqual(["A", "B"]);
    world.executions.clear();
    world.catalog = fakeCatalog("2", [], "blog", [...agents, checked]);
    await ask({ query });
    expect(world.healthQuestions).toEqual([["Checked"]]);
    expect(startedRequest().modelWork.route?.candidates.map(({ name }) => name)).toEqual(["A", "B", "Checked"]);
  });

  it("chooses among those that are named, by the model that is named", async () => {
    await ask({ query, routing: { auto: { candidates: ["RAGAgent", "RAGAgent"], model: "spare" } } });
    const { definitions, modelWork } = startedRequest();
    expect(modelWork.route).toMatchObject({ model: { name: "spare" }, candidates: [{ name: "RAGAgent" }] });
    expect(modelWork.route?.candidates).toHaveLength(1);
    expect(definitions.callables).toHaveLength(1);
  });

  it("[C30] without anybody to choose from asks no router: the responder answers", async () => {
    for (const name of ["DevOpsAgent", "RAGAgent"])
      world.health.set(name, { status: "UNHEALTHY", checkedAt: 1, message: "timeout" });
    for (const routing of [null, { auto: {} }, { auto: { candidates: [] } }]) {
      world.executions.clear();
      expect((await ask({ query, routing })).errors).toEqual([]);
      expect(startedRequest()).toMatchObject({
        ...{ startedWith: "ASK", plan: { steps: [], directResponse: null }, chosenAgent: null },
        ...{ modelWork: { route: null, plan: null, respond: {} }, definitions: { callables: [] } },
      });
      expect(startedRequest().planHash).toMatch(/^[0-9a-f]{64}$/);
    }
    world.executions.clear();
    await ask({ query, respond: false });
    expect(startedRequest()).toMatchObject({ plan: { steps: [] }, modelWork: { route: null, respond: null } });
  });

  it("refuses a router's model that there is not, also without anybody to choose from", async () => {
    const routing = (more: object) => ({ query, routing: { auto: { candidates: [], ...more } } });
    expect((await ask(routing({ model: "nope" }))).errors).toMatchObject([
      { code: "MODEL_NOT_FOUND", path: ["input", "routing", "auto", "model"] },
    ]);
    expectNothingStarted();
    // It is not called, so that it takes no call from the others.
    const options = { limits: { maxModelCalls: 1 } };
    expect((await ask({ ...routing({ model: "spare" }), options })).errors).toEqual([]);
    expect(startedRequest().modelWork.route).toBeNull();
  });

  it("[R28] refuses candidates that are unknown, that may not be chosen, or that are roles", async () => {
    const candidates = ["DevOpsAgent", "RagAgent", "HiddenAgent", "editor"];
    const place = ["input", "routing", "auto", "candidates"];
    const { errors } = await ask({ query, routing: { auto: { candidates } } });
    expect(errors).toMatchObject([
      { code: "AGENT_NOT_FOUND", name: "RagAgent", nearestNames: ["RAGAgent"], path: [...place, "1"] },
      { code: "INVALID_INPUT", path: [...place, "2"] },
      { code: "INVALID_INPUT", path: [...place, "3"] },
    ]);
    expectNothingStarted();
    expect(world.calls).not.toContain("catalog.agentHealth");
  });

  it("reads the catalog again before it refuses an agent that the cached one does not know", async () => {
    world.cached = fakeCatalog("0", []);
    expect((await ask(manual("DevOpsAgent"))).errors).toEqual([]);
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.CURRENT", "executions.start"]);
  });

  it("[E15] chooses among 100 agents and a megabyte of definitions at most", async () => {
    const many = Array.from({ length: 101 }, (_, index) => httpAgent(`agent_${index}`));
    world.catalog = fakeCatalog("1", [], "blog", many);
    const { errors } = await ask({ query });
    const place = ["input", "routing", "auto", "candidates"];
    expect(errors).toMatchObject([{ limit: "candidates", maximum: 100, found: 101, path: place }]);
    const candidates = many.slice(1).map(({ name }) => name);
    expect((await ask({ query, routing: { auto: { candidates } } })).errors).toEqual([]);
    const large = many
      .slice(1)
      .map(({ name }) => httpAgent(name, { description: "x".repeat(4_000), usageHints: "y".repeat(4_000) }));
    world.catalog = fakeCatalog("2", [], "blog", large);
    world.calls.length = 0;
    expect((await ask({ query })).errors).toMatchObject([
      { limit: "definitionBytes", maximum: 1_000_000, path: ["input", "routing"] },
    ]);
    expectNothingStarted();
  });

  it("[P8] needs two calls with a responder, and is refused fewer or a model that there is not", async () => {
    const options = { limits: { maxModelCalls: 1 } };
    expect((await ask({ query, options })).errors).toMatchObject([
      { limit: "maxModelCalls", maximum: 1, found: 2, path: ["input", "options", "limits", "maxModelCalls"] },
    ]);
    expect((await ask({ query, routing: { auto: { model: "nope" } } })).errors).toMatchObject([
      { code: "MODEL_NOT_FOUND", path: ["input", "routing", "auto", "model"] },
    ]);
    expectNothingStarted();
    expect((await ask({ query, options, respond: false })).errors).toEqual([]);
  });
});

const kilobyte = 1_024;

const bounds = [
  {
    ...{ member: "query", most: "x".repeat(32_000), tooMuch: "x".repeat(32_001) },
    ...{ limit: "textCharacters", maximum: 32_000 },
  },
  {
    ...{ member: "history", most: Array(100).fill({ role: "USER", text: "" }) },
    ...{ tooMuch: Array(101).fill({ role: "USER", text: "" }), limit: "historyMessages", maximum: 100 },
  },
  {
    ...{ member: "sessionContext", most: { a: "x".repeat(64 * kilobyte - 8) } },
    ...{ tooMuch: { a: "x".repeat(64 * kilobyte - 7) }, limit: "sessionContextBytes", maximum: 64 * kilobyte },
  },
  {
    ...{ member: "agentInstructions", most: "x".repeat(16 * kilobyte), tooMuch: "x".repeat(16 * kilobyte + 1) },
    ...{ limit: "agentInstructionsBytes", maximum: 16 * kilobyte },
  },
  {
    ...{ member: "usageHints", most: { a: "x".repeat(16 * kilobyte - 8) } },
    ...{ tooMuch: { a: "x".repeat(16 * kilobyte - 7) }, limit: "usageHintsBytes", maximum: 16 * kilobyte },
  },
];

describe("a bound of a question", () => {
  it.each(bounds)("is kept: $member", async ({ limit, maximum, member, most, tooMuch }) => {
    expect((await ask({ ...manual("DevOpsAgent"), [member]: most })).errors).toEqual([]);
    world.calls.length = 0;
    const { errors } = await ask({ query, [member]: tooMuch });
    expect(errors).toMatchObject([{ code: "LIMIT_EXCEEDED", limit, maximum, path: ["input", member] }]);
    expectNothingStarted();
    expect(world.calls).not.toContain("catalog.agentHealth");
  });

  it("refuses an empty question, deep JSON and wrong options, all at once", async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`);
    const { errors } = await ask({ query: "", sessionContext: deep, usageHints: deep, options: { waitMs: 30_000 } });
    expect(errors.map(({ path }: { path: string[] }) => path.join(".")).toSorted()).toEqual([
      ...["input.options.waitMs", "input.query", "input.sessionContext", "input.usageHints"],
    ]);
    expectNothingStarted();
  });

  it("refuses words that no model would get", async () => {
    const told = { usageHints: { length: "short" }, history: [{ role: "USER", text: "Hello" }], respond: false };
    const { errors } = await ask({ ...manual("DevOpsAgent"), ...told });
    expect(errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "usageHints"] },
      { code: "INVALID_INPUT", path: ["input", "history"] },
    ]);
    expect((await ask({ query, ...told, usageHints: null })).errors, "a router reads the history").toEqual([]);
    world.executions.clear();
    const silent = { usageHints: null, history: [], respond: false };
    expect((await ask({ ...manual("DevOpsAgent"), ...silent })).errors).toEqual([]);
  });

  it("[O28] takes no question where they are switched off", async () => {
    world.settings = { promptsEnabled: false };
    expect((await ask(manual("DevOpsAgent"))).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "query"] },
    ]);
    expect(world.calls).toEqual([]);
  });
});

describe("a question with a key", () => {
  const options = { idempotencyKey: "question-7", labels: [{ key: "team", value: "ops" }], contextId: "chat" };

  it("[E1] is found again, also after its agent was removed, and is a conflict for every other", async () => {
    const input = { ...manual("DevOpsAgent"), options };
    const first = await ask(input);
    expect(startedRequest()).toMatchObject({ contextId: "chat", labels: options.labels });
    world.catalog = fakeCatalog("2", []);
    world.cached = null;
    expect(await ask(input)).toMatchObject({ replayed: true, errors: [], execution: { id: first.execution.id } });
    for (const other of [
      await ask({ ...input, query: `${query} ` }),
      await ask({ ...input, routing: { manual: "RAGAgent" } }),
      await ask({ ...input, routing: null }),
      await ask({ ...input, history: [] }),
      await ask({ ...input, sessionContext: {} }),
      await ask({ ...input, agentInstructions: "" }),
      await ask({ ...input, usageHints: {} }),
      await ask({ ...input, respond: true }),
      await ask({ ...input, options: { ...options, contextId: "else" } }),
      await ask(input, { subject: "somebody else" }),
      await executePlan(world, { source: { prompt: { text: query } }, options }),
    ]) {
      expect(other).toMatchObject({ execution: null, errors: [{ code: "IDEMPOTENCY_CONFLICT" }] });
    }
    expect(world.executions.size).toBe(1);
  });

  it("[E1] is its own in each tenant", async () => {
    await ask({ ...manual("DevOpsAgent"), options });
    const elsewhere = await ask({ ...manual("DevOpsAgent"), options }, { tenant: "elsewhere" });
    expect(elsewhere).toMatchObject({ replayed: false, errors: [] });
  });
});
