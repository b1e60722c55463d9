/**
 * When the one alarm of an object must ring (E6): at the earliest time at which something needs the object awake.
 */

/**
 * How long after a row that puts work in flight the alarm comes, and how long after it has begun to ring the one behind it is due. The code
 * that stores the row drives at once. The alarm only takes over: after a crash, or to hold a run that outlives its caller. Most executions
 * end sooner: for a short one, a run of the alarm would cost a tenth of its time and a write.
 */
export const takeoverMs = 500;

/** The platform allows 15 minutes for one run of an alarm. */
export const alarmRunMs = 14 * 60_000;

export interface AlarmNeeds {
  /** Unix milliseconds. */
  readonly now: number;
  /** As in `ExecutionOptions`. */
  readonly leaseMs: number;
  /** Whether anything is in flight. The runner itself wakes for times that come meanwhile. */
  readonly busy: boolean;
  /** Whether the index has yet to acknowledge a summary. */
  readonly unacknowledged: boolean;
  /** When there is something to do although nothing is in flight; Unix milliseconds, undefined for never. */
  readonly wakeAt: number | undefined;
}

export interface AlarmTime {
  /** Unix milliseconds. */
  readonly at: number;
  /** Whether an alarm that is set for an earlier time will do: taking over and sending again are times not to be later than. */
  readonly orEarlier: boolean;
}

/**
 * When the alarm must ring. Returns undefined if nothing needs one.
 *
 * @example
 * ```ts
 * const idle = { now: 1_000, leaseMs: 30_000, busy: false, unacknowledged: false, wakeAt: undefined };
 * alarmTime(idle); // undefined
 * alarmTime({ ...idle, busy: true }); // { at: 1_500, orEarlier: true }
 * alarmTime({ ...idle, wakeAt: 60_000 }); // { at: 60_000, orEarlier: false }
 * ```
 */
export function alarmTime({ busy, leaseMs, now, unacknowledged, wakeAt }: AlarmNeeds): AlarmTime | undefined {
  const leaseEnd = now + leaseMs;
  if (busy) return { at: now + takeoverMs, orEarlier: true };
  if (unacknowledged) return { at: Math.min(leaseEnd, wakeAt ?? leaseEnd), orEarlier: true };
  return wakeAt === undefined ? undefined : { at: wakeAt, orEarlier: false };
}
