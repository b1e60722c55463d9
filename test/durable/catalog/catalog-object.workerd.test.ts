import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, inject, it, vi } from "vitest";
import type {
  AgentRegistrationRequest,
  LocalAgentRegistration,
  RegisteredAgent,
} from "../../../src/catalog/agent-registration.ts";
import { compileManifest } from "../../../src/catalog/manifests/compile-manifest.ts";
import { type CatalogSnapshot, catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { compileWorkflow, type WorkflowInput } from "../../../src/catalog/snapshot/compile-workflow.ts";
import { CatalogObject } from "../../../src/durable/catalog/catalog-object.ts";
import { CatalogTables } from "../../../src/durable/catalog/catalog-tables.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { CatalogStub, Environment } from "../../../src/worker/platform/environment.ts";
import { bindings } from "../../support/objects/executions.ts";

const example = () => ({
  name: "example",
  url: `${inject("exampleUrl")}/mcp`,
  bearerSecret: null,
  trusted: true,
  outputValidation: "STRICT" as const,
});

async function snapshotOf(catalog: CatalogStub): Promise<CatalogSnapshot> {
  const answer = await catalog.contents(null);
  if (answer.contents === null) throw new Error("The catalog gave nothing to a reader who knows nothing");
  return catalogSnapshot(answer.revision, {
    contents: answer.contents,
    agents: answer.agents,
    workflows: answer.workflows,
  });
}

describe("the catalog of a tenant", () => {
  it("[E1, N125, N205] that nobody wrote is empty to everybody who asks, and stores nothing for the asking", async () => {
    const catalog = bindings.CATALOG.getByName("of nobody");
    const empty = { revision: "0", contents: [], agents: [], workflows: [], webhooks: [] };
    expect(await catalog.contents(null)).toEqual(empty);
    expect(await catalog.contents("0")).toEqual({ revision: "0", contents: null });
    expect(await catalog.manifests()).toEqual([]);
    expect(await catalog.manifest("M", null)).toBeNull();
    expect(await catalog.workflow("w", null)).toBeNull();
    expect(await catalog.workflowVersions("w")).toEqual([]);
    expect(await catalog.agentHealth(["a"])).toEqual([]);
    expect(await catalog.stored()).toEqual({ count: 0, bytes: 0 });
    for (const remove of ["remove", "removeAgent", "removeWorkflow", "removeManifest", "removeWebhook"] as const)
      expect(await catalog[remove]("x"), remove).toBeNull();
    expect(await catalog.acceptTool("s", "t", "h")).toEqual({ kind: "NOT_FOUND" });
    const tables = await inTables("of nobody", (_, { sql }) =>
      sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'").toArray(),
    );
    expect(tables).toEqual([]);
    expect(await catalog.register(example())).toEqual({ kind: "REGISTERED", revision: "1" });
  });

  it("reads the tools of a server once, and answers a reader who knows the revision with little", async () => {
    const catalog = bindings.CATALOG.getByName("fresh");
    expect(await catalog.contents(null)).toEqual({
      revision: "0",
      contents: [],
      agents: [],
      workflows: [],
      webhooks: [],
    });
    expect(await catalog.register(example())).toEqual({ kind: "REGISTERED", revision: "1" });
    const { contents } = await catalog.contents(null);
    expect(contents?.[0]?.server).toMatchObject({ name: "example", status: "READY", protocolVersion: "2026-07-28" });
    expect(contents?.[0]?.tools.map((tool) => tool.name)).toContain("research_blog");
    expect(await catalog.contents("1")).toEqual({ revision: "1", contents: null });
  });

  it("[N577] says how much is registered, in a few questions that the platform permits", async () => {
    const catalog = bindings.CATALOG.getByName("stored");
    await catalog.register(example());
    const { bytes, count } = await catalog.stored();
    expect(count).toBe(1);
    expect(bytes).toBeGreaterThan(500);
  });

  it("[N889] has as many servers, agents, workflows and manifests as the settings say, and replaces what it has", async () => {
    const lowered = { MAX_SERVERS: "1", MAX_AGENTS: "1", MAX_WORKFLOWS: "1", MAX_MANIFESTS: "1" };
    const options = objectOptions({ ...env, ...lowered } as unknown as Environment);
    const fully = bindings.CATALOG.getByName("lowered");
    await fully.register(example());
    const [flow, other] = [await workflowOf(fully, "report"), await workflowOf(fully, "other")];
    const [first, second] = [await manifestOf(fully, "talk", "Be brief"), await manifestOf(fully, "chat", "Be brief")];
    const refused = { kind: "REFUSED", code: "LIMIT_EXCEEDED" };
    await runInDurableObject(fully as unknown as DurableObjectStub, async (_, state) => {
      const catalog = new CatalogObject(state, {}, options);
      const answers = async (one: () => unknown, further: () => unknown) => [await one(), await further(), await one()];
      const said = (kind: string) => [{ kind }, refused, { kind }];
      const server = (name: string) => () => catalog.register({ ...example(), name });
      const agent = (name: string) => () => catalog.registerAgent(role(name));
      expect(await answers(server("example"), server("second"))).toMatchObject(said("REGISTERED"));
      expect(await answers(agent("writer"), agent("critic"))).toMatchObject(said("REGISTERED"));
      const saved = await answers(
        () => catalog.saveWorkflow(flow),
        () => catalog.importDefinitions([{ kind: "WORKFLOW", workflow: other }]),
      );
      expect(saved).toMatchObject(said("SAVED"));
      const applied = await answers(
        () => catalog.applyManifest(first),
        () => catalog.applyManifest(second),
      );
      expect(applied).toMatchObject(said("APPLIED"));
    });
  });

  it("[N709] has no more of a subject than its cap, also where two servers answer at once, and none of a file that would pass it", async () => {
    const catalog = bindings.CATALOG.getByName("capped");
    const by = { tenant: "capped", subject: "ann", maxRegistrations: 1 };
    const both = ["one", "two"].map((name) => catalog.register({ ...example(), name }, by));
    const kinds = (await Promise.all(both)).map((answer) => (answer.kind === "REFUSED" ? answer.code : answer.kind));
    expect(kinds.toSorted()).toEqual(["LIMIT_EXCEEDED", "REGISTERED"]);
    expect((await snapshotOf(catalog)).servers).toHaveLength(1);
    expect((await catalog.stored("ann")).count).toBe(1);
    const agents = ["a", "b"].map((name) => ({ kind: "AGENT", agent: role(name) }) as const);
    const further = { ...by, maxRegistrations: 2 };
    expect(await catalog.importDefinitions(agents, further)).toMatchObject({ at: 1, code: "LIMIT_EXCEEDED" });
    expect((await catalog.stored("ann")).count).toBe(1);
    expect(await catalog.importDefinitions(agents.slice(0, 1), further)).toMatchObject({ kind: "IMPORTED" });
    expect((await catalog.stored("ann")).count).toBe(2);
    expect((await catalog.registrationsOf("ann")).map(({ kind }) => kind)).toEqual(["server", "agent"]);
    await catalog.forgetRegistrant("ann");
    expect((await catalog.stored("ann")).count).toBe(0);
    expect((await snapshotOf(catalog)).agents).toHaveLength(1);
  });

  it("keeps the server that it has when the one that should replace it does not answer", async () => {
    const catalog = bindings.CATALOG.getByName("kept");
    await catalog.register(example());
    const answer = await catalog.register({ ...example(), url: "http://127.0.0.1:9/mcp" });
    expect(answer).toMatchObject({ kind: "REFUSED", code: "UPSTREAM_ERROR", member: "url" });
    const { contents, revision } = await catalog.contents(null);
    expect(revision).toBe("1");
    expect(contents?.[0]?.server.url).toBe(example().url);
  });

  it("refuses a secret that the deployment does not have, before the server is contacted", async () => {
    const catalog = bindings.CATALOG.getByName("secret");
    const answer = await catalog.register({ ...example(), bearerSecret: "NOT_THERE" });
    expect(answer).toMatchObject({ kind: "REFUSED", code: "INVALID_INPUT", member: "bearerSecret" });
    expect(JSON.stringify(answer)).toContain("TOOL_SECRET_NOT_THERE");
  });

  it("[N558] keeps rules of what may reach what, and those from before where others are refused", async () => {
    const catalog = bindings.CATALOG.getByName("ruled");
    await catalog.register({ ...example(), outputLabels: ["UNTRUSTED", "web"] });
    const rule = { label: "web", callable: "research_blog", action: "REFUSE" } as const;
    expect(await catalog.setFlowRules([rule])).toEqual({ kind: "SET", revision: "2" });
    const kept = [{ ...rule, callable: "example.research_blog" }];
    expect(await catalog.contents(null)).toMatchObject({ revision: "2", flowRules: kept });
    expect(await catalog.setFlowRules([{ label: "mail", action: "ASK" }])).toMatchObject({
      kind: "REFUSED",
      position: 0,
    });
    expect(await catalog.contents(null)).toMatchObject({ revision: "2", flowRules: kept });
    expect(await catalog.setFlowRules([])).toEqual({ kind: "SET", revision: "3" });
    expect(await catalog.contents(null)).toMatchObject({ flowRules: [] });
  });

  it("[E1] is a catalog of one tenant: another tenant sees nothing of it", async () => {
    await bindings.CATALOG.getByName("tenant-a").register(example());
    expect((await bindings.CATALOG.getByName("tenant-b").contents(null)).contents).toEqual([]);
  });

  it("removes a server with its tools and raises the revision; removing what is not there changes nothing", async () => {
    const catalog = bindings.CATALOG.getByName("removing");
    await catalog.register(example());
    expect(await catalog.remove("example")).toBe("2");
    expect(await catalog.contents(null)).toEqual({
      revision: "2",
      contents: [],
      agents: [],
      workflows: [],
      webhooks: [],
    });
    expect(await catalog.remove("example")).toBeNull();
  });
});

/** The catalog of `tenant` as if the example server had described `echo` otherwise when it was registered. */
async function registeredBefore(tenant: string, description: string): Promise<CatalogStub> {
  const catalog = bindings.CATALOG.getByName(tenant);
  await catalog.register(example());
  const { contents } = await catalog.contents(null);
  const [content] = contents ?? [];
  if (content === undefined) throw new Error("The example server is not registered");
  const tools = content.tools.map(({ acceptedHash: _, ...tool }) =>
    tool.name === "research_blog" ? { ...tool, description } : tool,
  );
  await inTables(tenant, (tables) => {
    tables.removeServer("example");
    tables.putServer(content.server, tools);
  });
  return catalog;
}

function inTables<Result>(
  tenant: string,
  change: (tables: CatalogTables, storage: DurableObjectStorage) => Result,
): Promise<Result> {
  const stub = bindings.CATALOG.getByName(tenant) as unknown as DurableObjectStub;
  return runInDurableObject(stub, (_, { storage }) => change(new CatalogTables(storage), storage));
}

describe("a tool of a server that is registered again", () => {
  const changedIn = async (catalog: CatalogStub) => {
    const { tools } = await snapshotOf(catalog);
    return tools.filter(({ status }) => status === "CHANGED").map(({ qualifiedName }) => qualifiedName);
  };

  it("stays ready while it says the same", async () => {
    const catalog = bindings.CATALOG.getByName("same");
    await catalog.register(example());
    await catalog.register(example());
    expect(await changedIn(catalog)).toEqual([]);
  });

  it("is changed once it says something else, until somebody accepts exactly that", async () => {
    const catalog = await registeredBefore("changed", "Researches");
    expect(await changedIn(catalog)).toEqual([]);
    await catalog.register(example());
    expect(await changedIn(catalog)).toEqual(["example.research_blog"]);
    await catalog.register(example());
    expect(await changedIn(catalog)).toEqual(["example.research_blog"]);

    const { revision, tools } = await snapshotOf(catalog);
    const hash = tools.find(({ name }) => name === "research_blog")?.contractHash ?? "";
    const elsewhere = await catalog.acceptTool("example", "research_blog", "0".repeat(64));
    expect(elsewhere).toEqual({ kind: "CHANGED_SINCE", contractHash: hash });
    expect(await changedIn(catalog)).toHaveLength(1);
    const next = String(Number(revision) + 1);
    expect(await catalog.acceptTool("example", "research_blog", hash)).toEqual({ kind: "ACCEPTED", revision: next });
    expect(await changedIn(catalog)).toEqual([]);
    expect(await catalog.acceptTool("example", "research_blog", hash)).toEqual({ kind: "ACCEPTED", revision: next });
    for (const [server, name] of [
      ["example", "nope"],
      ["nope", "research_blog"],
      ["", ""],
    ] as const)
      expect(await catalog.acceptTool(server, name, hash)).toEqual({ kind: "NOT_FOUND" });
  });

  it("stays changed if the server left it out in between", async () => {
    const catalog = await registeredBefore("left-out", "Researches");
    const { contents } = await catalog.contents(null);
    const [content] = contents ?? [];
    if (content === undefined) throw new Error("The example server is not registered");
    const others = content.tools.filter(({ name }) => name !== "research_blog");
    await inTables("left-out", (tables) => tables.putServer(content.server, others));
    await catalog.register(example());
    expect(await changedIn(catalog)).toEqual(["example.research_blog"]);
  });

  it("is ready if the catalog has not seen it before, or has forgotten its server", async () => {
    const catalog = await registeredBefore("forgotten", "Researches");
    const { contents } = await catalog.contents(null);
    const [content] = contents ?? [];
    if (content === undefined) throw new Error("The example server is not registered");
    await inTables("forgotten", (tables) => {
      tables.removeServer("example");
      tables.putServer(content.server, []);
    });
    await catalog.register(example());
    expect(await changedIn(catalog)).toEqual([]);
    expect((await snapshotOf(catalog)).tools.length).toBeGreaterThan(1);
  });

  it("was accepted as it was stored, in a catalog that is older than contracts", async () => {
    const catalog = await registeredBefore("older", "Researches");
    await inTables("older", (_, storage) => storage.sql.exec("DELETE FROM accepted"));
    expect(await changedIn(catalog)).toEqual([]);
    await catalog.register(example());
    expect(await changedIn(catalog)).toEqual(["example.research_blog"]);
  });
});

const agent = (name = "costs"): AgentRegistrationRequest => ({
  ...{ kind: "HTTP", name, description: "Knows costs", tags: ["costs"], exampleQueries: [], routable: true },
  ...{ endpoint: `${inject("exampleUrl")}/run`, bearerSecret: null, effectClass: "UNSAFE", usageHints: "" },
  healthUrl: `${inject("exampleUrl")}/ledger`,
});

describe("the agents of a tenant", () => {
  it("[E1] are kept with the time they are known, replaced by name and removed once", async () => {
    const catalog = bindings.CATALOG.getByName("agents");
    const registered = { kind: "REGISTERED", name: "costs", revision: "1" };
    expect(await catalog.registerAgent(agent())).toEqual(registered);
    const [first] = (await snapshotOf(catalog)).agents;
    expect(first).toMatchObject({ ...agent(), createdAt: first?.updatedAt });
    await catalog.registerAgent({ ...agent(), description: "Knows more" });
    const { agents, revision } = await snapshotOf(catalog);
    expect([revision, agents.length]).toEqual(["2", 1]);
    expect(agents[0]).toMatchObject({ description: "Knows more", createdAt: first?.createdAt });
    expect(await catalog.removeAgent("costs")).toBe("3");
    expect(await catalog.removeAgent("costs")).toBeNull();
    expect((await snapshotOf(catalog)).agents).toEqual([]);
    expect((await snapshotOf(bindings.CATALOG.getByName("other-agents"))).agents).toEqual([]);
  });

  it("are refused with the name of a tool, a secret that is not there, and an address that may not be asked", async () => {
    const catalog = bindings.CATALOG.getByName("refusing");
    await catalog.register(example());
    expect(await catalog.registerAgent(agent("research_blog"))).toMatchObject({
      code: "INVALID_INPUT",
      member: "name",
    });
    const secret = await catalog.registerAgent({ ...agent(), bearerSecret: "NOT_THERE" } as AgentRegistrationRequest);
    expect(secret).toMatchObject({ code: "INVALID_INPUT", member: "bearerSecret" });
    expect(JSON.stringify(secret)).toContain("TOOL_SECRET_NOT_THERE");
    const address = await catalog.registerAgent({
      ...agent(),
      endpoint: "ftp://example.com",
    } as AgentRegistrationRequest);
    expect(address).toMatchObject({ code: "EGRESS_DENIED", member: "endpoint" });
    expect((await snapshotOf(catalog)).agents).toEqual([]);
  });

  it("[R18] keep their names when a server with a tool of that name comes, and can be registered again then", async () => {
    const catalog = bindings.CATALOG.getByName("colliding");
    await catalog.registerAgent(agent("research_blog"));
    await catalog.register(example());
    const { agents, tools } = await snapshotOf(catalog);
    expect(agents.map(({ name }) => name)).toEqual(["research_blog"]);
    expect(tools.map(({ name }) => name)).toContain("example.research_blog");
    expect(await catalog.registerAgent(agent("research_blog"))).toMatchObject({ kind: "REGISTERED" });
  });

  it("are two hundred at most, of which one more may still be replaced", async () => {
    const catalog = bindings.CATALOG.getByName("many");
    const [first] = [agent("a0")];
    await catalog.registerAgent(first);
    await inTables("many", (tables) => {
      for (let at = 1; at < 200; at++)
        tables.putAgent({ ...agent(`a${at}`), createdAt: 1, updatedAt: 1 } as RegisteredAgent);
    });
    expect(await catalog.registerAgent(agent("b"))).toMatchObject({ code: "LIMIT_EXCEEDED", member: null });
    expect(await catalog.registerAgent(first)).toMatchObject({ kind: "REGISTERED" });
  });

  it("are four megabytes at most together, because the catalog is handed over as a whole", async () => {
    const catalog = bindings.CATALOG.getByName("large");
    const skills = Array.from({ length: 20 }, (_, at) => ({ id: `s${at}`, instructions: "x".repeat(16_384) }));
    const role = (name: string): AgentRegistrationRequest => ({
      ...{ kind: "LOCAL", name, description: "Writes", tags: [], exampleQueries: [], routable: false, model: null },
      ...{ instructions: "x".repeat(65_536), skills, tools: [], actions: [], public: false },
    });
    const answers = [];
    for (let at = 0; at < 11; at++) answers.push((await catalog.registerAgent(role(`r${at}`))).kind);
    expect(answers.filter((kind) => kind === "REGISTERED")).toHaveLength(10);
    expect(answers.at(-1)).toBe("REFUSED");
  });

  it("are refused one by one where no row can hold them", async () => {
    const catalog = bindings.CATALOG.getByName("large-one");
    const inputSchema = { type: "object", description: "x".repeat(250_000) };
    const actions = Array.from({ length: 12 }, (_, at) => ({ id: `a${at}`, prompt: "p", inputSchema }));
    const large = { ...role("large"), actions } as AgentRegistrationRequest;
    expect(await catalog.registerAgent(large)).toMatchObject({
      ...{ kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null },
      message: expect.stringContaining("at most 1900000 bytes"),
    });
    expect((await snapshotOf(catalog)).agents).toEqual([]);
  });

  it("are asked for their health where they say, and nobody is told of agents that are not there", async () => {
    const catalog = bindings.CATALOG.getByName("health");
    await catalog.registerAgent(agent());
    await catalog.registerAgent({
      ...agent("lost"),
      healthUrl: `${inject("exampleUrl")}/nowhere`,
    } as AgentRegistrationRequest);
    const found = Object.fromEntries(await catalog.agentHealth(["costs", "lost", "nobody"]));
    expect(found).toMatchObject({ costs: { status: "HEALTHY" }, lost: { status: "UNHEALTHY" } });
    expect(Object.keys(found)).toEqual(["costs", "lost"]);
  });
});

const role = (name: string, tools: readonly string[] = []): LocalAgentRegistration => ({
  ...{ kind: "LOCAL", name, description: `Is ${name}`, tags: [], exampleQueries: [], routable: false, model: null },
  ...{ instructions: "Be brief", skills: [], tools, actions: [], public: false },
});

describe("the agents of ours of a tenant", () => {
  it("call what is there: an unknown name is refused with the nearest, and so is the agent itself", async () => {
    const catalog = bindings.CATALOG.getByName("calling");
    await catalog.register(example());
    const lacking = await catalog.registerAgent(role("writer", ["research_blog", "reserch_blog"]));
    expect(lacking).toMatchObject({ code: "INVALID_INPUT", member: "tools" });
    expect(JSON.stringify(lacking)).toContain("nearest: research_blog");
    expect(await catalog.registerAgent(role("writer", ["peer_writer"]))).toMatchObject({ member: "tools" });
    expect((await snapshotOf(catalog)).agents).toEqual([]);
    const tools = ["example.research_blog", "cp__agent_orchestrate"];
    expect(await catalog.registerAgent(role("writer", tools))).toMatchObject({ kind: "REGISTERED" });
  });

  it("[R18] have no name that could be taken for another one, in every order of registration", async () => {
    const catalog = bindings.CATALOG.getByName("alike");
    await catalog.registerAgent(role("the-writer"));
    for (const name of ["the_writer", "peer_the_writer", "peer-the-writer", "cp__agent_orchestrate"])
      expect(await catalog.registerAgent(role(name))).toMatchObject({ code: "INVALID_INPUT", member: "name" });
    await catalog.registerAgent(role("peer-late"));
    expect(await catalog.registerAgent(role("late"))).toMatchObject({ code: "INVALID_INPUT", member: "name" });
    expect(await catalog.registerAgent(role("the-writer"))).toMatchObject({ kind: "REGISTERED" });
  });

  it("[N40] that were stored before cards with gaps were read have no warnings", async () => {
    await inTables("older-cards", (tables, { sql }) => {
      const facts = JSON.stringify({ kind: "A2A", name: "remote", endpoint: "https://a.example", createdAt: 1 });
      // Makes the tables, as the change did that stored the card.
      tables.removeAgent("remote");
      sql.exec("INSERT INTO agent(name, facts) VALUES('remote', ?)", facts);
      expect(tables.agent("remote")).toMatchObject({ endpoint: "https://a.example", warnings: [] });
    });
  });

  it("that were stored as roles, before agents had tools, are agents without any", async () => {
    await inTables("older-roles", (tables, { sql }) => {
      const { actions: _, public: __, tools: ___, ...stored } = { ...role("writer") } as Record<string, unknown>;
      const facts = JSON.stringify({ ...stored, createdAt: 1, updatedAt: 1 });
      tables.removeAgent("writer");
      sql.exec("INSERT INTO agent(name, facts) VALUES('writer', ?)", facts);
      expect(tables.agent("writer")).toMatchObject({ tools: [], actions: [], public: false, instructions: "Be brief" });
    });
    const { agents } = await snapshotOf(bindings.CATALOG.getByName("older-roles"));
    expect(agents).toMatchObject([{ name: "writer", tools: [] }]);
  });
});

const card = {
  ...{ name: "Trans lator", description: "Translates", version: "1", capabilities: {}, skills: [] },
  ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
  supportedInterfaces: [{ url: "https://a.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
};
const remote = (more: Partial<AgentRegistrationRequest> = {}) =>
  ({
    ...{ kind: "A2A", name: null, description: null, url: "https://a.example", bearerSecret: null, usageHints: "" },
    ...{ effectClass: "UNSAFE", tags: null, exampleQueries: null, routable: false },
    ...more,
  }) as AgentRegistrationRequest;

describe("the remote agents of a tenant", () => {
  afterEach(() => vi.unstubAllGlobals());
  const answering = (answer: () => Response) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return answer();
    });
    return asked;
  };

  it("are stored with their card, under its name as plans can write it, and previewed without being stored", async () => {
    const catalog = bindings.CATALOG.getByName("remote");
    const asked = answering(() => Response.json(card));
    expect(await catalog.previewAgentCard("https://a.example", null)).toMatchObject({
      ...{ kind: "READ", card: { name: "Trans lator" }, facts: { endpoint: "https://a.example/rpc" } },
    });
    expect((await snapshotOf(catalog)).revision).toBe("0");
    expect(await catalog.registerAgent(remote())).toEqual({ kind: "REGISTERED", name: "Trans_lator", revision: "1" });
    expect(asked).toEqual(Array(2).fill("https://a.example/.well-known/agent-card.json"));
    expect((await snapshotOf(catalog)).agents).toMatchObject([
      { kind: "A2A", name: "Trans_lator", protocolVersion: "1.0", cardUrl: asked[0], isWorkflow: false },
    ]);
  });

  it("are not stored where the card, its name or its address cannot be used", async () => {
    const catalog = bindings.CATALOG.getByName("remote-refusing");
    const endpoint = (url: string) => ({ ...card, supportedInterfaces: [{ ...card.supportedInterfaces[0], url }] });
    const refused: readonly (readonly [() => Response, AgentRegistrationRequest, string, string])[] = [
      [() => Response.json({ ...card, padding: "x".repeat(262_144) }), remote(), "LIMIT_EXCEEDED", "url"],
      [() => Response.redirect("ftp://b.example/card", 302), remote(), "EGRESS_DENIED", "url"],
      [() => Response.json({ ...card, skills: "many" }), remote(), "UPSTREAM_ERROR", "url"],
      [() => Response.json(endpoint("ftp://a.example/rpc")), remote(), "EGRESS_DENIED", "endpoint"],
      [() => Response.json(card), remote({ name: "two words" }), "INVALID_INPUT", "name"],
      [() => Response.json({ ...card, name: "$" }), remote(), "INVALID_INPUT", "name"],
      [() => Response.json({ ...card, description: "x".repeat(4_001) }), remote(), "INVALID_INPUT", "description"],
    ];
    for (const [answer, request, code, member] of refused) {
      answering(answer);
      expect(await catalog.registerAgent(request)).toMatchObject({ kind: "REFUSED", code, member });
    }
    const asked = answering(() => Response.json(card));
    const early = [remote({ url: "ftp://a.example" } as object), remote({ bearerSecret: "NOT_THERE" } as object)];
    for (const request of early) expect(await catalog.registerAgent(request)).toMatchObject({ kind: "REFUSED" });
    expect(asked).toEqual([]);
    expect(await catalog.contents(null)).toMatchObject({ revision: "0", agents: [] });
  });

  it("[R18] do not take a name that was given away while their card was read", async () => {
    const catalog = bindings.CATALOG.getByName("remote-race");
    vi.stubGlobal("fetch", async () => {
      // A stub belongs to the context that opened it, and this runs in that of the object.
      await bindings.CATALOG.getByName("remote-race").registerAgent(role("a_b"));
      return Response.json(card);
    });
    const answer = await catalog.registerAgent(remote({ name: "a-b" }));
    expect(answer).toMatchObject({ code: "INVALID_INPUT", member: "name" });
    expect((await snapshotOf(catalog)).agents.map(({ name }) => name)).toEqual(["a_b"]);
  });
});

