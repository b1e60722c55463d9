/** Conversations as callers meet them: saying something, reading what was said, and what they are not shown. */
import { beforeEach, describe, expect, it } from "vitest";
import type { ManifestDefinition } from "../../src/catalog/manifest-document.ts";
import type { Caller } from "../../src/graph/graph-context.ts";
import { conversationName, executionName } from "../../src/plan/effect-key.ts";
import { type Answer, ask, data, send } from "./ask.ts";
import { calledTool, exampleManifest, exampleTurns, manifestAgent } from "./example-manifest.ts";
import { FakeWorld, fakeCatalog, languageModel } from "./fake-doors.ts";

let world: FakeWorld;

beforeEach(() => {
  world = new FakeWorld();
  world.giveManifest(exampleManifest());
});

const mutation = /* GraphQL */ `
  mutation ($input: SendMessageInput!) {
    sendMessage(input: $input) {
      replayed
      conversation {
        id chatId appId manifestName manifestHash status activeAgentName variables turn messageCount createdAt updatedAt
        execution { id }
      }
      message { id author agentName turn text uiHidden createdAt execution { id } }
      execution { id kind contextId limits { maxModelCalls } conversation { chatId } turns { number } }
      errors { __typename code message path ... on LimitError { limit maximum found } ... on IdempotencyConflictError { executionId } }
    }
  }
`;

const start = { manifest: "Generator", chatId: "chat_abc123", appId: "app_1" };
const hello = { conversation: { start }, text: "Automate my posts" };

async function sendMessage(input: object, options: object = {}): Promise<Answer> {
  return (await data(world, mutation, { ...options, variables: { input } })).sendMessage;
}

/** The errors of a message that nobody may have stored or started anything for. */
async function refusal(input: object): Promise<Answer> {
  const { errors, ...rest } = await sendMessage(input);
  expect(rest).toEqual({ replayed: null, conversation: null, message: null, execution: null });
  expect(world.conversations.sent).toEqual([]);
  return errors;
}

const name = conversationName("default", "chat_abc123");

describe("sendMessage", () => {
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
    expect((await sendMessage({ ...hello, options: { idempotencyKey: "k2" } })).errors).toMatchObject([
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
  });

  it("answers HTTP 429 where the tenant has as many executions as it may", async () => {
    world.conversations.answer = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 1, retryAt: 0 };
    const response = await send(world, mutation, { variables: { input: hello } });
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
    const answer = await ask(world, mutation, { variables: { input: hello }, caller: { scopes: ["EXECUTION_READ"] } });
    expect(answer.errors[0].extensions.code).toBe("FORBIDDEN");
    expect(world.conversations.sent).toEqual([]);
  });
});

describe("messages", () => {
  const page = /* GraphQL */ `
    query ($first: Int, $after: String, $last: Int, $before: String, $includeHidden: Boolean) {
      conversation(by: { chatId: "chat_abc123" }) {
        messages(first: $first, after: $after, last: $last, before: $before, includeHidden: $includeHidden) {
          nodes { text author uiHidden }
          edges { cursor }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }
  `;
  const noDebug = { scopes: ["EXECUTION_READ", "EXECUTION_START"] } as const;

  async function read(
    variables: { readonly [name: string]: unknown },
    caller: Partial<Caller> = noDebug,
  ): Promise<Answer> {
    return (await data(world, page, { variables, caller })).conversation.messages;
  }

  const texts = ({ nodes }: Answer) => nodes.map(({ text }: Answer) => text);

  beforeEach(async () => {
    await sendMessage(hello);
    world.conversations.say(name, "What would you like to automate?");
    world.conversations.say(name, "NEXT", { uiHidden: true });
    world.conversations.say(name, "Planning your workflow");
  });

  it("[T33] leave out what only coordinates agents, page by page and in both directions", async () => {
    const all = [hello.text, "What would you like to automate?", "Planning your workflow"];
    expect(texts(await read({}))).toEqual(all);
    const first = await read({ first: 2 });
    expect(texts(first)).toEqual(all.slice(0, 2));
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const rest = await read({ first: 2, after: first.pageInfo.endCursor });
    expect(texts(rest)).toEqual(all.slice(2));
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const last = await read({ last: 2 });
    expect(texts(last)).toEqual(all.slice(1));
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(texts(await read({ last: 2, before: last.pageInfo.startCursor }))).toEqual(all.slice(0, 1));
  });

  it("[T33] show it with the scope for it, and refuse to without", async () => {
    const shown = await read({ includeHidden: true }, { scopes: ["EXECUTION_READ", "DEBUG_READ"] });
    expect(texts(shown)).toContain("NEXT");
    const answer = await ask(world, page, { variables: { includeHidden: true }, caller: noDebug });
    expect(answer.errors[0]).toMatchObject({
      message: "Cannot use the argument includeHidden: required the scope DEBUG_READ, which the caller does not hold",
      extensions: { code: "FORBIDDEN" },
    });
    expect(JSON.stringify(answer.data)).not.toContain("NEXT");
  });

  it("[T33] are not shown by their id either", async () => {
    const query = /* GraphQL */ `query ($first: Int) { conversation(by: { chatId: "chat_abc123" }) { messages(first: $first, includeHidden: true) { nodes { id text } } } }`;
    const { nodes } = (await data(world, query)).conversation.messages;
    const node = /* GraphQL */ `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Message { text } } }`;
    const ids = nodes.map(({ id }: Answer) => id);
    const seen = (await data(world, node, { variables: { ids }, caller: noDebug })).nodes;
    expect(seen.map((found: Answer) => found?.text ?? null)).toEqual([
      ...[hello.text, "What would you like to automate?", null, "Planning your workflow"],
    ]);
    expect((await data(world, node, { variables: { ids } })).nodes).toEqual(
      nodes.map((found: Answer) => ({ __typename: "Message", ...found })),
    );
  });

  it("take no cursor of another conversation and no page size out of bounds", async () => {
    const other = { conversation: { start: { manifest: "Generator", chatId: "other" } }, text: "Hi" };
    await sendMessage(other);
    const query = page.replace("chat_abc123", "other");
    const { endCursor } = (await data(world, query)).conversation.messages.pageInfo;
    for (const variables of [
      { after: endCursor },
      { before: "x" },
      { first: 0 },
      { first: 101 },
      { first: 1, last: 1 },
    ]) {
      const answer = await ask(world, page, { variables });
      expect(answer.errors?.[0].extensions.code, JSON.stringify(variables)).toBe("BAD_USER_INPUT");
    }
  });
});

