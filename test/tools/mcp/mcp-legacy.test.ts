/** Servers of the older era: with sessions, without, with event streams, and with the habit of forgetting. */
import { afterEach, describe, expect, it } from "vitest";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import { newObservation } from "../../../src/tools/call-observation.ts";
import { McpSessions } from "../../../src/tools/mcp/mcp-sessions.ts";
import {
  type LegacyMcpServer,
  legacyMcpServer,
  type ReceivedMessage,
} from "../../support/callees/legacy-mcp-server.ts";
import { ToolCaller } from "../../support/callees/mcp-tool-calls.ts";
import { patience } from "../../support/engine/patience.ts";

let server: LegacyMcpServer;
afterEach(() => server.close());

type Answer = NonNullable<Parameters<typeof legacyMcpServer>[0]["answer"]>;

async function callerOf(sessions: boolean, answer?: Answer): Promise<ToolCaller> {
  server = await legacyMcpServer(answer === undefined ? { sessions } : { sessions, answer });
  const caller = new ToolCaller(server.url);
  expect(await caller.discover()).toMatchObject({ ok: true, protocolVersion: "2025-06-18" });
  server.received.length = 0;
  return caller;
}

function event(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

const methods = () => server.received.map(({ method }) => method);

describe("[E15] a stored connection", () => {
  it.each([false, true])("[E15] needs no handshake on a later call (sessions kept: %s)", async (sessions) => {
    const caller = await callerOf(sessions);
    caller.sessions = new McpSessions();
    expect(await caller.call("echo", { v: 1 })).toMatchObject({ kind: "SUCCEEDED", result: { output: { v: 1 } } });
    expect(methods()).toEqual(["tools/call"]);
    expect(server.received[0]?.session).toBe(sessions ? "session-1" : null);
  });

  it("[E15] takes a session of its own when the server forgot the pinned one, and keeps it", async () => {
    const caller = await callerOf(true);
    server.forgetSessions();
    expect(await caller.call("echo", { v: 1 })).toMatchObject({ kind: "SUCCEEDED" });
    expect(methods()).toEqual([
      "tools/call",
      "server/discover",
      "initialize",
      "notifications/initialized",
      "tools/call",
    ]);
    server.received.length = 0;
    expect(await caller.call("echo", { v: 2 }, { key: "key-2" })).toMatchObject({ kind: "SUCCEEDED" });
    expect(server.received.map(({ method, session }) => [method, session])).toEqual([["tools/call", "session-2"]]);
  });

  it("[E15] shares one handshake among calls that lost the same session at the same time", async () => {
    const caller = await callerOf(true);
    server.forgetSessions();
    const keys = ["a", "b", "c", "d"];
    const attempts = await Promise.all(keys.map((key, v) => caller.call("echo", { v }, { key })));
    expect(attempts.map((attempt) => attempt.kind === "SUCCEEDED" && attempt.result.output)).toEqual(
      keys.map((_, v) => ({ v })),
    );
    expect(methods().filter((method) => method === "initialize")).toHaveLength(1);
  });

  it("[E15] shares one handshake also when two calls ask for a new session in the same turn", async () => {
    const caller = await callerOf(true);
    const provider = {
      name: "p",
      kind: "MCP" as const,
      url: caller.url,
      bearerSecret: null,
      connection: caller.connection,
    };
    const { signal } = new AbortController();
    const negotiator = { fetch: caller.fetch, bearer: undefined, signal, observation: newObservation() };
    const sessions = new McpSessions();
    const stale = await sessions.link(provider, negotiator);
    const [first, second] = await Promise.all([
      sessions.renewed(provider, stale, negotiator),
      sessions.renewed(provider, stale, negotiator),
    ]);
    expect(first).toBe(second);
    expect(methods().filter((method) => method === "initialize")).toHaveLength(1);
  });

  it("never uses a request id twice in one session, because executions share it", async () => {
    const caller = await callerOf(true);
    for (const key of ["a", "b", "c"]) {
      caller.sessions = new McpSessions();
      await caller.call("echo", { v: 1 }, { key });
    }
    expect(new Set(server.received.map(({ id }) => id)).size).toBe(3);
  });
});

describe("an answer as an event stream", () => {
  const notice = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "working" } };
  const resultOf = (message: ReceivedMessage) => ({
    jsonrpc: "2.0",
    id: message.id,
    result: { content: [], structuredContent: { v: 7 } },
  });

  it("is read past its notifications", async () => {
    const caller = await callerOf(false, (message) => ({
      stream: `: hello\n\n${event(notice)}${event(resultOf(message))}`,
    }));
    expect(await caller.call("echo", { v: 1 })).toMatchObject({ kind: "SUCCEEDED", result: { output: { v: 7 } } });
  });

  it("[N819] reports progress of servers that escape the slash, as those in PHP do", async () => {
    const notices: unknown[] = [];
    const caller = await callerOf(false, (message) => ({
      stream: event(notice).replaceAll("/", "\\/") + event(resultOf(message)),
    }));
    const call = await caller.call("echo", { v: 1 }, { onProgress: (one) => void notices.push(one) });
    expect(call).toMatchObject({ kind: "SUCCEEDED" });
    expect(notices).toEqual([{ level: "INFO", message: "working" }]);
  });

  it("[N815] of a server that asks without end has a few of its requests answered", async () => {
    const asked = (id: number) => event({ jsonrpc: "2.0", id, method: "ping" });
    const caller = await callerOf(false, (message) => ({
      stream: Array.from({ length: 2_000 }, (_, id) => asked(id)).join("") + event(resultOf(message)),
    }));
    expect(await caller.call("echo", { v: 1 })).toMatchObject({ kind: "SUCCEEDED", result: { output: { v: 7 } } });
    await expect.poll(() => server.received.length, patience).toBeGreaterThan(1);
    expect(caller.requests.length).toBeLessThanOrEqual(1 + 16);
  });

  it("[E7] leaves the outcome unknown when it ends without an answer", async () => {
    const caller = await callerOf(false, () => ({ stream: event(notice) }));
    expect(await caller.call("echo", { v: 1 })).toMatchObject({
      kind: "FAILED",
      outcome: "UNKNOWN",
      failure: { code: "UPSTREAM_UNAVAILABLE" },
    });
  });

  it("[E7] leaves the outcome unknown when it answers another request", async () => {
    const caller = await callerOf(false, (message) => ({ stream: event({ ...resultOf(message), id: 3 }) }));
    expect(await caller.call("echo", { v: 1 })).toMatchObject({ outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
  });
});

describe("a call that is given up", () => {
  it("is reported to the server, for which a closed connection means nothing", async () => {
    const reached = Promise.withResolvers<void>();
    const caller = await callerOf(false, () => {
      reached.resolve();
      return "HANG";
    });
    const controller = new AbortController();
    const pending = caller.call("echo", { v: 1 }, { signal: controller.signal });
    await reached.promise;
    controller.abort(new CallAborted("CANCEL"));
    expect(await pending).toEqual({ kind: "INTERRUPTED", cause: "CANCEL" });
    await expect.poll(methods, patience).toEqual(["tools/call", "notifications/cancelled"]);
    expect(server.received[1]?.params.requestId).toBe(server.received[0]?.id);
  });
});

describe("a server of the older era that would ask a person", () => {
  const question = { type: "object", properties: { name: { type: "string" } } };

  it("is told of no such thing in its handshake, nor by a call", async () => {
    server = await legacyMcpServer({ sessions: false });
    const caller = new ToolCaller(server.url);
    await caller.discover();
    await caller.call("echo", { v: 1 });
    const capabilities = server.received.find(({ method }) => method === "initialize")?.params.capabilities;
    expect(capabilities).toEqual({});
    const call = server.received.at(-1);
    expect(call?.method).toBe("tools/call");
    expect(JSON.stringify(call)).not.toContain("elicitation");
  });

  it("and does so on the stream of the call gets an error for an answer, and the call the tool's", async () => {
    const request = { jsonrpc: "2.0", id: 7, method: "elicitation/create", params: { requestedSchema: question } };
    const caller = await callerOf(false, ({ id }) => ({
      stream: event(request) + event({ jsonrpc: "2.0", id, result: { content: [], structuredContent: { v: 7 } } }),
    }));
    expect(await caller.call("echo", { v: 1 })).toMatchObject({ kind: "SUCCEEDED", result: { output: { v: 7 } } });
    await expect.poll(() => server.received.length, patience).toBe(2);
    expect(server.received[1]).toMatchObject({ id: 7, error: { code: -32_601 } });
  });

  it("and does so in the form of the newer one is not understood: what it answers is a result", async () => {
    const inputRequests = {
      a: { method: "elicitation/create", params: { message: "?", requestedSchema: question } },
    };
    const result = { resultType: "input_required", inputRequests, content: [], structuredContent: { v: 7 } };
    const caller = await callerOf(false, ({ id }) => ({ stream: event({ jsonrpc: "2.0", id, result }) }));
    expect(await caller.call("echo", { v: 1 })).toMatchObject({ kind: "SUCCEEDED", result: { output: { v: 7 } } });
  });
});

it("a server to which no questions were declared cannot ask a person, whatever its result is named", async () => {
  const inputRequests = {
    a: {
      method: "elicitation/create",
      params: { mode: "form", message: "Your password?", requestedSchema: { type: "object", properties: {} } },
    },
  };
  const caller = await callerOf(false, ({ id }) => {
    const result = { resultType: "input_required", inputRequests, content: [], structuredContent: { v: 7 } };
    return { stream: event({ jsonrpc: "2.0", id, result }) };
  });
  expect(await caller.call("echo", { v: 1 })).toMatchObject({ kind: "SUCCEEDED" });
});
