/**
 * The text of one model call as it arrives, combined into few events: the first piece at once, so that a reader sees the beginning, then at
 * most every 100 ms, after a second every 250 ms, or every 2 KB. Events are few because each is sent to every watcher and stored with the end
 * of the call. Offsets are contiguous; a further call is another stream. A text that is too long for any answer is cut. If the text of an
 * agent may be hidden, nothing is sent before it is known not to be (T33).
 *
 * A watcher that comes later gets the text so far from `durable/feed/feed.ts`, which reads `shown-events.ts`.
 */
import type { TextProduced } from "../../execution/events/model-event.ts";
import type { Clock } from "../ports/ports.ts";
import type { TextHold } from "./text-hold.ts";

/** Between events of a stream that has just begun, and of one that is older than `briskMs`. */
const quietMs = 100;
const laterQuietMs = 250;
const briskMs = 1_000;
const pieceLength = 2_048;

/** More than any language writes with a token on average, so no answer within its cap is cut. */
const mostUnitsPerToken = 16;

/** UTF-16 code units that an answer of at most `maxOutputTokens` can have. */
export function longestText(maxOutputTokens: number): number {
  return maxOutputTokens * mostUnitsPerToken;
}

export interface TextStreamPorts {
  readonly clock: Clock;
  readonly streamId: string;
  /** UTF-16 code units; the rest of a longer text is dropped. */
  readonly maxLength: number;
  /** Absent for a text that is shown as it comes. */
  readonly hold?: TextHold | undefined;
  /** Reports more text. */
  readonly show: (text: readonly TextProduced[]) => void;
  /** Called once, when the text gets longer than `maxLength`. */
  readonly tooLong: () => void;
}

export class TextStream {
  readonly #ports: TextStreamPorts;
  #pending = "";
  #shown = 0;
  /** UTF-16 code units that came, those held back included. */
  #taken = 0;
  #shownAt = Number.NEGATIVE_INFINITY;
  #firstAt: number | undefined;
  #stopTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(ports: TextStreamPorts) {
    this.#ports = ports;
  }

  /** When the first text came, Unix milliseconds. Undefined if none did. */
  get firstAt(): number | undefined {
    return this.#firstAt;
  }

  /** Takes more text; nothing after `close`. */
  add(text: string): void {
    if (this.#isClosed || text === "") return;
    const { clock, hold, maxLength, tooLong } = this.#ports;
    this.#firstAt ??= clock.now();
    const taken = text.slice(0, maxLength - this.#taken);
    this.#taken += taken.length;
    this.#pending += hold === undefined ? taken : hold.next(taken);
    if (taken.length < text.length) {
      this.#isClosed = true;
      tooLong();
      return;
    }
    if (this.#pending === "") return;
    const isBrisk = clock.now() - this.#firstAt < briskMs;
    const dueMs = this.#shownAt + (isBrisk ? quietMs : laterQuietMs) - clock.now();
    if (dueMs <= 0 || this.#pending.length >= pieceLength) this.#show();
    else this.#stopTimer ??= clock.after(dueMs, () => this.#show());
  }

  /**
   * Ends the stream. Returns the remaining events, to be stored with the end of the call. Held text may be shown only once the text is
   * complete.
   */
  close(isWhole = false): readonly TextProduced[] {
    this.#isClosed = true;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    if (isWhole) this.#pending += this.#ports.hold?.rest() ?? "";
    const events = this.#eventsOf(this.#pending);
    this.#pending = "";
    return events;
  }

  #show(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    // Half a character waits for the other.
    const length = this.#pending.length - (isHighSurrogate(this.#pending.at(-1)) ? 1 : 0);
    if (length === 0) return;
    const events = this.#eventsOf(this.#pending.slice(0, length));
    this.#shownAt = this.#ports.clock.now();
    this.#shown += length;
    this.#pending = this.#pending.slice(length);
    this.#ports.show(events);
  }

  /** One event, unless a provider sends a whole book at once: events are small. */
  #eventsOf(text: string): readonly TextProduced[] {
    const { streamId } = this.#ports;
    const events: TextProduced[] = [];
    for (let start = 0; start < text.length; ) {
      const end = start + eventLength;
      const stop = end < text.length && isHighSurrogate(text[end - 1]) ? end - 1 : end;
      events.push({ kind: "TextProduced", streamId, offset: this.#shown + start, text: text.slice(start, stop) });
      start = stop;
    }
    return events;
  }
}

const eventLength = 16_384;

function isHighSurrogate(unit: string | undefined): boolean {
  const code = unit?.charCodeAt(0) ?? 0;
  return code >= 0xd800 && code <= 0xdbff;
}
