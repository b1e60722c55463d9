import { beforeEach, describe, expect, it } from "vitest";
import { ConversationRetentionTimes } from "../../../src/durable/conversation/conversation-retention.ts";
import type { ConversationRetention } from "../../../src/durable/ports/conversation-options.ts";
import type { SendRequest, SendResult } from "../../../src/execution/commands/conversation-peer.ts";
import type { StartResult } from "../../../src/execution/commands/start-request.ts";
import {
  executionOf,
  MemoryConversation,
  reportOf,
  sendOf,
  startedAnswer,
} from "../../support/engine/memory-conversation.ts";
import { callable } from "../../support/plan/callables.ts";

let world: MemoryConversation;

beforeEach(() => {
  world = new MemoryConversation();
});

type Sent = Extract<SendResult, { readonly kind: "SENT" }>;

async function send(key: string, text?: string, more?: Partial<SendRequest>): Promise<Sent> {
  const answer = await world.sending.send(sendOf(key, text, more));
  if (answer.kind !== "SENT") throw new Error(`not sent: ${JSON.stringify(answer)}`);
  return answer;
}

function texts(): readonly string[] {
  const page = { after: null, before: null, limit: 100, backward: false, includeHidden: true };
  return world.store.facts === undefined ? [] : world.store.messages.page(page).messages.map(({ text }) => text);
}

const limit: StartResult = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 1, retryAt: 0 };

const away = () => {
  throw new Error("the execution is away");
};

