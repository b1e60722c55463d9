import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ResumableRequest,
  type ResumableResult,
  type ResumableSink,
  resumable,
  type SubscribingClient,
} from "../../packages/client/src/resumable.ts";

interface Connection {
  /** What a peer would send now: it writes the request out whenever it connects. */
  sent(): unknown;
  readonly sink: ResumableSink;
  isClosed: boolean;
}

/** A peer whose connections a test drives by hand. */
class FakePeer implements SubscribingClient {
  readonly connections: Connection[] = [];
  terminations = 0;

  readonly subscribe = (request: ResumableRequest, sink: ResumableSink) => {
    const connection = { sent: () => JSON.parse(JSON.stringify(request)).variables, sink, isClosed: false };
    this.connections.push(connection);
    return () => {
      connection.isClosed = true;
    };
  };

  readonly terminate = () => {
    this.terminations += 1;
  };

  get latest(): Connection {
    const latest = this.connections.at(-1);
    if (latest === undefined) throw new Error("nothing was subscribed");
    return latest;
  }
}

const query =
  "subscription ($id: ID!, $after: EventCursor) { executionEvents(executionId: $id, after: $after) { status } }";
const item = (cursor: string): ResumableResult => ({ data: { cursor }, extensions: { cursor } });
const broken = (code: string): ResumableResult => ({ errors: [{ message: "Cannot", extensions: { code } }] });

let peer: FakePeer;
let received: ResumableResult[];
let ends: unknown[];

function follow(options = {}, variables: Record<string, unknown> = { id: "e" }) {
  const sink: ResumableSink = {
    next: (result) => received.push(result),
    error: (error) => ends.push(error),
    complete: () => ends.push("COMPLETE"),
  };
  return resumable(peer, options).subscribe({ query, variables }, sink);
}

