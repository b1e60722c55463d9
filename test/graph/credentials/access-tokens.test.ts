/** Access tokens: what can be asked for, and that nothing else of the tenant can be reached with one, field by field of the schema. */
import { beforeEach, describe, expect, it } from "vitest";
import type { GrantAction } from "../../../src/access/grant.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { conversationName } from "../../../src/json/object-name.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { type Answer, ask, exampleDocument, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";
import { askedNamed } from "../../support/graph/inbox-model.ts";
import { hello, sentMessage, start } from "../../support/graph/sent-message.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
  world.giveManifest(exampleManifest());
});

const user: readonly Scope[] = ["EXECUTION_START", "EXECUTION_READ", "EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND"];
const alice: Partial<Caller> = { subject: "alice", scopes: user };
const mutation =
  "mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token expiresAt errors { code message path } } }";

async function create(input: object, caller: Partial<Caller> = alice): Promise<Answer> {
  const { data, errors } = await ask(world, mutation, { variables: { input }, caller });
  expect(errors).toBeUndefined();
  return data.createAccessToken;
}

async function started(options: object = {}, caller = alice): Promise<string> {
  const { errors, execution } = await executePlan(
    world,
    { source: { document: exampleDocument }, options },
    { caller },
  );
  expect(errors).toEqual([]);
  return execution.id;
}

/** Who comes with the token that was made last. */
function holder(more: Partial<Caller> = {}): Partial<Caller> {
  const made = world.accessTokens.at(-1);
  if (made === undefined) throw new Error("no token was made");
  const scopes: { readonly [Action in GrantAction]: Scope } = {
    READ: "EXECUTION_READ",
    ANSWER: "HUMAN_INPUT_RESPOND",
    CANCEL: "EXECUTION_CONTROL",
    SEND: "EXECUTION_START",
  };
  return {
    subject: made.subject,
    scopes: made.grant.actions.map((action) => scopes[action]),
    grant: made.grant,
    ...more,
  };
}

