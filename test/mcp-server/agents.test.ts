/** Agents of ours as tools: which are listed, with which schemas, and what a call of one starts and is answered with. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/json.ts";
import { toolPage } from "../../src/mcp-server/listed-tools.ts";
import { a2aAgent, httpAgent, localAgent } from "../support/graph/fake-catalog.ts";
import { catalogOf, FakeMcpServer, workflow } from "./fake-session.ts";
import { call } from "./wire.ts";

const inputSchema: JsonObject = { type: "object", properties: { days: { type: "integer" } }, required: ["days"] };
const outputSchema: JsonObject = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };
const agents = [
  localAgent("sum", { inputSchema, outputSchema }),
  localAgent("count", { outputSchema }),
  localAgent("lists", { inputSchema }),
  localAgent("talks"),
  localAgent("lacks", { outputSchema, tools: ["gone"] }),
  httpAgent("costs"),
  a2aAgent("peer", { inputSchema, outputSchema }),
];

function world(end: Parameters<FakeMcpServer["runs"][number]["finish"]>[0]): FakeMcpServer {
  const server = new FakeMcpServer();
  server.catalog = catalogOf([workflow("invoice")], agents);
  server.onStart = (run) => run.finish(end);
  return server;
}

describe("agents of ours as tools", () => {
  const catalog = catalogOf([workflow("invoice")], agents);

  it("[N270] are those that declare a schema and lack nothing, with both schemas, among the workflows in the order of their names", () => {
    const { tools = [] } = toolPage(catalog, true, undefined) ?? {};
    expect(tools.map(({ name }) => name)).toEqual([
      ...["cp__agent_orchestrate", "peer_count", "workflow_invoice", "peer_lists", "peer_sum"],
    ]);
    expect(tools.at(-1)).toMatchObject({ title: "sum", description: "The role sum", inputSchema, outputSchema });
    expect(tools[1]).toMatchObject({ inputSchema: { required: ["text"] }, outputSchema });
    expect(tools[3]).toMatchObject({ inputSchema, outputSchema: { required: ["text"] } });
    expect(tools.at(-1)).toMatchObject({ annotations: { readOnlyHint: true } });
  });

  it("[N270] are on pages with the workflows, each once", () => {
    const many = catalogOf(
      Array.from({ length: 80 }, (_, at) => workflow(`w${at}`)),
      Array.from({ length: 80 }, (_, at) => localAgent(`a${at}`, { outputSchema })),
    );
    const first = toolPage(many, true, undefined);
    const second = toolPage(many, true, first?.nextCursor);
    expect(second?.nextCursor).toBeUndefined();
    const names = [...(first?.tools ?? []), ...(second?.tools ?? [])].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(161);
  });

  it("[N270] are not there where prompts are not served", async () => {
    const { tools = [] } = toolPage(catalog, false, undefined) ?? {};
    expect(tools.map(({ name }) => name)).toEqual(["workflow_invoice"]);
    const result = await call(world({ status: "SUCCEEDED" }), "peer_talks", { text: "Hello" }).catch(() => "unknown");
    expect(JSON.stringify(result)).not.toContain("structuredContent");
  });
});

describe("a call of an agent as a tool", () => {
  it("[N270] sends its arguments as data and is answered with the output as structured content", async () => {
    const server = world({ status: "SUCCEEDED", output: { total: 3 } });
    const result = await call(server, "peer_sum", { days: 3 });
    expect(result).toMatchObject({ isError: false, structuredContent: { total: 3 } });
    expect(server.messages[0]?.parts).toEqual([{ data: { days: 3 }, mediaType: "application/json" }]);
  });

  it("[N270] with arguments that break its schema is refused, and starts nothing", async () => {
    const server = world({ status: "SUCCEEDED", output: { total: 3 } });
    const result = await call(server, "peer_sum", { days: "3" });
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content.at(-1).text).error).toMatchObject({
      code: "INPUT_INVALID",
      message: expect.stringContaining('Cannot run the agent "sum"'),
    });
    expect(server.runs).toEqual([]);
  });

  it("[N270] whose answer never fitted is an error without structured content", async () => {
    const failure = { code: "OUTPUT_INVALID", message: "it does not fit", retryable: false, details: [] };
    const result = await call(world({ status: "FAILED", failure }), "peer_sum", { days: 3 });
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty("structuredContent");
    expect(JSON.parse(result.content.at(-1).text).error.code).toBe("OUTPUT_INVALID");
  });
});
