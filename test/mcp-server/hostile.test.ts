/** What a client may send to make trouble: names, arguments, tokens and keys that nobody who means well would send. */
import { describe, expect, it } from "vitest";
import { FakeMcpServer, workflow } from "./fake-session.ts";
import { call, post, send } from "./wire.ts";

const succeeding = () => {
  const world = new FakeMcpServer();
  world.onStart = (run) => {
    run.finishStep("a");
    run.finish({ status: "SUCCEEDED", output: { total: 1 } });
  };
  return world;
};

const invoice = { name: "workflow_invoice", arguments: { amount: 1 } };

describe("a name", () => {
  it.each([
    ...[
      "",
      "__proto__",
      "constructor",
      "workflow_",
      "workflow___proto__",
      "WORKFLOW_invoice",
      "workflow_invoice ",
      "invoice",
    ],
    `workflow_${"x".repeat(100_000)}`,
  ])("that no tool has is refused with -32602, in few words (%#)", async (name) => {
    const world = succeeding();
    const encoded = { "mcp-name": /^[!-~]+$/.test(name) ? name : `=?base64?${btoa(name)}?=` };
    const { message } = await send(world, { method: "tools/call", params: { name, arguments: {} } }, encoded);
    expect(message.error.code).toBe(-32602);
    expect(JSON.stringify(message).length).toBeLessThan(500);
    expect(world.runs).toEqual([]);
  });
});

describe("a message", () => {
  it.each([
    ["values", Array.from({ length: 200_001 }, () => 1)],
    ["names", Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`n${at}`, 1]))],
  ])("[N187] with more %s than a request may hold is refused unread", async (_, rich) => {
    const world = succeeding();
    const params = { name: "workflow_invoice", arguments: { rich } };
    const { message } = await send(world, { method: "tools/call", params });
    expect(message.error).toMatchObject({
      code: -32600,
      message: expect.stringContaining("different names of members"),
    });
    expect(world.runs).toEqual([]);
  });
});

describe("arguments", () => {
  it.each([{ is: "text" }, { is: ["a"] }, { is: 7 }, { is: null }].map(({ is }) => ({ is })))(
    "that are no object are refused, and start nothing: $is",
    async ({ is }) => {
      const world = succeeding();
      const answer = await call(world, "workflow_invoice", is);
      expect(answer.isError ?? answer.error.code).toBeTruthy();
      expect(world.runs).toEqual([]);
    },
  );

  it("that break the schema in very many places are told of some", async () => {
    const world = succeeding();
    const amounts = { type: "array", items: { type: "number" } } as const;
    world.catalog = {
      ...world.catalog,
      workflows: [workflow("invoice", { inputSchema: { type: "object", properties: { amounts } } })],
    };
    const answer = await call(world, "workflow_invoice", { amounts: Array.from({ length: 50_000 }, () => "x") });
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer).length).toBeLessThan(50_000);
  });

  it("with names that objects inherit are arguments like any other", async () => {
    const world = succeeding();
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workflow_invoice","arguments":{"amount":1,"__proto__":{"amount":"x"},"constructor":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`;
    const headers = {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "workflow_invoice",
    };
    const { message } = await post(world, body, headers);
    expect(message.result.isError).toBe(false);
    expect(JSON.stringify(world.messages)).toContain('"constructor":1');
  });
});

describe("parameters of a wrong shape", () => {
  it.each([
    ["initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: [] } }],
    ["tools/list", { cursor: {} }],
    ["tools/call", { name: 7 }],
  ])("of %s are a fault of the client, told in words", async (method, params) => {
    const world = succeeding();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const { message } = await post(world, body, { "mcp-protocol-version": "2025-11-25" });
    expect(message).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(message.error.message).toMatch(/^Cannot take the parameters: params\.\S+: .*expected string/);
    expect(world.runs).toEqual([]);
  });

  it("are the same in the newest revision", async () => {
    const { message } = await send(succeeding(), { method: "tools/list", params: { cursor: 7 } });
    expect(message).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(message.error.message).toContain("params.cursor");
  });
});

describe("a progress token", () => {
  it.each([0, -1, 7, "", "a", "__proto__"])("%j comes back as it was given", async (progressToken) => {
    const world = succeeding();
    const body = { method: "tools/call", params: invoice, meta: { progressToken } };
    const answer = await send(world, body);
    expect(answer.message.result.isError).toBe(false);
    expect(answer.progress).toEqual([{ progressToken, progress: 1, total: 3, message: "a: succeeded" }]);
  });

  it.each([1.5, true, {}, [], null])("%j is refused, and nothing is started", async (progressToken) => {
    const world = succeeding();
    const { message } = await send(world, { method: "tools/call", params: invoice, meta: { progressToken } });
    expect(message.error.code).toBeLessThan(0);
    expect(world.runs).toEqual([]);
  });

  it("that is as large as a message is refused: it would be in every report", async () => {
    const world = succeeding();
    const meta = { progressToken: "x".repeat(100_000) };
    const { message } = await send(world, { method: "tools/call", params: invoice, meta });
    expect(message.error.code).toBe(-32602);
    expect(world.runs).toEqual([]);
  });
});

describe("a key", () => {
  it("[E1] of another subject is a conflict that shows nothing of what that one started", async () => {
    const world = succeeding();
    const meta = { "dev.planwright/idempotencyKey": "k" };
    await call(world, "workflow_invoice", { amount: 1 }, meta);
    const caller = { tenant: "default", subject: "mallory", mayList: true, mayCall: true, mayAnswer: true };
    for (const name of ["workflow_invoice", "cp__agent_orchestrate"]) {
      const answer = await call(world, name, name === "workflow_invoice" ? { amount: 1 } : { prompt: "do" }, meta, {
        caller,
      });
      expect(answer.isError).toBe(true);
      expect(answer._meta).not.toHaveProperty(["dev.planwright/execution"]);
      expect(answer.content[0].text).toContain("IDEMPOTENCY_CONFLICT");
    }
    const [run] = world.runs;
    expect([world.runs.length, run?.cancels]).toEqual([1, []]);
  });

  it("[E1] of another tenant is a key of its own", async () => {
    const world = succeeding();
    const meta = { "dev.planwright/idempotencyKey": "k" };
    await call(world, "workflow_invoice", { amount: 1 }, meta);
    const caller = { tenant: "other", subject: "alice", mayList: true, mayCall: true, mayAnswer: true };
    await call(world, "workflow_invoice", { amount: 1 }, meta, { caller });
    expect(new Set(world.runs.map(({ request }) => request.execution)).size).toBe(2);
  });
});

describe("[C23] nesting", () => {
  it("is bounded in what it may make every execution below carry", async () => {
    const world = succeeding();
    const meta = {
      "dev.planwright/execution": { depth: 0, ancestors: Array.from({ length: 1_000 }, () => "ä".repeat(255)) },
    };
    const { message } = await send(world, { method: "tools/call", params: invoice, meta });
    expect(message.error.code).toBe(-32602);
    expect(world.runs).toEqual([]);
  });

  it("is no deeper for a caller who says nothing true of it", async () => {
    const world = succeeding();
    for (const depth of [-1, 0.5, "0", null, 1e9]) {
      const meta = { "dev.planwright/execution": { depth } };
      const answer = await call(world, "workflow_invoice", { amount: 1 }, meta);
      expect(answer.error?.code ?? answer.isError).toBeTruthy();
    }
    expect(world.runs).toEqual([]);
  });
});
