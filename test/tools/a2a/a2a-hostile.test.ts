/** Remote agents that break A2A in every way that a peer can, and answers that are odd but right. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import type { Json } from "../../../src/json/json.ts";
import { type A2aContact, callA2aAgent, cancelA2aTask, pollA2aTask } from "../../../src/tools/a2a/a2a-call.ts";
import {
  type FakeHttpHandler,
  type FakeHttpServer,
  fakeHttpServer,
  sendJson,
} from "../../support/callees/http-server.ts";
import { type A2aVersion, a2aCall, a2aContact } from "./a2a-calls.ts";

let server: FakeHttpServer;
let answer: FakeHttpHandler;
let requests: number;

beforeAll(async () => {
  server = await fakeHttpServer((request, response, body) => {
    requests += 1;
    answer(request, response, body);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  requests = 0;
  answering(task("TASK_STATE_COMPLETED"));
});

/** Answers with the result of a JSON-RPC answer to the request. */
function answering(result: unknown, more: object = {}): void {
  answer = (_, response, body) => {
    const { id } = JSON.parse(body) as { readonly id: Json };
    sendJson(response, 200, { jsonrpc: "2.0", id, result, ...more });
  };
}

function answeringError(code: number, data?: unknown, message = "No"): void {
  answer = (_, response, body) => {
    const { id } = JSON.parse(body) as { readonly id: Json };
    sendJson(response, 200, { jsonrpc: "2.0", id, error: { code, message, data } });
  };
}

function task(state: unknown, more: object = {}, status: object = {}) {
  return { task: { id: "task-1", contextId: "context-9", status: { state, ...status }, ...more } };
}

function contact(more: Partial<A2aContact> = {}, version: A2aVersion = "1.0"): A2aContact {
  return { ...a2aContact(`${server.url}/rpc`, version), ...more };
}

function call(more: Partial<A2aContact> = {}, version: A2aVersion = "1.0") {
  return callA2aAgent(a2aCall(contact(more, version), { text: "Hello" }));
}

function poll(more: Partial<A2aContact> = {}) {
  return pollA2aTask({ ...contact(more), handle: "task-1", details: null });
}

