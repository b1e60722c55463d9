/** The official client against the endpoint, in the current revision and in older ones, with executions in memory. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { orchestrationTool } from "../../src/catalog/orchestration-tool.ts";
import type { McpSession } from "../../src/mcp-server/ports.ts";
import { patience } from "../support/engine/patience.ts";
import { catalogOf, FakeMcpServer, workflow } from "./fake-session.ts";

const revisions = {
  "2026-07-28": { versionNegotiation: { mode: "auto" } },
  "2025-11-25": {},
  "2025-06-18": { supportedProtocolVersions: ["2025-06-18"] },
} satisfies { readonly [revision: string]: ClientOptions };

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connected(
  world: FakeMcpServer,
  options: ClientOptions,
  more: Partial<McpSession> = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, options);
  const fetch = world.fetch(more) as typeof globalThis.fetch;
  await client.connect(new StreamableHTTPClientTransport(new URL("https://planwright.test/mcp"), { fetch }));
  open.push(client);
  return client;
}

const orchestrated = {
  success: true,
  steps: [{ id: "a", type: "agent", status: "success", outputs: 7 }],
};

describe.each(Object.entries(revisions))("the official client in revision %s", (revision, options) => {
  it("[O1] negotiates it, and lists orchestration and every workflow with strict typed schemas", async () => {
    const world = new FakeMcpServer();
    world.catalog = catalogOf([workflow("refund"), workflow("invoice")]);
    const client = await connected(world, options);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: "planwright", version: "1.2.3" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["cp__agent_orchestrate", "workflow_invoice", "workflow_refund"]);
    const [orchestrate, invoice] = tools;
    // The words and schemas of the document Agent orchestration, to the letter.
    expect(orchestrate).toMatchObject({
      name: "cp__agent_orchestrate",
      description: "Compile and execute multi-agent plans expressed inline from the calling prompt.",
      inputSchema: {
        type: "object",
        properties: {
          prompt: { type: "string", description: "Natural language instructions" },
          plan: { $ref: "#/definitions/plan" },
          bindings: { type: "object", additionalProperties: {} },
          timeout_ms: { type: "integer", minimum: 1 },
          max_parallel: { type: "integer", minimum: 1 },
        },
        oneOf: [{ required: ["plan"] }, { required: ["prompt"] }],
      },
      outputSchema: orchestrationTool.outputSchema,
    });
    expect(invoice).toMatchObject({
      title: "invoice",
      description: "What invoice does",
      inputSchema: workflow("invoice").inputSchema,
      outputSchema: workflow("invoice").outputSchema,
      annotations: { readOnlyHint: true },
    });
  });

  it("[P20] calls a workflow, and is given its output as structured content and as the same text", async () => {
    const world = new FakeMcpServer();
    world.onStart = (run) => run.finish({ status: "SUCCEEDED", output: { total: 12 } });
    const client = await connected(world, options);
    await client.listTools();
    const result = await client.callTool({ name: "workflow_invoice", arguments: { amount: 10 } });
    expect(result.structuredContent).toEqual({ total: 12 });
    expect(result.content).toEqual([{ type: "text", text: '{"total":12}' }]);
    expect(result.isError ?? false).toBe(false);
    expect(result._meta?.["dev.planwright/execution"]).toMatchObject({ status: "SUCCEEDED" });
    expect(world.messages[0]?.parts).toEqual([{ data: { amount: 10 }, mediaType: "application/json" }]);
  });

  it("[O3, O34, O39] orchestrates, and is told of each step that finished meanwhile", async () => {
    const world = new FakeMcpServer();
    const told: unknown[] = [];
    let finish: () => void = () => undefined;
    world.onStart = (run) => {
      finish = () => run.finish({ status: "SUCCEEDED", projection: orchestrated });
      run.finishStep("a");
    };
    const client = await connected(world, options);
    const onprogress = (progress: unknown) => {
      told.push(progress);
      finish();
    };
    const result = await client.callTool(
      { name: "cp__agent_orchestrate", arguments: { prompt: "do" } },
      { onprogress },
    );
    expect(result.structuredContent).toEqual(orchestrated);
    expect(told).toEqual([{ progress: 1, total: 3, message: "a: succeeded" }]);
  });

  it("[N1032] is told of each step that finished within one page of events, and of the last ten if there are more", async () => {
    const world = new FakeMcpServer();
    const steps = Array.from({ length: 12 }, (_, index) => `s${index + 1}`);
    world.onStart = (run) => {
      for (const step of steps) run.finishStep(step);
      run.finish({ status: "SUCCEEDED", projection: orchestrated });
    };
    const client = await connected(world, options);
    const told: unknown[] = [];
    const onprogress = (progress: unknown) => void told.push(progress);
    await client.callTool({ name: "cp__agent_orchestrate", arguments: { prompt: "do" } }, { onprogress });
    const expected = steps.map((step, index) => ({ progress: index + 1, total: 3, message: `${step}: succeeded` }));
    expect(told).toEqual(expected.slice(2));
  });

  it("[N538] is told whom its call waits for and where that is answered, with numbers that only grow", async () => {
    const world = new FakeMcpServer();
    const told: { readonly progress: number; readonly message?: string | undefined }[] = [];
    const next: (() => void)[] = [];
    const ask = (more: object) => ({
      ...{ kind: "StepWaiting", step: "a", waitsFor: "PERSON" },
      request: { requestId: "a/1", kind: "APPROVAL", prompt: "Delete it?", ...more },
    });
    world.onStart = (run) => {
      next.push(
        () => run.add(ask({ kind: "CONNECT", prompt: "mcp.example demands that ada connects first", connect: "c" })),
        () => run.add(ask({ kind: "AUTHORIZE", link: "https://agent.example/permit", prompt: "Permit?" })),
        () => run.finishStep("a"),
        () => run.add(ask({ prompt: "x".repeat(9_000) })),
        () => run.add(ask({ prompt: "secret" }), true),
        () => run.finish({ status: "SUCCEEDED", projection: orchestrated }),
      );
      run.add(ask({}));
    };
    const client = await connected(world, options);
    const onprogress = (progress: { readonly progress: number; readonly message?: string | undefined }) => {
      told.push(progress);
      next.shift()?.();
    };
    await client.callTool({ name: "cp__agent_orchestrate", arguments: { prompt: "do" } }, { onprogress });
    const numbers = told.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
    expect(numbers[3]).toBe(1);
    const inbox = "in the inbox of the dashboard, or";
    expect(told.map(({ message }) => message?.slice(0, 200))).toEqual([
      `waits for a person: Delete it? (answer ${inbox} with respondToHumanInput in the GraphQL API)`,
      `waits for a person: mcp.example demands that ada connects first (connect ${inbox} at the address of HumanInputRequest.connectUrl in the GraphQL API)`,
      "waits for a person: Permit? (https://agent.example/permit)",
      "a: succeeded",
      `waits for a person: ${"x".repeat(180)}`,
      "waits for a person",
    ]);
    expect(told[4]?.message?.length).toBeLessThan(700);
  });

  it("[O33] is told of what ran as an execution of its own by the id under which it can be asked for", async () => {
    const step = (execId: string | null, more: object = {}) => ({
      id: "a",
      type: "agent",
      status: "success",
      ...(execId !== null && { exec_id: execId }),
      ...more,
    });
    const orchestration = (first: string, second: string, other: string | null) => ({
      success: true,
      steps: [step(first), step(other, { outputs: { exec_id: "object-1" }, children: [step(second), step(other)] })],
    });
    const projection = orchestration("object-1", "object-2", "key");
    const world = new FakeMcpServer();
    world.onStart = (run) => run.finish({ status: "SUCCEEDED", projection, children: ["object-1", "object-2"] });
    const client = await connected(world, options);
    const result = await client.callTool({ name: "cp__agent_orchestrate", arguments: { prompt: "do" } });
    expect(result.structuredContent).toEqual(orchestration("id:object-1", "id:object-2", null));
  });

  it("lists and calls a workflow whose output is no object, which older revisions do not know", async () => {
    const world = new FakeMcpServer();
    world.catalog = catalogOf([workflow("count", { outputSchema: { type: "array", items: { type: "number" } } })]);
    world.onStart = (run) => run.finish({ status: "SUCCEEDED", output: [1, 2] });
    const client = await connected(world, options);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("workflow_count");
    const { content, isError, structuredContent } = await client.callTool({
      name: "workflow_count",
      arguments: { amount: 1 },
    });
    expect(isError ?? false).toBe(false);
    expect(structuredContent).toEqual(revision === "2026-07-28" ? [1, 2] : { result: [1, 2] });
    expect(content).toEqual([{ type: "text", text: "[1,2]" }]);
  });

  it("is told by the error of the protocol that there is no such tool, and nothing was started", async () => {
    const world = new FakeMcpServer();
    const client = await connected(world, options);
    await expect(client.callTool({ name: "workflow_nobody", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    expect(world.runs).toEqual([]);
  });
});

describe("a client that cancels", () => {
  it("[O26] of 2026-07-28 has its execution cancelled, and nothing is left behind", async () => {
    const world = new FakeMcpServer();
    const started = Promise.withResolvers<void>();
    world.onStart = () => started.resolve();
    const client = await connected(world, revisions["2026-07-28"]);
    const abort = new AbortController();
    const call = client.callTool({ name: "workflow_invoice", arguments: { amount: 1 } }, { signal: abort.signal });
    const failed = expect(call).rejects.toThrow();
    await started.promise;
    abort.abort();
    await failed;
    await expect.poll(() => world.logged.map(({ status }) => status), patience).toEqual(["left"]);
    expect(world.runs[0]?.cancels).toEqual(["the client cancelled its call, or left"]);
    expect(world.kept).toHaveLength(1);
    expect(world.pendingTimers).toBe(0);
  });

  it("[O26] before its execution has been started has it cancelled as soon as it has", async () => {
    const world = new FakeMcpServer();
    const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { start } = world.executions;
    Object.assign(world.executions, {
      start: async (request: Parameters<typeof start>[0]) => {
        asked.resolve();
        await opened.promise;
        return start(request);
      },
    });
    const client = await connected(world, revisions["2026-07-28"]);
    const abort = new AbortController();
    const call = client.callTool({ name: "workflow_invoice", arguments: { amount: 1 } }, { signal: abort.signal });
    const failed = expect(call).rejects.toThrow();
    await asked.promise;
    abort.abort();
    await failed;
    opened.resolve();
    await expect.poll(() => world.runs[0]?.cancels, patience).toEqual(["the client cancelled its call, or left"]);
    expect(world.pendingTimers).toBe(0);
  });

  it("[O26] and whose cancel is lost leaves a record of what runs on", async () => {
    const world = new FakeMcpServer();
    const started = Promise.withResolvers<void>();
    world.onStart = () => started.resolve();
    Object.assign(world.executions, { cancel: () => Promise.reject(new Error("away")) });
    const client = await connected(world, revisions["2026-07-28"]);
    const abort = new AbortController();
    const call = client.callTool({ name: "workflow_invoice", arguments: { amount: 1 } }, { signal: abort.signal });
    const failed = expect(call).rejects.toThrow();
    await started.promise;
    abort.abort();
    await failed;
    const record = {
      log: "cancel_failed",
      exec_id: `id:${world.runs[0]?.request.execution.slice(0, 8)}`,
      error: "Error: away",
    };
    await expect.poll(() => world.logged, patience).toContainEqual(record);
  });

  it("of an older revision only leaves: its execution goes on, as a lost connection means nothing there", async () => {
    const world = new FakeMcpServer();
    const lost = new AbortController();
    const started = Promise.withResolvers<void>();
    world.onStart = () => started.resolve();
    const call = world.fetch()("https://planwright.test/mcp", {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", "mcp-protocol-version": "2025-11-25" },
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "workflow_invoice", arguments: { amount: 1 } },
      }),
      signal: lost.signal,
    });
    await started.promise;
    lost.abort();
    await (await call).body?.cancel();
    await expect.poll(() => world.logged.map(({ status }) => status), patience).toEqual(["left"]);
    expect(world.runs[0]?.cancels).toEqual([]);
  });
});
