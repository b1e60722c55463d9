/**
 * Cursors of an event log: a position (`log-position.ts`) with a mark of the execution, so that a cursor of another execution is refused
 * instead of skipping events. Not sealed: a made-up cursor reveals nothing that its execution would not.
 */
import { sha256Hex } from "../../json/digest.ts";

const MARK_LENGTH = 8;
const CURSOR = /^([0-9a-z]{1,11})-([0-9a-f]{8})$/;

/** The cursor of a position in the log of an execution, such as the sequence of a stored event; 0 stands before the first. */
export function eventCursor(execution: string, position: number): string {
  return `${position.toString(36)}-${mark(execution)}`;
}

/** The cursor right before the event `sequence`, whose own is `cursor`, for every kind of event. */
export function cursorBefore(cursor: string, sequence: number): string {
  return `${(sequence - 1).toString(36)}${cursor.slice(cursor.indexOf("-"))}`;
}

/**
 * The position that `cursor` stands for, or undefined if it is no cursor of this execution.
 *
 * @example
 * ```ts
 * cursorPosition(eventCursor("one", 42), "one"); // 42
 * cursorPosition(eventCursor("one", 42), "another"); // undefined
 * ```
 */
export function cursorPosition(cursor: string, execution: string): number | undefined {
  const match = CURSOR.exec(cursor);
  if (match === null || match[2] !== mark(execution)) return undefined;
  const position = Number.parseInt(match[1] ?? "", 36);
  return Number.isSafeInteger(position) ? position : undefined;
}

let latest = { execution: "", mark: "" };

/** Pages hold many cursors of one execution, so the last mark is kept. */
function mark(execution: string): string {
  if (latest.execution !== execution) {
    latest = { execution, mark: sha256Hex(`cursor ${execution}`).slice(0, MARK_LENGTH) };
  }
  return latest.mark;
}
