/** One connection of `graphql-transport-ws` over the real endpoint, with a socket and a clock that the test drives by hand. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import type { SubscriptionGate } from "../../../src/graph/base/graph-context.ts";
import type { Credential } from "../../../src/worker/auth/authenticate.ts";
import {
  type Authentication,
  forbidden,
  tooManyRequests,
  unauthenticated,
} from "../../../src/worker/auth/authentication.ts";
import { type ClientSocket, SocketSession } from "../../../src/worker/sockets/graph-socket.ts";
import { pingEveryMs, probeBytes } from "../../../src/worker/sockets/socket-writer.ts";
import { endpoint } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { freshExecution, sendFor, subscription } from "../../support/graph/streams.ts";
import { FakeClock, page, settle } from "../../support/worker/fake-feed.ts";
import { RecordingTracer } from "../../support/worker/recording-tracer.ts";

interface Message {
  readonly id?: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads are read member by member, and each test says what it expects of them.
  readonly payload?: any;
}

class FakeClient implements ClientSocket {
  readonly sent: Message[] = [];
  bytes = 0;
  closed: { readonly code: number; readonly reason: string } | null = null;

  send(text: string): void {
    this.bytes += text.length;
    this.sent.push(JSON.parse(text) as Message);
  }

  close(code: number, reason: string): void {
    // As the platform does.
    if (new TextEncoder().encode(reason).length > 123) throw new SyntaxError("the reason is too long");
    this.closed ??= { code, reason };
  }

  count(type: string): number {
    return this.sent.filter((message) => message.type === type).length;
  }
}

let tracer: RecordingTracer;
let world: FakeClients;
let client: FakeClient;
let clock: FakeClock;
let credentials: Credential[];
let answer: Authentication;
let gate: SubscriptionGate;
let open: number;
let entered: number;
/** Connections whose caller is known. */
let connections: number;
/** Connections whose caller is not known, and what closes the latest to make room. */
let strangers: number;
let makeRoom: () => void;
/** Whose operations were counted, and how many may begin. */
let operations: string[];
let rate: number;
/** What operations wait for before they begin, and how many have begun and are not answered. */
let turn: Promise<void> | undefined;
let atWork: number;

beforeEach(() => {
  connections = 0;
  strangers = 0;
  tracer = new RecordingTracer();
  world = new FakeClients();
  client = new FakeClient();
  clock = new FakeClock();
  credentials = [];
  answer = { ok: true, caller: world.context().caller };
  open = 0;
  entered = 0;
  operations = [];
  turn = undefined;
  atWork = 0;
  rate = Number.POSITIVE_INFINITY;
  gate = {
    enter: () => {
      open += 1;
      entered += 1;
      return { kind: "ENTERED", leave: () => (open -= 1) };
    },
    endsAt: Number.MAX_SAFE_INTEGER,
  };
});

function connect(headers: { readonly [name: string]: string } = {}, maxSubscriptions = 100): SocketSession {
  return new SocketSession(client, "graphql-transport-ws", new Request("http://localhost/graphql", { headers }), {
    endpoint: async () => endpoint,
    authenticate: async (credential) => {
      credentials.push(credential);
      return answer;
    },
    rateRefusal: async ({ subject }) => {
      operations.push(subject);
      if (operations.length <= rate) return undefined;
      return { message: "its caller sent too many requests", retryAfterSeconds: 10 };
    },
    takeTurn: async () => {
      await turn;
      atWork += 1;
      return () => (atWork -= 1);
    },
    contextOf: (caller) => ({ ...world.context(caller), subscriptions: gate }),
    gateOf: () => ({
      enter: () => {
        if (connections >= 2) return { kind: "REFUSED", cap: "tenant", maximum: 2 };
        connections += 1;
        return { kind: "ENTERED", leave: () => (connections -= 1) };
      },
    }),
    enterAsStranger: (close) => {
      strangers += 1;
      makeRoom = close;
      return () => (strangers -= 1);
    },
    maxSubscriptions,
    clock,
    now: () => 0,
    tracer,
  });
}

