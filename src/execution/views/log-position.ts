/**
 * Where a reader of a log stands, as one whole number: the sequence of the last event that was read and, where that is text of a model in
 * flight, how many events of that text it ends. Such text is told before it is stored (`durable/runner`): it has the sequences with which
 * it is stored later, unless a crash comes first. Then they are given to other events, and the count leads the reader back to the last
 * event that was stored.
 */
import type { PagedEvent } from "./execution-view.ts";

/** More than a log has events. What is left of a number holds 2 ** 21 events of text. */
const sequences = 2 ** 32;

/**
 * The position behind the event `sequence`, which ends `unstored` events of text that are told and not stored.
 *
 * @example
 * ```ts
 * sequenceAt(logPosition(12, 3)); // 12
 * storedAt(logPosition(12, 3)); // 9
 * ```
 */
export function logPosition(sequence: number, unstored: number): number {
  return sequence + unstored * sequences;
}

/** The sequence of the last event before a position. */
export function sequenceAt(position: number): number {
  return position % sequences;
}

/** The sequence of the last event before a position that was stored when the position was told. */
export function storedAt(position: number): number {
  return Math.max(0, sequenceAt(position) - Math.floor(position / sequences));
}

/** Whether a position ends text that was not stored when it was told. */
export function isInText(position: number): boolean {
  return position >= sequences;
}

/** Where a reader stands after an event of a page. */
export function positionOf({ position, sequence }: Pick<PagedEvent, "position" | "sequence">): number {
  return position ?? sequence;
}
