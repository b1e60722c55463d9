/** Whatever a callee says passes one edge before it is kept: without the secret that it was sent, and no deeper than a reader can walk. */

import { afterEach, describe, expect, it } from "vitest";
import { guardedFetch } from "../../src/durable/calls/guarded-fetch.ts";
import { toolCaller } from "../../src/durable/calls/tool-caller.ts";
import type { Call } from "../../src/durable/ports/ports.ts";
import type { AttemptResult, CallResult } from "../../src/execution/events/attempt.ts";
import type { Json, JsonObject } from "../../src/json/json.ts";
import type { ProviderDefinition } from "../../src/plan/callable.ts";
import { atEdge, pollAtEdge } from "../../src/tools/callee-edge.ts";
import { noCodeTools } from "../../src/tools/code/code-tool.ts";
import { discoverMcpServer } from "../../src/tools/mcp/mcp-discover.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../support/callees/http-server.ts";
import { exampleTraceparent, standingClock } from "../support/callees/mcp-tool-calls.ts";
import { noCredentials } from "../support/callees/stored-credentials.ts";
import { callableOf } from "../support/plan/callables.ts";

const secret = "tok-5up3r/s3cret+value";
const around = `before ${secret} after`;
const result: CallResult = {
  output: { text: around, [secret]: [around], n: 1 },
  content: [{ type: "text", text: around }],
  metadata: { "x/echo": { header: `Bearer ${secret}` } },
  isPartial: false,
};
const failure = { code: "TOOL_ERROR", message: around, retryable: true, details: { [secret]: [around] } } as const;