/** Hands over a message and lets what follows from it happen. */
async function tell(session: SocketSession, message: object): Promise<void> {
  session.receive(JSON.stringify(message));
  for (let turn = 0; turn < 5; turn++) await settle();
}

/** Lets pending work run until `holds`; the test's time limit ends it otherwise. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settle();
}

/**
 * Keeps every operation that names an execution in work until what it gives is called, which lets all that follows happen. Threads of their
 * own unseal ids, so that a count of turns says nothing of how far they are.
 */
function holdUnsealing(): () => Promise<void> {
  const { identity } = world.clients;
  const released = Promise.withResolvers<void>();
  const held: Promise<string | undefined>[] = [];
  const open = (id: string) => {
    const opened = released.promise.then(() => identity.open(id));
    held.push(opened);
    return opened;
  };
  Object.assign(world.clients, { identity: { ...identity, open } });
  return async () => {
    released.resolve();
    await Promise.all(held);
    for (let turn = 0; turn < 5; turn++) await settle();
  };
}

async function connected(maxSubscriptions?: number): Promise<SocketSession> {
  const session = connect({}, maxSubscriptions);
  await tell(session, { type: "connection_init" });
  expect(client.sent).toEqual([{ type: "connection_ack" }]);
  return session;
}

/** A query with an answer of some size. */
const long = `{ ${Array.from({ length: 10 }, (_, index) => `${"alias".repeat(10)}${index}: __typename`).join(" ")} }`;

function subscribe(id: string, executionId: string) {
  return { id, type: "subscribe", payload: { query: subscription, variables: { id: executionId } } };
}

