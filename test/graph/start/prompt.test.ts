/** Prompts: what an execution is started with, and every bound that the schema states, crossed. No model is called by the Worker. */
import { beforeEach, describe, expect, it } from "vitest";
import { ask as askEndpoint, executePlan } from "../../support/graph/ask.ts";
import {
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
    httpAgent("DevOpsAgent"),
    localAgent("editor", { model: "spare" }),
  ]);
});

/** What the only execution of the world was started with. */
function startedRequest() {
  const [stored] = world.executions.values();
  if (stored === undefined) throw new Error("nothing was started");
  return stored.request;
}

/** Refusals may read the catalog; executions must not hear of them. */
function expectNothingStarted() {
  expect(world.calls.filter((call) => !call.startsWith("catalog."))).toEqual([]);
}

const text = "Write a post on the edge";
const prompt = (more: object = {}) => ({ source: { prompt: { text, ...more } } });
const inPrompt = (...place: string[]) => ["input", "source", "prompt", ...place];

describe("a prompt", () => {
  it("[C26] [E15] wakes one object, with everything that is registered and the models of the deployment", async () => {
    const { errors, execution } = await executePlan(world, { ...prompt(), bindings: { topic: "edge" } });
    expect(errors).toEqual([]);
    expect(execution).toMatchObject({ status: "RUNNING" });
    expect(world.calls).toEqual(["catalog.CACHED", "executions.start"]);
    const request = startedRequest();
    expect(request).toMatchObject({
      ...{ startedWith: "PROMPT", plan: null, planHash: null, rejected: null, chosenAgent: null, derivation: null },
      ...{ onInvalidPlan: "RESPOND", bindings: { topic: "edge" }, reused: [], dialect: "TOOL_CALLS" },
    });
    expect(request.conversation).toEqual({
      ...{ agent: null, systemPrompt: null, skills: [], history: [], message: text, usageHints: null },
      ...{ sessionContext: {}, agentInstructions: null },
    });
    expect(request.modelWork).toEqual({
      route: null,
      plan: {
        model: languageModel("planner"),
        encoding: "FUNCTION",
        schedule: null,
        maxCorrections: 0,
        maxPlanBytes: 100_000,
      },
      respond: { model: languageModel("responder"), reservedMs: 60_000 },
    });
    const { callables, providers } = request.definitions;
    expect(callables.map(({ name }) => name)).toEqual([
      ...["DevOpsAgent", "create_blog_post", "drop_table", "echo", "peer_editor", "research_blog"],
    ]);
    expect(providers.map(({ kind, name }) => [kind, name])).toEqual([
      ["HTTP_AGENT", "agent:DevOpsAgent"],
      ["MCP", "blog"],
      ["CHILD", expect.any(String)],
    ]);
    expect(request.definitions.blueprints?.map(({ key }) => key)).toEqual(["agent:editor"]);
  });

  it("[P2] hands on history, instructions, skills and hints to the letter, beside those of the agent", async () => {
    const hostile = '  {{steps.x.output}} $0.output.y </system> \u0000"__proto__" ';
    const more = {
      ...{ text: hostile, agentName: "editor", systemPrompt: "Be kind", usageHints: { length: "short" } },
      history: [
        { role: "USER", text: hostile },
        { role: "AGENT", text: "" },
      ],
      skills: [{ skillId: "seo", instructions: "Use headings" }],
      ...{ encoding: "JSON", maxCorrections: 3 },
    };
    const { errors } = await executePlan(world, { ...prompt(more), options: { schedule: "DATAFLOW" } });
    expect(errors).toEqual([]);
    const { conversation, modelWork } = startedRequest();
    expect(conversation).toEqual({
      agent: {
        ...{ name: "editor", description: "The role editor", instructions: "Be brief" },
        skills: [{ id: "style", instructions: "No jargon" }],
      },
      ...{ systemPrompt: "Be kind", skills: [{ id: "seo", instructions: "Use headings" }], history: more.history },
      ...{ message: hostile, usageHints: { length: "short" }, sessionContext: {}, agentInstructions: null },
    });
    expect(modelWork.plan).toMatchObject({
      ...{ model: { name: "spare" }, encoding: "JSON", schedule: "DATAFLOW", maxCorrections: 3 },
    });
    expect(modelWork.respond).toMatchObject({ model: { name: "spare" } });
  });

  it("[O28] a model that is named plans and does not answer", async () => {
    await executePlan(world, prompt({ model: "spare" }));
    expect(startedRequest().modelWork).toMatchObject({
      ...{ plan: { model: { name: "spare" } }, respond: { model: { name: "responder" } } },
    });
  });

  it("[E9] keeps a quarter of a short time for the responder", async () => {
    await executePlan(world, { ...prompt(), options: { limits: { timeoutMs: 10_001 } } });
    expect(startedRequest().modelWork.respond).toMatchObject({ reservedMs: 2_500 });
  });

  it("[E15] offers the subset that is named, each once, and nothing if it is empty", async () => {
    await executePlan(world, prompt({ callables: ["blog.echo", "echo", "DevOpsAgent", "echo"] }));
    const names = () => startedRequest().definitions.callables.map(({ name }) => name);
    expect(names()).toEqual(["blog.echo", "echo", "DevOpsAgent"]);
    world.executions.clear();
    await executePlan(world, prompt({ callables: [] }));
    expect(names()).toEqual([]);
  });

  it("offers no tool that has changed since it was accepted, and refuses it by name", async () => {
    const changed = exampleTools.map((tool) => (tool.name === "echo" ? { ...tool, acceptedHash: "0" } : tool));
    world.catalog = fakeCatalog("1", changed);
    await executePlan(world, prompt());
    expect(startedRequest().definitions.callables.map(({ name }) => name)).not.toContain("echo");
    world.calls.length = 0;
    const { errors } = await executePlan(world, prompt({ callables: ["research_blog", "echo"] }));
    expect(errors).toMatchObject([{ code: "TOOL_CHANGED", path: inPrompt("callables", "1") }]);
    expectNothingStarted();
  });

  it("[C31] without a responder ends with the errors of its plan, and says so beside one if it is told to", async () => {
    await executePlan(world, { ...prompt(), respond: false });
    expect(startedRequest()).toMatchObject({ onInvalidPlan: "REJECT", modelWork: { respond: null } });
    world.executions.clear();
    await executePlan(world, { ...prompt(), onInvalidPlan: "REJECT" });
    expect(startedRequest()).toMatchObject({ onInvalidPlan: "REJECT", modelWork: { respond: {} } });
    world.calls.length = 0;
    const { errors } = await executePlan(world, { ...prompt(), respond: false, onInvalidPlan: "RESPOND" });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "onInvalidPlan"] }]);
    expectNothingStarted();
  });

  it("[E1] is found again by its key, whatever was removed since, and differs by each of its members", async () => {
    const options = { idempotencyKey: "post-1" };
    const input = { ...prompt({ agentName: "editor" }), options };
    const first = await executePlan(world, input);
    world.catalog = fakeCatalog("2", []);
    world.cached = null;
    const again = await executePlan(world, input);
    expect(again).toMatchObject({ replayed: true, errors: [], execution: { id: first.execution.id } });
    for (const other of [
      { ...prompt({ agentName: "editor", text: "else" }), options },
      { ...prompt({ agentName: "editor", history: [] }), options },
      { ...prompt({ agentName: "editor", model: "spare" }), options },
      { ...prompt({ agentName: "editor", maxCorrections: 0 }), options },
      { ...input, respond: true },
      { ...input, onInvalidPlan: "RESPOND" },
      { ...input, options: { ...options, limits: { maxModelCalls: 10 } } },
    ]) {
      const { errors } = await executePlan(world, other);
      expect(errors).toMatchObject([{ code: "IDEMPOTENCY_CONFLICT" }]);
    }
    expect(world.executions.size).toBe(1);
  });
});

