/** Questions of remote agents to people: of the example agent, on the official SDK's server, and of one that is scripted per test. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { A2aRequestEntry, A2aWorkEntry } from "../../../examples/a2a-agent/ledger.ts";
import { startA2aAgent } from "../../../examples/a2a-agent/server.ts";
import type { RunningExample } from "../../../examples/listening.ts";
import type { AttemptResult, CalleeAnswer, CalleeAsks, PollResult } from "../../../src/execution/events/attempt.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import {
  type A2aContact,
  answerA2aTask,
  callA2aAgent,
  cancelA2aTask,
  pollA2aTask,
} from "../../../src/tools/a2a/a2a-call.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { exampleExecution } from "../../support/callees/mcp-tool-calls.ts";
import { type A2aVersion, a2aCall, a2aContact } from "./a2a-calls.ts";

function asks(result: AttemptResult | PollResult): CalleeAsks {
  if (result.kind !== "ASKS") throw new Error(`Required a question, found ${JSON.stringify(result)}`);
  return result;
}

/** Sends `response` as the answer to the question numbered `question` of the call `key-1`. */
function reply(contact: A2aContact, { details }: CalleeAsks, response: Json, question = 1): Promise<AttemptResult> {
  const answer = JSON.parse(JSON.stringify({ details, isAccepted: true, response, question })) as CalleeAnswer;
  const identity = { ...exampleExecution, ancestors: [] };
  return answerA2aTask({ ...contact, callId: "key-1", identity, answer });
}

describe.each(["1.0", "0.3"] as const)("a question of the official server in A2A %s", (version) => {
  let agent: RunningExample;
  let contact: A2aContact;
  beforeAll(async () => {
    agent = await startA2aAgent(0);
    contact = a2aContact(`${agent.url}/a2a`, version);
  });
  afterAll(() => agent.close());
  beforeEach(() => fetch(`${agent.url}/reset`, { method: "POST" }));

  const ledger = async () =>
    (await (await fetch(`${agent.url}/ledger`)).json()) as {
      readonly requests: readonly A2aRequestEntry[];
      readonly works: readonly A2aWorkEntry[];
    };
  const call = () => callA2aAgent(a2aCall(contact, { text: "Please ask me" }));
  /** The end of the task, at once or by polls, as the engine would get it. */
  async function ended(attempt: AttemptResult): Promise<AttemptResult | PollResult> {
    if (attempt.kind !== "WAITS") return attempt;
    const { details, handle } = attempt;
    for (;;) {
      const poll = await pollA2aTask({ ...contact, handle, details });
      if (poll.kind !== "PENDING") return poll;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  it("is asked in its words, and any object with a text is an answer", async () => {
    const question = asks(await call());
    expect(question).toMatchObject({
      prompt: "Into which language?",
      responseSchema: { type: "object", properties: { text: { type: "string" } } },
      details: { taskId: question.handle, contextId: expect.stringMatching(/./) },
    });
    const task = { ...contact, handle: question.handle ?? "", details: null };
    expect(await pollA2aTask(task)).toEqual(question);
  });

  it("[E5] is answered by a message to the same task, whose id follows from call and question", async () => {
    const question = asks(await call());
    const answer = { text: "es", formal: true };
    const end = await ended(await reply(contact, question, answer));
    expect(end).toMatchObject({ kind: "SUCCEEDED", result: { output: { text: "[es] an answered text" } } });
    const { requests } = await ledger();
    const sent = requests.filter(({ method }) => /send/i.test(String(method)));
    const { contextId, taskId } = question.details as JsonObject;
    const parts =
      version === "1.0"
        ? [{ text: "es" }, { data: answer, mediaType: "application/json" }]
        : [
            { kind: "text", text: "es" },
            { kind: "data", data: answer },
          ];
    expect(sent[1]?.params).toMatchObject({ message: { messageId: "key-1/1", taskId, contextId, parts } });
    expect(sent.map(({ headers }) => headers.idempotencyKey)).toEqual(['"key-1"', '"key-1/1"']);
  });

  it("[E5] is answered under the same id if the answer to that was lost, and the agent goes on once", async () => {
    const question = asks(await call());
    await fetch(`${agent.url}/sabotage`, { method: "POST", body: JSON.stringify({ mode: "LOSE_ANSWER", times: 1 }) });
    expect(await reply(contact, question, { text: "es" })).toMatchObject({ kind: "FAILED", outcome: "UNKNOWN" });
    expect(await ended(await reply(contact, question, { text: "es" }))).toMatchObject({ kind: "SUCCEEDED" });
    expect((await ledger()).works.map(({ messageId }) => messageId)).toEqual(["key-1", "key-1/1"]);
  });

  it("that the task did not wait for any more brings how the task ended", async () => {
    const question = asks(await call());
    await cancelA2aTask({ ...contact, handle: question.handle ?? "", details: null });
    expect(await reply(contact, question, { text: "es" })).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "CANCELLED" },
    });
  });

  it("[R19, N514] for a permission is one of its own, and its answer sends nothing: the task is asked how it stands", async () => {
    const question = asks(await callA2aAgent(a2aCall(contact, { messageId: "key-2", text: "sign in" })));
    expect(question).toMatchObject({ prompt: "Sign in to the dictionary", authorize: {} });
    expect(question.responseSchema).toBeUndefined();
    const { contextId, question: answered, taskId } = question.details as JsonObject;
    const waits = await reply(contact, question, {});
    expect(waits).toMatchObject({
      ...{ kind: "WAITS", handle: taskId, details: { contextId, answered } },
      note: "AUTH_REQUIRED: Sign in to the dictionary",
    });
    const { requests } = await ledger();
    expect(requests.filter(({ method }) => /send/i.test(String(method)))).toHaveLength(1);
    // It may say so for a while: that is no other question.
    const task = { ...contact, handle: question.handle ?? "", details: { contextId, answered } as JsonObject };
    expect(await pollA2aTask(task)).toMatchObject({ kind: "PENDING", note: expect.stringMatching(/^AUTH_REQUIRED/) });
    await cancelA2aTask(task);
    expect(await reply(contact, question, {})).toMatchObject({ kind: "FAILED", failure: { code: "CANCELLED" } });
  });
});

