/** Answers of A2A 0.3 as VoltAgent sends them, without `kind`, and those that could be two things. */
import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { callA2aAgent, pollA2aTask } from "../../../src/tools/a2a/a2a-call.ts";
import { lenientReply } from "../../../src/tools/a2a/lenient-reply.ts";
import { fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { a2aCall, a2aContact } from "./a2a-calls.ts";

const text = "It is sunny";
const said = { role: "agent", messageId: "m", parts: [{ kind: "text", text }] };
const task = (state: string): JsonObject => ({
  ...{
    id: "t",
    contextId: "c",
    history: [{ kind: "message", role: "user", messageId: "u", parts: [{ kind: "text", text: "Weather?" }] }],
  },
  status: {
    state,
    timestamp: "2026-01-31T09:30:00.000Z",
    ...(state === "completed" ? { message: { kind: "message", ...said } } : {}),
  },
  artifacts: [{ artifactId: "a", parts: [{ kind: "text", text }] }],
});

let close = async () => {};
afterEach(() => close());

async function agentThatAnswers(result: (method: string) => Json) {
  const server = await fakeHttpServer((_, response, body) => {
    const { id, method } = JSON.parse(body) as { readonly id: Json; readonly method: string };
    sendJson(response, 200, { jsonrpc: "2.0", id, result: result(method) });
  });
  close = () => server.close();
  return a2aContact(`${server.url}/a2a`, "0.3");
}

describe("[N42] a reply of A2A 0.3 without kind", () => {
  it("is a task if it has a status, and the step says how it was read", async () => {
    const contact = await agentThatAnswers(() => task("completed"));
    expect(await callA2aAgent(a2aCall(contact, { text: "Weather?" }))).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: { text: `${text}\n${text}` } },
      warning: { code: "PROTOCOL", message: expect.stringContaining("found a task without one") },
    });
  });

  it("is waited for if its task is at work", async () => {
    const contact = await agentThatAnswers((method) => task(method === "tasks/get" ? "completed" : "working"));
    const attempt = await callA2aAgent(a2aCall(contact, { text: "Weather?" }));
    expect(attempt).toMatchObject({ kind: "WAITS", handle: "t" });
    expect(await pollA2aTask({ ...contact, handle: "t", details: null })).toMatchObject({
      ...{ kind: "SUCCEEDED", warning: { code: "PROTOCOL" } },
    });
  });

  it("is a message if it has a role and parts", async () => {
    const contact = await agentThatAnswers(() => said);
    expect(await callA2aAgent(a2aCall(contact, { text: "Weather?" }))).toMatchObject({
      ...{ kind: "SUCCEEDED", result: { output: { text } } },
    });
  });

  it.each<[string, Json]>([
    ["neither", { id: "t" }],
    ["both", { ...said, id: "t", status: { state: "completed" } }],
    ["another kind", { ...task("completed"), kind: "status-update" }],
  ])("that could be %s breaks the protocol", async (_, result) => {
    const contact = await agentThatAnswers(() => result);
    expect(await callA2aAgent(a2aCall(contact, { text: "Weather?" }))).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED", failure: { code: "PROTOCOL" } },
    });
  });

  it("with its kind is taken as it is", () => {
    const whole = { kind: "message", ...said };
    expect(lenientReply(whole, "0.3", "message/send")).toEqual({ value: whole });
  });
});
