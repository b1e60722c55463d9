/** What simulations count; counts of any number of runs add up. */
import type { EffectClass } from "../../src/plan/callable.ts";

export interface Counts {
  readonly seeds: number;
  readonly executions: number;
  /** Objects that were lost with all they held in memory. */
  readonly crashes: number;
  /** Rows that were refused before they were stored. */
  readonly refusedRows: number;
  /** Messages between executions that were lost on either way, and of those that came late or twice. */
  readonly lostMessages: number;
  readonly lateMessages: number;
  readonly doubledMessages: number;
  readonly cancels: number;
  readonly rows: number;
  readonly calls: number;
  /** Polls of remote tasks that waited until a person had permitted something elsewhere. */
  readonly permissionPolls: number;
  /** Calls that left again for an answer that had been cut, by effect class of the callable. */
  readonly repeatedReadOnly: number;
  readonly repeatedIdempotent: number;
  readonly repeatedKeyed: number;
  readonly repeatedUnsafe: number;
  /** Of those of UNSAFE callables, the ones that neither a policy RETRY nor a person asked for. */
  readonly unsafeUnasked: number;
  /** Runs that were cut where an undisturbed run has to be told of it: an UNSAFE call, or a call that was lost too often. */
  readonly cutRuns: number;
  /** Executions without an end. */
  readonly lost: number;
  /** Calls of steps that had finished. */
  readonly finishedRepeated: number;
}

export type Tally = { -readonly [Name in keyof Counts]: number };

export function noCounts(): Tally {
  return {
    ...{ seeds: 0, executions: 0, crashes: 0, refusedRows: 0, lostMessages: 0, lateMessages: 0, doubledMessages: 0 },
    ...{
      cancels: 0,
      rows: 0,
      calls: 0,
      permissionPolls: 0,
      repeatedReadOnly: 0,
      repeatedIdempotent: 0,
      repeatedKeyed: 0,
    },
    ...{ repeatedUnsafe: 0, unsafeUnasked: 0, cutRuns: 0, lost: 0, finishedRepeated: 0 },
  };
}

/** Adds `more` to `sum`. */
export function add(sum: Tally, more: Counts): void {
  for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += more[name];
}

/** The count of repeated calls of that class. */
export const repeatedCount = {
  READ_ONLY: "repeatedReadOnly",
  IDEMPOTENT: "repeatedIdempotent",
  KEYED: "repeatedKeyed",
  UNSAFE: "repeatedUnsafe",
} as const satisfies Record<EffectClass, keyof Counts>;
