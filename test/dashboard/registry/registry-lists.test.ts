/** What the registry makes of what is registered: pages, the shelf, schemas as rows, arguments to start from. */
import { describe, expect, it } from "vitest";
import { entryLimit, type Listed, type Page, readPages } from "../../../dashboard/api/all-pages.ts";
import { argumentSkeleton } from "../../../dashboard/registry/call/argument-skeleton.ts";
import { schemaRows } from "../../../dashboard/registry/call/schema-rows.ts";
import type { ListedServer, ListedTool, RegistryLists } from "../../../dashboard/registry/registry-lists.ts";
import { shelfGroups, toolLimit } from "../../../dashboard/registry/shelf-groups.ts";

async function allOf(read: (after: string | null) => Promise<Page<string>>): Promise<Listed<string> | undefined> {
  let latest: Listed<string> | undefined;
  await readPages(
    read,
    (listed) => {
      latest = listed;
    },
    new AbortController().signal,
  );
  return latest;
}

describe("pages of the registry", () => {
  it("are read until all are there, each once", async () => {
    const asked: (string | null)[] = [];
    const listed = await allOf(async (after) => {
      asked.push(after);
      return { nodes: [`after ${after}`], nextCursor: asked.length < 3 ? String(asked.length) : null };
    });
    expect(asked).toEqual([null, "1", "2"]);
    expect(listed).toEqual({ items: ["after null", "after 1", "after 2"], hasMore: false, problem: null });
  });

  it("stop at the bound and say that there is more, also if pages never end", async () => {
    const hundred = Array.from({ length: 100 }, (_, at) => `${at}`);
    expect(await allOf(async () => ({ nodes: hundred, nextCursor: "on" }))).toMatchObject({
      hasMore: true,
      problem: null,
    });
    expect((await allOf(async () => ({ nodes: hundred, nextCursor: "on" })))?.items).toHaveLength(entryLimit);
    expect(await allOf(async () => ({ nodes: [], nextCursor: "on" }))).toMatchObject({ items: [], hasMore: false });
  });

  it("keep what was read when a later one fails, and say why", async () => {
    const problem = { code: "OFFLINE", message: "gone" };
    const listed = await allOf(async (after) => (after === null ? { nodes: ["one"], nextCursor: "1" } : { problem }));
    expect(listed).toEqual({ items: ["one"], hasMore: true, problem });
  });
});

const none = { items: [], hasMore: false, problem: null };
const server = (name: string) => ({ name, url: `https://${name}.example/mcp`, status: "READY" }) as ListedServer;
const tool = (name: string, of: string, description = "") =>
  ({ name, qualifiedName: `${of}.${name}`, title: null, description, mcpServer: { name: of } }) as ListedTool;

function lists(servers: readonly ListedServer[], tools: readonly ListedTool[]): RegistryLists {
  const some = <Item>(items: readonly Item[]) => ({ ...none, items });
  return { agents: none, workflows: none, manifests: none, servers: some(servers), tools: some(tools) };
}

