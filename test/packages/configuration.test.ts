/** What `createPlanwright` takes, and what it refuses with the place. Read without declaring it, because tests share one process. */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AnyTool, defineTool } from "../../packages/planwright/library/define-tool.ts";
import { deployedCodeOf } from "../../packages/planwright/library/deployed-code-of.ts";
import type { RegisteredAgent } from "../../src/catalog/agent-registration.ts";
import { catalogSnapshot, findTool, type RegisteredServer } from "../../src/catalog/snapshot/catalog-snapshot.ts";
import { pinnedDefinitions } from "../../src/catalog/snapshot/pinned-definitions.ts";
import { nameTaken } from "../../src/catalog/snapshot/registry-names.ts";
import { noModels } from "../../src/plan/model-definition.ts";
import { readSettings } from "../../src/worker/settings/settings.ts";

const greet = defineTool({
  ...{ name: "greet", description: "Greets", effects: "idempotent" },
  input: z.object({ name: z.string() }),
  output: z.object({ text: z.string() }),
  run: ({ name }) => ({ text: name }),
});

const step = (name: string) => ({ tool: { toolName: "greet", arguments: { name } } });
const welcome = {
  name: "welcome",
  description: "Welcomes a guest",
  inputSchema: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  },
  plan: { steps: [step("{{input.name}}")] },
};

function refusal(options: object): string {
  try {
    deployedCodeOf(options);
  } catch (error) {
    return String(error);
  }
  return "none";
}

const withTool = (more: object) => ({ tools: [{ ...greet, ...more } as AnyTool] });

