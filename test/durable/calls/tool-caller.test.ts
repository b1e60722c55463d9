/** Which way a call of an execution takes, and what is said of it on that way. */

import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HttpAgentRegistration } from "../../../src/catalog/agent-registration.ts";
import { agentCallable, agentProvider } from "../../../src/catalog/agents/agent-callable.ts";
import { callCredential } from "../../../src/durable/calls/call-credential.ts";
import { guardedFetch, type SentCredential } from "../../../src/durable/calls/guarded-fetch.ts";
import { Permits } from "../../../src/durable/calls/permits.ts";
import { toolCaller } from "../../../src/durable/calls/tool-caller.ts";
import type { CredentialAnswer, CredentialRequest } from "../../../src/durable/ports/credential-port.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import type { Call, Connection } from "../../../src/durable/ports/ports.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import type { ProviderCredential } from "../../../src/plan/credential.ts";
import { maxParallelRequests } from "../../../src/plan/limits.ts";
import { noCodeTools } from "../../../src/tools/code/code-tool.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { legacyMcpServer } from "../../support/callees/legacy-mcp-server.ts";
import { exampleTraceparent, ToolCaller } from "../../support/callees/mcp-tool-calls.ts";
import { noCredentials, storedCredentials } from "../../support/callees/stored-credentials.ts";

let server: FakeHttpServer;
let received: {
  readonly authorization: string | undefined;
  readonly body: JsonObject;
  readonly headers: IncomingHttpHeaders;
}[];
const secrets = new Map([["AGENT", "s3cret"]]);

beforeEach(async () => {
  received = [];
  server = await fakeHttpServer(({ headers }, response, text) => {
    const body = JSON.parse(text) as JsonObject;
    received.push({ authorization: headers.authorization, body, headers });
    sendJson(response, 200, { request_id: body.request_id, status: "success", result: "fine" });
  });
});
afterEach(() => server.close());

function caller(fetchFunction: typeof fetch = fetch, credentials: ExecutionOptions["credentials"] = noCredentials) {
  const permits = new Permits(maxParallelRequests);
  const options = {
    secret: (name: string) => secrets.get(name),
    credentials,
    clock: { now: () => Date.now(), after: () => () => undefined },
    ...{ artifacts: undefined, artifactLink: async () => undefined, codeTools: noCodeTools, maxResponseBytes: 10_000 },
  };
  const fetchUnder = ({ awaitHeaders }: Pick<Connection, "awaitHeaders">, credential: SentCredential | undefined) =>
    guardedFetch({
      credential,
      rules: { allowPrivate: true, allowHttp: true },
      maxResponseBytes: 10_000,
      fetch: (url, init) => fetchFunction(url, init),
      awaitHeaders,
    });
  const from = () => ({ tenant: "default", execution: "e1", subject: "ann" });
  const call = toolCaller({ options, fetch: fetchUnder, from, argumentLabels: () => [] });
  return (made: Call) => call(made, { awaitHeaders: (signal, run) => permits.run(signal, run) });
}

function agentCall(bearerSecret: string | null, execution: Partial<Call["execution"]> = {}): Call {
  const agent: HttpAgentRegistration = {
    ...{ kind: "HTTP", name: "costs", description: "Knows costs", tags: [], exampleQueries: [], routable: true },
    ...{ endpoint: `${server.url}/run`, bearerSecret, healthUrl: null, effectClass: "UNSAFE", usageHints: "" },
  };
  return {
    ...{ callable: agentCallable(agent), provider: agentProvider(agent), arguments: { user_query: "What?" } },
    ...{ callId: "key-1", attempt: 1, stepId: "ask", signal: new AbortController().signal },
    continuation: undefined,
    onArtifact: () => undefined,
    onProgress: () => undefined,
    execution: {
      ...{
        contextId: null,
        requestId: "req-7",
        trace: { traceparent: exampleTraceparent, tracestate: null },
        userId: "ann",
        depth: 0,
      },
      ancestors: [],
      ...{ routingMode: "MANUAL", isOnlyCall: false },
      ...execution,
    },
  };
}

