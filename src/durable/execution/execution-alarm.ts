/**
 * The alarm of one execution's object, which is the only thing that wakes it by itself (E6). It is set for the earliest of everything that
 * is due, and written only if that changed, because each write is billed.
 *
 * While the alarm rings, a second one is set for half a second after it. The platform holds it back until the handler of the first is over,
 * however long that takes, so it costs one write and no run. If the handler ends early (a reset, a process that dies), the second one fires
 * at once. It is no repeat of the first, so it has all of the platform's retries again.
 *
 * A call may keep the handler busy for minutes, and no alarm is written meanwhile. A timer renews the time until which the object is at
 * work; it keeps nothing in memory that the handler does not keep.
 */

import { type AlarmTime, alarmTime, takeoverMs } from "../ports/alarm-time.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import { earliest } from "../ports/wake-timer.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import type { LoadedExecution } from "./loaded-execution.ts";
import type { Retention } from "./retention.ts";

export interface ExecutionAlarmPorts {
  readonly storage: Pick<ExecutionStorage, "deleteAlarm" | "setAlarm">;
  readonly options: Pick<ExecutionOptions, "clock" | "leaseMs">;
  readonly loaded: () => LoadedExecution;
  readonly retention: () => Pick<Retention, "wakeAt">;
  /** Called with the time of each alarm, whether it is written or not. */
  readonly set: (at: number) => void;
}

export class ExecutionAlarm {
  readonly #ports: ExecutionAlarmPorts;
  /** When it is set for, as far as is known. Past, while the one that stands behind a ringing one is due. */
  #at: number | undefined;
  #isRinging = false;
  #stopTelling: (() => void) | undefined;
  #written = 0;

  constructor(ports: ExecutionAlarmPorts) {
    this.#ports = ports;
  }

  /** How often this instance set it. */
  get written(): number {
    return this.#written;
  }

  /** The stored rows were replaced, and the alarm may have been removed with them. */
  forget(): void {
    this.#at = undefined;
    this.#isOver();
  }

  /** There is nothing to wake for. */
  async clear(): Promise<void> {
    this.forget();
    await this.#ports.storage.deleteAlarm();
  }

  /** Unix milliseconds. */
  set(at: number): void {
    this.#ports.set(at);
    if (this.#at !== at) this.#write(at);
  }

  /** The alarm has begun to ring. Must be called before anything else: if the handler is lost from here on, the next alarm fires. */
  ring(): void {
    const { clock } = this.#ports.options;
    this.#isOver();
    this.#isRinging = true;
    this.#announce();
    this.#write(clock.now() + takeoverMs);
  }

  /** The work of this alarm is done. Sets the alarm for the next due time, if there is one. */
  async rung(): Promise<void> {
    const next = this.#next();
    if (next === undefined) return this.clear();
    // The time of the handler is over. The alarm behind it continues the calls that are still in flight.
    if (this.#isRinging && this.#ports.loaded().runner.busy && (this.#at ?? next.at) < next.at) {
      this.#isOver();
      return;
    }
    this.ringAgain(next.at);
  }

  /** The work of this alarm cannot be done before `at`, Unix milliseconds. */
  ringAgain(at: number): void {
    this.#isOver();
    this.set(at);
  }

  /** For work that is put in flight in the same turn: the alarm takes over from its driver soon. An alarm that fires sooner will do. */
  takeOver(): void {
    const now = this.#ports.options.clock.now();
    const isSet = this.#at !== undefined && this.#at <= now + takeoverMs;
    if (!isSet || (!this.#isRinging && (this.#at ?? 0) <= now)) this.set(now + takeoverMs);
  }

  /** For the next work that is due. */
  arm(): void {
    const next = this.#next();
    if (next === undefined || (next.orEarlier && this.#at !== undefined && this.#at <= next.at)) return;
    this.set(next.at);
  }

  /** Announces the work of the handler, now and whenever the announced time is over. */
  #announce(): void {
    const { clock, leaseMs } = this.#ports.options;
    this.#ports.set(clock.now() + leaseMs);
    this.#stopTelling = clock.after(leaseMs, () => this.#announce());
  }

  #isOver(): void {
    this.#isRinging = false;
    this.#stopTelling?.();
    this.#stopTelling = undefined;
  }

  #write(at: number): void {
    this.#at = at;
    this.#written += 1;
    void this.#ports.storage.setAlarm(at);
  }

  #next(): AlarmTime | undefined {
    const { retention, loaded, options } = this.#ports;
    const { parkedBy, reader, reports, runner, tombstone } = loaded();
    // A parked execution keeps the alarm that was set when it was parked.
    if (parkedBy !== null || (tombstone === undefined && reader.status() === undefined)) return undefined;
    // Reports that the conversation has not acknowledged are kept, and sent again when the lease ends.
    const endAt = reports.conversationPending ? undefined : retention().wakeAt();
    return alarmTime({
      now: options.clock.now(),
      leaseMs: options.leaseMs,
      busy: runner.busy,
      unacknowledged: tombstone?.listed ?? reports.pending,
      wakeAt: earliest(earliest(endAt, runner.nextWakeAt()), reports.wakeAt()),
    });
  }
}