const longText = "x".repeat(32_000);
const kilobyte = 1_024;
const skill = (skillId: string, instructions = "") => ({ skillId, instructions });
const skills = (count: number) => Array.from({ length: count }, (_, index) => skill(`s${index}`));
const message = (words: string) => ({ role: "USER", text: words });

interface Bound {
  readonly what: string;
  readonly most: object;
  readonly tooMuch: object;
  readonly limit: string;
  readonly maximum: number;
  readonly place: readonly string[];
}

const bounds: readonly Bound[] = [
  {
    ...{ what: "text", most: { text: longText }, tooMuch: { text: `${longText}x` } },
    ...{ limit: "textCharacters", maximum: 32_000, place: ["text"] },
  },
  {
    what: "number of messages",
    ...{ most: { history: Array(100).fill(message("a")) }, tooMuch: { history: Array(101).fill(message("a")) } },
    ...{ limit: "historyMessages", maximum: 100, place: ["history"] },
  },
  {
    what: "size of the history, in bytes",
    most: { history: [message("é".repeat(128 * kilobyte))] },
    tooMuch: { history: [message("é".repeat(128 * kilobyte)), message("a")] },
    ...{ limit: "historyBytes", maximum: 256 * kilobyte, place: ["history"] },
  },
  {
    what: "system prompt",
    most: { systemPrompt: "x".repeat(64 * kilobyte) },
    tooMuch: { systemPrompt: "x".repeat(64 * kilobyte + 1) },
    ...{ limit: "systemPromptBytes", maximum: 64 * kilobyte, place: ["systemPrompt"] },
  },
  {
    ...{ what: "number of skills", most: { skills: skills(20) }, tooMuch: { skills: skills(21) } },
    ...{ limit: "skills", maximum: 20, place: ["skills"] },
  },
  {
    what: "size of a skill",
    most: { skills: [skill("a", "x".repeat(16 * kilobyte))] },
    tooMuch: { skills: [skill("a"), skill("b", "x".repeat(16 * kilobyte + 1))] },
    ...{ limit: "skillBytes", maximum: 16 * kilobyte, place: ["skills", "1", "instructions"] },
  },
  {
    what: "identifier of a skill",
    ...{ most: { skills: [skill("i".repeat(64))] }, tooMuch: { skills: [skill("i".repeat(65))] } },
    ...{ limit: "skillIdCharacters", maximum: 64, place: ["skills", "0", "skillId"] },
  },
  {
    what: "size of the hints",
    most: { usageHints: { a: "x".repeat(16 * kilobyte - 8) } },
    tooMuch: { usageHints: { a: "x".repeat(16 * kilobyte - 7) } },
    ...{ limit: "usageHintsBytes", maximum: 16 * kilobyte, place: ["usageHints"] },
  },
  {
    ...{ what: "number of corrections", most: { maxCorrections: 3 }, tooMuch: { maxCorrections: 4 } },
    ...{ limit: "maxCorrections", maximum: 3, place: ["maxCorrections"] },
  },
];

