/**
 * The official client is the oracle of the lean call: every answer of this file, usual and hostile, is given to both, over JSON and as a stream,
 * in both eras. What left for the server and what came of the call have to be the same.
 */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import type { ProgressNotice } from "../../../src/execution/events/callee-progress.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { maxJson } from "../../../src/plan/limits.ts";
import { callMcpTool } from "../../../src/tools/mcp/mcp-call.ts";
import { callOverLibrary } from "../../../src/tools/mcp/mcp-library-call.ts";
import { McpSessions } from "../../../src/tools/mcp/mcp-sessions.ts";
import type { McpToolCall } from "../../../src/tools/mcp/mcp-tool-call.ts";
import { type FakeHttpServer, fakeHttpServer } from "../../support/callees/http-server.ts";
import { type CallChoices, ToolCaller } from "../../support/callees/mcp-tool-calls.ts";
import { patience } from "../../support/engine/patience.ts";

type Era = "modern" | "legacy";

interface Sent {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

type Answer = (response: ServerResponse, id: unknown, wire: { readonly count: number }) => void;

let server: FakeHttpServer;
let answer: Answer;
/** What came to the server, by the number of the call. */
const runs = new Map<string, Sent[]>();

beforeAll(async () => {
  server = await fakeHttpServer((request, response, body) => {
    const message = body === "" ? null : JSON.parse(body);
    // What differs between any two requests: the id, and the port of the connection.
    const { connection: _, host: __, ...headers } = request.headers;
    const masked = message === null ? null : { ...message, ...(message.id !== undefined && { id: "ID" }) };
    // The id of the request, so that the server can tell of its progress.
    const metadata = masked?.params?._meta;
    if (metadata !== undefined && metadata.progressToken === message.id) metadata.progressToken = "ID";
    if (typeof masked?.params?.requestId === "number") masked.params = { ...masked.params, requestId: "ID" };
    const run = /run=(\d+)/.exec(request.url ?? "")?.[1] ?? "";
    const sent = runs.get(run) ?? [];
    runs.set(run, [
      ...sent,
      { method: request.method ?? "", headers: { ...headers, "content-length": "" }, body: masked },
    ]);
    answer(response, message?.id, { count: sent.length + 1 });
  });
});
afterAll(() => server.close());

const connections: { readonly [era in Era]: Json } = {
  modern: {
    era: "modern",
    protocolVersion: "2026-07-28",
    discover: {
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "private",
    },
  },
  legacy: { era: "legacy", protocolVersion: "2025-06-18", sessionId: "session-1" },
};

const outputSchema = { type: "object", properties: { v: { type: "number" } }, required: ["v"] };
const mirrored = { type: "string", "x-mcp-header": "Region" };

function callerOf(era: Era, properties: JsonObject, run: string): ToolCaller {
  const caller = new ToolCaller(`${server.url}/?run=${run}&path=`);
  caller.connection = connections[era];
  const tool = { title: null, description: null, annotations: {}, metadata: {} };
  caller.tools = [{ ...tool, name: "t", inputSchema: { type: "object", properties }, outputSchema }];
  return caller;
}

const guarded = guardedFetch({
  rules: { allowPrivate: true, allowHttp: true },
  maxResponseBytes: 4_000_000,
  fetch: (url, init) => fetch(url, init),
  awaitHeaders: (_signal, run) => run(),
});

/** Whether the lean call read the answer itself. */
type Reader = "LEAN" | "LIBRARY";

interface Outcome {
  readonly attempt: AttemptResult;
  /** What has come to the server until now. */
  sent(): readonly Sent[];
  readonly reader: Reader;
  /** What the server told while it worked. */
  readonly notices: readonly ProgressNotice[];
}

class WatchedSessions extends McpSessions {
  hasLink = false;

