/**
 * Cursors of an event log: the sequence with a mark of the execution, so that a cursor of another execution is refused
 * instead of skipping events. Not sealed: a made-up cursor reveals nothing that its execution would not.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const MARK_LENGTH = 8;
const CURSOR = /^([0-9a-z]{1,11})-([0-9a-f]{8})$/;

/** The cursor of the event `sequence` of an execution; 0 stands before the first. */
export function eventCursor(execution: string, sequence: number): string {
  return `${sequence.toString(36)}-${mark(execution)}`;
}

/** The cursor right before the event `sequence`, whose own is `cursor`, whatever stands there. */
export function cursorBefore(cursor: string, sequence: number): string {
  return `${(sequence - 1).toString(36)}${cursor.slice(cursor.indexOf("-"))}`;
}

/**
 * The sequence that `cursor` stands for, or undefined if it is no cursor of this execution.
 *
 * @example
 * ```ts
 * sequenceOf(eventCursor("one", 42), "one"); // 42
 * sequenceOf(eventCursor("one", 42), "another"); // undefined
 * ```
 */
export function sequenceOf(cursor: string, execution: string): number | undefined {
  const match = CURSOR.exec(cursor);
  if (match === null || match[2] !== mark(execution)) return undefined;
  const sequence = Number.parseInt(match[1] ?? "", 36);
  return Number.isSafeInteger(sequence) ? sequence : undefined;
}

let latest = { execution: "", mark: "" };

/** Pages hold many cursors of one execution, so the last mark is kept. */
function mark(execution: string): string {
  if (latest.execution !== execution) {
    const digest = bytesToHex(sha256(utf8ToBytes(`cursor ${execution}`)));
    latest = { execution, mark: digest.slice(0, MARK_LENGTH) };
  }
  return latest.mark;
}