async function workflowOf(
  catalog: CatalogStub,
  name: string,
  more: Partial<WorkflowInput> = {},
  tool = "research_blog",
) {
  const plan = { steps: [{ tool: { toolName: tool, arguments: { topic: "tea", skill_id: "s" } } }] };
  const input = { name, description: "Reports", inputSchema: null, outputSchema: null, public: false };
  const source = { kind: "TYPED", plan } as const;
  const compiled = compileWorkflow({ ...input, source, ...more }, await snapshotOf(catalog), builtInLimits);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.registration;
}

const inputNamed = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });

describe("the workflows of a tenant", () => {
  it("[W3] are kept in all their versions by hash, of which the newest is the current one", async () => {
    const catalog = bindings.CATALOG.getByName("workflows");
    await catalog.register(example());
    const first = await workflowOf(catalog, "report");
    const second = await workflowOf(catalog, "report", { inputSchema: inputNamed("a") });
    expect(await catalog.saveWorkflow(first)).toMatchObject({ kind: "SAVED", revision: "2", workflow: first });
    await catalog.saveWorkflow(second);
    expect((await snapshotOf(catalog)).workflows).toMatchObject([{ name: "report", version: second.version }]);
    const kept = async () => (await catalog.workflowVersions("report")).map(({ version }) => version);
    expect(await kept()).toEqual([second.version, first.version]);
    expect(await catalog.workflow("report", first.version)).toMatchObject(first);
    expect(await catalog.workflow("report", null)).toMatchObject(second);
    const before = await catalog.workflow("report", first.version);
    await catalog.saveWorkflow({ ...first, description: "Reports again" });
    expect(await kept()).toEqual([first.version, second.version]);
    expect(await catalog.workflow("report", null)).toEqual({ ...before, description: "Reports again" });
    expect(await catalog.removeWorkflow("report")).toBe("5");
    expect(await catalog.removeWorkflow("report")).toBeNull();
    expect([await kept(), await catalog.workflow("report", first.version)]).toEqual([[], null]);
  });

  it("are fifty versions each at most, of which the oldest go first", async () => {
    const catalog = bindings.CATALOG.getByName("versions");
    await catalog.register(example());
    const saved = [];
    for (let at = 0; at <= 50; at++) {
      const version = await workflowOf(catalog, "report", { inputSchema: inputNamed(`p${at}`) });
      await catalog.saveWorkflow(version);
      saved.unshift(version.version);
    }
    expect((await catalog.workflowVersions("report")).map(({ version }) => version)).toEqual(saved.slice(0, 50));
  });

  it("are refused one by one where no row can hold them", async () => {
    const catalog = bindings.CATALOG.getByName("large-workflow");
    await catalog.register(example());
    const { plan, ...report } = await workflowOf(catalog, "report");
    const large = { ...report, plan: { ...plan, reasoning: "x".repeat(2_400_000) } };
    expect(await catalog.saveWorkflow(large)).toMatchObject({
      ...{ kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null },
      message: expect.stringContaining("at most 1900000 bytes"),
    });
    expect((await snapshotOf(catalog)).workflows).toEqual([]);
  });

  it("[R18] share their names with agents and tools, both ways, and refuse what came to call them meanwhile", async () => {
    const catalog = bindings.CATALOG.getByName("sharing");
    await catalog.register(example());
    const report = await workflowOf(catalog, "the-report");
    await catalog.saveWorkflow(report);
    for (const name of ["the_report", "workflow_the_report"])
      expect(await catalog.registerAgent(role(name))).toMatchObject({ member: "name" });
    await catalog.registerAgent(role("writer"));
    for (const name of ["writer", "peer-writer", "research_blog", "cp__agent_orchestrate"])
      expect(await catalog.saveWorkflow({ ...report, name })).toMatchObject({ kind: "REFUSED", member: "name" });
    const calling = await workflowOf(catalog, "circle", {}, "research_blog");
    const circle = { ...calling, plan: await planCalling(catalog, "peer_around") };
    await catalog.saveWorkflow(calling);
    await catalog.registerAgent(role("around", ["workflow_circle"]));
    expect(await catalog.saveWorkflow(circle)).toMatchObject({ kind: "REFUSED", member: "plan" });
    expect(await catalog.workflow("circle", null)).toMatchObject({ version: calling.version });
  });
});

