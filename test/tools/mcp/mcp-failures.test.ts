/** Failing answers of a server that is scripted per test: statuses, errors of JSON-RPC, secrets in messages. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import { McpSessions } from "../../../src/tools/mcp/mcp-sessions.ts";
import {
  type FakeHttpHandler,
  type FakeHttpServer,
  fakeHttpServer,
  sendJson,
} from "../../support/callees/http-server.ts";
import { ToolCaller } from "../../support/callees/mcp-tool-calls.ts";

let server: FakeHttpServer;
let caller: ToolCaller;
let handle: FakeHttpHandler;

beforeEach(async () => {
  server = await fakeHttpServer((request, response, body) => handle(request, response, body));
  caller = new ToolCaller(server.url);
  caller.connection = {
    era: "modern",
    protocolVersion: "2026-07-28",
    discover: {
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "private",
    },
  };
  const metadata = {};
  caller.tools = [
    {
      name: "t",
      title: null,
      description: null,
      inputSchema: { type: "object" },
      outputSchema: null,
      annotations: {},
      metadata,
    },
  ];
});
afterEach(() => server.close());

const idOf = (body: string) => (JSON.parse(body) as { id: unknown }).id;

describe("[E7] what a failing answer says of the effect", () => {
  const statuses: readonly [number, string, string, boolean][] = [
    [400, "UNKNOWN", "PROTOCOL", false],
    [401, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [403, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [404, "REJECTED", "PROTOCOL", false],
    [405, "REJECTED", "PROTOCOL", false],
    [409, "UNKNOWN", "PROTOCOL", false],
    [413, "REJECTED", "LIMIT_EXCEEDED", false],
    [415, "REJECTED", "PROTOCOL", false],
    [429, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
    [500, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [502, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [503, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [504, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
  ];
  it.each(statuses)("[E7] HTTP %i is %s with %s", async (status, outcome, code, retryable) => {
    handle = (_request, response) => sendJson(response, status, {});
    expect(await caller.call("t", {})).toMatchObject({ kind: "FAILED", outcome, failure: { code, retryable } });
    expect(caller.requests).toEqual(["tools/call"]);
  });

  const errors: readonly [number, number, string, string][] = [
    [-32_600, 400, "REJECTED", "PROTOCOL"],
    [-32_601, 404, "REJECTED", "PROTOCOL"],
    [-32_602, 400, "REJECTED", "INPUT_INVALID"],
    [-32_602, 200, "REJECTED", "INPUT_INVALID"],
    [-32_020, 400, "REJECTED", "PROTOCOL"],
    [-32_022, 400, "REJECTED", "PROTOCOL"],
    [-32_603, 200, "UNKNOWN", "UPSTREAM_UNAVAILABLE"],
    [-32_603, 500, "UNKNOWN", "UPSTREAM_UNAVAILABLE"],
    [-32_000, 200, "UNKNOWN", "PROTOCOL"],
  ];
  it.each(errors)("[E7] error %i with HTTP %i is %s with %s", async (errorCode, status, outcome, code) => {
    handle = (_request, response, body) =>
      sendJson(response, status, { jsonrpc: "2.0", id: idOf(body), error: { code: errorCode, message: "no" } });
    expect(await caller.call("t", {})).toMatchObject({
      kind: "FAILED",
      outcome,
      failure: { code, details: { jsonRpcCode: errorCode } },
    });
    expect(caller.requests).toEqual(["tools/call"]);
  });

  it("[E7] takes a result that is none for an unreadable answer", async () => {
    handle = (_request, response, body) =>
      sendJson(response, 200, { jsonrpc: "2.0", id: idOf(body), result: { resultType: "complete", content: "text" } });
    expect(await caller.call("t", {})).toMatchObject({ outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
  });

  it("[E7] leaves the outcome unknown when the body is cut", async () => {
    handle = (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"jsonrpc":"2.0",', () => response.destroy());
    };
    expect(await caller.call("t", {})).toMatchObject({ outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE" } });
  });

  it.each(["1", "0", "Thu, 01 Jan 2026 00:01:30 GMT"])(
    "[N102, E7] HTTP 503 with Retry-After %j is a refusal: the server says when to come back",
    async (retryAfter) => {
      handle = (_request, response) => sendJson(response, 503, {}, { "retry-after": retryAfter });
      const refused = {
        kind: "FAILED",
        outcome: "REJECTED",
        failure: { code: "UPSTREAM_UNAVAILABLE", retryable: true },
      };
      expect(await caller.call("t", {})).toMatchObject(refused);
    },
  );

  it.each([undefined, "soon", ""])(
    "[N102, E7] HTTP 503 with Retry-After %j proves nothing: a proxy sends it too after the server has acted",
    async (retryAfter) => {
      handle = (_request, response) =>
        sendJson(response, 503, {}, retryAfter === undefined ? {} : { "retry-after": retryAfter });
      const unknown = {
        kind: "FAILED",
        outcome: "UNKNOWN",
        failure: { code: "UPSTREAM_UNAVAILABLE", retryable: true },
      };
      expect(await caller.call("t", {})).toMatchObject(unknown);
    },
  );

  it("reads Retry-After as a date by the clock that it is given", async () => {
    handle = (_request, response) =>
      sendJson(response, 503, {}, { "retry-after": new Date(Date.UTC(2026, 0, 1, 0, 0, 90)).toUTCString() });
    expect(await caller.call("t", {})).toMatchObject({ retryAfterMs: 90_000 });
  });
});

describe("results in shapes of their own", () => {
  const text = [{ type: "text", text: "seven" }];
  const legacy = { era: "legacy", protocolVersion: "2025-06-18", sessionId: null } as const;
  const over = (connection: Json) => {
    caller.connection = connection;
    caller.sessions = new McpSessions();
  };
  const answering = (result: object, isStream = false): FakeHttpHandler => {
    return (_request, response, body) => {
      const message = { jsonrpc: "2.0", id: idOf(body), result: { resultType: "complete", ...result } };
      if (!isStream) return sendJson(response, 200, message);
      response.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${JSON.stringify(message)}\n\n`);
    };
  };
  const nulls: readonly [string, object, object][] = [
    ["a flag", { content: text, isError: null }, { content: text }],
    ["metadata", { content: text, _meta: null }, { content: text, metadata: null }],
    ["annotations", { content: [{ ...text[0], annotations: null, _meta: null, meta: null }] }, { content: text }],
    ["content beside structure", { content: null, structuredContent: { v: 7 } }, { content: [], output: { v: 7 } }],
    [
      "the type of a resource",
      { content: [{ type: "resource", resource: { uri: "a:b", text: "x", mimeType: null } }] },
      { content: [{ type: "resource", resource: { uri: "a:b", text: "x" } }] },
    ],
  ];
  it.each(nulls)("[N814] take null for an absent member: %s", async (_, result, read) => {
    for (const connection of [caller.connection, legacy]) {
      for (const isStream of [false, true]) {
        over(connection);
        handle = answering(result, isStream);
        expect(await caller.call("t", {})).toMatchObject({ kind: "SUCCEEDED", result: read, warning: undefined });
      }
    }
    expect(new Set(caller.requests)).toEqual(new Set(["tools/call"]));
  });

  it("[N814] keep null for an output where the revision has it, and not where it has not", async () => {
    handle = answering({ content: text, structuredContent: null });
    expect(await caller.call("t", {})).toMatchObject({ kind: "SUCCEEDED", result: { output: null } });
    over(legacy);
    expect(await caller.call("t", {})).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: undefined, content: text },
    });
  });

  it.each([
    ["content", { structuredContent: { v: 7 } }, "required content beside the structured content, found none"],
    [
      "its kind",
      { content: [{ type: "smell", of: "tea" }] },
      'required content of a kind of the protocol, found "smell"',
    ],
    [
      "its annotations",
      { content: [{ ...text[0], annotations: { audience: ["system"] } }] },
      "required annotations of content as the protocol has them, found others",
    ],
  ])("[N814] are read with a warning where only %s is odd", async (_, result, finding) => {
    handle = answering(result);
    expect(await caller.call("t", {})).toMatchObject({
      kind: "SUCCEEDED",
      result: { content: "content" in result ? result.content : [] },
      warning: { code: "PROTOCOL", message: `Read the result of the tool by its shape: ${finding}` },
    });
  });

  it.each([
    ["a text that is none", { content: [{ type: "text", text: null }] }],
    ["a picture without its type", { content: [{ type: "image", data: "AAAA", mimeType: null }] }],
    ["a flag that is none", { content: text, isError: "yes" }],
    ["nothing", {}],
    ["a block that is none", { content: [7] }],
  ])("[N814, E7] leave the outcome unknown where more is wrong: %s", async (_, result) => {
    handle = answering(result);
    expect(await caller.call("t", {})).toMatchObject({ outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
  });
});

describe("a stream that ends on purpose", () => {
  it.each(["0", "99999999999"])(
    "[N815] and again and again is not asked for without pause (retry: %s)",
    async (retry) => {
      handle = (_request, response) =>
        response.writeHead(200, { "content-type": "text/event-stream" }).end(`retry: ${retry}\nid: 1\ndata:\n\n`);
      const end = await caller.call("t", {}, { signal: AbortSignal.timeout(500) });
      expect(end.kind).toBe("INTERRUPTED");
      expect(caller.requests.length).toBeLessThanOrEqual(2);
      expect(caller.requests.slice(1)).toEqual(retry === "0" ? ["GET"] : []);
    },
  );
});

describe("a bearer secret", () => {
  it("is sent as Authorization and never repeated in a message", async () => {
    let authorization: string | undefined;
    handle = (request, response, body) => {
      authorization = request.headers.authorization;
      const message = `The token s3cr3t-value is expired`;
      sendJson(response, 400, { jsonrpc: "2.0", id: idOf(body), error: { code: -32_602, message } });
    };
    const attempt = await caller.call("t", {}, { bearer: "s3cr3t-value" });
    expect(authorization).toBe("Bearer s3cr3t-value");
    expect(JSON.stringify(attempt)).toContain("is expired");
    expect(JSON.stringify(attempt)).not.toContain("s3cr3t-value");
  });
});
