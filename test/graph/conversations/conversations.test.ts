/** Conversations as callers read them: what was said, and what they are not shown. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { conversationName } from "../../../src/json/object-name.ts";
import { exampleManifest, exampleTurns } from "../../support/catalog/example-manifest.ts";
import { type Answer, ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { hello, sentMessage } from "../../support/graph/sent-message.ts";

let world: FakeClients;

beforeEach(() => {
  world = new FakeClients();
  world.giveManifest(exampleManifest());
});

const sendMessage = (input: object, options: object = {}) => sentMessage(world, input, options);

const name = conversationName("default", "chat_abc123");

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

describe("a caller who may only start executions", () => {
  it("[T33] is shown the conversation that it speaks in, but nothing that is hidden, and reads no other way", async () => {
    await sendMessage(hello);
    world.conversations.say(name, "NEXT", { uiHidden: true });
    const query = (includeHidden: boolean) => /* GraphQL */ `
      mutation ($input: SendMessageInput!) {
        sendMessage(input: $input) {
          conversation { messages(includeHidden: ${includeHidden}) { nodes { text } } }
        }
      }
    `;
    const caller = { scopes: ["EXECUTION_START"] } as const;
    const options = { variables: { input: { ...hello, text: "More" } }, caller };
    const { nodes } = (await data(world, query(false), options)).sendMessage.conversation.messages;
    expect(nodes.map(({ text }: Answer) => text)).toEqual([hello.text, "More"]);
    const refused = await ask(world, query(true), options);
    expect(refused.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(JSON.stringify(refused)).not.toContain("NEXT");
    const read = /* GraphQL */ `{
      conversation(by: { chatId: "chat_abc123" }) { id }
      conversations { nodes { id } }
      humanInputRequests { nodes { id } }
    }`;
    const unread = await ask(world, read, { caller });
    expect(unread.errors.map(({ extensions }: Answer) => extensions.code)).toEqual(Array(3).fill("FORBIDDEN"));
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
      round: 1,
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
