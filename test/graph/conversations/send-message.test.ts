/** Saying something in a conversation as callers meet it: what is started, what is pinned, and everything that is refused. */
import { beforeEach, describe, expect, it } from "vitest";
import type { ManifestDefinition } from "../../../src/catalog/manifests/manifest-document.ts";
import { conversationName, executionName } from "../../../src/json/object-name.ts";
import { calledTool, exampleManifest, manifestAgent } from "../../support/catalog/example-manifest.ts";
import { type Answer, ask, send } from "../../support/graph/ask.ts";
import { fakeCatalog, languageModel } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { hello, sendMessageMutation, sentMessage, start } from "../../support/graph/sent-message.ts";

let world: FakeClients;

beforeEach(() => {
  world = new FakeClients();
  world.giveManifest(exampleManifest());
});

const sendMessage = (input: object, options: object = {}) => sentMessage(world, input, options);

/** The errors of a message that nobody may have stored or started anything for. */
async function refusal(input: object): Promise<Answer> {
  const { errors, ...rest } = await sendMessage(input);
  expect(rest).toEqual({ replayed: null, conversation: null, message: null, execution: null });
  expect(world.conversations.sent).toEqual([]);
  return errors;
}

const name = conversationName("default", "chat_abc123");

describe("sendMessage", () => {
  it("[N565] starts its execution with the approvers and the four eyes that it names, and refuses those who could not answer", async () => {
    const approvers = [{ subject: "bob" }];
    const from = (options: object, more: object = {}) => ({ ...hello, ...more, options });
    await sendMessage(from({ approvers, fourEyes: true }), { caller: { subject: "alice" } });
    expect(world.conversations.sent[0]).toMatchObject({ request: { approvers, fourEyes: true } });
    world.conversations.sent.length = 0;
    const wrong = [
      [{ approvers: [] }, "approvers"],
      [{ fourEyes: true }, "fourEyes"],
    ] as const;
    for (const [options, member] of wrong)
      expect(await refusal(from(options))).toMatchObject([{ path: ["input", "options", member] }]);
    const hidden = from({ approvers }, { conversation: { start: { ...hello.conversation.start, visibility: "OWN" } } });
    const caller = { subject: "alice", scopes: ["EXECUTION_START"] as const };
    const { errors } = await sendMessage(hidden, { caller });
    expect(errors).toMatchObject([{ path: ["input", "options", "approvers"] }]);
    expect(world.conversations.sent).toEqual([]);
  });

  it("begins a conversation with the first agent of its manifest and starts an execution with everything it needs", async () => {
    const payload = await sendMessage({
      ...{ ...hello, variables: { audience: "teachers" } },
      options: { idempotencyKey: "k1", maxTurns: 20, labels: [{ key: "team", value: "a" }], waitMs: 10 },
    });
    expect(payload.errors).toEqual([]);
    expect(payload).toMatchObject({
      replayed: false,
      conversation: {
        ...{ chatId: "chat_abc123", appId: "app_1", manifestName: "Generator", manifestHash: "a".repeat(64) },
        ...{ status: "RUNNING", activeAgentName: "InterviewAgent", messageCount: 1, turn: 0 },
        variables: { audience: "teachers", interview_complete: false },
        execution: { id: payload.execution.id },
      },
      message: { author: "PERSON", agentName: null, turn: null, text: "Automate my posts", uiHidden: false },
      execution: { kind: "MESSAGE", contextId: "chat_abc123", conversation: { chatId: "chat_abc123" }, turns: [] },
    });
    expect(payload.message.execution).toEqual({ id: payload.execution.id });
    const [sent] = world.conversations.sent;
    expect(sent).toMatchObject({
      ...{ conversation: name, tenant: "default", chatId: "chat_abc123", subject: "anonymous", mustExist: false },
      ...{ text: "Automate my posts", variables: { audience: "teachers" }, idempotencyKey: "k1" },
      start: {
        ...{ agentName: "InterviewAgent", turn: 1, set: { audience: "teachers" } },
        variables: { audience: "everybody", interview_complete: false },
      },
      request: {
        ...{ surface: "conversation", startedWith: "MESSAGE", contextId: "chat_abc123", waitMs: 10 },
        execution: executionName("default", "conversation", `${name}/k1`),
        labels: [{ key: "team", value: "a" }],
        ...{ approval: "DECLARED_DESTRUCTIVE", inDoubt: "FAIL", plan: { steps: [] } },
        conversation: { message: "Automate my posts", history: [] },
        turns: {
          ...{ chatId: "chat_abc123", conversation: name, appId: "app_1", maxTurns: 20 },
          manifest: { name: "Generator", hash: "a".repeat(64) },
          agents: [
            { name: "InterviewAgent", model: { name: "responder" }, output: null, binding: null },
            {
              name: "ContextAgent",
              binding: { toolName: "action_plan", callableName: "ui.action_plan", modelName: "ActionPlanCall" },
            },
          ],
        },
      },
    });
  });

  it("[T2, E15] pins what outputs start: the callables of the catalog, and tools that people answer", async () => {
    await sendMessage(hello);
    expect(world.conversations.sent[0]?.request.definitions).toMatchObject({
      callables: [{ name: "ui.action_plan", ui: { component: "ActionPlan", mode: "artifact" } }],
      providers: [{ kind: "PERSON" }],
    });
    world.giveManifest(exampleManifest({ tools: [calledTool("echo", { type: "object" })] }));
    await sendMessage(hello);
    expect(world.conversations.sent[1]?.request.definitions).toMatchObject({
      callables: [{ name: "echo" }],
      providers: [{ name: "blog", kind: "MCP" }],
    });
  });

  it("goes on by its name too after its manifest was removed, and begins no other with it", async () => {
    await sendMessage(hello);
    world.currentManifests.clear();
    const { errors, replayed } = await sendMessage({ ...hello, text: "And my letters" });
    expect([errors, replayed]).toEqual([[], false]);
    expect(world.conversations.sent[1]?.manifest.hash).toBe("a".repeat(64));
    for (const other of [
      { ...start, chatId: "other" },
      { ...start, manifest: "Other" },
    ]) {
      expect((await sendMessage({ conversation: { start: other }, text: "Hi" })).errors).toMatchObject([
        { code: "NOT_FOUND", path: ["input", "conversation", "start", "manifest"] },
      ]);
    }
    expect(world.conversations.sent).toHaveLength(2);
    world.calls.length = 0;
    const nameless = { conversation: { start: { manifest: "Generator" } }, text: "Hi" };
    expect((await sendMessage(nameless)).errors).toMatchObject([{ code: "NOT_FOUND" }]);
    expect(world.calls.filter((call) => call.startsWith("conversations."))).toEqual([]);
  });

  it("[E1] finds what the key has started before, also where the message would be refused by now", async () => {
    const input = { ...hello, options: { idempotencyKey: "k1" } };
    const first = await sendMessage(input);
    expect(await sendMessage(input)).toMatchObject({ replayed: true, execution: { id: first.execution.id } });
    world.currentManifests.clear();
    expect(await sendMessage(input)).toMatchObject({
      ...{ replayed: true, errors: [], execution: { id: first.execution.id }, message: { id: first.message.id } },
    });
    const other = await sendMessage({ ...input, text: "Something else" });
    expect(other.errors).toMatchObject([{ code: "IDEMPOTENCY_CONFLICT", executionId: first.execution.id }]);
    const elsewhere = { start: { ...start, chatId: "other" } };
    const fresh = { ...hello, conversation: elsewhere, options: { idempotencyKey: "k2" } };
    expect((await sendMessage(fresh)).errors).toMatchObject([
      { code: "NOT_FOUND", path: ["input", "conversation", "start", "manifest"] },
    ]);
  });

  it("[E1] makes the name of a conversation from the key, also from the header, else at random", async () => {
    const input = { conversation: { start: { manifest: "Generator" } }, text: "Hello" };
    const headers = { "idempotency-key": '"k1"' };
    const [one, again, fresh] = [
      await sendMessage(input, { headers }),
      await sendMessage(input, { headers }),
      await sendMessage(input),
    ];
    expect(again).toMatchObject({ replayed: true, conversation: { chatId: one.conversation.chatId } });
    expect(one.conversation.chatId).toMatch(/^chat_[0-9a-f]{16}$/);
    expect(fresh.conversation.chatId).not.toBe(one.conversation.chatId);
  });

  it("goes on in a conversation by its id, with the manifest of today, and with its own after that was removed", async () => {
    const { conversation } = await sendMessage(hello);
    world.giveManifest(exampleManifest({ hash: "b".repeat(64) }));
    const input = { conversation: { id: conversation.id }, text: "For teachers" };
    expect((await sendMessage(input)).errors).toEqual([]);
    expect(world.conversations.sent[1]).toMatchObject({
      ...{ mustExist: true, chatId: "chat_abc123", appId: "app_1", manifest: { hash: "b".repeat(64) } },
    });
    world.currentManifests.clear();
    expect((await sendMessage(input)).errors).toEqual([]);
    expect(world.conversations.sent[2]?.manifest.hash).toBe("a".repeat(64));
  });

  it("finds no conversation by an id of another tenant or kind, and asks no object for it", async () => {
    const { conversation, execution } = await sendMessage(hello);
    world.calls.length = 0;
    for (const id of [execution.id, "forged"]) {
      expect((await sendMessage({ conversation: { id }, text: "Hi" })).errors).toMatchObject([
        { code: "NOT_FOUND", path: ["input", "conversation", "id"] },
      ]);
    }
    const foreign = await sendMessage(
      { conversation: { id: conversation.id }, text: "Hi" },
      { caller: { tenant: "other" } },
    );
    expect(foreign.errors).toMatchObject([{ code: "NOT_FOUND" }]);
    expect(world.calls).toEqual([]);
  });

  it("tells everything that is wrong with a message at once and stores nothing", async () => {
    const input = {
      conversation: { start: { manifest: "Generator", chatId: "", appId: "a\nb" } },
      text: " \n ",
      variables: { interview_complete: true, unknown: 1, audience: "x" },
      options: { approval: "PLAN", maxTurns: 51, waitMs: 30_000, limits: { maxModelCalls: 101 } },
    };
    const errors = await refusal(input);
    expect(errors.map(({ code, path }: Answer) => [code, path.slice(1).join(".")])).toEqual([
      ["INVALID_INPUT", "text"],
      ["INVALID_INPUT", "conversation.start.chatId"],
      ["INVALID_INPUT", "conversation.start.appId"],
      ["INVALID_INPUT", "options.waitMs"],
      ["INVALID_INPUT", "options.maxTurns"],
      ["INVALID_INPUT", "options.approval"],
      ["LIMIT_EXCEEDED", "options.limits.maxModelCalls"],
      ["INVALID_INPUT", "variables.interview_complete"],
      ["INVALID_INPUT", "variables.unknown"],
    ]);
    for (const { message } of errors) expect(message).toMatch(/required|permits/);
  });

  it("refuses a text and variables above their bounds", async () => {
    expect(await refusal({ ...hello, text: "x".repeat(100_001) })).toMatchObject([
      { code: "LIMIT_EXCEEDED", limit: "messageCharacters", maximum: 100_000, found: 100_001 },
    ]);
    expect(await refusal({ ...hello, variables: { audience: "x".repeat(65_536) } })).toMatchObject([
      { code: "LIMIT_EXCEEDED", limit: "variableBytes", maximum: 65_536 },
    ]);
  });

  it("takes a text of just its bound, and refuses one with half of a character, which could not be stored as it is", async () => {
    expect((await sendMessage({ ...hello, text: "x".repeat(100_000) })).errors).toEqual([]);
    world.conversations.sent.length = 0;
    expect(await refusal({ ...hello, text: "a\ud800" })).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "text"] },
    ]);
    for (const start of [
      { ...hello.conversation.start, chatId: "x".repeat(129) },
      { ...hello.conversation.start, appId: "x".repeat(129) },
    ]) {
      expect(await refusal({ ...hello, conversation: { start } })).toMatchObject([{ code: "INVALID_INPUT" }]);
    }
  });

  it("hands on every option of a message", async () => {
    const options = {
      ...{ approval: "ALL_EFFECTS", inDoubt: "ASK", location: "EEUR", waitMs: 7, maxTurns: 3 },
      ...{ limits: { timeoutMs: 90_000, maxSteps: 5, maxParallel: 2, maxModelCalls: 9 }, model: "spare" },
      ...{ labels: [{ key: "team", value: "a" }], idempotencyKey: "k" },
    };
    expect((await sendMessage({ ...hello, options })).errors).toEqual([]);
    expect(world.conversations.locations).toEqual(["EEUR"]);
    expect(world.conversations.sent[0]).toMatchObject({
      idempotencyKey: "k",
      request: {
        ...{ approval: "ALL_EFFECTS", inDoubt: "ASK", waitMs: 7, labels: options.labels, idempotencyKey: "k" },
        ...{ limits: options.limits, turns: { maxTurns: 3, agents: [{ model: { name: "spare" } }, {}] } },
      },
    });
  });

  it("[E1] takes a message with the same key for another one if anything of it differs, and for the same if only the asking does", async () => {
    const base = { ...hello, variables: { audience: "a" }, options: { idempotencyKey: "k1", maxTurns: 3 } };
    const { execution } = await sendMessage(base);
    const others = [
      { text: "Else" },
      { variables: { audience: "b" } },
      ...[{ maxTurns: 4 }, { model: "spare" }, { inDoubt: "ASK" }, { approval: "NEVER" }].map((more) => ({
        options: { ...base.options, ...more },
      })),
      ...[{ limits: { timeoutMs: 90_000 } }, { labels: [{ key: "a", value: "b" }] }].map((more) => ({
        options: { ...base.options, ...more },
      })),
    ];
    for (const other of others) {
      const { errors } = await sendMessage({ ...base, ...other });
      expect(errors, JSON.stringify(other)).toMatchObject([
        { code: "IDEMPOTENCY_CONFLICT", executionId: execution.id },
      ]);
    }
    for (const more of [{ waitMs: 5 }, { location: "EEUR" }]) {
      const again = await sendMessage({ ...base, options: { ...base.options, ...more } });
      expect(again).toMatchObject({ replayed: true, errors: [], execution: { id: execution.id } });
    }
    const subject = await sendMessage(base, { caller: { subject: "somebody else" } });
    expect(subject.errors).toMatchObject([{ code: "IDEMPOTENCY_CONFLICT" }]);
  });

  it("has __proto__ count as the name of a variable that nobody declared", async () => {
    const variables = JSON.parse('{"__proto__": {"audience": 1}}');
    expect(await refusal({ ...hello, variables })).toMatchObject([{ path: ["input", "variables", "__proto__"] }]);
  });

  it("gives an execution a model call for each turn, unless the request says how many it may make", async () => {
    expect((await sendMessage(hello)).execution.limits.maxModelCalls).toBe(12);
    const few = await sendMessage({ ...hello, text: "b", options: { limits: { maxModelCalls: 3 } } });
    expect(few.execution.limits.maxModelCalls).toBe(3);
    const many = await sendMessage({ ...hello, text: "c", options: { maxTurns: 50 } });
    expect(many.execution.limits.maxModelCalls).toBe(50);
  });

  it("takes the model of the agent, else of the message, else of the deployment", async () => {
    const agents = [
      manifestAgent("InterviewAgent", { modelName: "spare" }),
      manifestAgent("Writer"),
      manifestAgent("Remote", { isElsewhere: true }),
    ];
    world.giveManifest(exampleManifest({ agents, tools: [] }));
    await sendMessage({ ...hello, options: { model: "planner" } });
    const models = world.conversations.sent[0]?.request.turns?.agents.map(({ model }) => model?.name ?? null);
    expect(models).toEqual(["spare", "planner", null]);
  });

  it("refuses agents whose model nobody configured, and needs none for agents that run elsewhere", async () => {
    world.giveManifest(
      exampleManifest({ agents: [manifestAgent("InterviewAgent", { modelName: "gone" })], tools: [] }),
    );
    expect(await refusal(hello)).toMatchObject([{ code: "MODEL_NOT_FOUND", path: ["input", "conversation"] }]);
    world.giveManifest(exampleManifest());
    expect(await refusal({ ...hello, options: { model: "gone" } })).toMatchObject([
      { code: "MODEL_NOT_FOUND", path: ["input", "options", "model"] },
    ]);
    world.settings = { models: { ...world.context().settings.models, models: new Map() } };
    expect(await refusal(hello)).toMatchObject([{ code: "MODEL_NOT_FOUND", path: ["input", "conversation"] }]);
    world.settings = { modelLacks: () => "MODEL_SECRET_MODELS" };
    expect(await refusal(hello)).toMatchObject([{ code: "MODEL_NOT_FOUND" }]);
    const elsewhere = [manifestAgent("InterviewAgent", { isElsewhere: true })];
    world.giveManifest(exampleManifest({ agents: elsewhere, tools: [] }));
    world.settings = { promptsEnabled: false };
    expect((await sendMessage(hello)).errors).toEqual([]);
  });

  it("[O28] refuses agents of ours where the deployment takes no words", async () => {
    world.settings = { promptsEnabled: false };
    expect(await refusal(hello)).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "conversation"] }]);
  });

  it("[E15] refuses a tool whose callable is gone, was not accepted as it is, or takes other parameters by now", async () => {
    const manifest = (callable: string): ManifestDefinition =>
      exampleManifest({ tools: [calledTool(callable, { type: "object" })] });
    world.giveManifest(manifest("ecko"));
    expect(await refusal(hello)).toMatchObject([{ code: "UNKNOWN_CALLABLE", path: ["input", "conversation"] }]);
    world.giveManifest(manifest("echo"));
    world.cached = null;
    world.catalog = fakeCatalog("2", [{ name: "echo", acceptedHash: "f".repeat(64) }]);
    const [changed] = await refusal(hello);
    expect(changed).toMatchObject({ code: "TOOL_CHANGED" });
    world.cached = null;
    world.catalog = fakeCatalog("3", [{ name: "echo", input: { type: "object", required: ["text"] } }]);
    const [other] = await refusal(hello);
    expect(other).toMatchObject({ code: "TOOL_CHANGED" });
    expect(other.message).toContain("found others");
  });

  it("refuses agents and what their tools call that do not fit into one row together, although each does alone", async () => {
    const echo = { name: "echo", output: { type: "object", description: "x".repeat(900_000) } };
    world.catalog = fakeCatalog("2", [echo]);
    const tools = [calledTool("echo", { type: "object" })];
    const { agents } = exampleManifest();
    const large = manifestAgent("Large", { systemMessage: "x".repeat(900_000) });
    world.giveManifest(exampleManifest({ tools, agents: [...agents, large] }));
    expect(await refusal(hello)).toMatchObject([
      { __typename: "LimitError", limit: "storedBytes", maximum: 1_700_000, path: ["input", "conversation"] },
    ]);
    world.giveManifest(exampleManifest({ tools }));
    expect((await sendMessage(hello)).errors).toEqual([]);
  });

  it("finds a callable that was registered a moment ago", async () => {
    world.giveManifest(exampleManifest({ tools: [calledTool("echo", { type: "object" })] }));
    world.cached = fakeCatalog("0", []);
    expect((await sendMessage(hello)).errors).toEqual([]);
  });

  it("tells why a conversation does not take the message", async () => {
    const answers = [
      [{ kind: "NOT_FOUND" }, "NOT_FOUND"],
      [{ kind: "BUSY", execution: "e" }, "CONVERSATION_BUSY"],
      [{ kind: "ENDED" }, "CONVERSATION_ENDED"],
      [{ kind: "MISMATCH", message: "Cannot go on: required Generator, found Other" }, "INVALID_INPUT"],
      [{ kind: "IDEMPOTENCY_CONFLICT", execution: "e" }, "IDEMPOTENCY_CONFLICT"],
    ] as const;
    for (const [answer, code] of answers) {
      world.conversations.answer = answer;
      const payload = await sendMessage(hello);
      expect(payload.errors).toMatchObject([{ code }]);
      expect(payload.execution).toBeNull();
    }
    const figures = { limit: "conversationVariableBytes", maximum: 131_072, found: 140_000 };
    world.conversations.answer = { kind: "LIMIT_EXCEEDED", ...figures };
    expect((await sendMessage(hello)).errors).toMatchObject([
      { code: "LIMIT_EXCEEDED", path: ["input", "variables"], ...figures },
    ]);
  });

  it("[N575] says of a cap on conversations which it is, how many there would be, and what to do", async () => {
    const caps = [
      ["maxConversations", "conversations of the tenant (MAX_CONVERSATIONS)"],
      ["maxConversationsPerSubject", "conversations of the subject (MAX_CONVERSATIONS_PER_SUBJECT)"],
    ] as const;
    for (const [limit, words] of caps) {
      const figures = { limit, maximum: 2, found: 3 };
      world.conversations.answer = { kind: "TOO_MANY", ...figures };
      const required = `required at most 2 ${words}, found 3 with this one; delete one with deleteConversation`;
      const message = `Cannot begin the conversation: ${required}`;
      expect((await sendMessage(hello)).errors).toEqual([
        { __typename: "LimitError", code: "LIMIT_EXCEEDED", message, path: ["input", "conversation"], ...figures },
      ]);
    }
  });

  it("answers HTTP 429 where the tenant has as many executions as it may", async () => {
    world.conversations.answer = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 1, retryAt: 0 };
    const response = await send(world, sendMessageMutation, { variables: { input: hello } });
    expect(response.status).toBe(429);
  });

  it("shows no execution that could not be reached yet", async () => {
    await sendMessage(hello);
    const kept = world.conversations.kept.get(name);
    const message = kept?.messages[0];
    if (kept === undefined || message === undefined) throw new Error("nothing was kept");
    const { view } = kept;
    world.conversations.answer = { kind: "SENT", replayed: false, view, message, execution: "e", started: null };
    expect(await sendMessage(hello)).toMatchObject({ execution: null, message: { text: hello.text }, errors: [] });
  });

  it("needs the scope to start executions", async () => {
    const answer = await ask(world, sendMessageMutation, {
      variables: { input: hello },
      caller: { scopes: ["EXECUTION_READ"] },
    });
    expect(answer.errors[0].extensions.code).toBe("FORBIDDEN");
    expect(world.conversations.sent).toEqual([]);
  });
});

it("has a price-less model refused under a bound of cost", async () => {
  world.settings = {
    models: {
      ...world.context().settings.models,
      models: new Map([["responder", languageModel("responder", { price: null })]]),
    },
  };
  expect(await refusal({ ...hello, options: { limits: { maxCostMicros: 5 } } })).toMatchObject([
    { code: "INVALID_INPUT", path: ["input", "options", "limits", "maxCostMicros"] },
  ]);
});