describe("the credential of a connection", () => {
  it.each([
    [{ authorization: "Bearer secret" }, "secret"],
    [{ Authorization: "bearer secret" }, "secret"],
    [{ token: "secret" }, "secret"],
    [{ authorization: "Basic c2VjcmV0" }, "of-the-handshake"],
    [{ token: 7, other: "x" }, "of-the-handshake"],
    [undefined, "of-the-handshake"],
  ])("is read out of %j, else out of the handshake", async (payload, bearer) => {
    const session = connect({ authorization: "Bearer of-the-handshake", "cf-access-jwt-assertion": "access" });
    await tell(session, { type: "connection_init", payload });
    expect(credentials).toEqual([{ bearer, accessToken: "access", subscriptionToken: null, tenant: null }]);
  });

  it.each([
    ["proves nobody", unauthenticated("an expired token"), 4403, "found an expired token"],
    ["is not what this deployment takes", forbidden("no credentials configured"), 4403, "no credentials configured"],
    ["cannot be judged now", tooManyRequests("too many", 10), 1013, "RATE_LIMITED"],
  ])("[N706] that %s closes it with the reason and reaches no object", async (_, refusal, code, reason) => {
    answer = refusal;
    const session = connect();
    await tell(session, { type: "connection_init" });
    expect(client.closed).toEqual({ code, reason: expect.stringContaining(reason) });
    expect(client.sent).toEqual([]);
    await tell(session, subscribe("1", "x"));
    expect(client.sent).toEqual([]);
    expect(world.calls).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});

describe("an operation over a connection", () => {
  it("is a span with its kind and name and the trace of the handshake, and nothing of its variables", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const session = connect({ traceparent: `00-${trace}-00f067aa0ba902b7-01` });
    await tell(session, { type: "connection_init" });
    const query = `query Look($id: ID!) { node(id: $id) { id } viewer { subject } }`;
    await tell(session, { id: "1", type: "subscribe", payload: { query, variables: { id: "hunter2" } } });
    await until(() => client.count("complete") === 1);
    expect(tracer.spans).toEqual([
      {
        ...{ name: "graphql.request", failure: null, isOver: true },
        attributes: { method: "WEBSOCKET", trace_id: trace, operation: "query Look" },
      },
    ]);
  });
});

describe("a connection", () => {
  it("ends everything that it held when the client leaves, also what is just beginning", async () => {
    const { id } = await freshExecution(world);
    const session = await connected();
    await tell(session, subscribe("1", id));
    await until(() => world.waits === 1);
    expect(open).toBe(1);
    const release = holdUnsealing();
    session.receive(JSON.stringify(subscribe("2", id)));
    session.closed(1001, "");
    await until(() => open === 0 && world.waits === 0);
    await release();
    expect(open).toBe(0);
    expect(world.waits).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it("is cut with a code after which clients connect again when its life is over", async () => {
    gate = { ...gate, endsAt: 50_000 };
    const { id } = await freshExecution(world);
    const session = await connected();
    await tell(session, subscribe("1", id));
    await until(() => world.waits === 1);
    for (let passed = 0; passed < 50_000; passed += 10_000) {
      expect(client.closed).toBeNull();
      await clock.pass(10_000);
      await tell(session, { type: "pong" });
    }
    expect(client.closed?.code).toBe(1001);
    await until(() => open === 0);
    expect(client.count("complete"), "nothing is completed").toBe(0);
  });

  it("[N520] is closed as forbidden within a minute after its credential was revoked", async () => {
    let wasRevoked = false;
    gate = { ...gate, isRevoked: async () => wasRevoked };
    const { id } = await freshExecution(world);
    const session = await connected();
    await tell(session, subscribe("1", id));
    await until(() => world.waits === 1);
    await clock.pass(10_000);
    await tell(session, { type: "pong" });
    wasRevoked = true;
    expect(client.closed).toBeNull();
    for (let passed = 0; passed < 50_000 && client.closed === null; passed += 10_000) {
      await clock.pass(10_000);
      await tell(session, { type: "pong" });
    }
    expect(client.closed).toEqual({ code: 4403, reason: "The credential was revoked" });
    await until(() => open === 0);
  });

  it("[N135] ends after a minute without an operation, whatever pings it answers, and not while one is open", async () => {
    const { id } = await freshExecution(world);
    const session = await connected();
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10_000) {
        await clock.pass(10_000);
        await tell(session, { type: "pong" });
        await tell(session, { type: "ping" });
      }
    };
    await pass(50_000);
    await tell(session, subscribe("1", id));
    await until(() => world.waits === 1);
    await pass(120_000);
    expect(client.closed).toBeNull();
    await tell(session, { id: "1", type: "complete" });
    await until(() => open === 0);
    await pass(50_000);
    expect(client.closed).toBeNull();
    await pass(20_000);
    expect(client.closed?.code).toBe(1000);
    expect(connections).toBe(0);
  });

  it("[N135] counts among those of its tenant until it ends, subscriptions or not, and one too many is told to try again later", async () => {
    const first = await connected();
    client = new FakeClient();
    await connected();
    expect(connections).toBe(2);
    const refused = new FakeClient();
    client = refused;
    await tell(connect(), { type: "connection_init" });
    await until(() => refused.closed !== null);
    expect(refused.closed).toEqual({
      code: 1013,
      reason: expect.stringContaining("at most 2 connections of one tenant"),
    });
    first.closed(1000, "");
    expect(connections).toBe(1);
    first.closed(1000, "");
    expect(connections).toBe(1);
  });

  it("[N54] counts as a stranger's until its caller is known or it ends, and is told to try again later if it has to make room", async () => {
    const known = connect();
    expect(strangers).toBe(1);
    await tell(known, { type: "connection_init" });
    expect([strangers, connections]).toEqual([0, 1]);
    known.closed(1000, "");
    expect([strangers, connections]).toEqual([0, 0]);

    client = new FakeClient();
    const silent = connect();
    makeRoom();
    await settle();
    expect([client.closed?.code, strangers]).toEqual([1013, 0]);
    // What it says now comes too late.
    await tell(silent, { type: "connection_init" });
    expect([client.sent, strangers, connections]).toEqual([[], 0, 0]);

    client = new FakeClient();
    answer = unauthenticated("one of nobody");
    await tell(connect(), { type: "connection_init" });
    expect([client.closed?.code, strangers]).toEqual([4403, 0]);
  });

  it("holds so many operations and refuses one more without ending", async () => {
    const { id } = await freshExecution(world);
    const session = await connected(2);
    for (const name of ["1", "2", "3"]) await tell(session, subscribe(name, id));
    await until(() => client.count("error") === 1 && world.waits === 2);
    expect(client.sent.at(-1)).toMatchObject({
      id: "3",
      type: "error",
      payload: [{ extensions: { code: "RATE_LIMITED" } }],
    });
    await tell(session, { id: "1", type: "complete" });
    await tell(session, subscribe("4", id));
    await until(() => world.waits === 2);
    expect(client.count("error")).toBe(1);
    expect(client.closed).toBeNull();
  });

  it("begins no more operations than the rate of its caller lets pass, whatever they are, and stays", async () => {
    rate = 2;
    const session = await connected();
    const query = (id: string) => ({ id, type: "subscribe", payload: { query: "{ viewer { subject } }" } });
    for (const id of ["1", "2", "3"]) await tell(session, query(id));
    await until(() => client.count("error") === 1);
    expect(client.count("next")).toBe(2);
    expect(client.sent.find(({ type }) => type === "error")).toMatchObject({
      id: "3",
      payload: [{ extensions: { code: "RATE_LIMITED" } }],
    });
    expect(operations).toEqual(Array.from({ length: 3 }, () => world.context().caller.subject));
    expect(client.closed).toBeNull();
  });

  it("[N689] begins an operation in its turn, and gives the turn back with the answer or once a subscription follows something", async () => {
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    turn = promise;
    const session = await connected();
    await tell(session, { id: "1", type: "subscribe", payload: { query: "{ viewer { subject } }" } });
    expect([operations.length, client.count("next"), atWork]).toEqual([1, 0, 0]);
    begin();
    await until(() => client.count("next") === 1);
    await until(() => atWork === 0);
    const query = "subscription { executionChanges { __typename } }";
    await tell(session, { id: "2", type: "subscribe", payload: { query } });
    await until(() => open === 1 && atWork === 0);
    // One that is wrong gives it back, too.
    await tell(session, { id: "3", type: "subscribe", payload: { query: "{ nothing }" } });
    await until(() => client.count("error") === 1 && atWork === 0);
  });

  it("[N985] takes an empty operation name for none", async () => {
    const session = await connected();
    const payload = { query: "query Q { viewer { subject } }", operationName: "" };
    await tell(session, { id: "1", type: "subscribe", payload });
    await until(() => client.count("next") + client.count("error") === 1);
    expect(client.count("next")).toBe(1);
  });

  it("shows why a subscription failed in the middle as an error, not as its completion", async () => {
    const { id } = await freshExecution(world);
    world.clients.executions.watch = async function* () {
      yield page([1]);
      throw new Error("the disk of 10.0.0.7 is full");
    };
    const session = await connected();
    await tell(session, subscribe("1", id));
    await until(() => client.count("error") + client.count("complete") > 0);
    expect(client.count("next")).toBe(1);
    expect(client.sent.at(-1)).toMatchObject({
      type: "error",
      payload: [{ extensions: { code: "INTERNAL_SERVER_ERROR" } }],
    });
    expect(JSON.stringify(client.sent)).not.toContain("10.0.0.7");
    expect(client.count("complete")).toBe(0);
  });
});

describe("what several watchers are sent", () => {
  it("[N264] is encoded once for all who ask the same, but for the first item of each", async () => {
    const { id } = await freshExecution(world);
    const pages = [page([1]), page([2, 3]), page([4], { status: "SUCCEEDED" })];
    world.clients.executions.watch = async function* () {
      yield* pages;
    };
    const encode = vi.spyOn(JSON, "stringify");
    onTestFinished(() => encode.mockRestore());
    const session = await connected();
    for (const name of ["1", "2", "3"]) await tell(session, subscribe(name, id));
    await until(() => client.count("complete") === 3);
    const streamed = await (await sendFor(world, { accept: "text/event-stream", variables: { id } })).text();
    expect(client.count("next")).toBe(9);
    const told = (of: string) => client.sent.flatMap((message) => (message.id === of ? [message.payload?.data] : []));
    expect(told("1")).toHaveLength(4);
    expect([told("2"), told("3")]).toEqual([told("1"), told("1")]);
    const overHttp = streamed.split("\n").flatMap((line) => (line.startsWith("data: {") ? [line.slice(6)] : []));
    expect([...overHttp.map((text) => JSON.parse(text).data), undefined]).toEqual(told("1"));
    // The first item of a subscription also tells what its request costs.
    const results = encode.mock.calls.filter(([value]) => value?.data?.executionEvents !== undefined);
    expect(results).toHaveLength(4 + 2);
  });
});

describe("a client that begins more than it ends", () => {
  it("has what it dropped counted until its end, so that dropping gives no way around the cap", async () => {
    const { id } = await freshExecution(world);
    const release = holdUnsealing();
    const session = await connected(2);
    for (let count = 0; count < 50; count++) {
      session.receive(JSON.stringify(subscribe(String(count), id)));
      session.receive(JSON.stringify({ id: String(count), type: "complete" }));
    }
    await tell(session, subscribe("early", id));
    await until(() => client.count("error") === 1);
    expect(client.sent.at(-1)).toMatchObject({ id: "early", payload: [{ extensions: { code: "RATE_LIMITED" } }] });
    await release();
    expect([entered, open, world.waits]).toEqual([2, 0, 0]);
    await tell(session, subscribe("later", id));
    await until(() => world.waits === 1 || client.count("error") > 1);
    expect([entered, client.count("error")], "only what was open was begun").toEqual([3, 1]);
    session.closed(1001, "");
    await until(() => open === 0);
  });

  it("by one id before the last operation of that id has ended is sent away, and nothing that it began goes on", async () => {
    const { id } = await freshExecution(world);
    const release = holdUnsealing();
    const session = await connected();
    session.receive(JSON.stringify(subscribe("same", id)));
    session.receive(JSON.stringify({ id: "same", type: "complete" }));
    session.receive(JSON.stringify(subscribe("same", id)));
    expect(client.closed).toEqual({ code: 4409, reason: "Subscriber for same already exists" });
    await release();
    expect(open).toBe(0);
    expect(world.waits).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ["values", Array.from({ length: 200_001 }, () => 1)],
    ["names", Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`n${at}`, 1]))],
  ])("[N187] with more %s than a request may hold is sent away unread", async (_, payload) => {
    const session = await connected();
    await tell(session, { id: "1", type: "subscribe", payload });
    expect(client.closed).toMatchObject({ code: 4400, reason: expect.stringContaining("different names") });
  });

  it("with an id that is too long to be repeated is sent away", async () => {
    const session = await connected();
    await tell(session, subscribe("é".repeat(201), "x"));
    expect(client.closed?.code).toBe(4400);
  });

  it.each(["next", "error", "connection_ack"])("that sends what only servers send (%s) is sent away", async (type) => {
    const session = await connected();
    await tell(session, { id: "1", type, payload: {} });
    expect(client.closed).toEqual({
      code: 4400,
      reason: `Cannot take the message: required one that clients send, found the type ${type}`,
    });
  });

  it("twice with an id whose mention does not fit into the reason is really closed", async () => {
    const { id } = await freshExecution(world);
    const session = await connected();
    await tell(session, subscribe("é".repeat(200), id));
    await tell(session, subscribe("é".repeat(200), id));
    expect(client.closed?.code).toBe(4409);
    await until(() => open === 0);
  });
});

