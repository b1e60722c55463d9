/** Manifests as the API applies, shows and removes them. */
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { ask, data } from "../../support/graph/ask.ts";
import { exampleTools, fakeCatalog, localAgent } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";

const text = readFileSync(new URL("../../../examples/manifests/generator.json", import.meta.url), "utf8");
const generator: JsonObject = JSON.parse(text);

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

const applyMutation = /* GraphQL */ `
  mutation ($input: ApplyManifestInput!) {
    applyManifest(input: $input) {
      manifest { id name hash }
      catalogRevision
      errors { __typename code message path ... on UnknownCallableError { name nearestNames } ... on LimitError { limit maximum } }
    }
  }
`;
const apply = async (input: object = {}) => {
  const variables = { input: { name: "Generator", manifest: generator, ...input } };
  return (await data(world, applyMutation, { variables })).applyManifest;
};

/** One agent whose output starts the tool `function`. */
function calling(name: string): JsonObject {
  return {
    agents: { A: { system_message: "Be brief", auto_tool_mode: true, max_consecutive_auto_reply: 2 } },
    tools: [{ agent: "A", file: "a.py", function: name, tool_type: "UI_Tool", description: "Looks it up" }],
    structured_outputs: {
      models: { M: { type: "model", fields: { topic: { type: "str" } } } },
      registry: { A: "M" },
    },
    handoff_rules: [{ source_agent: "A", handoff_type: "after_work", transition_target: "TerminateTarget" }],
    max_turns: 3,
  };
}