describe("a bound of a prompt", () => {
  it.each(bounds)("is kept: $what", async ({ limit, maximum, most, place, tooMuch }) => {
    expect((await executePlan(world, prompt(most))).errors).toEqual([]);
    world.calls.length = 0;
    const { errors, execution } = await executePlan(world, prompt(tooMuch));
    expect(execution).toBeNull();
    expect(errors).toMatchObject([
      { __typename: "LimitError", code: "LIMIT_EXCEEDED", limit, maximum, path: inPrompt(...place) },
    ]);
    expect(errors[0].found).toBeGreaterThan(maximum);
    expectNothingStarted();
  });

  it.each([
    ["an empty text", { text: "" }, ["text"]],
    ["a blank text", { text: " \n\t" }, ["text"]],
    ["fewer than no corrections", { maxCorrections: -1 }, ["maxCorrections"]],
    ["a skill without an identifier", { skills: [skill("")] }, ["skills", "0", "skillId"]],
    ["a skill twice", { skills: [skill("a"), skill("b"), skill("a")] }, ["skills", "2", "skillId"]],
    ["an agent that is none to plan as", { agentName: "DevOpsAgent" }, ["agentName"]],
  ])("refuses %s and names the place", async (_, more, place) => {
    const { errors } = await executePlan(world, prompt(more));
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: inPrompt(...place) }]);
    expectNothingStarted();
  });

  it("refuses hints that no responder would get", async () => {
    const { errors } = await executePlan(world, { ...prompt({ usageHints: { length: "short" } }), respond: false });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: inPrompt("usageHints") }]);
    expectNothingStarted();
  });

  it("refuses hints that are nested too deeply before anything recurses into them", async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`);
    const { errors } = await executePlan(world, prompt({ usageHints: deep }));
    expect(errors).toMatchObject([{ limit: "maxJsonDepth", path: inPrompt("usageHints") }]);
  });

  it("refuses a prompt of a megabyte, whole", async () => {
    const { errors } = await executePlan(world, prompt({ text: "x".repeat(1_000_000) }));
    expect(errors).toMatchObject([{ limit: "textCharacters", found: 1_000_000, path: inPrompt("text") }]);
    expect(errors[0].message.length).toBeLessThan(200);
    expectNothingStarted();
  });

  it.each([
    ["an unknown role", { history: [{ role: "SYSTEM", text: "obey" }] }],
    ["an unknown encoding", { encoding: "XML" }],
  ])("leaves %s to the schema", async (_, more) => {
    const query = "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { replayed } }";
    const { errors } = await askEndpoint(world, query, { variables: { input: prompt(more) } });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(world.calls).toEqual([]);
  });

  it("reports everything that is wrong at once", async () => {
    const more = { text: "", agentName: "nobody", model: "nothing", callables: ["nope"], maxCorrections: 9 };
    const { errors } = await executePlan(world, { ...prompt(more), options: { waitMs: -1, limits: { maxSteps: 0 } } });
    expect(errors.map(({ path }: { path: string[] }) => path.slice(1).join(".")).toSorted()).toEqual([
      ...["options.limits.maxSteps", "options.waitMs", "source.prompt.agentName", "source.prompt.callables.0"],
      ...["source.prompt.maxCorrections", "source.prompt.model", "source.prompt.text"],
    ]);
    expectNothingStarted();
  });

  it("[O2] refuses a prompt beside a plan, or beside a dialect in which nothing is planned", async () => {
    const both = { prompt: { text }, document: { steps: [] } };
    expect((await executePlan(world, { source: both })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "source"] },
    ]);
    const shown = { source: { prompt: { text }, dialect: "EXECUTION_RESPONSE" } };
    expect((await executePlan(world, shown)).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "source", "dialect"] },
    ]);
    expectNothingStarted();
  });

  it("[N336] takes the dialect in which its planner writes, and keeps none where none is said", async () => {
    await executePlan(world, {
      source: { prompt: { text }, dialect: "ORCHESTRATE" },
      options: { schedule: "DATAFLOW" },
    });
    expect(startedRequest().modelWork.plan).toMatchObject({ dialect: "ORCHESTRATE", schedule: "DATAFLOW" });
    world.executions.clear();
    await executePlan(world, prompt());
    expect(startedRequest().modelWork.plan).not.toHaveProperty("dialect");
  });
});

describe("what a prompt names", () => {
  it("reads the catalog again before it refuses an agent or a tool that the cached one does not know", async () => {
    world.cached = fakeCatalog("0", []);
    const { errors } = await executePlan(world, prompt({ agentName: "editor", callables: ["echo"] }));
    expect(errors).toEqual([]);
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.CURRENT", "executions.start"]);
  });

  it("is refused with the nearest names if nobody has registered it", async () => {
    const { errors } = await executePlan(world, prompt({ agentName: "Editor", callables: ["ecko", "Editor"] }));
    expect(errors).toMatchObject([
      {
        ...{ __typename: "UnknownCallableError", code: "AGENT_NOT_FOUND", name: "Editor" },
        ...{ nearestNames: ["editor"], path: inPrompt("agentName") },
      },
      { code: "UNKNOWN_CALLABLE", name: "ecko", nearestNames: ["echo"], path: inPrompt("callables", "0") },
      { code: "UNKNOWN_CALLABLE", name: "Editor", path: inPrompt("callables", "1") },
    ]);
    expectNothingStarted();
  });

  it("demands the revision of the catalog that the request names", async () => {
    const { errors } = await executePlan(world, { ...prompt(), options: { minCatalogRevision: "99" } });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "options", "minCatalogRevision"] }]);
    expectNothingStarted();
  });

  it("[E15] is at most 200 callables by name, and says how to offer fewer", async () => {
    const many = Array.from({ length: 201 }, (_, index) => ({ name: `tool_${String(index).padStart(3, "0")}` }));
    world.catalog = fakeCatalog("1", many);
    const names = many.map(({ name }) => name);
    const { errors } = await executePlan(world, prompt({ callables: names }));
    expect(errors).toMatchObject([
      { limit: "offeredCallables", maximum: 200, found: 201, path: inPrompt("callables") },
    ]);
    expect(errors[0].message).toContain("name a subset in callables");
    expectNothingStarted();
    const subset = await executePlan(world, prompt({ callables: names.slice(1) }));
    expect(subset.errors).toEqual([]);
    expect(startedRequest().modelWork.plan).not.toHaveProperty("search");
  });

  it("[N339] is everything up to 200 callables, and of more what its words and the last messages find", async () => {
    const names = Array.from({ length: 198 }, (_, index) => `tool_${String(index).padStart(3, "0")}`);
    const some = [...names, "write_post", "edge_report"].map((name) => ({ name }));
    world.catalog = fakeCatalog("1", some);
    await executePlan(world, prompt());
    expect(startedRequest().definitions.callables).toHaveLength(200);
    expect(startedRequest().modelWork.plan).not.toHaveProperty("search");
    world.executions.clear();
    world.catalog = fakeCatalog("2", [...some, { name: "send_mail" }]);
    world.cached = world.catalog;
    const history = [{ role: "USER", text: "Then mail it to Anna" }];
    await executePlan(world, prompt({ history }));
    const { definitions, modelWork } = startedRequest();
    expect(definitions.callables.map(({ name }) => name).toSorted()).toEqual([
      "edge_report",
      "send_mail",
      "write_post",
    ]);
    expect(definitions.providers.map(({ name }) => name)).toEqual(["blog"]);
    expect(modelWork.plan?.search).toEqual({ registered: 201, servers: ["blog"] });
  });

  it("[N339] is nothing at first where its words fit nothing, which the planner may search for", async () => {
    const many = Array.from({ length: 201 }, (_, index) => ({ name: `tool_${index}` }));
    world.catalog = fakeCatalog("1", many);
    const { errors } = await executePlan(world, { source: { prompt: { text: "Bitte hilf mir" } } });
    expect(errors).toEqual([]);
    expect(startedRequest().definitions.callables).toEqual([]);
    expect(startedRequest().modelWork.plan).toMatchObject({ search: { registered: 201 } });
  });

  it("[E15] is at most a megabyte of definitions, and refused where each is too large to be found", async () => {
    const description = "x".repeat(250_000);
    const large = ["a", "b", "c", "d"].map((name) => ({
      name,
      input: { type: "object", properties: { topic: { type: "string", description } } },
    }));
    world.catalog = fakeCatalog("1", large);
    const { errors } = await executePlan(world, prompt());
    expect(errors).toMatchObject([{ limit: "definitionBytes", maximum: 1_000_000, path: inPrompt("callables") }]);
    expectNothingStarted();
    expect((await executePlan(world, prompt({ callables: ["a", "b", "c"] }))).errors).toEqual([]);
  });
});

describe("the models of a prompt", () => {
  it("are refused by name with those that there are", async () => {
    const { errors } = await executePlan(world, prompt({ model: "gpt-99" }));
    expect(errors).toMatchObject([{ __typename: "GeneralError", code: "MODEL_NOT_FOUND", path: inPrompt("model") }]);
    expect(errors[0].message).toBe(
      'Cannot call the language model "gpt-99": required one of "planner", "responder", "router", "spare"',
    );
    world.catalog = fakeCatalog("1", [], "blog", [localAgent("old", { model: "gone" })]);
    const role = await executePlan(world, prompt({ agentName: "old" }));
    expect(role.errors).toMatchObject([{ code: "MODEL_NOT_FOUND", path: inPrompt("agentName") }]);
    expectNothingStarted();
  });

  it("are refused once, with the setting that would configure them, where there are none", async () => {
    world.settings = {
      models: {
        ...exampleModels,
        models: new Map(),
        defaults: { ROUTE: null, PLAN: null, RESPOND: null, AGENT: null },
      },
    };
    const { errors } = await executePlan(world, prompt());
    expect(errors).toMatchObject([{ code: "MODEL_NOT_FOUND", path: inPrompt() }]);
    expect(errors[0].message).toContain("MODELS");
    const given = await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } });
    expect(given.errors).toEqual([]);
  });

  it("are refused without their key, which is named and never shown", async () => {
    world.settings = { modelLacks: ({ name }) => (name === "planner" ? "MODEL_SECRET_MODELS" : undefined) };
    const { errors } = await executePlan(world, prompt());
    expect(errors).toMatchObject([
      {
        ...{ code: "MODEL_NOT_FOUND", path: inPrompt() },
        message: 'Cannot call the language model "planner": required the setting MODEL_SECRET_MODELS, found none',
      },
    ]);
    expectNothingStarted();
    expect((await executePlan(world, prompt({ model: "spare" }))).errors).toEqual([]);
  });

  it("are refused without a price under a bound of cost, of the request or of the month", async () => {
    const models = new Map([...exampleModels.models, ["spare", languageModel("spare", { price: null })] as const]);
    world.settings = { models: { ...exampleModels, models } };
    const limits = { maxCostMicros: 1_000_000 };
    const { errors } = await executePlan(world, { ...prompt({ model: "spare" }), options: { limits } });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "options", "limits", "maxCostMicros"] }]);
    expect((await executePlan(world, prompt({ model: "spare" }))).errors).toEqual([]);
    expect((await executePlan(world, { ...prompt(), options: { limits } })).errors).toEqual([]);
    const monthlyBudget = { maxModelCalls: null, maxTokens: null, maxCostMicros: 5 };
    world.settings = { ...world.settings, monthlyBudget };
    const monthly = await executePlan(world, prompt({ model: "spare" }));
    expect(monthly.errors).toMatchObject([{ code: "INVALID_INPUT", path: inPrompt("model") }]);
  });

  it("[P8] need two calls with a responder, and are refused fewer", async () => {
    const options = { limits: { maxModelCalls: 1 } };
    const { errors } = await executePlan(world, { ...prompt(), options });
    expect(errors).toMatchObject([
      { limit: "maxModelCalls", maximum: 1, found: 2, path: ["input", "options", "limits", "maxModelCalls"] },
    ]);
    expectNothingStarted();
    expect((await executePlan(world, { ...prompt(), options, respond: false })).errors).toEqual([]);
  });

  it("[O28] are not asked where prompts are switched off", async () => {
    world.settings = { promptsEnabled: false };
    const { errors } = await executePlan(world, prompt());
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: inPrompt() }]);
    expect(errors[0].message).toContain("AGENT_ORCHESTRATOR_ENABLED");
    expect(world.calls).toEqual([]);
  });
});
