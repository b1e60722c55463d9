/**
 * The alarm of an object does all work that is due when it rings (E6). While it rings, the next one is already set. The platform holds that
 * back until the handler is over. If the object ends early, the next alarm continues. It never throws: an error would lose the alarm after
 * a few tries.
 */
import { faultText } from "../../json/fault-text.ts";
import { alarmRunMs, takeoverMs } from "./alarm-time.ts";
import { atMost } from "./at-most.ts";
import type { ExecutionOptions } from "./execution-options.ts";

/** How often an object whose settings cannot be read looks whether they can. */
const misconfiguredMs = 3_600_000;

export interface AlarmParts {
  readonly storage: Pick<DurableObjectStorage, "setAlarm" | "deleteAlarm">;
  readonly options: Pick<ExecutionOptions, "clock" | "leaseMs" | "misconfigured">;
  /** Does the work that is due. Work that exceeds the time of one alarm is left to the next. */
  readonly work: () => Promise<void>;
  /** When something is due after that, Unix milliseconds. Undefined for never. */
  readonly nextAt: () => number | undefined;
  /** Names the line of the log that an error gets. */
  readonly log: string;
}

export class ObjectAlarm {
  readonly #parts: AlarmParts;
  /** When it is set for, as far as is known. */
  #at: number | undefined;
  #isRinging = false;

  constructor(parts: AlarmParts) {
    this.#parts = parts;
  }

  /**
   * Sets it for `at`; undefined leaves it as it is. With `orEarlier` one that rings sooner will do: it costs less than a write for each change.
   * One that rings has another one behind it, and sets the next when it is over.
   */
  arm(at: number | undefined, { orEarlier }: { readonly orEarlier: boolean }): void {
    if (this.#isRinging || at === undefined || at === this.#at) return;
    const isAhead = this.#at !== undefined && this.#at > this.#parts.options.clock.now();
    if (!(orEarlier && isAhead && (this.#at ?? 0) <= at)) this.#set(at);
  }

  /** The handler of the alarm. */
  async ring(): Promise<void> {
    const { log, nextAt, options, storage, work } = this.#parts;
    const { clock, leaseMs, misconfigured } = options;
    this.#isRinging = true;
    this.#set(clock.now() + takeoverMs);
    try {
      if (misconfigured !== undefined) return this.#set(clock.now() + misconfiguredMs);
      await atMost(clock, alarmRunMs, work());
      const at = nextAt();
      if (at !== undefined) return this.#set(at);
      this.#at = undefined;
      await storage.deleteAlarm();
    } catch (error) {
      console.error(JSON.stringify({ log, error: faultText(error) }));
      this.#set(clock.now() + leaseMs);
    } finally {
      this.#isRinging = false;
    }
  }

  #set(at: number): void {
    this.#at = at;
    void this.#parts.storage.setAlarm(at);
  }
}
