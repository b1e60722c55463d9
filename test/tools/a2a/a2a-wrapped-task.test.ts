/** Answers of A2A 1.0 as aimock sends them, with a task in the wrong wrapping, and those that could be something else. */
import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { callA2aAgent, cancelA2aTask, pollA2aTask } from "../../../src/tools/a2a/a2a-call.ts";
import { fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { a2aCall, a2aContact } from "./a2a-calls.ts";

const text = "done it";
const task = (state: string): JsonObject => ({
  id: "task-1",
  contextId: "ctx-1",
  status: { state: `TASK_STATE_${state}`, timestamp: "2026-01-31T09:30:00.000Z" },
  artifacts: [{ parts: [{ text }], name: "result" }],
});

let close = async () => {};
afterEach(() => close());

async function agentThatAnswers(result: (method: string) => Json) {
  const server = await fakeHttpServer((_, response, body) => {
    const { id, method } = JSON.parse(body) as { readonly id: Json; readonly method: string };
    sendJson(response, 200, { jsonrpc: "2.0", id, result: result(method) });
  });
  close = () => server.close();
  return a2aContact(`${server.url}/`, "1.0");
}
const call = (contact: Awaited<ReturnType<typeof agentThatAnswers>>) =>
  callA2aAgent(a2aCall(contact, { text: "Book it" }));

describe("a task of A2A 1.0 in the wrapping of another operation", () => {
  it("[N84] is followed to its end, and the step says how it was read", async () => {
    const contact = await agentThatAnswers((method) => ({
      task: task(method === "SendMessage" ? "WORKING" : "COMPLETED"),
    }));
    expect(await call(contact)).toMatchObject({ kind: "WAITS", handle: "task-1" });
    expect(await pollA2aTask({ ...contact, handle: "task-1", details: null })).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: { text } },
      warning: { code: "PROTOCOL", message: expect.stringContaining("found one within a member task") },
    });
  });

  it("[N84] is waited for while it is at work, and is told that nobody wants it any more", async () => {
    const contact = await agentThatAnswers((method) => ({
      task: task(method === "CancelTask" ? "CANCELED" : "WORKING"),
    }));
    const known = { ...contact, handle: "task-1", details: null };
    expect(await pollA2aTask(known)).toEqual({ kind: "PENDING" });
    expect(await cancelA2aTask(known)).toBe(true);
  });

  it("[N84] to the letter has no warning", async () => {
    const contact = await agentThatAnswers((method) =>
      method === "SendMessage" ? { task: task("COMPLETED") } : task("COMPLETED"),
    );
    const attempt = await call(contact);
    expect(attempt.kind).toBe("SUCCEEDED");
    expect(attempt).not.toHaveProperty("warning");
    const poll = await pollA2aTask({ ...contact, handle: "task-1", details: null });
    expect(poll.kind).toBe("SUCCEEDED");
    expect(poll).not.toHaveProperty("warning");
  });

  it.each<[string, JsonObject]>([
    ["has more beside it", { task: task("COMPLETED"), next: null }],
    ["is another's", { task: { ...task("COMPLETED"), id: "task-2" } }],
    ["is none", { task: { id: "task-1" } }],
  ])("[N84] that %s breaks the protocol", async (_, result) => {
    const contact = await agentThatAnswers(() => result);
    expect(await pollA2aTask({ ...contact, handle: "task-1", details: null })).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED", failure: { code: "PROTOCOL" } },
    });
  });
});