  override link(...given: Parameters<McpSessions["link"]>) {
    this.hasLink = true;
    return super.link(...given);
  }
}

let lastRun = 0;

function begun(era: Era, by: typeof callMcpTool, input: JsonObject, choices: CallChoices, properties: JsonObject = {}) {
  const run = String(++lastRun);
  const caller = callerOf(era, properties, run);
  const sessions = new WatchedSessions();
  caller.sessions = sessions;
  const notices: ProgressNotice[] = [];
  const onProgress = (notice: ProgressNotice) => void notices.push(notice);
  const attempt = caller.call("t", input, { fetch: guarded, onProgress, ...choices, by });
  return {
    attempt,
    notices,
    sent: () => runs.get(run) ?? [],
    reader: (): Reader => (sessions.hasLink ? "LIBRARY" : "LEAN"),
  };
}

const overLibrary = (call: McpToolCall) => callOverLibrary(call, null);

/** Gives the answer to both, and expects the same of both. */
async function both(
  era: Era,
  given: Answer,
  input: JsonObject = { v: 1 },
  choices: CallChoices = {},
  properties: JsonObject = {},
): Promise<Outcome> {
  answer = given;
  const lean = begun(era, callMcpTool, input, choices, properties);
  const attempt = await lean.attempt;
  const library = begun(era, overLibrary, input, choices, properties);
  expect(attempt).toEqual(await library.attempt);
  expect(lean.notices).toEqual(library.notices);
  // What a server asked is answered after the call has ended.
  await vi.waitFor(() => expect(lean.sent()).toEqual(library.sent()), patience);
  return { attempt, sent: lean.sent, reader: lean.reader(), notices: lean.notices };
}

const text = [{ type: "text", text: "seven" }];
const good = { resultType: "complete", content: text, structuredContent: { v: 7 } };

function json(value: unknown, headers: { readonly [name: string]: string } = {}, status = 200): Answer {
  return (response, id) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof value === "string" ? value.replaceAll('"ID"', JSON.stringify(id)) : withId(value, id));
  };
}

function stream(pieces: readonly string[]): Answer {
  return (response, id, { count }) => {
    // A stream that is asked for again has nothing more.
    if (count > 1) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    // A bar stands where the text is cut.
    const cut = pieces.flatMap((piece) => piece.replaceAll('"ID"', JSON.stringify(id)).split("|"));
    void written(response, cut);
  };
}

async function written(response: ServerResponse, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  response.end();
}

