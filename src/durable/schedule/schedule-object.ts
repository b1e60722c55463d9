/**
 * Room `durable/schedule`: the Durable Object of the schedules of a tenant. It owns their tables (`schedule-store.ts`), the alarm
 * (`schedule-alarm.ts`) and its work (`schedule-driver.ts`).
 *
 * It leaves to others: `schedule` decides about each time, `graph/schedules` checks input and runs, and a run is an execution like any
 * other (`durable/execution`).
 *
 * Invariants:
 *
 * - A run is stored before it is started, and is started under the same key until that is answered (E1, E3): once for each time.
 * - E6: while anything is due the alarm is set, in the same turn as the row that needs it; the next one is set before the work of one that
 *   rings. It never throws. One that rings early finds nothing due, and two that ring together find one driver for each schedule.
 * - A schedule that hangs holds up no other.
 * - Looking up a schedule makes no table.
 *
 * This file is the class `ScheduleObject`. It holds all schedules of a tenant, whose number is bounded, so that they are counted and listed
 * exactly.
 */
import { DurableObject } from "cloudflare:workers";
import { isBusy, nextEffect, paused, resumed, triggered, triggerRunId } from "../../schedule/next-effect.ts";
import { begunSchedule } from "../../schedule/schedule.ts";
import {
  actingSubject,
  type CreateScheduleRequest,
  type CreateScheduleResult,
  type RunEntry,
  type ScheduleView,
  type TriggerResult,
  type UpdateScheduleRequest,
  type UpdateScheduleResult,
} from "../../schedule/schedule-view.ts";
import { atMost } from "../ports/at-most.ts";
import type { ObjectAlarm } from "../ports/object-alarm.ts";
import type { ScheduleOptions } from "../ports/schedule-options.ts";
import { nextAlarmAt, scheduleAlarm } from "./schedule-alarm.ts";
import { ScheduleDriver } from "./schedule-driver.ts";
import { ScheduleStore } from "./schedule-store.ts";

/** How long the caller that triggers a run waits until it is started. */
const answerWithinMs = 5_000;

export class ScheduleObject<Env = unknown> extends DurableObject<Env> {
  readonly #options: ScheduleOptions;
  readonly #store: ScheduleStore;
  readonly #driver: ScheduleDriver;
  readonly #alarm: ObjectAlarm;

  constructor(context: DurableObjectState, env: Env, options: ScheduleOptions) {
    super(context, env);
    this.#options = options;
    this.#store = new ScheduleStore(context.storage);
    this.#driver = new ScheduleDriver({ store: this.#store, options, changed: () => this.#arm() });
    this.#alarm = scheduleAlarm(this.#store, this.#driver, { options, storage: context.storage });
  }

  /** The same again of the same subject changes nothing. */
  async create(request: CreateScheduleRequest): Promise<CreateScheduleResult> {
    const { facts, maximum, maximumOfSubject = 0 } = request;
    const timesOf = await this.#driver.times();
    const known = this.#store.read(facts.name);
    if (known !== undefined) {
      const isSame = known.facts.fingerprint === facts.fingerprint && known.facts.createdBy === facts.createdBy;
      return isSame ? { kind: "CREATED", replayed: true, view: known } : { kind: "NAME_TAKEN" };
    }
    const count = this.#store.count();
    if (count >= maximum) return { kind: "LIMIT_EXCEEDED", maximum, found: count + 1 };
    const own = maximumOfSubject === 0 ? 0 : this.#store.countOf(facts.createdBy);
    if (maximumOfSubject > 0 && own >= maximumOfSubject)
      return { kind: "LIMIT_EXCEEDED", maximum: maximumOfSubject, found: own + 1, ofSubject: true };
    const now = this.#options.clock.now();
    const state = begunSchedule(facts.rules, now);
    const next = nextEffect(facts.rules, state, timesOf(facts), now);
    this.#store.create(request, state, next.kind === "WAIT" ? next.until : now);
    this.#arm();
    return { kind: "CREATED", replayed: false, view: { facts, state } };
  }

