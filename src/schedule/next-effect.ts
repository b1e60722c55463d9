/**
 * The next effect of a schedule, and the change of its state by the result. The state is stored before the effect is performed: a start is
 * in the state before it is made, and is repeated under the same key until it is answered.
 */
import { nextTime } from "./due-times.ts";
import type { ActiveRun, Decision, RunProblem, ScheduledRun, ScheduleRules, ScheduleState } from "./schedule.ts";
import { movedUp, offered } from "./take-due.ts";
import type { Times } from "./timing.ts";

/** Between two tries, doubled for each. */
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

/** How long a start is tried that the caps of the tenant forbid. */
export const giveUpMs = 600_000;

/** A run that was found to be running so long ago counts as running. */
const knownForMs = 1_000;

export type ScheduleEffect =
  /** Decide about times that are due. */
  | { readonly kind: "TAKE_DUE" }
  | { readonly kind: "START"; readonly run: ScheduledRun }
  /** Ask whether it has ended, having asked it to end if `stop`. */
  | { readonly kind: "ASK"; readonly execution: string; readonly stop: boolean }
  /** Nothing, until then; undefined for nothing until somebody changes the schedule. */
  | { readonly kind: "WAIT"; readonly until: number | undefined };

export function nextEffect(rules: ScheduleRules, state: ScheduleState, times: Times, now: number): ScheduleEffect {
  const { active, waiting } = state;
  const at = nextTime(rules, state, times);
  const isDue = at !== undefined && at <= now;
  if (active === null || active.phase === "STARTING") {
    if (isDue) return { kind: "TAKE_DUE" };
    if (active === null) return { kind: "WAIT", until: at };
    return active.retryAt <= now
      ? { kind: "START", run: active.run }
      : { kind: "WAIT", until: Math.min(active.retryAt, at ?? active.retryAt) };
  }
  const { asked, execution, phase } = active;
  const isKnown = now - asked.at <= knownForMs && asked.times > 0;
  if (isDue) return isKnown ? { kind: "TAKE_DUE" } : { kind: "ASK", execution, stop: phase === "STOPPING" };
  if (waiting.length === 0) return { kind: "WAIT", until: at };
  const askAt = asked.at + pauseMs(asked.times);
  if (askAt <= now) return { kind: "ASK", execution, stop: phase === "STOPPING" };
  return { kind: "WAIT", until: Math.min(askAt, at ?? askAt) };
}

/** The result of an attempt to start a run. */
export type StartAnswer =
  | { readonly kind: "STARTED"; readonly execution: string }
  /** It can never be started so. */
  | { readonly kind: "REFUSED"; readonly problems: readonly RunProblem[] }
  /** Nothing was started, and later it may be. */
  | { readonly kind: "LIMITED"; readonly problem: RunProblem }
  /** It is unknown whether it was started. */
  | { readonly kind: "UNREACHED"; readonly problem: string };

export function startAnswered(
  rules: ScheduleRules,
  state: ScheduleState,
  runId: string,
  answer: StartAnswer,
  now: number,
): Decision {
  const { active, counts } = state;
  if (active?.phase !== "STARTING" || active.run.runId !== runId) return { state, records: [] };
  const { run, since, tries } = active;
  switch (answer.kind) {
    case "STARTED": {
      const { execution } = answer;
      const startedByTime = counts.startedByTime + (run.cause === "TRIGGER" ? 0 : 1);
      const running: ActiveRun = { phase: "RUNNING", run, execution, asked: { at: now, times: 0 } };
      const next = { ...state, active: running, counts: { ...counts, started: counts.started + 1, startedByTime } };
      return { state: movedUp(rules, next, now), records: [{ outcome: "STARTED", run, execution }] };
    }
    case "LIMITED":
      if (now - since < giveUpMs) return retried(state, active, answer.problem.message, now, tries);
      return refused(rules, state, run, [answer.problem], now);
    case "REFUSED":
      return refused(rules, state, run, answer.problems, now);
    case "UNREACHED":
      return retried(state, active, answer.problem, now, tries);
  }
}

function retried(
  state: ScheduleState,
  active: Extract<ActiveRun, { phase: "STARTING" }>,
  problem: string,
  now: number,
  tries: number,
): Decision {
  const next = { ...active, tries: tries + 1, retryAt: now + pauseMs(tries + 1), problem };
  return { state: { ...state, active: next }, records: [] };
}

function refused(
  rules: ScheduleRules,
  state: ScheduleState,
  run: ScheduledRun,
  problems: readonly RunProblem[],
  now: number,
): Decision {
  const counts = { ...state.counts, refused: state.counts.refused + 1 };
  const next = movedUp(rules, { ...state, active: null, counts }, now);
  return { state: next, records: [{ outcome: "REFUSED", run, problems }] };
}

/** Whether the run on its way has ended was asked. */
export function askAnswered(
  rules: ScheduleRules,
  state: ScheduleState,
  execution: string,
  hasEnded: boolean,
  now: number,
): ScheduleState {
  const { active } = state;
  if (active === null || active.phase === "STARTING" || active.execution !== execution) return state;
  if (hasEnded) return movedUp(rules, { ...state, active: null }, now);
  const asked = { at: now, times: active.asked.times + 1 };
  return { ...state, active: { ...active, asked } };
}

/** A run that a person started. It obeys the policy for overlaps as any other. */
export function triggered(rules: ScheduleRules, state: ScheduleState, key: string, now: number): Decision {
  return offered(rules, state, { runId: triggerRunId(key), nominalAt: now, cause: "TRIGGER" }, now);
}

/** Under SKIP a trigger is refused while a run is on its way. */
export function isBusy({ overlap }: ScheduleRules, { active, waiting }: ScheduleState): boolean {
  return overlap === "SKIP" && (active !== null || waiting.length > 0);
}

export function triggerRunId(key: string): string {
  return `by hand ${key}`;
}

/** Until it is resumed no time is run. A run under way continues, and waiting runs are started. */
export function paused(state: ScheduleState, by: string, note: string | null, now: number): ScheduleState {
  return { ...state, pause: { at: now, by, note } };
}

/** Times that passed meanwhile are not caught up with. */
export function resumed(state: ScheduleState, now: number): ScheduleState {
  return state.pause === null ? state : { ...state, pause: null, decidedUntil: Math.max(state.decidedUntil, now) };
}

function pauseMs(tries: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, Math.max(0, tries - 1)));
}
