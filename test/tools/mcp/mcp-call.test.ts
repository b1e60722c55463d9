/** Calls of the example server, over real HTTP: what comes back, what is known of the effect, what the server received. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningServer, startExampleServer } from "../../../examples/mcp-server/server.ts";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import { McpSessions } from "../../../src/tools/mcp/mcp-sessions.ts";
import { exampleExecution, exampleTraceparent, ToolCaller } from "../../support/callees/mcp-tool-calls.ts";

let server: RunningServer;
let caller: ToolCaller;

beforeAll(async () => {
  server = await startExampleServer(0, { delayMs: 0 });
  caller = new ToolCaller(server.url);
  expect(await caller.discover()).toMatchObject({ ok: true, protocolVersion: "2026-07-28", dropped: [] });
});
afterAll(() => server.close());
beforeEach(async () => {
  caller.requests.length = 0;
  await fetch(`${server.url}/ledger/reset`, { method: "POST" });
});

interface Entry {
  readonly key: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly meta: { readonly [key: string]: unknown };
  readonly headers: unknown;
  readonly completed: boolean;
}

async function ledger(): Promise<readonly Entry[]> {
  return (await fetch(`${server.url}/ledger`)).json() as Promise<readonly Entry[]>;
}

function succeeded(attempt: AttemptResult) {
  if (attempt.kind !== "SUCCEEDED") throw new Error(`Required a success, found ${JSON.stringify(attempt)}`);
  return attempt;
}

/** A promise for the moment in which the ledger has `count` entries. */
async function arrived(count: number): Promise<void> {
  while ((await ledger()).length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("a call that succeeds", () => {
  it("[E15] makes exactly one request with a stored connection, also from a fresh object", async () => {
    caller.sessions = new McpSessions();
    succeeded(await caller.call("set_note", { name: "a", text: "1" }));
    expect(caller.requests).toEqual(["tools/call"]);
    succeeded(await caller.call("set_note", { name: "a", text: "1" }));
    expect(caller.requests).toEqual(["tools/call", "tools/call"]);
  });

  it("[E5] carries the key in the header and in the metadata, beside the execution and the trace", async () => {
    succeeded(await caller.call("set_note", { name: "a", text: "1" }, { key: "0123abcd" }));
    const [entry] = await ledger();
    expect(entry).toMatchObject({
      key: "0123abcd",
      arguments: { name: "a", text: "1" },
      headers: { idempotencyKey: '"0123abcd"', traceparent: exampleTraceparent },
      completed: true,
    });
    expect(entry?.meta["dev.planwright/idempotencyKey"]).toBe("0123abcd");
    expect(entry?.meta["dev.planwright/execution"]).toEqual(exampleExecution);
    expect(entry?.meta.traceparent).toBe(exampleTraceparent);
    expect(entry?.meta).not.toHaveProperty("tracestate");
  });

  it("carries the tracestate that was given with the trace, in a header and in the metadata", async () => {
    const sent: (string | null)[] = [];
    const noted: typeof caller.fetch = (url, init) => {
      sent.push(new Headers(init?.headers).get("tracestate"));
      return caller.fetch(url, init);
    };
    succeeded(await caller.call("set_note", { name: "a", text: "1" }, { tracestate: "rojo=1,congo=2", fetch: noted }));
    const [entry] = await ledger();
    expect(entry?.meta.tracestate).toBe("rojo=1,congo=2");
    expect(sent).toContain("rojo=1,congo=2");
  });

  it("[P28] lets the artifact id of research_blog flow into create_blog_post, the other arguments untouched", async () => {
    const research = succeeded(
      await caller.call("research_blog", { topic: "AI trends 2025", skill_id: "research_blog" }),
    );
    const artifactId = (research.result.output as { artifact_id: string }).artifact_id;
    succeeded(
      await caller.call(
        "create_blog_post",
        { artifact_id: artifactId, skill_id: "blog_writing", instructions: "Focus on practical applications" },
        { key: "key-2" },
      ),
    );
    expect((await ledger())[1]?.arguments).toEqual({
      artifact_id: artifactId,
      skill_id: "blog_writing",
      instructions: "Focus on practical applications",
    });
  });

  it("[P18] [P22] [P26] takes structuredContent for the output and leaves content to people", async () => {
    const { result } = succeeded(await caller.call("research_blog", { topic: "Tides", skill_id: "s" }));
    expect(result.output).toMatchObject({
      artifact: { title: "Tides" },
      _metadata: { context_id: "context-1", user_id: "user-1", tool_name: "research_blog" },
    });
    expect(result.content).toMatchObject([{ type: "text" }, { type: "text" }]);
  });

  it("[P18, R24, N6] takes JSON in the text for structured content only where the registration says so, with a warning", async () => {
    expect(await caller.call("text_json", {})).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED" },
      failure: {
        code: "OUTPUT_INVALID",
        message: expect.stringMatching(/JSON stood in the text alone; outputValidation WARN/),
      },
    });
    for (const outputValidation of ["WARN", "OFF"] as const) {
      const attempt = succeeded(await caller.call("text_json", {}, { outputValidation }));
      expect(attempt.result.output).toEqual({ answer: 42 });
      expect(attempt.warnings).toMatchObject([{ code: "JSON_IN_TEXT" }]);
    }
  });

  it("[P19] keeps structured content that no schema describes", async () => {
    expect(succeeded(await caller.call("structured_without_schema", {})).result.output).toEqual({ free: "form" });
  });

  it("[R23] keeps the metadata of the result", async () => {
    const { result } = succeeded(await caller.call("read_note", { name: "a" }));
    expect(result.metadata).toMatchObject({ "io.modelcontextprotocol/serverInfo": { name: "planwright-example" } });
  });

  it("[E5] runs the effect of a keyed tool once for two calls with the same key", async () => {
    await caller.call("keyed_append", { name: "k", text: "x" }, { key: "once" });
    const again = succeeded(await caller.call("keyed_append", { name: "k", text: "x" }, { key: "once" }));
    expect(again.result.output).toEqual({ name: "k", text: "x" });
  });

  it("gives concurrent calls through one link their own answers", async () => {
    const slow = caller.call("slow", { ms: 40 });
    const quick = caller.call("slow", { ms: 1 }, { key: "key-2" });
    expect(succeeded(await quick).result.output).toEqual({ ms: 1 });
    expect(succeeded(await slow).result.output).toEqual({ ms: 40 });
  });
});

