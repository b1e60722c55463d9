/** Conversations in real objects: what reads and writes cost, and what becomes of messages and turns when objects are lost. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ConversationMessages } from "../../../src/durable/conversation/conversation-messages.ts";
import { ConversationObject } from "../../../src/durable/conversation/conversation-object.ts";
import { type ConversationStorage, ConversationStore } from "../../../src/durable/conversation/conversation-store.ts";
import { windowTurns } from "../../../src/durable/conversation/conversation-turns.ts";
import type { ConversationExecution, ConversationOptions } from "../../../src/durable/ports/conversation-options.ts";
import type { SendRequest } from "../../../src/execution/commands/conversation-peer.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { noPlan } from "../../../src/execution/state/state.ts";
import type { TurnReservation } from "../../../src/execution/turns/turn-request.ts";
import { conversationName, executionName } from "../../../src/json/object-name.ts";
import { planHash } from "../../../src/plan/dialects/plan-hash.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import type { TurnAgent } from "../../../src/plan/turn-work.ts";
import { conversationOptions } from "../../../src/worker/clients/object-options.ts";
import type { ConversationStub, Environment } from "../../../src/worker/platform/environment.ts";
import { eventually } from "../../support/engine/patience.ts";
import { bindings, withInstance } from "../../support/objects/executions.ts";
import { clockAhead } from "../../support/objects/object-time.ts";
import { scriptModel } from "../../support/objects/scripted-model.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

type Stub = DurableObjectStub & ConversationStub;

const { CONVERSATION } = env as unknown as { readonly CONVERSATION: { getByName(name: string): Stub } };

afterEach(() => {
  vi.unstubAllGlobals();
});

const agent: TurnAgent = {
  name: "InterviewAgent",
  agent: { name: "InterviewAgent", description: "", instructions: "Ask.", skills: [] },
  model: {
    ...{ name: "scripted", provider: "OPENAI_COMPATIBLE", model: "scripted-1", baseUrl: "https://models.example/v1" },
    ...{ keySecret: null, maxOutputTokens: 500, timeoutMs: 10_000, price: null },
  },
  ...{ output: null, binding: null, maxConsecutiveAutoReply: null },
};

const manifest = { name: "Generator", hash: "h1" };

/** A message of a person in the conversation `chatId`, whose agent is ours. */
async function messageIn(chatId: string, key: string, more: Partial<StartRequest> = {}): Promise<SendRequest> {
  const conversation = conversationName("default", chatId);
  const execution = executionName("default", "conversation", `${conversation}/${key}`);
  const start = { agentName: "InterviewAgent", turn: 1, variables: { known: false }, set: {} };
  const turns = {
    ...{
      chatId,
      conversation,
      appId: null,
      manifest,
      agents: [agent],
      variables: [],
      handoffs: [],
      maxTurns: 5,
      start,
    },
  };
  const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] });
  return {
    ...{ conversation, tenant: "default", chatId, appId: null, subject: "anonymous", fingerprint: "fingerprint" },
    ...{ idempotencyKey: key, text: `hello ${key}`, variables: {}, mustExist: false, start, manifest },
    request: {
      ...request,
      ...{ execution, surface: "conversation", startedWith: "MESSAGE", contextId: chatId, turns },
      ...{ plan: noPlan, planHash: planHash(noPlan), modelWork: noModelWork },
      origin: { root: execution, parent: null, depth: 0, ancestors: [] },
      ...more,
    },
  };
}

function stubOf({ conversation }: Pick<SendRequest, "conversation">): Stub {
  return CONVERSATION.getByName(conversation);
}

/** Runs `task` with an instance whose executions are those of `execution`, then forgets every instance. */
async function withExecution<Result>(
  request: SendRequest,
  execution: Partial<ConversationExecution>,
  task: (instance: ConversationObject) => Promise<Result>,
  more: Partial<ConversationOptions> = {},
): Promise<Result> {
  const options = { ...conversationOptions(env as unknown as Environment), ...more };
  const result = await runInDurableObject(stubOf(request), (_, state) =>
    task(new ConversationObject(state, {}, { ...options, execution: () => execution as ConversationExecution })),
  );
  await evictDurableObject(stubOf(request));
  return result;
}