describe("applyManifest", () => {
  it("[N851] checks a manifest against the catalog of now, and stores nothing", async () => {
    const checked = await apply({ dryRun: true });
    expect(checked).toEqual({ manifest: null, catalogRevision: null, errors: [] });
    const list = "{ manifests(first: 5) { nodes { name } } }";
    expect((await data(world, list)).manifests.nodes).toEqual([]);
    const wrong = await apply({ dryRun: true, manifest: calling("gone") });
    expect(wrong.errors).toMatchObject([{ __typename: "UnknownCallableError", name: "gone" }]);
    expect(wrong.errors).toEqual((await apply({ manifest: calling("gone") })).errors);
    expect((await apply({ dryRun: false })).manifest).toMatchObject({ name: "Generator" });
  });

  it("[T1] [T2] [T3] [T16] [T34] stores what it compiled and shows all of it", async () => {
    const { catalogRevision, errors, manifest } = await apply();
    expect(errors).toEqual([]);
    expect(catalogRevision).toBe("2");
    expect(manifest).toMatchObject({ name: "Generator", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const query = /* GraphQL */ `
      query ($hash: String!) {
        manifest(name: "Generator", hash: $hash) {
          id startAgentName maxTurns variableNames source createdAt updatedAt
          agents {
            name autoToolMode structuredOutputsRequired maxConsecutiveAutoReply isElsewhere modelName modelSchema
            autoTool { modelName modelSchema maxCorrections tool { name } }
          }
          tools {
            name agentName description sourceFile isAutomatic callableName inputSchema responseSchema
            ui { component mode }
          }
          handoffs { sourceAgentName target targetAgentName condition }
        }
      }
    `;
    const { manifest: read } = await data(world, query, { variables: { hash: manifest.hash } });
    const [interview, context] = read.agents;
    expect(interview).toEqual({
      ...{ name: "InterviewAgent", autoToolMode: false, structuredOutputsRequired: false, isElsewhere: false },
      ...{ maxConsecutiveAutoReply: 5, autoTool: null, modelName: null, modelSchema: null },
    });
    expect(context).toMatchObject({
      ...{ name: "ContextAgent", autoToolMode: true, structuredOutputsRequired: true, modelName: "ActionPlanCall" },
      modelSchema: { required: ["ActionPlan", "agent_message"], additionalProperties: false },
      autoTool: { modelName: "ActionPlanCall", maxCorrections: 2, tool: { name: "action_plan" } },
    });
    expect(context.autoTool.modelSchema).toEqual(context.modelSchema);
    expect(read).toMatchObject({
      ...{ id: manifest.id, startAgentName: "InterviewAgent", maxTurns: 10, variableNames: ["interview_complete"] },
      ...{ source: generator, createdAt: new Date(startTime).toISOString(), updatedAt: read.createdAt },
      tools: [
        {
          ...{ name: "action_plan", agentName: "ContextAgent", sourceFile: "action_plan.py", isAutomatic: true },
          ...{ callableName: null, ui: { component: "ActionPlan", mode: "artifact" } },
          responseSchema: { required: ["approved"] },
        },
      ],
      handoffs: [
        {
          ...{ sourceAgentName: "InterviewAgent", target: "AGENT", targetAgentName: "ContextAgent" },
          condition: "${interview_complete} == True",
        },
        { sourceAgentName: "ContextAgent", target: "USER", targetAgentName: null, condition: null },
      ],
    });
    const node = "query ($id: ID!) { node(id: $id) { __typename ... on Manifest { hash } } }";
    const again = await data(world, node, { variables: { id: manifest.id } });
    expect(again.node).toEqual({ __typename: "Manifest", hash: manifest.hash });
    const elsewhere = await data(world, node, { variables: { id: manifest.id }, caller: { tenant: "elsewhere" } });
    expect(elsewhere.node).toBeNull();
  });

  it("binds a function to a callable of the catalog, by its name or by the map of functions", async () => {
    expect((await apply({ manifest: calling("research_blog") })).errors).toEqual([]);
    const mapped = await apply({
      name: "Mapped",
      manifest: calling("look_up"),
      functions: { look_up: "blog.research_blog" },
    });
    expect(mapped.errors).toEqual([]);
    const query = `{ manifest(name: "Mapped") { tools { name callableName ui { component } responseSchema }
      handoffs { target condition } } }`;
    expect((await data(world, query)).manifest).toEqual({
      tools: [{ name: "look_up", callableName: "blog.research_blog", ui: null, responseSchema: null }],
      handoffs: [{ target: "TERMINATE", condition: null }],
    });
  });

  it("looks once more before it takes a function for one that a person answers, because it may have been registered a moment ago", async () => {
    world.cached = fakeCatalog("1", []);
    world.catalog = fakeCatalog("2", [...exampleTools, { name: "action_plan" }]);
    const { tools, ...rest } = generator;
    const [tool] = tools as readonly JsonObject[];
    const manifest = { ...rest, tools: [{ ...tool, ui: { component: "ActionPlan" } }] };
    expect((await apply({ manifest })).errors).toEqual([]);
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.CURRENT", "catalog.applyManifest"]);
    const read = await data(world, '{ manifest(name: "Generator") { tools { callableName } } }');
    expect(read.manifest.tools).toEqual([{ callableName: "action_plan" }]);
  });

  it("[T2] [T5] [R10] tells everything that is wrong, each at its place, and stores nothing", async () => {
    const { agents, ...rest } = calling("research_bog");
    const wrong = {
      ...rest,
      agents: { A: { ...(agents as { A: JsonObject }).A, system_message: "tool_call: x" } },
      more: 1,
    };
    const { catalogRevision, errors, manifest } = await apply({ manifest: wrong });
    expect([catalogRevision, manifest]).toEqual([null, null]);
    const at = (...path: string[]) => ({ path: ["input", "manifest", ...path] });
    expect(errors).toMatchObject([
      { __typename: "GeneralError", code: "MANIFEST_INVALID", ...at("more") },
      {
        ...{ __typename: "UnknownCallableError", code: "UNKNOWN_CALLABLE", ...at("tools", "0", "function") },
        ...{ name: "research_bog", nearestNames: ["research_blog"] },
      },
      {
        ...{ __typename: "GeneralError", code: "MANIFEST_INVALID", ...at("agents", "A", "system_message") },
        message: expect.stringContaining(
          "Cannot apply the manifest at /manifest/agents/A/system_message: required words",
        ),
      },
    ]);
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.CURRENT"]);
  });

  it("tells more than is permitted with its figures, and a wrong name and revision", async () => {
    const many = { ...calling("research_blog"), tools: Array.from({ length: 201 }, () => ({})) };
    expect((await apply({ manifest: many })).errors).toMatchObject([
      { __typename: "LimitError", limit: "maxTools", maximum: 200, path: ["input", "manifest", "tools"] },
    ]);
    expect((await apply({ name: "no spaces" })).errors).toMatchObject([
      { code: "MANIFEST_INVALID", path: ["input", "name"] },
    ]);
    expect((await apply({ minCatalogRevision: "99" })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "minCatalogRevision"] },
    ]);
    const tools = [...exampleTools, { name: "stale", acceptedHash: "other" }];
    world.catalog = fakeCatalog("1", tools);
    expect((await apply({ manifest: calling("stale") })).errors).toMatchObject([{ code: "TOOL_CHANGED" }]);
    world.applyAnswer = { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null, message: "Cannot" };
    expect((await apply()).errors).toMatchObject([{ code: "LIMIT_EXCEEDED", message: "Cannot", path: ["input"] }]);
  });

  it("takes keys of prototypes for what they are, own keys that nobody reads", async () => {
    const hostile = text.replace(
      '"agents": {',
      '"__proto__": {"agents": {}}, "agents": {"__proto__": {"system_message": "x"},',
    );
    const answer = await ask(world, applyMutation, {
      variablesText: `{"input":{"name":"Generator","manifest":${hostile}}}`,
    });
    expect(answer.data.applyManifest.errors.map(({ path }: { path: string[] }) => path.join("/"))).toEqual([
      "input/manifest/__proto__",
      "input/manifest/agents/__proto__",
    ]);
  });

  it("[N76] is refused where what it calls could not run, with the setting that keeps an agent from orchestrating", async () => {
    const chief = localAgent("chief", { tools: ["research_blog", "cp__agent_orchestrate"] });
    const lame = localAgent("lame", { tools: ["nowhere"] });
    world.catalog = fakeCatalog("1", exampleTools, "blog", [chief, lame]);
    const told = { M: { type: "model", fields: { text: { type: "str" } } } };
    const asking = (name: string, more: JsonObject = {}): JsonObject => {
      const structured_outputs = { models: told, registry: { A: "M" } };
      return { ...calling(name), structured_outputs, ...more };
    };
    const place = ["input", "manifest", "tools", "0", "function"];
    expect((await apply({ manifest: asking("chief") })).errors).toMatchObject([
      {
        ...{ code: "UNKNOWN_CALLABLE", name: "cp__agent_orchestrate", path: place },
        message: expect.stringMatching(/at \/manifest\/tools\/0\/function: .*AGENT_ORCHESTRATE_TOOL/),
      },
    ]);
    expect((await apply({ manifest: asking("lame") })).errors).toMatchObject([
      { code: "UNKNOWN_CALLABLE", name: "nowhere", path: place },
    ]);
    expect(world.calls.filter((call) => call === "catalog.applyManifest")).toEqual([]);
    const [tool] = asking("chief").tools as readonly [JsonObject];
    const unused = { agents: { A: { system_message: "a" } }, tools: [{ ...tool, tool_type: "Agent_Tool" }] };
    expect((await apply({ manifest: asking("chief", unused) })).errors, "nobody calls it").toEqual([]);
    world.settings = { allowOrchestration: true };
    expect((await apply({ name: "Allowed", manifest: asking("chief") })).errors).toEqual([]);
  });

  it("[N76] cannot name cp__agent_orchestrate itself, whatever the settings, and says who can", async () => {
    for (const allowOrchestration of [false, true]) {
      world.settings = { allowOrchestration };
      for (const ui of [null, { component: "Shown" }]) {
        const [tool] = calling("cp__agent_orchestrate").tools as readonly [JsonObject];
        const manifest = { ...calling("cp__agent_orchestrate"), tools: [{ ...tool, ui }] };
        expect((await apply({ manifest })).errors).toMatchObject([
          { path: ["input", "manifest", "tools", "0", "function"], message: expect.stringContaining("registerAgent") },
        ]);
      }
    }
  });

  it("[N75] shows an Agent_Tool that no output starts, and warns of it at its place", async () => {
    const [tool] = calling("research_blog").tools as readonly [JsonObject];
    const manifest = {
      ...calling("research_blog"),
      agents: { A: { system_message: "Be brief" } },
      tools: [{ ...tool, tool_type: "Agent_Tool" }],
    };
    const { applyManifest } = await data(
      world,
      `mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) {
        manifest { tools { name isAutomatic callableName description sourceFile } agents { autoTool { modelName } } }
        warnings { message path } errors { message } } }`,
      { variables: { input: { name: "Backend", manifest } } },
    );
    expect(applyManifest).toEqual({
      manifest: {
        agents: [{ autoTool: null }],
        tools: [
          {
            ...{ name: "research_blog", callableName: "research_blog", isAutomatic: false },
            ...{ description: "Looks it up", sourceFile: "a.py" },
          },
        ],
      },
      warnings: [
        {
          path: ["input", "manifest", "tools", "0", "tool_type"],
          message: expect.stringContaining("no output starts an Agent_Tool"),
        },
      ],
      errors: [],
    });
  });

  it("needs the scope to write the registry, and reading needs the one to read it", async () => {
    const variables = { input: { name: "Generator", manifest: generator } };
    const caller = { scopes: ["REGISTRY_READ" as const] };
    const answer = await ask(world, applyMutation, { variables, caller });
    expect(answer.errors[0].extensions.code).toBe("FORBIDDEN");
    await apply();
    const read = await ask(world, '{ manifest(name: "Generator") { hash } }', {
      caller: { scopes: ["EXECUTION_READ" as const] },
    });
    expect(read.errors[0].extensions.code).toBe("FORBIDDEN");
  });
});

