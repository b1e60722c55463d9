import { beforeEach, describe, expect, it } from "vitest";
import { ask, data } from "../../support/graph/ask.ts";
import { exampleTools, fakeCatalog } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

describe("tools", () => {
  it("tell schemas, hints, effect class and what templates can refer to", async () => {
    const { tool } = await data(
      world,
      `{ tool(by: { name: "research_blog" }) { name qualifiedName title description inputSchema outputSchema effectClass schemaHash
        annotations { readOnly destructive idempotent openWorld } referableFields { path type required }
        mcpServer { name url trusted status outputValidation protocolVersion lastSyncedAt droppedTools { name } failure { code } } } }`,
    );
    expect(tool).toMatchObject({
      ...{ name: "research_blog", qualifiedName: "blog.research_blog", effectClass: "READ_ONLY" },
      annotations: { readOnly: true, destructive: null, idempotent: null, openWorld: null },
      mcpServer: {
        ...{ name: "blog", trusted: true, status: "READY", outputValidation: "STRICT" },
        ...{ lastSyncedAt: "2026-01-31T09:30:00.000Z", droppedTools: [], failure: null },
      },
    });
    expect(tool.schemaHash).toMatch(/^[0-9a-f]{64}$/);
    expect(tool.inputSchema).toMatchObject({ required: ["topic"] });
    expect(tool.referableFields).toContainEqual({ path: "artifact.title", type: "string", required: true });
  });

  it("[P29] tell what they do not do of what a tool that returns artifacts should", async () => {
    const query = "{ tool(by: { name: NAME }) { complianceFindings { rule path message } } }";
    const findings = async (name: string) =>
      (await data(world, query.replace("NAME", JSON.stringify(name)))).tool.complianceFindings;
    expect(await findings("echo")).toMatchObject([{ rule: "OUTPUT_SCHEMA_DECLARED", path: "" }]);
    expect(await findings("research_blog")).toContainEqual(
      expect.objectContaining({ rule: "STANDARD_SHAPE", path: "_metadata" }),
    );
  });

  it("[R18] are found by the name that plans use and by the one that always works", async () => {
    const query = "query ($name: String) { tool(by: { name: $name }) { id name } }";
    const plain = await data(world, query, { variables: { name: "echo" } });
    const qualified = await data(world, query, { variables: { name: "blog.echo" } });
    expect(plain.tool).toEqual(qualified.tool);
    for (const name of ["nope", "__proto__", ""]) {
      expect(await data(world, query, { variables: { name } })).toEqual({ tool: null });
    }
  });

  it("are paged in the order of their names, also when the catalog changes between two pages", async () => {
    const query = `query ($after: String) { tools(first: 2, after: $after) { nodes { name } edges { cursor } pageInfo { hasNextPage endCursor } } }`;
    const first = await data(world, query);
    expect(first.tools.nodes).toEqual([{ name: "create_blog_post" }, { name: "drop_table" }]);
    world.catalog = fakeCatalog(
      "2",
      exampleTools.filter(({ name }) => name !== "drop_table"),
    );
    const second = await data(world, query, { variables: { after: first.tools.pageInfo.endCursor } });
    expect(second.tools.nodes).toEqual([{ name: "echo" }, { name: "research_blog" }]);
    expect(second.tools.pageInfo.hasNextPage).toBe(false);
  });

  it("refuse cursors of nothing and page sizes out of bounds", async () => {
    for (const page of ['after: "x"', 'after: "n-%"', "first: 0", "first: 101"]) {
      const { errors } = await ask(world, `{ tools(${page}) { nodes { name } } }`);
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
  });
});

const register = /* GraphQL */ `
  mutation ($input: RegisterMcpServerInput!) {
    registerMcpServer(input: $input) {
      mcpServer { id name tools { nodes { name } } }
      catalogRevision
      errors { __typename code message path }
    }
  }
`;
const input = { name: "blog", url: "https://tools.example.com/mcp" };

describe("registerMcpServer", () => {
  it("gives the server with its tools and the revision that shows it", async () => {
    const { registerMcpServer } = await data(world, register, { variables: { input } });
    expect(registerMcpServer).toMatchObject({ mcpServer: { name: "blog" }, catalogRevision: "1", errors: [] });
    expect(registerMcpServer.mcpServer.tools.nodes).toHaveLength(exampleTools.length);
    expect(world.calls).toEqual(["catalog.register"]);
  });

  it.each([
    ["EGRESS_DENIED", "url"],
    ["INVALID_INPUT", "bearerSecret"],
    ["UPSTREAM_ERROR", "url"],
    ["LIMIT_EXCEEDED", null],
  ] as const)("hands on a refusal %s with its place", async (code, member) => {
    world.registerAnswer = { kind: "REFUSED", code, member, message: "Cannot register" };
    const { registerMcpServer } = await data(world, register, { variables: { input } });
    const path = member === null ? ["input"] : ["input", member];
    expect(registerMcpServer).toEqual({
      ...{ mcpServer: null, catalogRevision: null },
      errors: [{ __typename: "GeneralError", code, message: "Cannot register", path }],
    });
  });

  it("[N709] names the cap of the subject with its figures", async () => {
    const reached = { limit: "maxRegistrationsPerSubject", maximum: 3, found: 4 };
    world.registerAnswer = {
      kind: "REFUSED",
      code: "LIMIT_EXCEEDED",
      member: null,
      message: "Cannot register",
      reached,
    };
    const { registerMcpServer } = await data(world, register, { variables: { input } });
    expect(registerMcpServer.errors).toEqual([
      { __typename: "LimitError", code: "LIMIT_EXCEEDED", message: "Cannot register", path: ["input"] },
    ]);
  });

  it("refuses a URL that is none before anything is called", async () => {
    const { errors } = await ask(world, register, { variables: { input: { ...input, url: "tools" } } });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(world.calls).toEqual([]);
  });
});

describe("removeMcpServer", () => {
  it("removes a server by its id, once", async () => {
    const { mcpServers } = await data(world, "{ mcpServers { nodes { id } } }");
    const [{ id }] = mcpServers.nodes;
    const remove = `mutation ($id: ID!) { removeMcpServer(input: { mcpServerId: $id }) { removedId catalogRevision errors { code path } } }`;
    expect((await data(world, remove, { variables: { id } })).removeMcpServer).toEqual({
      ...{ removedId: id, catalogRevision: "2", errors: [] },
    });
    world.catalog = { revision: "2", servers: [], tools: [], agents: [], workflows: [], webhooks: [] };
    expect((await data(world, remove, { variables: { id } })).removeMcpServer).toEqual({
      ...{ removedId: null, catalogRevision: null },
      errors: [{ code: "NOT_FOUND", path: ["input", "mcpServerId"] }],
    });
  });
});
