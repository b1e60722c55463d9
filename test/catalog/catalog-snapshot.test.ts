/** Which name means which tool, and what an execution takes along. */
import { describe, expect, it } from "vitest";
import {
  callableNamed,
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
    expect(callableNamed(snapshot, "write")?.name).toBe("write");
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