describe("a call of an agent", () => {
  it("is sent the trace context whole, and nothing of it that there is not", async () => {
    const call = caller();
    await call(agentCall(null));
    await call(agentCall(null, { trace: { traceparent: exampleTraceparent, tracestate: "rojo=1" } }));
    const sent = received.map(({ headers }) => [headers.traceparent, headers.tracestate]);
    expect(sent).toEqual([
      [exampleTraceparent, undefined],
      [exampleTraceparent, "rojo=1"],
    ]);
  });

  it("[H4] bears the id of the execution if that is its only call, else one of its own", async () => {
    const call = caller();
    await call(agentCall(null, { isOnlyCall: true }));
    await call(agentCall(null));
    await call({ ...agentCall(null), stepId: "again" });
    expect(received.map(({ body }) => body.request_id)).toEqual(["req-7", "req-7.ask", "req-7.again"]);
  });

  it("[H5] says who chose the agent", async () => {
    const call = caller();
    await call(agentCall(null, { routingMode: "AUTO" }));
    await call(agentCall(null));
    expect(received.map(({ body }) => body.routing_mode)).toEqual(["auto", "manual"]);
  });

  it("is sent with the value of its secret, and not at all if the deployment has none", async () => {
    const call = caller();
    expect(await call(agentCall("AGENT"))).toMatchObject({ kind: "SUCCEEDED" });
    expect(received).toMatchObject([{ authorization: "Bearer s3cret" }]);
    expect(await call(agentCall("MISSING"))).toMatchObject({
      kind: "FAILED",
      outcome: "NOT_SENT",
      failure: { code: "UPSTREAM_UNAUTHORIZED", message: expect.stringContaining("TOOL_SECRET_MISSING") },
    });
    expect(received).toHaveLength(1);
  });

  it("[N535] is sent the headers of its credential, and what comes back is rid of each of its secrets", async () => {
    const store = storedCredentials();
    const [first, second] = ["first-5ecret", "second-5ecret"];
    const credential: ProviderCredential = {
      kind: "HEADERS",
      headers: [
        { name: "Authorization", secret: "FIRST", prefix: "Token " },
        { name: "X-Account", secret: "SECOND", prefix: "" },
      ],
    };
    const plain = agentCall(null);
    const call: Call = { ...plain, provider: { ...plain.provider, credential } };
    const echoing: typeof fetch = async (url, init) => {
      const sent = new Headers(init?.headers);
      await fetch(url, init);
      const [said, more] = [sent.get("authorization"), sent.get("x-account")];
      const text = `${said} and ${more} and ${btoa(`Token ${first}`)}`;
      return Response.json({ request_id: "req-7.ask", status: "success", result: { [`${more}`]: text } });
    };
    const answerOf = () => caller(echoing, () => store)(call);
    expect(await answerOf()).toMatchObject({
      ...{ kind: "FAILED", outcome: "NOT_SENT" },
      failure: {
        code: "UPSTREAM_UNAUTHORIZED",
        retryable: false,
        message: expect.stringContaining("the secret FIRST"),
      },
    });
    expect(received).toEqual([]);
    const change = { tenant: "default", origin: new URL(server.url).origin, by: "ann" };
    await store.secrets.set({ ...change, owner: { scope: "SUBJECT", subject: "ann" }, name: "FIRST", value: first }, 1);
    await store.secrets.set({ ...change, owner: { scope: "TENANT" }, name: "SECOND", value: second }, 1);
    const answer = await answerOf();
    expect(received.map(({ headers }) => [headers.authorization, headers["x-account"]])).toEqual([
      [`Token ${first}`, second],
    ]);
    expect(JSON.stringify(answer)).toContain("[secret]");
    expect(JSON.stringify(answer)).not.toMatch(/5ecret|Zmlyc3Q/);
    const broken = { credential: async () => Promise.reject(new Error(`boom ${first}`)) };
    const failed = await caller(fetch, () => broken)(call);
    expect(failed).toMatchObject({ kind: "FAILED", outcome: "NOT_SENT", failure: { retryable: true } });
    expect(JSON.stringify(failed)).not.toContain("boom");
  });

  it("[N849, N850] of an operation that is open, or served elsewhere, asks for no credential and nobody to connect", async () => {
    const port = () => ({
      credential: async (): Promise<CredentialAnswer> => ({
        kind: "CONNECT",
        connection: "c1",
        finding: "ann connects",
      }),
    });
    const sent: Headers[] = [];
    const noting: typeof fetch = async (_, init) => {
      sent.push(new Headers(init?.headers));
      return Response.json({});
    };
    const called = (operation: JsonObject, more: Partial<Call["provider"]>) => {
      const plain = agentCall(null);
      const connection = { credential: { in: "header", name: "authorization", scheme: "Bearer" } };
      const provider = {
        ...plain.provider,
        kind: "OPENAPI",
        url: "https://a.example/v1",
        connection,
        ...more,
      } as const;
      const callable = { ...plain.callable, operation: { method: "GET", path: "/a", parameters: [], ...operation } };
      return caller(noting, port)({ ...plain, arguments: {}, callable, provider });
    };
    const credential: ProviderCredential = { kind: "OAUTH", owner: "SUBJECT", scopes: [] };
    expect(await called({}, { credential })).toMatchObject({ kind: "ASKS", connect: "c1" });
    expect(await called({ server: "https://a.example/v2" }, { credential })).toMatchObject({ kind: "ASKS" });
    for (const operation of [{ isOpen: true }, { server: "https://b.example" }]) {
      expect(await called(operation, { credential })).toMatchObject({ kind: "SUCCEEDED" });
      expect(await called(operation, { bearerSecret: "AGENT" })).toMatchObject({ kind: "SUCCEEDED" });
      expect(await called(operation, { bearerSecret: "MISSING" })).toMatchObject({ kind: "SUCCEEDED" });
    }
    expect(sent.map((headers) => headers.get("authorization"))).toEqual(Array(6).fill(null));
    await called({}, { bearerSecret: "AGENT" });
    expect(sent.at(-1)?.get("authorization")).toBe("Bearer s3cret");
  });

  it("[N547] that needs a connection asks for it instead of failing, and goes on as it was once somebody has answered", async () => {
    const answers: CredentialAnswer[] = [];
    const asked: CredentialRequest[] = [];
    const credential: ProviderCredential = { kind: "OAUTH", owner: "SUBJECT", scopes: [] };
    const port = () => ({
      credential: async (request: CredentialRequest) => {
        asked.push(request);
        return answers.shift() ?? { kind: "HEADERS" as const, headers: [], secrets: [] };
      },
    });
    const refusing: typeof fetch = async (url, init) =>
      new Headers(init?.headers).has("authorization")
        ? fetch(url, init)
        : new Response("", { status: 401, headers: { "www-authenticate": 'Bearer scope="notes"' } });
    const plain = agentCall(null);
    const call: Call = { ...plain, provider: { ...plain.provider, credential } };
    const connectFirst = {
      kind: "CONNECT",
      connection: "c1",
      finding: "notes.example demands that ann connects first",
    } as const;
    answers.push({ kind: "HEADERS", headers: [], secrets: [] }, connectFirst);
    const end = await caller(refusing, port)(call);
    expect(end).toEqual({
      kind: "ASKS",
      prompt: "To call costs, notes.example demands that ann connects first.",
      details: { connect: "c1", continuation: null },
      connect: "c1",
    });
    expect(asked.map(({ execution, refusal, subject }) => [execution, subject, refusal])).toEqual([
      ["e1", "ann", undefined],
      ["e1", "ann", { status: 401, challenge: 'Bearer scope="notes"', sent: "" }],
    ]);
    const details = end.kind === "ASKS" ? end.details : null;
    const answer = { details, isAccepted: true, response: null, question: 1 };
    answers.push({ kind: "HEADERS", headers: [["Authorization", "Bearer t0ken-of-ann"]], secrets: ["t0ken-of-ann"] });
    expect(await caller(refusing, port)({ ...call, continuation: answer })).toMatchObject({ kind: "SUCCEEDED" });
    expect(received.map(({ authorization }) => authorization)).toEqual(["Bearer t0ken-of-ann"]);
    const declined = await caller(refusing, port)({ ...call, continuation: { ...answer, isAccepted: false } });
    expect(declined).toMatchObject({
      ...{ kind: "FAILED", outcome: "NOT_SENT" },
      failure: { code: "UPSTREAM_UNAUTHORIZED", message: expect.stringContaining("declined to connect") },
    });
    answers.push({ kind: "UNAVAILABLE", finding: "the token could not be refreshed" });
    expect(await caller(refusing, port)(call)).toMatchObject({ kind: "FAILED", failure: { retryable: true } });
    answers.push(connectFirst);
    expect(await caller(refusing, port)(call)).toMatchObject({ kind: "ASKS", connect: "c1" });
    expect(received).toHaveLength(1);
  });

  it("[N904] that gets no token is not sent, says why, and asks for one once however often it is refused", async () => {
    const lacks: readonly (readonly [CredentialAnswer, object])[] = [
      [
        { kind: "MISSING", finding: "no token was given: the authorization server answered invalid_grant" },
        { code: "UPSTREAM_UNAUTHORIZED", retryable: false, message: expect.stringContaining("invalid_grant") },
      ],
      [
        { kind: "UNAVAILABLE", finding: "no token was given: it could not be reached" },
        { code: "UPSTREAM_UNAVAILABLE", retryable: true, message: expect.stringContaining("could not be reached") },
      ],
    ];
    const client = { id: "workload" };
    const assertion = { kind: "STORED", secret: "ASSERTION" } as const;
    const credential: ProviderCredential = { kind: "JWT_BEARER", owner: "TENANT", scopes: [], client, assertion };
    for (const [lack, failure] of lacks) {
      let asked = 0;
      const port = () => ({
        credential: async ({ refusal }: CredentialRequest) => {
          if (refusal !== undefined) asked += 1;
          return refusal === undefined ? { kind: "HEADERS" as const, headers: [], secrets: [] } : lack;
        },
      });
      const refusing: typeof fetch = async () => new Response("", { status: 401 });
      const plain = agentCall(null);
      for (const provider of [plain.provider, { ...plain.provider, kind: "MCP" as const }]) {
        asked = 0;
        const end = await caller(refusing, port)({ ...plain, provider: { ...provider, credential } });
        expect(end).toMatchObject({ kind: "FAILED", outcome: "NOT_SENT", failure });
        expect(asked).toBe(1);
      }
      const made = { ...plain, provider: { ...plain.provider, credential } };
      const from = { tenant: "default", execution: "e1" };
      const given = await callCredential(made, from, { credentials: port, secret: () => undefined });
      if (!given.ok) throw new Error("nothing was asked yet");
      asked = 0;
      for (let refused = 0; refused < 3; refused += 1)
        expect(await given.sent?.renewed?.(new Response("", { status: 401 }))).toBeUndefined();
      expect([asked, given.lacking()]).toMatchObject([1, { failure }]);
    }
    expect(received).toEqual([]);
  });

  it("[N920, N922] that lacks a secret of its subject asks before anything is sent, and again once the server has refused it", async () => {
    const store = storedCredentials();
    const credential: ProviderCredential = {
      kind: "HEADERS",
      headers: [{ name: "X-Token", secret: "MINE", prefix: "", owner: "SUBJECT" }],
    };
    const plain = agentCall(null);
    const call: Call = { ...plain, provider: { ...plain.provider, credential } };
    const sent: (string | null)[] = [];
    let status = 401;
    const refusing: typeof fetch = async (url, init) => {
      sent.push(new Headers(init?.headers).get("x-token"));
      return status === 200 ? fetch(url, init) : new Response("", { status });
    };
    const answerOf = () => caller(refusing, () => store)(call);
    const asked = await answerOf();
    expect(asked).toMatchObject({
      kind: "ASKS",
      prompt: expect.stringMatching(/^To call costs, .* demands that ann connects first with the secret MINE\.$/),
    });
    const change = { tenant: "default", origin: new URL(server.url).origin, by: "ann", name: "MINE" };
    const storeOwn = (value: string) =>
      store.secrets.set({ ...change, owner: { scope: "SUBJECT", subject: "ann" }, value }, 1);
    await storeOwn("mistyped-5ecret");
    const again = await answerOf();
    expect(again).toMatchObject({ kind: "ASKS", prompt: expect.stringContaining("it refused the secret MINE") });
    expect(JSON.stringify([asked, again])).not.toContain("5ecret");
    // A permission that is lacking is no matter of the secret.
    status = 403;
    expect(await answerOf()).toMatchObject({ kind: "FAILED" });
    await storeOwn("right-5ecret");
    status = 200;
    expect(await answerOf()).toMatchObject({ kind: "SUCCEEDED" });
    expect(sent).toEqual(["mistyped-5ecret", "mistyped-5ecret", "right-5ecret"]);
  });

  it("[E10] leaves only under a permit: six of twelve are on their way at a time", async () => {
    let open = 0;
    let most = 0;
    const counting: typeof fetch = async (url, init) => {
      open += 1;
      most = Math.max(most, open);
      const response = await fetch(url, init);
      open -= 1;
      return response;
    };
    const call = caller(counting);
    const attempts = await Promise.all(Array.from({ length: 12 }, () => call(agentCall(null))));
    expect(attempts.every(({ kind }) => kind === "SUCCEEDED")).toBe(true);
    expect(most).toBe(maxParallelRequests);
  });
});

