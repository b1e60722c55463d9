/** `/mcp` of the real Worker, spoken to by the official client in the current revision and in an older one. */
import { request as httpRequest } from "node:http";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });
const current: ClientOptions = { versionNegotiation: { mode: "auto" } };

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

function address(): URL {
  return new URL("/mcp", served.planwright.endpoint);
}

async function connected(options: ClientOptions = current): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(new StreamableHTTPClientTransport(address()));
  open.push(client);
  return client;
}

function agent(id: string, agentId: string, input: object, more: object = {}) {
  return { id, type: "agent", agent: { agent_id: agentId, with: input, ...more } };
}

async function save(name: string, input: object): Promise<void> {
  await served.planwright.saveWorkflow({ name, description: `What ${name} does`, ...input });
}

function toolSteps(stepId: string, toolName: string, input: object) {
  return { plan: { steps: [{ tool: { stepId, toolName, arguments: input } }] } };
}

interface RunSeen {
  readonly status: string;
  readonly projection: unknown;
  readonly parent: { readonly executionId: string } | null;
  readonly children: { readonly nodes: readonly { readonly id: string; readonly status: string }[] };
}

/** The execution under a public id, and what it runs. */
async function run(id: string): Promise<RunSeen | null> {
  const { execution } = await served.planwright.ask<{ execution: RunSeen | null }>(
    "query ($id: ID!) { execution(by: { id: $id }) { status projection(dialect: ORCHESTRATE) parent { executionId } children { nodes { id status } } } }",
    { id },
  );
  return execution;
}

beforeAll(async () => {
  await save("publish", {
    source: toolSteps("research", "research_blog", { topic: "{{input.topic}}", skill_id: "research" }),
    inputSchema: { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] },
    outputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
    output: { title: "{{steps.research.output.artifact.title}}" },
  });
  await save("nap", { source: toolSteps("sleep", "slow", { ms: 60_000 }) });
});

const clients: readonly (readonly [string, ClientOptions])[] = [
  ["2026-07-28", current],
  ["2025-06-18", { supportedProtocolVersions: ["2025-06-18"] }],
];

describe.each(clients)("a client of %s", (revision, options) => {
  it("lists orchestration and the workflow, and runs the workflow to its typed output", async () => {
    const client = await connected(options);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["cp__agent_orchestrate", "workflow_nap", "workflow_publish"]);
    const result = await client.callTool({ name: "workflow_publish", arguments: { topic: "Rivers" } });
    expect(result.structuredContent).toEqual({ title: "Rivers" });
    expect(result.content).toEqual([{ type: "text", text: '{"title":"Rivers"}' }]);
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["research_blog"]);
  });

  it("[O2, O3, O8, O35] orchestrates a plan, and is told of its steps while they finish", async () => {
    const client = await connected(options);
    const plan = {
      steps: [
        agent("write", "set_note", { name: "n", text: "hello" }, { result_key: "note" }),
        {
          ...{ id: "both", type: "parallel" },
          parallel: {
            steps: [
              { agent_id: "read_note", with: { name: "{{ result.note.name }}" }, result_key: "read" },
              { agent_id: "slow", with: { ms: 50 }, result_key: "waited" },
            ],
          },
        },
      ],
    };
    const progress: number[] = [];
    const result = await client.callTool(
      { name: "cp__agent_orchestrate", arguments: { plan, max_parallel: 2, timeout_ms: 20_000 } },
      { onprogress: (told) => progress.push(told.progress) },
    );
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toMatchObject({
      success: true,
      steps: [
        { id: "write", type: "agent", status: "success", exec_id: expect.any(String) },
        { id: "both", type: "parallel", status: "success", children: [{ id: "both.read" }, { id: "both.waited" }] },
      ],
      bindings: { note: { name: "n", text: "hello" }, read: { name: "n", text: "hello" }, waited: { ms: 50 } },
    });
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual(progress.toSorted((left, right) => left - right));
  });
});