describe("an answer that is none", () => {
  const unreadable: readonly [string, string | undefined, string][] = [
    ["a page", "text/html", "<h1>Sign in</h1>"],
    ["JSON that calls itself text", "text/plain", '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ["JSON of no type", undefined, '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ["text that is no JSON", "application/json", "fine"],
    ["JSON that is cut", "application/json", '{"jsonrpc":"2.0","id":1,"resu'],
    ["no body", "application/json", ""],
    ["a batch", "application/json", '[{"jsonrpc":"2.0","id":1,"result":{}}]'],
    ["null", "application/json", "null"],
    ["another version of JSON-RPC", "application/json", '{"id":1,"result":{"task":{}}}'],
    ["neither result nor error", "application/json", '{"jsonrpc":"2.0","id":1}'],
    ["an error that is a text", "application/json", '{"jsonrpc":"2.0","id":1,"error":"no"}'],
    ["the id of another request", "application/json", '{"jsonrpc":"2.0","id":2,"result":{"task":{}}}'],
    ["its id as a text", "application/json", '{"jsonrpc":"2.0","id":"1","result":{"task":{}}}'],
    ["no id", "application/json", '{"jsonrpc":"2.0","result":{"task":{}}}'],
    [
      "an error for another request",
      "application/json",
      '{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":""}}',
    ],
  ];
  it.each(unreadable)("[E7] %s leaves the outcome unknown with PROTOCOL", async (_, type, text) => {
    answer = (__, response) => response.writeHead(200, type === undefined ? {} : { "content-type": type }).end(text);
    expect(await call()).toMatchObject({ outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
    expect(requests).toBe(1);
  });

  it("[E7] a stream of events where JSON was asked for is not read, also if it never ends", async () => {
    answer = (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    };
    expect(await call()).toMatchObject({
      outcome: "UNKNOWN",
      failure: { code: "PROTOCOL", message: expect.stringContaining('found "text/event-stream"') },
    });
    expect(await poll()).toMatchObject({ kind: "UNREACHABLE" });
  });

  it("[E7] a body that is too large is cut, declared or not", async () => {
    const large = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      result: task("TASK_STATE_COMPLETED"),
      pad: "x".repeat(20_000),
    });
    for (const headers of [{ "content-length": String(large.length) }, {}]) {
      answer = (_, response) => response.writeHead(200, { "content-type": "application/json", ...headers }).end(large);
      expect(await call()).toMatchObject({ outcome: "UNKNOWN", failure: { code: "LIMIT_EXCEEDED" } });
    }
  });

  it("[E7] a body that ends early leaves the outcome unknown", async () => {
    answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"jsonrpc":', () => response.destroy());
    };
    expect(await call()).toMatchObject({ outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE" } });
  });

  const statuses: readonly [number, string, string, boolean][] = [
    [400, "UNKNOWN", "PROTOCOL", false],
    [401, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [403, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [404, "REJECTED", "PROTOCOL", false],
    [413, "REJECTED", "LIMIT_EXCEEDED", false],
    [429, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
    [500, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [503, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
  ];
  it.each(statuses)("[E7] HTTP %i is %s with %s, whatever the body says", async (status, outcome, code, retryable) => {
    const body = { jsonrpc: "2.0", id: 1, result: task("TASK_STATE_COMPLETED") };
    answer = (_, response) => sendJson(response, status, body, { "retry-after": "7" });
    const expected = { kind: "FAILED", outcome, failure: { code, retryable }, retryAfterMs: 7_000 };
    expect(await call()).toMatchObject(expected);
    expect(await poll()).toMatchObject({ kind: "UNREACHABLE" });
  });

  it("[N102, E7] HTTP 503 without Retry-After is UNKNOWN: a proxy sends it too after the agent has acted", async () => {
    answer = (_, response) => sendJson(response, 503, { jsonrpc: "2.0", id: 1, result: task("TASK_STATE_COMPLETED") });
    const failure = { code: "UPSTREAM_UNAVAILABLE", retryable: true };
    expect(await call()).toMatchObject({ kind: "FAILED", outcome: "UNKNOWN", failure });
  });

  it("[E7] HTTP 400 with an error of A2A is what the error says", async () => {
    const error = { code: -32_009, message: "No such version" };
    answer = (_, response) => sendJson(response, 400, { jsonrpc: "2.0", id: null, error });
    expect(await call()).toMatchObject({
      outcome: "REJECTED",
      failure: { code: "PROTOCOL", details: { httpStatus: 400, jsonRpcCode: -32_009 } },
    });
  });

  it("[E7] a redirect that would change the method is refused, one that keeps it is followed without the token", async () => {
    const tokens: unknown[] = [];
    const other = await fakeHttpServer(({ headers }, response) => {
      tokens.push(headers.authorization);
      sendJson(response, 200, { jsonrpc: "2.0", id: 1, result: task("TASK_STATE_COMPLETED") });
    });
    try {
      answer = (_, response) => response.writeHead(302, { location: `${other.url}/rpc` }).end();
      expect(await call({ bearer: "s3cret" })).toMatchObject({ outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
      answer = (_, response) => response.writeHead(307, { location: `${other.url}/rpc` }).end();
      expect(await call({ bearer: "s3cret" })).toMatchObject({ kind: "SUCCEEDED" });
      expect(tokens).toEqual([undefined]);
    } finally {
      await other.close();
    }
  });

  it("[E7] an agent that cannot be reached leaves the outcome unknown; a forbidden address is never asked", async () => {
    const { provider } = contact();
    expect(await call({ provider: { ...provider, url: "http://127.0.0.1:9/rpc" } })).toMatchObject({
      outcome: "UNKNOWN",
      failure: { code: "UPSTREAM_UNAVAILABLE" },
    });
    const forbidden = { provider: { ...provider, url: "ftp://127.0.0.1/rpc" } };
    expect(await call(forbidden)).toMatchObject({ outcome: "NOT_SENT", failure: { code: "EGRESS_DENIED" } });
    expect(await poll(forbidden)).toMatchObject({ kind: "UNREACHABLE" });
    expect(requests).toBe(0);
  });

  it("[E9] an agent that hangs, before or in the middle of its answer, is given up with the signal", async () => {
    for (const begin of [false, true]) {
      const controller = new AbortController();
      answer = (_, response) => {
        const giveUp = () => controller.abort(new CallAborted("STEP_TIMEOUT"));
        if (!begin) return giveUp();
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"jsonrpc"', giveUp);
      };
      expect(await call({ signal: controller.signal })).toMatchObject({
        outcome: "UNKNOWN",
        failure: { code: "STEP_TIMEOUT" },
      });
    }
    const controller = new AbortController();
    answer = () => controller.abort(new CallAborted("CANCEL"));
    expect(await call({ signal: controller.signal })).toEqual({ kind: "INTERRUPTED", cause: "CANCEL" });
  });
});

describe("an error of JSON-RPC", () => {
  it.each([
    [-32_700, "UNKNOWN", "PROTOCOL"],
    [-32_600, "REJECTED", "PROTOCOL"],
    [-32_601, "REJECTED", "PROTOCOL"],
    [-32_602, "REJECTED", "INPUT_INVALID"],
    [-32_603, "UNKNOWN", "UPSTREAM_UNAVAILABLE"],
    [-32_001, "UNKNOWN", "PROTOCOL"],
    [-32_004, "REJECTED", "PROTOCOL"],
    [-32_005, "REJECTED", "PROTOCOL"],
    [-32_006, "UNKNOWN", "PROTOCOL"],
    [-32_008, "REJECTED", "PROTOCOL"],
    [-32_009, "REJECTED", "PROTOCOL"],
  ])("[E7] %i is %s with %s", async (code, outcome, failureCode) => {
    answeringError(code, [{ reason: "WHY" }]);
    expect(await call()).toMatchObject({
      outcome,
      failure: { code: failureCode, details: { jsonRpcCode: code, errorData: [{ reason: "WHY" }] } },
    });
  });

  it("keeps no data that is large", async () => {
    answeringError(-32_602, "x".repeat(5_000));
    expect(await call()).toMatchObject({ failure: { details: { jsonRpcCode: -32_602 } } });
    expect(await call()).not.toMatchObject({ failure: { details: { errorData: expect.anything() } } });
  });

  it("that is null beside a result is none", async () => {
    answering(task("TASK_STATE_COMPLETED"), { error: null });
    expect(await call()).toMatchObject({ kind: "SUCCEEDED" });
  });

  it("acknowledges a cancel if it says that there is nothing to cancel", async () => {
    const cancelled = (code: number) => {
      answeringError(code);
      return cancelA2aTask({ ...contact(), handle: "task-1", details: null });
    };
    for (const code of [-32_001, -32_002, -32_004, -32_601])
      expect([code, await cancelled(code)]).toEqual([code, true]);
    for (const code of [-32_603, -32_602, -32_000]) expect([code, await cancelled(code)]).toEqual([code, false]);
  });
});

describe("a result that breaks A2A", () => {
  const done = "TASK_STATE_COMPLETED";
  const broken: readonly [string, unknown][] = [
    ["null", null],
    ["a text", "done"],
    ["a list", [task(done)]],
    ["an empty object", {}],
    ["a task without its wrapper", task(done).task],
    ["a task that is a number", { task: 5 }],
    ["a task without id", { task: { status: { state: done } } }],
    ["a task with an empty id", { task: { id: "", status: { state: done } } }],
    ["a task without status", { task: { id: "task-1" } }],
    ["a status that is a text", { task: { id: "task-1", status: done } }],
    ["a state that is an object", task({ done: true })],
    ["artifacts that are an object", task(done, { artifacts: { a: 1 } })],
    ["an artifact that is a text", task(done, { artifacts: ["translation"] })],
    ["parts that are a text", task(done, { artifacts: [{ artifactId: "a", parts: "text" }] })],
    ["a part that is a text", task(done, { artifacts: [{ artifactId: "a", parts: ["text"] }] })],
    ["a part that is null", task(done, { artifacts: [{ artifactId: "a", parts: [null] }] })],
    ["a status message that is a text", task(done, {}, { message: "done" })],
    ["a message without id", { message: { role: "ROLE_AGENT", parts: [{ text: "Hello" }] } }],
    ["a message whose parts are a text", { message: { messageId: "m", role: "ROLE_AGENT", parts: "Hello" } }],
  ];
  it.each(broken)("[E7] %s fails with PROTOCOL and is not asked for again", async (_, result) => {
    answering(result);
    expect(await call()).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "PROTOCOL", retryable: false },
    });
  });

  const brokenLegacy: readonly [string, unknown][] = [
    ["a task of 1.0", task(done)],
    ["no kind and no status", { id: "task-1", contextId: "c" }],
    ["another kind", { kind: "status-update", id: "task-1", status: { state: "completed" } }],
    ["a task without id", { kind: "task", contextId: "c", status: { state: "completed" } }],
    ["a task without status", { kind: "task", id: "task-1", contextId: "c" }],
    ["a part of no kind", legacyTask("completed", [{ artifactId: "a", parts: [{ text: "Hello" }] }])],
    ["a file that is missing", legacyTask("completed", [{ artifactId: "a", parts: [{ kind: "file" }] }])],
    ["a message without parts", { kind: "message", messageId: "m", role: "agent" }],
  ];
  it.each(brokenLegacy)("[E7] %s in 0.3 fails with PROTOCOL", async (_, result) => {
    answering(result);
    expect(await call({}, "0.3")).toMatchObject({ outcome: "ANSWERED", failure: { code: "PROTOCOL" } });
  });

  it.each([
    ["1.0", 130],
    ["0.3", 130],
    ["1.0", 4_900],
    ["0.3", 4_900],
  ] as const)("that is nested too deep does not become a result (%s, %i)", async (version, depth) => {
    const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const one = `{"task":{"id":"t","status":{"state":"${done}"},"metadata":{"a":${nested}}}}`;
    const legacy = `{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"},"metadata":{"a":${nested}}}`;
    const text = `{"jsonrpc":"2.0","id":1,"result":${version === "1.0" ? one : legacy}}`;
    answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(text);
    const message = expect.stringContaining("required at most 128 levels");
    expect(await call({}, version)).toMatchObject({
      outcome: "ANSWERED",
      failure: { code: "LIMIT_EXCEEDED", message },
    });
  });

  it("[H8] such as another task, or a message, is not taken for the task that was asked for", async () => {
    answering({ id: "task-2", status: { state: done } });
    expect(await poll()).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "PROTOCOL", message: expect.stringContaining('required the task "task-1", found "task-2"') },
    });
    answering({ messageId: "m", role: "ROLE_AGENT", parts: [{ text: "Hello" }] });
    expect(await poll()).toMatchObject({ kind: "FAILED", failure: { code: "PROTOCOL" } });
  });
});

describe("a state", () => {
  it.each([
    ["1.0", "TASK_STATE_PAUSED"],
    ["1.0", "completed"],
    ["1.0", 99],
    ["1.0", "TASK_STATE_UNSPECIFIED"],
    ["0.3", "unknown"],
    ["0.3", "paused"],
    ["0.3", "TASK_STATE_COMPLETED"],
  ] as const)("[R19] that A2A %s does not have, or that says nothing, is not final: %s", async (version, state) => {
    answering(version === "1.0" ? task(state) : legacyTask(state, []));
    expect(await call({}, version)).toMatchObject({ kind: "WAITS", handle: "task-1", note: "UNKNOWN_STATE" });
  });

  it.each(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"])(
    "[R19] %s waits without a note, and tells what it says",
    async (state) => {
      answering(task(state, {}, { message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "50 %" }] } }));
      const details = { contextId: "context-9" };
      expect(await call()).toEqual({ kind: "WAITS", waitsFor: "REMOTE_TASK", handle: "task-1", details, said: "50 %" });
    },
  );

  it.each(["1.0", "0.3"] as const)(
    "[E2] of work in A2A %s is not waited for under an id that is too large for a row",
    async (version) => {
      const id = "t".repeat(1_025);
      answering(version === "1.0" ? task("TASK_STATE_WORKING", { id }) : { ...legacyTask("working", []), id });
      expect(await call({}, version)).toMatchObject({
        ...{ kind: "FAILED", outcome: "ANSWERED" },
        failure: {
          code: "PROTOCOL",
          message: expect.stringContaining("required a task id of at most 1024 characters"),
        },
      });
      answering(version === "1.0" ? task("TASK_STATE_COMPLETED", { id }) : { ...legacyTask("completed", []), id });
      expect(await call({}, version)).toMatchObject({ kind: "SUCCEEDED" });
    },
  );

  it("[E2] of work with a context id that is too large to be kept is waited for without it", async () => {
    answering(task("TASK_STATE_WORKING", { contextId: "c".repeat(5_000) }));
    expect(await call()).toMatchObject({ kind: "WAITS", handle: "task-1", details: { contextId: null } });
  });

  it("may be written as ProtoJSON allows: as a number, with names in snake case, with null for what is absent", async () => {
    const artifact = { artifact_id: "a", parts: [{ data: { n: 1 }, media_type: "application/json" }] };
    answering({
      task: { id: "t", context_id: "c", status: { state: 3, message: null }, artifacts: [artifact], history: null },
    });
    expect(await call()).toMatchObject({
      kind: "SUCCEEDED",
      result: {
        output: { n: 1 },
        content: { artifacts: [{ artifactId: "a", parts: [{ mediaType: "application/json" }] }] },
      },
    });
  });
});

