import { beforeEach, describe, expect, it } from "vitest";
import { pinnedDefinitions } from "../../../src/catalog/snapshot/pinned-definitions.ts";
import { agentPlan } from "../../../src/execution/callables/agent-plan.ts";
import type { DerivationResult } from "../../../src/execution/derive/derivation.ts";
import type { GraphSettings } from "../../../src/graph/base/graph-context.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import type { Conversation } from "../../../src/plan/conversation.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { type ModelWork, noModelWork } from "../../../src/plan/model-definition.ts";
import { ask, data, executePlan, send } from "../../support/graph/ask.ts";
import {
  exampleModels,
  exampleTools,
  fakeCatalog,
  httpAgent,
  languageModel,
} from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { storedValue } from "../../support/graph/fake-views.ts";

const steps = [
  { tool: { stepId: "research", toolName: "research_blog", arguments: { topic: "{{bindings.topic}}" } } },
  {
    tool: {
      stepId: "write",
      toolName: "create_blog_post",
      arguments: { artifact_id: "{{steps.research.output.artifact_id}}" },
    },
  },
];

let world: FakeClients;
let id: string;
let name: string;
beforeEach(async () => {
  world = new FakeClients();
  const input = { source: { plan: { steps } }, bindings: { topic: "edge" }, options: { limits: { maxParallel: 3 } } };
  id = (await executePlan(world, input)).execution.id;
  [name = ""] = world.executions.keys();
  world.change(name, { status: "FAILED", finishedAt: 1 });
  world.deriveAnswer = derived();
  world.calls.length = 0;
});

/** What the source answers: `research` is taken over, `write` runs again. */
function derived(document: JsonObject = { schedule: "DATAFLOW", steps } as JsonObject): DerivationResult {
  const { approval, contextId, dialect, inDoubt, labels, limits, onInvalidPlan, startedWith } = world.view(name);
  return {
    kind: "DERIVED",
    derivation: {
      ...{ kind: "RETRY", execution: name, fromStep: null, reused: ["research"] },
      keys: [{ step: "write", origin: name, generation: 1, unknown: false }],
    },
    reused: [
      {
        step: "research",
        status: "SUCCEEDED",
        output: storedValue({ artifact_id: "a" }),
        content: null,
        warning: null,
      },
    ],
    ...{ documents: [document], offered: [], bindings: { topic: "edge" } },
    ...{ approval, contextId, dialect, inDoubt, labels, limits, onInvalidPlan, startedWith },
    ...{ chosenAgent: null, conversation: null, modelWork: noModelWork },
    ...{ callable: null, input: { kind: "NONE" }, message: null },
  };
}

/** What the names mean in the catalog of now. */
function pinned(names: readonly string[]) {
  const pinning = pinnedDefinitions(world.catalog, names, exampleModels);
  if (!pinning.ok) throw new Error("the names cannot be pinned");
  return pinning.definitions;
}

const payload = /* GraphQL */ `
  replayed
  execution { id status derivedFrom { kind executionId fromStepId reusedStepIds } }
  errors {
    __typename code message path
    ... on OutcomeUnknownError { stepIds }
    ... on InvalidStateError { status }
    ... on LimitError { limit maximum found }
  }
`;

type Input = { readonly [name: string]: unknown };

async function retry(input: Input = {}, caller: object = {}) {
  const query = `mutation ($input: RetryExecutionInput!) { retryExecution(input: $input) { ${payload} } }`;
  const variables = { input: { executionId: id, ...input } };
  return (await data(world, query, { variables, caller })).retryExecution;
}

async function fork(input: Input = {}, caller: object = {}) {
  const query = `mutation ($input: ForkExecutionInput!) { forkExecution(input: $input) { ${payload} } }`;
  const variables = { input: { executionId: id, fromStepId: "write", ...input } };
  return (await data(world, query, { variables, caller })).forkExecution;
}

/** What the latest execution was started with. */
function startedRequest() {
  const stored = [...world.executions.values()].at(-1);
  if (stored === undefined || world.executions.size < 2) throw new Error("nothing was derived");
  return stored.request;
}

