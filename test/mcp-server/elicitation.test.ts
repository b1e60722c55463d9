/** Questions of a run that the client's own person answers, through the official client and by hand. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import type { HumanInputView } from "../../src/execution/views/execution-view.ts";
import { FakeMcpServer } from "./fake-session.ts";
import { send } from "./wire.ts";

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const schema = {
  type: "object",
  properties: { city: { type: "string", maxLength: 20 }, nights: { type: "integer" } },
  required: ["city"],
  additionalProperties: false,
};
const frame = (inline: unknown) => ({ inline, sequence: 2, slot: "responseSchema", bytes: 1 }) as never;

const form: Partial<HumanInputView> = {
  ...{ requestId: "a/1", purpose: "STEP", kind: "FORM", status: "PENDING", prompt: "Where to?" },
  ...{ arguments: null, responseSchema: frame(schema) },
};
const approval: Partial<HumanInputView> = {
  ...{ requestId: "b/1", purpose: "APPROVAL", kind: "APPROVAL", status: "PENDING", prompt: "Delete it?" },
  ...{ arguments: frame({ table: "users" }), responseSchema: null },
};

/** A run that asks and ends once nothing is open any more. */
function asking(questions: readonly Partial<HumanInputView>[]): FakeMcpServer {
  const world = new FakeMcpServer();
  world.onStart = (run) => {
    run.questions = questions;
    run.onResponse = ({ requestId }) => {
      run.questions = run.questions.map((one) => (one.requestId === requestId ? { ...one, status: "ACCEPTED" } : one));
      if (run.questions.every(({ status }) => status !== "PENDING"))
        run.finish({ status: "SUCCEEDED", output: { total: 3 } });
      return undefined;
    };
    for (const { requestId, prompt } of questions)
      run.add({ kind: "StepWaiting", step: "a", waitsFor: "PERSON", request: { requestId, prompt, kind: "FORM" } });
  };
  return world;
}

const invoice = { name: "workflow_invoice", arguments: { amount: 1 } };
const forms = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
const calls = (world: FakeMcpServer, more: object = {}, meta: object = forms, rights: object = {}) =>
  send(world, { method: "tools/call", params: { ...invoice, ...more }, meta: { ...meta } }, {}, rights);

describe("a run that asks while its client shows forms", () => {
  it("[N693] has the official client ask its person, takes the answers and gives the result to the same call", async () => {
    const world = asking([form, approval]);
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: "auto" }, capabilities: { elicitation: { form: {} } } },
    );
    const shown: unknown[] = [];
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      shown.push(params);
      return params.message.startsWith("Where to?")
        ? { action: "accept", content: { city: "Bern" } }
        : { action: "decline" };
    });
    const fetch = world.fetch() as typeof globalThis.fetch;
    await client.connect(new StreamableHTTPClientTransport(new URL("https://planwright.test/mcp"), { fetch }));
    open.push(client);
    const { structuredContent } = await client.callTool(invoice);
    expect(structuredContent).toEqual({ total: 3 });
    const { additionalProperties: _, ...requestedSchema } = schema;
    expect(shown).toMatchObject([
      { message: "Where to?", requestedSchema },
      { message: 'Delete it?\n{"table":"users"}', requestedSchema: { type: "object", properties: {} } },
    ]);
    const [run] = world.runs;
    expect([world.runs.length, run?.cancels]).toEqual([1, []]);
    expect(run?.responses).toEqual([
      { requestId: "a/1", isAccepted: true, response: { city: "Bern" }, reason: null, by: "alice" },
      { requestId: "b/1", isAccepted: false, response: null, reason: null, by: "alice" },
    ]);
    expect([world.openCalls, world.pendingTimers]).toEqual([0, 0]);
  });

  it("[N693] asks again with the reason what was answered wrongly, and leaves to others what was closed without an answer", async () => {
    const world = asking([form]);
    const first = await calls(world);
    const { inputRequests, requestState } = first.message.result;
    expect(first.message.result).toMatchObject({ resultType: "input_required" });
    expect(Object.keys(inputRequests)).toEqual(["a/1"]);
    const [run] = world.runs;
    const take = run?.onResponse ?? (() => undefined);
    const violations = [{ pointer: "/nights", message: "is no integer" }];
    if (run !== undefined) run.onResponse = () => ({ kind: "INVALID", violations }) as never;
    const inputResponses = { "a/1": { action: "accept", content: { city: "Bern", nights: 1.5 } } };
    const second = await calls(world, { inputResponses, requestState });
    expect(second.message.result.inputRequests["a/1"].params.message).toBe(
      "The answer was not taken at /nights: is no integer\nWhere to?",
    );
    if (run !== undefined) run.onResponse = take;
    const closed = calls(world, { inputResponses: { "a/1": { action: "cancel" } }, requestState });
    setTimeout(() => take({ requestId: "a/1" } as never), 20);
    expect((await closed).message.result.structuredContent).toEqual({ total: 3 });
    expect(run?.responses).toHaveLength(1);
  });

  it.each<[string, Partial<HumanInputView>]>([
    ["addressed to others", { ...form, addressees: [{ kind: "SUBJECT", name: "bob" }] as never }],
    ["under four eyes", { ...approval, notBy: ["alice"] }],
    ["asked by a flow rule", { ...approval, flows: [{}] as never }],
    ["that connects", { ...form, kind: "CONNECT" }],
    ["about a lost answer", { ...approval, purpose: "IN_DOUBT", kind: "IN_DOUBT" }],
    ["with more to see than fits", { ...approval, arguments: frame("x".repeat(4_000)) }],
    [
      "for data that no form holds",
      { ...form, responseSchema: frame({ ...schema, properties: { a: { type: "array" } } }) },
    ],
    ["with a rule that no form has", { ...form, responseSchema: frame({ ...schema, if: {} }) }],
    ["that was answered", { ...form, status: "ACCEPTED" }],
  ])("[N693] leaves to the inbox a question %s", async (_, question) => {
    const world = asking([question]);
    const answer = calls(world);
    setTimeout(() => world.runs[0]?.finish({ status: "SUCCEEDED", output: { total: 1 } }), 20);
    expect((await answer).message.result.structuredContent).toEqual({ total: 1 });
  });

  it.each<[string, object, object]>([
    ["whose client shows no forms", {}, {}],
    [
      "whose client shows addresses alone",
      { "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } } },
      {},
    ],
    [
      "whose caller may not answer",
      forms,
      { caller: { tenant: "default", subject: "alice", mayList: true, mayCall: true, mayAnswer: false } },
    ],
  ])("[N693] asks nothing in a call %s", async (_, meta, rights) => {
    const world = asking([form]);
    const answer = calls(world, {}, meta, rights);
    setTimeout(() => world.runs[0]?.finish({ status: "SUCCEEDED", output: { total: 1 } }), 20);
    expect((await answer).message.result.structuredContent).toEqual({ total: 1 });
  });
});

