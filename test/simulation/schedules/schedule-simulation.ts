/**
 * One simulated tenant, named by its seed, with a schedule of random rules: the real driver and store over SQL in memory, and the real alarm,
 * which rings late, early and twice. The object is lost at any moment, between the start of a run and its answer too; starts are refused, lost
 * on their way, and lost on their way back; runs last as long as it pleases them; the schedule is changed in place. Rules, at last when
 * nothing disturbs any more:
 *
 * - Each time that came is run once, or it is told why not, once.
 * - No execution begins before its time, and none while another one of the schedule runs.
 * - What was started is what is told as started.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { ObjectAlarm } from "../../../src/durable/ports/object-alarm.ts";
import type { Clock } from "../../../src/durable/ports/ports.ts";
import type { ScheduleOptions } from "../../../src/durable/ports/schedule-options.ts";
import { nextAlarmAt, scheduleAlarm } from "../../../src/durable/schedule/schedule-alarm.ts";
import { ScheduleDriver } from "../../../src/durable/schedule/schedule-driver.ts";
import { keptRecords, ScheduleStore } from "../../../src/durable/schedule/schedule-store.ts";
import type { StartAnswer } from "../../../src/schedule/next-effect.ts";
import { begunSchedule, type ScheduleRules } from "../../../src/schedule/schedule.ts";
import { type RunRequest, runKey, type ScheduleFacts } from "../../../src/schedule/schedule-view.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";
import { Seeded } from "../../support/engine/seeded.ts";

/** What is broken: a start that is repeated has another key, an object forgets what it stored last, or a run counts as ended that runs. */
export type ScheduleMutant = "CHANGES_KEYS" | "LOSES_STATE" | "FORGETS_RUNS";

const name = "nightly";
const minute = 60_000;

interface Execution {
  readonly nominalAt: number;
  isRunning: boolean;
}

/** Times that rules of the schedule had, from one moment to another. */
interface Span {
  readonly everyMs: number;
  readonly anchorAt: number;
  readonly after: number;
}

export class ScheduleSimulation {
  readonly executions = new Map<string, Execution>();
  readonly clock = new ManualClock();
  /** Objects that were lost. */
  crashes = 0;
  starts = 0;
  readonly #random: Seeded;
  readonly #mutant: ScheduleMutant | undefined;
  readonly #storage = memoryStorage();
  #life = this.#born();
  #alarmAt: number | undefined;
  #losses = 0;
  #times: number[] = [];
  #span: Span | undefined;
  /** The rule that was broken while a run was started, where nobody but the driver would hear of it. */
  #broken: string | undefined;

  constructor(seed: number, mutant?: ScheduleMutant) {
    this.#random = new Seeded(seed);
    this.#mutant = mutant;
  }

  /** Throws what rule was broken. */
  async run(): Promise<void> {
    // Loaded before, so that a load takes no time of the simulation.
    await this.#life.driver.times();
    this.#create();
    this.#losses = this.#random.pick([0, 0.1, 0.3]);
    for (let n = this.#random.between(10, 50); n > 0; n -= 1) await this.#step();
    this.#losses = 0;
    for (let n = 0; n < 60; n += 1) {
      this.#endRuns(1);
      await this.#ring(Math.min(minute, Math.max(0, (this.#alarmAt ?? 0) - this.clock.now())));
    }
    this.#checkEnd();
  }

  #rules(): ScheduleRules {
    const overlap = this.#random.pick(["SKIP", "QUEUE", "REPLACE"] as const);
    const policies = ["SKIP", "RUN_LAST", ...(overlap === "REPLACE" ? [] : (["RUN_ALL"] as const))] as const;
    const everyMs = this.#random.pick([5, 10, 60]) * minute;
    const anchorAt = this.clock.now() - this.#random.between(0, 60) * minute;
    const missedRuns = this.#random.pick(policies);
    const bounds = { startAt: null, endAt: null, maxRuns: null };
    return { timing: { kind: "EVERY", everyMs, anchorAt }, overlap, missedRuns, catchUpMs: 60 * minute, ...bounds };
  }

  #facts(): ScheduleFacts {
    return {
      ...{ tenant: "t", name, incarnation: "i", description: null, rules: this.#rules(), runKind: "EXECUTE_PLAN" },
      ...{ fingerprint: "f", createdAt: this.clock.now(), createdBy: "ada", scopes: [] },
    };
  }