describe("what a new execution takes over", () => {
  it.each([
    ["retryExecution", "RetryExecutionInput", {}],
    ["forkExecution", "ForkExecutionInput", { fromStepId: "write" }],
  ])(
    "[N124] is shown with it, so %s needs the right to read, and nothing is started without",
    async (field, type, more) => {
      const query = `mutation ($input: ${type}!) { ${field}(input: $input) { execution { id } } }`;
      const variables = { input: { executionId: id, ...more } };
      const { errors } = await ask(world, query, { variables, caller: { scopes: ["EXECUTION_START"] } });
      expect(errors?.[0]).toMatchObject({ extensions: { code: "FORBIDDEN" } });
      expect(errors?.[0]?.message).toContain("required the scope EXECUTION_READ");
      expect(world.calls).toEqual([]);
      const actions = "query ($id: ID!) { execution(by: { id: $id }) { permittedActions } }";
      const shown = async (scopes: readonly ("EXECUTION_READ" | "EXECUTION_START")[]) =>
        (await data(world, actions, { variables: { id }, caller: { scopes } })).execution.permittedActions;
      expect(await shown(["EXECUTION_READ"])).toEqual([]);
      expect(await shown(["EXECUTION_READ", "EXECUTION_START"])).toEqual(["RETRY", "FORK"]);
    },
  );
});