  /** Changes a schedule in place. The same again of the same subject changes nothing. */
  async update(request: UpdateScheduleRequest): Promise<UpdateScheduleResult> {
    const { by, incarnation, name } = request;
    const known = this.#store.read(name);
    if (known?.facts.incarnation !== incarnation) return { kind: "NOT_FOUND" };
    const isSame = known.facts.fingerprint === request.facts.fingerprint && actingSubject(known.facts) === by;
    if (isSame) return { kind: "UPDATED", replayed: true, view: known };
    // Earlier due times are decided first, if that takes little time.
    await atMost(this.#options.clock, answerWithinMs, this.#driver.drive(name));
    const view = await this.#driver.replace(request);
    return view === undefined ? { kind: "NOT_FOUND" } : { kind: "UPDATED", replayed: false, view };
  }

  /** Null for none, as in all that follows. */
  read(name: string): ScheduleView | null {
    return this.#store.read(name) ?? null;
  }

  list(): readonly ScheduleView[] {
    return this.#store.list();
  }

  /** The input of the mutation that its runs are as, JSON. */
  input(name: string): string | null {
    return this.#store.input(name) ?? null;
  }

  /** The latest records, newest first. */
  runs(name: string, limit: number): readonly RunEntry[] {
    return this.#store.records(name, limit);
  }

  async pause(name: string, by: string, note: string | null): Promise<ScheduleView | null> {
    const known = this.#store.read(name);
    if (known === undefined) return null;
    // Earlier due times are decided first.
    await atMost(this.#options.clock, answerWithinMs, this.#driver.drive(name));
    const now = this.#options.clock.now();
    const changed = await this.#driver.change(known, ({ state }) => ({
      state: paused(state, by, note, now),
      records: [],
    }));
    return changed ?? null;
  }

  async resume(name: string): Promise<ScheduleView | null> {
    const known = this.#store.read(name);
    if (known === undefined) return null;
    const changed = await this.#driver.change(known, ({ state }) => ({
      state: resumed(state, this.#options.clock.now()),
      records: [],
    }));
    return changed ?? null;
  }

  /** Starts a run now, or takes it up among those that wait. The same key again does nothing. */
  async trigger(name: string, key: string): Promise<TriggerResult> {
    const known = this.#store.read(name);
    if (known === undefined) return { kind: "NOT_FOUND" };
    await this.#driver.refresh(name);
    const found = { isBusy: false, isReplayed: false };
    const changed = await this.#driver.change(known, ({ facts, state }) => {
      const same = { state, records: [] };
      const runs = [...(state.active === null ? [] : [state.active.run]), ...state.waiting];
      if (runs.some(({ runId }) => runId === triggerRunId(key)) || this.#store.hasRecord(name, triggerRunId(key))) {
        found.isReplayed = true;
        return same;
      }
      const decision = triggered(facts.rules, state, key, this.#options.clock.now());
      const isFull = decision.records.some((record) => record.outcome === "SKIPPED" && record.reason === "QUEUE_FULL");
      if (!isBusy(facts.rules, state) && !isFull) return decision;
      found.isBusy = true;
      return same;
    });
    if (changed === undefined) return { kind: "NOT_FOUND" };
    if (found.isBusy) return { kind: "BUSY", view: changed };
    await atMost(this.#options.clock, answerWithinMs, this.#driver.drive(name));
    const view = this.#store.read(name) ?? changed;
    return { kind: "TRIGGERED", replayed: found.isReplayed, view };
  }

  /** False if there was none. */
  delete(name: string): boolean {
    const known = this.#store.read(name);
    if (known === undefined) return false;
    this.#store.delete(name);
    this.#driver.forget(known.facts);
    this.#arm();
    return true;
  }

  /** Continues all work that is due. */
  override alarm(): Promise<void> {
    return this.#alarm.ring();
  }

  #arm(): void {
    this.#driver.look();
    this.#alarm.arm(nextAlarmAt(this.#store, this.#driver, this.#options.clock.now()), { orEarlier: false });
  }
}