describe("the definitions of one file", () => {
  it("[N348] are stored all together, and none if the catalog refuses one in its turn", async () => {
    const catalog = bindings.CATALOG.getByName("files");
    const empty = await snapshotOf(catalog);
    const agent = { kind: "AGENT", agent: role("file-writer") } as const;
    const lacking = { kind: "AGENT", agent: role("file-asker", ["nobody"]) } as const;
    expect(await catalog.importDefinitions([agent, lacking])).toMatchObject({
      ...{ kind: "REFUSED", at: 1, member: "tools", message: expect.stringContaining("nobody") },
    });
    expect(await snapshotOf(catalog)).toEqual(empty);
    await catalog.register(example());
    const workflow = await workflowOf(catalog, "report");
    expect(await catalog.importDefinitions([{ kind: "WORKFLOW", workflow }, lacking])).toMatchObject({ at: 1 });
    expect(await catalog.workflow("report", null)).toBeNull();
    const before = await snapshotOf(catalog);
    const asking = { kind: "AGENT", agent: role("file-asker", ["peer_file-writer"]) } as const;
    const stored = await catalog.importDefinitions([agent, asking, { kind: "WORKFLOW", workflow }]);
    const after = await snapshotOf(catalog);
    expect(stored).toEqual({ kind: "IMPORTED", revision: after.revision });
    expect(Number(after.revision)).toBeGreaterThan(Number(before.revision));
    expect(after.agents.map(({ name }) => name)).toEqual(["file-asker", "file-writer"]);
    expect(after.workflows).toMatchObject([{ name: "report", version: workflow.version }]);
  });
});