describe("retryExecution", () => {
  it("[N511] keeps the four eyes of the source, and out who started it, whatever the request says", async () => {
    const source = {
      fourEyes: true,
      starters: ["alice"],
      approvers: [{ subject: "bob" }, { group: "finance" }],
    } as const;
    world.deriveAnswer = { ...derived(), ...source } as DerivationResult;
    const refused = { approvers: [{ subject: "alice" }, { subject: "bob" }] };
    expect((await retry({ options: refused }, { subject: "bob" })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "options", "approvers"] },
    ]);
    expect((await retry({ options: { fourEyes: false } }, { subject: "bob" })).errors).toEqual([]);
    expect(startedRequest()).toMatchObject({ subject: "bob", ...source });
  });

  it("makes two object calls, one to each execution, and starts a new one that says what it derives from", async () => {
    const { execution, errors, replayed } = await retry();
    expect(errors).toEqual([]);
    expect(replayed).toBe(false);
    expect(world.calls).toEqual(["executions.derive", "catalog.CACHED", "executions.start"]);
    expect(execution.id).not.toBe(id);
    expect(execution.derivedFrom).toEqual({
      ...{ kind: "RETRY", executionId: id, fromStepId: null, reusedStepIds: ["research"] },
    });
    expect(world.deriveRequests).toEqual([
      { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] },
    ]);
    const { derivation, execution: started, origin, plan, reused } = startedRequest();
    expect(reused.map(({ step }) => step)).toEqual(["research"]);
    expect(derivation?.keys).toEqual([{ step: "write", origin: name, generation: 1, unknown: false }]);
    expect(origin).toEqual({ root: started, parent: null, depth: 0, ancestors: [] });
    expect(plan).toEqual(world.view(name).plan);
  });

  it("takes settings from the source unless the request gives them", async () => {
    await retry();
    expect(startedRequest()).toMatchObject({
      limits: { maxParallel: 3 },
      inDoubt: "FAIL",
      labels: [],
      contextId: null,
    });
    const labels = [{ key: "try", value: "2" }];
    const limits = { maxParallel: 2, maxSteps: null };
    await retry({
      options: { limits, inDoubt: "ASK", approval: "NEVER", labels, contextId: "chat", waitMs: 5, location: "WEUR" },
    });
    const { maxSteps } = world.view(name).limits;
    expect(startedRequest()).toMatchObject({
      ...{ limits: { maxParallel: 2, maxSteps }, inDoubt: "ASK", approval: "NEVER" },
      ...{ labels, contextId: "chat", waitMs: 5 },
    });
    expect(world.locations).toEqual([null, null, "WEUR"]);
  });

  it("[E15] checks the plan against the catalog of today and pins what is registered now", async () => {
    world.catalog = fakeCatalog("2", exampleTools, "repaired");
    await retry({ options: { minCatalogRevision: "2" } });
    expect(startedRequest().definitions.providers.map((provider) => provider.name)).toEqual(["repaired"]);
    world.catalog = fakeCatalog("3", exampleTools.slice(0, 1));
    world.cached = null;
    const { execution, errors } = await retry();
    expect(execution).toBeNull();
    expect(errors).toMatchObject([{ code: "UNKNOWN_CALLABLE", path: ["input", "executionId"] }]);
  });

  it("runs a plan again that is larger in the form in which it is read again, but takes no larger arguments", async () => {
    const topic = "x".repeat(builtInLimits.maxPlanBytes);
    const tool = { stepId: "research", toolName: "research_blog", arguments: { topic } };
    world.deriveAnswer = derived({ steps: [{ tool }, steps[1]] } as JsonObject);
    expect((await retry()).errors).toEqual([]);
    const { errors } = await fork({ arguments: [{ stepId: "research", arguments: { topic } }] });
    expect(errors).toMatchObject([{ __typename: "LimitError", limit: "maxPlanBytes" }]);
  });

  it("[E1] with a key is found again by the same request, and is a conflict for another one", async () => {
    const options = { idempotencyKey: "again" };
    const first = await retry({ options });
    const second = await retry({ options });
    expect(second).toMatchObject({ replayed: true, errors: [], execution: { id: first.execution.id } });
    for (const other of [
      await retry({ options, fromStepId: "write" }),
      await retry({ options, callAgain: ["write"] }),
      await fork({ options }),
      await executePlan(world, { source: { plan: { steps } }, options }),
    ]) {
      expect(other).toMatchObject({
        execution: null,
        errors: [{ code: "IDEMPOTENCY_CONFLICT", path: ["input", "options", "idempotencyKey"] }],
      });
    }
  });

  it("[E1] with a key that was used is answered by it, although the source is gone meanwhile", async () => {
    const options = { idempotencyKey: "again" };
    const first = await retry({ options });
    world.deriveAnswer = { kind: "NOT_FOUND" };
    expect(await retry({ options })).toMatchObject({
      replayed: true,
      errors: [],
      execution: { id: first.execution.id },
    });
    expect(await retry()).toMatchObject({
      execution: null,
      errors: [{ code: "NOT_FOUND", path: ["input", "executionId"] }],
    });
  });

  it("[E5] answers steps of unknown outcome with their names", async () => {
    world.deriveAnswer = { kind: "OUTCOME_UNKNOWN", steps: ["write"] };
    expect(await retry()).toMatchObject({
      execution: null,
      errors: [{ __typename: "OutcomeUnknownError", path: ["input", "callAgain"], stepIds: ["write"] }],
    });
    expect(world.executions.size).toBe(1);
  });

  it("[E5] asks for a word too where the tool has become unsafe since, but not for what is taken over", async () => {
    const answer = derived();
    if (answer.kind !== "DERIVED") throw new Error("there is no derivation");
    const keys = ["research", "write"].map((step) => ({ step, origin: name, generation: 0, unknown: true }));
    world.deriveAnswer = { ...answer, derivation: { ...answer.derivation, keys } };
    const unsafe = exampleTools.map((tool) => ({ ...tool, annotations: {} }));
    world.catalog = fakeCatalog("1", unsafe);
    const found = { __typename: "OutcomeUnknownError", path: ["input", "callAgain"], stepIds: ["write"] };
    expect(await retry()).toMatchObject({ execution: null, errors: [found] });
    expect(world.executions.size).toBe(1);
    expect((await retry({ callAgain: ["write"] })).errors).toEqual([]);
    expect((await retry({ fromStepId: "write" })).errors).toEqual([]);
    const harmless = unsafe.map((tool) => ({ ...tool, annotations: { idempotentHint: true } }));
    world.catalog = fakeCatalog("2", harmless);
    world.cached = null;
    expect((await retry()).errors).toEqual([]);
  });

  it("answers what cannot be meant at the place that says it", async () => {
    const refusal = { kind: "REFUSED", message: "Cannot" } as const;
    world.deriveAnswer = { ...refusal, member: "fromStep", name: "nope" };
    expect((await retry({ fromStepId: "nope" })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "fromStepId"] },
    ]);
    world.deriveAnswer = { ...refusal, member: "callAgain", name: "nope" };
    expect((await retry({ callAgain: ["write", "nope"] })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "callAgain", "1"] },
    ]);
    world.deriveAnswer = { kind: "INVALID_STATE", status: "RUNNING", message: "Cannot" };
    expect((await retry()).errors).toMatchObject([
      { __typename: "InvalidStateError", status: "RUNNING", path: ["input", "executionId"] },
    ]);
    world.deriveAnswer = { kind: "TOO_LARGE", maximum: 8, found: 9 };
    expect((await retry()).errors).toMatchObject([
      { __typename: "LimitError", limit: "reusedBytes", maximum: 8, found: 9, path: ["input", "executionId"] },
    ]);
  });

  it("[E1] reaches no execution under a forged id, that of another tenant, or with options that are refused", async () => {
    for (const answer of [await retry({ executionId: "forged" }), await retry({}, { tenant: "stranger" })]) {
      expect(answer).toMatchObject({
        execution: null,
        errors: [{ code: "NOT_FOUND", path: ["input", "executionId"] }],
      });
    }
    const { errors } = await retry({ options: { waitMs: -1 } });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "options", "waitMs"] }]);
    expect(world.calls).toEqual([]);
  });

  it("answers HTTP 429 with Retry-After when the tenant has as many executions as it may", async () => {
    const retryAt = world.context().now() + 2_500;
    world.tenantLimit = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 3, retryAt };
    const query = "mutation ($input: RetryExecutionInput!) { retryExecution(input: $input) { replayed } }";
    const response = await send(world, query, { variables: { input: { executionId: id } } });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("3");
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "RATE_LIMITED" } }] });
  });
});