describe("createAccessToken", () => {
  it("[N522] makes a token for what the caller may do with one thing, for an hour, and stores nothing", async () => {
    const executionId = await started({ visibility: "OWN" });
    world.calls.length = 0;
    const made = await create({ target: { executionId }, actions: ["READ", "ANSWER", "READ"] });
    expect(made).toEqual({
      token: "pwt_1",
      expiresAt: new Date(world.context().now() + 3_600_000).toISOString(),
      errors: [],
    });
    expect(world.accessTokens).toMatchObject([
      { subject: "alice", grant: { actions: ["READ", "ANSWER"], isVouched: true } },
    ]);
    expect(world.calls).toEqual(["executions.read", "credentials.createAccessToken"]);
  });

  it("[N522] ends with the credential of its maker, and within the minutes that are asked for", async () => {
    const executionId = await started();
    const input = { target: { executionId }, actions: ["READ"], minutes: 1_440 };
    expect((await create(input)).expiresAt).toBe(new Date(world.context().now() + 86_400_000).toISOString());
    const validUntil = world.context().now() + 60_000;
    expect((await create(input, { ...alice, validUntil })).expiresAt).toBe(new Date(validUntil).toISOString());
  });

  it("[N522] refuses what the caller may not do itself, times out of bounds, and the name of somebody else", async () => {
    const executionId = await started();
    const target = { executionId };
    const refusals: readonly [object, Partial<Caller>, string, RegExp][] = [
      [{ target, actions: [] }, alice, "actions", /one action at least/],
      [{ target, actions: ["SEND"] }, alice, "actions", /for a conversation only/],
      [
        { target, actions: ["CANCEL"] },
        { ...alice, scopes: ["EXECUTION_READ"] },
        "actions",
        /CANCEL, which needs EXECUTION_CONTROL/,
      ],
      [{ target, actions: ["READ"], minutes: 0 }, alice, "minutes", /from 1 to 1440 minutes, found 0/],
      [{ target, actions: ["READ"], minutes: 1_441 }, alice, "minutes", /found 1441/],
      [{ target, actions: ["READ"], subject: "bob" }, alice, "subject", /CREDENTIALS_ADMIN/],
      [{ target, actions: ["READ"], subject: "" }, alice, "subject", /1 to 255 characters, found 0/],
    ];
    for (const [input, caller, member, message] of refusals) {
      const { errors, token } = await create(input, caller);
      expect(token).toBeNull();
      expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", member] }]);
      expect(errors[0].message).toMatch(message);
    }
    expect(world.accessTokens).toEqual([]);
    const admin = { ...alice, scopes: [...user, "CREDENTIALS_ADMIN"] as const };
    expect((await create({ target, actions: ["READ"], subject: "bob" }, admin)).errors).toEqual([]);
    expect(world.accessTokens.at(-1)?.subject).toBe("bob");
  });

  it("[N522] finds neither what is unknown nor what the caller may not reach with every action", async () => {
    const executionId = await started({ visibility: "OWN" });
    const bob = { ...alice, subject: "bob" };
    expect((await create({ target: { executionId }, actions: ["READ"] }, bob)).errors).toMatchObject([
      { code: "NOT_FOUND", path: ["input", "target", "executionId"] },
    ]);
    const reader = { ...bob, scopes: ["EXECUTION_READ_ALL", "EXECUTION_CONTROL"] as const };
    expect((await create({ target: { executionId }, actions: ["READ"] }, reader)).errors).toEqual([]);
    expect((await create({ target: { executionId }, actions: ["READ", "CANCEL"] }, reader)).errors).toMatchObject([
      { code: "NOT_FOUND" },
    ]);
    expect((await create({ target: { conversationId: "forged" }, actions: ["READ"] })).errors).toMatchObject([
      { code: "NOT_FOUND", path: ["input", "target", "conversationId"] },
    ]);
    expect((await create({ target: { chatId: "x".repeat(129) }, actions: ["READ"] })).errors).toMatchObject([
      { code: "NOT_FOUND", path: ["input", "target", "chatId"] },
    ]);
  });

  it("[N522] gives away of a conversation no action that the caller may do with its own alone", async () => {
    const narrow = {
      ...alice,
      subject: "bob",
      scopes: ["EXECUTION_READ", "EXECUTION_CONTROL_OWN", "EXECUTION_START"] as const,
    };
    expect((await sentMessage(world, hello, { caller: alice })).errors).toEqual([]);
    for (const chatId of [start.chatId, "that does not exist yet"]) {
      expect((await create({ target: { chatId }, actions: ["READ"] }, narrow)).errors).toEqual([]);
      expect((await create({ target: { chatId }, actions: ["READ", "CANCEL"] }, narrow)).errors).toMatchObject([
        { code: "NOT_FOUND", path: ["input", "target", "chatId"] },
      ]);
    }
    expect((await create({ target: { chatId: start.chatId }, actions: ["READ", "CANCEL"] })).errors).toEqual([]);
  });

  it("[N522] revokes what the caller reaches, by the same names", async () => {
    const executionId = await started({ visibility: "OWN" });
    const revoke =
      "mutation ($target: AccessTokenTargetInput!) { revokeAccessTokens(input: { target: $target }) { errors { code path } } }";
    const variables = { target: { executionId } };
    const bob = { ...alice, subject: "bob" };
    expect((await ask(world, revoke, { variables, caller: bob })).data.revokeAccessTokens.errors).toMatchObject([
      { code: "NOT_FOUND" },
    ]);
    expect(world.calls).not.toContain("credentials.revokeAccessTokens");
    expect((await ask(world, revoke, { variables, caller: alice })).data.revokeAccessTokens.errors).toEqual([]);
    expect(world.calls).toContain("credentials.revokeAccessTokens");
  });

  it("[N910] names the owner of what is there and seen, of nothing else, to whoever makes and ends tokens", async () => {
    const bob = { ...alice, subject: "bob" };
    const revoke =
      "mutation ($target: AccessTokenTargetInput!) { revokeAccessTokens(input: { target: $target }) { errors { code } } }";
    const owners = async (target: object) => {
      await create({ target, actions: ["READ"] }, bob);
      await ask(world, revoke, { variables: { target }, caller: bob });
      return [world.accessTokens.at(-1)?.owner, world.revokedTokens.pop()?.owner];
    };
    expect(await owners({ executionId: await started() })).toEqual(["alice", "alice"]);
    expect(await owners({ chatId: start.chatId })).toEqual([undefined, undefined]);
    expect((await sentMessage(world, hello, { caller: alice })).errors).toEqual([]);
    expect(await owners({ chatId: start.chatId })).toEqual(["alice", "alice"]);
    world.conversations.change(conversationName("default", start.chatId), { visibility: "OWN" });
    expect(await owners({ chatId: start.chatId })).toEqual([undefined, undefined]);
  });

  it("[N582] ends none of others for a conversation that the caller may not see, and answers as for one that nobody has begun", async () => {
    expect((await sentMessage(world, hello, { caller: alice })).errors).toEqual([]);
    world.conversations.change(conversationName("default", start.chatId), { visibility: "OWN" });
    const revoke =
      "mutation ($target: AccessTokenTargetInput!) { revokeAccessTokens(input: { target: $target }) { errors { code path } } }";
    const ended = async (chatId: string, caller: Partial<Caller>) => {
      const answer = await ask(world, revoke, { variables: { target: { chatId } }, caller });
      return [answer.data, world.revokedTokens.pop()?.subject];
    };
    const mallory = { ...alice, subject: "mallory" };
    const [hidden, unknown] = [await ended(start.chatId, mallory), await ended("never begun", mallory)];
    expect(hidden).toEqual(unknown);
    expect(hidden).toEqual([{ revokeAccessTokens: { errors: [] } }, "mallory"]);
    expect(await ended(start.chatId, alice)).toEqual([{ revokeAccessTokens: { errors: [] } }, undefined]);
    const operator = { ...mallory, scopes: [...user, "EXECUTION_READ_ALL", "EXECUTION_CONTROL_ALL"] as const };
    expect((await ended(start.chatId, operator))[1]).toBeUndefined();
    expect((await ended("never begun", operator))[1]).toBeUndefined();
  });

  it("[N582] ends of an execution that the caller may see and not control the tokens that act for the caller", async () => {
    const executionId = await started();
    const revoke =
      "mutation ($target: AccessTokenTargetInput!) { revokeAccessTokens(input: { target: $target }) { errors { code } } }";
    const bob = { ...alice, subject: "bob", scopes: ["EXECUTION_READ", "EXECUTION_CONTROL_OWN"] as const };
    for (const [caller, subject] of [
      [bob, "bob"],
      [alice, undefined],
    ] as const) {
      await ask(world, revoke, { variables: { target: { executionId } }, caller });
      expect(world.revokedTokens.pop()?.subject).toBe(subject);
    }
  });
});