async function planCalling(catalog: CatalogStub, name: string) {
  const { plan } = await workflowOf(catalog, "other");
  return { ...plan, steps: plan.steps.map((step) => (step.kind === "TOOL" ? { ...step, callableName: name } : step)) };
}

async function manifestOf(catalog: CatalogStub, name: string, words: string) {
  const manifest = { agents: { A: { system_message: words } } };
  const compiled = compileManifest({ name, manifest, functions: {} }, await snapshotOf(catalog), []);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.definition;
}

describe("the manifests of a tenant", () => {
  it("[C16] are kept by name and hash, of which the one that was applied last is the current one", async () => {
    const catalog = bindings.CATALOG.getByName("manifests");
    const first = await manifestOf(catalog, "talk", "Be brief");
    const second = await manifestOf(catalog, "talk", "Be long");
    const applied = await catalog.applyManifest(first);
    expect(applied).toMatchObject({ kind: "APPLIED", isNew: true, revision: "1", manifest: first });
    expect(await catalog.applyManifest(first)).toEqual({ ...applied, isNew: false });
    expect(await catalog.applyManifest(second)).toMatchObject({ isNew: true, revision: "2" });
    expect(await catalog.manifest("talk", null)).toMatchObject(second);
    expect(await catalog.manifest("talk", first.hash)).toMatchObject(first);
    await catalog.applyManifest(await manifestOf(catalog, "chat", "Be brief"));
    await catalog.applyManifest(first);
    const current = await catalog.manifests();
    expect(current.map(({ hash, name }) => [name, hash === first.hash])).toEqual([
      ["chat", true],
      ["talk", true],
    ]);
    const born = applied.kind === "APPLIED" ? applied.manifest.createdAt : null;
    expect(current[1]?.createdAt).toBe(born);
    expect(await catalog.removeManifest("talk")).toBe("5");
    expect(await catalog.removeManifest("talk")).toBeNull();
    expect([await catalog.manifest("talk", null), await catalog.manifest("talk", first.hash)]).toEqual([null, null]);
    expect(await catalog.contents("5")).toEqual({ revision: "5", contents: null });
  });

  it("are twenty versions each at most, a hundred names, and no more bytes than one answer holds", async () => {
    const catalog = bindings.CATALOG.getByName("many-manifests");
    const one = await manifestOf(catalog, "talk", "Be brief");
    for (let at = 0; at <= 20; at++) await catalog.applyManifest({ ...one, hash: `hash ${at}` });
    expect(await catalog.manifest("talk", "hash 0")).toBeNull();
    expect(await catalog.manifest("talk", "hash 1")).toMatchObject({ hash: "hash 1" });
    const large = (name: string, bytes: number) => ({
      ...one,
      name,
      hash: "large",
      source: { text: "x".repeat(bytes) },
    });
    const refusal = { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null };
    expect(await catalog.applyManifest(large("huge", 1_900_000))).toMatchObject(refusal);
    for (let at = 1; at < 100; at++) await catalog.applyManifest({ ...one, name: `name${at}` });
    expect(await catalog.manifests()).toHaveLength(100);
    expect(await catalog.applyManifest({ ...one, name: "more" })).toMatchObject(refusal);
    // All are read to count their bytes, so the large ones come last.
    for (const at of [1, 2, 3, 4])
      expect(await catalog.applyManifest(large(`name${at}`, 1_850_000))).toMatchObject({
        kind: "APPLIED",
        isNew: true,
      });
    expect(await catalog.applyManifest(large("name5", 1_850_000))).toMatchObject(refusal);
    // One that is there is replaced, whatever their number.
    expect(await catalog.applyManifest({ ...one, hash: "hash 1" })).toMatchObject({ isNew: true });
  });
});