describe("forkExecution", () => {
  const changed = { stepId: "write", arguments: { artifact_id: "{{bindings.topic}}" } };

  it("asks the source for the changes and starts the plan that it answers", async () => {
    const document = { schedule: "DATAFLOW", steps: [steps[0], { tool: { ...steps[1]?.tool, ...changed } }] };
    world.deriveAnswer = derived(document as unknown as JsonObject);
    const { errors } = await fork({ arguments: [changed], bindings: { topic: "core" }, callAgain: ["write"] });
    expect(errors).toEqual([]);
    expect(world.deriveRequests).toEqual([
      {
        ...{ kind: "FORK", fromStep: "write", bindings: { topic: "core" }, callAgain: ["write"] },
        arguments: [{ step: "write", value: changed.arguments }],
      },
    ]);
    expect(startedRequest().planHash).not.toBe(world.view(name).planHash);
  });

  it("reports problems of new arguments where the request gave them", async () => {
    const wrong = { artifact_id: "{{steps.research.output.nope}}" };
    const document = { schedule: "DATAFLOW", steps: [steps[0], { tool: { ...steps[1]?.tool, arguments: wrong } }] };
    world.deriveAnswer = derived(document as unknown as JsonObject);
    const { execution, errors } = await fork({ arguments: [{ stepId: "write", arguments: wrong }] });
    expect(execution).toBeNull();
    expect(errors).toMatchObject([
      { code: "TEMPLATE_INVALID", path: ["input", "arguments", "0", "arguments", "artifact_id"] },
    ]);
  });

  it("refuses new arguments of one step that are given twice, before anything is asked", async () => {
    const { errors } = await fork({ arguments: [changed, changed] });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "arguments", "1", "stepId"] }]);
    expect(world.calls).toEqual([]);
  });

  it("names the binding and the step that the source refuses", async () => {
    world.deriveAnswer = { kind: "REFUSED", member: "bindings", name: "topic", message: "Cannot" };
    expect((await fork({ bindings: { topic: "x" } })).errors).toMatchObject([{ path: ["input", "bindings", "topic"] }]);
    world.deriveAnswer = { kind: "REFUSED", member: "arguments", name: "write", message: "Cannot" };
    expect((await fork({ arguments: [changed] })).errors).toMatchObject([
      { path: ["input", "arguments", "0", "stepId"] },
    ]);
  });
});