describe("a message of a person", () => {
  it("[E1] makes no table before the first one, and is then stored with the execution that it starts", async () => {
    expect(world.store.view()).toBeUndefined();
    expect(await world.sending.send(sendOf("k1", "hello", { mustExist: true }))).toEqual({ kind: "NOT_FOUND" });
    expect(world.tables()).toEqual([]);
    const { message, replayed, view } = await send("k1", "hello", { variables: { language: "en" } });
    expect(replayed).toBe(false);
    expect(message).toMatchObject({
      position: 1,
      messageId: `${executionOf("k1")}/1`,
      author: "PERSON",
      text: "hello",
    });
    expect(view).toMatchObject({ status: "RUNNING", activeAgent: "InterviewAgent", turn: 0, messageCount: 1 });
    expect(view.variables).toEqual({ interview_complete: false, language: "en" });
    const [start] = world.starts;
    expect(start?.conversation).toMatchObject({ history: [], message: "hello" });
    expect(start?.turns?.start).toEqual({
      ...{ agentName: "InterviewAgent", turn: 1 },
      ...{ variables: { interview_complete: false }, set: { language: "en" } },
    });
  });

  it("goes on with the agent, the variables and the turns that the conversation stands at, under a newer manifest too", async () => {
    await send("k1");
    const reservation = {
      execution: executionOf("k1"),
      turn: 1,
      agentName: "InterviewAgent",
      key: null,
      bodyHash: null,
    };
    world.store.reserve(reservation, world.clock.now());
    world.end("k1", ["ask"], { activeAgent: "ContextAgent", variables: { interview_complete: true, language: "en" } });
    const request = sendOf("k2", "on", { manifest: { name: "Generator", hash: "h2" } });
    const more = { start: { ...request.start, variables: { interview_complete: false, added: 1 } } };
    const { view } = await send("k2", "on", { manifest: request.manifest, ...more });
    expect(view.manifest.hash).toBe("h2");
    expect(world.starts.at(-1)?.turns?.start).toEqual({
      ...{ agentName: "ContextAgent", turn: 2, set: {} },
      variables: { interview_complete: true, added: 1, language: "en" },
    });
    expect(world.starts.at(-1)?.conversation?.history).toEqual([
      { role: "USER", text: "hello" },
      { role: "AGENT", agentName: "InterviewAgent", text: "ask" },
    ]);
  });

  it("refuses variables that together grow larger than a conversation keeps, and goes on without them", async () => {
    const large = "x".repeat(60_000);
    const set = (name: string) => ({ variables: { [name]: large } });
    await send("k1", "hello", set("a"));
    world.end("k1", [], { variables: { a: large } });
    await send("k2", "more", set("b"));
    world.end("k2", [], { variables: { a: large, b: large } });
    const answer = await world.sending.send(sendOf("k3", "too much", set("c")));
    expect(answer).toMatchObject({ kind: "LIMIT_EXCEEDED", limit: "conversationVariableBytes", maximum: 131_072 });
    expect(texts()).toEqual(["hello", "more"]);
    expect(await send("k2", "more", set("b")), "what was sent before").toMatchObject({ replayed: true });
    await send("k3", "replaced", { variables: { b: "small" } });
    expect(world.store.facts?.variables).toMatchObject({ a: large, b: "small" });
  });

  it("has the history read and stored only for agents that are told it: those of ours", async () => {
    await send("k1");
    world.end("k1", ["ask"]);
    const agents = (...models: unknown[]) => {
      const { request } = sendOf("k2");
      const given = models.map((model, place) => ({ name: `Agent${place}`, model }));
      return {
        request: { ...request, turns: { ...request.turns, agents: given } } as unknown as SendRequest["request"],
      };
    };
    await send("k2", "on", agents(null, null));
    expect(world.starts.at(-1)?.conversation).toMatchObject({ history: [], message: "on" });
    world.end("k2");
    const { request } = agents(null, {});
    await send("k3", "on", { request: { ...request, execution: executionOf("k3") } });
    expect(world.starts.at(-1)?.conversation?.history).toHaveLength(3);
  });

  it("[N778] keeps the labels of tools that a later manifest has lost, for the executions after it, and shows them to nobody", async () => {
    const withTools = (key: string, ...outputs: readonly (readonly string[])[]) => {
      const { request } = sendOf(key);
      const callables = outputs.map((outputLabels, at) => callable(`tool${at}`, "READ_ONLY", { outputLabels }));
      return { request: { ...request, definitions: { ...request.definitions, callables } } };
    };
    const given = () => world.starts.at(-1)?.inputLabels?.map(({ label, path }) => [label, path.at(-1)]);
    await send("k1", "a", withTools("k1", ["UNTRUSTED", "web"], ["mail"], []));
    world.end("k1");
    expect(given()).toBeUndefined();
    world.crash();
    await send("k2", "b", withTools("k2", ["UNTRUSTED", "web"], ["mail"]));
    world.end("k2");
    expect(given()).toBeUndefined();
    const earlier = "earlier messages of the conversation";
    const { view } = await send("k3", "c", withTools("k3", ["mail"]));
    world.end("k3");
    expect(given()).toEqual([
      ["CALLER", "the request"],
      ["UNTRUSTED", earlier],
      ["web", earlier],
    ]);
    await send("k4", "d", withTools("k4"));
    expect(given()?.map(([label]) => label)).toEqual(["CALLER", "UNTRUSTED", "web", "mail"]);
    expect(Object.keys({ ...view, ...world.store.listed() })).not.toContain("heard");
  });

  it("begins anew with the first agent if the manifest does not have the active one any more", async () => {
    await send("k1");
    world.end("k1", [], { activeAgent: "RemovedAgent" });
    await send("k2");
    expect(world.starts.at(-1)?.turns?.start.agentName).toBe("InterviewAgent");
  });

  it("[E1] that comes again is answered the same; another body or subject under its key is a conflict", async () => {
    await send("k1");
    const again = await send("k1");
    expect(again).toMatchObject({
      replayed: true,
      message: { position: 1 },
      started: { kind: "STARTED", replayed: true },
    });
    const conflict = { kind: "IDEMPOTENCY_CONFLICT", execution: executionOf("k1") };
    expect(await world.sending.send(sendOf("k1", "hello", { fingerprint: "other" }))).toEqual(conflict);
    expect(await world.sending.send(sendOf("k1", "hello", { subject: "somebody else" }))).toEqual(conflict);
    world.end("k1", [], { hasEnded: true });
    expect(await send("k1"), "also after the end").toMatchObject({ replayed: true });
    expect([texts(), world.starts]).toEqual([["hello"], [expect.anything()]]);
  });

  it("[E1] never starts an execution again that was started and is gone since", async () => {
    await send("k1");
    world.end("k1");
    world.running.clear();
    expect(await send("k1", "hello")).toMatchObject({ replayed: true, started: null });
    expect(world.starts).toHaveLength(1);
  });

  it("[E1] that comes twice at a time starts one execution", async () => {
    const answers = await Promise.all([send("k1"), send("k1"), send("k1")]);
    expect(answers.map(({ replayed }) => replayed)).toEqual([false, true, true]);
    expect([texts(), world.starts.length, world.running.size]).toEqual([["hello"], 1, 1]);
  });

  it("[E3] is stored before its execution is started, and a crash in between is made good by the alarm", async () => {
    world.answerStart = () => new Promise(() => undefined);
    void world.sending.send(sendOf("k1"));
    await world.clock.advance(0);
    expect(world.starts).toHaveLength(1);
    world.crash();
    expect(world.sending.starts.nextAt()).not.toBeUndefined();
    world.answerStart = () => startedAnswer(false);
    await world.sending.starts.due();
    expect(world.starts.map(({ conversation }) => conversation?.message)).toEqual(["hello", "hello"]);
    expect(world.starts[1]?.waitMs).toBe(0);
    expect(world.sending.starts.nextAt(), "acknowledged").toBeUndefined();
    await world.sending.starts.due();
    expect(world.starts).toHaveLength(2);
  });

  it("is answered without its execution if that cannot be reached, which is started later, ever less often", async () => {
    world.answerStart = away;
    expect(await send("k1")).toMatchObject({ replayed: false, started: null });
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const at = world.sending.starts.nextAt() ?? 0;
      pauses.push(at - world.clock.now());
      await world.sending.starts.due();
      expect(world.starts, "not before its time").toHaveLength(attempt + 1);
      await world.clock.advance(at - world.clock.now());
      await world.sending.starts.due();
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it("is known to be started as soon as its execution says anything", async () => {
    world.answerStart = away;
    await send("k1");
    world.store.report(reportOf("k1", []), world.clock.now());
    expect(world.sending.starts.nextAt()).toBeUndefined();
    expect(world.store.view()?.status).toBe("RUNNING");
  });

  it("is taken back if the tenant may start no execution, and leaves nothing of a conversation that is new", async () => {
    world.answerStart = () => limit;
    expect(await world.sending.send(sendOf("k1"))).toEqual(limit);
    expect([world.tables(), world.store.view()]).toEqual([[], undefined]);
    world.answerStart = () => startedAnswer(false);
    await send("k1", "now");
    world.end("k1");
    const before = world.store.view();
    world.answerStart = () => limit;
    expect(await world.sending.send(sendOf("k2", "more"))).toEqual(limit);
    expect([texts(), world.store.view(), world.sending.starts.nextAt()]).toEqual([["now"], before, undefined]);
    world.answerStart = () => startedAnswer(false);
    expect(await send("k2", "again"), "nobody had its key").toMatchObject({
      replayed: false,
      message: { position: 2 },
    });
  });

  it("that waits for the start of another one like it hears that it was taken back", async () => {
    let answer: (answer: StartResult) => void = () => undefined;
    world.answerStart = () => new Promise((resolve) => (answer = resolve));
    const both = Promise.all([world.sending.send(sendOf("k1")), world.sending.send(sendOf("k1"))]);
    await world.clock.advance(0);
    answer(limit);
    expect(await both).toEqual([limit, limit]);
    expect([world.starts.length, world.tables()]).toEqual([1, []]);
  });

  it("that was announced to somebody is not taken back: its start waits until the tenant may start it", async () => {
    world.answerStart = away;
    await send("k1");
    world.answerStart = () => ({ ...limit, retryAt: world.clock.now() + 30_000 });
    await world.clock.advance(2_000);
    await world.sending.starts.due();
    expect([texts(), (world.sending.starts.nextAt() ?? 0) - world.clock.now()]).toEqual([["hello"], 30_000]);
    world.answerStart = () => startedAnswer(false);
    await world.clock.advance(30_000);
    await world.sending.starts.due();
    expect(world.sending.starts.nextAt()).toBeUndefined();
  });

  it.each<StartResult>([
    { kind: "DELETED", until: 1 },
    { kind: "IDEMPOTENCY_CONFLICT", execution: "e" },
  ])("whose execution answers $kind is refused, and holds nobody up if that is found out later", async (answer) => {
    world.answerStart = () => answer;
    const conflict = { kind: "IDEMPOTENCY_CONFLICT", execution: executionOf("k1") };
    expect(await world.sending.send(sendOf("k1"))).toEqual(conflict);
    expect(world.tables()).toEqual([]);
    world.answerStart = away;
    await send("k2");
    world.answerStart = () => answer;
    await world.clock.advance(2_000);
    await world.sending.starts.due();
    expect([world.store.view()?.status, world.sending.starts.nextAt()]).toEqual(["IDLE", undefined]);
  });

  it("waits for the execution that runs; one that ended and could not say so is asked", async () => {
    await send("k1");
    world.report = async () => reportOf("k1", []);
    const busy = { kind: "BUSY", execution: executionOf("k1") };
    expect(await world.sending.send(sendOf("k2"))).toEqual(busy);
    world.report = async () => {
      throw new Error("the execution is away");
    };
    expect(await world.sending.send(sendOf("k2"))).toEqual(busy);
    // Told a page at a time, as what it had to say does not fit into one.
    const [first, second] = reportOf("k1", ["one", "two"]).messages;
    if (first === undefined || second === undefined) throw new Error("no messages");
    world.report = async (after) =>
      after < 25
        ? { ...reportOf("k1", []), messages: [first], sequence: 25 }
        : { ...reportOf("k1", []), messages: [second], sequence: 35, hasFinished: true };
    await send("k2", "go on");
    expect(texts()).toEqual(["hello", "one", "two", "go on"]);
    world.report = async () => null;
    await send("k3", "and on");
    expect(texts().at(-1), "one that was deleted").toBe("and on");
  });

  it("does not pass an execution that nobody could start yet", async () => {
    world.answerStart = away;
    await send("k1");
    expect(await world.sending.send(sendOf("k2"))).toEqual({ kind: "BUSY", execution: executionOf("k1") });
  });

  it("is refused in a conversation that was ended, of another manifest, application or tenant, without a change", async () => {
    await send("k1");
    world.end("k1");
    const before = world.store.view();
    const others: readonly Partial<SendRequest>[] = [
      { manifest: { name: "Other", hash: "h1" } },
      { appId: "app" },
      { tenant: "someone-else" },
    ];
    for (const other of others) {
      const answer = await world.sending.send(sendOf("k2", "x", other));
      expect(answer).toMatchObject({ kind: "MISMATCH", message: expect.stringContaining("required") });
      expect(JSON.stringify(answer)).not.toContain("acme");
    }
    expect(world.store.view()).toEqual(before);
    await send("k3");
    world.end("k3", [], { hasEnded: true });
    expect(await world.sending.send(sendOf("k4"))).toEqual({ kind: "ENDED" });
  });
});

describe("the reports of an execution to its conversation", () => {
  it("[E8] is taken once, in order, and from the execution that runs alone", async () => {
    await send("k1");
    const revision = () => world.store.view()?.revision;
    const report = reportOf("k1", ["one", "two"]);
    expect(world.store.report(report, 5)).toBe(true);
    const known = revision();
    expect(world.store.report(report, 6)).toBe(false);
    expect(world.store.report({ ...report, sequence: 30 }, 6), "late").toBe(false);
    expect(world.store.report(reportOf("other", ["foreign"]), 6)).toBe(false);
    expect([texts(), revision()]).toEqual([["hello", "one", "two"], known]);
    // Told everything again by an instance that does not know what one before it told.
    world.store.report(reportOf("k1", ["one", "two", "three"], { sequence: 99, hasFinished: true }), 7);
    expect(texts()).toEqual(["hello", "one", "two", "three"]);
    expect(world.store.view()).toMatchObject({ status: "IDLE", execution: null, messageCount: 4, updatedAt: 7 });
  });

  it("ends the conversation only with the execution, if a rule did", async () => {
    await send("k1");
    world.store.report(reportOf("k1", [], { hasEnded: true }), 5);
    expect(world.store.view()?.status).toBe("RUNNING");
    world.store.report(reportOf("k1", [], { hasEnded: true, hasFinished: true, sequence: 19 }), 5);
    expect(world.store.view()?.status).toBe("ENDED");
  });

  it("keeps what is stored if it cannot be stored whole", async () => {
    await send("k1");
    const before = world.store.view();
    const report = reportOf("k1", ["one"]);
    // A message that no row can hold.
    const broken = { ...report, messages: report.messages.map((message) => ({ ...message, author: null as never })) };
    expect(() => world.store.report(broken, 5)).toThrow();
    expect([texts(), world.store.view()]).toEqual([["hello"], before]);
    expect(world.store.report(report, 5)).toBe(true);
  });
});

describe("a cap on conversations", () => {
  it("[N575] stores nothing of a message that would begin one too many, and asks for no other message", async () => {
    const found = { limit: "maxConversationsPerSubject", maximum: 2, found: 3 } as const;
    const asked: string[] = [];
    world.admit = async ({ conversation, subject }) => {
      asked.push(`${conversation} of ${subject}`);
      return asked.length === 1 ? found : undefined;
    };
    expect(await world.sending.send(sendOf("k1"))).toEqual({ kind: "TOO_MANY", ...found });
    expect(world.tables()).toEqual([]);
    expect(world.starts).toEqual([]);
    expect(await world.sending.send(sendOf("k0", "hello", { mustExist: true }))).toEqual({ kind: "NOT_FOUND" });
    await send("k1");
    world.end("k1");
    await send("k2");
    const { conversation } = sendOf("k1");
    expect(asked).toEqual([`${conversation} of someone`, `${conversation} of someone`]);
  });
});

describe("a hidden message that is deleted", () => {
  const long = "the plan of the agents ".repeat(100_000);

  async function said(): Promise<void> {
    await send("k1");
    const report = reportOf("k1", ["shown", long], { hasFinished: true });
    const messages = report.messages.map((message) => ({ ...message, uiHidden: message.text === long }));
    world.store.report({ ...report, messages }, world.clock.now());
  }

  it("[N911] leaves its place and no word, after a crash too", async () => {
    await said();
    const parts = () => world.storage.sql.exec("SELECT 1 FROM message_part").toArray().length;
    expect(world.store.messages.at(3)?.text === long).toBe(true);
    expect(parts()).toBeGreaterThan(0);
    expect(world.store.deleteHidden(3)).toEqual({ kind: "DELETED" });
    expect([texts(), parts()]).toEqual([["hello", "shown", ""], 0]);
    world.crash();
    expect(texts()).toEqual(["hello", "shown", ""]);
    expect(world.store.deleteHidden(3)).toEqual({ kind: "DELETED" });
  });

  it("[N911] counts no longer in what is stored, once, and keeps the conversation no longer", async () => {
    await said();
    const { storedBytes = 0, updatedAt } = world.store.listed() ?? {};
    await world.clock.advance(1_000);
    for (let times = 0; times < 2; times++) world.store.deleteHidden(3);
    world.crash();
    expect(world.store.listed()).toMatchObject({ storedBytes: storedBytes - long.length, updatedAt });
    expect(world.store.listed()).not.toHaveProperty("erasedBytes");
    expect(world.store.view()).not.toHaveProperty("erasedBytes");
    await send("k2", "and then?");
    world.end("k2");
    expect(world.store.listed()?.storedBytes).toBe(storedBytes - long.length + "and then?".length);
  });

  it("[N911] stays deleted when a message that was sent before is taken back", async () => {
    await said();
    const { storedBytes = 0 } = world.store.listed() ?? {};
    const taken = world.store.accept(sendOf("k2", "and then?"), world.clock.now());
    world.store.deleteHidden(3);
    world.store.takeBack(taken);
    expect(texts()).toEqual(["hello", "shown", ""]);
    expect(world.store.listed()?.storedBytes).toBe(storedBytes - long.length);
  });

  it("[N981] is known to the index when a message that was sent before is taken back", async () => {
    await said();
    const known = world.store.listed()?.revision ?? 0;
    const taken = world.store.accept(sendOf("k2", "and then?"), world.clock.now());
    // The index hears of neither, because the message may yet be taken back.
    world.store.deleteHidden(3);
    world.store.takeBack(taken);
    expect(world.store.listed()?.revision).toBeGreaterThan(known);
    const untouched = world.store.listed()?.revision;
    world.store.takeBack(world.store.accept(sendOf("k3", "and then?"), world.clock.now()));
    expect(world.store.listed()?.revision).toBe(untouched);
  });

  it("[N911] is not brought back by a report that comes again, nor deleted where it is shown or not there", async () => {
    await said();
    world.store.deleteHidden(3);
    world.end("k1", ["shown", long]);
    expect(texts()).toEqual(["hello", "shown", ""]);
    expect([1, 2, 4, 0, -1].map((position) => world.store.deleteHidden(position).kind)).toEqual([
      "SHOWN",
      "SHOWN",
      "NOT_FOUND",
      "NOT_FOUND",
      "NOT_FOUND",
    ]);
    world.store.delete(1);
    expect(world.store.deleteHidden(3)).toEqual({ kind: "NOT_FOUND" });
  });

  it("[N911] may be of an execution that runs, whose further messages follow, and models are told nothing in its place", async () => {
    await send("k1");
    const plan = reportOf("k1", ["plan"]);
    world.store.report(
      { ...plan, messages: plan.messages.map((message) => ({ ...message, uiHidden: true })) },
      world.clock.now(),
    );
    expect(world.store.view()?.status).toBe("RUNNING");
    expect(world.store.deleteHidden(2)).toEqual({ kind: "DELETED" });
    const later = reportOf("k1", ["plan", "done"], { hasFinished: true });
    world.store.report(later, world.clock.now());
    expect(texts()).toEqual(["hello", "", "done"]);
    await send("k2", "and then?");
    expect(world.starts.at(-1)?.conversation?.history.map(({ text }) => text)).toEqual(["hello", "done"]);
    expect(world.store.view()).toMatchObject({ status: "RUNNING", messageCount: 4 });
  });
});

describe("the retention of a conversation", () => {
  const dayMs = 86_400_000;
  const timesOf = (retention: ConversationRetention) =>
    new ConversationRetentionTimes(world.store, { clock: world.clock, retention });

  it("[N574] is over so many days after its last change, and never while an execution runs in it", async () => {
    const times = timesOf({ afterChangeMs: dayMs, hiddenMs: undefined });
    expect(times.nextAt()).toBeUndefined();
    await send("k1");
    expect([times.nextAt(), times.isOver()]).toEqual([undefined, false]);
    world.end("k1");
    const ended = world.clock.now();
    expect(times.nextAt()).toBe(ended + dayMs);
    await world.clock.advance(dayMs - 1);
    expect(times.isOver()).toBe(false);
    await world.clock.advance(1);
    expect([times.isOver(), times.nextAt()]).toEqual([true, world.clock.now() + 1_000]);
    expect(timesOf({ afterChangeMs: undefined, hiddenMs: undefined }).nextAt()).toBeUndefined();
  });

  it("[N574] takes the texts of hidden messages after their days, some at a time, and leaves their places and all others", async () => {
    await send("k1");
    world.store.report(reportOf("k1", ["shown"], { hasFinished: true }), world.clock.now());
    const { messages } = world.store;
    for (let count = 0; count < 501; count++) {
      messages.add({
        ...{ messageId: `hidden/${count}`, author: "AGENT", agentName: "A", turn: 1, text: "secret", uiHidden: true },
        ...{ execution: "e", createdAt: world.clock.now() },
      });
    }
    const before = texts();
    const times = timesOf({ afterChangeMs: undefined, hiddenMs: dayMs });
    expect(times.nextAt()).toBe(world.clock.now() + dayMs);
    await world.clock.advance(dayMs - 1);
    times.eraseHidden();
    expect(texts()).toEqual(before);
    const stored = world.store.listed()?.storedBytes ?? 0;
    await world.clock.advance(1);
    times.eraseHidden();
    expect([messages.at(502)?.text, messages.at(503)?.text]).toEqual(["", "secret"]);
    expect(world.store.listed()?.storedBytes).toBe(stored - 500 * "secret".length);
    expect(times.nextAt()).toBe(world.clock.now() + 1_000);
    times.eraseHidden();
    expect(times.nextAt()).toBeUndefined();
    expect(messages.size().count).toBe(503);
    // A model is told nothing in their place.
    expect(messages.history().map(({ text }) => text)).toEqual([]);
    expect(messages.at(2)).toMatchObject({ text: "shown", uiHidden: false });
  });
});