describe("applied manifests", () => {
  it("are listed by name, page by page, in both directions", async () => {
    for (const name of ["C", "A", "D", "B"]) await apply({ name });
    const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
      manifests(first: $first, after: $after, last: $last, before: $before) {
        nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`;
    const page = async (variables: object) => (await data(world, query, { variables: { ...variables } })).manifests;
    const names = ({ nodes }: { nodes: { name: string }[] }) => nodes.map(({ name }) => name).join("");
    const first = await page({ first: 3 });
    expect([names(first), first.pageInfo.hasNextPage, first.pageInfo.hasPreviousPage]).toEqual(["ABC", true, false]);
    const second = await page({ first: 3, after: first.pageInfo.endCursor });
    expect([names(second), second.pageInfo.hasNextPage, second.pageInfo.hasPreviousPage]).toEqual(["D", false, true]);
    const back = await page({ last: 2, before: second.pageInfo.startCursor });
    expect([names(back), back.pageInfo.hasNextPage, back.pageInfo.hasPreviousPage]).toEqual(["BC", true, true]);
    expect(names(await page({ last: 2 }))).toBe("CD");
  });

  it("are removed by name, and are null then", async () => {
    await apply();
    const mutation = `mutation { removeManifest(input: { name: "Generator" }) { removedName catalogRevision errors { code path } } }`;
    expect((await data(world, mutation)).removeManifest).toMatchObject({ removedName: "Generator", errors: [] });
    expect((await data(world, '{ manifest(name: "Generator") { hash } }')).manifest).toBeNull();
    expect((await data(world, mutation)).removeManifest).toEqual({
      ...{ removedName: null, catalogRevision: null },
      errors: [{ code: "NOT_FOUND", path: ["input", "name"] }],
    });
  });
});
