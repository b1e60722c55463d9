import { beforeEach, describe, expect, it } from "vitest";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import { requestError } from "../../../src/graph/base/request-error.ts";
import { eventFeed } from "../../../src/worker/watch/event-feed.ts";
import { watchFeed } from "../../../src/worker/watch/watch.ts";
import { FakeClock, FakeDialer, page, settle } from "../../support/worker/fake-feed.ts";

const heartbeatMs = 15_000;
let dialer: FakeDialer;
let clock: FakeClock;
let leaving: AbortController;

beforeEach(() => {
  dialer = new FakeDialer();
  clock = new FakeClock();
  leaving = new AbortController();
});

function watch(after = 0) {
  return watchFeed(dialer.dial, eventFeed, { after, heartbeatMs, signal: leaving.signal }, clock, () => 0.5);
}

/** A reading whose outcome can be looked at while it is under way. */
function reading(feed: AsyncIterator<EventPage, undefined>) {
  const state: { sequences: readonly number[] | "END" | "FAILED" | null; page: EventPage | null; error: unknown } = {
    ...{ sequences: null, page: null, error: null },
  };
  feed.next().then(
    ({ done, value }) => {
      state.sequences = done === true ? "END" : value.events.map(({ sequence }) => sequence);
      state.page = value ?? null;
    },
    (error: unknown) => {
      state.sequences = "FAILED";
      state.error = error;
    },
  );
  return state;
}

/** Reads one page that is there or comes with what is sent now. */
async function read(feed: AsyncIterator<EventPage, undefined>) {
  const state = reading(feed);
  await settle();
  return state;
}