describe("a call that the tool answers with a failure", () => {
  it("[P21] takes isError for a failure of the tool and keeps its content", async () => {
    expect(await caller.call("is_error", {})).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "TOOL_ERROR", message: expect.stringContaining("There is no answer today") },
      result: { content: [{ text: "There is no answer today." }] },
    });
  });

  it("[R24] fails a success without structured content and without JSON when an output schema is declared", async () => {
    for (const outputValidation of ["STRICT", "WARN", "OFF"] as const) {
      expect(await caller.call("text_only", {}, { outputValidation })).toMatchObject({
        kind: "FAILED",
        outcome: "ANSWERED",
        failure: { code: "OUTPUT_INVALID", retryable: false },
      });
    }
  });

  it("[P19] validates the output against its schema, strictly unless told otherwise", async () => {
    const output = { answer: "forty-two" };
    expect(await caller.call("wrong_output", {})).toMatchObject({
      kind: "FAILED",
      failure: { code: "OUTPUT_INVALID", details: { violations: [{ instance: "/answer", keyword: "type" }] } },
      result: { output },
    });
    const warned = succeeded(await caller.call("wrong_output", {}, { outputValidation: "WARN" }));
    expect(warned).toMatchObject({ result: { output }, warning: { code: "OUTPUT_INVALID" } });
    const unchecked = succeeded(await caller.call("wrong_output", {}, { outputValidation: "OFF" }));
    expect(unchecked).toMatchObject({ result: { output } });
  });
});

