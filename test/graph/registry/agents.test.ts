/** Agents and changed tools as the API shows and takes them. */
import { beforeEach, describe, expect, it } from "vitest";
import { ask, data, executePlan } from "../../support/graph/ask.ts";
import { a2aAgent, exampleTools, fakeCatalog, httpAgent, localAgent } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
  world.catalog = fakeCatalog("1", exampleTools, "blog", [httpAgent("costs"), localAgent("writer")]);
});

const agentFields = `name description tags exampleQueries runtime routable inputSchema outputSchema toolName endpoint
  public isWorkflow cardUrl cardReadAt protocolVersion tools actions { actionId prompt inputSchema } effectClass usageHints instructions
  skills { skillId instructions } model createdAt updatedAt`;

describe("agents", () => {
  it("tell what they are: one behind HTTP has an address and arguments, a role has instructions", async () => {
    const { agents } = await data(world, `{ agents { nodes { ${agentFields} } pageInfo { hasNextPage } } }`);
    const [costs, writer] = agents.nodes;
    expect(costs).toMatchObject({
      ...{ name: "costs", runtime: "HTTP", routable: true, endpoint: "https://agents.example.com/costs" },
      ...{
        tags: ["costs"],
        exampleQueries: ["What did it cost?"],
        effectClass: "UNSAFE",
        usageHints: "Name the currency",
      },
      ...{ instructions: null, skills: [], model: null, createdAt: "2026-01-31T09:30:00.000Z" },
      inputSchema: { required: ["user_query"], additionalProperties: false },
    });
    expect(writer).toMatchObject({
      ...{ name: "writer", runtime: "LOCAL", routable: false, endpoint: null, effectClass: null },
      ...{ inputSchema: { required: ["text"] }, outputSchema: { required: ["text"] }, toolName: "peer_writer" },
      ...{ tools: [], actions: [], public: false, isWorkflow: false, cardUrl: null, protocolVersion: null },
      ...{ usageHints: "", instructions: "Be brief", skills: [{ skillId: "style", instructions: "No jargon" }] },
    });
  });

  it("are found by exact name, by id and as nodes, and by nothing else", async () => {
    const query = "query ($by: AgentSelector!) { agent(by: $by) { id name } }";
    const { agent } = await data(world, query, { variables: { by: { name: "costs" } } });
    expect((await data(world, query, { variables: { by: { id: agent.id } } })).agent).toEqual(agent);
    const { node } = await data(world, "query ($id: ID!) { node(id: $id) { __typename id ... on Agent { name } } }", {
      variables: { id: agent.id },
    });
    expect(node).toEqual({ __typename: "Agent", ...agent });
    const { tool } = await data(world, `{ tool(by: { name: "echo" }) { id } }`);
    for (const by of [{ name: "Costs" }, { name: "__proto__" }, { id: tool.id }, { id: "forged" }]) {
      expect(await data(world, query, { variables: { by } })).toEqual({ agent: null });
    }
  });

  it("are paged in the order of their names", async () => {
    const query =
      "query ($after: String) { agents(first: 1, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } }";
    const first = await data(world, query);
    expect(first.agents).toMatchObject({ nodes: [{ name: "costs" }], pageInfo: { hasNextPage: true } });
    const second = await data(world, query, { variables: { after: first.agents.pageInfo.endCursor } });
    expect(second.agents).toMatchObject({ nodes: [{ name: "writer" }], pageInfo: { hasNextPage: false } });
  });

  it("are asked for their health together, and only if it is selected", async () => {
    world.health.set("costs", { status: "UNHEALTHY", checkedAt: 0, message: "Required an HTTP status 2xx, found 500" });
    const { agents } = await data(world, "{ agents { nodes { name health { status checkedAt message } } } }");
    expect(agents.nodes).toEqual([
      {
        name: "costs",
        health: {
          status: "UNHEALTHY",
          checkedAt: "1970-01-01T00:00:00.000Z",
          message: "Required an HTTP status 2xx, found 500",
        },
      },
      { name: "writer", health: { status: "UNKNOWN", checkedAt: null, message: null } },
    ]);
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.agentHealth"]);
    expect(world.healthQuestions, "a role has no health check").toEqual([["costs"]]);
    world.calls.length = 0;
    await data(world, "{ agents { nodes { name } } }");
    expect(world.calls).toEqual(["catalog.CACHED"]);
  });

  it("need the scope to read the registry", async () => {
    const { data: found, errors } = await ask(world, "{ agents { nodes { name } } }", {
      caller: { scopes: ["EXECUTION_READ"] },
    });
    expect(found).toEqual({ agents: null });
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  });
});

