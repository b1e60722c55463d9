/** The example agent keeps the contract of the document, and breaks it when it is told to. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startHttpAgent } from "../../examples/http-agent/server.ts";
import type { RunningExample } from "../../examples/listening.ts";
import type { Json } from "../../src/json/json.ts";
import { executionRequest } from "../../src/tools/http-agent/agent-request.ts";
import { attemptOfResponse } from "../../src/tools/http-agent/agent-response.ts";

let agent: RunningExample;
beforeAll(async () => {
  agent = await startHttpAgent(0);
});
afterAll(() => agent.close());
beforeEach(() => post("/reset", {}));

function post(path: string, body: unknown, headers: { readonly [name: string]: string } = {}): Promise<Response> {
  return fetch(agent.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

const addressee = { requestId: "req-1", routingMode: "AUTO" as const, agentName: "CostAgent" };

function execute(query: string): Promise<Response> {
  return post("/execute", executionRequest(addressee, { user_query: query }), { "idempotency-key": '"key-1"' });
}

describe("the example agent", () => {
  it.each([
    ["What did it cost?", { kind: "SUCCEEDED", result: { isPartial: false, output: { trend: "increasing" } } }],
    ["Show everything", { kind: "SUCCEEDED", result: { isPartial: true, output: { missing: ["costs of storage"] } } }],
    ["Costs as text", { kind: "SUCCEEDED", result: { output: expect.any(String) } }],
    [
      "Costs as list",
      { kind: "SUCCEEDED", result: { output: expect.any(Array), metadata: { tool_used: "cost_report" } } },
    ],
    ["Let it fail", { kind: "FAILED", failure: { code: "AGENT_ERROR" } }],
    ["Answer with a wrong id", { kind: "FAILED", failure: { code: "PROTOCOL" } }],
  ])("answers %j", async (query, attempt) => {
    const received = (await (await execute(query)).json()) as Json;
    expect(attemptOfResponse("the call", "req-1", received)).toMatchObject(attempt);
  });

  it("is unavailable when it is told to be, and says when to come back", async () => {
    const response = await execute("be unavailable");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  });

  it("refuses what is no ExecutionRequest, and keeps all of it in its ledger", async () => {
    expect((await post("/execute", { request_id: "x" })).status).toBe(400);
    await execute("What did it cost?");
    expect(await (await fetch(`${agent.url}/ledger`)).json()).toMatchObject([
      { body: { request_id: "x" }, key: null },
      { body: { request_id: "req-1", routing_mode: "auto", selected_agent: "CostAgent" }, key: "key-1" },
    ]);
  });

  it("says how it is", async () => {
    expect((await fetch(`${agent.url}/health`)).status).toBe(200);
    await post("/health", { healthy: false });
    expect((await fetch(`${agent.url}/health`)).status).toBe(503);
  });
});
