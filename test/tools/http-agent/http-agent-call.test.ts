/** Calls of agents over real HTTP: the request of the document Host contract, each of its statuses, and every way to break it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HttpAgentRegistration } from "../../../src/catalog/agent-registration.ts";
import { agentCallable, agentProvider } from "../../../src/catalog/agents/agent-callable.ts";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { callHttpAgent, type HttpAgentCall } from "../../../src/tools/http-agent/http-agent-call.ts";
import {
  type FakeHttpHandler,
  type FakeHttpServer,
  fakeHttpServer,
  sendJson,
} from "../../support/callees/http-server.ts";
import { exampleTraceparent, standingClock } from "../../support/callees/mcp-tool-calls.ts";

interface Received {
  readonly method: string | undefined;
  readonly headers: { readonly [name: string]: unknown };
  readonly body: JsonObject;
}

let server: FakeHttpServer;
let answer: FakeHttpHandler;
let received: Received[];

beforeEach(async () => {
  received = [];
  answer = (_, response) => sendJson(response, 200, { request_id: "req-1", status: "success", result: "fine" });
  server = await fakeHttpServer((request, response, body) => {
    received.push({ method: request.method, headers: request.headers, body: JSON.parse(body) as JsonObject });
    answer(request, response, body);
  });
});
afterEach(() => server.close());

const guarded = guardedFetch({
  rules: { allowPrivate: true, allowHttp: true },
  maxResponseBytes: 10_000,
  fetch: (url, init) => fetch(url, init),
  awaitHeaders: (_, run) => run(),
});

function call(more: Partial<HttpAgentCall> = {}, input: JsonObject = { user_query: "What did the VMs cost?" }) {
  const registration: HttpAgentRegistration = {
    ...{ kind: "HTTP", name: "DevOpsAgent", description: "Knows costs", tags: [], exampleQueries: [], routable: true },
    ...{ endpoint: `${server.url}/run`, bearerSecret: null, healthUrl: null, effectClass: "UNSAFE", usageHints: "" },
  };
  return callHttpAgent({
    provider: agentProvider(registration),
    callable: agentCallable(registration),
    arguments: input,
    bearer: undefined,
    idempotencyKey: "key-1",
    requestId: "req-1",
    routingMode: "AUTO",
    trace: { traceparent: exampleTraceparent, tracestate: null },
    signal: new AbortController().signal,
    fetch: guarded,
    clock: standingClock,
    ...more,
  });
}

/** Answers with JSON of status 200. */
function answering(value: unknown): void {
  answer = (_, response) => sendJson(response, 200, value);
}

describe("the request to an agent", () => {
  it("[H3][H6] has exactly the members of the document, with its defaults for what is not said", async () => {
    await call();
    expect(received).toHaveLength(1);
    expect(received[0]?.method).toBe("POST");
    expect(received[0]?.body).toEqual({
      request_id: "req-1",
      user_query: "What did the VMs cost?",
      routing_mode: "auto",
      selected_agent: "DevOpsAgent",
      parsed_parameters: {},
      session_context: {},
    });
  });

  it("[H5] hands on the query to the letter, who chose the agent, parameters, session and instructions", async () => {
    const query = '  Ünïcode\n{{steps.a.output}} $0.output.x "quoted"  ';
    const input = {
      user_query: query,
      parsed_parameters: { days: 7 },
      session_context: { "time zone": "UTC", history: ["a"] },
      agent_instructions: "Focus on cost only",
    };
    await call({ routingMode: "MANUAL" }, input);
    expect(received[0]?.body).toEqual({
      request_id: "req-1",
      routing_mode: "manual",
      selected_agent: "DevOpsAgent",
      ...input,
    });
  });

  it("[E5] carries the key of the call, the trace and the token of its secret", async () => {
    await call({ bearer: "s3cret" });
    expect(received[0]?.headers).toMatchObject({
      "idempotency-key": '"key-1"',
      traceparent: exampleTraceparent,
      authorization: "Bearer s3cret",
      "content-type": "application/json",
      accept: "application/json",
    });
    await call();
    expect(received[1]?.headers).not.toHaveProperty("authorization");
  });
});