describe("the shelf", () => {
  it("keeps a thousand tools under closed servers, and shows a bounded part of one that is opened", () => {
    const tools = Array.from({ length: 1_000 }, (_, at) => tool(`tool_${at}`, "big"));
    const [big] = shelfGroups(lists([server("big")], tools), "", null).servers;
    expect(big).toMatchObject({ isOpen: false, toolCount: 1_000, moreTools: 1_000 - toolLimit });
    expect(big?.tools).toHaveLength(toolLimit);
  });

  it("opens the server of the tool that is shown, by either of its names", () => {
    const all = lists([server("one"), server("two")], [tool("send", "one"), tool("read", "two")]);
    for (const name of ["read", "two.read"]) {
      expect(shelfGroups(all, "", { kind: "tool", name }).servers.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    }
  });

  it("finds tools by words of their description wherever they stand, and leaves out servers without one", () => {
    const all = lists(
      [server("one"), server("two")],
      [tool("send", "one", "Sends a letter by post"), tool("read", "two"), tool("other", "one")],
    );
    const { isEmpty, servers } = shelfGroups(all, " LETTER  sends ", null);
    expect(servers.map((found) => [found.server.name, found.isOpen, found.tools.map(({ name }) => name)])).toEqual([
      ["one", true, ["send"]],
    ]);
    expect(isEmpty).toBe(false);
    expect(shelfGroups(all, "nothing like it", null).isEmpty).toBe(true);
  });
});

describe("schemas", () => {
  it("become rows with what is nested below, its type, bounds and whether it is required", () => {
    const schema = {
      type: "object",
      required: ["to"],
      properties: {
        to: { $ref: "#/$defs/address", description: "Who gets it" },
        lines: {
          type: "array",
          maxItems: 3,
          items: { type: "object", properties: { text: { type: ["string", "null"] } } },
        },
        kind: { enum: ["a", 1] },
      },
      $defs: { address: { type: "string", format: "email", maxLength: 80 } },
    };
    expect(
      schemaRows(schema).rows.map(({ bounds, depth, isRequired, name, type }) => [
        depth,
        name,
        type,
        isRequired,
        bounds,
      ]),
    ).toEqual([
      [0, "to", "string (email)", true, ["up to 80 characters"]],
      [0, "lines", "array of object", false, ["up to 3 items"]],
      [1, "[ ]", "object", false, []],
      [2, "text", "string or null", false, []],
      [0, "kind", 'one of "a", 1', false, []],
    ]);
  });

  it("that refer to themselves, nest for ever or are huge end, and say that they are cut", () => {
    const loop = { $ref: "#" };
    expect(schemaRows(loop).rows).toEqual([]);
    const self = { type: "object", properties: { child: { $ref: "#" } }, required: ["child"] };
    expect(schemaRows(self)).toMatchObject({ isCut: true });
    expect(schemaRows(self).rows.length).toBeLessThan(10);
    const wide = { properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, {}])) };
    expect(schemaRows(wide).rows.length).toBeLessThanOrEqual(120);
    expect(schemaRows(wide).isCut).toBe(true);
    expect(JSON.stringify(argumentSkeleton(self)).length).toBeLessThan(200);
    const alternatives = { properties: { a: { anyOf: [{ $ref: "#/properties/a" }] } } };
    expect(schemaRows(alternatives).rows).toHaveLength(1);
  });

  it("that are no schemas, and properties with names of every object, do no harm", () => {
    for (const odd of [true, false, null, 1, "x", [], { properties: 3, required: "x", items: [] }]) {
      expect(schemaRows(odd).rows).toEqual([]);
      expect(argumentSkeleton(odd)).toEqual({});
    }
    const names = JSON.parse(
      '{"properties":{"__proto__":{"type":"integer"},"constructor":{}},"required":["__proto__","toString"]}',
    );
    expect(schemaRows(names).rows.map(({ name, type }) => [name, type])).toEqual([
      ["__proto__", "integer"],
      ["constructor", "anything"],
    ]);
    expect(JSON.stringify(argumentSkeleton(names))).toBe('{"__proto__":0,"toString":"text"}');
  });

  it("that refer to themselves many times over are answered with few values, not with all that they could hold", () => {
    const names = Array.from({ length: 50 }, (_, at) => `p${at}`);
    const self = {
      type: "object",
      required: names,
      properties: Object.fromEntries(names.map((n) => [n, { $ref: "#" }])),
    };
    expect(JSON.stringify(argumentSkeleton(self)).length).toBeLessThan(50_000);
    const list = { $ref: "#/$defs/list" };
    const lists = {
      required: ["a"],
      properties: { a: list },
      $defs: { list: { type: "array", minItems: 10, items: list } },
    };
    expect(JSON.stringify(argumentSkeleton(lists)).length).toBeLessThan(50_000);
  });
});