describe("reading conversations", () => {
  const query = /* GraphQL */ `query ($by: ConversationSelector!) { conversation(by: $by) { id chatId } }`;

  it("finds one by its id and by its name, and none of another tenant", async () => {
    const { conversation } = await sendMessage(hello);
    const found = { conversation: { id: conversation.id, chatId: "chat_abc123" } };
    expect(await data(world, query, { variables: { by: { id: conversation.id } } })).toEqual(found);
    expect(await data(world, query, { variables: { by: { chatId: "chat_abc123" } } })).toEqual(found);
    const node = /* GraphQL */ `query ($id: ID!) { node(id: $id) { __typename ... on Conversation { chatId } } }`;
    expect((await data(world, node, { variables: { id: conversation.id } })).node).toEqual({
      ...{ __typename: "Conversation", chatId: "chat_abc123" },
    });
    for (const by of [{ id: conversation.id }, { chatId: "chat_abc123" }]) {
      const answer = await data(world, query, { variables: { by }, caller: { tenant: "other" } });
      expect(answer).toEqual({ conversation: null });
    }
    expect(await data(world, query, { variables: { by: { chatId: "none" } } })).toEqual({ conversation: null });
  });

  it("lists them, the latest first, in pages of both directions", async () => {
    for (const chatId of ["a", "b", "c"]) {
      await sendMessage({ conversation: { start: { manifest: "Generator", chatId } }, text: "Hi" });
    }
    const list = /* GraphQL */ `
      query ($first: Int, $after: String, $last: Int, $before: String) {
        conversations(first: $first, after: $after, last: $last, before: $before) {
          nodes { chatId }
          edges { cursor }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    `;
    const read = async (variables: { readonly [name: string]: unknown }) =>
      (await data(world, list, { variables })).conversations;
    const names = ({ nodes }: Answer) => nodes.map(({ chatId }: Answer) => chatId);
    const first = await read({ first: 2 });
    expect([names(first), first.pageInfo.hasNextPage]).toEqual([["c", "b"], true]);
    const rest = await read({ after: first.pageInfo.endCursor });
    expect([names(rest), rest.pageInfo.hasNextPage, rest.pageInfo.hasPreviousPage]).toEqual([["a"], false, true]);
    const last = await read({ last: 1 });
    expect([names(last), last.pageInfo.hasPreviousPage]).toEqual([["a"], true]);
    expect(names(await read({ before: last.pageInfo.startCursor, last: 5 }))).toEqual(["c", "b"]);
    const foreign = await ask(world, list, { variables: { after: first.pageInfo.endCursor }, caller: { tenant: "o" } });
    expect(foreign.errors[0].extensions.code).toBe("BAD_USER_INPUT");
  });

  it("shows the turns of an execution, with what is wrong with an output", async () => {
    const { execution } = await sendMessage(hello);
    const [object = ""] = world.executions.keys();
    const { appId, chatId, conversation, manifest } = exampleTurns();
    const turn = {
      number: 1,
      key: "turn_1",
      agentName: "ContextAgent",
      startedAt: 0,
      isElsewhere: true,
      bodyHash: null,
    };
    const violations = [{ pointer: "/agent_message", message: "expected a string, found none" }];
    world.change(object, {
      turns: {
        ...{ appId, chatId, conversation, manifest, variables: {}, waitingTurnKey: null },
        turns: [{ ...turn, reply: "INVALID", violations }],
      },
    });
    const query = /* GraphQL */ `
      query ($id: ID!) {
        execution(by: { id: $id }) {
          turns { number key agentName startedAt isElsewhere reply violations { pointer message } }
          conversation { id }
          permittedActions
        }
      }
    `;
    const found = (await data(world, query, { variables: { id: execution.id } })).execution;
    expect(found.turns).toEqual([
      {
        ...{ number: 1, key: "turn_1", agentName: "ContextAgent", startedAt: "1970-01-01T00:00:00.000Z" },
        ...{ isElsewhere: true, reply: "INVALID", violations },
      },
    ]);
    // The conversation is gone.
    expect(found.conversation).toBeNull();
  });

  it("permits neither retry nor fork of what agents said", async () => {
    const { execution } = await sendMessage(hello);
    const [object = ""] = world.executions.keys();
    world.change(object, { status: "FAILED", finishedAt: 1 });
    const query = /* GraphQL */ `query ($id: ID!) { execution(by: { id: $id }) { permittedActions } }`;
    const found = (await data(world, query, { variables: { id: execution.id } })).execution;
    expect(found.permittedActions).toEqual(["DELETE"]);
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