describe("the configuration in code", () => {
  it.each<[what: string, options: object, said: string]>([
    ["an unknown member", { tolls: [] }, "Cannot use tolls of createPlanwright: required one of tools"],
    ["no list", { tools: {} }, "Cannot use tools of createPlanwright: required a list of tools"],
    ["no tool", { tools: [null] }, "tools[0] of createPlanwright: required what defineTool gave"],
    [
      "a name twice",
      { tools: [greet, greet] },
      'tools[1] ("greet").name of createPlanwright: required a name that no other tool has, found that of tools[0]',
    ],
    [
      "a name but for a hyphen",
      {
        tools: [
          { ...greet, name: "say-it" },
          { ...greet, name: "say_it" },
        ],
      },
      "found that of tools[0]",
    ],
    [
      "a reserved name",
      withTool({ name: "cp__sleep" }),
      'tools[0] ("cp__sleep").name of createPlanwright: required a name that no tool of this software has',
    ],
    ["a name with a dot", withTool({ name: "a.b" }), "tools[0].name of createPlanwright: required 1 to 64 letters"],
    [
      "a member that does not exist",
      withTool({ timeout: 5 }),
      'tools[0] ("greet").timeout of createPlanwright: required one of name',
    ],
    ["unknown effects", withTool({ effects: "none" }), 'required read, idempotent, keyed, unsafe, found "none"'],
    ["effects that contradict", withTool({ effects: "read", destructive: true }), "A tool that destroys has effects"],
    ["a time of nothing", withTool({ timeoutMs: 0 }), "required a whole number from 1 to 86400000, found 0"],
    [
      "a wrong name of a secret",
      withTool({ secrets: ["OK", "no"] }),
      'secrets[1] of createPlanwright: required capital letters, digits or `_`, found "no"',
    ],
    ["no function", withTool({ run: "x" }), '.run of createPlanwright: required a function, found "x"'],
    [
      "no schema",
      withTool({ input: { type: "object" } }),
      ".input of createPlanwright: required a schema, such as z.object({ … }) of zod",
    ],
    [
      "a schema of an older library",
      withTool({ input: { "~standard": { version: 1, vendor: "old", validate: () => ({}) } } }),
      'found one of "old" that cannot. zod can from version 4.2',
    ],
    [
      "a schema that is no JSON Schema",
      withTool({ output: z.object({ at: z.date() }) }),
      "found one of which its library says: Date cannot be represented in JSON Schema",
    ],
    ["a schema of another type", withTool({ input: z.string() }), "Use a schema of objects, as z.object makes it"],
    [
      "a model of an unknown provider",
      { models: [{ name: "m", provider: "acme", model: "m" }] },
      "Cannot use models of createPlanwright: required a JSON list of models, or nothing, found something else at [0].provider",
    ],
    [
      "an unknown setting",
      { settings: { MAX_STEP: 5 } },
      "settings.MAX_STEP of createPlanwright: required the name of a setting",
    ],
    [
      "a setting of another type",
      { settings: { MAX_STEPS: "many" } },
      "settings.MAX_STEPS of createPlanwright: required a whole number",
    ],
    ["a secret in code", { settings: { ADMIN_TOKEN: "x".repeat(32) } }, "required no secret in code, found one"],
    ["a setting that has an option", { settings: { AUTH_MODE: "keys" } }, "required it as the option `auth`"],
    [
      "an unknown way to authenticate",
      { auth: { mode: "magic" } },
      "auth.mode of createPlanwright: required jwt, keys, code, none, or nothing",
    ],
    [
      "tokens of nobody",
      { auth: { mode: "jwt", issuer: "https://id.example", audience: "a" } },
      "auth.jwksUrl of createPlanwright: required a value",
    ],
    [
      "a member of another way",
      { auth: { mode: "keys", issuer: "x" } },
      "auth.issuer of createPlanwright: required mode, found another member",
    ],
    [
      "no function to authenticate",
      { auth: { mode: "code" } },
      "auth.authenticate of createPlanwright: required a function",
    ],
    ["hooks that are none", { hooks: [] }, "Cannot use hooks of createPlanwright: required an object of functions"],
    [
      "a hook of an unknown name",
      { hooks: { onStepDone: () => undefined } },
      "hooks.onStepDone of createPlanwright: required one of onExecutionStarted, onStepStarted",
    ],
    [
      "a hook that is no function",
      { hooks: { onStepFinished: "x" } },
      "hooks.onStepFinished of createPlanwright: required a function",
    ],
  ])("[N414] is refused with %s, and says where", (_, options, said) => {
    expect(refusal(options)).toContain(said);
  });

  it("[N418] has settings, of which the environment has the last word on each", () => {
    const { authenticate, settings } = deployedCodeOf({
      models: [{ name: "small", provider: "openai", model: "gpt", keySecret: "OPENAI" }],
      settings: { MAX_STEPS: 50, GRAPHIQL: true, PLANNER_MODEL: "small" },
      auth: {
        mode: "jwt",
        issuer: "https://id.example",
        audience: "app",
        jwksUrl: "https://id.example/keys",
        scopes: ["EXECUTION_READ"],
      },
    });
    const reading = readSettings({ ...settings, ID_SEALING_SECRET: "5ea1".repeat(16), MAX_STEPS: "60" }, authenticate);
    expect(reading).toMatchObject({
      settings: {
        auth: {
          mode: "jwt",
          jwt: { issuer: "https://id.example", tenantClaim: "tenant", defaultScopes: "EXECUTION_READ" },
        },
        limits: { caps: { maxSteps: 60 } },
        graphiql: true,
        models: { defaults: { PLAN: "small" } },
      },
    });
  });

  it("[N415] is in every catalog: a tool has its name alone, whatever a tenant has registered", () => {
    const { definitions } = deployedCodeOf({ tools: [greet] });
    const server: RegisteredServer = {
      ...{
        name: "mine",
        url: "https://tools.example/mcp",
        bearerSecret: null,
        trusted: true,
        outputValidation: "STRICT",
      },
      ...{
        status: "READY",
        failure: null,
        protocolVersion: "2025-11-25",
        lastSyncedAt: 0,
        connection: null,
        dropped: [],
      },
    };
    const other = { ...greet, name: "greet", title: null, description: "Another", inputSchema: {}, outputSchema: null };
    const contents = [{ server, tools: [{ ...other, annotations: {}, metadata: {} }] }];
    const snapshot = catalogSnapshot("1", { contents, deployed: definitions });
    expect(findTool(snapshot, "greet")).toMatchObject({
      ...{ name: "greet", qualifiedName: "greet", server: "planwright:code", status: "READY" },
      callable: { effectClass: "IDEMPOTENT", description: "Greets", provider: "planwright:code" },
    });
    expect(findTool(snapshot, "mine.greet")).toMatchObject({ name: "mine.greet", description: "Another" });
    const pinning = pinnedDefinitions(snapshot, ["greet", "mine.greet"], noModels);
    expect(pinning).toMatchObject({ ok: true, definitions: { providers: [{ kind: "CODE" }, { kind: "MCP" }] } });
    expect(nameTaken(snapshot, { name: "greet", kind: "LOCAL" })).toBe('"greet" in the code of this deployment');
    expect(nameTaken(snapshot, { name: "greet" })).toBe('"greet" in the code of this deployment');
  });

  it("[N419] has agents and workflows, compiled against the tools in code, that no tenant can replace", () => {
    const { definitions } = deployedCodeOf({
      tools: [greet],
      agents: [
        { name: "host", description: "Greets guests", instructions: "Be kind", tools: ["greet", "workflow_welcome"] },
      ],
      workflows: [welcome],
    });
    const before = { ...definitions.agents[0], description: "Of a tenant" } as RegisteredAgent;
    const own = { ...before, name: "own" };
    const snapshot = catalogSnapshot("1", { agents: [before, own], deployed: definitions });
    expect(snapshot.agents.map(({ description, name }) => [name, description])).toEqual([
      ["host", "Greets guests"],
      ["own", "Of a tenant"],
    ]);
    const pinning = pinnedDefinitions(snapshot, ["workflow_welcome"], noModels);
    expect(pinning).toMatchObject({ ok: true, definitions: { inherited: [{ name: "greet" }] } });
    expect(nameTaken(snapshot, { name: "host", kind: "LOCAL" })).toBe('"host" in the code of this deployment');
    expect(nameTaken(snapshot, { name: "welcome" })).toBe('"welcome" in the code of this deployment');
    expect(nameTaken(snapshot, { name: "own", kind: "LOCAL" })).toBeUndefined();
  });

  it.each<[what: string, options: object, said: string]>([
    [
      "an agent without instructions",
      { agents: [{ name: "a", description: "b" }] },
      "Cannot use agents[0].instructions of createPlanwright: required what its type says",
    ],
    [
      "an agent that calls what is not in code",
      { agents: [{ name: "a", description: "b", instructions: "c", tools: ["gret"] }] },
      "Cannot use agents[0].tools of createPlanwright",
    ],
    [
      "a workflow that takes a field that there is not",
      { tools: [greet], workflows: [{ ...welcome, plan: { steps: [step("{{input.nam}}")] } }] },
      "Cannot use workflows[0].plan.steps[0]",
    ],
    [
      "a workflow of the name of a tool",
      { tools: [greet], workflows: [{ ...welcome, name: "greet" }] },
      "Cannot use workflows[0].name of createPlanwright",
    ],
  ])("[N414, N419] is refused with %s, and says where", (_, options, said) => {
    expect(refusal(options)).toContain(said);
  });
});

describe("labels of a tool in code", () => {
  it("[N551] are those of its callable, and refused with the place where they contradict one another", () => {
    const reading = (outputLabels: unknown) => ({ tools: [{ ...greet, outputLabels }] });
    const { definitions } = deployedCodeOf(reading(["UNTRUSTED", "web"]) as object);
    const snapshot = catalogSnapshot("1", { deployed: definitions });
    expect(findTool(snapshot, "greet")?.callable.outputLabels).toEqual(["UNTRUSTED", "web"]);
    expect(refusal(reading(["TRUSTED", "UNTRUSTED"]))).toContain('("greet").outputLabels');
    expect(refusal(reading("web"))).toContain("required a list of texts");
  });
});
