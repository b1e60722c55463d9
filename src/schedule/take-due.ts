/**
 * Decides about the times that have come: which of them are run, one after another, and what is reported of all others. Each time is
 * decided here once, because the state that follows has decided all of them.
 */
import { dueTimes } from "./due-times.ts";
import {
  type Decision,
  lateMs,
  maxWaitingRuns,
  type RunRecord,
  runsLeft,
  type ScheduledRun,
  type ScheduleRules,
  type ScheduleState,
} from "./schedule.ts";
import type { Times } from "./timing.ts";

/** Decides every time up to `now`. Whether the run before has ended must be known: it counts as running while it is in the state. */
export function takeDue(rules: ScheduleRules, state: ScheduleState, times: Times, now: number): Decision {
  const until = Math.min(now, rules.endAt ?? now);
  // Times that pass meanwhile are not run.
  if (state.pause !== null) return unchanged({ ...state, decidedUntil: Math.max(state.decidedUntil, now) });
  if (runsLeft(rules, state) === 0) return unchanged(state);
  // One more than can be run, for the end of those that are missed.
  const due = dueTimes(times, state.decidedUntil, until, maxWaitingRuns + 1);
  if (due === undefined) return unchanged(state);
  const { count, firstAt, isExact } = due;
  const latest = due.latest.slice(-maxWaitingRuns);
  const last = latest.at(-1) ?? firstAt;
  const wanted = latest.filter((time) => isRun(rules, time, last, now));
  const chosen = wanted.slice(0, runsLeft(rules, state));
  const missed = count - wanted.length;
  const lastAt = due.latest.filter((time) => !wanted.includes(time)).at(-1) ?? firstAt;
  const records: RunRecord[] = missed > 0 ? [{ outcome: "MISSED", firstAt, lastAt, count: missed, isExact }] : [];
  const counts = { ...state.counts, missed: state.counts.missed + missed };
  let decision: Decision = { state: { ...state, counts, decidedUntil: last }, records };
  const isBacklog = rules.missedRuns === "RUN_ALL" && chosen.some((time) => now - time > lateMs);
  for (const time of chosen) {
    const run = { runId: `at ${time}`, nominalAt: time, cause: now - time > lateMs ? "CATCH_UP" : "TIME" } as const;
    decision = followedBy(decision, (before) => offered(rules, before, run, now, isBacklog));
  }
  return decision;
}

/** Whether a time that is due is run. `last` is the latest one that is due. */
function isRun({ catchUpMs, missedRuns }: ScheduleRules, time: number, last: number, now: number): boolean {
  const age = now - time;
  if (age <= lateMs) return true;
  if (age > catchUpMs) return false;
  return missedRuns === "RUN_ALL" || (missedRuns === "RUN_LAST" && time === last);
}

/** Begins a run, or applies the policy to it. A run that is caught up waits for its turn under every policy. */
export function offered(
  { overlap }: ScheduleRules,
  state: ScheduleState,
  run: ScheduledRun,
  now: number,
  isBacklog = false,
): Decision {
  const { active, waiting } = state;
  if (active === null && waiting.length === 0) return unchanged({ ...state, active: starting(run, now) });
  const policy = isBacklog ? "QUEUE" : overlap;
  switch (policy) {
    case "SKIP":
      return skipped(state, [run], "OVERLAP");
    case "QUEUE":
      if (waiting.length >= maxWaitingRuns) return skipped(state, [run], "QUEUE_FULL");
      return unchanged({ ...state, waiting: [...waiting, run] });
    case "REPLACE":
      return skipped({ ...state, active: stopping(active), waiting: [run] }, waiting, "REPLACED");
  }
}

/** The run that waits first, begun if none is on its way; under REPLACE the one on its way is to end. */
export function movedUp({ overlap }: ScheduleRules, state: ScheduleState, now: number): ScheduleState {
  const [first, ...waiting] = state.waiting;
  if (first === undefined) return state;
  if (state.active === null) return { ...state, active: starting(first, now), waiting };
  return overlap === "REPLACE" ? { ...state, active: stopping(state.active) } : state;
}

function starting(run: ScheduledRun, now: number): NonNullable<ScheduleState["active"]> {
  return { phase: "STARTING", run, since: now, tries: 0, retryAt: now, problem: null };
}

/** A start under way is stopped once its execution is known. */
function stopping(active: ScheduleState["active"]): ScheduleState["active"] {
  return active?.phase === "RUNNING" ? { ...active, phase: "STOPPING", asked: { at: 0, times: 0 } } : active;
}

function skipped(
  state: ScheduleState,
  runs: readonly ScheduledRun[],
  reason: Extract<RunRecord, { outcome: "SKIPPED" }>["reason"],
): Decision {
  const counts = { ...state.counts, skipped: state.counts.skipped + runs.length };
  return { state: { ...state, counts }, records: runs.map((run) => ({ outcome: "SKIPPED", run, reason })) };
}

function unchanged(state: ScheduleState): Decision {
  return { state, records: [] };
}

function followedBy({ records, state }: Decision, decide: (state: ScheduleState) => Decision): Decision {
  const next = decide(state);
  return { state: next.state, records: [...records, ...next.records] };
}