describe("a client that does not read", () => {
  it.each([
    ["pings that want long answers", () => ({ type: "ping", payload: { text: "x".repeat(100_000) } })],
    [
      "operations that are refused",
      (count: number) => ({ id: `${count}`, type: "subscribe", payload: { query: "{" } }),
    ],
    [
      "operations that are answered",
      (count: number) => ({ id: `${count}`, type: "subscribe", payload: { query: long } }),
    ],
  ])("cannot make us keep the answers to ever more %s", async (_, message) => {
    const session = await connected();
    for (let count = 0; count < 5_000 && client.closed === null; count++) {
      session.receive(JSON.stringify(message(count)));
      if (count % 10 === 0) for (let turn = 0; turn < 3; turn++) await settle();
    }
    expect(client.closed?.code).toBe(1013);
    expect(client.bytes).toBeLessThan(20_000_000);
    await until(() => clock.pending === 0);
  });

  it("is noticed within two heartbeats, and everything that it held ends", async () => {
    const { id } = await freshExecution(world);
    const session = await connected();
    await tell(session, subscribe("1", id));
    await until(() => world.waits === 1);
    await clock.pass(pingEveryMs);
    expect(client.count("ping")).toBe(1);
    await tell(session, { type: "pong" });
    await clock.pass(pingEveryMs);
    expect(client.closed).toBeNull();
    await clock.pass(pingEveryMs);
    expect(client.closed?.code).toBe(1001);
    await until(() => open === 0);
    expect(clock.pending).toBe(0);
  });

  it("is sent a bounded number of bytes, and the feed is read no further until it shows that it reads", async () => {
    const { id } = await freshExecution(world);
    let read = 0;
    const labels = Array.from({ length: 100 }, (_, index) => index);
    world.clients.executions.watch = async function* (): AsyncGenerator<EventPage> {
      for (let first = 1; ; first += 100) {
        read += 1;
        yield page(labels.map((offset) => first + offset));
      }
    };
    const session = await connected();
    await tell(session, subscribe("1", id));
    await until(() => client.count("ping") === 1);
    const itemBytes = Math.ceil(client.bytes / read);
    expect(client.bytes).toBeGreaterThanOrEqual(probeBytes);
    expect(client.bytes).toBeLessThan(probeBytes + 2 * itemBytes);
    expect(client.count("ping")).toBe(1);
    const sent = read;
    for (let turn = 0; turn < 100; turn++) await settle();
    expect(read).toBe(sent);
    session.receive(JSON.stringify({ type: "pong" }));
    await until(() => client.count("ping") === 2);
    for (let turn = 0; turn < 100; turn++) await settle();
    expect(client.bytes).toBeGreaterThanOrEqual(2 * probeBytes);
    expect(client.bytes).toBeLessThan(2 * (probeBytes + 2 * itemBytes));
    session.closed(1006, "");
    await until(() => open === 0);
  });

  it("gains nothing by pongs that nobody asked for", async () => {
    const session = await connected();
    for (let extra = 0; extra < 10; extra++) await tell(session, { type: "pong" });
    await clock.pass(pingEveryMs);
    await clock.pass(pingEveryMs);
    expect(client.closed?.code).toBe(1001);
  });
});

describe("a fault of ours", () => {
  it("while a credential is judged closes the connection and says no more", async () => {
    const session = new SocketSession(client, "graphql-transport-ws", new Request("http://localhost/graphql"), {
      endpoint: async () => endpoint,
      authenticate: () => Promise.reject(new Error("the key is hunter2")),
      rateRefusal: async () => undefined,
      takeTurn: async () => () => undefined,
      contextOf: () => world.context(),
      gateOf: () => gate,
      enterAsStranger: () => () => undefined,
      maxSubscriptions: 1,
      clock,
      now: () => 0,
      tracer,
    });
    await tell(session, { type: "connection_init" });
    expect(client.closed).toEqual({ code: 4500, reason: "Internal server error" });
  });
});
