import { beforeEach, describe, expect, it } from "vitest";
import { pingEveryMs, probeBytes, SocketWriter } from "../../../src/worker/sockets/socket-writer.ts";
import { FakeClock, settle } from "../../support/worker/fake-feed.ts";

const frame = "x".repeat(2_048);

let sent: string[];
let clock: FakeClock;
let isGone: boolean;
let isBroken: boolean;
let writer: SocketWriter;

beforeEach(() => {
  sent = [];
  clock = new FakeClock();
  isGone = false;
  isBroken = false;
  writer = new SocketWriter(
    (text) => {
      if (isBroken) throw new Error("Can't call WebSocket send() after close()");
      sent.push(text);
    },
    () => {
      isGone = true;
    },
    clock,
  );
});

const pings = () => sent.filter((text) => text === '{"type":"ping"}').length;

/** Sends frames one after another as a subscription does: the next when the last may be followed. Gives how many it has sent. */
function subscription(frames: number) {
  const progress = { sent: 0 };
  void (async () => {
    for (; progress.sent < frames; progress.sent++) await writer.send(frame);
  })();
  return progress;
}

describe("sending to a client that does not read", () => {
  it("stops after so many bytes, whatever there is to send", async () => {
    subscription(5_000);
    await settle();
    expect(writer.sentBytes).toBeGreaterThanOrEqual(probeBytes);
    expect(writer.sentBytes).toBeLessThan(probeBytes + 2 * frame.length);
    expect(pings()).toBe(1);
  });

  it("lets each further subscription send one result and no more", async () => {
    const subscriptions = Array.from({ length: 10 }, () => subscription(1_000));
    await settle();
    expect(writer.sentBytes).toBeLessThan(probeBytes + 11 * frame.length);
    const before = subscriptions.reduce((sum, { sent }) => sum + sent, 0);
    writer.pong();
    await settle();
    expect(subscriptions.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThan(before);
    expect(writer.sentBytes).toBeLessThan(2 * (probeBytes + 11 * frame.length));
  });

  it("goes on with the answer to the ping that followed what was sent, not to an earlier one", async () => {
    await clock.pass(pingEveryMs);
    expect(pings()).toBe(1);
    const progress = subscription(5_000);
    await settle();
    expect(pings()).toBe(2);
    const stopped = progress.sent;
    writer.pong();
    await settle();
    expect(progress.sent).toBe(stopped);
    writer.pong();
    await settle();
    expect(progress.sent).toBeGreaterThan(stopped);
  });

  it("releases whoever waits when the socket is closed, and sends nothing more", async () => {
    const progress = subscription(200);
    await settle();
    const bytes = writer.sentBytes;
    writer.closed();
    await settle();
    expect(progress.sent, "the subscription ran to its end instead of waiting for ever").toBe(200);
    expect(writer.sentBytes).toBe(bytes);
    expect(clock.pending).toBe(0);
  });
});

describe("a client", () => {
  it("that answers every ping stays, and one that misses one is gone", async () => {
    for (let beat = 0; beat < 5; beat++) {
      await clock.pass(pingEveryMs);
      writer.pong();
    }
    expect(isGone).toBe(false);
    await clock.pass(2 * pingEveryMs);
    expect(isGone).toBe(true);
  });

  it("whose socket throws at sending is gone at once", () => {
    isBroken = true;
    void writer.send(frame);
    expect(isGone).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
