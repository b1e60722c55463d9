/**
 * The alarm of one execution's object: the only thing that wakes it by itself (E6). Set for the earliest of all that is due, and written
 * only if that changed, because each write is billed.
 */
import type { Afterlife } from "./afterlife.ts";
import { alarmTime, takeoverMs } from "./alarm-time.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import type { LoadedExecution } from "./loaded-execution.ts";
import { earliest } from "./wake-timer.ts";

export interface ExecutionAlarmPorts {
  readonly storage: Pick<DurableObjectStorage, "deleteAlarm" | "setAlarm">;
  readonly options: Pick<ExecutionOptions, "clock" | "leaseMs">;
  readonly loaded: () => LoadedExecution;
  readonly afterlife: () => Pick<Afterlife, "wakeAt">;
  /** Called with the time of each alarm, whether it is written or not. */
  readonly set: (at: number) => void;
}

export class ExecutionAlarm {
  readonly #ports: ExecutionAlarmPorts;
  /** When it is set for, as far as is known. */
  #at: number | null = null;
  #written = 0;

  constructor(ports: ExecutionAlarmPorts) {
    this.#ports = ports;
  }

  /** How often this instance set it. */
  get written(): number {
    return this.#written;
  }

  /** What is stored was replaced, and the alarm may be gone with what was there. */
  forget(): void {
    this.#at = null;
  }

  /** There is nothing to wake for. */
  async clear(): Promise<void> {
    this.#at = null;
    await this.#ports.storage.deleteAlarm();
  }

  /** Unix milliseconds. */
  set(at: number): void {
    this.#ports.set(at);
    if (this.#at === at) return;
    this.#at = at;
    this.#written += 1;
    void this.#ports.storage.setAlarm(at);
  }

  /** For work that is put in flight in the same turn: whoever drives is taken over from soon. One that rings sooner will do. */
  takeOver(): void {
    const now = this.#ports.options.clock.now();
    if (this.#at === null || this.#at <= now || this.#at > now + takeoverMs) this.set(now + takeoverMs);
  }

  /** For whatever is due next. */
  arm(): void {
    const { afterlife, loaded, options } = this.#ports;
    const { reader, reports, runner, tombstone } = loaded();
    if (tombstone === null && reader.status() === null) return;
    // What its conversation has not heard of is kept until it has, and told again when the lease ends.
    const endAt = reports.owesConversation ? null : afterlife().wakeAt();
    const alarm = alarmTime({
      now: options.clock.now(),
      leaseMs: options.leaseMs,
      busy: runner.busy,
      unacknowledged: tombstone?.listed ?? reports.pending,
      wakeAt: earliest(earliest(endAt, runner.nextWakeAt()), reports.wakeAt()),
    });
    if (alarm === null || (alarm.orEarlier && this.#at !== null && this.#at <= alarm.at)) return;
    this.set(alarm.at);
  }
}