const register = /* GraphQL */ `
  mutation ($input: RegisterAgentInput!) {
    registerAgent(input: $input) { agent { name runtime } catalogRevision errors { __typename code message path } }
  }
`;
const facts = { name: "costs", description: "Knows costs" };
const http = { endpoint: "https://agents.example.com/costs" };
const registerAgent = async (input: object) => (await data(world, register, { variables: { input } })).registerAgent;

describe("registerAgent", () => {
  it("[N64] refuses an agent that names cp__agent_orchestrate where the settings keep it from agents, and names them", async () => {
    const source = { local: { instructions: "Have others work", tools: ["cp__agent_orchestrate", "echo"] } };
    const { agent, errors } = await registerAgent({ ...facts, source });
    expect(agent).toBeNull();
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "source", "local", "tools"] }]);
    expect(errors[0].message).toContain("required the settings AGENT_ORCHESTRATE_TOOL and AGENT_ORCHESTRATOR_ENABLED");
    expect(world.registeredAgents).toEqual([]);
    world.settings = { allowOrchestration: true };
    expect(await registerAgent({ ...facts, source })).toMatchObject({ errors: [] });
  });

  it("registers an agent behind HTTP with the defaults of the schema: unsafe, routable, without secret or check", async () => {
    const answer = await registerAgent({ ...facts, source: { http } });
    expect(answer).toEqual({ agent: { name: "costs", runtime: "HTTP" }, catalogRevision: "1", errors: [] });
    expect(world.registeredAgents).toEqual([
      {
        ...{ kind: "HTTP", ...facts, tags: [], exampleQueries: [], routable: true, ...http },
        ...{ bearerSecret: null, healthUrl: null, effectClass: "UNSAFE", usageHints: "" },
      },
    ]);
    expect(world.calls).toEqual(["catalog.registerAgent"]);
  });

  it("hands on every member that is given", async () => {
    const given = {
      bearerSecret: "AGENT",
      healthUrl: "https://agents.example.com/health",
      effectClass: "KEYED",
      usageHints: "x",
    };
    const more = { tags: ["a"], exampleQueries: ["b"], routable: false };
    await registerAgent({ ...facts, ...more, source: { http: { ...http, ...given } } });
    const skills = [{ skillId: "style", instructions: "No jargon" }];
    const can = { tools: ["echo"], actions: [{ actionId: "sum", prompt: "Add up", inputSchema: { type: "object" } }] };
    const local = { instructions: "Be brief", skills, ...can };
    await registerAgent({ ...facts, ...more, public: true, source: { local } });
    const { name: _, description: __, ...words } = { ...facts, ...more };
    const remote = {
      url: "https://agents.example.com/x",
      bearerSecret: "X",
      effectClass: "IDEMPOTENT",
      usageHints: "y",
    };
    await registerAgent({ ...words, source: { a2a: remote } });
    expect(world.registeredAgents).toEqual([
      { kind: "HTTP", ...facts, ...more, ...http, ...given },
      {
        ...{ kind: "LOCAL", ...facts, ...more, instructions: "Be brief", model: null },
        skills: [{ id: "style", instructions: "No jargon" }],
        ...{
          tools: ["echo"],
          actions: [{ id: "sum", prompt: "Add up", inputSchema: { type: "object" } }],
          public: true,
        },
      },
      { kind: "A2A", name: null, description: null, ...words, ...remote },
    ]);
  });

  it("[N40] says what the card of the agent lacks, in the payload and on the agent", async () => {
    const warnings = [
      { code: "PROTOCOL_VERSION_MISSING" as const, message: "The card has no protocolVersion: read as A2A 0.3" },
    ];
    world.catalog = fakeCatalog("1", [], "blog", [a2aAgent("from_card", { warnings }), httpAgent("costs")]);
    world.registerAgentAnswer = { kind: "REGISTERED", name: "from_card", snapshot: world.catalog };
    const asked = /* GraphQL */ `mutation ($input: RegisterAgentInput!) {
      registerAgent(input: $input) { warnings { code message } agent { warnings { code } } errors { code } }
    }`;
    const input = { source: { a2a: { url: "https://agents.example.com/x" } } };
    expect((await data(world, asked, { variables: { input } })).registerAgent).toEqual({
      ...{ warnings, agent: { warnings: [{ code: "PROTOCOL_VERSION_MISSING" }] }, errors: [] },
    });
    const other = await data(world, '{ agent(by: { name: "costs" }) { warnings { code } } }');
    expect(other.agent).toEqual({ warnings: [] });
  });

  it("takes name and description of a remote agent from its card, and of no other", async () => {
    world.catalog = fakeCatalog("1", [], "blog", [a2aAgent("from_card")]);
    world.registerAgentAnswer = { kind: "REGISTERED", name: "from_card", snapshot: world.catalog };
    const a2a = { url: "https://agents.example.com/x" };
    expect(await registerAgent({ source: { a2a } })).toMatchObject({
      ...{ agent: { name: "from_card", runtime: "A2A" }, errors: [] },
    });
    expect(world.registeredAgents).toMatchObject([{ name: null, effectClass: "UNSAFE", routable: null, tags: null }]);
    const source = { http };
    expect((await registerAgent({ source, description: "x" })).errors).toMatchObject([{ path: ["input", "name"] }]);
    expect((await registerAgent({ source, name: "x" })).errors).toMatchObject([{ path: ["input", "description"] }]);
    expect((await registerAgent({ ...facts, public: true, source })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "public"] },
    ]);
    expect(world.registeredAgents).toHaveLength(1);
  });

  it.each([
    ["name", { http }, ["input", "name"]],
    ["endpoint", { http }, ["input", "source", "http", "endpoint"]],
    ["skills", { local: { instructions: "", skills: [] } }, ["input", "source", "local", "skills"]],
    [null, { http }, ["input"]],
  ] as const)("tells the place of what is refused: %s", async (member, source, path) => {
    world.registerAgentAnswer = { kind: "REFUSED", code: "INVALID_INPUT", member, message: "Cannot" };
    const answer = await registerAgent({ ...facts, source });
    expect(answer).toMatchObject({ agent: null, catalogRevision: null, errors: [{ code: "INVALID_INPUT", path }] });
  });

  it("refuses a role with a model that nobody configured, before anything is stored", async () => {
    const answer = await registerAgent({ ...facts, source: { local: { instructions: "", model: "gpt-9" } } });
    expect(answer.errors).toMatchObject([
      { __typename: "GeneralError", code: "MODEL_NOT_FOUND", path: ["input", "source", "local", "model"] },
    ]);
    expect(world.calls).toEqual([]);
  });

  it("refuses an agent with two sources or none, and an address that is none", async () => {
    for (const source of [{}, { http, local: { instructions: "" } }, { http: { endpoint: "agents" } }]) {
      const { errors } = await ask(world, register, { variables: { input: { ...facts, source } } });
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
    expect(world.calls).toEqual([]);
  });
});