describe("watching a feed", () => {
  it("dials and pulls only when somebody reads, and pulls the next page only when the last one was taken", async () => {
    const feed = watch();
    expect(dialer.dials).toBe(0);
    const first = await read(feed);
    expect(dialer.latest.pulls).toEqual([0]);
    dialer.latest.give(page([1, 2], { caughtUp: false }));
    await settle();
    expect(first.sequences).toEqual([1, 2]);
    expect(dialer.latest.pulls).toEqual([0]);
    const second = await read(feed);
    expect(dialer.latest.pulls).toEqual([0, 2]);
    dialer.latest.give(page([3]));
    await settle();
    expect(second.sequences).toEqual([3]);
  });

  it("sends nothing but pings once it is live, and hands out what comes by itself in order", async () => {
    const feed = watch();
    const first = await read(feed);
    dialer.latest.give(page([1]));
    await settle();
    expect(first.sequences).toEqual([1]);
    dialer.latest.give(page([2]));
    dialer.latest.give(page([3, 4]));
    expect((await read(feed)).sequences).toEqual([2]);
    expect((await read(feed)).sequences).toEqual([3, 4]);
    expect(dialer.latest.pulls).toEqual([0]);
  });

  it("pulls from its own cursor after the object said that there is more", async () => {
    const feed = watch();
    await read(feed);
    dialer.latest.give(page([1]));
    dialer.latest.give(page([2], { caughtUp: false }), true);
    await settle();
    expect((await read(feed)).sequences).toEqual([2]);
    expect(dialer.latest.pulls).toEqual([0]);
    const next = await read(feed);
    expect(dialer.latest.pulls).toEqual([0, 2]);
    dialer.latest.give(page([3]));
    await settle();
    expect(next.sequences).toEqual([3]);
  });

  it("tells that all was received again when there was nothing more after the object had said so", async () => {
    const feed = watch();
    await read(feed);
    dialer.latest.give(page([1]));
    dialer.latest.give(page([2], { caughtUp: false }), true);
    expect(await read(feed)).toMatchObject({ sequences: [2], page: { caughtUp: false } });
    const next = await read(feed);
    dialer.latest.give(page([], { after: 2 }));
    await settle();
    expect(next).toMatchObject({ sequences: [], page: { caughtUp: true, cursor: 2 } });
  });

  it("drops what it has, and everything up to a cursor ahead of the log", async () => {
    const feed = watch(5);
    const first = await read(feed);
    dialer.latest.give(page([], { cursor: 5 }));
    await settle();
    expect(first).toMatchObject({ sequences: [], page: { caughtUp: true, cursor: 5 } });
    const second = await read(feed);
    dialer.latest.give(page([4]));
    dialer.latest.give(page([5]));
    await settle();
    expect(second.sequences).toBeNull();
    dialer.latest.give(page([5, 6]));
    await settle();
    expect(second.sequences).toEqual([6]);
  });

  it("does not use a page that leaves a gap, but pulls what is missing", async () => {
    const feed = watch();
    await read(feed);
    dialer.latest.give(page([1]));
    await settle();
    const next = await read(feed);
    dialer.latest.give(page([3]));
    await settle();
    expect(next.sequences).toBeNull();
    expect(dialer.latest.pulls).toEqual([0, 1]);
    dialer.latest.give(page([2, 3]));
    await settle();
    expect(next.sequences).toEqual([2, 3]);
  });

  it("ends after the end was handed out, and leaves no timer and no socket behind", async () => {
    const feed = watch();
    await read(feed);
    dialer.latest.give(page([1]));
    dialer.latest.give(page([2], { status: "SUCCEEDED" }));
    await settle();
    expect((await read(feed)).sequences).toEqual([2]);
    expect((await read(feed)).sequences).toBe("END");
    expect(dialer.latest.isClosed).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it("does not end with a page that only mentions the end of an execution that it has not reached", async () => {
    const feed = watch();
    const first = await read(feed);
    dialer.latest.give(page([1], { caughtUp: false, status: "SUCCEEDED" }));
    await settle();
    expect(first.sequences).toEqual([1]);
    const second = await read(feed);
    dialer.latest.give(page([2], { status: "SUCCEEDED" }));
    await settle();
    expect(second.sequences).toEqual([2]);
    expect((await read(feed)).sequences).toBe("END");
  });

  it("ends at once for a cursor at the end of a finished execution", async () => {
    const feed = watch(7);
    const first = await read(feed);
    dialer.latest.give(page([], { cursor: 7, status: "FAILED" }));
    await settle();
    expect(first).toMatchObject({ sequences: [], page: { status: "FAILED" } });
    expect((await read(feed)).sequences).toBe("END");
  });
});

describe("a feed that breaks", () => {
  it("is dialled again from the cursor, after a while, and nothing is lost or doubled", async () => {
    const feed = watch();
    const first = await read(feed);
    dialer.latest.give(page([1, 2]));
    await settle();
    expect(first.sequences).toEqual([1, 2]);
    const second = await read(feed);
    dialer.latest.drop();
    await settle();
    expect(dialer.dials).toBe(1);
    await clock.pass(250);
    expect(dialer.dials).toBe(2);
    expect(dialer.latest.pulls).toEqual([2]);
    dialer.latest.give(page([3]));
    await settle();
    expect(second.sequences).toEqual([3]);
  });

  it("is not listened to any more once it was replaced", async () => {
    const feed = watch();
    await read(feed);
    const [old] = dialer.sockets;
    dialer.latest.give(page([1]));
    await settle();
    const second = await read(feed);
    old?.drop();
    await clock.pass(250);
    old?.give(page([2]));
    old?.drop();
    await settle();
    expect(second.sequences).toBeNull();
    await clock.pass(1_000);
    expect(dialer.dials).toBe(2);
  });

  it("fails after three failures in a row", async () => {
    const feed = watch();
    const first = await read(feed);
    for (const delayMs of [250, 500]) {
      dialer.latest.drop();
      await clock.pass(delayMs);
    }
    expect(dialer.dials).toBe(3);
    expect(first.sequences).toBeNull();
    dialer.refusals.push(new Error("unused"));
    dialer.latest.drop();
    await settle();
    expect(first).toMatchObject({ sequences: "FAILED", error: { extensions: { code: "UNAVAILABLE" } } });
    expect(clock.pending).toBe(0);
    expect((await read(feed)).sequences).toBe("END");
  });

  it("counts failures anew after a page", async () => {
    const feed = watch();
    let next = await read(feed);
    for (let sequence = 1; sequence <= 6; sequence++) {
      dialer.latest.drop();
      await clock.pass(250);
      dialer.latest.give(page([sequence]));
      await settle();
      expect(next.sequences).toEqual([sequence]);
      next = await read(feed);
    }
  });

  it("counts what cannot be dialled as a failure, but an execution that does not exist ends it", async () => {
    dialer.refusals.push(
      new Error("Network connection lost."),
      requestError("NOT_FOUND", "there is no such execution"),
    );
    const feed = watch();
    const first = await read(feed);
    expect(first.sequences).toBeNull();
    await clock.pass(250);
    expect(first).toMatchObject({ sequences: "FAILED", error: { extensions: { code: "NOT_FOUND" } } });
    expect(dialer.dials).toBe(2);
  });

  it("counts a socket that does not open within two heartbeats as a failure, and closes it if it opens later", async () => {
    const late = Promise.withResolvers<void>();
    const feed = watchFeed(
      async () => {
        if (dialer.dials > 0) return dialer.dial();
        const opening = dialer.dial();
        await late.promise;
        return opening;
      },
      eventFeed,
      { after: 0, heartbeatMs, signal: leaving.signal },
      clock,
      () => 0.5,
    );
    const first = await read(feed);
    await clock.pass(3 * heartbeatMs + 250);
    expect(dialer.dials).toBe(2);
    late.resolve();
    await settle();
    expect(dialer.sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    dialer.latest.give(page([1]));
    await settle();
    expect(first.sequences).toEqual([1]);
  });

  it("hands out what it had received before it failed", async () => {
    const feed = watch();
    await read(feed);
    dialer.latest.give(page([1]));
    dialer.latest.give(page([2]));
    dialer.refusals.push(requestError("NOT_FOUND", "it was removed by retention"));
    dialer.latest.drop();
    await clock.pass(250);
    expect((await read(feed)).sequences).toEqual([2]);
    expect((await read(feed)).sequences).toBe("FAILED");
    expect((await read(feed)).sequences).toBe("END");
  });

  it("is noticed when sending throws before the close is heard of", async () => {
    const feed = watch();
    await read(feed);
    dialer.latest.give(page([1], { caughtUp: false }));
    await settle();
    dialer.latest.isBroken = true;
    const second = await read(feed);
    await clock.pass(250);
    expect(dialer.dials).toBe(2);
    dialer.latest.give(page([2]));
    await settle();
    expect(second.sequences).toEqual([2]);
  });
});

describe("heartbeats", () => {
  async function live() {
    const feed = watch();
    await read(feed);
    dialer.latest.give(page([1]));
    await settle();
    return feed;
  }

  it("are handed out after one quiet heartbeat, and only if a pong came", async () => {
    const feed = await live();
    const next = await read(feed);
    await clock.pass(heartbeatMs - 1);
    expect(dialer.latest.pings).toBe(0);
    await clock.pass(1);
    expect(dialer.latest.pings).toBe(1);
    expect(next.sequences).toBeNull();
    dialer.latest.pong();
    await settle();
    expect(next).toMatchObject({ sequences: [], page: { cursor: 1, caughtUp: true, status: "RUNNING" } });
  });

  it("are put off by every page, and a pong that nobody is due is not handed out", async () => {
    const feed = await live();
    const next = await read(feed);
    await clock.pass(heartbeatMs);
    dialer.latest.give(page([2]));
    await settle();
    expect(next.sequences).toEqual([2]);
    const after = await read(feed);
    dialer.latest.pong();
    await clock.pass(heartbeatMs - 1);
    expect(dialer.latest.pings).toBe(1);
    expect(after.sequences).toBeNull();
  });

  it("do not say that all was replayed while a page is still waited for", async () => {
    const feed = watch();
    await read(feed);
    dialer.latest.give(page([1], { caughtUp: false }));
    await settle();
    const next = await read(feed);
    expect(dialer.latest.pulls).toEqual([0, 1]);
    await clock.pass(heartbeatMs);
    dialer.latest.pong();
    await settle();
    expect(next).toMatchObject({ sequences: [], page: { caughtUp: false, cursor: 1 } });
    const last = await read(feed);
    dialer.latest.give(page([2]));
    await settle();
    expect(last).toMatchObject({ sequences: [2], page: { caughtUp: true } });
  });

  it("do not pile up before a reader that is slow", async () => {
    const feed = await live();
    for (let beat = 0; beat < 5; beat++) {
      await clock.pass(heartbeatMs);
      dialer.latest.pong();
    }
    expect((await read(feed)).sequences).toBeNull();
  });

  it("replace a socket that leaves two pings unanswered, and say nothing in the meantime", async () => {
    const feed = await live();
    const next = await read(feed);
    await clock.pass(2 * heartbeatMs);
    expect(dialer.latest.pings).toBe(2);
    expect(dialer.dials).toBe(1);
    await clock.pass(heartbeatMs);
    expect(dialer.sockets[0]?.isClosed).toBe(true);
    await clock.pass(250);
    expect(dialer.dials).toBe(2);
    expect(dialer.latest.pulls).toEqual([1]);
    expect(next.sequences).toBeNull();
  });

  it("forgive one missed pong", async () => {
    const feed = await live();
    void read(feed);
    for (let beat = 0; beat < 6; beat++) {
      await clock.pass(heartbeatMs);
      if (beat % 2 === 1) dialer.latest.pong();
    }
    expect(dialer.dials).toBe(1);
  });
});

describe("leaving", () => {
  it.each(["return", "abort"] as const)(
    "by %s ends a blocked reading, closes the socket and stops every timer",
    async (way) => {
      const feed = watch();
      const blocked = await read(feed);
      if (way === "return") await feed.return?.();
      else leaving.abort();
      await settle();
      expect(blocked.sequences).toBe("END");
      expect(dialer.latest.isClosed).toBe(true);
      expect(clock.pending).toBe(0);
      await clock.pass(100_000);
      expect(dialer.dials).toBe(1);
      expect((await read(feed)).sequences).toBe("END");
    },
  );

  it("while the socket is being opened closes it as soon as it is", async () => {
    const feed = watch();
    const blocked = reading(feed);
    leaving.abort();
    await settle();
    expect(blocked.sequences).toBe("END");
    expect(dialer.latest.isClosed).toBe(true);
    expect(dialer.latest.sent).toEqual([]);
  });

  it("before anything was read, or with a signal that had aborted already, dials nothing", async () => {
    const feed = watch();
    await feed.return?.();
    expect((await read(feed)).sequences).toBe("END");
    leaving.abort();
    expect((await read(watch())).sequences).toBe("END");
    expect(dialer.dials).toBe(0);
  });

  it("while it waits to dial again stops that too", async () => {
    const feed = watch();
    await read(feed);
    dialer.latest.drop();
    await settle();
    leaving.abort();
    await clock.pass(10_000);
    expect(dialer.dials).toBe(1);
    expect(clock.pending).toBe(0);
  });
});

describe("a reader that does not read", () => {
  /** The object's side, by the rules of `feed-sockets.ts`: live until a page's worth was sent without a pull. */
  class LiveObject {
    stored = 0;
    sent = 0;
    largest = 0;
    #isLive = false;
    #answered = 0;

    /** Stores events with frames of 2 KB, and sends them if the watcher is live. */
    store(count: number): void {
      const first = this.stored + 1;
      this.stored += count;
      if (!this.#isLive) return;
      const sequences = Array.from({ length: count }, (_, index) => first + index);
      const live = heavy(page(sequences, { after: first - 1 }));
      const isOver = this.sent + this.#size(live) > pageBytes;
      this.#isLive = !isOver;
      if (isOver) dialer.latest.give({ ...live, caughtUp: false }, true);
      else dialer.latest.give(live);
    }

    /** Answers the pull that is there, if any. */
    answer(): void {
      const pull = dialer.latest.pulls[this.#answered];
      if (pull === undefined) return;
      this.#answered += 1;
      const sequences: number[] = [];
      for (let next = pull + 1; next <= this.stored && sequences.length < 100; next++) sequences.push(next);
      const answer = heavy(page(sequences, { after: pull, caughtUp: pull + sequences.length >= this.stored }));
      this.#isLive = answer.caughtUp;
      this.sent = 0;
      this.#size(answer);
      dialer.latest.give(answer);
    }

    #size(given: EventPage): number {
      const bytes = JSON.stringify({ page: given }).length;
      this.sent += bytes;
      this.largest = Math.max(this.largest, bytes);
      return bytes;
    }
  }

  const pageBytes = 262_144;
  const preview = "x".repeat(2_048);

  function heavy(given: EventPage): EventPage {
    return { ...given, events: given.events.map((recorded) => ({ ...recorded, preview })) };
  }

  it("is buffered one page and what the object sends before it says more, and then gets everything by pages", async () => {
    const feed = watch();
    const object = new LiveObject();
    await read(feed);
    object.answer();
    await settle();
    for (let burst = 0; burst < 1_000; burst++) {
      object.store(5);
      object.answer();
      expect(feed.bufferedBytes).toBeLessThanOrEqual(pageBytes + object.largest);
    }
    expect(object.stored).toBe(5_000);
    expect(feed.bufferedBytes).toBeGreaterThan(pageBytes / 2);
    const seen: number[] = [];
    while (seen.length < object.stored) {
      const next = await read(feed);
      object.answer();
      await settle();
      if (Array.isArray(next.sequences)) seen.push(...next.sequences);
      expect(feed.bufferedBytes).toBeLessThanOrEqual(pageBytes + object.largest);
    }
    expect(seen).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
    expect(feed.bufferedBytes).toBe(0);
    await feed.return?.();
  });

  it("leaves nothing in memory when it leaves", async () => {
    const feed = watch();
    const object = new LiveObject();
    await read(feed);
    object.answer();
    await settle();
    object.store(20);
    expect(feed.bufferedBytes).toBeGreaterThan(0);
    leaving.abort();
    expect(feed.bufferedBytes).toBe(0);
  });
});
