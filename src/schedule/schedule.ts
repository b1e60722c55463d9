/**
 * Room `schedule`: the times at which a schedule is due, and the decision about each of them. Pure: the time is passed in.
 *
 * Owns: the rules of a schedule and its state (this file), the times of a cron expression or an interval (`timing.ts`, the port to the
 * library), the times that are due or yet to come (`due-times.ts`), the decision about them (`take-due.ts`), the next effect
 * (`next-effect.ts`), and a schedule as readers see it (`schedule-view.ts`).
 *
 * Leaves: the object that stores the state, has the alarm and starts runs to `durable/schedule`; the checks of input and of runs to
 * `graph/schedules`; the runs themselves, which are executions like any other.
 *
 * Invariants:
 * - Each time is decided once, in order: `decidedUntil` only rises. No run begins before its time.
 * - A run is in the state before it is started (E3), and its start has one key through all repetitions (E1).
 * - At most one run of a schedule is under way; waiting ones are bounded.
 */

/** When a schedule is due. */
export type Timing =
  /** Five fields, or a nickname such as `@daily`, on the clocks of an IANA time zone. */
  | { readonly kind: "CRON"; readonly expression: string; readonly timeZone: string }
  /** At `anchorAt`, Unix milliseconds, and every so often before and after it. */
  | { readonly kind: "EVERY"; readonly everyMs: number; readonly anchorAt: number };

/** The handling of a time at which the run before has not ended. */
export type OverlapPolicy = "SKIP" | "QUEUE" | "REPLACE";

/** The handling of times that passed while no run could be started. */
export type MissedRunPolicy = "SKIP" | "RUN_LAST" | "RUN_ALL";

export interface ScheduleRules {
  readonly timing: Timing;
  readonly overlap: OverlapPolicy;
  readonly missedRuns: MissedRunPolicy;
  /** How old a missed time may be to be run yet, in milliseconds. */
  readonly catchUpMs: number;
  /** No time before it, Unix milliseconds. Null for no bound, as below. */
  readonly startAt: number | null;
  /** No time after it. */
  readonly endAt: number | null;
  /** So many runs are started by time. */
  readonly maxRuns: number | null;
}

/** Why a run begins. */
export type RunCause = "TIME" | "CATCH_UP" | "TRIGGER";

/** One run of a schedule. */
export interface ScheduledRun {
  /** Unique within the schedule: its nominal time, or the key of the trigger. */
  readonly runId: string;
  /** The time it is for, Unix milliseconds; for a trigger, when that came. */
  readonly nominalAt: number;
  readonly cause: RunCause;
}

/** The run that is on its way. */
export type ActiveRun =
  /** Its start is not acknowledged. */
  | {
      readonly phase: "STARTING";
      readonly run: ScheduledRun;
      readonly since: number;
      readonly tries: number;
      readonly retryAt: number;
      /** Why the last try failed. Null before. */
      readonly problem: string | null;
    }
  /** `execution` is the name of its object. Whether it has ended is asked when it matters. */
  | { readonly phase: "RUNNING"; readonly run: ScheduledRun; readonly execution: string; readonly asked: Asked }
  /** It is to end, as another one takes its place. */
  | { readonly phase: "STOPPING"; readonly run: ScheduledRun; readonly execution: string; readonly asked: Asked };

/** When a run was last found to be running, and how often in a row. */
export interface Asked {
  readonly at: number;
  readonly times: number;
}

export interface SchedulePause {
  readonly at: number;
  readonly by: string;
  readonly note: string | null;
}

export interface ScheduleCounts {
  /** Runs that were started, including those that a person started. */
  readonly started: number;
  /** Started by time. */
  readonly startedByTime: number;
  /** Runs that could not be started. */
  readonly refused: number;
  /** Times at which nothing was started, because of the run before. */
  readonly skipped: number;
  /** Times that passed while no run could be started. */
  readonly missed: number;
}

export interface ScheduleState {
  /** Null for a schedule that is not paused. */
  readonly pause: SchedulePause | null;
  /** Every time up to this one is decided, Unix milliseconds. */
  readonly decidedUntil: number;
  /** Null if none is on its way, as far as is known. */
  readonly active: ActiveRun | null;
  /** Runs that wait for the one on its way, oldest first. */
  readonly waiting: readonly ScheduledRun[];
  readonly counts: ScheduleCounts;
}

/** The result of a time, or of several that were missed. */
export type RunRecord =
  | { readonly outcome: "STARTED"; readonly run: ScheduledRun; readonly execution: string }
  | { readonly outcome: "REFUSED"; readonly run: ScheduledRun; readonly problems: readonly RunProblem[] }
  | { readonly outcome: "SKIPPED"; readonly run: ScheduledRun; readonly reason: SkipReason }
  | {
      readonly outcome: "MISSED";
      readonly firstAt: number;
      readonly lastAt: number;
      /** How many; at least so many if they were too many to count. */
      readonly count: number;
      readonly isExact: boolean;
    };

/** Why a run could not be started. */
export interface RunProblem {
  readonly code: string;
  readonly message: string;
  /** The place in the run of the schedule. */
  readonly path: readonly string[];
}

/** OVERLAP: the run before has not ended. QUEUE_FULL: too many wait for it. REPLACED: a later run took its place before it began. */
export type SkipReason = "OVERLAP" | "QUEUE_FULL" | "REPLACED";

/** A state that follows another one, and the facts to report about it. */
export interface Decision {
  readonly state: ScheduleState;
  readonly records: readonly RunRecord[];
}

/** Runs that may wait, at most. */
export const maxWaitingRuns = 10;

/** A time that is no older counts as met: alarms ring late. */
export const lateMs = 60_000;

/** The state of a schedule that begins now. */
export function begunSchedule({ startAt }: ScheduleRules, now: number): ScheduleState {
  return {
    pause: null,
    decidedUntil: Math.max(now, (startAt ?? 0) - 1),
    active: null,
    waiting: [],
    counts: { started: 0, startedByTime: 0, refused: 0, skipped: 0, missed: 0 },
  };
}

/** How many runs may still be begun by time, those on their way counted. Undefined for no bound. */
export function runsLeft({ maxRuns }: ScheduleRules, { active, counts, waiting }: ScheduleState): number | undefined {
  if (maxRuns === null) return undefined;
  const begun = active?.phase === "STARTING" ? [active.run, ...waiting] : waiting;
  return Math.max(0, maxRuns - counts.startedByTime - begun.filter(({ cause }) => cause !== "TRIGGER").length);
}
