/** Given plans with a responder at their end, and given plans that do not pass validation (C31). */
import { beforeEach, describe, expect, it } from "vitest";
import { data, exampleDocument, executePlan } from "../../support/graph/ask.ts";
import {
  exampleModels,
  exampleTools,
  fakeCatalog,
  languageModel,
  localAgent,
} from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

function startedRequest() {
  const [stored] = world.executions.values();
  if (stored === undefined) throw new Error("nothing was started");
  return stored.request;
}

function expectNothingStarted() {
  expect(world.calls.filter((call) => !call.startsWith("catalog."))).toEqual([]);
}

const source = { document: exampleDocument };
const wrongCall = { tool_name: "create_blog_post", arguments: { artifact_id: "$0.output.nope" } };
const wrongDocument = { ...exampleDocument, calls: [exampleDocument.calls[0], wrongCall] };
const wrong = { source: { document: wrongDocument } };
const wrongPath = ["source", "document", "calls", "1", "arguments", "artifact_id"];
const noModels = {
  ...exampleModels,
  models: new Map(),
  defaults: { ROUTE: null, PLAN: null, RESPOND: null, AGENT: null },
};

const wordless = {
  ...{ agent: null, systemPrompt: null, skills: [], history: [], message: null, usageHints: null },
  ...{ sessionContext: {}, agentInstructions: null },
};

/** Fingerprint of a request, as 0.2.0 stored it. */
const released = "2a3001e195354cf5bf8771f3434c97c17076c897607a3b74914bad71e496d6d7";

describe("a given plan", () => {
  it("[C31] calls no model unless the request says so", async () => {
    world.settings = { models: noModels, promptsEnabled: false };
    const { errors } = await executePlan(world, { source, options: { limits: { maxCostMicros: 1 } } });
    expect(errors).toEqual([]);
    expect(startedRequest()).toMatchObject({
      ...{ startedWith: "PLAN", onInvalidPlan: "REJECT", conversation: null, rejected: null, chosenAgent: null },
      modelWork: { route: null, plan: null, respond: null },
    });
  });

  it("[P7] is answered by the responder of the deployment if it shall be", async () => {
    const { errors } = await executePlan(world, { source, respond: true });
    expect(errors).toEqual([]);
    expect(world.calls).toEqual(["catalog.CACHED", "executions.start"]);
    const { conversation, modelWork, plan } = startedRequest();
    expect(plan?.steps).toHaveLength(2);
    expect(conversation).toEqual(wordless);
    expect(modelWork).toEqual({
      ...{ route: null, plan: null, respond: { model: languageModel("responder"), reservedMs: 60_000 } },
    });
  });

  it("is refused where the responder that it wants is not configured, under any bound that it cannot keep to", async () => {
    world.settings = { models: noModels };
    const { errors } = await executePlan(world, { source, respond: true });
    expect(errors).toMatchObject([{ code: "MODEL_NOT_FOUND", path: ["input", "respond"] }]);
    const models = new Map([["responder", languageModel("responder", { price: null })]]);
    world.settings = { models: { ...exampleModels, models } };
    const unpriced = await executePlan(world, { source, respond: true, options: { limits: { maxCostMicros: 9 } } });
    expect(unpriced.errors).toMatchObject([{ path: ["input", "options", "limits", "maxCostMicros"] }]);
    expectNothingStarted();
  });

  it("[E1] keeps the fingerprint that it had before there were responders", async () => {
    await executePlan(world, { source, bindings: { a: 1 }, options: { limits: { maxParallel: 2 } } });
    expect(startedRequest().fingerprint).toBe(released);
    world.executions.clear();
    await executePlan(world, { source, bindings: { a: 1 }, respond: null, options: { limits: { maxParallel: 2 } } });
    expect(startedRequest().fingerprint).toBe(released);
  });
});