/** The execution of a message that has ended without its conversation hearing of it; both objects were lost since. */
async function endedUnheard(request: SendRequest) {
  const starts: StartRequest[] = [];
  const start = async (given: StartRequest) => {
    starts.push(given);
    return { kind: "STARTED", replayed: false, view: { status: "RUNNING" } };
  };
  await withExecution(request, { start: start as never }, (instance) => instance.send(request));
  const [started] = starts;
  if (started === undefined) throw new Error("nothing was started");
  const conversation = () => ({
    reserve: (reservation: TurnReservation) => stubOf(request).reserve(reservation),
    report: () => Promise.reject(new Error("the conversation is away")),
  });
  const options = { conversation };
  await withInstance(started, options, async (instance) => {
    await instance.start({ ...started, waitMs: 10_000 });
  });
  return { started, options };
}

/** The conversation as the index of the tenant lists it. */
async function listed(chatId: string) {
  const query = { limit: 100, backward: false, after: null, before: null };
  const { items } = await bindings.INDEX.getByName("default#0").conversations(query);
  return items.find((item) => item.chatId === chatId);
}

/** What the platform counts of everything that is done with the storage it wraps. */
function counting({ sql, transactionSync }: ConversationStorage) {
  const cursors: { readonly rowsRead: number; readonly rowsWritten: number }[] = [];
  const exec = (...given: Parameters<typeof sql.exec>) => {
    const cursor = sql.exec(...given);
    cursors.push(cursor);
    return cursor;
  };
  const storage = { sql: { exec }, transactionSync } as unknown as ConversationStorage;
  return {
    storage,
    /** Rows since the last call. */
    take() {
      const used = cursors.splice(0);
      const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
      return {
        read: sum(used.map(({ rowsRead }) => rowsRead)),
        written: sum(used.map(({ rowsWritten }) => rowsWritten)),
      };
    },
  };
}

function counted<Result>(task: (counter: ReturnType<typeof counting>) => Result): Promise<Result> {
  const stub = CONVERSATION.getByName(crypto.randomUUID());
  return runInDurableObject(stub, (_, { storage }) => {
    const { sql } = storage;
    return task(counting({ sql, transactionSync: (run) => storage.transactionSync(run) }));
  });
}

function turnOf(execution: string, turn: number, more: Partial<TurnReservation> = {}): TurnReservation {
  return { execution, turn, agentName: "InterviewAgent", key: null, bodyHash: null, ...more };
}

