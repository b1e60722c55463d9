/** The parts of docs/tools.md that need servers or settings of their own, read out of the document and run as they stand. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../../scripts/setup.mjs";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { eventually } from "../../support/deployed/planwright.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";
import { startPorts } from "./npm-start.ts";
import { documentText } from "./shown-blocks.ts";

const guide = documentText("docs/tools.md");
const shown = (words: string) => {
  const found = guide.blocks.find(({ text }) => text.includes(words));
  if (found === undefined) throw new Error(`docs/tools.md shows nothing with ${words}`);
  return found.text;
};
const secret = "crm-s3cret-of-the-test";
const token = `Bearer ${secret}`;
const folder = mkdtempSync(join(tmpdir(), "tools-document-"));
let worker: RunningWorker;
let server: FakeHttpServer;
let cities: unknown[];
let reports: { readonly line: string; readonly text: string }[];

beforeAll(async () => {
  cities = [];
  reports = [];
  server = await fakeHttpServer(({ headers, method: verb, url }, response, text) => {
    if (headers.authorization !== token) return response.writeHead(401).end();
    if (url?.startsWith("/v1/")) {
      reports.push({ line: `${verb} ${url}`, text });
      return verb === "GET" ? sendJson(response, 200, { degrees: 21 }) : response.writeHead(204).end();
    }
    const { id, method, params } = JSON.parse(text || "{}") as {
      readonly id?: number;
      readonly method?: string;
      readonly params?: { readonly arguments?: { readonly city: string } };
    };
    if (id === undefined) return response.writeHead(202).end();
    const inputSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const results: { readonly [method: string]: object } = {
      initialize: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "w", version: "1" },
      },
      "tools/list": {
        tools: [
          { name: "weather", inputSchema },
          { name: "bad name", inputSchema },
        ],
      },
      "tools/call": { content: [{ type: "text", text: '{"degrees": 21, "sky": "clear"}' }] },
    };
    if (method === "tools/call") cities.push(params?.arguments?.city);
    const result = results[method ?? ""];
    const error = { code: -32_601, message: "Method not found" };
    sendJson(response, 200, { jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) });
  });
  worker = await startWorker({ TOOL_SECRET_CRM: secret });
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("docs/tools.md", () => {
  it("[N154] registers a server behind a token by the name of the secret", async () => {
    const query = shown('bearerSecret: "CRM"');
    expect(guide.text).toContain('`bearerSecret: "CRM"` reads the setting `TOOL_SECRET_CRM`');
    const sent = query.replace("https://tools.example.com/mcp", `${server.url}/mcp`);
    expect(await worker.planwright.ask(sent)).toEqual({ registerMcpServer: { errors: [] } });
  });

  it("[N154] lists what was dropped, each with its reason, and keeps the other tool", async () => {
    const { mcpServers } = await worker.planwright.ask<{ mcpServers: { nodes: readonly object[] } }>(
      shown("mcpServers(first: 10)"),
    );
    expect(mcpServers.nodes).toEqual([
      { name: "private", droppedTools: [{ name: "bad name", reason: expect.stringContaining("name") }] },
    ]);
  });

  it("[N154] gets a typed output of a text by the schema of its step, which the next step is sent", async () => {
    const { executePlan } = await worker.planwright.ask<{ executePlan: object }>(shown('toolName: "weather"'));
    expect(executePlan).toMatchObject({
      execution: {
        status: "SUCCEEDED",
        steps: [{ stepId: "look", output: { value: { degrees: 21 } } }, { stepId: "save" }],
      },
      errors: [],
    });
    expect(cities).toEqual(["Oslo", "Oslo at 21 degrees"]);
    const wrong = shown('toolName: "weather"').replace('degrees: { type: "integer" }', 'degrees: { type: "string" }');
    expect(await worker.planwright.ask(wrong)).toMatchObject({
      executePlan: { execution: { steps: [{ failure: { code: "OUTPUT_INVALID" } }, { stepId: "save" }] } },
    });
  });
});

describe("the OpenAPI document of docs/tools.md", () => {
  const planOf = (more: (text: string) => string = (text) => text) =>
    worker.planwright.ask<{ executePlan: object }>(more(shown('toolName: "report"')));

  it("[N437] is registered as tools, which a plan calls with its secret and its keys", async () => {
    const query = shown("registerOpenApiServer").replace("https://tools.example.com", server.url);
    expect(await worker.planwright.ask(query, JSON.parse(shown('"openapi": "3.1.0"')))).toEqual({
      registerOpenApiServer: {
        mcpServer: {
          ...{ status: "READY", protocolVersion: "OpenAPI 3.1.0", droppedTools: [] },
          tools: {
            nodes: [
              { name: "put_reports_city", effectClass: "IDEMPOTENT" },
              { name: "report", effectClass: "READ_ONLY" },
            ],
          },
        },
        errors: [],
      },
    });
    expect(await planOf()).toMatchObject({
      executePlan: {
        execution: {
          status: "SUCCEEDED",
          steps: [
            { stepId: "today", output: { value: { degrees: 21 } } },
            { stepId: "keep", status: "SUCCEEDED" },
          ],
        },
        errors: [],
      },
    });
    expect(reports).toEqual([
      { line: "GET /v1/reports/Oslo", text: "" },
      { line: "PUT /v1/reports/Oslo%20yesterday", text: '{"degrees":21}' },
    ]);
    const wrong = await planOf((text) => text.replace("output.degrees", "output.degree"));
    expect(wrong).toMatchObject({ executePlan: { execution: null, errors: [{ code: "TEMPLATE_INVALID" }] } });
    expect(reports).toHaveLength(2);
  });

  it("[N437] is refused with the member that is wrong", async () => {
    const register = async (input: object) => {
      const query = `mutation ($input: RegisterOpenApiServerInput!) { registerOpenApiServer(input: $input) { mcpServer { id } errors { code message path } } }`;
      const { registerOpenApiServer } = await worker.planwright.ask<{ registerOpenApiServer: object }>(query, {
        input: { name: "w", ...input },
      });
      return registerOpenApiServer;
    };
    const document = (JSON.parse(shown('"openapi": "3.1.0"')) as { document: object }).document;
    const cases: readonly (readonly [object, string, string, RegExp])[] = [
      [{}, "document", "INVALID_INPUT", /exactly one of document and url, found neither/],
      [{ document, url: server.url }, "document", "INVALID_INPUT", /found both/],
      [{ document: {} }, "document", "INVALID_INPUT", /required the version 3\.0 or 3\.1/],
      [{ document }, "baseUrl", "INVALID_INPUT", /required an absolute one/],
      [{ document, baseUrl: server.url, secret: "NONE" }, "secret", "INVALID_INPUT", /TOOL_SECRET_NONE/],
      [{ document, baseUrl: server.url, operations: ["reports"] }, "operations", "INVALID_INPUT", /nearest: report/],
      [{ document, baseUrl: server.url, securityScheme: "x" }, "securityScheme", "INVALID_INPUT", /found none/],
      [{ url: `${server.url}/openapi.json` }, "url", "UPSTREAM_ERROR", /401|unauthori/i],
    ];
    for (const [input, member, code, message] of cases)
      expect(await register(input)).toEqual({
        mcpServer: null,
        errors: [{ code, message: expect.stringMatching(message), path: ["input", member] }],
      });
  });
});

describe("the stdio bridge of docs/tools.md", () => {
  let bridge: ChildProcess | undefined;
  afterAll(() => {
    // The command starts programs of its own, which end with its group.
    if (bridge?.pid !== undefined) process.kill(-bridge.pid, "SIGTERM");
  });

  it("[N154] serves a public server over HTTP by the command that is shown, and its tools read the folder", async () => {
    const { PORT = "" } = await startPorts();
    const command = shown("npx -y supergateway")
      .replace("8796", PORT)
      .replace("server-filesystem .", `server-filesystem ${folder}`)
      // Without the way over npx: the bridge starts its server anew for each request, and npx takes a busy machine seconds each time.
      .replace("npx -y supergateway", join(projectRoot, "node_modules/.bin/supergateway"))
      .replace(
        "npx -y @modelcontextprotocol/server-filesystem",
        join(projectRoot, "node_modules/.bin/mcp-server-filesystem"),
      );
    expect(command).toContain(`--port ${PORT}`);
    expect(command).not.toContain("npx");
    writeFileSync(join(folder, "note.txt"), "words of a file");
    bridge = spawn("bash", ["-c", command], { detached: true, stdio: "ignore" });
    const address = /http:\/\/127\.0\.0\.1:8796\/mcp/.exec(guide.text)?.[0].replace("8796", PORT) ?? "";
    while ((await fetch(address).catch(() => null)) === null) await new Promise((resolve) => setTimeout(resolve, 100));
    // A busy machine may start the server later than a discovery waits.
    await expect.poll(() => worker.planwright.register("files", address, false), { timeout: 200_000 }).toBeTruthy();
    const path = join(folder, "note.txt");
    const { id } = await worker.planwright.start({
      source: { plan: { steps: [{ tool: { stepId: "read", toolName: "read_text_file", arguments: { path } } }] } },
      options: { waitMs: 20_000 },
    });
    const ended = await eventually(async () => {
      const execution = await worker.planwright.execution({ id });
      return execution?.status !== "RUNNING" && execution;
    });
    expect(ended?.steps).toMatchObject([{ status: "SUCCEEDED", output: { value: { content: "words of a file" } } }]);
  });
});
