import { runInDurableObject } from "cloudflare:test";
import { describe, expect, inject, it } from "vitest";
import type { AgentRegistration } from "../../src/catalog/agent-registration.ts";
import { type CatalogSnapshot, catalogSnapshot } from "../../src/catalog/catalog-snapshot.ts";
import { CatalogTables } from "../../src/durable/catalog-tables.ts";
import type { CatalogStub } from "../../src/worker/environment.ts";
import { bindings } from "./object-world.ts";

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
  return catalogSnapshot(answer.revision, answer.contents, answer.agents);
}

describe("the catalog of a tenant", () => {
  it("reads the tools of a server once, and answers a reader who knows the revision with little", async () => {
    const catalog = bindings.CATALOG.getByName("fresh");
    expect(await catalog.contents(null)).toEqual({ revision: "0", contents: [], agents: [] });
    expect(await catalog.register(example())).toEqual({ kind: "REGISTERED", revision: "1" });
    const { contents } = await catalog.contents(null);
    expect(contents?.[0]?.server).toMatchObject({ name: "example", status: "READY", protocolVersion: "2026-07-28" });
    expect(contents?.[0]?.tools.map((tool) => tool.name)).toContain("research_blog");
    expect(await catalog.contents("1")).toEqual({ revision: "1", contents: null });
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

  it("[E1] is a catalog of one tenant: another tenant sees nothing of it", async () => {
    await bindings.CATALOG.getByName("tenant-a").register(example());
    expect((await bindings.CATALOG.getByName("tenant-b").contents(null)).contents).toEqual([]);
  });

  it("removes a server with its tools and raises the revision; removing what is not there changes nothing", async () => {
    const catalog = bindings.CATALOG.getByName("removing");
    await catalog.register(example());
    expect(await catalog.remove("example")).toBe("2");
    expect(await catalog.contents(null)).toEqual({ revision: "2", contents: [], agents: [] });
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

function inTables(
  tenant: string,
  change: (tables: CatalogTables, storage: DurableObjectStorage) => void,
): Promise<void> {
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

const agent = (name = "costs"): AgentRegistration => ({
  ...{ kind: "HTTP", name, description: "Knows costs", tags: ["costs"], exampleQueries: [], routable: true },
  ...{ endpoint: `${inject("exampleUrl")}/run`, bearerSecret: null, effectClass: "UNSAFE", usageHints: "" },
  healthUrl: `${inject("exampleUrl")}/ledger`,
});

describe("the agents of a tenant", () => {
  it("[E1] are kept with the time they are known, replaced by name and removed once", async () => {
    const catalog = bindings.CATALOG.getByName("agents");
    expect(await catalog.registerAgent(agent())).toEqual({ kind: "REGISTERED", revision: "1" });
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
    const secret = await catalog.registerAgent({ ...agent(), bearerSecret: "NOT_THERE" } as AgentRegistration);
    expect(secret).toMatchObject({ code: "INVALID_INPUT", member: "bearerSecret" });
    expect(JSON.stringify(secret)).toContain("TOOL_SECRET_NOT_THERE");
    const address = await catalog.registerAgent({ ...agent(), endpoint: "ftp://example.com" } as AgentRegistration);
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
      for (let at = 1; at < 200; at++) tables.putAgent({ ...agent(`a${at}`), createdAt: 1, updatedAt: 1 });
    });
    expect(await catalog.registerAgent(agent("b"))).toMatchObject({ code: "LIMIT_EXCEEDED", member: null });
    expect(await catalog.registerAgent(first)).toMatchObject({ kind: "REGISTERED" });
  });

  it("are four megabytes at most together, because the catalog is handed over as a whole", async () => {
    const catalog = bindings.CATALOG.getByName("large");
    const skills = Array.from({ length: 20 }, (_, at) => ({ id: `s${at}`, instructions: "x".repeat(16_384) }));
    const role = (name: string): AgentRegistration => ({
      ...{ kind: "LOCAL", name, description: "Writes", tags: [], exampleQueries: [], routable: false, model: null },
      ...{ instructions: "x".repeat(65_536), skills },
    });
    const answers = [];
    for (let at = 0; at < 11; at++) answers.push((await catalog.registerAgent(role(`r${at}`))).kind);
    expect(answers.filter((kind) => kind === "REGISTERED")).toHaveLength(10);
    expect(answers.at(-1)).toBe("REFUSED");
  });

  it("are asked for their health where they say, and nobody is told of agents that are not there", async () => {
    const catalog = bindings.CATALOG.getByName("health");
    await catalog.registerAgent(agent());
    await catalog.registerAgent({
      ...agent("lost"),
      healthUrl: `${inject("exampleUrl")}/nowhere`,
    } as AgentRegistration);
    const found = Object.fromEntries(await catalog.agentHealth(["costs", "lost", "nobody"]));
    expect(found).toMatchObject({ costs: { status: "HEALTHY" }, lost: { status: "UNHEALTHY" } });
    expect(Object.keys(found)).toEqual(["costs", "lost"]);
  });
});