describe("the cost of a conversation, in rows", () => {
  it("[T39] of deduplication is the same with 10 and with 512 turns in the window", async () => {
    const request = await messageIn("window", "k");
    const { execution } = request.request;
    const costs = await counted(({ storage, take }) => {
      const store = new ConversationStore(storage);
      store.accept(request, 1);
      const reserve = (turn: number, more: Partial<TurnReservation> = {}) => {
        take();
        const answer = store.reserve(turnOf(execution, turn, more), 1);
        return { kind: answer.kind, ...take() };
      };
      const costsAt = (latest: number) => {
        reserve(latest - 1);
        reserve(latest - 1, { key: `key ${latest}`, bodyHash: "body" });
        return [
          reserve(latest),
          reserve(latest),
          reserve(latest, { key: `key ${latest}`, bodyHash: "body" }),
          reserve(latest, { key: `key ${latest}`, bodyHash: "other" }),
          reserve(latest, { key: `fresh ${latest}`, bodyHash: "body" }),
          reserve(latest, { key: `fresh ${latest}`, bodyHash: "body" }),
        ];
      };
      for (let turn = 1; turn <= 8; turn++) reserve(turn);
      const at10 = costsAt(10);
      for (let turn = 11; turn <= windowTurns - 2; turn++) reserve(turn);
      return { at10, at512: costsAt(windowTurns) };
    });
    expect(costs.at10.map(({ kind }) => kind)).toEqual([
      ...["RESERVED", "RESERVED", "DUPLICATE", "CONFLICT", "RESERVED", "RESERVED"],
    ]);
    expect(costs.at512).toEqual(costs.at10);
  });

  it("of a reservation stays what it is when the window is full and the oldest turn goes with each", async () => {
    const [full, later, kept] = await counted(({ storage, take }) => {
      const store = new ConversationStore(storage);
      store.accept(sendOfSize(1), 1);
      const { execution } = sendOfSize(1).request;
      const costs = Array.from({ length: 2 * windowTurns }, (_, n) => {
        take();
        store.reserve(turnOf(execution, n + 1), 1);
        return take();
      });
      const count = storage.sql.exec<{ count: number }>("SELECT count(*) AS count FROM turn").one().count;
      return [costs[windowTurns], costs[2 * windowTurns - 1], count] as const;
    });
    expect(later).toEqual(full);
    expect(kept).toBe(windowTurns);
  });

  it("of a message with its turn stays within half as much again from the 10th to the 500th, and the last page is all that is read", async () => {
    const pages: number[] = [];
    const costs = await counted(({ storage, take }) => {
      const store = new ConversationStore(storage);
      return Array.from({ length: 500 }, (_, n) => {
        take();
        const last = { after: null, before: null, limit: 10, backward: true, includeHidden: false };
        if (n > 10) store.messages.page(last);
        pages.push(take().read);
        const request = sendOfSize(n + 1);
        const { execution } = request.request;
        take();
        const { request: started } = store.accept(request, 1);
        store.reserve(turnOf(execution, n + 1), 1);
        const message = { author: "AGENT", agentName: "InterviewAgent", turn: n + 1, uiHidden: false } as const;
        store.report(
          {
            ...{ execution, sequence: 9, variables: {}, activeAgent: "InterviewAgent", turn: n + 1, hasEnded: false },
            messages: [{ ...message, sequence: 5, messageId: `${execution}/2`, text: "What else?", createdAt: 1 }],
            hasFinished: true,
          },
          1,
        );
        return { ...take(), told: started.conversation?.history.length ?? 0 };
      });
    });
    const [early, full, last] = [costs[9], costs[59], costs[499]];
    if (early === undefined || full === undefined || last === undefined) throw new Error("not all turns were taken");
    expect([early.told, full.told, last.told]).toEqual([18, 100, 100]);
    expect(last.written).toBe(early.written);
    // Beside what the model is told, the same rows are read.
    expect(last.read - last.told).toBeLessThanOrEqual(1.5 * (early.read - early.told));
    expect(last.read).toBe(full.read);
    // So does whoever reads the last page: each of its messages, and one more to know whether there are others.
    expect([pages[20], pages[499]]).toEqual([21, 21]);
    // As the platform bills them: a row that is written costs what a thousand cost that are read.
    const billed = ({ read, written }: typeof last) => written + read / 1_000;
    expect(billed(last)).toBeLessThanOrEqual(1.5 * billed(early));
  });
});

/** A message as far as its conversation looks at it. */
function sendOfSize(number: number): SendRequest {
  const execution = `execution-${number}`;
  const start = { agentName: "InterviewAgent", turn: 1, variables: {}, set: {} };
  const turns = { chatId: "c", agents: [agent], start };
  return {
    ...{ conversation: "c", tenant: "t", chatId: "c", appId: null, subject: "s", fingerprint: "f", mustExist: false },
    ...{ idempotencyKey: null, text: "Something to automate.", variables: {}, start, manifest },
    request: {
      execution,
      conversation: null,
      turns,
      definitions: { callables: [], providers: [] },
    } as unknown as StartRequest,
  };
}