describe("removeAgent", () => {
  it("removes an agent by its id, once", async () => {
    const { agent } = await data(world, `{ agent(by: { name: "costs" }) { id } }`);
    const remove =
      "mutation ($id: ID!) { removeAgent(input: { agentId: $id }) { removedId catalogRevision errors { code path } } }";
    const removed = async (id: string) => (await data(world, remove, { variables: { id } })).removeAgent;
    expect(await removed(agent.id)).toEqual({ removedId: agent.id, catalogRevision: "2", errors: [] });
    world.catalog = fakeCatalog("2", exampleTools);
    const notThere = {
      removedId: null,
      catalogRevision: null,
      errors: [{ code: "NOT_FOUND", path: ["input", "agentId"] }],
    };
    expect(await removed(agent.id)).toEqual(notThere);
    expect(await removed("forged")).toEqual(notThere);
  });
});

describe("a tool that has changed", () => {
  const accept = /* GraphQL */ `
    mutation ($input: AcceptToolInput!) {
      acceptTool(input: $input) { tool { name status } catalogRevision errors { code message path } }
    }
  `;
  const acceptTool = async (input: object) => (await data(world, accept, { variables: { input } })).acceptTool;
  const changedTools = [{ name: "echo", acceptedHash: "0".repeat(64) }];
  const lookedAt = async () => (await data(world, `{ tool(by: { name: "echo" }) { id status contractHash } }`)).tool;

  beforeEach(() => {
    world.catalog = fakeCatalog("1", changedTools);
  });

  it("[E12] is shown as such, and a plan that calls it is refused at once", async () => {
    expect(await lookedAt()).toMatchObject({
      status: "CHANGED",
      contractHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const source = { plan: { steps: [{ tool: { toolName: "echo" } }] } };
    const { errors, execution } = await executePlan(world, { source });
    expect(execution).toBeNull();
    const path = ["input", "source", "plan", "steps", "0", "tool", "toolName"];
    expect(errors).toMatchObject([{ __typename: "GeneralError", code: "TOOL_CHANGED", path }]);
    expect(world.calls).not.toContain("executions.start");
  });

  it("[E12] is looked for once more before a plan is refused, because it may have been accepted a moment ago", async () => {
    world.cached = fakeCatalog("1", changedTools);
    world.catalog = fakeCatalog("2", [{ name: "echo" }]);
    const source = { plan: { steps: [{ tool: { toolName: "echo" } }] } };
    expect((await executePlan(world, { source })).errors).toEqual([]);
  });

  it("is accepted by what was looked at", async () => {
    const { contractHash, id } = await lookedAt();
    world.acceptAnswer = { kind: "ACCEPTED", snapshot: fakeCatalog("2", [{ name: "echo" }]) };
    const answer = await acceptTool({ toolId: id, contractHash });
    expect(answer).toEqual({ tool: { name: "echo", status: "READY" }, catalogRevision: "2", errors: [] });
    expect(world.acceptances).toEqual([["blog.echo", contractHash]]);
  });

  it("is not accepted once it is something else again, or gone", async () => {
    const { contractHash, id } = await lookedAt();
    world.acceptAnswer = { kind: "CHANGED_SINCE", contractHash: "f".repeat(64) };
    expect(await acceptTool({ toolId: id, contractHash })).toMatchObject({
      ...{ tool: null, catalogRevision: null },
      errors: [{ code: "TOOL_CHANGED", path: ["input", "contractHash"], message: expect.stringContaining("ffff") }],
    });
    const notThere = { tool: null, catalogRevision: null, errors: [{ code: "NOT_FOUND", path: ["input", "toolId"] }] };
    world.acceptAnswer = { kind: "NOT_FOUND" };
    expect(await acceptTool({ toolId: id, contractHash })).toMatchObject(notThere);
    expect(await acceptTool({ toolId: "forged", contractHash })).toMatchObject(notThere);
  });
});