describe("cp__agent_orchestrate", () => {
  it("[O4, O14] has ended when it answers, has registered nothing, and runs as a request of the API does: with its time, its key and its metadata", async () => {
    const client = await connected();
    const registered = async () => ({
      tools: (await client.listTools()).tools,
      ...(await served.planwright.ask<object>(
        "{ tools { nodes { name } } workflows { nodes { name version createdAt } } agents { nodes { name } } }",
      )),
    });
    const before = await registered();
    const plan = { steps: [agent("write", "set_note", { name: "runner", text: "one" }, { result_key: "note" })] };
    const traceparent = `00-${"5a".repeat(16)}-${"b7".repeat(8)}-01`;
    const orchestrate = async () =>
      client.callTool({
        ...{ name: "cp__agent_orchestrate", arguments: { plan, timeout_ms: 21_000, max_parallel: 2 } },
        _meta: { "dev.planwright/idempotencyKey": "one runner", traceparent },
      });
    const { structuredContent } = await orchestrate();
    expect(structuredContent).toMatchObject({ success: true, bindings: { note: { text: "one" } } });
    expect((await orchestrate()).structuredContent).toEqual(structuredContent);

    const options = { idempotencyKey: "one runner", limits: { timeoutMs: 21_000, maxParallel: 2 }, waitMs: 20_000 };
    const start = async () => {
      const { executePlan } = await served.planwright
        .as({ traceparent })
        .ask<{ executePlan: { execution: { id: string } } }>(
          "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { id } } }",
          { input: { source: { document: plan }, options } },
        );
      return executePlan.execution.id;
    };
    const byApi = await start();
    expect(await start()).toBe(byApi);
    // A host tells the index of ends a few times a second.
    const nodes = await eventually(async () => {
      const { executions } = await served.planwright.ask<{ executions: { nodes: readonly { id: string }[] } }>(
        "{ executions(first: 2) { nodes { id status idempotencyKey traceId limits { timeoutMs maxParallel } projection(dialect: ORCHESTRATE) } } }",
      );
      return executions.nodes[0]?.id === byApi ? executions.nodes : null;
    });
    const seen = {
      ...{ status: "SUCCEEDED", idempotencyKey: "one runner", traceId: "5a".repeat(16) },
      ...{ limits: { timeoutMs: 21_000, maxParallel: 2 }, projection: { success: true, steps: [{ id: "write" }] } },
    };
    expect(nodes).toMatchObject([seen, seen]);
    expect(await registered()).toEqual(before);
  });

  it("[O11, O27] makes a plan of a prompt, by a model that is offered no tool and not orchestration itself", async () => {
    const client = await connected();
    const result = await client.callTool({
      name: "cp__agent_orchestrate",
      arguments: { prompt: 'Call read_note {"name": "of a prompt"}' },
    });
    expect(result.structuredContent).toMatchObject({ success: true, steps: [{ type: "agent", status: "success" }] });
    const sent = await served.sentToModel();
    expect(sent.map(({ purpose }) => purpose)).toEqual(["PLAN"]);
    expect(sent[0]?.body).not.toHaveProperty("tools");
    expect(JSON.stringify(sent[0]?.body.messages)).not.toContain("cp__agent_orchestrate");
  });

  it("[N336, N337, O6, O11] runs the group that the planner wrote as the document has it, in the order that is asked for", async () => {
    const client = await connected();
    const prompt = 'Call read_note {"name": "x"} and read_note {"name": "y"} at the same time';
    const call = { name: "cp__agent_orchestrate", arguments: { prompt, schedule: "DATAFLOW" } };
    const { structuredContent } = await client.callTool(call);
    expect(structuredContent).toMatchObject({
      success: true,
      steps: [
        { id: "together", type: "parallel", status: "success", children: [{ type: "agent" }, { type: "agent" }] },
      ],
    });
    const [sent] = await served.sentToModel();
    expect(sent?.body).not.toHaveProperty("tools");
    expect(JSON.stringify(sent?.body.messages)).toContain("agent_id");
    const executions = await served.planwright.ask<{ executions: { nodes: { plan: { schedule: string } }[] } }>(
      "{ executions(first: 1) { nodes { plan { schedule } } } }",
    );
    expect(executions.executions.nodes).toMatchObject([{ plan: { schedule: "DATAFLOW" } }]);
    const wrong = await client.callTool({ ...call, arguments: { prompt, schedule: "SOON" } });
    expect(wrong).toMatchObject({ isError: true });
    expect(JSON.stringify(wrong)).toContain("INPUT_INVALID");
  });

  const spoken = { text: "Gladly: first I call set_note, then read_note." };
  const calls = [{ tool_name: "set_note", arguments: { name: "n", text: "t" } }];
  const plan = JSON.stringify({ type: "tool_calls", reasoning: "a note", calls });
  const called = { functions: [{ name: "__planning__", arguments: plan }] };
  const unplanned = { text: '{"type":"tool_calls","calls":"set_note"}' };
  it.each([
    { of: "free text", answer: spoken, code: "PLANNER_OUTPUT_INVALID" },
    { of: "a plan within a function call", answer: called, code: "PLANNER_OUTPUT_INVALID" },
    { of: "JSON that is no plan", answer: unplanned, code: "PLAN_INVALID" },
  ])(
    "[O11] refuses $of, which it did not ask for: a failure with its code, and nothing is called",
    async ({ answer, code }) => {
      await served.script({ for: "PLAN", answer }, { for: "PLAN", answer });
      const client = await connected();
      const result = await client.callTool({ name: "cp__agent_orchestrate", arguments: { prompt: "Keep a note" } });
      expect(result).toMatchObject({ isError: true, structuredContent: { success: false } });
      expect(JSON.stringify(result.structuredContent)).toContain(code);
      expect(await served.toolCalls()).toEqual([]);
    },
  );

  it("[O11] asks every planner with the same words: the same prompt gives the same request, for every caller at every time", async () => {
    const client = await connected();
    const ask = () =>
      client.callTool({
        name: "cp__agent_orchestrate",
        arguments: { prompt: 'Call read_note {"name": "of the same prompt"}' },
      });
    await ask();
    await ask();
    const [first, second, ...more] = await served.sentToModel();
    expect(first?.body.messages.at(-1)?.content).toContain("Reply with one JSON object");
    expect(second?.body).toEqual(first?.body);
    expect(more).toEqual([]);
  });

  it("[O39] tells of a step that has ended, with its result at hand, while the next one still runs", async () => {
    const client = await connected();
    const abort = new AbortController();
    const before = (await served.planwright.list()).map(({ id }) => id);
    const told: string[] = [];
    const plan = {
      steps: [agent("write", "set_note", { name: "n", text: "early" }), agent("wait", "slow", { ms: 60_000 })],
    };
    const call = client.callTool(
      { name: "cp__agent_orchestrate", arguments: { plan } },
      { signal: abort.signal, onprogress: ({ message, progress }) => told.push(`${progress} ${message}`) },
    );
    const left = expect(call).rejects.toThrow();
    await eventually(async () => told.length > 0);
    expect(told).toEqual(["1 write: succeeded"]);
    const { id } = await eventually(
      async () => (await served.planwright.list()).find((found) => !before.includes(found.id)) ?? null,
    );
    const seen = await served.planwright.execution({ id });
    expect(seen?.steps.map(({ status, output }) => [status, output?.value ?? null])).toEqual([
      ["SUCCEEDED", { name: "n", text: "early" }],
      ["RUNNING", null],
    ]);
    abort.abort();
    await left;
  });

  it("[O26] is cancelled with its client, which leaves nothing running", async () => {
    const client = await connected();
    const abort = new AbortController();
    const plan = { steps: [agent("wait", "slow", { ms: 60_000 })] };
    const before = (await served.planwright.list()).map(({ id }) => id);
    const call = client.callTool(
      { name: "cp__agent_orchestrate", arguments: { plan } },
      { signal: abort.signal, onprogress: () => undefined },
    );
    const left = expect(call).rejects.toThrow();
    const started = await eventually(
      async () => (await served.planwright.list()).find(({ id }) => !before.includes(id)) ?? null,
    );
    abort.abort();
    await left;
    const execution = await eventually(async () => {
      const found = await served.planwright.execution({ id: started.id });
      return found?.status === "CANCELLED" && found;
    });
    expect(execution.steps.map(({ status }) => status)).toEqual(["CANCELLED"]);
  });

  it("[O33] names a run below it by an id under which that can be queried, as the API does", async () => {
    const client = await connected();
    const plan = {
      steps: [agent("post", "publish", { topic: "Lakes" }), agent("read", "read_note", { name: "none" })],
    };
    const result = await client.callTool({ name: "cp__agent_orchestrate", arguments: { plan } });
    const told = result.structuredContent as { readonly steps: readonly { readonly exec_id: string }[] };
    const [post] = told.steps;
    const child = await run(post?.exec_id ?? "");
    expect(child?.status).toBe("SUCCEEDED");
    const parent = await run(child?.parent?.executionId ?? "");
    expect(parent?.children.nodes.map(({ id }) => id)).toEqual([post?.exec_id]);
    expect(parent?.projection).toEqual(told);
  });

  it("[O26, O38] takes what runs below it along when its client cancels", async () => {
    const client = await connected();
    const abort = new AbortController();
    const naps = { steps: ["a", "b", "c"].map((key) => ({ agent_id: "nap", with: { text: key }, result_key: key })) };
    const plan = { steps: [{ id: "naps", type: "parallel", parallel: naps }] };
    const before = (await served.planwright.list()).map(({ id }) => id);
    const call = client.callTool({ name: "cp__agent_orchestrate", arguments: { plan } }, { signal: abort.signal });
    const left = expect(call).rejects.toThrow();
    const parentId = await eventually(async () => {
      const started = (await served.planwright.list()).filter(({ id }) => !before.includes(id));
      const found = await Promise.all(started.map(async ({ id }) => ({ id, seen: await run(id) })));
      return found.find(({ seen }) => seen?.children.nodes.length === 3)?.id ?? null;
    });
    await eventually(async () => (await served.toolCalls()).length === 3);
    abort.abort();
    await left;
    await eventually(async () => (await run(parentId))?.status === "CANCELLED");
    const statuses = await eventually(async () => {
      const { children } = (await run(parentId)) ?? {};
      const seen = await Promise.all((children?.nodes ?? []).map(async ({ id }) => (await run(id))?.status));
      return seen.every((status) => status === "CANCELLED") && seen;
    });
    expect(statuses).toHaveLength(3);
  });

  it("[O13] refuses a plan of ten thousand steps at once, in an answer that can be read", async () => {
    const client = await connected();
    const stored = await served.worker.storedExecutions();
    const plan = { steps: Array.from({ length: 10_000 }, (_, number) => agent(`s${number}`, "nobody", {})) };
    const result = await client.callTool({ name: "cp__agent_orchestrate", arguments: { plan } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.structuredContent)).toContain("LIMIT_EXCEEDED");
    expect(JSON.stringify(result.structuredContent).length).toBeLessThan(100_000);
    expect(await served.worker.storedExecutions()).toBe(stored);
  });

  it("[C26] is cancelled when its time is over", async () => {
    const client = await connected();
    const plan = { steps: [agent("wait", "slow", { ms: 60_000 })] };
    const result = await client.callTool({ name: "cp__agent_orchestrate", arguments: { plan, timeout_ms: 300 } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.structuredContent)).toContain("TIMEOUT");
  });
});