describe("a conversation", () => {
  it("[N205] that does not exist has no table, for every reader", async () => {
    const stub = CONVERSATION.getByName(crypto.randomUUID());
    const query = { after: null, before: null, limit: 5, backward: false, includeHidden: true };
    expect(await stub.read()).toBeNull();
    expect(await stub.messages(query)).toEqual({ messages: [], hasMore: false });
    expect(await stub.reserve(turnOf("e", 1))).toEqual({ kind: "NOT_RUNNING" });
    const tables = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray(),
    );
    expect(tables).toEqual([]);
  });

  it("answers a message with an execution, hears what came of it, and goes on where it stands", async () => {
    const { asked } = scriptModel("What would you like to automate?");
    const chatId = crypto.randomUUID();
    const first = await messageIn(chatId, "k1", { waitMs: 10_000 });
    const answer = await stubOf(first).send(first);
    expect(answer).toMatchObject({ kind: "SENT", replayed: false, started: { view: { status: "SUCCEEDED" } } });
    const idle = await eventually(async () => {
      const view = await stubOf(first).read();
      return view?.status === "IDLE" ? view : null;
    });
    expect(idle).toMatchObject({ turn: 1, messageCount: 2, execution: null, activeAgent: "InterviewAgent" });
    const second = await messageIn(chatId, "k2", { waitMs: 10_000 });
    expect(await stubOf(second).send(second)).toMatchObject({ kind: "SENT" });
    expect(asked[1]).toContain("hello k1");
    expect(asked[1]).toContain("What would you like to automate?");
    await eventually(async () => (await stubOf(first).read())?.status === "IDLE");
    const query = { after: null, before: null, limit: 10, backward: false, includeHidden: false };
    const { messages } = await stubOf(first).messages(query);
    expect(messages.map(({ position, text, turn }) => `${position} ${turn} ${text}`)).toEqual([
      ...["1 null hello k1", "2 1 What would you like to automate?"],
      ...["3 null hello k2", "4 2 What would you like to automate?"],
    ]);
    // The index of the tenant hears of it.
    await eventually(async () => (await listed(chatId))?.messageCount === 4);
    expect((await listed(chatId))?.status).toBe("IDLE");
  });

  it("[E3] starts the execution of a message from its alarm after it was lost in between, once", async () => {
    scriptModel("Here I am.");
    const request = await messageIn(crypto.randomUUID(), "k1");
    const away = async () => {
      throw new Error("the execution is away");
    };
    const sent = await withExecution(request, { start: away }, (instance) => instance.send(request));
    expect(sent).toMatchObject({ kind: "SENT", started: null });
    expect(await stubOf(request).read()).toMatchObject({ status: "RUNNING", messageCount: 1 });
    expect(await runDurableObjectAlarm(stubOf(request))).toBe(true);
    await eventually(async () => (await stubOf(request).read())?.messageCount === 2);
    const again = await stubOf(request).send(request);
    expect(again).toMatchObject({ kind: "SENT", replayed: true, started: { kind: "STARTED" } });
    expect((await stubOf(request).read())?.messageCount).toBe(2);
  });

  it("hears of the end of an execution that was lost before it could say so, from its alarm", async () => {
    scriptModel("Here I am.");
    const request = await messageIn(crypto.randomUUID(), "k1");
    const { started } = await endedUnheard(request);
    expect(await stubOf(request).read()).toMatchObject({ status: "RUNNING", turn: 1, messageCount: 1 });
    await runDurableObjectAlarm(bindings.EXECUTION.getByName(started.execution));
    expect(await stubOf(request).read()).toMatchObject({ status: "IDLE", messageCount: 2 });
  });

  it("keeps the rows of an execution that its conversation has not heard of, however old they are", async () => {
    scriptModel("Here I am.");
    const request = await messageIn(crypto.randomUUID(), "k1");
    const { options, started } = await endedUnheard(request);
    const late = { ...options, clock: clockAhead(10_000), eventRetentionMs: 1_000, retentionMs: 2_000 };
    await withInstance(started, late, async (instance, { storage }) => {
      await instance.alarm();
      // Later, not at once: what is due already would else ring without a pause.
      expect(await storage.getAlarm()).toBeGreaterThan(late.clock.now() + 20_000);
    });
    expect(await bindings.EXECUTION.getByName(started.execution).read(true)).toMatchObject({ archived: null });
    await withInstance(started, { ...late, conversation: () => stubOf(request) }, (instance) => instance.alarm());
    expect(await bindings.EXECUTION.getByName(started.execution).read(true)).toBeNull();
    expect(await stubOf(request).read()).toMatchObject({ status: "IDLE", messageCount: 2 });
  });

  it("is reported to the index of its tenant until that is acknowledged, by its alarm too", async () => {
    const request = await messageIn(crypto.randomUUID(), "k1");
    const running = async () => ({ kind: "STARTED", replayed: false, view: { status: "RUNNING" } });
    const away = () => Promise.reject(new Error("the index is away"));
    const index = () => ({
      put: away,
      putMany: away,
      restore: away,
      remove: away,
      forgetWords: away,
      park: away,
      putConversation: away,
      removeConversation: away,
      hadHostsFromTheFirst: away,
    });
    await withExecution(request, { start: running as never }, (instance) => instance.send(request), {
      index,
      // Else its alarm would ring by itself, within a second.
      clock: clockAhead(3_600_000),
    });
    expect(await listed(request.chatId)).toBeUndefined();
    expect(await runDurableObjectAlarm(stubOf(request))).toBe(true);
    expect(await listed(request.chatId)).toMatchObject({ status: "RUNNING", messageCount: 1 });
  });

  it("is not reported to the index with a message that may yet be taken back, whatever wakes it meanwhile", async () => {
    const request = await messageIn(crypto.randomUUID(), "k1");
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 1, retryAt: 0 };
    const start = async () => {
      await promise;
      return limit;
    };
    await withExecution(request, { start: start as never }, async (instance) => {
      const answer = instance.send(request);
      // The alarm lasts as long as the start that is on its way.
      const alarm = instance.alarm();
      await scheduler.wait(50);
      expect(await listed(request.chatId)).toBeUndefined();
      resolve();
      expect(await answer).toEqual(limit);
      await alarm;
    });
    expect(await stubOf(request).read()).toBeNull();
    expect(await listed(request.chatId)).toBeUndefined();
  });

  it("[R12] [R13] reserves a turn once, for duplicates at a time and after it was lost", async () => {
    const request = await messageIn(crypto.randomUUID(), "k1");
    const { execution } = request.request;
    const running = async () => ({ kind: "STARTED", replayed: false, view: { status: "RUNNING" } });
    await withExecution(request, { start: running as never }, (instance) => instance.send(request));
    const stub = stubOf(request);
    const begun = await Promise.all(Array.from({ length: 20 }, () => stub.reserve(turnOf(execution, 1))));
    expect(new Set(begun.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await evictDurableObject(stub);
    expect(await stub.reserve(turnOf(execution, 1))).toEqual(begun[0]);
    const submitted = { key: "mine", bodyHash: "body" };
    const answers = await Promise.all(
      ["e1", execution, "e2", execution].map((of) => stub.reserve(turnOf(of, 1, submitted))),
    );
    expect(answers.filter(({ kind }) => kind === "RESERVED")).toHaveLength(2);
    await evictDurableObject(stub);
    expect(await stub.reserve(turnOf(execution, 1, submitted))).toEqual({ kind: "RESERVED", key: "mine" });
    expect(await stub.reserve(turnOf("e1", 1, submitted))).toEqual({ kind: "DUPLICATE" });
    expect(await stub.reserve(turnOf("e1", 1, { ...submitted, bodyHash: "other" }))).toEqual({ kind: "CONFLICT" });
  });

  it("is taken over from an execution that was deleted before it could say anything", async () => {
    const request = await messageIn(crypto.randomUUID(), "k1");
    const running = async () => ({ kind: "STARTED", replayed: false, view: { status: "RUNNING" } });
    await withExecution(request, { start: running as never }, (instance) => instance.send(request));
    scriptModel("Here I am.");
    const next = await messageIn(request.chatId, "k2", { waitMs: 10_000 });
    expect(await stubOf(next).send(next)).toMatchObject({ kind: "SENT", replayed: false });
  });

  it("of the same name is another one for another tenant", async () => {
    const chatId = crypto.randomUUID();
    expect(conversationName("acme", chatId)).not.toBe(conversationName("default", chatId));
    const request = await messageIn(chatId, "k1", { waitMs: 10_000 });
    scriptModel("Here I am.");
    await stubOf(request).send(request);
    expect(await CONVERSATION.getByName(conversationName("acme", chatId)).read()).toBeNull();
    const foreign = await stubOf(request).send({ ...(await messageIn(chatId, "k2")), tenant: "acme" });
    expect(foreign).toMatchObject({ kind: "MISMATCH" });
    expect(JSON.stringify(foreign)).not.toContain("default");
  });
});