describe("an answer of an agent", () => {
  const results = [
    { vm_costs_last_7_days: 74.33, trend: "increasing" },
    "a summary",
    ["a", 1],
    [[1, 2]],
    7,
    false,
    null,
  ];
  it.each(results)("[H9][H10] of status success has any JSON as its result: %j", async (result) => {
    answering({ request_id: "req-1", status: "success", result });
    expect(await call()).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: result, isPartial: false },
    });
  });

  it("[H9] of status partial succeeds and says that something is missing", async () => {
    answering({ request_id: "req-1", status: "partial", result: ["design_doc.pdf"] });
    expect(await call()).toMatchObject({ kind: "SUCCEEDED", result: { output: ["design_doc.pdf"], isPartial: true } });
  });

  it("[H9][H11] of status error fails with its words, and result and metadata stay readable", async () => {
    const response = {
      request_id: "req-1",
      status: "error",
      error: "Azure API timed out",
      result: { rows: [] },
      metadata: { tool_used: "azure_cost_report" },
    };
    answering(response);
    expect(await call()).toEqual({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: {
        code: "AGENT_ERROR",
        message: 'Cannot complete the call of agent "DevOpsAgent": Azure API timed out',
        retryable: true,
        details: {},
      },
      result: { output: { rows: [] }, content: response, metadata: response.metadata, isPartial: false },
    });
  });

  it("[H12][R23] keeps metadata as received, and members that the document does not know in the content", async () => {
    const metadata = { duration_ms: 243, nested: { __proto__x: [1, null] } };
    const text = `{"request_id":"req-1","status":"success","result":{"__proto__":1},"metadata":${JSON.stringify(metadata)},"extra":true}`;
    answer = (_, response) => response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(text);
    const attempt = await call();
    if (attempt.kind !== "SUCCEEDED") throw new Error("The call failed");
    expect(attempt.result.metadata).toEqual(metadata);
    expect(JSON.stringify(attempt.result.content)).toBe(text);
    expect(JSON.stringify(attempt.result.output)).toBe('{"__proto__":1}');
  });

  it("[R17] may give null for what the document calls optional", async () => {
    answering({ request_id: "req-1", status: "success", result: 1, error: null, metadata: null });
    expect(await call()).toMatchObject({ kind: "SUCCEEDED", result: { metadata: null } });
    answering({ request_id: "req-1", status: "error", error: "no data", metadata: null });
    expect(await call()).toMatchObject({ failure: { code: "AGENT_ERROR" }, result: { output: undefined } });
  });

  it("[N819] reads JSON whose type a proxy has repeated, and not one that is JSON beside something else", async () => {
    const text = JSON.stringify({ request_id: "req-1", status: "success", result: 1 });
    const sent = (type: string) => {
      answer = (_, response) => response.writeHead(200, { "content-type": type }).end(text);
      return call();
    };
    expect(await sent("application/json, application/json; charset=utf-8")).toMatchObject({ kind: "SUCCEEDED" });
    expect(await sent("text/html, application/json")).toMatchObject({ failure: { code: "PROTOCOL" } });
  });

  it("may be JSON of a more special type", async () => {
    const text = JSON.stringify({ request_id: "req-1", status: "success", result: 1 });
    answer = (_, response) => response.writeHead(200, { "content-type": "application/problem+json" }).end(text);
    expect(await call()).toMatchObject({ kind: "SUCCEEDED" });
  });
});