describe("a question of any agent", () => {
  let server: FakeHttpServer;
  let contact: A2aContact;
  /** By method; a number is the code of an error. */
  let answers: { readonly [method: string]: unknown };
  const methods: string[] = [];
  const messageIds: unknown[] = [];
  const sentParts: (readonly Json[])[] = [];

  beforeEach(async () => {
    methods.length = 0;
    messageIds.length = 0;
    sentParts.length = 0;
    server = await fakeHttpServer((_request, response, body) => {
      const { id, method, params } = JSON.parse(body) as {
        readonly id: Json;
        readonly method: string;
        readonly params: { readonly message?: { readonly messageId: string; readonly parts: readonly Json[] } };
      };
      methods.push(method);
      if (params.message !== undefined) {
        messageIds.push(params.message.messageId);
        sentParts.push(params.message.parts);
      }
      const answer = answers[method];
      if (typeof answer === "number")
        sendJson(response, 200, { jsonrpc: "2.0", id, error: { code: answer, message: "No" } });
      else
        sendJson(response, 200, { jsonrpc: "2.0", id, result: method === "SendMessage" ? { task: answer } : answer });
    });
    contact = { ...a2aContact(`${server.url}/rpc`, "1.0" satisfies A2aVersion), bearer: "s3cr3t-value" };
  });
  afterEach(() => server.close());

  const said = (text: string, messageId = "m-1") => ({ messageId, role: "ROLE_AGENT", parts: [{ text }] });
  const task = (state: string, message: unknown = said("Which account?"), more: object = {}) => ({
    ...{ id: "task-1", contextId: "context-9", status: { state: `TASK_STATE_${state}`, message } },
    ...more,
  });
  const call = () => callA2aAgent(a2aCall(contact, { text: "Hello" }));
  const asked = async () => {
    answers = { SendMessage: task("INPUT_REQUIRED") };
    return asks(await call());
  };

  it("is not asked again while the agent has yet to go on, and the task is waited for", async () => {
    const question = await asked();
    const attempt = await reply(contact, question, { text: "mine" });
    expect(attempt).toMatchObject({ kind: "WAITS", handle: "task-1", note: undefined });
    const details = attempt.kind === "WAITS" ? attempt.details : null;
    const waiting = { ...contact, handle: "task-1", details };
    answers = { GetTask: task("INPUT_REQUIRED") };
    expect(await pollA2aTask(waiting)).toEqual({ kind: "PENDING" });
    answers = { GetTask: task("INPUT_REQUIRED", said("Which account?", "m-2")) };
    expect(asks(await pollA2aTask(waiting)).prompt).toBe("Which account?");
    answers = { GetTask: task("WORKING", null) };
    expect(await pollA2aTask(waiting)).toEqual({ kind: "PENDING" });
  });

  it("[E5] may be asked in the answer to the one before, and its own answer has an id of its own", async () => {
    const question = await asked();
    answers = { SendMessage: task("INPUT_REQUIRED", said("And which currency?", "m-2")) };
    const second = asks(await reply(contact, question, { text: "mine" }));
    expect(second.prompt).toBe("And which currency?");
    answers = { SendMessage: task("COMPLETED", null) };
    await reply(contact, second, { text: "EUR" }, 2);
    expect(messageIds).toEqual(["key-1", "key-1/1", "key-1/2"]);
  });

  it("[E7] whose answer is refused while the task still asks it fails the call, to be told to stop", async () => {
    const question = await asked();
    answers = { SendMessage: -32_602, GetTask: task("INPUT_REQUIRED") };
    expect(await reply(contact, question, { text: "mine" })).toMatchObject({ kind: "FAILED", outcome: "REJECTED" });
    expect(methods).toEqual(["SendMessage", "SendMessage", "GetTask"]);
  });

  it("[E7] whose answer is refused by a task that went on by itself is waited for, asked or ended as that is", async () => {
    const question = await asked();
    const standing = async (found: unknown) => {
      answers = { SendMessage: -32_004, GetTask: found };
      return reply(contact, question, { text: "mine" });
    };
    expect(await standing(task("WORKING", null))).toMatchObject({ kind: "WAITS", handle: "task-1" });
    expect(await standing(task("COMPLETED", null))).toMatchObject({ kind: "SUCCEEDED" });
    expect(await standing(task("INPUT_REQUIRED", said("Another", "m-2")))).toMatchObject({ prompt: "Another" });
    expect(await standing(-32_603)).toMatchObject({ kind: "FAILED", outcome: "REJECTED" });
    expect(await standing(-32_001)).toMatchObject({ kind: "FAILED", outcome: "UNKNOWN" });
  });

  it("[H8] is not answered by the task of somebody else", async () => {
    const question = await asked();
    answers = { SendMessage: task("COMPLETED", null, { id: "task-2" }) };
    expect(await reply(contact, question, { text: "mine" })).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "PROTOCOL" },
    });
  });

  it("is put without our token and not at any length", async () => {
    answers = { SendMessage: task("INPUT_REQUIRED", said(`s3cr3t-value? ${"x".repeat(9_000)}`)) };
    const { prompt } = asks(await call());
    expect(prompt).not.toContain("s3cr3t-value");
    expect(prompt).toHaveLength(8_000);
  });

  it("[N85] shows what comes with its words as data, without our token and not at any length", async () => {
    const asksFor = { toolName: "deleteCity", args: { city: "s3cr3t-value" } };
    const message = { ...said("More input is needed"), parts: [{ text: "More input is needed" }, { data: asksFor }] };
    answers = { SendMessage: task("INPUT_REQUIRED", message) };
    const { prompt } = asks(await call());
    expect(prompt).toMatch(/^More input is needed\n\{"toolName":"deleteCity","args":\{"city":"[^"]+"\}\}$/);
    expect(prompt).not.toContain("s3cr3t-value");
    answers = { SendMessage: task("INPUT_REQUIRED", { ...message, parts: [{ data: ["x".repeat(9_000)] }] }) };
    expect(asks(await call()).prompt).toHaveLength(8_000);
  });

  it.each<[string, Json, readonly Json[]]>([
    ["words alone goes as words alone", { text: "yes" }, [{ text: "yes" }]],
    ["data alone goes as data alone", { approved: true }, [{ data: { approved: true } }]],
    ["both goes as both", { text: "yes", by: 1 }, [{ text: "yes" }, { data: { text: "yes", by: 1 } }]],
    ["a text that is no text goes as data", { text: 7 }, [{ data: { text: 7 } }]],
  ])("[N85] whose answer is %s", async (_, response, parts) => {
    await reply(contact, await asked(), response);
    expect(sentParts.at(-1)).toMatchObject(parts);
    expect(sentParts.at(-1)).toHaveLength(parts.length);
  });

  it("may say nothing, and a person is told so", async () => {
    answers = { SendMessage: task("INPUT_REQUIRED", null) };
    expect(asks(await call()).prompt).toBe("The agent needs input and does not say which");
  });

  it("with an id that nobody can keep breaks the contract", async () => {
    answers = { SendMessage: task("INPUT_REQUIRED", said("?"), { id: "x".repeat(2_000) }) };
    expect(await call()).toMatchObject({ kind: "FAILED", outcome: "ANSWERED", failure: { code: "PROTOCOL" } });
  });

  it("that another version of this software stored is not answered", async () => {
    const question = { ...(await asked()), details: { task: "?" } };
    expect(await reply(contact, question, { text: "mine" })).toMatchObject({ kind: "FAILED", outcome: "NOT_SENT" });
    expect(methods).toHaveLength(1);
  });
});