describe("a given plan that does not pass validation", () => {
  it("[C31] starts nothing and is told what is wrong, also where a responder was wished for", async () => {
    for (const more of [{}, { respond: true }, { onInvalidPlan: "REJECT" }]) {
      const { errors, execution } = await executePlan(world, { ...wrong, ...more });
      expect(execution).toBeNull();
      expect(errors).toMatchObject([{ code: "TEMPLATE_INVALID", path: ["input", ...wrongPath] }]);
    }
    expectNothingStarted();
  });

  it("[C31] [P16] is explained by the responder if it shall be, with no step and no tool", async () => {
    const payload = await executePlan(world, { ...wrong, onInvalidPlan: "RESPOND", bindings: { a: 1 } });
    expect(payload.errors).toEqual([]);
    const request = startedRequest();
    expect(request).toMatchObject({
      ...{ startedWith: "PLAN", plan: null, planHash: null, onInvalidPlan: "RESPOND", dialect: "TOOL_CALLS" },
      ...{ bindings: { a: 1 }, conversation: wordless, limits: { maxSteps: 12 } },
      definitions: { callables: [], providers: [], catalogRevision: "1" },
      rejected: {
        failure: { code: "PLAN_INVALID", retryable: false },
        problems: [{ kind: "TEMPLATE_INVALID", reason: "FIELD_NOT_FOUND", path: ["input", ...wrongPath] }],
      },
    });
    expect(request.modelWork.respond?.model.name).toBe("responder");
    const query = "query ($by: ExecutionSelector!) { execution(by: $by) { plan { hash } planErrors { code path } } }";
    const { execution } = await data(world, query, { variables: { by: { id: payload.execution.id } } });
    expect(execution).toEqual({
      plan: null,
      planErrors: [{ code: "TEMPLATE_INVALID", path: ["input", ...wrongPath] }],
    });
  });

  it("[C31] says so beside a valid plan too, which is then not answered in words", async () => {
    await executePlan(world, { source, onInvalidPlan: "RESPOND" });
    expect(startedRequest()).toMatchObject({ rejected: null, conversation: null, modelWork: { respond: null } });
  });

  it("cannot be explained by a responder that is switched off, or that nobody has configured", async () => {
    const off = await executePlan(world, { ...wrong, onInvalidPlan: "RESPOND", respond: false });
    expect(off.errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "onInvalidPlan"] }]);
    world.settings = { models: noModels };
    const none = await executePlan(world, { ...wrong, onInvalidPlan: "RESPOND" });
    expect(none.errors).toMatchObject([
      { code: "MODEL_NOT_FOUND", path: ["input", "onInvalidPlan"] },
      { code: "TEMPLATE_INVALID" },
    ]);
    expectNothingStarted();
  });

  const deep = JSON.parse(`${'{"a":'.repeat(70)}1${"}".repeat(70)}`);
  it.each([
    ["is too large to be read", { source: { document: { ...wrongDocument, reasoning: "x".repeat(100_001) } } }],
    ["is nested too deeply to be read", { source: { document: { ...wrongDocument, deep } } }],
    ["stands beside wrong limits", { ...wrong, options: { limits: { maxSteps: 5_000 } } }],
    ["stands beside a revision that never was", { ...wrong, options: { minCatalogRevision: "99" } }],
    ["stands beside wrong options", { ...wrong, options: { waitMs: -1 } }],
    ["is none at all", { source: {} }],
    ["comes with a dialect that plans are not written in", { source: { ...source, dialect: "EXECUTION_RESPONSE" } }],
  ])("is refused whatever it wants if it %s", async (_, input) => {
    const { errors, execution } = await executePlan(world, { ...input, onInvalidPlan: "RESPOND" });
    expect(execution).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    expectNothingStarted();
  });
});

describe("validatePlan", () => {
  const validate = async (input: object) =>
    (
      await data(
        world,
        `query ($input: ValidatePlanInput!) { validatePlan(input: $input) {
          valid worstCase { toolCalls modelCalls tokens costMicros } errors { code path message }
        } }`,
        { variables: { input } },
      )
    ).validatePlan;

  it("counts the responder in the worst case if there is to be one", async () => {
    expect(await validate({ source })).toMatchObject({ valid: true, worstCase: null });
    const { errors, worstCase } = await validate({ source, respond: true });
    expect(errors).toEqual([]);
    expect(worstCase.modelCalls).toBeGreaterThanOrEqual(1);
    expect(worstCase.tokens).toBeGreaterThan(1_000);
    expect(worstCase.costMicros).toBeGreaterThan(worstCase.tokens);
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.CACHED"]);
  });

  it("counts the models of what runs as an execution of its own, with a responder and without", async () => {
    world.catalog = fakeCatalog("1", exampleTools, "blog", [localAgent("writer")]);
    const calls = { plan: { steps: [{ tool: { toolName: "writer", arguments: { text: "x" } } }] } };
    const limits = { maxModelCalls: 20 };
    const alone = await validate({ source: calls, limits });
    expect(alone).toMatchObject({ valid: true, worstCase: { modelCalls: 20 } });
    expect(alone.worstCase.tokens).toBeGreaterThan(1_000);
    const answered = await validate({ source: calls, limits: { ...limits, maxTokens: 5_000_000_000 }, respond: true });
    expect(answered.worstCase).toMatchObject({ modelCalls: 20, tokens: 5_000_000_000 });
    expect((await validate({ source, limits })).worstCase).toBeNull();
  });

  it("[P8] counts nothing for a plan that is its own answer, although a responder is wished", async () => {
    const direct = { document: { type: "direct_response", content: "Hello" } };
    expect(await validate({ source: direct, respond: true })).toMatchObject({ valid: true, worstCase: null });
  });

  it("refuses a prompt, because it makes no outgoing request", async () => {
    const { errors, valid } = await validate({ source: { prompt: { text: "x" } } });
    expect(valid).toBe(false);
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "source", "prompt"] }]);
    expect(world.calls).toEqual([]);
  });

  it("names what a responder lacks as executePlan would", async () => {
    world.settings = { modelLacks: () => "MODEL_SECRET_MODELS" };
    const { errors } = await validate({ source, respond: true });
    expect(errors).toMatchObject([{ code: "MODEL_NOT_FOUND", path: ["input", "respond"] }]);
    world.settings = {
      models: { ...exampleModels, models: new Map([["responder", languageModel("responder", { price: null })]]) },
    };
    const unpriced = await validate({ source, respond: true, limits: { maxCostMicros: 5 } });
    expect(unpriced.errors).toMatchObject([{ path: ["input", "limits", "maxCostMicros"] }]);
  });
});
