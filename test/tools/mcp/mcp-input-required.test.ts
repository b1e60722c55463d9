/** Questions of MCP servers to people: of the example server, which is the official one, and of a server that is scripted per test. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningServer, startExampleServer } from "../../../examples/mcp-server/server.ts";
import type { AttemptResult, CalleeAnswer, CalleeAsks } from "../../../src/execution/events/attempt.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { ToolCaller } from "../../support/callees/mcp-tool-calls.ts";

function asks(attempt: AttemptResult): CalleeAsks {
  if (attempt.kind !== "ASKS") throw new Error(`Required a question, found ${JSON.stringify(attempt)}`);
  return attempt;
}

/** The answer as it comes out of the journal. */
function answered({ details }: CalleeAsks, response: Json): CalleeAnswer {
  const isAccepted = response !== null;
  return JSON.parse(JSON.stringify({ details, isAccepted, response, question: 1 })) as CalleeAnswer;
}

describe("a question of the official server", () => {
  let server: RunningServer;
  let caller: ToolCaller;
  const sent: { readonly id: unknown; readonly params: { readonly _meta: JsonObject } }[] = [];

  beforeAll(async () => {
    server = await startExampleServer(0, { delayMs: 0 });
    caller = new ToolCaller(server.url);
    expect(await caller.discover()).toMatchObject({ ok: true, protocolVersion: "2026-07-28", dropped: [] });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    sent.length = 0;
    caller.requests.length = 0;
    await fetch(`${server.url}/ledger/reset`, { method: "POST" });
  });

  const book = (continuation: CalleeAnswer | null = null, key = "meeting-1") =>
    caller.call("book_meeting", { topic: "tides" }, { key, continuation, fetch: noted });
  const noted: ToolCaller["fetch"] = (url, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return caller.fetch(url, init);
  };

  interface Entry {
    readonly key: string;
    readonly arguments: unknown;
    readonly answers: unknown;
    readonly requestState: unknown;
    readonly headers: { readonly idempotencyKey: string };
  }
  const ledger = async () => (await fetch(`${server.url}/ledger`)).json() as Promise<readonly Entry[]>;

  it("becomes a form, because every request declares that forms can be answered", async () => {
    expect(asks(await book())).toEqual({
      kind: "ASKS",
      prompt: "When is the meeting about tides?",
      responseSchema: {
        type: "object",
        properties: {
          time: { type: "string", title: "Time", format: "date-time" },
          attendees: { type: "integer", title: "Attendees", minimum: 1, maximum: 100 },
        },
        required: ["time", "attendees"],
        additionalProperties: false,
      },
      details: { requestState: expect.stringMatching(/^ draft ".+" für tides\n$/), keys: ["meeting"] },
    });
    const declared = sent[0]?.params._meta["io.modelcontextprotocol/clientCapabilities"];
    expect(declared).toEqual({ elicitation: { form: {} } });
    expect(caller.requests).toEqual(["tools/call"]);
  });

  it("[E5] is answered by the same call with the same key, a new id, and the state to the letter", async () => {
    const question = asks(await book());
    const content = { time: "2026-02-01T10:00:00Z", attendees: 4 };
    expect(await book(answered(question, content))).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: { booked: true, topic: "tides", ...content, meetings: 1 } },
    });
    const [first, second] = await ledger();
    expect(second).toMatchObject({
      key: "meeting-1",
      arguments: { topic: "tides" },
      answers: { meeting: { action: "accept", content } },
      requestState: (question.details as JsonObject).requestState,
    });
    expect(second?.headers.idempotencyKey).toBe(first?.headers.idempotencyKey);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
  });

  it("[E5] is answered once more if the answer to that was lost, and has its effect once", async () => {
    const question = asks(await book(null, "meeting-2"));
    const answer = answered(question, { time: "2026-02-02T10:00:00Z", attendees: 2 });
    const first = await book(answer, "meeting-2");
    expect(await book(answer, "meeting-2")).toEqual(first);
  });

  it("is told that a person declined, and says itself what becomes of the call", async () => {
    const question = asks(await book(null, "meeting-3"));
    expect(await book(answered(question, null), "meeting-3")).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: { booked: false, time: null } },
    });
    expect((await ledger())[1]?.answers).toEqual({ meeting: { action: "decline" } });
  });
});

