/** Calls of the example agent, which runs on the official SDK's server, in A2A 1.0 and in 0.3. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { A2aRequestEntry, A2aWorkEntry } from "../../../examples/a2a-agent/ledger.ts";
import type { SabotageMode } from "../../../examples/a2a-agent/sabotage.ts";
import { startA2aAgent } from "../../../examples/a2a-agent/server.ts";
import type { RunningExample } from "../../../examples/listening.ts";
import type { Invocation } from "../../../src/execution/commands/invocation-message.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import type { Json } from "../../../src/json/json.ts";
import { callA2aAgent, cancelA2aTask, pollA2aTask } from "../../../src/tools/a2a/a2a-call.ts";
import { fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { exampleTraceparent } from "../../support/callees/mcp-tool-calls.ts";
import { patience } from "../../support/engine/patience.ts";
import { type A2aVersion, a2aCall, a2aContact } from "./a2a-calls.ts";

let agent: RunningExample;
beforeAll(async () => {
  agent = await startA2aAgent(0);
});
afterAll(() => agent.close());
beforeEach(() => post("/reset", {}));

function post(path: string, body: unknown): Promise<Response> {
  return fetch(agent.url + path, { method: "POST", body: JSON.stringify(body) });
}

function sabotage(mode: SabotageMode | null, times = 1): Promise<Response> {
  return post("/sabotage", { mode, times });
}

interface Ledger {
  readonly requests: readonly A2aRequestEntry[];
  readonly works: readonly A2aWorkEntry[];
}

async function ledger(): Promise<Ledger> {
  return (await (await fetch(`${agent.url}/ledger`)).json()) as Ledger;
}

function contact(version: A2aVersion, connection?: { [name: string]: Json }) {
  return a2aContact(`${agent.url}/a2a`, version, connection);
}

function call(version: A2aVersion, input: Partial<Invocation>) {
  return callA2aAgent(a2aCall(contact(version), input));
}

async function waiting(version: A2aVersion, data: Json) {
  const attempt = await call(version, { data });
  if (attempt.kind !== "WAITS") throw new Error(`The call did not wait but was ${attempt.kind}`);
  return attempt;
}

const slow = { text: "Hello", language: "de", delay_ms: 60_000 };

describe.each(["1.0", "0.3"] as const)("in A2A %s", (version) => {
  it("[W10][C23] a message is a run of its own that says who asks, and goes out without waiting for the work", async () => {
    await call(version, { text: "Translate", data: { text: "Hello", language: "fr" } });
    const { requests } = await ledger();
    const parts =
      version === "1.0"
        ? [{ text: "Translate" }, { data: { text: "Hello", language: "fr" }, mediaType: "application/json" }]
        : [
            { kind: "text", text: "Translate" },
            { kind: "data", data: { text: "Hello", language: "fr" } },
          ];
    const message = {
      ...(version === "1.0" ? { role: "ROLE_USER" } : { kind: "message", role: "user" }),
      messageId: "key-1",
      parts,
      metadata: {
        sessionBehavior: "RUN_BASED",
        "dev.planwright/idempotencyKey": "key-1",
        "dev.planwright/execution": {
          contextId: "context-1",
          requestId: "request-1",
          traceId: "trace-1",
          userId: "user-1",
          depth: 0,
          ancestors: ["workflow:post"],
        },
      },
    };
    const configuration = {
      // None is named: every kind of result is taken, and agents refuse callers who name none of theirs.
      ...(version === "1.0" ? {} : { acceptedOutputModes: [] }),
      historyLength: 0,
      ...(version === "1.0" ? { returnImmediately: true } : { blocking: false }),
    };
    expect(requests).toHaveLength(1);
    expect(requests[0]?.method).toBe(version === "1.0" ? "SendMessage" : "message/send");
    expect(requests[0]?.params).toEqual({ message, configuration });
  });

  it("[E5] every request names its version, the trace and its token; a call also its key and the extensions", async () => {
    const asked = { ...contact(version, { extensions: ["https://a.example/x", "urn:y"] }), bearer: "s3cret" };
    const attempt = await callA2aAgent(a2aCall(asked, { data: slow }));
    const handle = attempt.kind === "WAITS" ? attempt.handle : "";
    await pollA2aTask({ ...asked, handle, details: null });
    await cancelA2aTask({ ...asked, handle, details: null });
    const { requests } = await ledger();
    const extensions = "https://a.example/x,urn:y";
    const common = {
      version,
      traceparent: exampleTraceparent,
      extensions: version === "1.0" ? extensions : null,
      legacyExtensions: version === "0.3" ? extensions : null,
    };
    expect(requests.map(({ headers }) => headers)).toEqual([
      { ...common, idempotencyKey: '"key-1"' },
      { ...common, idempotencyKey: null },
      { ...common, idempotencyKey: null },
    ]);
    expect(requests.every(({ authorized }) => authorized)).toBe(true);
  });

  it("[W12] a task that has ended gives its data as output, and all text, artifacts and the message as content", async () => {
    const data = { text: "[fr] Hello", language: "fr", characters: 10 };
    const attempt = await call(version, { data: { text: "Hello", language: "fr" } });
    expect(attempt).toMatchObject({
      kind: "SUCCEEDED",
      result: {
        output: data,
        content: {
          text: "[fr] Hello\nTranslated",
          artifacts: [
            { artifactId: expect.any(String), name: "translation.json", parts: [{ data }, { text: "[fr] Hello" }] },
          ],
          statusMessage: { role: "ROLE_AGENT", parts: [{ text: "Translated" }] },
        },
        isPartial: false,
      },
    });
  });

  it("[W12][W13] a message is an answer too, whose text is the output", async () => {
    const attempt = await call(version, { text: "Answer directly" });
    expect(attempt).toMatchObject({
      kind: "SUCCEEDED",
      result: {
        output: { text: "[de] Answer directly" },
        content: { text: "[de] Answer directly", artifacts: [], statusMessage: { role: "ROLE_AGENT" } },
      },
    });
  });

  it("[W11, N366] a task at work is waited for and polled until it has ended, and tells what it does", async () => {
    /** What a task tells that takes so long, and how it ends. */
    async function told(delay_ms: number) {
      const attempt = await waiting(version, { ...slow, delay_ms });
      expect(attempt).toEqual({
        kind: "WAITS",
        waitsFor: "REMOTE_TASK",
        handle: expect.stringMatching(/./),
        details: { contextId: expect.stringMatching(/./) },
        said: "Reading the text",
      });
      const task = { ...contact(version), handle: attempt.handle, details: attempt.details };
      const words = new Set<string | undefined>();
      for (;;) {
        const poll = await pollA2aTask(task);
        if (poll.kind !== "PENDING") return { poll, words: [...words] };
        words.add(poll.said);
      }
    }
    let tasks = 1;
    let last = await told(500);
    // What is told for a moment is missed by a machine that is busy for longer.
    for (let delayMs = 1_000; last.words.length < 2; delayMs *= 2) {
      last = await told(delayMs);
      tasks += 1;
    }
    expect(last.words).toEqual(["Reading the text", "Translating into de"]);
    expect(last.poll).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: { text: "[de] Hello", characters: 10 } },
    });
    expect((await ledger()).works).toHaveLength(tasks);
  });

  it("[W12] a task that failed or was declined fails the step with the agent's words", async () => {
    expect(await call(version, { text: "Let it fail" })).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: {
        code: "AGENT_ERROR",
        message: 'Cannot complete the call of agent "peer_translator": The dictionary is lost',
        retryable: true,
        details: { state: "TASK_STATE_FAILED" },
      },
      result: { content: { text: "The dictionary is lost" } },
    });
    const declined = a2aCall(contact(version), { messageId: "key-2", text: "Decline" });
    expect(await callA2aAgent(declined)).toMatchObject({
      outcome: "ANSWERED",
      failure: { code: "AGENT_ERROR", message: expect.stringContaining("Such texts are not"), retryable: false },
    });
  });

  it("[E5][E7] a call whose answer was lost is made again under the same id, and the agent works once", async () => {
    await sabotage("LOSE_ANSWER");
    const lost = await call(version, { data: { text: "Hello", language: "fr" } });
    expect(lost).toMatchObject({ outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE" } });
    const again = await call(version, { data: { text: "Hello", language: "fr" } });
    expect(again).toMatchObject({ kind: "SUCCEEDED", result: { output: { text: "[fr] Hello" } } });
    const { requests, works } = await ledger();
    expect([requests.length, works.length]).toEqual([2, 1]);
  });

  it("a cancel ends the task, and is acknowledged as well where the task has ended or is unknown", async () => {
    const { details, handle } = await waiting(version, slow);
    const task = { ...contact(version), handle, details };
    expect(await cancelA2aTask(task)).toBe(true);
    expect(await pollA2aTask(task)).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "CANCELLED", retryable: false },
    });
    expect((await ledger()).works).toMatchObject([{ state: "CANCELED" }]);
    expect(await cancelA2aTask(task)).toBe(true);
    expect(await cancelA2aTask({ ...task, handle: "no-such-task" })).toBe(true);
  });

  it("a cancel that nobody acknowledged says so, to be repeated", async () => {
    const { details, handle } = await waiting(version, slow);
    const task = { ...contact(version), handle, details };
    for (const mode of ["UNAVAILABLE", "RESET", "MALFORMED", "HTML", "WRONG_ID"] as const) {
      await sabotage(mode);
      expect([mode, await cancelA2aTask(task)]).toEqual([mode, false]);
    }
    const controller = new AbortController();
    controller.abort(new CallAborted("CANCEL"));
    expect(await cancelA2aTask({ ...task, signal: controller.signal })).toBe(false);
    expect(await cancelA2aTask(task)).toBe(true);
  });

  it("[E7][R19] a poll that fails says nothing about the task, which is asked for again", async () => {
    const { details, handle } = await waiting(version, slow);
    const task = { ...contact(version), handle, details };
    for (const mode of ["UNAVAILABLE", "RATE_LIMITED", "RESET", "MALFORMED", "HTML", "WRONG_ID", "OVERSIZE"] as const) {
      await sabotage(mode);
      expect([mode, (await pollA2aTask(task)).kind]).toEqual([mode, "UNREACHABLE"]);
    }
    const controller = new AbortController();
    await sabotage("HANG");
    const before = (await ledger()).requests.length;
    const hanging = pollA2aTask({ ...task, signal: controller.signal });
    await expect.poll(async () => (await ledger()).requests.length, patience).toBe(before + 1);
    controller.abort(new CallAborted("STEP_TIMEOUT"));
    expect(await hanging).toMatchObject({ kind: "UNREACHABLE" });
    expect(await pollA2aTask(task)).toEqual({ kind: "PENDING", said: "Reading the text" });
  });

  it("[E7] a task that the agent does not know any more has an unknown outcome", async () => {
    const poll = await pollA2aTask({ ...contact(version), handle: "gone", details: null });
    expect(poll).toMatchObject({ kind: "FAILED", outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
  });

  it("[R16] an artifact is handed over as an address that the agent fetches", async () => {
    const files = await fakeHttpServer((_, response) => sendJson(response, 200, { text: "From afar", language: "it" }));
    try {
      const artifact = { url: `${files.url}/input.json`, name: "input.json", mediaType: "application/json" };
      expect(await call(version, { artifact })).toMatchObject({ result: { output: { text: "[it] From afar" } } });
      const { requests } = await ledger();
      const part =
        version === "1.0"
          ? { url: artifact.url, filename: "input.json", mediaType: "application/json" }
          : { kind: "file", file: { uri: artifact.url, name: "input.json", mimeType: "application/json" } };
      expect(requests[0]?.params).toMatchObject({ message: { parts: [part] } });
    } finally {
      await files.close();
    }
  });

  it("[R16] an address that only this software can resolve does not leave", async () => {
    const artifact = { url: "artifact://given/input.json", name: "input.json", mediaType: "application/json" };
    const attempt = await call(version, { artifact });
    expect(attempt).toMatchObject({ kind: "FAILED", outcome: "NOT_SENT", failure: { code: "INTERNAL" } });
    expect((await ledger()).requests).toEqual([]);
  });

  it.each([["a", 1], "text", 7, true].map((data) => ({ data })))("data may be any JSON: $data", async ({ data }) => {
    await call(version, { data });
    expect((await ledger()).works).toMatchObject([{ input: data }]);
  });
});