  #create(): void {
    const facts = this.#facts();
    const state = begunSchedule(facts.rules, this.clock.now());
    this.#life.store.create({ facts, input: "{}", maximum: 1 }, state, this.clock.now());
    this.#alarmAt = this.clock.now();
    this.#follow(facts.rules);
  }

  /** Notes the times of `rules` from now on, and those of the rules before until now. */
  #follow({ timing }: ScheduleRules): void {
    this.#noteTimes();
    if (timing.kind !== "EVERY") throw new Error("the simulation has intervals only");
    this.#span = { everyMs: timing.everyMs, anchorAt: timing.anchorAt, after: this.clock.now() };
  }

  #noteTimes(): void {
    if (this.#span === undefined) return;
    const { after, anchorAt, everyMs } = this.#span;
    const until = this.clock.now();
    for (let time = anchorAt + (Math.floor((after - anchorAt) / everyMs) + 1) * everyMs; time <= until; time += everyMs)
      this.#times.push(time);
    this.#span = { ...this.#span, after: until };
  }

  async #step(): Promise<void> {
    const toAlarm = Math.max(0, (this.#alarmAt ?? this.clock.now()) - this.clock.now());
    const what = this.#random.weighted({ ring: 8, late: 2, early: 2, twice: 3, crash: 3, cut: 3, end: 5, change: 1 });
    if (what === "ring") await this.#ring(toAlarm);
    else if (what === "late") await this.#ring(toAlarm + this.#random.pick([1, 30_000, 7 * minute, 40 * minute]));
    else if (what === "early") await this.#ring(Math.floor(toAlarm / 2));
    else if (what === "twice") await Promise.all([this.#ring(toAlarm), this.#ring(0)]);
    else if (what === "crash") this.#crash();
    else if (what === "cut") await this.#cut(toAlarm);
    else if (what === "change") await this.#change();
    else this.#endRuns(0.7);
    await settled();
  }

  /** Time passes and the alarm rings; whatever waits for time meanwhile gets it. */
  async #ring(ms: number): Promise<void> {
    this.clock.skip(ms);
    const { alarm } = this.#life;
    let isOver = false;
    void alarm.ring().then(() => {
      isOver = true;
    });
    for (let n = 0; n < 5 && !isOver; n += 1) await settled();
    for (let n = 0; n < 3 && !isOver; n += 1) await this.clock.advance(minute);
  }

  /** The alarm rings, and the object is lost after a few turns, amid whatever it does. */
  async #cut(ms: number): Promise<void> {
    this.clock.skip(ms);
    void this.#life.alarm.ring();
    for (let turns = this.#random.between(0, 12); turns > 0; turns -= 1) await Promise.resolve();
    this.#crash();
  }

  #crash(): void {
    this.crashes += 1;
    this.#life.end();
    this.#life = this.#born();
    // Whatever is due rings in the end.
    this.#alarmAt ??= this.clock.now();
  }

  async #change(): Promise<void> {
    const facts = this.#facts();
    const { driver } = this.#life;
    void driver.drive(name);
    await settled();
    const { description, fingerprint, rules, runKind, scopes } = facts;
    const changed = { description, fingerprint, rules, runKind, scopes };
    const replacing = driver.replace({ name, incarnation: "i", by: "ada", facts: changed, input: "{}" });
    if ((await replacing) !== undefined) this.#follow(rules);
  }

  #endRuns(chance: number): void {
    for (const execution of this.executions.values()) if (this.#random.chance(chance)) execution.isRunning = false;
  }

  /** An object over what is stored. One that is lost does nothing more: nothing answers it, and its time stands. */
  #born() {
    const life = { isLost: false };
    const alive = <Answer>(answer: () => Answer): Promise<Answer> =>
      new Promise((resolve, reject) => {
        queueMicrotask(() => {
          if (life.isLost) return;
          try {
            resolve(answer());
          } catch (error) {
            reject(error);
          }
        });
      });
    const clock: Clock = {
      now: () => this.clock.now(),
      after: (ms, task) => this.clock.after(ms, () => (life.isLost ? undefined : task())),
    };
    const options: ScheduleOptions = {
      ...{ clock, leaseMs: 30_000, misconfigured: undefined },
      execution: (_, key) => ({
        read: () => alive(() => this.#asked(key)),
        cancel: () =>
          alive(() => {
            this.#lose();
            const execution = this.executions.get(key);
            if (execution !== undefined) execution.isRunning = false;
            return { kind: "CANCELLED" as const };
          }),
      }),
      start: (request) => alive(() => this.#start(request)),
    };
    const store = new ScheduleStore(this.#storage);
    const arm = () => alarm.arm(nextAlarmAt(store, driver, this.clock.now()), { orEarlier: false });
    const driver = new ScheduleDriver({ store, options, changed: () => (life.isLost ? undefined : arm()) });
    const storage = {
      setAlarm: async (at: number | Date) => {
        if (!life.isLost) this.#alarmAt = Number(at);
      },
      deleteAlarm: async () => {
        if (!life.isLost) this.#alarmAt = undefined;
      },
    };
    const alarm: ObjectAlarm = scheduleAlarm(store, driver, { options, storage });
    const before = this.#stored();
    const end = () => {
      life.isLost = true;
      if (this.#mutant === "LOSES_STATE" && before !== undefined)
        this.#storage.sql.exec("UPDATE schedule SET state = ?, wake = 0", before);
    };
    return { store, driver, alarm, end };
  }

  #stored(): string | undefined {
    const { sql } = this.#storage;
    if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'schedule'").toArray().length === 0) return undefined;
    return sql.exec<{ state: string }>("SELECT state FROM schedule").toArray()[0]?.state;
  }

  #lose(): void {
    if (this.#random.chance(this.#losses)) throw new Error("the message is lost");
  }

  #asked(key: string) {
    this.#lose();
    const isRunning = this.executions.get(key)?.isRunning === true && this.#mutant !== "FORGETS_RUNS";
    return { status: isRunning ? ("RUNNING" as const) : ("SUCCEEDED" as const) };
  }

  /** As the Worker starts a run: once for each key, whatever comes of the answer. */
  #start({ facts, run }: RunRequest): StartAnswer {
    this.#lose();
    this.starts += 1;
    const key = this.#mutant === "CHANGES_KEYS" ? `${runKey(facts, run)} ${this.starts}` : runKey(facts, run);
    if (!this.executions.has(key)) {
      if (this.#random.chance(this.#losses / 3)) return { kind: "REFUSED", problems: [] };
      if (this.#random.chance(this.#losses / 3))
        return { kind: "LIMITED", problem: { code: "RATE_LIMITED", message: "too many", path: [] } };
      if (run.nominalAt > this.clock.now()) this.#broken ??= "a run began before its time";
      if ([...this.executions.values()].some(({ isRunning }) => isRunning))
        this.#broken ??= "a run began while another one ran";
      this.executions.set(key, { nominalAt: run.nominalAt, isRunning: true });
    }
    this.#lose();
    return { kind: "STARTED", execution: key };
  }

  #checkEnd(): void {
    ok(this.#broken === undefined, this.#broken);
    this.#noteTimes();
    const { store } = this.#life;
    const state = store.read(name)?.state;
    const records = store.records(name, keptRecords);
    if (state === undefined || records.length === keptRecords) return;
    const told = records.flatMap((record) => (record.outcome === "MISSED" ? [] : [record.run.nominalAt]));
    const missed = records.reduce((sum, record) => sum + (record.outcome === "MISSED" ? record.count : 0), 0);
    const pending = [...(state.active?.phase === "STARTING" ? [state.active.run] : []), ...state.waiting];
    const known = [...told, ...pending.map(({ nominalAt }) => nominalAt)];
    const started = [...this.executions.values()].map(({ nominalAt }) => nominalAt);
    deepStrictEqual(new Set(started).size, started.length, "a time was run twice");
    deepStrictEqual(new Set(known).size, known.length, "a time was told twice");
    const times = new Set(this.#times);
    for (const time of known) ok(times.has(time), `${time} is no time of the schedule`);
    const decided = this.#times.filter((time) => time <= state.decidedUntil).length;
    deepStrictEqual(known.length + missed, decided, "a time was forgotten or counted twice");
    const recorded = records.flatMap((record) => (record.outcome === "STARTED" ? [record.execution] : []));
    const begun = [...this.executions.keys()].filter((key) => !pending.some(({ runId }) => key === runIdKey(runId)));
    deepStrictEqual([...recorded].sort(), begun.sort(), "what was started is not what is told");
  }
}

/** The key of a run of this schedule. */
function runIdKey(runId: string): string {
  return runKey({ incarnation: "i" } as ScheduleFacts, { runId, nominalAt: 0, cause: "TIME" });
}
