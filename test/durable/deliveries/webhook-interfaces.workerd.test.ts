/** A webhook of the tenant is told of what starts through every interface of the Worker: GraphQL, MCP and A2A. */
import { exports } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { eventually } from "../../support/engine/patience.ts";
import { testCatalog } from "../../support/objects/example-catalog.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const worker = (exports as unknown as { readonly default: Fetcher }).default;
const address = "http://127.0.0.1:1/every-interface";

afterEach(() => {
  vi.restoreAllMocks();
});

async function post(path: string, body: Json, headers: { readonly [name: string]: string } = {}): Promise<JsonObject> {
  const accept = "application/json, text/event-stream";
  const response = await worker.fetch(`http://localhost${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  return JSON.parse(text.replace(/^[\s\S]*?^data: (?=\{)/m, ""));
}

async function mutate(field: string, type: string, input: Json, more = ""): Promise<JsonObject> {
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${more} errors { message path } } }`;
  const { data } = await post("/graphql", { query, variables: { input } });
  expect(data).toMatchObject({ [field]: { errors: [] } });
  return data as JsonObject;
}

it("[E15] is notified by every interface, of what started since it was registered and until it is removed", async () => {
  const told: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (input !== address) return real(input, init);
    told.push((JSON.parse(String(init?.body)) as { data: { execution: { kind: string } } }).data.execution.kind);
    return new Response(null, { status: 204 });
  });
  await testCatalog();
  const source = { plan: { steps: [tool("a", "set_note", { name: "started", text: "x" })] } };
  await mutate("saveWorkflow", "SaveWorkflowInput", { name: "started", description: "Keeps a note", source });
  const start = async () => {
    const input = { source, options: { waitMs: 10_000 } };
    const answer = await mutate("executePlan", "ExecutePlanInput", input, "execution { webhooks { name host } }");
    return (answer.executePlan as JsonObject).execution;
  };
  expect(await start()).toEqual({ webhooks: [] });
  await mutate("registerWebhook", "RegisterWebhookInput", {
    ...{ name: "every-interface", url: address, events: ["EXECUTION_FINISHED"] },
  });
  expect(await start()).toEqual({ webhooks: [{ name: "every-interface", host: "127.0.0.1:1" }] });
  await eventually(() => told.length === 1);
  const call = { jsonrpc: "2.0", id: 1 };
  const called = await post(
    "/mcp",
    { ...call, method: "tools/call", params: { name: "workflow_started", arguments: { text: "now" } } },
    { "mcp-protocol-version": "2025-11-25" },
  );
  expect(called).toMatchObject({ result: { isError: false } });
  await eventually(() => told.length === 2);
  const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text: "now" }] };
  const sent = await post(
    "/a2a/default/started",
    { ...call, method: "SendMessage", params: { message } },
    { "a2a-version": "1.0" },
  );
  expect(sent).toMatchObject({ result: { task: { status: { state: "TASK_STATE_COMPLETED" } } } });
  await eventually(() => told.length === 3);
  await mutate("removeWebhook", "RemoveWebhookInput", { name: "every-interface" });
  expect(await start()).toEqual({ webhooks: [] });
  expect(told).toEqual(["PLAN", "WORKFLOW", "WORKFLOW"]);
});
