/** What webhooks are told, when and in which order, with receivers that refuse, hang, ask for time and go away. */
import { describe, expect, it, vi } from "vitest";
import type { DeliveryResult } from "../../../src/durable/deliveries/push-sender.ts";
import { WebhookOutbox } from "../../../src/durable/deliveries/webhook-outbox.ts";
import { WebhookTable } from "../../../src/durable/deliveries/webhook-table.ts";
import type { Clock } from "../../../src/durable/ports/ports.ts";
import type { EventKind, RecordedEvent } from "../../../src/execution/events/event.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import type { Webhook } from "../../../src/execution/webhooks/webhook.ts";
import { memorySql, memoryTables } from "../../support/engine/memory-sql.ts";

const failed: DeliveryResult = { kind: "FAILED", retryAfterMs: undefined };
const delivered: DeliveryResult = { kind: "DELIVERED" };

function hook(id: string, events: readonly EventKind[] = ["StepFinished", "ExecutionFinished"]): Webhook {
  return { id, name: null, url: `https://${id}.example.com/`, events };
}

/** A log, a clock that a test moves, and receivers that answer as it says. */
class Receivers {
  readonly sent: string[] = [];
  /** What is on its way, as `id/sequence`, to be answered by the test. */
  readonly held = new Map<string, (result: DeliveryResult) => void>();
  answer: (id: string, sequence: number) => DeliveryResult | null | Error = () => delivered;
  busy = false;
  now = 1_000_000;
  sequence = 0;
  readonly #timers: { readonly at: number; readonly task: () => void }[] = [];
  readonly #sql = memorySql();
  readonly #log: RecordedEvent[] = [];
  outbox: WebhookOutbox;

  constructor(...hooks: readonly Webhook[]) {
    this.outbox = this.#outbox();
    this.outbox.pin(hooks);
  }