describe("the interface that a card declares", () => {
  let choosy: RunningExample;

  it("has its tenant sent back to the letter with every request", async () => {
    const asked = contact("1.0", { tenant: " Acme/eu " });
    const attempt = await callA2aAgent(a2aCall(asked, { data: slow }));
    const handle = attempt.kind === "WAITS" ? attempt.handle : "";
    expect(await pollA2aTask({ ...asked, handle, details: null })).toMatchObject({ kind: "PENDING" });
    // Tasks of another tenant are unknown to this one.
    expect(await pollA2aTask({ ...contact("1.0"), handle, details: null })).toMatchObject({ kind: "FAILED" });
    await cancelA2aTask({ ...asked, handle, details: null });
    const { requests } = await ledger();
    expect(requests.map(({ params }) => (params as { readonly tenant?: string }).tenant)).toEqual([
      " Acme/eu ",
      " Acme/eu ",
      undefined,
      " Acme/eu ",
    ]);
  });

  it("[E7] of another version refuses the call, which then had no effect", async () => {
    choosy = await startA2aAgent(0, { versions: ["1.0"] });
    try {
      const attempt = await callA2aAgent(a2aCall(a2aContact(`${choosy.url}/a2a`, "0.3"), { text: "Hello" }));
      expect(attempt).toMatchObject({
        kind: "FAILED",
        outcome: "REJECTED",
        failure: { code: "PROTOCOL", retryable: false, details: { httpStatus: 200 } },
      });
    } finally {
      await choosy.close();
    }
  });

  it("[E7] that requires an extension refuses the call without it, with error data, and takes it with it", async () => {
    choosy = await startA2aAgent(0, { requiredExtension: "urn:y" });
    try {
      const url = `${choosy.url}/a2a`;
      const refused = await callA2aAgent(a2aCall(a2aContact(url, "1.0"), { text: "Hello" }));
      expect(refused).toMatchObject({
        outcome: "REJECTED",
        failure: {
          code: "PROTOCOL",
          details: { jsonRpcCode: -32_008, errorData: [{ reason: "EXTENSION_SUPPORT_REQUIRED" }] },
        },
      });
      const activated = a2aContact(url, "1.0", { extensions: ["urn:y"] });
      expect(await callA2aAgent(a2aCall(activated, { text: "Hello" }))).toMatchObject({ kind: "SUCCEEDED" });
    } finally {
      await choosy.close();
    }
  });

  it("[E7] that needs a token rejects calls without it", async () => {
    choosy = await startA2aAgent(0, { token: "s3cret" });
    try {
      const asked = a2aContact(`${choosy.url}/a2a`, "1.0");
      expect(await callA2aAgent(a2aCall(asked, { text: "Hello" }))).toMatchObject({
        outcome: "REJECTED",
        failure: { code: "UPSTREAM_UNAUTHORIZED" },
      });
      expect(await callA2aAgent(a2aCall({ ...asked, bearer: "s3cret" }, { text: "Hello" }))).toMatchObject({
        kind: "SUCCEEDED",
      });
    } finally {
      await choosy.close();
    }
  });

  it("that was stored by another version of this software is not called", async () => {
    const asked = contact("1.0", { protocolVersion: "2.0" });
    expect(await callA2aAgent(a2aCall(asked, { text: "Hello" }))).toMatchObject({ outcome: "NOT_SENT" });
    expect((await ledger()).requests).toEqual([]);
  });
});