const withId = (value: unknown, id: unknown) => JSON.stringify(value).replaceAll('"ID"', JSON.stringify(id));
const message = (result: unknown, more: object = {}) => ({ jsonrpc: "2.0", id: "ID", result, ...more });
const line = (value: unknown) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n`;
const event = (value: unknown) => `event: message\n${line(value)}\n`;
const notice = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "working" } };
const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } };
const serverInfo = { "io.modelcontextprotocol/serverInfo": { name: "s", version: "1" } };
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** Results that a server may give, by name, with who reads them in the newer and in the older era. */
const results: readonly [string, unknown, Reader, Reader][] = [
  ["a usual one", good, "LEAN", "LEAN"],
  ["one without structure", { resultType: "complete", content: text }, "LEAN", "LEAN"],
  ["one without content", { resultType: "complete", structuredContent: { v: 7 } }, "LIBRARY", "LIBRARY"],
  ["an empty content", { ...good, content: [] }, "LEAN", "LEAN"],
  ["no type", { content: text, structuredContent: { v: 7 } }, "LIBRARY", "LEAN"],
  ["another type", { ...good, resultType: "later" }, "LIBRARY", "LEAN"],
  ["a type that is none", { ...good, resultType: 1 }, "LIBRARY", "LEAN"],
  ["a failure", { ...good, isError: true }, "LEAN", "LEAN"],
  ["no failure", { ...good, isError: false }, "LEAN", "LEAN"],
  ["a failure that is none", { ...good, isError: "yes" }, "LIBRARY", "LIBRARY"],
  ["output against its schema", { ...good, structuredContent: { v: "seven" } }, "LEAN", "LEAN"],
  ["a list for output", { ...good, structuredContent: [7] }, "LIBRARY", "LIBRARY"],
  ["null for output", { ...good, structuredContent: null }, "LIBRARY", "LIBRARY"],
  ["a number for output", { ...good, structuredContent: 7 }, "LIBRARY", "LIBRARY"],
  ["metadata", { ...good, _meta: { "com.example/a": [1, { b: null }] } }, "LEAN", "LEAN"],
  ["the name of the server", { ...good, _meta: serverInfo }, "LEAN", "LEAN"],
  [
    "a longer name of the server",
    { ...good, _meta: { "io.modelcontextprotocol/serverInfo": { name: "s", version: "1", title: "S", x: 1 } } },
    ...(["LIBRARY", "LIBRARY"] as const),
  ],
  [
    "a name of the server that is none",
    { ...good, _meta: { "io.modelcontextprotocol/serverInfo": 7 } },
    ...(["LIBRARY", "LIBRARY"] as const),
  ],
  ["a progress token that is none", { ...good, _meta: { progressToken: {} } }, "LIBRARY", "LIBRARY"],
  ["metadata that is none", { ...good, _meta: 7 }, "LIBRARY", "LIBRARY"],
  ["a member of another revision", { ...good, task: { id: "1" } }, "LIBRARY", "LIBRARY"],
  ["a picture", { ...good, content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }, "LIBRARY", "LIBRARY"],
  ["a picture that is none", { ...good, content: [{ type: "image", data: "?", mimeType: 1 }] }, "LIBRARY", "LIBRARY"],
  ["a link", { ...good, content: [{ type: "resource_link", uri: "https://a", name: "a" }] }, "LIBRARY", "LIBRARY"],
  ["an unknown kind of content", { ...good, content: [{ type: "smell", text: "a" }] }, "LIBRARY", "LIBRARY"],
  ["text with more", { ...good, content: [{ type: "text", text: "a", annotations: {} }] }, "LIBRARY", "LIBRARY"],
  ["text with a stranger", { ...good, content: [{ type: "text", text: "a", odd: 1 }] }, "LIBRARY", "LIBRARY"],
  ["text that is none", { ...good, content: [{ type: "text", text: 7 }] }, "LIBRARY", "LIBRARY"],
  ["content that is none", { ...good, content: "text" }, "LIBRARY", "LIBRARY"],
  ["a question", { resultType: "input_required", requestState: "s" }, "LIBRARY", "LIBRARY"],
  [
    "a question with a form",
    {
      resultType: "input_required",
      inputRequests: {
        a: {
          method: "elicitation/create",
          params: {
            message: "Name?",
            requestedSchema: { type: "object", properties: { name: { type: "string" } } },
          },
        },
      },
      content: [],
      structuredContent: { v: 7 },
    },
    ...(["LIBRARY", "LIBRARY"] as const),
  ],
  ["no object", 7, "LIBRARY", "LIBRARY"],
  ["a list", [good], "LIBRARY", "LIBRARY"],
];

describe.each(["modern", "legacy"] as const)("[N220] the lean call and the official client, %s era", (era) => {
  it.each(results)("[N220] agree on %s", async (_, result, ...readers) => {
    const reader = readers[era === "modern" ? 0 : 1];
    for (const given of [json(message(result)), stream([event(message(result))])]) {
      const { reader: found, sent } = await both(era, given);
      expect(sent()).toHaveLength(1);
      expect(found).toBe(reader);
    }
  });

  const bodies: readonly [string, Answer, Reader][] = [
    ["malformed JSON", json('{"jsonrpc":"2.0","id":"ID","result":'), "LIBRARY"],
    ["an empty body", json(""), "LIBRARY"],
    ["a body of the value null", json("null"), "LIBRARY"],
    ["a mark of the byte order", json(`\uFEFF${JSON.stringify(message(good))}`), "LEAN"],
    ["two marks of the byte order", json(`\uFEFF\uFEFF${JSON.stringify(message(good))}`), "LEAN"],
    ["white space around", json(` \r\n${JSON.stringify(message(good))}\n`), "LEAN"],
    ["a wrong id", json(message(good, { id: 3 })), "LIBRARY"],
    ["the id as text", json(message(good, { id: "3" })), "LIBRARY"],
    ["no id", json({ jsonrpc: "2.0", result: good }), "LIBRARY"],
    ["a null for id", json(message(good, { id: null })), "LIBRARY"],
    ["no version", json({ id: "ID", result: good }), "LIBRARY"],
    ["another version", json(message(good, { jsonrpc: "1.0" })), "LIBRARY"],
    ["a member beside the result", json(message(good, { extra: 1 })), "LIBRARY"],
    ["a result and an error", json(message(good, { error: { code: 1, message: "no" } })), "LIBRARY"],
    ["a batch of one", json([message(good)]), "LIBRARY"],
    ["a batch of two answers", json([message(good), message({ ...good, structuredContent: { v: 8 } })]), "LIBRARY"],
    ["an empty batch", json([]), "LIBRARY"],
    ["a batch of a wrong id and the right one", json([message(good, { id: 3 }), message(good)]), "LIBRARY"],
    ["a name that comes twice", json(JSON.stringify(message(good)).replace("{", '{"result":7,')), "LEAN"],
    ["__proto__ in the message", json(JSON.stringify(message(good)).replace("{", '{"__proto__":{"a":1},')), "LIBRARY"],
    [
      "__proto__ in the output",
      json(
        '{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","content":[],"structuredContent":{"v":7,"__proto__":{"a":1}}}}',
      ),
      "LIBRARY",
    ],
    [
      "__proto__ deep in the output",
      json(
        '{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","content":[],"structuredContent":{"v":7,"w":{"__proto__":{"a":1}}}}}',
      ),
      "LEAN",
    ],
    [
      "output that is nested too deeply",
      json(
        `{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","content":[],"structuredContent":{"v":7,"w":${deep(200)}}}}`,
      ),
      "LEAN",
    ],
    [
      "output that is nested without end",
      json(
        `{"jsonrpc":"2.0","id":"ID","result":{"resultType":"complete","content":[],"structuredContent":{"v":7,"w":${"[".repeat(60_000)}${"]".repeat(60_000)}}}}`,
      ),
      "LEAN",
    ],
    [
      "too many values",
      json(message({ ...good, structuredContent: { v: 7, w: Array.from({ length: maxJson.values + 1 }, () => 1) } })),
      "LIBRARY",
    ],
    [
      "too many names",
      json(
        message({
          ...good,
          structuredContent: {
            v: 7,
            ...Object.fromEntries(Array.from({ length: maxJson.names + 1 }, (_, n) => [`n${n}`, n])),
          },
        }),
      ),
      "LIBRARY",
    ],
    ["a large answer", json(message({ ...good, content: [{ type: "text", text: "x".repeat(1_000_000) }] })), "LEAN"],
    [
      "an answer that is too large",
      json(message({ ...good, content: [{ type: "text", text: "x".repeat(5_000_000) }] })),
      "LEAN",
    ],
    [
      "bytes that are no UTF-8",
      (response, id) => {
        response.writeHead(200, { "content-type": "application/json" });
        const [before = "", after = ""] = withId(
          message({ ...good, content: [{ type: "text", text: "##" }] }),
          id,
        ).split("##");
        response.end(Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(after)]));
      },
      "LEAN",
    ],
    ["JSON with a charset", json(message(good), { "content-type": "application/json; charset=utf-8" }), "LEAN"],
    [
      "JSON with a strange charset",
      json(message(good), { "content-type": "application/json; charset=utf-16" }),
      "LIBRARY",
    ],
    ["JSON of another type", json(message(good), { "content-type": "application/problem+json" }), "LIBRARY"],
    ["no content type", json(message(good), { "content-type": "" }), "LIBRARY"],
    ["a page", json("<h1>no</h1>", { "content-type": "text/html" }), "LIBRARY"],
    ["two content types", json(message(good), { "content-type": "application/json, text/html" }), "LIBRARY"],
    ["an encoding that it has not", json(message(good), { "content-encoding": "gzip" }), "LEAN"],
    ["accepted, with no answer", json("", {}, 202), "LIBRARY"],
    ["created", json(message(good), {}, 201), "LIBRARY"],
    ["no content", (response) => response.writeHead(204).end(), "LIBRARY"],
    ["an error of its request", json({ jsonrpc: "2.0", id: "ID", error: { code: -32_602, message: "no" } }), "LIBRARY"],
    ["an error of its own", json({ jsonrpc: "2.0", id: "ID", error: { code: -32_603, message: "no" } }), "LIBRARY"],
    ["an odd error", json({ jsonrpc: "2.0", id: "ID", error: { code: 7, message: "no", data: { a: 1 } } }), "LIBRARY"],
    ["an error whose code is none", json({ jsonrpc: "2.0", id: "ID", error: { code: "x", message: "no" } }), "LIBRARY"],
    ["an error without an id", json({ jsonrpc: "2.0", error: { code: -32_600, message: "no" } }), "LIBRARY"],
    [
      "a mismatch of headers",
      json({ jsonrpc: "2.0", id: "ID", error: { code: -32_020, message: "no" } }, {}, 400),
      "LIBRARY",
    ],
    [
      "an error with a refusing status",
      json({ jsonrpc: "2.0", id: "ID", error: { code: -32_602, message: "no" } }, {}, 400),
      "LIBRARY",
    ],
    ["a challenge", json({}, { "www-authenticate": "Bearer" }, 401), "LIBRARY"],
    [
      "a challenge for more",
      json({}, { "www-authenticate": 'Bearer error="insufficient_scope", scope="a"' }, 403),
      "LIBRARY",
    ],
    ["a request of the server", json({ jsonrpc: "2.0", id: 7, method: "ping" }), "LIBRARY"],
    ["a notification alone", json(notice), "LIBRARY"],
  ];
  it.each(bodies)("[N220] agree on %s", async (_, given, reader) => {
    const { reader: found } = await both(era, given);
    expect(found).toBe(reader);
  });

  const statuses = [300, 304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 501, 502, 503, 504];
  it.each(statuses)("[N220, E7] agree on HTTP %i, with and without Retry-After", async (status) => {
    for (const headers of [{}, { "retry-after": "2" }]) {
      for (const given of [json({}, headers, status), json("<h1>no</h1>", headers, status)]) {
        await both(era, given);
      }
    }
  });

  const redirects: readonly [string, number, string][] = [
    ["one that keeps the method", 307, "/again?run=0"],
    ["one that does not", 302, "/again?run=0"],
    ["one to nowhere", 308, "ftp://127.0.0.1/"],
  ];
  it.each(redirects)("[N220] agree on a redirect, %s", async (_, status, location) => {
    const given: Answer = (response, id, { count }) =>
      count % 2 === 1 ? response.writeHead(status, { location }).end() : json(message(good))(response, id, { count });
    await both(era, given);
  });

  const streams: readonly [string, readonly string[], Reader][] = [
    [
      "comments and notifications before the answer",
      [": hello\n\n", event(notice), event(progress), event(message(good))],
      "LEAN",
    ],
    ["an answer in many pieces", [event(message(good)).replaceAll(/[^"ID]/g, "$&|")], "LEAN"],
    ["ends of lines of Windows", [event(message(good)).replaceAll("\n", "\r\n")], "LEAN"],
    [
      "ends of lines of Windows, cut between their halves",
      event(message(good))
        .replaceAll("\n", "\r\n")
        .split(/(?<=\r)/),
      "LEAN",
    ],
    ["ends of lines of old machines", [event(message(good)).replaceAll("\n", "\r")], "LIBRARY"],
    [
      "mixed ends of lines",
      [
        `data: {"jsonrpc":"2.0",\ndata: "id":"ID",\r\n${line('"result":{"resultType":"complete","content":[],"structuredContent":{"v":7}}}')}\r\n`,
      ],
      "LEAN",
    ],
    ["data over several lines", [JSON.stringify(message(good), null, 2).split("\n").map(line).join(""), "\n"], "LEAN"],
    ["data without a space", [`data:${JSON.stringify(message(good))}\n\n`], "LEAN"],
    ["no end of the last event", [line(message(good))], "LIBRARY"],
    ["a mark of the byte order", [`\uFEFF${event(message(good))}`], "LEAN"],
    ["two marks of the byte order", [`\uFEFF\uFEFF${event(message(good))}`], "LEAN"],
    ["another event first", [`event: ping\n${line("{}")}\n`, event(message(good))], "LEAN"],
    ["another event with the answer", [`event: result\n${line(message(good))}\n`], "LIBRARY"],
    ["empty data first", ["data:\n\n", "data\n\n", event(message(good))], "LIBRARY"],
    ["data that is no JSON first", [line("hello"), "\n", event(message(good))], "LIBRARY"],
    ["an answer of another request first", [event(message(good, { id: 3 })) + event(message(good))], "LIBRARY"],
    ["an answer of another request alone", [event(message(good, { id: 3 }))], "LIBRARY"],
    ["two answers", [event(message(good)) + event(message({ ...good, structuredContent: { v: 8 } }))], "LEAN"],
    [
      "an answer and an error",
      [event(message(good)) + event({ jsonrpc: "2.0", id: "ID", error: { code: 1, message: "no" } })],
      "LEAN",
    ],
    ["an error", [event({ jsonrpc: "2.0", id: "ID", error: { code: -32_602, message: "no" } })], "LIBRARY"],
    ["a batch", [event([message(good)])], "LIBRARY"],
    ["a request of the server", [event({ jsonrpc: "2.0", id: 7, method: "ping" }), event(message(good))], "LIBRARY"],
    ["a notification with an error in it", [event({ ...notice, error: { code: 1 } }), event(message(good))], "LEAN"],
    [
      "a notification of cancellation",
      [event({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "ID" } }), event(message(good))],
      "LEAN",
    ],
    ["ids of events", [`id: 1\n${line(notice)}\n`, `id: 2\n${line(message(good))}\n`], "LEAN"],
    ["an end without an answer", [event(notice)], "LIBRARY"],
    ["an end without anything", [], "LIBRARY"],
    [
      "a long talk before the answer",
      [event({ ...notice, params: { level: "info", data: "x".repeat(300_000) } }), event(message(good))],
      "LEAN",
    ],
    [
      "a long notification of another kind",
      [event({ ...notice, method: "notifications/other", params: { x: "x".repeat(300_000) } }), event(message(good))],
      "LIBRARY",
    ],
    [
      "too many names",
      [
        event({
          ...notice,
          params: Object.fromEntries(Array.from({ length: maxJson.names + 1 }, (_, n) => [`n${n}`, n])),
        }),
        event(message(good)),
      ],
      "LIBRARY",
    ],
  ];
  it.each(streams)("[N220] agree on a stream with %s", async (_, pieces, reader) => {
    const { reader: found } = await both(era, stream(pieces));
    expect(found).toBe(reader);
  });

  const told = (params: object) => event({ ...progress, params: { progressToken: "ID", ...params } });
  const logged = (params: object) => event({ ...notice, params });
  const talks: readonly [string, readonly string[], readonly ProgressNotice[], Reader?][] = [
    ["a number", [told({ progress: 1 })], [{ progress: 1 }]],
    [
      "everything that it may say",
      [told({ progress: 0.5, total: 2, message: "half" })],
      [{ progress: 0.5, total: 2, message: "half" }],
    ],
    ["null for what it does not know", [told({ progress: 1, total: null, message: null })], [{ progress: 1 }]],
    ["a token of another call", [event(progress)], ["BROKEN"]],
    ["its token as text", [told({ progress: 1, progressToken: "7" })], ["BROKEN"]],
    ["no token", [event({ ...progress, params: { progress: 1 } })], ["BROKEN"]],
    ["no number", [told({ message: "soon" })], ["BROKEN"]],
    ["text for a number", [told({ progress: "1" })], ["BROKEN"]],
    ["a number without end", [told({ progress: 1 }).replace('"progress":1', '"progress":1e999')], ["BROKEN"]],
    ["a total without end", [told({ progress: 1, total: 1 }).replace('"total":1', '"total":-1e999')], ["BROKEN"]],
    ["an object for a message", [told({ progress: 1, message: {} })], ["BROKEN"]],
    ["no parameters", [event({ ...progress, params: undefined })], ["BROKEN"]],
    ["a list for parameters", [event({ ...progress, params: [1] })], ["BROKEN"]],
    ["a line of its log", [logged({ level: "warning", data: "slow" })], [{ level: "WARNING", message: "slow" }]],
    ["a value in its log", [logged({ level: "info", data: { a: [1] } })], [{ level: "INFO", message: '{"a":[1]}' }]],
    ["a level that there is not", [logged({ level: "loud", data: "slow" })], ["BROKEN"]],
    ["a log without data", [logged({ level: "info" })], ["BROKEN"]],
    [
      "a message of a megabyte",
      [told({ progress: 1, message: "x".repeat(1_000_000) })],
      [{ progress: 1, message: "x".repeat(2_000) }],
    ],
    ["a notification that is cut into pieces", [told({ progress: 1 }).replaceAll(/[^"ID]/g, "$&|")], [{ progress: 1 }]],
    ["ends of lines of Windows", [told({ progress: 1 }).replaceAll("\n", "\r\n")], [{ progress: 1 }]],
    ["ids and times to reconnect", [`retry: 5\nid: 1\n${told({ progress: 1 })}`], [{ progress: 1 }]],
    ["progress as a request", [event({ ...progress, id: 9 })], [], "LIBRARY"],
    ["progress of another type of event", [told({ progress: 1 }).replace("event: message", "event: other")], []],
    [
      "more values than an answer may have",
      [Array.from({ length: 30_000 }, (_, at) => told({ progress: at })).join("")],
      Array.from({ length: 30_000 }, (_, at) => ({ progress: at })),
    ],
    [
      "more bytes than an answer may have",
      Array.from({ length: 6 }, (_, at) => told({ progress: at, message: "y".repeat(900_000) })),
      Array.from({ length: 6 }, (_, at) => ({ progress: at, message: "y".repeat(2_000) })),
    ],
  ];
  it.each(talks)("[N220, N360] agree on a server that tells %s", async (_, pieces, notices, reader = "LEAN") => {
    const outcome = await both(era, stream([...pieces, event(message(good))]));
    expect(outcome).toMatchObject({ attempt: { kind: "SUCCEEDED", result: { output: { v: 7 } } }, reader });
    expect(outcome.notices).toEqual(notices);
  });

  it("[N220, N360] agree on progress before and behind what only the official client reads", async () => {
    const unusual = message({ ...good, content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] });
    const request = { jsonrpc: "2.0", id: 7, method: "ping" };
    const pieces = [
      told({ progress: 1 }),
      event(request),
      told({ progress: 2 }),
      event(unusual),
      told({ progress: 3 }),
    ];
    const outcome = await both(era, stream(pieces));
    expect(outcome).toMatchObject({ attempt: { kind: "SUCCEEDED" }, reader: "LIBRARY" });
    expect(outcome.notices).toEqual([{ progress: 1 }, { progress: 2 }]);
  });

  it("[N220, N360] ask for progress by the id of the request, on every attempt by another", async () => {
    const seen: unknown[] = [];
    const given: Answer = (response, id, wire) => {
      seen.push(id);
      json(message(good))(response, id, wire);
    };
    const { sent } = await both(era, given);
    expect(sent()[0]?.body).toMatchObject({ id: "ID", params: { _meta: { progressToken: "ID" } } });
    expect(new Set(seen).size).toBe(2);
  });

  it("[N220] agree on a stream that goes on where it was cut", async () => {
    const given: Answer = (response, id, { count }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(count % 2 === 1 ? `retry: 1\nid: 1\n${line(notice)}\n` : withId(event(message(good)), id));
    };
    let ids: unknown[] = [];
    const keeping: Answer = (response, id, wire) => {
      ids = id === undefined ? ids : [id];
      const last = ids[0];
      if (wire.count % 2 === 1) return given(response, id, wire);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`id: 2\ndata: ${withId(message(good), last)}\n\n`);
    };
    const outcome = await both(era, keeping);
    expect(outcome.attempt).toMatchObject({ kind: "SUCCEEDED" });
    expect(outcome.sent().map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  const cuts: readonly [string, Answer][] = [
    ["before the answer", (response) => response.destroy()],
    [
      "within JSON",
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        response.write('{"jsonrpc":"2.0",', () => response.destroy());
      },
    ],
    [
      "within a stream",
      (response, id) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(withId(event(message(good)), id).slice(0, 30), () => response.destroy());
      },
    ],
    [
      "within the body of a refusal",
      (response) => {
        response.writeHead(500, { "content-type": "application/json", "content-length": "1000" });
        response.write("{", () => response.destroy());
      },
    ],
  ];
  it.each(cuts)("[N220, E7] agree on a connection that is cut %s", async (_, given) => {
    await both(era, given);
  });

  const silences: readonly [string, Answer][] = [
    ["before the headers", () => undefined],
    [
      "within JSON",
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"jsonrpc":');
      },
    ],
    [
      "within a stream",
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(event(notice));
      },
    ],
  ];
  it.each(silences)("[N220, E7] agree on a call that is given up while the server is silent %s", async (_, given) => {
    for (const cause of ["CANCEL", "STEP_TIMEOUT"] as const) {
      const outcomes: { readonly attempt: AttemptResult; readonly sent: readonly Sent[] }[] = [];
      for (const by of [callMcpTool, overLibrary]) {
        const reached = Promise.withResolvers<void>();
        answer = (response, id, wire) => {
          if (wire.count > 1) return response.writeHead(202).end();
          given(response, id, wire);
          setTimeout(reached.resolve, 20);
        };
        const controller = new AbortController();
        const { attempt, sent } = begun(era, by, { v: 1 }, { signal: controller.signal });
        await reached.promise;
        controller.abort(new CallAborted(cause));
        const end = await attempt;
        // The notice of the older era leaves on its own.
        await expect.poll(() => sent().length, patience).toBe(era === "legacy" ? 2 : 1);
        outcomes.push({ attempt: end, sent: sent() });
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
    }
  });

  it("[N220, E7] agree on a call that is given up before it leaves", async () => {
    for (const by of [callMcpTool, overLibrary]) {
      const signal = AbortSignal.abort(new CallAborted("STEP_TIMEOUT"));
      const { attempt, sent } = begun(era, by, { v: 1 }, { signal });
      expect(await attempt).toMatchObject({ kind: "FAILED", outcome: "NOT_SENT", failure: { code: "STEP_TIMEOUT" } });
      expect(sent()).toEqual([]);
    }
  });

  it("[N220, E7] say of a call that is given up while it waits for a permit that it was not sent", async () => {
    const waiting = guardedFetch({
      rules: { allowPrivate: true, allowHttp: true },
      maxResponseBytes: 1_000,
      fetch: (url, init) => fetch(url, init),
      awaitHeaders: (signal) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    });
    const controller = new AbortController();
    const { attempt, sent } = begun(era, callMcpTool, { v: 1 }, { fetch: waiting, signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(new CallAborted("STEP_TIMEOUT"));
    expect(await attempt).toMatchObject({ outcome: "NOT_SENT", failure: { code: "STEP_TIMEOUT" } });
    expect(sent()).toEqual([]);
  });

  const arguments_: readonly [string, JsonObject, Reader][] = [
    ["ASCII", { region: "eu west", count: 3, dry: false }, "LEAN"],
    ["nothing", {}, "LEAN"],
    ["letters beyond ASCII", { region: "Zürich" }, era === "modern" ? "LIBRARY" : "LEAN"],
    ["space at the end", { region: "a " }, era === "modern" ? "LIBRARY" : "LEAN"],
    ["empty text", { region: "" }, era === "modern" ? "LIBRARY" : "LEAN"],
    ["what looks encoded", { region: "=?base64?YQ==?=" }, era === "modern" ? "LIBRARY" : "LEAN"],
    ["a line end", { region: "a\nb" }, era === "modern" ? "LIBRARY" : "LEAN"],
    ["a tab", { region: "a\tb" }, era === "modern" ? "LIBRARY" : "LEAN"],
    ["a large number", { count: 2 ** 60 }, era === "modern" ? "LIBRARY" : "LEAN"],
    ["a fraction", { count: 0.5 }, era === "modern" ? "LIBRARY" : "LEAN"],
    ["null", { region: null }, "LEAN"],
    ["an object where text was declared", { region: { a: 1 } }, "LEAN"],
    ["deep ones", { nested: { city: "Rome" } }, "LEAN"],
    ["none where an object was declared", { nested: "Rome" }, "LEAN"],
  ];
  it.each(arguments_)("[N220] send the same for arguments of %s", async (_, input, reader) => {
    const declared = (type: string, name: string) => ({ type, "x-mcp-header": name });
    const properties = {
      region: mirrored,
      count: declared("integer", "Count"),
      dry: declared("boolean", "Dry"),
      nested: { type: "object", properties: { city: declared("string", "City") } },
    };
    const { reader: found } = await both(era, json(message(good)), input, {}, properties);
    expect(found).toBe(reader);
  });

  it("[N220] send the same for a tool whose headers break a rule, a secret, and a trace", async () => {
    const twice = { a: mirrored, b: mirrored };
    for (const choices of [{}, { bearer: "s3cr3t-value", tracestate: "rojo=1" }, { bearer: "no\nheader" }]) {
      for (const properties of [{}, twice]) {
        await both(era, json(message(good)), { a: "x" }, choices, properties);
      }
    }
  });
});