  #outbox(): WebhookOutbox {
    const clock: Clock = {
      now: () => this.now,
      after: (delayMs, task) => {
        const timer = { at: this.now + delayMs, task };
        this.#timers.push(timer);
        return () => void this.#timers.splice(this.#timers.indexOf(timer), 1);
      },
    };
    return new WebhookOutbox({
      ...{ clock, leaseMs: 30_000, isBusy: () => this.busy, onChange: () => undefined, state: () => this.state },
      table: new WebhookTable(memoryTables(this.#sql)),
      // Pages of two events, so that what is looked for may lie behind the first.
      journal: {
        read: (after) => ({
          records: this.#log.slice(after, after + 2),
          complete: after + 2 >= this.#log.length,
          unknown: undefined,
        }),
      },
      deliver: ({ id }, sequence) => {
        this.sent.push(`${id}/${sequence}`);
        // A sender that never stops would else keep the test from failing.
        if (this.sent.length > 100) return new Promise(() => undefined);
        const answer = this.answer(id, sequence);
        if (answer instanceof Error) return Promise.reject(answer);
        if (answer !== null) return Promise.resolve(answer);
        return new Promise((resolve) => this.held.set(`${id}/${sequence}`, resolve));
      },
    });
  }

  get state(): ExecutionState {
    return { sequence: this.sequence, pinned: { execution: "e", traceparent: "" } } as unknown as ExecutionState;
  }

  /** Whoever wakes reads what is stored. */
  wake(): void {
    this.outbox = this.#outbox();
  }

  append(kind: EventKind, hidden = 0): void {
    this.sequence += 1;
    const event = { kind } as RecordedEvent["event"];
    this.#log.push({ sequence: this.sequence, occurredAt: 0, hidden: hidden !== 0, transitions: [], event });
    this.outbox.note(this.state);
  }

  /** How many timers wait. */
  get timers(): number {
    return this.#timers.length;
  }

  /** Nothing can be stored of a webhook any more. */
  breakTable(): void {
    this.#sql.exec("CREATE TRIGGER full BEFORE UPDATE ON webhook BEGIN SELECT RAISE(ABORT, 'full'); END");
  }

  /** Moves the clock on; timers run. */
  async pass(ms: number): Promise<void> {
    this.now += ms;
    for (const timer of this.#timers.filter(({ at }) => at <= this.now)) {
      this.#timers.splice(this.#timers.indexOf(timer), 1);
      timer.task();
    }
    await this.rest();
  }

  /** Lets what was answered be stored. */
  async rest(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }
}

describe("a webhook", () => {
  it("is sent only what it asked for, in the order of the log, the next once it took the one before", async () => {
    const receivers = new Receivers(hook("a"));
    receivers.answer = () => null;
    for (const kind of ["ExecutionStarted", "StepFinished", "StepStarted", "StepFinished"] as const)
      receivers.append(kind);
    receivers.append("MessageAdded", 1);
    await receivers.rest();
    expect(receivers.sent).toEqual(["a/2"]);
    receivers.held.get("a/2")?.(delivered);
    await receivers.rest();
    expect(receivers.sent).toEqual(["a/2", "a/4"]);
    expect(receivers.outbox.standing()).toMatchObject([{ deliveredTo: 2 }]);
  });

  it("is never sent what is hidden from readers", async () => {
    const receivers = new Receivers(hook("a", ["MessageAdded"]));
    receivers.append("MessageAdded", 1);
    receivers.append("MessageAdded");
    await receivers.rest();
    expect(receivers.sent).toEqual(["a/2"]);
  });

  it("that takes nothing is tried after each pause of the schedule, then the event is given up and the next goes on", async () => {
    const receivers = new Receivers(hook("a"));
    receivers.answer = (_, sequence) => (sequence === 1 ? failed : delivered);
    receivers.append("StepFinished");
    receivers.append("StepFinished");
    await receivers.rest();
    const pauses: number[] = [];
    for (;;) {
      const at = receivers.outbox.wakeAt();
      if (at === undefined) break;
      pauses.push(at - receivers.now);
      receivers.now = at;
      receivers.wake();
      await receivers.outbox.flush();
    }
    expect(pauses).toEqual([5_000, 30_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000]);
    expect(receivers.sent).toEqual([...Array.from({ length: 8 }, () => "a/1"), "a/2"]);
    expect(receivers.outbox.standing()).toMatchObject([
      { deliveredTo: 2, givenUp: 1, attempts: 0, nextAttemptAt: null },
    ]);
  });

  it.each([
    [1_000, 5_000],
    [90_000, 90_000],
    [99_000_000, 36_000_000],
  ])(
    "that asks for %i ms is asked again after %i ms, neither sooner than the schedule says nor after its longest pause",
    async (asked, pause) => {
      const receivers = new Receivers(hook("a"));
      receivers.answer = () => ({ kind: "FAILED", retryAfterMs: asked });
      receivers.append("ExecutionFinished");
      await receivers.rest();
      expect(receivers.outbox.wakeAt()).toBe(receivers.now + pause);
    },
  );

  it("that wants nothing more is forgotten, one that may not be reached loses the event at once", async () => {
    const receivers = new Receivers(hook("a"), hook("b"));
    receivers.answer = (id) => ({ kind: id === "a" ? "GONE" : "REFUSED" });
    receivers.append("StepFinished");
    receivers.append("StepFinished");
    await receivers.rest();
    expect(receivers.sent).toEqual(["a/1", "b/1", "b/2"]);
    expect(receivers.outbox.standing()).toMatchObject([{ host: "b.example.com", deliveredTo: 2, givenUp: 2 }]);
  });

  it("that hangs holds up neither the run nor the others, of which two are notified at a time and each has its turn", async () => {
    const receivers = new Receivers(hook("a"), hook("b"), hook("c"));
    receivers.answer = (id) => (id === "a" ? null : delivered);
    for (let n = 0; n < 3; n++) receivers.append("StepFinished");
    await receivers.rest();
    // b begins again only after c, although it has more to hear.
    expect(receivers.sent).toEqual(["a/1", "b/1", "c/1", "b/2", "c/2", "b/3", "c/3"]);
    expect(receivers.outbox.wakeAt()).toBe(receivers.now + 30_000);
  });

  it("and hangs is one of two at most that are on their way, so that the run keeps its places", async () => {
    const receivers = new Receivers(hook("a"), hook("b"), hook("c"));
    receivers.answer = () => null;
    receivers.append("StepFinished");
    receivers.append("StepFinished");
    await receivers.rest();
    expect(receivers.sent).toEqual(["a/1", "b/1"]);
    receivers.held.get("a/1")?.(failed);
    await receivers.rest();
    expect(receivers.sent).toEqual(["a/1", "b/1", "c/1"]);
  });

  it("is tried by a timer for as long as the run is busy, however long a call takes, and keeps no object awake at rest", async () => {
    const receivers = new Receivers(hook("a", ["StepFinished"]));
    receivers.answer = () => failed;
    receivers.append("StepFinished");
    await receivers.rest();
    await receivers.pass(5_000);
    expect(receivers.sent).toHaveLength(1);
    receivers.busy = true;
    receivers.outbox.note(receivers.state);
    await receivers.rest();
    for (const [sent, pauseMs] of [30_000, 300_000, 1_800_000].entries()) {
      expect(receivers.sent).toHaveLength(2 + sent);
      await receivers.pass(pauseMs);
    }
    expect(receivers.sent).toHaveLength(5);
    expect(receivers.timers).toBe(1);
    receivers.busy = false;
    receivers.outbox.note(receivers.state);
    expect(receivers.timers).toBe(0);
    expect(receivers.outbox.wakeAt()).toBe(receivers.now + 7_200_000);
  });

  it("is not notified again and again by an instance that cannot store that it was, and hears of it from the next", async () => {
    const said = vi.spyOn(console, "error").mockReturnValue();
    const receivers = new Receivers(hook("a"));
    receivers.breakTable();
    receivers.append("StepFinished");
    receivers.append("StepFinished");
    await receivers.rest();
    expect(receivers.sent).toEqual(["a/1", "a/2"]);
    expect(said.mock.calls.map(([line]) => JSON.parse(String(line)).log)).toEqual(Array(2).fill("delivery_not_stored"));
    receivers.wake();
    await receivers.outbox.flush();
    expect(receivers.sent).toEqual(["a/1", "a/2", "a/1", "a/2"]);
    said.mockRestore();
  });

  it("[N765] that cannot be sent to by a fault of our own is tried again after a pause, and not at once without end", async () => {
    const said = vi.spyOn(console, "error").mockReturnValue();
    const receivers = new Receivers(hook("a"));
    receivers.busy = true;
    receivers.answer = () => (receivers.sent.length === 1 ? new Error("a fault of ours") : delivered);
    receivers.append("StepFinished");
    await receivers.rest();
    expect(receivers.sent).toEqual(["a/1"]);
    expect(receivers.outbox.standing()).toMatchObject([{ attempts: 1, nextAttemptAt: receivers.now + 5_000 }]);
    expect(said.mock.calls.map(([line]) => JSON.parse(String(line)).log)).toEqual(["delivery_not_made"]);
    await receivers.pass(5_000);
    expect(receivers.outbox.standing()).toMatchObject([{ attempts: 0, deliveredTo: 1, givenUp: 0 }]);
    said.mockRestore();
  });

  it("with much to hear moves the alarm seldom, because each write of it is billed", async () => {
    const receivers = new Receivers(hook("a", ["StepFinished"]));
    receivers.answer = () => null;
    for (let n = 0; n < 40; n++) receivers.append("StepFinished");
    const alarms = new Set<number | null>();
    for (let n = 1; n <= 40; n++) {
      receivers.now += 1_000;
      receivers.held.get(`a/${n}`)?.(delivered);
      await receivers.rest();
      alarms.add(receivers.outbox.wakeAt() ?? null);
    }
    expect(receivers.sent).toHaveLength(40);
    // One each quarter of a minute, and none at the end.
    expect(alarms.size).toBeLessThanOrEqual(4);
    expect(receivers.outbox.wakeAt()).toBeUndefined();
  });

  it("that was notified before an eviction is not notified again, and its pending events are sent by the next instance", async () => {
    const receivers = new Receivers(hook("a"));
    receivers.append("StepFinished");
    await receivers.rest();
    receivers.wake();
    expect(receivers.outbox.wakeAt()).toBeUndefined();
    receivers.answer = () => failed;
    receivers.append("ExecutionFinished");
    await receivers.rest();
    receivers.wake();
    expect(receivers.outbox.standing()).toMatchObject([{ deliveredTo: 1, attempts: 1 }]);
    await receivers.outbox.again();
    // Not before its time.
    expect(receivers.sent).toEqual(["a/1", "a/2"]);
  });
});
