/**
 * The progress of one attempt as its callee reports it, combined into few events: the first notice at once, then at most one in an interval
 * that grows with the time since the first. Notices within an interval are one event: the newest value of each member wins. Events are few
 * because each is sent to every watcher and stored with the end of the attempt. The last notice before the end is always sent. Progress
 * that goes backwards is refused.
 */
import {
  type CalleeProgress,
  type LatestProgress,
  type ProgressNotice,
  type StepProgressed,
  shortNotice,
} from "../../execution/events/callee-progress.ts";
import type { Clock } from "../ports/ports.ts";

/** From an age of the stream on, in milliseconds: how long nothing is sent after an event. */
const intervals: readonly (readonly [fromMs: number, quietMs: number])[] = [
  [0, 250],
  [1_000, 1_000],
  [30_000, 5_000],
];
/** Of an older stream, the interval is this part of its age: so an hour has some 240 events, and a day not twice as many. */
const laterPart = 60;

/** How long after an event of a stream of this age nothing more is sent, in milliseconds. */
export function quietMs(ageMs: number): number {
  const [, quiet] = intervals.findLast(([fromMs]) => ageMs >= fromMs) ?? [0, 0];
  return Math.max(quiet, Math.floor(ageMs / laterPart));
}

export interface ProgressStreamPorts {
  readonly clock: Clock;
  readonly step: string;
  readonly attempt: number;
  /** Reports progress. False if it could not be sent now; it is tried again later. */
  readonly show: (event: StepProgressed) => boolean;
}

export class ProgressStream {
  readonly #ports: ProgressStreamPorts;
  /** Notices since the last event. Absent for none. */
  #pending: CalleeProgress | undefined;
  #notices = 0;
  #refused = 0;
  #firstAt: number | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  #latest: LatestProgress | undefined;
  #stopTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(ports: ProgressStreamPorts) {
    this.#ports = ports;
  }

  /** The newest of each member, sent or not. Undefined before the first notice. */
  get latest(): LatestProgress | undefined {
    return this.#latest;
  }

  /** Takes a notice; nothing after `close`. */
  add(notice: ProgressNotice): void {
    if (this.#isClosed) return;
    if (notice === "BROKEN" || this.#isBackwards(notice)) {
      this.#refused += 1;
      return;
    }
    const { clock } = this.#ports;
    const now = clock.now();
    const news = shortNotice(notice);
    this.#firstAt ??= now;
    this.#notices += 1;
    this.#pending = newest(this.#pending, news);
    this.#latest = { ...newest(this.#latest, news), at: now };
    this.#showWhenDue(now);
  }

  /** Ends the stream. Returns the event of unsent progress, to be stored with the end of the attempt. */
  close(): readonly StepProgressed[] {
    this.#isClosed = true;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const event = this.#event();
    this.#forget();
    return event === undefined ? [] : [event];
  }

  #isBackwards({ progress }: CalleeProgress): boolean {
    const known = this.#latest?.progress;
    return progress !== undefined && known !== undefined && progress < known;
  }

  #showWhenDue(now: number): void {
    const dueMs = this.#shownAt + quietMs(now - (this.#firstAt ?? now)) - now;
    if (dueMs <= 0) this.#show();
    else this.#stopTimer ??= this.#ports.clock.after(dueMs, () => this.#show());
  }

  #show(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const event = this.#event();
    if (event === undefined) return;
    const now = this.#ports.clock.now();
    this.#shownAt = now;
    if (this.#ports.show(event)) this.#forget();
    else this.#showWhenDue(now);
  }

  /** Forgets progress that was sent, or is to be stored. */
  #forget(): void {
    this.#pending = undefined;
    this.#notices = 0;
    this.#refused = 0;
  }

  /** Broken notices alone make an event only at the end, so that watchers are not notified again and again. */
  #event(): StepProgressed | undefined {
    if (this.#pending === undefined && !(this.#isClosed && this.#refused > 0)) return undefined;
    const { attempt, step } = this.#ports;
    const replaced = Math.max(0, this.#notices - 1);
    return {
      kind: "StepProgressed",
      step,
      attempt,
      ...this.#pending,
      ...(replaced === 0 ? {} : { replaced }),
      ...(this.#refused === 0 ? {} : { refused: this.#refused }),
    };
  }
}

/** The members of `notice`, and those of `known` that it does not have. A message takes its level along, or that it has none. */
function newest(known: CalleeProgress | undefined, notice: CalleeProgress): CalleeProgress {
  if (known === undefined) return notice;
  const { level: _, message: __, ...numbers } = known;
  return notice.message === undefined ? { ...known, ...notice } : { ...numbers, ...notice };
}
