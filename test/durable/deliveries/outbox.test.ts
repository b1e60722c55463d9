import { describe, expect, it } from "vitest";
import { isNewer, Outbox } from "../../../src/durable/deliveries/outbox.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";

function outboxWith(send: (summary: ExecutionSummary) => Promise<unknown>) {
  const clock = new ManualClock();
  let settledCount = 0;
  const outbox = new Outbox({ clock, isPending: isNewer, send, onChange: () => (settledCount += 1) });
  return { clock, outbox, settledCount: () => settledCount };
}

const summary = (revision: number) => ({ revision }) as ExecutionSummary;

describe("the outbox of an execution to the index", () => {
  it("sends an execution that ends within a second once, with its end", async () => {
    const sent: number[] = [];
    const { clock, outbox } = outboxWith(async ({ revision }) => sent.push(revision));
    for (const revision of [1, 2, 3]) outbox.note(summary(revision), false);
    outbox.note(summary(4), true);
    await clock.advance(5_000);
    expect(sent).toEqual([4]);
    expect(outbox.pending).toBe(false);
  });

  it("sends at most once a second while the execution runs, always the latest", async () => {
    const sent: number[] = [];
    const { clock, outbox } = outboxWith(async ({ revision }) => sent.push(revision));
    for (let revision = 1; revision <= 30; revision++) {
      outbox.note(summary(revision), false);
      await clock.advance(100);
    }
    expect(sent.length).toBeLessThanOrEqual(3);
    await clock.advance(1_000);
    expect(sent.at(-1)).toBe(30);
  });

  it("stays pending, so that the alarm stays armed, until the index acknowledges", async () => {
    let broken = true;
    const { outbox, settledCount } = outboxWith(async () => {
      if (broken) throw new Error("the index is away");
    });
    outbox.note(summary(1), true);
    await settled();
    expect(outbox.pending).toBe(true);
    expect(settledCount()).toBe(1);
    broken = false;
    await outbox.flush();
    expect(outbox.pending).toBe(false);
  });

  it("[N770] sends again what was not taken while the run is busy, and leaves that to the alarm at rest", async () => {
    const clock = new ManualClock();
    const sent: number[] = [];
    const world = { isAway: true, isBusy: true };
    const outbox = new Outbox({
      ...{ clock, isPending: isNewer, onChange: () => undefined },
      againMs: () => (world.isBusy ? 30_000 : undefined),
      send: async ({ revision }: ExecutionSummary) => {
        sent.push(revision);
        if (world.isAway) throw new Error("the index is away");
      },
    });
    outbox.note(summary(1), true);
    await settled();
    await clock.advance(30_000);
    world.isAway = false;
    await clock.advance(30_000);
    expect([sent, outbox.pending, clock.pendingTimers]).toEqual([[1, 1, 1], false, 0]);
    world.isAway = true;
    outbox.note(summary(2), true);
    await settled();
    world.isBusy = false;
    // At rest a report waits a second at most; its failure leaves no timer, which would keep the object in memory.
    outbox.within(1_000);
    await clock.advance(1_000);
    expect([sent, outbox.pending, clock.pendingTimers]).toEqual([[1, 1, 1, 2, 2], true, 0]);
  });

  it("is not stopped by a port that throws instead of rejecting", async () => {
    let broken = true;
    const { outbox } = outboxWith((): Promise<unknown> => {
      if (broken) throw new Error("there is no index");
      return Promise.resolve();
    });
    outbox.note(summary(1), true);
    await settled();
    broken = false;
    await outbox.flush();
    expect(outbox.pending).toBe(false);
  });

  it("sends what was noted while a summary was on its way", async () => {
    const sent: number[] = [];
    let release = () => {};
    const { outbox } = outboxWith(async ({ revision }) => {
      sent.push(revision);
      if (revision === 1) await new Promise<void>((resolve) => (release = resolve));
    });
    outbox.note(summary(1), true);
    outbox.note(summary(2), true);
    release();
    await settled();
    expect(sent).toEqual([1, 2]);
    expect(outbox.pending).toBe(false);
  });

  it("repeats at once what failed while a further flush waited, unless it joins what is on its way", async () => {
    for (const [joins, calls] of [
      [false, 2],
      [true, 1],
    ] as const) {
      let sent = 0;
      const send = async () => {
        sent += 1;
        throw new Error("the receiver is away");
      };
      const outbox = new Outbox<ExecutionSummary>({
        clock: new ManualClock(),
        isPending: isNewer,
        send,
        joins,
        onChange: () => undefined,
      });
      outbox.note(summary(1), true);
      await outbox.flush();
      expect([sent, outbox.pending]).toEqual([calls, true]);
    }
  });

  it("makes calls in order: none overtakes another, and one that fails holds nothing up", async () => {
    const done: string[] = [];
    const { outbox } = outboxWith(async ({ revision }) => done.push(`report ${revision}`));
    let fail = (_: Error) => {};
    const failing = outbox.inOrder(() => new Promise<void>((_, reject) => (fail = reject)));
    outbox.note(summary(1), true);
    const last = outbox.inOrder(async () => done.push("last"));
    await settled();
    expect(done).toEqual([]);
    fail(new Error("lost"));
    await expect(failing).rejects.toThrow("lost");
    await last;
    expect(done).toEqual(["report 1", "last"]);
  });
});