const seen =
  "query ($id: ID!) { node(id: $id) { id } execution(by: { id: $id }) { id events { nodes { sequence } } } }";

describe("an access token", () => {
  it("[N524] reads its execution and no other, by whatever id", async () => {
    const [own, other] = [await started({ visibility: "OWN" }), await started()];
    await create({ target: { executionId: own }, actions: ["READ"] });
    const read = async (id: string) => (await ask(world, seen, { variables: { id }, caller: holder() })).data;
    expect(await read(own)).toMatchObject({ node: { id: own }, execution: { id: own } });
    expect(await read(other)).toEqual({ node: null, execution: null });
    const byKey = '{ execution(by: { idempotencyKey: "k" }) { id } }';
    await started({ idempotencyKey: "k" });
    expect((await ask(world, byKey, { caller: holder() })).data.execution).toBeNull();
  });

  it("[N842] reaches what its execution began at any depth, also where another began that, and nothing beside or above it", async () => {
    const names: string[] = [];
    const ids: string[] = [];
    const parents: Record<string, string> = { first: "top", second: "first", third: "second", beside: "top" };
    const order = ["top", "first", "second", "third", "beside"];
    for (const _ of order) {
      ids.push(await started({ visibility: "OWN" }));
      names.push([...world.executions.keys()].at(-1) ?? "");
    }
    const at = (what: string) => order.indexOf(what);
    for (const [child, parent] of Object.entries(parents)) {
      const execution = names[at(parent)] ?? "";
      const origin = { root: names[0] ?? "", parent: { execution, stepPath: "s" }, depth: 1, ancestors: [] };
      world.change(names[at(child)] ?? "", { origin });
    }
    const cancel = "mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { errors { code } } }";
    const reached = async (what: string) => {
      await create({ target: { executionId: ids[at(what)] }, actions: ["READ", "CANCEL"] });
      const found: string[] = [];
      for (const name of order) {
        const variables = { id: ids[at(name)] };
        const { data } = await ask(world, seen, { variables, caller: holder() });
        const { errors } = (await ask(world, cancel, { variables, caller: holder() })).data.cancelExecution;
        expect([name, data.execution === null]).toEqual([name, errors[0]?.code === "NOT_FOUND"]);
        if (data.execution !== null) found.push(name);
      }
      return found;
    };
    expect(await reached("top")).toEqual(order);
    expect(await reached("first")).toEqual(["first", "second", "third"]);
    expect(await reached("second")).toEqual(["second", "third"]);
    expect(await reached("third")).toEqual(["third"]);
    expect(await reached("beside")).toEqual(["beside"]);
  });

  it("[N524] cancels only with that action, and only its execution", async () => {
    const [own, other] = [await started(), await started()];
    const cancel =
      "mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { execution { id } errors { code } } }";
    await create({ target: { executionId: own }, actions: ["READ", "CANCEL"] });
    const as = async (id: string, caller: Partial<Caller>) => ask(world, cancel, { variables: { id }, caller });
    expect((await as(other, holder())).data.cancelExecution).toMatchObject({
      execution: null,
      errors: [{ code: "NOT_FOUND" }],
    });
    await create({ target: { executionId: own }, actions: ["READ"] });
    expect((await as(own, holder())).errors[0].message).toContain("EXECUTION_CONTROL");
    await create({ target: { executionId: own }, actions: ["CANCEL"] });
    expect((await as(own, holder())).data.cancelExecution).toMatchObject({ execution: { id: own }, errors: [] });
  });

  it("[N524] for a conversation sends there, reads its messages and executions, and reaches no other", async () => {
    await create({ target: { chatId: start.chatId }, actions: ["READ", "SEND"] });
    const sent = await sentMessage(world, hello, { caller: holder() });
    expect(sent.errors).toEqual([]);
    const conversation = conversationName("default", start.chatId);
    expect(world.conversations.kept.has(conversation)).toBe(true);
    const query =
      "query ($chatId: String!) { conversation(by: { chatId: $chatId }) { chatId messages { nodes { text } } execution { id } } }";
    const read = async (chatId: string) => ask(world, query, { variables: { chatId }, caller: holder() });
    expect((await read(start.chatId)).data.conversation).toMatchObject({
      chatId: start.chatId,
      messages: { nodes: [{ text: hello.text }] },
    });
    const other = { ...start, chatId: "another" };
    expect((await sentMessage(world, { ...hello, conversation: { start: other } }, { caller: alice })).errors).toEqual(
      [],
    );
    expect((await read("another")).data.conversation).toBeNull();
    const refused = await ask(
      world,
      "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { code } } }",
      { variables: { input: { ...hello, conversation: { start: other } } }, caller: holder() },
    );
    expect(refused.errors?.[0]?.extensions.code ?? refused.data.sendMessage.errors[0].code).toMatch(
      /FORBIDDEN|NOT_FOUND/,
    );
    expect(world.conversations.sent).toHaveLength(2);
  });

  it("[N772] for a conversation that its maker cannot see reads nothing of it, by no name and no id", async () => {
    const bob = { ...alice, subject: "bob" };
    const query =
      "query ($chatId: String!) { conversation(by: { chatId: $chatId }) { id variables messages { nodes { id text } } } }";
    const read = async (caller: Partial<Caller>) =>
      (await ask(world, query, { variables: { chatId: start.chatId }, caller })).data.conversation;
    const target = { chatId: start.chatId };
    await create({ target, actions: ["READ", "SEND"] });
    const early = holder();
    expect((await sentMessage(world, hello, { caller: bob })).errors).toEqual([]);
    // What the tenant sees is read with it.
    expect(await read(early)).toMatchObject({ messages: { nodes: [{ text: hello.text }] } });
    world.conversations.change(conversationName("default", start.chatId), { visibility: "OWN" });
    const { id, messages } = await read(bob);
    await create({ target, actions: ["READ", "SEND"] });
    const nodes = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }";
    const ids = [id, messages.nodes[0].id];
    const found = async (caller: Partial<Caller>) =>
      (await ask(world, nodes, { variables: { ids }, caller })).data.nodes;
    expect(await found(bob)).toEqual(ids.map((one) => ({ id: one })));
    for (const caller of [early, holder()]) {
      expect(await read(caller)).toBeNull();
      expect(await found(caller)).toEqual([null, null]);
    }
  });

  it("[N772] finds by a key no execution that its subject started elsewhere, also where its message cannot be sent", async () => {
    const elsewhere = { ...hello, options: { idempotencyKey: "k" } };
    expect((await sentMessage(world, elsewhere, { caller: alice })).errors).toEqual([]);
    const remove = 'mutation { removeManifest(input: { name: "Generator" }) { errors { code } } }';
    expect((await ask(world, remove)).errors).toBeUndefined();
    world.conversations.kept.clear();
    expect((await sentMessage(world, elsewhere, { caller: alice })).execution).toMatchObject({ kind: "MESSAGE" });
    await create({ target: { chatId: "another" }, actions: ["READ", "SEND"] });
    expect(await sentMessage(world, elsewhere, { caller: holder() })).toMatchObject({
      execution: null,
      errors: [{ code: "NOT_FOUND" }],
    });
  });

  it("[N776] that may not answer is not shown where a remote agent is permitted to go on, and none is shown where its subject connects", async () => {
    const executionId = await started();
    const [name = ""] = world.executions.keys();
    const humanInputs = [
      askedNamed("a/1", startTime, { kind: "CONNECT", connect: "c" }),
      askedNamed("b/1", startTime, { kind: "AUTHORIZE", link: "https://agent.example/permit" }),
    ];
    world.change(name, { humanInputs });
    const query = "query ($id: ID!) { execution(by: { id: $id }) { pendingHumanInputs { connectUrl } } }";
    const urls = async (caller: Partial<Caller>) => {
      const { data, errors } = await ask(world, query, { variables: { id: executionId }, caller });
      expect(errors).toBeUndefined();
      return data.execution.pendingHumanInputs.map(({ connectUrl }: Answer) => connectUrl);
    };
    const shown = [expect.stringContaining("/oauth/connect/c-false"), "https://agent.example/permit"];
    expect(await urls(alice)).toEqual(shown);
    await create({ target: { executionId }, actions: ["READ"] });
    expect(await urls(holder())).toEqual([null, null]);
    await create({ target: { executionId }, actions: ["READ", "ANSWER"] });
    expect(await urls(holder())).toEqual([null, shown[1]]);
  });

  it("[N775] sends a message that names no receivers and makes no approval unnecessary", async () => {
    await create({ target: { chatId: start.chatId }, actions: ["READ", "SEND", "ANSWER"] });
    const refused: readonly [object, string, RegExp][] = [
      [{ webhooks: [{ url: "https://hooks.example.com/in" }] }, "webhooks", /required none .* access token, found 1/],
      [{ approval: "NEVER" }, "approval", /access token, found NEVER/],
    ];
    for (const [options, member, message] of refused) {
      const sent = await sentMessage(world, { ...hello, options }, { caller: holder() });
      expect(sent.errors).toMatchObject([
        { path: ["input", "options", member], message: expect.stringMatching(message) },
      ]);
      expect(world.conversations.sent).toHaveLength(0);
    }
    const options = { webhooks: [], approval: "ALL_EFFECTS", maxTurns: 2 };
    expect((await sentMessage(world, { ...hello, options }, { caller: holder() })).errors).toEqual([]);
    const own = { webhooks: [{ url: "https://hooks.example.com/in" }], approval: "NEVER" };
    const other = { ...hello, conversation: { start: { ...start, chatId: "own" } } };
    expect((await sentMessage(world, { ...other, options: own }, { caller: alice })).errors).toEqual([]);
  });
});
