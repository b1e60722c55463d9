/** Which name means which tool or agent, which tools can be called, and what an execution takes along. */
import { describe, expect, it } from "vitest";
import { agentInputSchema } from "../../src/catalog/agent-callable.ts";
import type { RegisteredAgent } from "../../src/catalog/agent-registration.ts";
import {
  callableNamed,
  callableNames,
  catalogSnapshot,
  findTool,
  nearestToolNames,
  pinnedDefinitions,
  type RegisteredServer,
} from "../../src/catalog/catalog-snapshot.ts";
import type { DiscoveredTool } from "../../src/catalog/discovered-tool.ts";

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

const snapshot = catalogSnapshot("7", [server("notes", "read", "write"), server("files", "read", "delete")]);
const meant = (name: string) => findTool(snapshot, name)?.qualifiedName ?? null;

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
    const dotted = catalogSnapshot("1", [server("a", "b"), server("c", "a.b")]);
    expect(findTool(dotted, "a.b")).toMatchObject({ server: "a" });
    expect(findTool(dotted, "c.a.b")).toMatchObject({ server: "c", name: "c.a.b" });
  });

  it("know nothing of prototypes", () => {
    for (const name of ["constructor", "__proto__", "toString"]) expect(meant(name)).toBeNull();
    expect(findTool(catalogSnapshot("1", [server("s", "__proto__")]), "__proto__")).toMatchObject({ server: "s" });
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
    ...{ instructions: "Be brief", skills: [], model: null, createdAt: 1, updatedAt: 1 },
  };
}

describe("agents in plans", () => {
  const mixed = catalogSnapshot("8", [server("notes", "read", "costs")], [role("writer"), httpAgent("costs")]);

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

  it("that are roles are named as such and never offered", () => {
    expect(callableNamed(mixed, "writer")).toBe("LOCAL_AGENT");
    expect(callableNames(mixed)).toEqual(["costs", "notes.costs", "read"]);
  });

  it("[E15] are pinned with a provider of their own, which no server can be mistaken for", () => {
    const both = catalogSnapshot("8", [server("costs", "read")], [httpAgent("costs")]);
    expect(pinnedDefinitions(both, ["costs", "read", "writer"])).toMatchObject({
      callables: [{ name: "costs" }, { name: "read" }],
      providers: [
        { name: "costs", kind: "MCP" },
        {
          name: "agent:costs",
          kind: "HTTP_AGENT",
          url: "https://agents.example.com/run",
          bearerSecret: "AGENT",
          connection: null,
        },
      ],
    });
  });
});

describe("a tool that is not as it was accepted", () => {
  const { server: notes } = server("notes");
  const of = (acceptedHash?: string) =>
    catalogSnapshot("9", [
      { server: notes, tools: [acceptedHash === undefined ? tool("read") : { ...tool("read"), acceptedHash }] },
    ]);
  const ready = of();

  it("is listed with what it says now, but cannot be called, offered or pinned by either of its names", () => {
    const changed = of("0".repeat(64));
    expect(changed.tools).toMatchObject([
      { name: "read", status: "CHANGED", contractHash: ready.tools[0]?.contractHash },
    ]);
    for (const name of ["read", "notes.read"]) {
      expect(callableNamed(changed, name)).toBe("CHANGED");
      expect(pinnedDefinitions(changed, [name])).toMatchObject({ callables: [], providers: [] });
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
    const pinned = pinnedDefinitions(snapshot, ["write", "notes.write", "write", "unknown"]);
    expect(pinned.callables.map(({ name }) => name)).toEqual(["write", "notes.write"]);
    expect(pinned.providers).toEqual([
      {
        name: "notes",
        kind: "MCP",
        url: "https://notes.example.com/mcp",
        bearerSecret: "NOTES",
        connection: { era: "modern", of: "notes" },
      },
    ]);
    expect(pinned.catalogRevision).toBe("7");
  });
});
