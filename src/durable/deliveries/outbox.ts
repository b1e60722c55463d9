/**
 * The outbox of an object to another object: one report at a time, the latest, until it is acknowledged. Nothing of it is stored: while a
 * report is pending the alarm stays set, and an object that its alarm wakes reports again. Repeats are harmless, because every receiver
 * ignores what it has received before (E8).
 */
import { inTime } from "../ports/at-most.ts";
import type { Clock } from "../ports/ports.ts";

const quietMs = 1_000;

/** Time for one report. A call that takes longer counts as not taken: the alarm of an execution waits for its reports. */
export const answerWithinMs = 60_000;

export interface OutboxPorts<Report extends object> {
  readonly clock: Clock;
  /** Whether the receiver may not know the content of `report`. `known` is the last acknowledged report, undefined if that is unknown. */
  readonly isPending: (report: Report, known: Report | undefined) => boolean;
  /** Rejects, or throws, unless the receiver took the report over. */
  readonly send: (report: Report) => Promise<unknown>;
  /** Called when an acknowledgement came or failed to come, so that the alarm can be set again. */
  readonly onChange: () => void;
  /** Called with the reason why a report was not accepted. */
  readonly failed?: (error: unknown) => unknown;
  /**
   * How many milliseconds a report that is not urgent waits. The last report was sent, or the first noted, `sinceMs` ago. By default a report
   * waits until a second has passed since then.
   */
  readonly waitMs?: (sinceMs: number) => number;
  /**
   * After how many milliseconds a report that was not taken is sent again. Undefined where the alarm sees to that, which it does by default:
   * it rings only once the object rests.
   */
  readonly againMs?: () => number | undefined;
  /** Whether `flush` joins the call under way, instead of sending again once that has failed. */
  readonly joins?: boolean;
}

export class Outbox<Report extends object> {
  readonly #ports: OutboxPorts<Report>;
  #latest: Report | undefined;
  #known: Report | undefined;
  #sentAt = 0;
  /** The calls under way, and those that wait for their turn. */
  #calls: Promise<void> | undefined;
  #stopTimer: (() => void) | undefined;
  /** When the timer fires. */
  #dueAt = 0;

  constructor(ports: OutboxPorts<Report>) {
    this.#ports = ports;
  }

  /** Whether the receiver may not know the latest report. */
  get pending(): boolean {
    return this.#latest !== undefined && this.#ports.isPending(this.#latest, this.#known);
  }

  /** The report that was noted last. */
  get latest(): Report | undefined {
    return this.#latest;
  }

  /** Notes the latest report, to be sent by the next flush. */
  keep(report: Report): void {
    this.#latest = report;
  }

  /** Notes the latest report, and sends it at once if it is urgent. Others wait, so that reports that follow soon share a call. */
  note(report: Report, isUrgent: boolean): void {
    const { clock, waitMs = (sinceMs) => quietMs - sinceMs } = this.#ports;
    if (this.#latest === undefined && !isUrgent) this.#sentAt = clock.now();
    this.keep(report);
    if (!this.pending) return;
    if (isUrgent) void this.flush();
    else if (this.#stopTimer === undefined) this.#flushAfter(Math.max(0, waitMs(clock.now() - this.#sentAt)));
  }

  /** The pending report waits at most `delayMs` from now. */
  within(delayMs: number): void {
    if (this.#stopTimer === undefined || this.#dueAt <= this.#ports.clock.now() + delayMs) return;
    this.#stopTimer();
    this.#flushAfter(delayMs);
  }

  #flushAfter(delayMs: number): void {
    const { clock } = this.#ports;
    this.#dueAt = clock.now() + delayMs;
    this.#stopTimer = clock.after(delayMs, () => void this.flush());
  }

  /** The receiver knows the content of `report`. Undefined if that is not certain. */
  acknowledged(report: Report | undefined): void {
    this.#known = report;
  }

  /** Later reports are about something else. */
  forget(): void {
    this.#latest = undefined;
    this.#known = undefined;
  }

  /** Sends the pending report. Resolves when it was acknowledged or failed; never rejects. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (this.#ports.joins === true && this.#calls !== undefined) await this.#calls;
    else await this.inOrder(() => this.#send());
  }

  /** Makes a call once everything before it has ended, so that nothing overtakes anything. */
  inOrder<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#calls === undefined ? call() : this.#calls.then(call);
    const ended = () => {
      if (this.#calls === calls) this.#calls = undefined;
    };
    const calls: Promise<void> = answer.then(ended, ended);
    this.#calls = calls;
    return answer;
  }

  async #send(): Promise<void> {
    const report = this.#latest;
    if (report === undefined || !this.pending) return;
    this.#sentAt = this.#ports.clock.now();
    try {
      await inTime(this.#ports.clock, answerWithinMs, this.#ports.send(report));
      this.#known = report;
    } catch (error) {
      await this.#ports.failed?.(error);
      const againMs = this.#ports.againMs?.();
      if (againMs !== undefined && this.#stopTimer === undefined) this.#flushAfter(againMs);
    }
    this.#ports.onChange();
  }
}

/** Whether the receiver may know a lower revision only. */
export function isNewer(
  report: { readonly revision: number },
  known: { readonly revision: number } | undefined,
): boolean {
  return report.revision > (known?.revision ?? 0);
}