describe("a question of any server", () => {
  let server: FakeHttpServer;
  let caller: ToolCaller;
  let result: unknown;
  const received: JsonObject[] = [];

  beforeEach(async () => {
    received.length = 0;
    server = await fakeHttpServer((_request, response, body) => {
      const { id, params } = JSON.parse(body) as { readonly id: Json; readonly params: JsonObject };
      received.push(params);
      sendJson(response, 200, { jsonrpc: "2.0", id, result });
    });
    caller = new ToolCaller(server.url);
    caller.connection = {
      era: "modern",
      protocolVersion: "2026-07-28",
      discover: {
        ...{ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
        ...{ resultType: "complete", ttlMs: 0, cacheScope: "private" },
      },
    };
    const facts = { title: null, description: null, outputSchema: null, annotations: {}, metadata: {} };
    caller.tools = [{ name: "t", inputSchema: { type: "object" }, ...facts }];
  });
  afterEach(() => server.close());

  const form = (requestedSchema: unknown, more: object = {}) => ({
    method: "elicitation/create",
    params: { mode: "form", message: "What?", requestedSchema, ...more },
  });
  const plain = { type: "object", properties: { name: { type: "string" } } };

  function asking(inputRequests: unknown, more: object = {}) {
    result = { resultType: "input_required", inputRequests, ...more };
    return caller.call("t", { v: 1 });
  }

  async function retried(question: CalleeAsks, response: Json) {
    result = { resultType: "complete", content: [] };
    const attempt = await caller.call("t", { v: 1 }, { continuation: answered(question, response) });
    return { attempt, params: received.at(-1) ?? {} };
  }

  it("may be several at once: one form with a member for each, answered apart", async () => {
    const other = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const question = asks(await asking({ a: form(plain), b: form(other, { message: "How many?" }) }));
    expect(question).toMatchObject({
      prompt: "What?\n\nHow many?",
      responseSchema: {
        properties: {
          a: { properties: plain.properties, description: "What?", additionalProperties: false },
          b: { required: ["n"], description: "How many?" },
        },
        required: ["a", "b"],
        additionalProperties: false,
      },
    });
    const { params } = await retried(question, { a: { name: "x" }, b: { n: 2 } });
    expect(params.inputResponses).toEqual({
      a: { action: "accept", content: { name: "x" } },
      b: { action: "accept", content: { n: 2 } },
    });
    const declined = await retried(question, null);
    expect(declined.params.inputResponses).toEqual({ a: { action: "decline" }, b: { action: "decline" } });
  });

  it.each([
    '{"a": 1, "b":"\\u00e9"}',
    "\u0000\ud800 lone \u2028\u00a0",
    "",
    " \n",
    "e\u0301 is not \u00e9",
    "x".repeat(60_000),
  ])("brings its state back to the letter (%#)", async (requestState) => {
    const question = asks(await asking({ a: form(plain) }, { requestState }));
    const { params } = await retried(question, { name: "x" });
    expect(params.requestState).toBe(requestState);
    expect(params.arguments).toEqual({ v: 1 });
  });

  it("that gave no state gets none back", async () => {
    const { params } = await retried(asks(await asking({ a: form(plain) })), { name: "x" });
    expect(Object.hasOwn(params, "requestState")).toBe(false);
  });

  it("may be followed by another, with another state", async () => {
    const first = asks(await asking({ a: form(plain) }, { requestState: "one" }));
    result = { resultType: "input_required", inputRequests: { b: form(plain) }, requestState: "two" };
    const second = asks(await caller.call("t", { v: 1 }, { continuation: answered(first, { name: "x" }) }));
    const { params } = await retried(second, { name: "y" });
    expect(params).toMatchObject({ requestState: "two", inputResponses: { b: { content: { name: "y" } } } });
  });

  it("may be named as a member of every object is, which stays a name", async () => {
    const question = asks(await asking(JSON.parse(`{"__proto__": ${JSON.stringify(form(plain))}}`)));
    const { params } = await retried(question, { name: "x" });
    expect(JSON.stringify(params.inputResponses)).toBe('{"__proto__":{"action":"accept","content":{"name":"x"}}}');
  });

  const nested = { type: "object", properties: { a: { type: "object", properties: {} } } };
  const deep = JSON.parse(`${"[".repeat(2_000)}${"]".repeat(2_000)}`) as Json;
  const refused: readonly [string, unknown, object, string][] = [
    ["of a megabyte", { a: form(plain, { message: "x".repeat(1_000_000) }) }, {}, "required at most 65536 bytes"],
    ["with a state of a megabyte", { a: form(plain) }, { requestState: "x".repeat(1_000_000) }, "65536 bytes"],
    [
      "with a text that nobody reads",
      { a: form(plain, { message: "x".repeat(9_000) }) },
      {},
      "at most 8000 characters",
    ],
    ["nested without end", { a: deep }, {}, "required at most 16 levels"],
    ["with a state and no question", {}, { requestState: "later" }, "required a question to a person, found none"],
    ["with a list of questions", [form(plain)], { requestState: "s" }, "found none"],
    ["for a language model", { a: { method: "sampling/createMessage", params: {} } }, {}, "sampling/createMessage"],
    ["for roots", { a: { method: "roots/list" } }, {}, "roots/list"],
    ["of an unknown method", { a: { method: "tools/call", params: {} } }, {}, "tools/call"],
    ["of no method", { a: "?" }, {}, "found no method"],
    ["beside one that cannot be asked", { a: form(plain), b: { method: "roots/list" } }, {}, '("b")'],
    [
      "for an address to be visited",
      { a: { method: "elicitation/create", params: { mode: "url", message: "Visit", url: "https://a.example" } } },
      {},
      'required a question in the mode "form", found "url"',
    ],
    ["without a text", { a: form(plain, { message: 7 }) }, {}, "required a question with a text"],
    ["without a form", { a: form(undefined) }, {}, "required a flat form"],
    ["with a reference", { a: form({ type: "object", properties: { a: { $ref: "#/$defs/x" } } }) }, {}, "flat form"],
    [
      "with a reference beside a type",
      { a: form({ type: "object", properties: { a: { type: "string", $ref: "https://a.example/x" } } }) },
      {},
      '"$ref"',
    ],
    ["with a reference for a form", { a: form({ ...plain, $ref: "#" }) }, {}, '"$ref"'],
    ["with objects in it", { a: form(nested) }, {}, "required a flat form"],
    [
      "that hides a member",
      { a: form(JSON.parse('{"type":"object","properties":{"__proto__":{}}}')) },
      {},
      "__proto__",
    ],
    ["that requires what it does not declare", { a: form({ ...plain, required: ["b"] }) }, {}, 'found "b"'],
    ["that repeats the token", { a: form(plain, { message: "Is it s3cr3t-value?" }) }, {}, "repeats no secret"],
  ];
  it.each(refused)(
    "[E7] %s is refused with PROTOCOL, and nothing is called again",
    async (_, requests, more, words) => {
      result = { resultType: "input_required", inputRequests: requests, ...more };
      const attempt = await caller.call("t", { v: 1 }, { bearer: "s3cr3t-value" });
      expect(attempt).toMatchObject({
        kind: "FAILED",
        outcome: "ANSWERED",
        failure: { code: "PROTOCOL", message: expect.stringContaining(words), retryable: false },
      });
      expect(JSON.stringify(attempt).length).toBeLessThan(1_000);
      expect(received).toHaveLength(1);
    },
  );

  it.each([
    ["as the name of a question", { "s3cr3t-value": { method: "roots/list" } }],
    ["as a method", { a: { method: "s3cr3t-value" } }],
    ["as a mode", { a: form(plain, { mode: "s3cr3t-value" }) }],
    ["as a member", { a: form({ type: "object", properties: { "s3cr3t-value": {} } }) }],
    ["as what is required", { a: form({ ...plain, required: ["s3cr3t-value"] }) }],
    ["as a keyword", { a: form({ ...plain, "s3cr3t-value": 1 }) }],
  ])("that is refused does not bring the token into the message (%s)", async (_, requests) => {
    result = { resultType: "input_required", inputRequests: requests };
    const attempt = await caller.call("t", { v: 1 }, { bearer: "s3cr3t-value" });
    expect(attempt).toMatchObject({ kind: "FAILED", failure: { code: "PROTOCOL" } });
    expect(JSON.stringify(attempt)).not.toContain("s3cr3t");
  });

  it("that another version of this software stored is not gone on with", async () => {
    const continuation = { details: { state: "?" }, isAccepted: true, response: {}, question: 1 };
    expect(await caller.call("t", {}, { continuation })).toMatchObject({
      kind: "FAILED",
      outcome: "NOT_SENT",
      failure: { code: "INTERNAL" },
    });
    expect(received).toEqual([]);
  });
});