describe("an answer that breaks the contract", () => {
  const good = { request_id: "req-1", status: "success", result: 1 };
  const broken: readonly [string, unknown][] = [
    ["the id of another request", { ...good, request_id: "req-2" }],
    ["an id that only begins alike", { ...good, request_id: "req-1 " }],
    ["no id", { status: "success", result: 1 }],
    ["an id that is a number", { ...good, request_id: 1 }],
    ["no status", { request_id: "req-1", result: 1 }],
    ["a status in capitals", { ...good, status: "SUCCESS" }],
    ["another status", { ...good, status: "ok" }],
    ["success without a result", { request_id: "req-1", status: "success" }],
    ["partial without a result", { request_id: "req-1", status: "partial", metadata: {} }],
    ["success with an error", { ...good, error: "but" }],
    ["success with an empty error", { ...good, error: "" }],
    ["an error without words", { request_id: "req-1", status: "error" }],
    ["an error with no words in them", { request_id: "req-1", status: "error", error: "" }],
    ["an error that is an object", { request_id: "req-1", status: "error", error: { code: 1 } }],
    ["metadata that are a list", { ...good, metadata: [1] }],
    ["a list", [good]],
    ["a text", "success"],
    ["null", null],
  ];
  it.each(broken)("[R25][H7][H8] %s fails with PROTOCOL, is kept and is not asked for again", async (_, value) => {
    answering(value);
    const attempt = await call();
    expect(attempt).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "PROTOCOL", retryable: false },
      result: { content: value, isPartial: false },
    });
    expect(received).toHaveLength(1);
  });

  it("[H8] names both ids when they differ, and cuts a long one", async () => {
    answering({ ...good, request_id: "x".repeat(5_000) });
    const attempt = await call();
    if (attempt.kind !== "FAILED") throw new Error("The call succeeded");
    expect(attempt.failure.message).toContain('required the request_id "req-1", found "xxx');
    expect(attempt.failure.message.length).toBeLessThan(1_001);
  });

  it("that is nested without end fails with LIMIT_EXCEEDED instead of exhausting the stack", async () => {
    const text = `{"request_id":"req-1","status":"success","result":${"[".repeat(4_000)}${"]".repeat(4_000)}}`;
    answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(text);
    expect(await call()).toMatchObject({ outcome: "ANSWERED", failure: { code: "LIMIT_EXCEEDED" } });
  });

  const unreadable: readonly [string, string | undefined, string][] = [
    ["text that is no JSON", "application/json", "fine"],
    ["JSON that is cut", "application/json", '{"request_id":"req-1","status":"succ'],
    ["a page", "text/html", "<h1>Sign in</h1>"],
    ["JSON that calls itself text", "text/plain", JSON.stringify(good)],
    ["JSON of no type", undefined, JSON.stringify(good)],
    ["no body", "application/json", ""],
  ];
  it.each(unreadable)("[E7] %s leaves the outcome unknown with PROTOCOL", async (_, type, text) => {
    answer = (__, response) => response.writeHead(200, type === undefined ? {} : { "content-type": type }).end(text);
    expect(await call()).toMatchObject({ outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
  });

  it("[E7] with a body that ends early leaves the outcome unknown", async () => {
    answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"request_id":', () => response.destroy());
    };
    expect(await call()).toMatchObject({ outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE" } });
  });

  it("[E7] with a body that is too large is cut, declared or not", async () => {
    const large = JSON.stringify({ ...good, result: "x".repeat(20_000) });
    for (const headers of [{ "content-length": String(large.length) }, {}]) {
      answer = (_, response) => response.writeHead(200, { "content-type": "application/json", ...headers }).end(large);
      expect(await call()).toMatchObject({ outcome: "UNKNOWN", failure: { code: "LIMIT_EXCEEDED" } });
    }
  });
});

describe("[E7] an agent that does not answer", () => {
  const statuses: readonly [number, string, string, boolean][] = [
    [400, "UNKNOWN", "PROTOCOL", false],
    [401, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [403, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [404, "REJECTED", "PROTOCOL", false],
    [413, "REJECTED", "LIMIT_EXCEEDED", false],
    [429, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
    [500, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [502, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [503, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
  ];
  it.each(statuses)(
    "[E7] but with HTTP %i is %s with %s, whatever the body says",
    async (status, outcome, code, retryable) => {
      const body = { request_id: "req-1", status: "success", result: 1 };
      answer = (_, response) => sendJson(response, status, body, { "retry-after": "7" });
      const expected = { kind: "FAILED", outcome, failure: { code, retryable }, retryAfterMs: 7_000 };
      expect(await call()).toMatchObject(expected);
    },
  );

  it("[N102, E7] but with HTTP 503 without Retry-After is UNKNOWN: a proxy sends it too after the agent has acted", async () => {
    answer = (_, response) => sendJson(response, 503, { request_id: "req-1", status: "success", result: 1 });
    const failure = { code: "UPSTREAM_UNAVAILABLE", retryable: true };
    expect(await call()).toMatchObject({ kind: "FAILED", outcome: "UNKNOWN", failure });
  });

  it("[E7][E9] within the time of an attempt fails with STEP_TIMEOUT, also while its body is read", async () => {
    const timedOut = { outcome: "UNKNOWN", failure: { code: "STEP_TIMEOUT" } };
    const silent = new AbortController();
    answer = () => silent.abort(new CallAborted("STEP_TIMEOUT"));
    expect(await call({ signal: silent.signal })).toMatchObject(timedOut);
    const slow = new AbortController();
    answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).write("{");
    const fetchThenWait: typeof guarded = async (url, init) => {
      const response = await guarded(url, init);
      queueMicrotask(() => slow.abort(new CallAborted("STEP_TIMEOUT")));
      return response;
    };
    expect(await call({ signal: slow.signal, fetch: fetchThenWait })).toMatchObject(timedOut);
  });

  it("[E9] before a cancel is interrupted", async () => {
    const controller = new AbortController();
    answer = () => controller.abort(new CallAborted("CANCEL"));
    expect(await call({ signal: controller.signal })).toEqual({ kind: "INTERRUPTED", cause: "CANCEL" });
  });

  it("[E7] because it cannot be reached leaves the outcome unknown; a forbidden address is never asked", async () => {
    const provider = { name: "a", kind: "HTTP_AGENT", bearerSecret: null, connection: null } as const;
    const unreachable = await call({ provider: { ...provider, url: "http://127.0.0.1:9/run" } });
    expect(unreachable).toMatchObject({ outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE" } });
    const forbidden = await call({ provider: { ...provider, url: "ftp://127.0.0.1/run" } });
    expect(forbidden).toMatchObject({ outcome: "NOT_SENT", failure: { code: "EGRESS_DENIED" } });
    expect(received).toEqual([]);
  });
});

describe("a hostile agent", () => {
  it("that repeats the secret does not get it into a message", async () => {
    answering({ request_id: "req-1", status: "error", error: "You sent Bearer s3cret" });
    const attempt = await call({ bearer: "s3cret" });
    expect(attempt).toMatchObject({ failure: { message: expect.stringContaining("[secret]") } });
    expect(attempt).not.toMatchObject({ failure: { message: expect.stringContaining("s3cret") } });
  });

  it("that repeats the secret where messages are cut does not get the beginning of it into one", async () => {
    const bearer = "s3cret".repeat(10);
    answering({ request_id: "req-1", status: "error", error: `${"x".repeat(480)}${bearer}` });
    expect(await call({ bearer })).not.toMatchObject({ failure: { message: expect.stringContaining("s3cret") } });
    answering({ request_id: `${"x".repeat(180)}${bearer}`, status: "success", result: 1 });
    expect(await call({ bearer })).not.toMatchObject({ failure: { message: expect.stringContaining("s3cret") } });
    answering({ request_id: "req-1", status: "error", error: "x".repeat(5_000) });
    const { failure } = (await call()) as { readonly failure: { readonly message: string } };
    expect(failure.message.length).toBeLessThan(1_000);
  });

  it("that redirects elsewhere is not sent the secret there, nor anything by another method", async () => {
    const elsewhere: { headers: unknown; method: string | undefined }[] = [];
    const other = await fakeHttpServer(({ headers, method }, response) => {
      elsewhere.push({ headers, method });
      sendJson(response, 200, { request_id: "req-1", status: "success", result: 1 });
    });
    try {
      answer = (_, response) => response.writeHead(307, { location: `${other.url}/run` }).end();
      expect(await call({ bearer: "s3cret" })).toMatchObject({ kind: "SUCCEEDED" });
      expect(elsewhere).toMatchObject([{ method: "POST" }]);
      expect(JSON.stringify(elsewhere)).not.toContain("s3cret");
      answer = (_, response) => response.writeHead(302, { location: `${other.url}/run` }).end();
      expect(await call()).toMatchObject({ outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
      expect(elsewhere).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});