function deep(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

describe("the edge", () => {
  const said: readonly (readonly [string, AttemptResult])[] = [
    ["a result", { kind: "SUCCEEDED", result }],
    ["a warning", { kind: "SUCCEEDED", result, warning: failure }],
    ["a failure with a result", { kind: "FAILED", outcome: "ANSWERED", failure, result }],
    ["a failure without", { kind: "FAILED", outcome: "UNKNOWN", failure }],
    ["a question", { kind: "ASKS", prompt: around, responseSchema: { title: around }, details: {} }],
    ["a note", { kind: "WAITS", waitsFor: "REMOTE_TASK", handle: "t", details: {}, note: around }],
  ];
  it.each(said)("[N122] takes the secret out of %s, and nothing else", (_, attempt) => {
    const kept = atEdge("the call", attempt, [secret]);
    expect(JSON.stringify(kept)).not.toContain("s3cret");
    expect(kept).toEqual(JSON.parse(JSON.stringify(attempt).replaceAll(secret, "[secret]")));
    expect(atEdge("the call", attempt, [])).toEqual(attempt);
    expect(atEdge("the call", attempt, ["another-secret"])).toEqual(attempt);
  });

  it("[N122] takes the secret out of what a poll of a remote task brings", () => {
    const note = { kind: "PENDING", note: around } as const;
    const unreachable = { kind: "UNREACHABLE", message: around } as const;
    for (const poll of [note, unreachable]) {
      expect(JSON.stringify(pollAtEdge("the call", poll, [secret]))).not.toContain("s3cret");
    }
  });

  it("[N122] leaves no beginning of a secret where a message was cut within it", () => {
    const message = `it said ${secret.slice(0, 15)}`;
    const cut = { ...failure, message };
    const attempt = { kind: "FAILED", outcome: "ANSWERED", failure: cut } as const;
    expect(atEdge("the call", attempt, [secret])).toMatchObject({ failure: { message: "it said " } });
  });

  it("[N122] leaves what travels back to the callee as it is", () => {
    const details = { requestState: around };
    const asks = { kind: "ASKS", prompt: "Which?", details, handle: around } as const;
    expect(atEdge("the call", asks, [secret])).toEqual(asks);
    const waits = { kind: "WAITS", waitsFor: "REMOTE_TASK", handle: around, details } as const;
    expect(atEdge("the call", waits, [secret])).toEqual(waits);
  });

  it("[N122] looks for a secret of fewer than 8 characters in messages only", () => {
    const attempt = { kind: "FAILED", outcome: "ANSWERED" } as const;
    const said = { ...failure, message: "the word dog", details: {} };
    const kept = atEdge("x", { ...attempt, failure: said, result: { ...result, output: "hotdog" } }, ["dog"]);
    expect(kept).toMatchObject({ failure: { message: "the word [secret]" }, result: { output: "hotdog" } });
  });

  it("[N819, N121] refuses what lies too deep also where there is no secret", () => {
    const attempt = { kind: "SUCCEEDED", result: { ...result, output: deep(129) } } as const;
    expect(atEdge("the call", attempt, [])).toMatchObject({ failure: { code: "LIMIT_EXCEEDED" } });
    expect(pollAtEdge("the call", attempt, [])).toMatchObject({ failure: { code: "LIMIT_EXCEEDED" } });
  });

  it("[N121] refuses what lies deeper than 128 levels, in every part of a result", () => {
    for (const part of ["output", "content", "metadata"] as const) {
      const fits = { kind: "SUCCEEDED", result: { ...result, [part]: deep(128) } } as const;
      expect(atEdge("the call", fits, [secret]).kind).toBe("SUCCEEDED");
      for (const levels of [129, 100_000]) {
        const attempt = { kind: "SUCCEEDED", result: { ...result, [part]: deep(levels) } } as const;
        expect(atEdge("the call", attempt, [secret])).toMatchObject({
          kind: "FAILED",
          outcome: "ANSWERED",
          failure: { code: "LIMIT_EXCEEDED", retryable: false },
        });
      }
    }
  });
});

describe("a callee that repeats the secret", () => {
  let server: FakeHttpServer | null = null;
  afterEach(() => server?.close());

  /** An MCP server or agent that answers a call with `answer`; what it was sent stands in `authorization`. */
  async function callOf(
    kind: ProviderDefinition["kind"],
    answer: (authorization: string, body: Json) => Json | string,
    bearerSecret: string | null = "S",
    sent = secret,
  ) {
    server = await fakeHttpServer(({ headers }, response, text) => {
      const body = JSON.parse(text === "" ? "null" : text) as { method?: string; id?: Json } | null;
      const reply = (value: unknown) => sendJson(response, 200, { jsonrpc: "2.0", id: body?.id, result: value });
      const authorization = headers.authorization ?? "nothing";
      if (body?.method === "server/discover")
        return sendJson(response, 200, { jsonrpc: "2.0", id: body.id, error: { code: -32_601, message: "no" } });
      if (body?.method === "initialize") {
        const serverInfo = { name: `server ${authorization}`, version: "1" };
        return reply({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
      }
      if (body?.method?.startsWith("notifications/")) return response.writeHead(202).end();
      if (body?.method === "tools/list") {
        const inputSchema = { type: "object", description: authorization };
        return reply({ tools: [{ name: "t", description: authorization, inputSchema, _meta: { authorization } }] });
      }
      const answered = answer(authorization, body as Json);
      const type = String(answered).startsWith("data:") ? "text/event-stream" : "application/json";
      if (typeof answered === "string") response.writeHead(200, { "content-type": type }).end(answered);
      else sendJson(response, 200, answered);
    });
    const { url } = server;
    const fetchGuarded = guardedFetch({
      rules: { allowPrivate: true, allowHttp: true },
      maxResponseBytes: 10_000_000,
      fetch: (to, init) => fetch(to, init),
      awaitHeaders: (_, run) => run(),
    });
    let connection: Json = null;
    let discovered: Json = null;
    if (kind === "MCP") {
      const signal = AbortSignal.timeout(10_000);
      const found = await discoverMcpServer({
        url,
        bearer: secret,
        fetch: fetchGuarded as typeof fetch,
        signal,
        clock: standingClock,
      });
      if (!found.ok) throw new Error(found.failure.message);
      connection = found.connection;
      discovered = { tools: found.tools, serverName: found.serverName } as unknown as Json;
    }
    const operation = { method: "POST", path: "/", parameters: [] };
    if (kind === "OPENAPI") connection = { credential: { in: "header", name: "authorization", scheme: "Bearer" } };
    if (kind === "A2A") connection = { protocolVersion: "1.0", tenant: null, extensions: [] };
    const caller = toolCaller({
      options: {
        secret: () => sent,
        credentials: noCredentials,
        clock: { now: () => Date.now(), after: () => () => undefined },
        ...{
          artifacts: undefined,
          artifactLink: async () => undefined,
          codeTools: noCodeTools,
          maxResponseBytes: 10_000_000,
        },
      },
      fetch: () => fetchGuarded,
      from: () => ({ tenant: "default", execution: "e1", subject: "ann" }),
      argumentLabels: () => [],
    });
    const call: Call = {
      callable: callableOf({
        ...{ name: "it", kind: kind === "MCP" ? "TOOL" : "AGENT", provider: "p", remoteName: "t" },
        ...(kind === "OPENAPI" && { operation }),
      }),

      provider: { name: "p", kind, url, bearerSecret, connection },
      ...{ arguments: { user_query: "What?", text: "What?" }, callId: "key-1", attempt: 1, stepId: "s" },
      ...{
        signal: AbortSignal.timeout(10_000),
        continuation: undefined,
        onArtifact: () => undefined,
        onProgress: () => undefined,
      },
      execution: {
        ...{ contextId: null, requestId: "req-1", userId: "ann", depth: 0, ancestors: [] },
        ...{ trace: { traceparent: exampleTraceparent, tracestate: null }, routingMode: "MANUAL", isOnlyCall: true },
      },
    };
    return { discovered, attempt: await caller(call, { awaitHeaders: (_, run) => run() }) };
  }

  const rpc = (body: Json, value: Json) => ({ jsonrpc: "2.0", id: (body as { id: Json }).id, result: value });
  const state = (name: string) => `TASK_STATE_${name}`;
  const places: readonly (readonly [
    string,
    ProviderDefinition["kind"],
    (authorization: string, body: Json) => Json,
  ])[] = [
    [
      "an isError result",
      "MCP",
      (a, body) => rpc(body, { isError: true, content: [{ type: "text", text: `no: ${a}` }] }),
    ],
    [
      "an isError result that is cut within it",
      "MCP",
      (a, body) => rpc(body, { isError: true, content: [{ type: "text", text: `${"x".repeat(483)}${a}` }] }),
    ],
    [
      "a structured result with metadata",
      "MCP",
      (a, body) => rpc(body, { content: [{ type: "text", text: a }], structuredContent: { [a]: a }, _meta: { a } }),
    ],
    [
      "a JSON-RPC error",
      "MCP",
      (a, body) => ({ jsonrpc: "2.0", id: (body as { id: Json }).id, error: { code: -1, message: a } }),
    ],
    ["a response", "HTTP_AGENT", (a) => ({ request_id: "req-1", status: "success", result: { a }, metadata: { a } })],
    ["an error response", "HTTP_AGENT", (a) => ({ request_id: "req-1", status: "error", error: a })],
    ["a broken response", "HTTP_AGENT", (a) => ({ request_id: a, status: a })],
    [
      "a message",
      "A2A",
      (a, body) =>
        rpc(body, { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: a }, { data: { a } }] } }),
    ],
    [
      "a task that failed",
      "A2A",
      (a, body) =>
        rpc(body, {
          task: {
            ...{ id: "t", contextId: "c", metadata: { a } },
            status: { state: state("FAILED"), message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: a }] } },
          },
        }),
    ],
    [
      "a task that asks",
      "A2A",
      (a, body) =>
        rpc(body, {
          task: {
            ...{ id: "t", contextId: "c" },
            status: {
              state: state("INPUT_REQUIRED"),
              message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: a }] },
            },
          },
        }),
    ],
    [
      "an A2A error",
      "A2A",
      (a, body) => ({ jsonrpc: "2.0", id: (body as { id: Json }).id, error: { code: -1, message: a, data: { a } } }),
    ],
  ];
  it.each(places)("[N122] has it kept nowhere: %s (%s)", async (_, kind, answer) => {
    let repeated = "";
    const { attempt, discovered } = await callOf(kind, (authorization, body) => {
      repeated = authorization;
      return answer(authorization, body);
    });
    expect(repeated).toBe(`Bearer ${secret}`);
    const kept = JSON.stringify([attempt, discovered]);
    expect(kept).not.toContain("s3cret");
    expect(kept).not.toContain("tok-");
  });

  it.each([
    ["MCP", 3_000],
    ["MCP", 100_000],
    ["HTTP_AGENT", 3_000],
  ] as const)("[N121] or nests without end (%s, %i levels) fails the call by the limit", async (kind, levels) => {
    const nested = `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const { attempt } = await callOf(kind, (_, body) =>
      kind === "MCP"
        ? `{"jsonrpc":"2.0","id":${JSON.stringify((body as { id: Json }).id)},"result":{"content":[],"structuredContent":{"a":${nested}}}}`
        : `{"request_id":"req-1","status":"success","result":${nested}}`,
    );
    expect(attempt).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "LIMIT_EXCEEDED", retryable: false, message: expect.stringContaining("at most 128 levels") },
    });
  });

  it.each(["HTTP_AGENT", "A2A", "OPENAPI"] as const)(
    "[E7] is sent no secret that no header can have (%s)",
    async (kind) => {
      for (const sent of ["пароль-пароль", "a\nb: c"]) {
        const { attempt } = await callOf(kind, () => ({}), "S", sent);
        expect(attempt).toMatchObject({
          kind: "FAILED",
          outcome: "NOT_SENT",
          failure: { retryable: false, message: expect.stringMatching(/visible ASCII/) },
        });
        expect(JSON.stringify(attempt)).not.toContain(sent);
      }
    },
  );

  it.each([3_000, 100_000])("[N819, N121] nor does a callee that was sent no secret (%i levels)", async (levels) => {
    const nested = `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const { attempt } = await callOf("OPENAPI", () => nested, null);
    expect(attempt).toMatchObject({ kind: "FAILED", outcome: "ANSWERED", failure: { code: "LIMIT_EXCEEDED" } });
  });

  const rich = {
    numbers: (count: number): Json => Array.from({ length: count }, (_, at) => at % 10),
    names: (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at])),
  };
  const answerWith = (value: Json, { id, request_id }: JsonObject): Readonly<Record<string, Json>> => ({
    MCP: { jsonrpc: "2.0", id: id ?? null, result: { content: [], structuredContent: { value } } },
    HTTP_AGENT: { request_id: request_id ?? null, status: "success", result: value },
    A2A: {
      ...{ jsonrpc: "2.0", id: id ?? null },
      result: { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ data: { value } }] } },
    },
  });
  const richAnswers = [
    ["MCP", "numbers", 200_000],
    ["MCP", "names", 20_000],
    ["HTTP_AGENT", "numbers", 200_000],
    ["HTTP_AGENT", "names", 20_000],
    ["A2A", "numbers", 200_000],
    ["A2A", "names", 20_000],
  ] as const;
  const tooRich = {
    ...{ kind: "FAILED", outcome: "ANSWERED" },
    failure: {
      ...{ code: "LIMIT_EXCEEDED", retryable: false },
      message: expect.stringContaining("at most 200000 values and 20000 different names of members"),
    },
  };

  it.each(richAnswers)(
    "[N57] or of more than an answer may hold fails the call by the limit (%s, %s)",
    async (kind, shape, most) => {
      const { attempt } = await callOf(
        kind,
        (_, body) => answerWith(rich[shape](most), body as JsonObject)[kind] as Json,
      );
      expect(attempt).toMatchObject(tooRich);
    },
  );

  it.each(richAnswers)("[N58] and just less than that is kept whole (%s, %s)", async (kind, shape, most) => {
    const value = rich[shape](most - 40);
    const { attempt } = await callOf(kind, (_, body) => answerWith(value, body as JsonObject)[kind] as Json);
    if (attempt.kind !== "SUCCEEDED") throw new Error(JSON.stringify(attempt).slice(0, 500));
    const size = JSON.stringify(value).length;
    expect(JSON.stringify(attempt.result.output).length).toBeGreaterThanOrEqual(size);
  });

  it.each(["numbers", "names"] as const)("[N57] counts what a stream of events brings as well (%s)", async (shape) => {
    const { attempt } = await callOf("MCP", (_, body) => {
      const whole = answerWith(rich[shape](200_000), body as JsonObject).MCP;
      return `data: ${JSON.stringify(whole)}\n\n`;
    });
    expect(attempt).toMatchObject(tooRich);
  });
});