describe("[W12] what an agent gives back", () => {
  it("is the data of the last artifact that has some; bytes, addresses and metadata stay in the content", async () => {
    const artifacts = [
      { artifactId: "a", parts: [{ data: { n: 1 } }] },
      { artifactId: "b", parts: [{ text: "two" }, { data: [2], metadata: { unit: "m" } }, { data: { n: 3 } }] },
      { artifactId: "c", name: "c.bin", parts: [{ raw: "AAH/", filename: "c.bin" }, { url: "https://x.example/c" }] },
    ];
    const message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "three" }, { data: { n: 4 } }] };
    answering(task("TASK_STATE_COMPLETED", { artifacts, metadata: { cost: 7 } }, { message }));
    expect(await call()).toEqual({
      kind: "SUCCEEDED",
      result: {
        output: [2],
        content: { text: "two\nthree", artifacts, statusMessage: message },
        metadata: { cost: 7 },
        isPartial: false,
      },
    });
  });

  it("[W15] is not judged by the output schema that the agent advertises", async () => {
    answering(task("TASK_STATE_COMPLETED", { artifacts: [{ artifactId: "a", parts: [{ data: { n: 1 } }] }] }));
    expect(await call()).toMatchObject({ kind: "SUCCEEDED", result: { output: { n: 1 } } });
  });

  const structured = (more: object) => ({ type: "structured_invocation_result", ...more });
  const saying = (data: object) => ({ message: { messageId: "m", role: "ROLE_AGENT", parts: [{ data }] } });

  it("is a structured result of the status message, with the artifact that it names", async () => {
    const result = structured({ status: "success", output_artifact_ref: { name: "out.json", version: 0 } });
    answering(task("TASK_STATE_COMPLETED", {}, saying(result)));
    expect(await call()).toMatchObject({ kind: "SUCCEEDED", result: { output: result } });
  });

  it.each(["TASK_STATE_COMPLETED", "TASK_STATE_FAILED"])(
    "fails with the error of a structured result (%s)",
    async (state) => {
      const violations = [{ path: "total", message: "missing" }];
      const result = structured({ status: "error", error_message: "Node broke", validation_errors: violations });
      answering(task(state, {}, saying(result)));
      expect(await call()).toMatchObject({
        kind: "FAILED",
        outcome: "ANSWERED",
        failure: { code: "AGENT_ERROR", message: expect.stringContaining("Node broke"), details: { violations } },
      });
    },
  );

  it("is empty text if it is nothing", async () => {
    expect(await call()).toMatchObject({ kind: "SUCCEEDED", result: { output: { text: "" } } });
  });

  it("has the form of 1.0 also if it came from 0.3", async () => {
    const parts = [
      { kind: "data", data: { n: 1 }, metadata: { unit: "m" } },
      { kind: "file", file: { uri: "https://x.example/c", name: "c", mimeType: "text/plain" } },
      { kind: "file", file: { bytes: "AAH/" } },
    ];
    answering(legacyTask("completed", [{ artifactId: "a", parts }]));
    expect(await call({}, "0.3")).toMatchObject({
      result: {
        output: { n: 1 },
        content: {
          artifacts: [
            {
              artifactId: "a",
              parts: [
                { data: { n: 1 }, metadata: { unit: "m" } },
                { url: "https://x.example/c", filename: "c", mediaType: "text/plain" },
                { raw: "AAH/" },
              ],
            },
          ],
        },
      },
    });
  });
});