describe("a call that goes on", () => {
  const answered = { "a/1": { action: "accept", content: { city: "Bern" } } };
  const alice = { tenant: "default", subject: "alice", mayList: true, mayCall: true, mayAnswer: true };

  it.each<[string, object, object]>([
    ["with a changed state", { requestState: "sealed 1 " }, {}],
    ["with a state of something else", { requestState: "sealed 0" }, {}],
    ["with other arguments", { arguments: { amount: 2 } }, {}],
    ["of another tool", { name: "cp__agent_orchestrate", arguments: { prompt: "do" } }, {}],
    ["of another subject", {}, { caller: { ...alice, subject: "mallory" } }],
    ["of another tenant", {}, { caller: { ...alice, tenant: "other" } }],
    ["by a caller who may not answer", {}, { caller: { ...alice, mayAnswer: false } }],
    ["with no response of the protocol", { inputResponses: { "a/1": { action: "permit" } } }, {}],
  ])("[N694] is refused %s, and nothing is answered or started", async (_, more, rights) => {
    const world = asking([form]);
    const { requestState } = (await calls(world)).message.result;
    const { message } = await calls(world, { inputResponses: answered, requestState, ...more }, forms, rights);
    expect(message.error).toMatchObject({ code: -32602 });
    expect([world.runs.length, world.runs[0]?.responses, world.openCalls]).toEqual([1, [], 0]);
  });

  it("[N694] asks again without a response, and passes over one to a question that was not asked", async () => {
    const world = asking([form]);
    const { inputRequests, requestState } = (await calls(world)).message.result;
    for (const inputResponses of [{}, { "z/1": { action: "accept" }, __proto__: { action: "accept" } }]) {
      const { message } = await calls(world, { inputResponses, requestState });
      expect(message.result).toMatchObject({ resultType: "input_required", inputRequests });
    }
    expect([world.runs.length, world.runs[0]?.responses]).toEqual([1, []]);
  });

  it("[N694] answers once: a response that comes again changes nothing and is given the same result", async () => {
    const world = asking([form]);
    const { requestState } = (await calls(world)).message.result;
    for (let time = 0; time < 2; time++) {
      const { message } = await calls(world, { inputResponses: answered, requestState });
      expect(message.result.structuredContent).toEqual({ total: 3 });
    }
    expect(world.runs[0]?.responses).toHaveLength(1);
  });
});