beforeEach(() => {
  vi.useFakeTimers();
  peer = new FakePeer();
  received = [];
  ends = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe("resumable", () => {
  it("gives the peer the cursor of the moment whenever it writes the request out", () => {
    follow({}, { id: "e", after: "start" });
    expect(peer.latest.sent()).toEqual({ id: "e", after: "start" });
    peer.latest.sink.next(item("one"));
    expect(peer.latest.sent()).toEqual({ id: "e", after: "one" });
    expect(peer.connections).toHaveLength(1);
  });

  it("goes on from the cursor after the server lost what it followed, and hands no such error out", async () => {
    follow();
    peer.latest.sink.next(item("one"));
    for (const code of ["UNAVAILABLE", "RATE_LIMITED"]) {
      const before = peer.latest;
      before.sink.next(broken(code));
      before.sink.complete();
      expect(before.isClosed).toBe(true);
      await vi.runOnlyPendingTimersAsync();
      expect(peer.latest).not.toBe(before);
      expect(peer.latest.sent()).toEqual({ id: "e", after: "one" });
    }
    peer.latest.sink.next(item("two"));
    peer.latest.sink.complete();
    expect(received).toEqual([item("one"), item("two")]);
    expect(ends).toEqual(["COMPLETE"]);
  });

  it("does not hear what a connection that was given up still says", async () => {
    follow();
    const before = peer.latest;
    before.sink.next(broken("UNAVAILABLE"));
    before.sink.next(item("late"));
    before.sink.error(new Error("late"));
    await vi.runOnlyPendingTimersAsync();
    before.sink.next(item("late"));
    expect(received).toEqual([]);
    expect(ends).toEqual([]);
    expect(peer.latest.sent()).toEqual({ id: "e" });
  });

  it("gives a silent connection up after two and a half heartbeats and terminates a shared one", async () => {
    follow({ heartbeatMs: 5_000 });
    peer.latest.sink.next(item("one"));
    await vi.advanceTimersByTimeAsync(12_400);
    expect(peer.connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(peer.connections).toHaveLength(2);
    expect(peer.connections[0]?.isClosed).toBe(true);
    expect(peer.terminations).toBe(1);
    expect(peer.latest.sent()).toEqual({ id: "e", after: "one" });
  });

  it("keeps a shared connection over which another subscription still hears something", async () => {
    const client = resumable(peer, { heartbeatMs: 5_000 });
    const sink = { next: () => undefined, error: () => undefined, complete: () => undefined };
    for (const id of ["silent", "heard"]) client.subscribe({ query, variables: { id } }, sink);
    for (let beat = 0; beat < 4; beat++) {
      await vi.advanceTimersByTimeAsync(5_000);
      peer.connections[1]?.sink.next(item(`beat ${beat}`));
    }
    expect(peer.connections.map(({ isClosed }) => isClosed)).toEqual([true, false, false]);
    expect(peer.latest.sent()).toEqual({ id: "silent" });
    expect(peer.terminations).toBe(0);
  });

  it("goes on with a subscription that lost its connection because another one gave it up", async () => {
    follow();
    peer.latest.sink.next(item("one"));
    peer.latest.sink.error(Object.assign(new Error("4499: Terminated"), { code: 4499, reason: "Terminated" }));
    await vi.runOnlyPendingTimersAsync();
    expect(ends).toEqual([]);
    expect(peer.connections).toHaveLength(2);
    expect(peer.latest.sent()).toEqual({ id: "e", after: "one" });
  });

  it("connects again after a stream that broke while nobody read it, which graphql-sse does not retry", async () => {
    follow();
    peer.latest.sink.error(new Error("Connection closed while having active streams"));
    await vi.runOnlyPendingTimersAsync();
    expect(peer.connections).toHaveLength(2);
  });

  it.each([
    ["the server's refusal", [{ message: "Cannot", extensions: { code: "NOT_FOUND" } }]],
    ["an answer that is no stream", Object.assign(new Error("401"), { response: { status: 401 } })],
    ["a close code", { code: 4403, reason: "Forbidden" }],
  ])("hands %s out", async (_, error) => {
    follow();
    peer.latest.sink.error(error);
    await vi.runOnlyPendingTimersAsync();
    expect(ends).toEqual([error]);
    expect(peer.connections).toHaveLength(1);
  });

  it("gives up after so many connections without an item, and counts anew after one", async () => {
    follow({ restartAttempts: 2, restartDelay: () => Promise.resolve() });
    for (let round = 0; round < 2; round++) {
      peer.latest.sink.next(broken("UNAVAILABLE"));
      await vi.advanceTimersByTimeAsync(0);
      peer.latest.sink.next(broken("UNAVAILABLE"));
      await vi.advanceTimersByTimeAsync(0);
      expect(ends).toEqual([]);
      peer.latest.sink.next(item(`item ${round}`));
    }
    for (let count = 0; count < 3; count++) {
      peer.latest.sink.next(broken("UNAVAILABLE"));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(ends).toEqual([broken("UNAVAILABLE").errors]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("hands errors of an item out like items, because its other fields may have data", () => {
    follow();
    const partial = {
      data: { executionEvents: null },
      ...broken("INTERNAL_SERVER_ERROR"),
      extensions: { cursor: "one" },
    };
    peer.latest.sink.next(partial);
    expect(received).toEqual([partial]);
    expect(peer.latest.sent()).toEqual({ id: "e", after: "one" });
  });

  it("tells a caller that leaves that it is over, once, and leaves no timer behind", () => {
    const leave = follow();
    leave();
    leave();
    peer.latest.sink.complete();
    expect(ends).toEqual(["COMPLETE"]);
    expect(peer.latest.isClosed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("refuses a subscription that has no place for the cursor, instead of repeating its items later", () => {
    const sink = { next: () => undefined, error: () => undefined, complete: () => undefined };
    const client = resumable(peer);
    expect(() => client.subscribe({ query: "subscription { executionChanges { cursor } }" }, sink)).toThrow(
      "required a variable $after",
    );
    expect(() => resumable(peer, { cursorVariable: "since" }).subscribe({ query }, sink)).toThrow("variable $since");
  });

  it("leaves queries and mutations to the peer as they are", () => {
    const sink = { next: () => undefined, error: () => undefined, complete: () => undefined };
    resumable(peer).subscribe({ query: "{ viewer { subject } }" }, sink);
    expect(peer.latest.sink).toBe(sink);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("iterates over the items, ends with the subscription and throws its error", async () => {
    const client = resumable(Object.assign(peer, { iterate: (_: ResumableRequest) => [] as unknown }));
    const items = client.iterate({ query, variables: { id: "e" } }) as AsyncIterableIterator<ResumableResult>;
    peer.latest.sink.next(item("one"));
    peer.latest.sink.next(item("two"));
    expect([(await items.next()).value, (await items.next()).value]).toEqual([item("one"), item("two")]);
    const waiting = items.next();
    peer.latest.sink.error([{ message: "gone", extensions: { code: "NOT_FOUND" } }]);
    await expect(waiting).rejects.toEqual([{ message: "gone", extensions: { code: "NOT_FOUND" } }]);
    const again = client.iterate({ query }) as AsyncIterableIterator<ResumableResult>;
    await again.return?.();
    expect(peer.latest.isClosed).toBe(true);
    expect(await again.next()).toEqual({ done: true, value: undefined });
  });
});
