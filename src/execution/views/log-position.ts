/**
 * Where a reader of a log stands, as one whole number: the sequence of the last event that was read and, where that is text of a model in
 * flight, how many events of that text it ends. Such text is sent before it is stored (`durable/runner`): it has the sequences with which
 * it is stored later, unless a crash comes first. Then they are given to other events, and the count leads the reader back to the last
 * event that was stored.
 *
 * An object that finds a call lost stores that before anything else. An object that only waits leaves no such event, and the next one may
 * send other events with the same sequences. So where only waits are at work, a position also has the time of the first event that was sent
 * and not stored.
 */
import type { PagedEvent } from "./execution-view.ts";

/**
 * More than a log has events. The rest of a number is 21 bits: 20 count events that are not stored, and the first says how to read them.
 */
const sequences = 2 ** 32;
const withTime = 2 ** 20;
/** Where the time of the first event stands beside the count: 14 bits of seconds, and 6 for the count. */
const counted = 2 ** 6;
const times = 2 ** 14;

/** Most events that may be sent in a row while nothing but waits is at work. */
export const mostTimed = counted - 1;

/** The time by which a position knows events that are not stored from those that were sent by an object before. `at` in Unix milliseconds. */
export function positionTime(at: number): number {
  return Math.floor(at / 1_000) % times;
}

/**
 * The position behind the event `sequence`, which ends `unstored` events that were sent and not stored. `time` is that of the first of
 * them.
 *
 * @example
 * ```ts
 * sequenceAt(logPosition(12, 3)); // 12
 * storedAt(logPosition(12, 3)); // 9
 * ```
 */
export function logPosition(sequence: number, unstored: number, time?: number): number {
  const count = time === undefined ? unstored : withTime + time * counted + unstored;
  return sequence + count * sequences;
}

/** The time of the first of the unstored events that a position ends. Undefined where it says none. */
export function timeAt(position: number): number | undefined {
  const count = Math.floor(position / sequences);
  return count < withTime ? undefined : Math.floor((count - withTime) / counted);
}

/** The sequence of the last event before a position. */
export function sequenceAt(position: number): number {
  return position % sequences;
}

/** The sequence of the last event before a position that was stored when the position was given out. */
export function storedAt(position: number): number {
  const count = Math.floor(position / sequences);
  return Math.max(0, sequenceAt(position) - (count < withTime ? count : count % counted));
}

/** Whether a position ends text that was not stored when it was sent. */
export function isInText(position: number): boolean {
  return position >= sequences;
}

/** Where a reader stands after an event of a page. */
export function positionOf({ position, sequence }: Pick<PagedEvent, "position" | "sequence">): number {
  return position ?? sequence;
}
