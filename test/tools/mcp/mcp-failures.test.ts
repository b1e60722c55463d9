/** Failing answers of a server that is scripted per test: statuses, errors of JSON-RPC, secrets in messages. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
