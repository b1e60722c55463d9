/**
 * Performs the effects of a tenant's schedules: asks whether a run has ended, decides about due times, starts runs. One driver works for
 * each schedule at a time, and each step is stored before the next one is determined. So a driver continues from there after a crash.
 */
import { isFinalExecution } from "../../execution/state/status.ts";
import { faultText } from "../../json/fault-text.ts";
import { madeOnce } from "../../json/made-once.ts";
import { withRules } from "../../schedule/change-rules.ts";
import { askAnswered, nextEffect, type StartAnswer, startAnswered } from "../../schedule/next-effect.ts";
import type { Decision, ScheduledRun, ScheduleState } from "../../schedule/schedule.ts";
import {
  actingSubject,
  type ScheduleFacts,
  type ScheduleView,
  type UpdateScheduleRequest,
} from "../../schedule/schedule-view.ts";
import { takeDue } from "../../schedule/take-due.ts";
import type { Times } from "../../schedule/timing.ts";
import { alarmRunMs } from "../ports/alarm-time.ts";
import { inTime } from "../ports/at-most.ts";
import type { ScheduleOptions } from "../ports/schedule-options.ts";
import type { ScheduleStore } from "./schedule-store.ts";

/** Schedules that are driven at a time. */
const maxAtATime = 6;

/** Time for one start, and for one question. A call that takes longer is repeated. */
const answerWithinMs = 60_000;

/** When a run is asked again that could not be reached. */
const askAgainMs = 2_000;

/** Steps of one drive. A schedule that needs more continues with the next alarm. */
const maxSteps = 100;

export interface DriverParts {
  readonly store: ScheduleStore;
  readonly options: ScheduleOptions;
  /** Called whenever the next due time may have changed. */
  readonly changed: () => void;
}

/** Loaded with the first schedule that is due, and asked for once: a module that is there already is awaited, too. */
const loadTiming = madeOnce(() => import("../../schedule/timing.ts"));

export class ScheduleDriver {
  readonly #parts: DriverParts;
  /** Drives on their way, by schedule. */
  readonly #driving = new Map<string, Promise<void>>();
  /** Wakes every `driveDue` that waits: two alarms may ring together. */
  readonly #waiting = new Set<() => void>();
  /** Times of schedules, by incarnation, with the rules that they are of. */
  readonly #times = new Map<string, { readonly rules: string; readonly times: Times }>();

  constructor(parts: DriverParts) {
    this.#parts = parts;
  }

  get isDriving(): boolean {
    return this.#driving.size > 0;
  }

  /** The times of schedules. Loads the library that knows them. */
  async times(): Promise<(facts: Pick<ScheduleFacts, "incarnation" | "rules">) => Times> {
    const { timesOf } = await loadTiming();
    return ({ incarnation, rules: { timing } }) => {
      const rules = JSON.stringify(timing);
      const known = this.#times.get(incarnation);
      if (known?.rules === rules) return known.times;
      const times = timesOf(timing);
      this.#times.set(incarnation, { rules, times });
      return times;
    };
  }

  /** A schedule that is deleted is not asked for its times again. */
  forget({ incarnation }: ScheduleFacts): void {
    this.#times.delete(incarnation);
  }

