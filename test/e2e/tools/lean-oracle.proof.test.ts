/**
 * Servers of the registry and the official conformance suite, called by the lean call and by the official client: the requests and what comes
 * of them have to be the same.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { callMcpTool } from "../../../src/tools/mcp/mcp-call.ts";
import { callOverLibrary } from "../../../src/tools/mcp/mcp-library-call.ts";
import { McpSessions } from "../../../src/tools/mcp/mcp-sessions.ts";
import { runProgram } from "../../proof/run-program.ts";
import { ToolCaller } from "../../support/callees/mcp-tool-calls.ts";
import { volume } from "../../support/engine/volume.ts";
import { type PublicServers, startPublicServers } from "./public-servers.ts";

describe("servers of the registry", () => {
  let servers: PublicServers;
  /** Each server is asked for its tools once: the bridge starts a program for every session. */
  const callers = new Map<keyof PublicServers["urls"], ToolCaller>();
  beforeAll(async () => {
    servers = await startPublicServers();
    for (const name of new Set(calls.map(([server]) => server))) {
      const caller = new ToolCaller(new URL(servers.urls[name]).origin);
      // A busy machine takes longer to start a program than a discovery may.
      await vi.waitUntil(async () => (await caller.discover()).ok, 60_000);
      callers.set(name, caller);
    }
  });
  afterAll(() => servers?.close());

  // The bridge starts a program for every call, so the first of them stand for all in `npm test`.
  const every: readonly [keyof PublicServers["urls"], string, JsonObject][] = [
    ["everything", "get-structured-content", { location: "New York" }],
    ["everything", "get-sum", { a: "two", b: 3 }],
    ["everything", "get-annotated-message", { messageType: "success", includeImage: false }],
    ["memory", "read_graph", {}],
    ["filesystem", "read_text_file", { path: "nowhere.txt" }],
    ["tasks", "list_requests", {}],
    ["tasks", "no_such_tool", {}],
    ["everything", "echo", { message: "hello" }],
    ["everything", "get-sum", { a: 2, b: 3 }],
    ["everything", "get-tiny-image", {}],
    ["everything", "get-resource-links", { count: 2 }],
    ["everything", "trigger-long-running-operation", { duration: 0.1, steps: 2 }],
    ["memory", "create_entities", { entities: [{ name: "kettle", entityType: "thing", observations: ["hot"] }] }],
    ["memory", "search_nodes", { query: "kettle" }],
    ["filesystem", "list_allowed_directories", {}],
    ["tasks", "request_planning", { originalRequest: "tea", tasks: [{ title: "boil", description: "water" }] }],
  ];
  const calls = every.slice(0, volume({ sample: 7, whole: every.length }));
  it.each(calls)("[N221] %s: %s is the same over the lean call and the official client", async (name, tool, input) => {
    const caller = callers.get(name);
    if (caller === undefined) throw new Error(`${name} was not started`);
    const { tools } = caller;
    if (tool === "no_such_tool") caller.tools = tools.map((found) => ({ ...found, name: tool }));
    // What a call changes in the server, such as a number that counts up, is no difference of the clients.
    const counted = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/req-\d+|task-\d+/g, "N"));
    // Adding what is there already adds nothing, so both find the same.
    if (tool === "create_entities") await caller.call(tool, input);
    const attempts = [];
    for (const by of [callMcpTool, (call: Parameters<typeof callMcpTool>[0]) => callOverLibrary(call, null)]) {
      caller.sessions = new McpSessions();
      caller.requests.length = 0;
      const attempt = await caller.call(tool, input, { by });
      attempts.push(counted({ attempt, requests: caller.requests }));
    }
    caller.tools = tools;
    expect(attempts[0]).toEqual(attempts[1]);
    expect(attempts[0].requests).toEqual(["tools/call"]);
  });
});

describe("the conformance suite of MCP, client", () => {
  const cli = join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const driver = join(import.meta.dirname, "lean-conformance-driver.ts");

  /** Ids of the checks of a scenario with how they ended, each as often as it was made. */
  async function checksOf(scenario: string, path: "lean" | "library"): Promise<readonly string[]> {
    const folder = mkdtempSync(join(tmpdir(), "planwright-conformance-"));
    try {
      const args = [cli, "client", "--command", `${process.execPath} ${driver}`, "--scenario", scenario];
      const env = { PATH_OF_CALLS: path };
      await runProgram(process.execPath, [...args, "--output-dir", folder], { limitMs: 60_000, env });
      const files = globSync("**/checks.json", { cwd: folder });
      return files
        .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as { id: string; status: string }[])
        .map(({ id, status }) => `${id}: ${status}`)
        .toSorted();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  // Those in which a client calls tools, or could; the others are about signing in, or about skills.
  const scenarios = [
    "tools_call",
    "http-custom-headers",
    "sep-2322-client-request-state",
    "initialize",
    "sse-retry",
    "request-metadata",
    "http-standard-headers",
    "http-invalid-tool-headers",
    "json-schema-ref-no-deref",
    "json-schema-2020-12-preservation",
  ];
  it.each(scenarios.slice(0, volume({ sample: 1, whole: scenarios.length })))(
    "[N221] %s ends in the same way over the lean call and the official client",
    async (scenario) => {
      const [lean, library] = [await checksOf(scenario, "lean"), await checksOf(scenario, "library")];
      expect(lean).toEqual(library);
      expect(lean.length).toBeGreaterThan(0);
    },
    180_000,
  );
});
