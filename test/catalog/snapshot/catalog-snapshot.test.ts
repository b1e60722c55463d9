/** Which name means which tool or agent, which tools can be called, and what an execution takes along. */
import { describe, expect, it } from "vitest";
import type { RegisteredAgent } from "../../../src/catalog/agent-registration.ts";
import { agentInputSchema } from "../../../src/catalog/agents/agent-callable.ts";
import type { DiscoveredTool } from "../../../src/catalog/discovered-tool.ts";
import { catalogSnapshot, findTool, type RegisteredServer } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { callableNamed, callableNames, nearestToolNames } from "../../../src/catalog/snapshot/named-callable.ts";
import { pinnedDefinitions } from "../../../src/catalog/snapshot/pinned-definitions.ts";
import { noModels } from "../../../src/plan/model-definition.ts";

function server(name: string, ...tools: readonly string[]) {
  const registered: RegisteredServer = {
    name,
    url: `https://${name}.example.com/mcp`,
    bearerSecret: name.toUpperCase(),
    trusted: true,
    outputValidation: "STRICT",
    status: "READY",
    failure: null,
    protocolVersion: "2026-07-28",
    lastSyncedAt: 1,
    connection: { era: "modern", of: name },
    dropped: [],
  };
  return { server: registered, tools: tools.map(tool) };
}

function tool(name: string): DiscoveredTool {
  const inputSchema = { type: "object" };
  const common = { title: null, description: null, outputSchema: null, annotations: {}, metadata: {} };
  return { name, inputSchema, ...common };
}

const snapshot = catalogSnapshot("7", {
  contents: [server("notes", "read", "write"), server("files", "read", "delete")],
});
const meant = (name: string) => findTool(snapshot, name)?.qualifiedName ?? null;

function pinned(catalog: typeof snapshot, names: readonly string[]) {
  const pinning = pinnedDefinitions(catalog, names, noModels);
  if (!pinning.ok) throw new Error(JSON.stringify(pinning.problems));
  return pinning.definitions;
}

describe("names of tools in plans", () => {
  it("are their own as long as nothing else could be meant, and qualified always", () => {
    expect(snapshot.tools.map(({ name }) => name)).toEqual(["delete", "files.read", "notes.read", "write"]);
    expect(meant("write")).toBe("notes.write");
    expect(meant("notes.write")).toBe("notes.write");
    expect(meant("notes.read")).toBe("notes.read");
    expect(callableNamed(snapshot, "notes.write")).toMatchObject({
      name: "notes.write",
      provider: "notes",
      remoteName: "write",
    });
    expect(callableNamed(snapshot, "write")).toMatchObject({ name: "write", remoteName: "write" });
  });

  it("that could mean two tools mean none, and both are suggested", () => {
    expect(meant("read")).toBeNull();
    expect(nearestToolNames(snapshot, "read")).toEqual(["files.read", "notes.read"]);
  });

  it("that mean nothing get the nearest ones suggested", () => {
    expect(meant("wirte")).toBeNull();
    expect(nearestToolNames(snapshot, "wirte")[0]).toBe("write");
  });

  it("never let a tool with a dot in its name stand for a tool of another server", () => {
    const dotted = catalogSnapshot("1", { contents: [server("a", "b"), server("c", "a.b")] });
    expect(findTool(dotted, "a.b")).toMatchObject({ server: "a" });
    expect(findTool(dotted, "c.a.b")).toMatchObject({ server: "c", name: "c.a.b" });
  });

  it("know nothing of prototypes", () => {
    for (const name of ["constructor", "__proto__", "toString"]) expect(meant(name)).toBeNull();
    expect(findTool(catalogSnapshot("1", { contents: [server("s", "__proto__")] }), "__proto__")).toMatchObject({
      server: "s",
    });
  });
});

function httpAgent(name: string): RegisteredAgent & { kind: "HTTP" } {
  return {
    ...{ kind: "HTTP", name, description: "Knows costs", tags: [], exampleQueries: [], routable: true },
    ...{
      endpoint: "https://agents.example.com/run",
      bearerSecret: "AGENT",
      healthUrl: null,
      createdAt: 1,
      updatedAt: 1,
    },
    ...{ effectClass: "IDEMPOTENT", usageHints: "Name the currency" },
  };
}

function role(name: string): RegisteredAgent {
  return {
    ...{ kind: "LOCAL", name, description: "Writes", tags: [], exampleQueries: [], routable: false },
    ...{ instructions: "Be brief", skills: [], model: null, tools: [], actions: [], public: false },
    ...{ createdAt: 1, updatedAt: 1 },
  };
}