  /**
   * Goes on with everything that is due, and with what falls due until nothing is on its way any more: a start that hangs keeps the alarm
   * from ringing again. Never rejects.
   */
  async driveDue(): Promise<void> {
    const { options, store } = this.#parts;
    const { clock } = options;
    const giveUpAt = clock.now() + alarmRunMs;
    for (;;) {
      const now = clock.now();
      const { promise, resolve } = Promise.withResolvers<void>();
      const due = store.due(now).filter((name) => !this.#driving.has(name));
      for (const name of due.slice(0, Math.max(0, maxAtATime - this.#driving.size))) void this.drive(name);
      if (this.#driving.size === 0 || now >= giveUpAt) return;
      this.#waiting.add(resolve);
      const stopTimer = clock.after(Math.min(store.nextWake(now) ?? giveUpAt, giveUpAt) - now, resolve);
      await promise;
      stopTimer();
      this.#waiting.delete(resolve);
    }
  }

  /** Something may be due sooner than it was, or something has ended. */
  look(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Drives a schedule until it waits. Joins the driver that is at work already. Never rejects. */
  drive(name: string): Promise<void> {
    const isOver = () => {
      this.#driving.delete(name);
      this.look();
    };
    const driving = this.#driving.get(name) ?? this.#drive(name).finally(isOver);
    this.#driving.set(name, driving);
    return driving;
  }

  /** Asks whether the run on its way has ended, where that matters now. */
  async refresh(name: string): Promise<void> {
    const view = this.#parts.store.read(name);
    const { active } = view?.state ?? { active: null };
    if (view !== undefined && active !== null && active.phase !== "STARTING")
      await this.#ask(view, active.execution, active.phase === "STOPPING");
  }

  /** Stores the decision about the current schedule, unless that was deleted. */
  async change(
    { facts: { incarnation, name } }: ScheduleView,
    decide: (view: ScheduleView, times: Times) => Decision,
  ): Promise<ScheduleView | undefined> {
    const timesOf = await this.times();
    const { changed, options, store } = this.#parts;
    const view = store.read(name);
    if (view?.facts.incarnation !== incarnation) return undefined;
    const { facts } = view;
    const times = timesOf(facts);
    const decision = decide(view, times);
    const now = options.clock.now();
    store.change(view, decision, wakeOf(facts, decision.state, times, now), now);
    changed();
    return { facts, state: decision.state };
  }

  /** Replaces the rules and the run of the schedule, unless that was deleted. */
  async replace(request: UpdateScheduleRequest): Promise<ScheduleView | undefined> {
    const timesOf = await this.times();
    const { changed, options, store } = this.#parts;
    const before = store.read(request.name);
    if (before?.facts.incarnation !== request.incarnation) return undefined;
    const now = options.clock.now();
    const change = { revision: (before.facts.changed?.revision ?? 0) + 1, at: now, by: request.by };
    const facts: ScheduleFacts = { ...before.facts, ...request.facts, changed: change };
    const old = { rules: before.facts.rules, times: timesOf(before.facts) };
    const { records, state } = withRules(old, facts.rules, before.state, now);
    const view = { facts, state };
    store.update(view, records, request.input, wakeOf(facts, state, timesOf(facts), now), now);
    changed();
    return view;
  }

  async #drive(name: string): Promise<void> {
    const { changed, options, store } = this.#parts;
    try {
      for (let step = 0; step < maxSteps; step++) {
        const found = store.read(name);
        if (found === undefined) return;
        const timesOf = await this.times();
        const view = store.read(name);
        if (view?.facts.incarnation !== found.facts.incarnation) continue;
        const now = options.clock.now();
        const effect = nextEffect(view.facts.rules, view.state, timesOf(view.facts), now);
        switch (effect.kind) {
          case "WAIT":
            store.wakeAt(name, effect.until);
            return;
          case "TAKE_DUE":
            await this.change(view, ({ facts, state }, times) =>
              takeDue(facts.rules, state, times, options.clock.now()),
            );
            break;
          case "ASK":
            if (!(await this.#ask(view, effect.execution, effect.stop)))
              return store.wakeAt(name, options.clock.now() + askAgainMs);
            break;
          case "START":
            await this.#start(view, effect.run);
        }
      }
    } catch (error) {
      console.error(JSON.stringify({ log: "schedule_failed", error: faultText(error) }));
      store.wakeAt(name, options.clock.now() + options.leaseMs);
    } finally {
      changed();
    }
  }

  /** The run is in the state that is stored, so that it is started again, under the same key, if this is lost (E3). */
  async #start(view: ScheduleView, run: ScheduledRun): Promise<void> {
    const { options, store } = this.#parts;
    const { facts } = view;
    // Read in the same turn as the schedule, so that it belongs to these facts.
    const input = store.input(facts.name) ?? "";
    const answer = await this.#inTime(options.start({ facts, run, input })).catch(
      (error): StartAnswer => ({ kind: "UNREACHED", problem: faultText(error) }),
    );
    if (answer.kind !== "STARTED") noteNotStarted(facts, run, answer);
    await this.change(view, ({ facts: { rules }, state }) =>
      startAnswered(rules, state, run.runId, answer, options.clock.now()),
    );
  }

  /** False if it could not be reached, so that its state is unknown. */
  async #ask(view: ScheduleView, name: string, stop: boolean): Promise<boolean> {
    const { options } = this.#parts;
    const { name: schedule, tenant } = view.facts;
    const by = actingSubject(view.facts);
    try {
      const execution = () => options.execution(tenant, name);
      if (stop) await this.#inTime(execution().cancel(by, `The schedule ${schedule} replaces it by a later run`));
      const found = await this.#inTime(execution().read(false));
      const hasEnded = found === null || isFinalExecution(found.status);
      await this.change(view, ({ facts: { rules }, state }) => ({
        state: askAnswered(rules, state, name, hasEnded, options.clock.now()),
        records: [],
      }));
      return true;
    } catch (error) {
      console.warn(JSON.stringify({ log: "report_failed", to: "execution", error: faultText(error) }));
      return false;
    }
  }

  #inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return inTime(this.#parts.options.clock, answerWithinMs, answer);
  }
}

/** When there is something to do next. Undefined for never. */
function wakeOf({ rules }: ScheduleFacts, state: ScheduleState, times: Times, now: number): number | undefined {
  const next = nextEffect(rules, state, times, now);
  return next.kind === "WAIT" ? next.until : now;
}

function noteNotStarted(
  { name, tenant }: ScheduleFacts,
  { nominalAt }: ScheduledRun,
  answer: Exclude<StartAnswer, { kind: "STARTED" }>,
): void {
  const error =
    answer.kind === "UNREACHED"
      ? answer.problem
      : answer.kind === "LIMITED"
        ? answer.problem.message
        : answer.problems.map(({ message }) => message).join("; ");
  const nominal = new Date(nominalAt).toISOString();
  console.warn(
    JSON.stringify({ log: "schedule_not_started", tenant, schedule: name, nominal, kind: answer.kind, error }),
  );
}
