/** Progress reports of a callee during a call, and their event. */
import { shortened } from "../../json/short-text.ts";

/** How grave a line of a log is, as RFC 5424 orders it. */
export const progressLevels = [
  "DEBUG",
  "INFO",
  "NOTICE",
  "WARNING",
  "ERROR",
  "CRITICAL",
  "ALERT",
  "EMERGENCY",
] as const;
export type ProgressLevel = (typeof progressLevels)[number];

export interface CalleeProgress {
  /** How far the work has come, in a unit of the callee. Absent where it reported none. */
  readonly progress?: number;
  /** The final value of `progress`. Absent if unknown. */
  readonly total?: number;
  /** In words of the callee. Absent where it had none. */
  readonly message?: string;
  /** Of a message that is a line of a log. Absent for all else. */
  readonly level?: ProgressLevel;
}

/** The latest progress of a call in flight: the newest value of each member. */
export interface LatestProgress extends CalleeProgress {
  /** When the last notice came, Unix milliseconds. */
  readonly at: number;
}

/** A notice of a callee, or word that it sent one that breaks its protocol. */
export type ProgressNotice = CalleeProgress | "BROKEN";

/**
 * A callee reported progress of its call. It is sent before it is stored, and stored with the next transaction, so it costs no row. It
 * changes no state.
 */
export interface StepProgressed extends CalleeProgress {
  readonly kind: "StepProgressed";
  readonly step: string;
  readonly attempt: number;
  /** Notices that came since the event before and have no event, because newer ones took their place. Absent for none. */
  readonly replaced?: number;
  /** Notices that came since the event before and were refused, because they break the protocol. Absent for none. */
  readonly refused?: number;
}

/** UTF-16 code units of a message that are sent. */
export const maxProgressText = 500;

/** A notice as it is sent: its message is cut. */
export function shortNotice(notice: CalleeProgress): CalleeProgress {
  const { message } = notice;
  return message === undefined ? notice : { ...notice, message: shortened(message, maxProgressText) };
}