describe("agents in plans", () => {
  const mixed = catalogSnapshot("8", {
    contents: [server("notes", "read", "costs")],
    agents: [role("writer"), httpAgent("costs")],
  });

  it("[R18] keep their names, and a tool of the same name is known by its qualified one only", () => {
    expect(callableNamed(mixed, "costs")).toMatchObject({ kind: "AGENT" });
    expect(callableNamed(mixed, "notes.costs")).toMatchObject({ kind: "TOOL", name: "notes.costs" });
    expect(mixed.tools.map(({ name }) => name)).toEqual(["notes.costs", "read"]);
    expect(mixed.agents.map(({ name }) => name)).toEqual(["costs", "writer"]);
  });

  it("[H3][E7] take what a request can carry, promise nothing of their output, and are as safe as their registration says", () => {
    expect(callableNamed(mixed, "costs")).toEqual({
      name: "costs",
      kind: "AGENT",
      description: "Knows costs",
      usageHints: "Name the currency",
      inputSchema: agentInputSchema,
      outputSchema: null,
      effectClass: "IDEMPOTENT",
      declaredDestructive: false,
      outputValidation: "OFF",
      provider: "agent:costs",
      remoteName: "costs",
    });
  });

  it("[W4] are called by their own names or by those of their tools, and offered once", () => {
    expect(callableNamed(mixed, "writer")).toMatchObject({ name: "writer", remoteName: "agent:writer" });
    expect(callableNamed(mixed, "peer_writer")).toMatchObject({ name: "peer_writer", remoteName: "agent:writer" });
    expect(callableNamed(mixed, "peer_costs")).toBeUndefined();
    expect(callableNames(mixed)).toEqual(["costs", "notes.costs", "peer_writer", "read"]);
  });

  it("[R18] take their tool's name from tools that could be taken for it", () => {
    const tools = server("notes", "peer_the_writer", "the_writer", "cp__agent-orchestrate");
    const { tools: named } = catalogSnapshot("8", { contents: [tools], agents: [role("the-writer")] });
    expect(named.map(({ name }) => name)).toEqual([
      "notes.cp__agent-orchestrate",
      "notes.peer_the_writer",
      "notes.the_writer",
    ]);
  });

  it("[E15] are pinned with a provider of their own, which no server can be mistaken for", () => {
    const both = catalogSnapshot("8", { contents: [server("costs", "read")], agents: [httpAgent("costs")] });
    expect(pinned(both, ["costs", "read"])).toMatchObject({
      callables: [{ name: "costs" }, { name: "read" }],
      providers: [
        {
          name: "agent:costs",
          kind: "HTTP_AGENT",
          url: "https://agents.example.com/run",
          bearerSecret: "AGENT",
          connection: null,
        },
        { name: "costs", kind: "MCP" },
      ],
    });
  });
});

describe("a tool that is not as it was accepted", () => {
  const { server: notes } = server("notes");
  const of = (acceptedHash?: string) =>
    catalogSnapshot("9", {
      contents: [
        { server: notes, tools: [acceptedHash === undefined ? tool("read") : { ...tool("read"), acceptedHash }] },
      ],
    });
  const ready = of();

  it("is listed with what it says now, but cannot be called, offered or pinned by either of its names", () => {
    const changed = of("0".repeat(64));
    expect(changed.tools).toMatchObject([
      { name: "read", status: "CHANGED", contractHash: ready.tools[0]?.contractHash },
    ]);
    for (const name of ["read", "notes.read"]) {
      expect(callableNamed(changed, name)).toBe("CHANGED");
      expect(pinned(changed, [name])).toMatchObject({ callables: [], providers: [] });
    }
    expect(callableNames(changed)).toEqual([]);
  });

  it("is ready once its contract of now is the accepted one", () => {
    expect(ready.tools).toMatchObject([{ status: "READY" }]);
    expect(of(ready.tools[0]?.contractHash)).toMatchObject({ tools: [{ status: "READY" }] });
  });
});

describe("what an execution pins", () => {
  it("[E15] holds the named tools under those names and only the servers behind them", () => {
    const definitions = pinned(snapshot, ["write", "notes.write", "write", "unknown"]);
    expect(definitions.callables.map(({ name }) => name)).toEqual(["write", "notes.write"]);
    expect(definitions.providers).toEqual([
      {
        name: "notes",
        kind: "MCP",
        url: "https://notes.example.com/mcp",
        bearerSecret: "NOTES",
        connection: { era: "modern", of: "notes" },
      },
    ]);
    expect(definitions.catalogRevision).toBe("7");
  });
});