describe("a call of a tool", () => {
  it("goes to its MCP server", async () => {
    const legacy = await legacyMcpServer({ sessions: false });
    try {
      const found = new ToolCaller(legacy.url);
      await found.discover();
      const [tool] = found.tools;
      const { callable, ...rest } = agentCall(null);
      const attempt = await caller()({
        ...rest,
        arguments: { v: 7 },
        callable: { ...callable, kind: "TOOL", name: "echo", remoteName: "echo", inputSchema: tool?.inputSchema ?? {} },
        provider: { name: "legacy", kind: "MCP", url: found.url, bearerSecret: null, connection: found.connection },
      });
      expect(attempt).toMatchObject({ kind: "SUCCEEDED", result: { output: { v: 7 }, isPartial: false } });
      expect(legacy.received.at(-1)).toMatchObject({ method: "tools/call" });
    } finally {
      await legacy.close();
    }
  });

  it("[N982] that was answered is not made again for a connection that another of its requests was refused for", async () => {
    const result = { content: [{ type: "text", text: "sold out" }], isError: true };
    const answer = ({ id }: { readonly id: unknown }) => ({
      stream: [
        { id: "of the server", method: "roots/list" },
        { id, result },
      ]
        .map((message) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`)
        .join(""),
    });
    const legacy = await legacyMcpServer({ sessions: true, answer });
    const credential: ProviderCredential = { kind: "OAUTH", owner: "SUBJECT", scopes: [] };
    const port = () => ({
      credential: async ({ refusal }: CredentialRequest): Promise<CredentialAnswer> =>
        refusal === undefined
          ? { kind: "HEADERS", headers: [], secrets: [] }
          : { kind: "CONNECT", connection: "c1", finding: "ann connects first" },
    });
    const refused: string[] = [];
    /** What the client answers to requests of the server is refused. */
    const refusingAnswers: typeof fetch = async (url, init) => {
      if (String(init?.body).includes('"method"')) return fetch(url, init);
      refused.push(String(init?.body));
      return new Response("", { status: 401 });
    };
    try {
      const found = new ToolCaller(legacy.url);
      await found.discover();
      const { callable, ...rest } = agentCall(null);
      const end = await caller(
        refusingAnswers,
        port,
      )({
        ...rest,
        arguments: { v: 7 },
        callable: { ...callable, kind: "TOOL", name: "echo", remoteName: "echo", inputSchema: {} },
        provider: { name: "legacy", kind: "MCP", url: found.url, bearerSecret: null, connection: null, credential },
      });
      expect([legacy.received.at(-1), refused]).toMatchObject([{ method: "tools/call" }, [expect.anything()]]);
      expect(end).toMatchObject({ kind: "FAILED", outcome: "ANSWERED" });
    } finally {
      await legacy.close();
    }
  });
});