describe("what is wrong", () => {
  it("is answered with an error, and no execution is stored", async () => {
    const client = await connected();
    const stored = await served.worker.storedExecutions();
    const plan = { steps: [agent("a", "read_note", { name: "x" })] };
    const call = (name: string, input: Record<string, unknown>, meta: Record<string, unknown> = {}) =>
      client.callTool({ name, arguments: input, _meta: meta });
    for (const input of [{ plan, prompt: "do" }, {}, { plan: { steps: [agent("a", "nobody", {})] } }]) {
      const result = await call("cp__agent_orchestrate", input);
      expect([result.isError, result.structuredContent]).toMatchObject([true, { success: false, steps: [] }]);
    }
    const unknown = await call("cp__agent_orchestrate", { plan: { steps: [agent("a", "read_nte", {})] } });
    expect(unknown.structuredContent).toMatchObject({
      errors: [{ code: "UNKNOWN_CALLABLE", path: ["plan", "steps", "0", "agent", "agent_id"] }],
    });
    const tooMuch = await call("cp__agent_orchestrate", { plan, timeout_ms: 1_000_000_000 });
    expect(tooMuch.structuredContent).toMatchObject({ errors: [{ code: "LIMIT_EXCEEDED", path: ["timeout_ms"] }] });
    const deep = { "dev.planwright/execution": { depth: 3 } };
    expect(JSON.stringify(await call("cp__agent_orchestrate", { plan }, deep))).toContain("DEPTH_EXCEEDED");
    expect(JSON.stringify(await call("workflow_publish", { topic: "x" }, deep))).toContain("DEPTH_EXCEEDED");
    expect((await call("workflow_publish", { topic: 7 })).isError).toBe(true);
    await expect(call("workflow_nobody", {})).rejects.toMatchObject({ code: -32602 });
    await expect(call("read_note", { name: "x" })).rejects.toMatchObject({ code: -32602 });
    expect(await served.worker.storedExecutions()).toBe(stored);
    expect(await served.toolCalls()).toEqual([]);
  });

  it.each([
    ["origin", { origin: "https://evil.test" }],
    ["host", { host: "evil.test" }],
  ])("in its %s is refused with 403", async (_, headers) => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const all = { "content-type": "application/json", ...headers };
    const sent = httpRequest(address(), { method: "POST", headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }));
    expect(await promise).toBe(403);
  });
});
