/**
 * The alarm of a host, which is the only thing that wakes it by itself (E6). Each of its executions has a time of its own, as if it were
 * alone; the alarm of the object is set for the earliest, and written only if that comes sooner.
 *
 * The handler of a ringing alarm may be held up for minutes by one execution. So it also serves executions that become due meanwhile, at
 * most `maxRings` at a time; others wait in the order of their times. While it rings, a second alarm stands behind it (see
 * `execution-alarm.ts`), which continues if this instance is lost.
 *
 * Most executions have ended and wake once more, for their retention. Times that are far stay in the table, and of them the first alone is
 * known here, so that no work grows with the number of executions.
 */
import { faultText } from "../../json/fault-text.ts";
import { alarmRunMs, takeoverMs } from "../ports/alarm-time.ts";
import type { Clock } from "../ports/ports.ts";
import type { HostTables, StoredWake } from "../storage/host-tables.ts";

/** Executions of one host that are woken at a time. */
const maxRings = 64;

/** How often an execution that cannot be woken is tried. */
const faultyMs = 3_600_000;

/** Times that come sooner are kept in memory. */
const nearMs = 3_600_000;

export interface HostAlarmPorts {
  readonly storage: Pick<DurableObjectStorage, "deleteAlarm" | "setAlarm">;
  readonly tables: HostTables;
  readonly clock: Clock;
  /** Wakes one execution. Resolves when it rests or its time is over. */
  readonly wake: (name: string) => Promise<void>;
}

export class HostAlarm {
  readonly #ports: HostAlarmPorts;
  /** Times that are not far. */
  readonly #wakes = new Map<number, StoredWake>();
  /** No time comes sooner that is not in memory. */
  #farAt = Number.NEGATIVE_INFINITY;
  readonly #ringing = new Set<number>();
  /** When the alarm of the object is set for, as far as is known. */
  #at: number | undefined;
  #isHandling = false;
  #changed: () => void = () => undefined;
  #written = 0;

  constructor(ports: HostAlarmPorts) {
    this.#ports = ports;
    this.#look();
  }

  /** How often this instance set the alarm of the object. */
  get written(): number {
    return this.#written;
  }

  /** `isStored` if the time stands in the tables already. */
  set(wake: StoredWake, isStored = false): void {
    if (!this.#note(wake, isStored)) return;
    if (this.#isHandling) this.#changed();
    else if (this.#at === undefined || wake.at < this.#at) this.#arm();
  }

  /** There is nothing to wake the execution for. */
  clear({ id, name }: Pick<StoredWake, "id" | "name">): void {
    this.#wakes.delete(id);
    this.#ports.tables.forgetWake(name);
  }

  /** The execution is gone with all its rows. */
  forget(id: number): void {
    this.#wakes.delete(id);
  }

  /** The alarm of the object rings. Never rejects. */
  async ring(): Promise<void> {
    const { clock } = this.#ports;
    const giveUpAt = clock.now() + alarmRunMs;
    if (!this.#isDue) {
      // The work for which it was set is done already.
      this.#at = undefined;
      this.#arm();
      return;
    }
    this.#isHandling = true;
    this.#write(clock.now() + takeoverMs);
    try {
      for (;;) {
        const { changed, wait } = this.#change();
        this.#begin();
        if (this.#ringing.size === 0 || clock.now() >= giveUpAt) break;
        const stopTimer = clock.after(Math.max(0, Math.min(this.#nextAt(), giveUpAt) - clock.now()), changed);
        await wait;
        stopTimer();
      }
    } finally {
      this.#isHandling = false;
      this.#at = undefined;
      this.#arm();
    }
  }

  /** False if it is noted already. */
  #note(wake: StoredWake, isStored = false): boolean {
    const { clock, tables } = this.#ports;
    // A time in memory is the stored one.
    const known = this.#wakes.get(wake.id)?.at;
    if (known === wake.at) return false;
    if (wake.at <= clock.now() + nearMs) this.#wakes.set(wake.id, wake);
    else {
      this.#wakes.delete(wake.id);
      if (!isStored && known === undefined && tables.wakeAt(wake.name) === wake.at) return false;
      this.#farAt = Math.min(this.#farAt, wake.at);
    }
    if (!isStored) tables.setWake(wake);
    return true;
  }

  /** Times that were far may be near by now. */
  #look(): void {
    const { clock, tables } = this.#ports;
    const nearUntil = clock.now() + nearMs;
    if (this.#farAt > nearUntil) return;
    const { farAt, near } = tables.wakes(nearUntil);
    for (const wake of near) if (!this.#wakes.has(wake.id)) this.#wakes.set(wake.id, wake);
    this.#farAt = farAt;
  }

  get #isDue(): boolean {
    this.#look();
    const now = this.#ports.clock.now();
    for (const { at } of this.#wakes.values()) if (at <= now) return true;
    return false;
  }

  /** Resolves when a time has changed, or an execution rests. */
  #change(): { readonly changed: () => void; readonly wait: Promise<void> } {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#changed = resolve;
    return { changed: resolve, wait: promise };
  }

  /** Wakes executions that are due, as far as there is room. */
  #begin(): void {
    this.#look();
    const now = this.#ports.clock.now();
    const due = [...this.#wakes.values()].filter(({ at, id }) => at <= now && !this.#ringing.has(id));
    due.sort((left, right) => left.at - right.at);
    for (const wake of due.slice(0, maxRings - this.#ringing.size)) void this.#wake(wake);
  }

  /** Never rejects: a fault of one execution does not affect its neighbours. */
  async #wake({ at, id, name }: StoredWake): Promise<void> {
    const { clock, wake } = this.#ports;
    this.#ringing.add(id);
    try {
      await wake(name);
    } catch (error) {
      console.error(JSON.stringify({ log: "alarm_failed", error: faultText(error) }));
      // One that was woken has a later time by now.
      if (this.#wakes.get(id)?.at === at) this.#note({ id, name, at: clock.now() + faultyMs });
    } finally {
      this.#ringing.delete(id);
      this.#changed();
    }
  }

  /** The earliest time of those that are not being woken; of those that wait for room only if there is some. */
  #nextAt(): number {
    if (this.#ringing.size >= maxRings) return Number.POSITIVE_INFINITY;
    let next = this.#farAt;
    for (const { at, id } of this.#wakes.values()) if (!this.#ringing.has(id)) next = Math.min(next, at);
    return next;
  }

  #arm(): void {
    let next = this.#farAt;
    for (const { at } of this.#wakes.values()) next = Math.min(next, at);
    if (next < Number.POSITIVE_INFINITY) this.#write(next);
    else void this.#ports.storage.deleteAlarm();
  }

  #write(at: number): void {
    this.#at = at;
    this.#written += 1;
    void this.#ports.storage.setAlarm(at);
  }
}