describe("an execution with language models", () => {
  const conversation: Conversation = {
    ...{ agent: null, systemPrompt: null, skills: [], history: [], message: "Write a post", usageHints: null },
    ...{ sessionContext: {}, agentInstructions: null },
  };
  const work = {
    model: languageModel("planner"),
    schedule: "DATAFLOW",
    encoding: "JSON",
    maxCorrections: 2,
    maxPlanBytes: 100_000,
  } as const;
  const respond = { model: languageModel("responder"), reservedMs: 1 };

  /** What a source answers that never had a plan. */
  function unplanned(modelWork: ModelWork, more: object = {}): DerivationResult {
    const answer = derived();
    if (answer.kind !== "DERIVED") throw new Error("there is no derivation");
    const { chosenAgent: _, dialect: __, documents: ___, reused: ____, offered: _____, ...facts } = answer;
    const definitions = pinned(["echo", "research_blog"]);
    const derivation = { ...facts.derivation, reused: [], keys: [] };
    return {
      ...{ ...facts, kind: "PLANNED_AGAIN", derivation, startedWith: "PROMPT", onInvalidPlan: "RESPOND" },
      ...{ conversation, modelWork, definitions },
      ...more,
    };
  }

  it("[P7] answers again what was answered, by the model of today, and asks it nothing where nobody answered", async () => {
    const answer = derived();
    if (answer.kind !== "DERIVED") throw new Error("there is no derivation");
    const facts = { startedWith: "PROMPT", onInvalidPlan: "RESPOND", conversation } as const;
    world.deriveAnswer = { ...answer, ...facts, modelWork: { ...noModelWork, respond } };
    const changed = languageModel("responder", { maxOutputTokens: 7 });
    world.settings = { models: { ...exampleModels, models: new Map([["responder", changed]]) } };
    expect((await retry()).errors).toEqual([]);
    expect(startedRequest()).toMatchObject({
      ...{ startedWith: "PROMPT", onInvalidPlan: "RESPOND", conversation, plan: { steps: [{}, {}] } },
      modelWork: { route: null, plan: null, respond: { model: changed, reservedMs: 60_000 } },
    });
    expect(startedRequest().reused).toHaveLength(1);
    world.settings = { models: { ...exampleModels, models: new Map([["other", changed]]) } };
    expect((await retry()).errors).toMatchObject([{ code: "MODEL_NOT_FOUND", path: ["input", "executionId"] }]);
    world.deriveAnswer = derived();
    expect((await retry()).errors).toEqual([]);
    expect(startedRequest()).toMatchObject({ modelWork: noModelWork, conversation: null, startedWith: "PLAN" });
  });

  it("runs a workflow again as such: with its input, its message, and templates that see the input", async () => {
    const inputSchema = { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] };
    const own = { name: "report", version: "v1", inputSchema, outputSchema: null, output: null };
    const callable = { kind: "WORKFLOW", ...own } as const;
    const message = { messageId: "m", role: "ROLE_USER", parts: [], metadata: {} } as const;
    const input = { kind: "VALUE", value: { topic: "edge" } } as const;
    const seesInput = {
      tool: { stepId: "research", toolName: "research_blog", arguments: { topic: "{{input.topic}}" } },
    };
    const answer = derived({ schedule: "DATAFLOW", steps: [seesInput] } as JsonObject);
    if (answer.kind !== "DERIVED") throw new Error("there is no derivation");
    const run = { ...answer, startedWith: "WORKFLOW", reused: [], callable, input, message } as const;
    world.deriveAnswer = run;
    expect((await retry()).errors).toEqual([]);
    expect(startedRequest()).toMatchObject({ startedWith: "WORKFLOW", callable, input, message });
    world.deriveAnswer = { ...run, callable: null };
    expect((await retry()).errors).toMatchObject([{ code: "TEMPLATE_INVALID" }]);
  });

  const byRouter = { mode: "AUTO", agentName: "DevOpsAgent", confidence: 0.9, reason: "It knows machines" } as const;

  it("[H5] [E13] calls the same agent with the same question, however it reads and however long it is", async () => {
    const message = "{{x}} $0.output.y \\{{ ".repeat(1_500).slice(0, 32_000);
    const said = { ...conversation, message, sessionContext: { a: "\u0000".repeat(10_000), coalesce: ["$0.output"] } };
    world.catalog = fakeCatalog("2", [], "blog", [httpAgent("DevOpsAgent")]);
    const plan = agentPlan("DevOpsAgent", said, pinned(["DevOpsAgent"]));
    const answer = derived(documentOf(plan));
    if (answer.kind !== "DERIVED") throw new Error("there is no derivation");
    const derivation = { ...answer.derivation, reused: [], keys: [] };
    const facts = {
      startedWith: "ASK",
      chosenAgent: byRouter,
      conversation: said,
      reused: [],
      derivation,
    } as const;
    world.deriveAnswer = { ...answer, ...facts };
    expect((await retry()).errors).toEqual([]);
    const { chosenAgent, plan: again, startedWith } = startedRequest();
    expect({ chosenAgent, startedWith }).toEqual({ chosenAgent: byRouter, startedWith: "ASK" });
    expect(again).toEqual(plan);
  });

  it("calls the same agent with context that is nested as deeply as a question permits", async () => {
    const { maxJsonDepth } = builtInLimits;
    const sessionContext = JSON.parse(`${'{"a":'.repeat(maxJsonDepth)}1${"}".repeat(maxJsonDepth)}`);
    world.catalog = fakeCatalog("2", [], "blog", [httpAgent("DevOpsAgent")]);
    const plan = agentPlan("DevOpsAgent", { ...conversation, sessionContext }, pinned(["DevOpsAgent"]));
    const answer = derived(documentOf(plan));
    if (answer.kind !== "DERIVED") throw new Error("there is no derivation");
    const derivation = { ...answer.derivation, reused: [], keys: [] };
    world.deriveAnswer = { ...answer, startedWith: "ASK", chosenAgent: byRouter, reused: [], derivation };
    expect((await retry()).errors).toEqual([]);
    expect(startedRequest().plan).toEqual(plan);
  });

  it("[E15] without a plan is planned again, over what is left of what it was offered", async () => {
    world.deriveAnswer = unplanned({ ...noModelWork, plan: work, respond });
    world.catalog = fakeCatalog("2", exampleTools.slice(1), "repaired");
    expect((await retry({ options: { limits: { timeoutMs: 8_000 } } })).errors).toEqual([]);
    const request = startedRequest();
    expect(request).toMatchObject({
      ...{ startedWith: "PROMPT", plan: null, planHash: null, conversation, onInvalidPlan: "RESPOND", reused: [] },
      ...{ bindings: { topic: "edge" }, limits: { maxParallel: 3, timeoutMs: 8_000 } },
      modelWork: { route: null, plan: work, respond: { model: respond.model, reservedMs: 2_000 } },
    });
    expect(request.definitions.callables.map((callable) => callable.name)).toEqual(["echo"]);
    expect(request.definitions.providers.map((provider) => provider.name)).toEqual(["repaired"]);
    await retry({ options: { schedule: "SEQUENTIAL" } });
    expect(startedRequest().modelWork.plan?.schedule).toBe("SEQUENTIAL");
  });

  it("reads the catalog again before it leaves out what the cached one does not know", async () => {
    world.deriveAnswer = unplanned({ ...noModelWork, plan: work, respond });
    world.cached = fakeCatalog("0", []);
    expect((await retry()).errors).toEqual([]);
    expect(world.calls).toEqual(["executions.derive", "catalog.CACHED", "catalog.CURRENT", "executions.start"]);
    expect(startedRequest().definitions.callables.map((callable) => callable.name)).toEqual(["echo", "research_blog"]);
  });

  it("[E15] without an agent is routed again, among those of then that are there and well", async () => {
    const names = ["a", "b", "c"];
    world.catalog = fakeCatalog("2", [], "blog", [httpAgent("b"), httpAgent("c"), httpAgent("d")]);
    world.health.set("c", { status: "UNHEALTHY", checkedAt: 1, message: "HTTP 500" });
    const candidates = names.map((agent) => ({ name: agent, description: "old", tags: [], exampleQueries: [] }));
    const route = { model: languageModel("router"), candidates };
    world.deriveAnswer = unplanned({ ...noModelWork, route, respond }, { startedWith: "ASK" });
    expect((await retry()).errors).toEqual([]);
    expect(startedRequest()).toMatchObject({
      ...{ startedWith: "ASK", plan: null, chosenAgent: null, definitions: { callables: [{ name: "b" }] } },
      modelWork: { route: { candidates: [{ name: "b", description: "The agent b" }] }, plan: null },
    });
    world.health.set("b", { status: "UNHEALTHY", checkedAt: 1, message: "HTTP 500" });
    expect((await retry()).errors).toEqual([]);
    expect(startedRequest()).toMatchObject({ plan: { steps: [] }, modelWork: { route: null, respond: {} } });
  });

  it("[E1] [O28] is refused where it could not be started, and found by its key where it was", async () => {
    const options = { idempotencyKey: "plan again" };
    world.deriveAnswer = unplanned({ ...noModelWork, plan: work, respond });
    const first = await retry({ options });
    expect(first.errors).toEqual([]);
    const refusals: readonly { settings?: Partial<GraphSettings>; options?: object; path: readonly string[] }[] = [
      { settings: { promptsEnabled: false }, path: ["executionId"] },
      { settings: { modelLacks: () => "MODEL_SECRET_MODELS" }, path: ["executionId"] },
      { options: { limits: { maxModelCalls: 1 } }, path: ["options", "limits", "maxModelCalls"] },
      { options: { limits: { maxSteps: 5_000 } }, path: ["options", "limits", "maxSteps"] },
      { options: { minCatalogRevision: "99" }, path: ["options", "minCatalogRevision"] },
    ];
    for (const refusal of refusals) {
      world.settings = refusal.settings ?? {};
      const { errors, execution } = await retry({ options: refusal.options ?? {} });
      expect(execution).toBeNull();
      expect(errors[0].path).toEqual(["input", ...refusal.path]);
    }
    world.settings = { promptsEnabled: false };
    expect(await retry({ options })).toMatchObject({ replayed: true, execution: { id: first.execution.id } });
    expect(world.executions.size).toBe(2);
  });
});