describe("[E7] a call that brings no result", () => {
  const modes: readonly [string, object][] = [
    [
      "RATE_LIMITED",
      { outcome: "REJECTED", retryAfterMs: 1_000, failure: { code: "UPSTREAM_UNAVAILABLE", retryable: true } },
    ],
    [
      "UNAVAILABLE",
      { outcome: "REJECTED", retryAfterMs: 0, failure: { code: "UPSTREAM_UNAVAILABLE", retryable: true } },
    ],
    ["RESET", { outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE", retryable: true } }],
    ["MALFORMED", { outcome: "UNKNOWN", failure: { code: "PROTOCOL" } }],
    ["WRONG_ID", { outcome: "UNKNOWN", failure: { code: "PROTOCOL", message: expect.stringContaining("another id") } }],
    ["OVERSIZE", { outcome: "UNKNOWN", failure: { code: "LIMIT_EXCEEDED", retryable: false } }],
  ];
  const capped: ToolCaller["fetch"] = (url, init) =>
    guardedFetch({
      rules: { allowPrivate: true, allowHttp: true },
      maxResponseBytes: 100_000,
      fetch: (target, options) => caller.fetch(target, options),
      awaitHeaders: (_signal, run) => run(),
    })(url, init);

  it.each(modes)("[E7] judges %s and succeeds with the same key afterwards", async (mode, expected) => {
    const key = `key-${mode}`;
    const first = await caller.call("flaky", { mode, times: 1 }, { key, fetch: capped });
    expect(first).toMatchObject({ kind: "FAILED", ...expected });
    expect(caller.requests).toEqual(["tools/call"]);
    succeeded(await caller.call("flaky", { mode, times: 1 }, { key, fetch: capped }));
    expect((await ledger()).map((entry) => [entry.key, entry.completed])).toEqual([
      [key, false],
      [key, true],
    ]);
  });

  it("[E7] leaves the outcome unknown when the attempt takes too long, and hangs no longer than its signal", async () => {
    const controller = new AbortController();
    const pending = caller.call("flaky", { mode: "HANG" }, { key: "hang-1", signal: controller.signal });
    await arrived(1);
    controller.abort(new CallAborted("STEP_TIMEOUT"));
    expect(await pending).toMatchObject({ kind: "FAILED", outcome: "UNKNOWN", failure: { code: "STEP_TIMEOUT" } });
    expect(caller.requests).toEqual(["tools/call"]);
  });

  it.each(["CANCEL", "EXECUTION_TIMEOUT", "GROUP_DECIDED"] as const)(
    "[E7] tells that it was cut by %s",
    async (cause) => {
      const controller = new AbortController();
      const pending = caller.call("flaky", { mode: "HANG" }, { key: cause, signal: controller.signal });
      await arrived(1);
      controller.abort(new CallAborted(cause));
      expect(await pending).toEqual({ kind: "INTERRUPTED", cause });
    },
  );

  it("[R20] ignores an answer that comes after the attempt was cut", async () => {
    const controller = new AbortController();
    const pending = caller.call("slow", { ms: 50 }, { signal: controller.signal });
    await arrived(1);
    controller.abort(new CallAborted("STEP_TIMEOUT"));
    expect(await pending).toMatchObject({ kind: "FAILED", failure: { code: "STEP_TIMEOUT" } });
    // The link is as good as before: the late answer belongs to nobody.
    expect(succeeded(await caller.call("slow", { ms: 60 }, { key: "key-2" })).result.output).toEqual({ ms: 60 });
  });

  it("[E7] knows that nothing was sent when the signal was aborted before", async () => {
    const signal = AbortSignal.abort(new CallAborted("STEP_TIMEOUT"));
    expect(await caller.call("slow", { ms: 1 }, { signal })).toMatchObject({ kind: "FAILED", outcome: "NOT_SENT" });
    expect(await ledger()).toEqual([]);
  });

  it("[E7] knows that nothing was sent when the egress rules forbid the address", async () => {
    const strict = guardedFetch({
      rules: { allowPrivate: false, allowHttp: true },
      maxResponseBytes: 100_000,
      fetch: (target, options) => caller.fetch(target, options),
      awaitHeaders: (_signal, run) => run(),
    });
    const refused = await caller.call("slow", { ms: 1 }, { fetch: (url, init) => strict(url, init) });
    expect(refused).toMatchObject({ kind: "FAILED", outcome: "NOT_SENT", failure: { code: "EGRESS_DENIED" } });
    expect(JSON.stringify(refused)).not.toContain("127.0.0.1");
    expect(caller.requests).toEqual([]);
  });
});