describe("a conversation that is deleted", () => {
  const running = async () => ({ kind: "STARTED", replayed: false, view: { status: "RUNNING" } });
  const page = { after: null, before: null, limit: 10, backward: false, includeHidden: true };
  const tablesOf = (request: SendRequest) =>
    runInDurableObject(stubOf(request), (_, { storage }) =>
      storage.sql
        .exec<{ name: string }>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
        )
        .toArray()
        .map(({ name }) => name),
    );

  /** One in which an agent has answered. */
  async function answered(): Promise<SendRequest> {
    scriptModel("What would you like to automate?");
    const request = await messageIn(crypto.randomUUID(), "k1", { waitMs: 10_000 });
    await stubOf(request).send(request);
    await eventually(async () => (await listed(request.chatId))?.status === "IDLE");
    return request;
  }

  it("[N55] leaves no word, in its object and in the list, and nothing that comes late brings it back", async () => {
    const request = await answered();
    const before = await stubOf(request).read();
    if (before === null) throw new Error("there is no conversation");
    expect(await stubOf(request).delete()).toEqual({ kind: "DELETED" });
    const { execution } = request.request;
    const report = { execution, sequence: 1_000, messages: [], variables: {}, activeAgent: "InterviewAgent", turn: 1 };
    await stubOf(request).report({ ...report, hasEnded: false, hasFinished: true });
    expect(await stubOf(request).reserve(turnOf(execution, 2))).toEqual({ kind: "NOT_RUNNING" });
    await bindings.INDEX.getByName("default#0").putConversation({ ...before, revision: 1_000 });
    for (const late of [request, await messageIn(request.chatId, "k2")]) {
      expect(await stubOf(late).send(late)).toMatchObject({
        kind: "MISMATCH",
        message: expect.stringContaining("deleted"),
      });
      expect(await stubOf(late).send({ ...late, mustExist: true })).toEqual({ kind: "NOT_FOUND" });
    }
    await evictDurableObject(stubOf(request));
    expect(await stubOf(request).read()).toBeNull();
    expect((await stubOf(request).messages(page)).messages).toEqual([]);
    expect(await listed(request.chatId)).toBeUndefined();
    expect(await tablesOf(request)).toEqual(["deleted"]);
    expect(await stubOf(request).delete()).toEqual({ kind: "DELETED" });
    // Its execution stays.
    expect(await bindings.EXECUTION.getByName(execution).read(false)).toMatchObject({ status: "SUCCEEDED" });
  });

  it("[N55] [N1003] is deleted also right after a model was given as much of it as may be given", async () => {
    const request = await answered();
    await runInDurableObject(stubOf(request), (_, { storage }) => {
      const messages = new ConversationMessages(storage.sql);
      const [message] = messages.page({ ...page, limit: 1 }).messages;
      if (message === undefined) throw new Error("there is no message");
      for (let n = 0; n < 3; n += 1) messages.add({ ...message, text: "x".repeat(200_000) });
      expect(messages.history()).toHaveLength(1);
    });
    expect(await stubOf(request).delete()).toEqual({ kind: "DELETED" });
  });

  it("[N55] is none in which an execution runs, and one whose execution has ended unheard is", async () => {
    const request = await messageIn(crypto.randomUUID(), "k1");
    expect(await stubOf(request).delete()).toEqual({ kind: "NOT_FOUND" });
    const nothingNew = async () => ({ hasFinished: false, messages: [], sequence: 1, execution: "" });
    const busy = { start: running as never, conversationReport: nothingNew as never };
    await withExecution(request, busy, async (instance) => {
      await instance.send(request);
      expect(await instance.delete()).toEqual({ kind: "BUSY" });
    });
    expect(await stubOf(request).read()).toMatchObject({ status: "RUNNING" });
    await withExecution(request, { conversationReport: async () => null }, async (instance) => {
      expect(await instance.delete()).toEqual({ kind: "DELETED" });
    });
    expect(await stubOf(request).read()).toBeNull();
  });

  it("[N574] by its alarm, so many days after its last change, also one that slept since before there was a retention", async () => {
    const request = await answered();
    await vi.waitFor(async () => expect(await listed(request.chatId)).toMatchObject({ status: "IDLE" }));
    const dayMs = 24 * 3_600_000;
    const retention = { afterChangeMs: dayMs, hiddenMs: undefined };
    await runInDurableObject(stubOf(request), (_, { storage }) => storage.deleteAlarm());
    await withExecution(request, {}, async (instance) => void (await instance.read()), { retention });
    await runInDurableObject(stubOf(request), async (_, { storage }) =>
      expect(await storage.getAlarm()).not.toBeNull(),
    );
    const early = { retention, clock: clockAhead(dayMs - 60_000) };
    await withExecution(request, {}, (instance) => instance.alarm(), early);
    expect(await stubOf(request).read()).toMatchObject({ status: "IDLE" });
    await withExecution(request, {}, (instance) => instance.alarm(), { retention, clock: clockAhead(dayMs + 60_000) });
    expect(await stubOf(request).read()).toBeNull();
    expect(await listed(request.chatId)).toBeUndefined();
  });

  it("[N55] goes from the list by its alarm when the index was away, and its chatId is free after its retention", async () => {
    const request = await answered();
    const away = () => Promise.reject(new Error("the index is away"));
    const index = () => ({
      put: away,
      putMany: away,
      restore: away,
      remove: away,
      forgetWords: away,
      park: away,
      putConversation: away,
      removeConversation: away,
      hadHostsFromTheFirst: away,
    });
    const dayMs = 24 * 3_600_000;
    // Else its alarm would ring by itself, within a second.
    const later = { index, clock: clockAhead(dayMs), retentionMs: dayMs };
    await withExecution(request, {}, (instance) => instance.delete(), later);
    expect(await listed(request.chatId)).toMatchObject({ chatId: request.chatId });
    expect(await runDurableObjectAlarm(stubOf(request))).toBe(true);
    expect(await listed(request.chatId)).toBeUndefined();

    const again = await messageIn(request.chatId, "k3", { waitMs: 10_000 });
    const atItsEnd = { clock: clockAhead(2 * dayMs + 60_000) };
    await withExecution(
      again,
      { start: running as never },
      async (instance) => {
        expect(await instance.send(again)).toMatchObject({ kind: "MISMATCH" });
        await instance.alarm();
        expect(await instance.send(again)).toMatchObject({ kind: "SENT", view: { messageCount: 1 } });
        await instance.alarm();
      },
      atItsEnd,
    );
    expect(await listed(request.chatId)).toMatchObject({ status: "RUNNING", messageCount: 1 });
  });
});