describe("an agent that repeats the secret", () => {
  const bearer = "s3cret".repeat(10);
  const said = (text: string) => ({ message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text }] } });

  it("does not get it into a failure, a note, or the data of an error, nor its beginning where words are cut", async () => {
    answering(task("TASK_STATE_FAILED", {}, said(`You sent ${bearer}`)));
    const failed = await call({ bearer });
    expect(failed).toMatchObject({ failure: { message: expect.stringContaining("[secret]") } });
    if (failed.kind === "FAILED") expect(JSON.stringify(failed.failure)).not.toContain("s3cret");
    answering(task("TASK_STATE_FAILED", {}, said(`${"x".repeat(520)}${bearer}`)));
    const cut = await call({ bearer });
    if (cut.kind === "FAILED") expect(cut.failure.message).not.toContain("s3cret");
    answering(task("TASK_STATE_AUTH_REQUIRED", {}, said(`${"x".repeat(560)}${bearer}`)));
    const waits = await call({ bearer });
    expect(waits).toMatchObject({ kind: "ASKS", prompt: expect.stringMatching(/^x+/), authorize: {} });
    expect(JSON.stringify(waits)).not.toContain("s3cret");
    for (const [text, link] of [
      ["Open https://id.example/a?b=1, then go on.", "https://id.example/a?b=1"],
      [`{"url":"https://id.example/x"}`, "https://id.example/x"],
      ["javascript:alert(1) http://id.example data:text/html,x", undefined],
      [`https://id.example/${"a".repeat(2_000)}`, undefined],
      [`https://id.example/${bearer}`, undefined],
    ] as const) {
      answering(task("TASK_STATE_AUTH_REQUIRED", {}, said(text)));
      const asked = await call({ bearer });
      expect(JSON.stringify(asked)).not.toContain("s3cret");
      if (text.includes("s3cret")) continue;
      expect(asked).toMatchObject({ kind: "ASKS", authorize: link === undefined ? {} : { link } });
      if (link === undefined && asked.kind === "ASKS") expect(asked.authorize).toEqual({});
    }
    for (const data of [{ header: `Bearer ${bearer}` }, { [bearer]: 1 }]) {
      answeringError(-32_602, data, `No ${bearer}`);
      expect(JSON.stringify(await call({ bearer }))).not.toContain("s3cret");
      expect(JSON.stringify(await poll({ bearer }))).not.toContain("s3cret");
    }
  });
});

function legacyTask(state: unknown, artifacts: readonly object[]) {
  return { kind: "task", id: "task-1", contextId: "context-9", status: { state }, artifacts };
}
