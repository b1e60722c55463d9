/**
 * One simulated execution, named by its seed: a random plan, a caller that answers at random and out of turn, crashes after
 * any row and in the middle of calls, rows that cannot be stored, cancels, people who answer twice or late, time that jumps, children
 * and remote tasks that are lost, late or told of twice.
 * Rules are checked with every call and after every step of the simulation; at last everything is brought to its end.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import { recover } from "../../../src/durable/execution/replay-journal.ts";
import type { Call } from "../../../src/durable/ports/ports.ts";
import type { AttemptResult, PollResult } from "../../../src/execution/events/attempt.ts";
import { statusOf } from "../../../src/execution/state/status.ts";
import { EngineWorld, type TaskAsked } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { attempted, NotStored } from "../../support/engine/not-stored.ts";
import { Seeded } from "../../support/engine/seeded.ts";
import { CallRules } from "./call-rules.ts";
import { Drives } from "./drives.ts";
import { checkAccounts, checkFinished, checkProgress, startedOf } from "./execution-rules.ts";
import { RandomCaller } from "./random-caller.ts";
import { type Peer, RandomPeers } from "./random-peers.ts";
import { respondAtRandom } from "./random-person.ts";
import { type RandomRun, randomRun, withRemoteCalls } from "./random-plan.ts";
import { awaitedPermission, checkPoll, checkStop, checkTasksAtEnd } from "./task-rules.ts";

export class Simulation {
  readonly world: EngineWorld;
  readonly #random: Seeded;
  /** For what callees tell while they work. */
  readonly #told: Seeded;
  /** For what remote agents have a person permit elsewhere. Undefined where they have nothing permitted. */
  readonly #permissions: Seeded | undefined;
  readonly #given: RandomRun | null;
  /** Chances; every seed draws its own. */
  readonly #rough: { readonly crash: number; readonly unstored: number; readonly cancel: number };
  #rules: CallRules | null = null;
  readonly #caller: RandomCaller;
  readonly #peers: RandomPeers;
  /** Handles of children that were asked about. */
  readonly #asked = new Set<string>();
  /** Polls of tasks that waited for a permission. */
  permissionPolls = 0;
  readonly #left = new Map<string, number>();
  /** Ends of attempts that could not be stored, by step. */
  readonly #unstored = new Map<string, number>();
  readonly #drives = new Drives();
  /** The first rule that a call broke; it must not be taken for a fault of the caller. */
  #broken: unknown = null;
  /** Whether rows may be lost or refused now. */
  #disturbed = true;

  /** `given` is what to run in place of a random plan. `hasPermissions`: remote tasks may wait until a person has permitted something elsewhere. */
  constructor(seed: number, given: RandomRun | null = null, hasPermissions = false) {
    this.#random = new Seeded(seed);
    this.#told = new Seeded(seed ^ 0x7011);
    this.#given = given;
    this.#rough = {
      crash: this.#random.pick([0, 0.02, 0.1, 0.5]),
      unstored: this.#random.pick([0, 0, 0.05]),
      cancel: this.#random.pick([0, 0.01, 0.05]),
    };
    this.#permissions = hasPermissions ? new Seeded(seed ^ 0xa07) : undefined;
    this.#peers = new RandomPeers(this.#random, this.#permissions);
    this.#caller = new RandomCaller(this.#random, this.#peers);
    this.world = new EngineWorld((call) => this.#called(call));
    this.world.answerPoll = (asked) => this.#polled(asked);
    this.world.answerStop = (asked) => this.#stopped(asked);
    this.#disturbAppends();
  }

  /** Throws what rule was broken. */
  async run(): Promise<void> {
    const { options, plan: made } = this.#given ?? randomRun(this.#random);
    const plan = this.#permissions?.chance(0.5) === true ? withRemoteCalls(made, this.#permissions) : made;
    this.#disturbed = false;
    this.world.begin(plan, options);
    this.#rules = new CallRules(startedOf(this.world));
    this.#disturbed = true;
    for (let n = this.#random.between(5, 60); n > 0 && this.world.state.finished === undefined; n -= 1) {
      await this.#step();
      this.#check();
    }
    this.#disturbed = false;
    await this.#finish();
    this.#checkEnd();
    await this.#disturbTheEnd();
    await this.#checkPeers();
  }

  async #step(): Promise<void> {
    const { clock, runner } = this.world;
    const what = this.#random.weighted({
      drive: 3,
      answer: 6,
      answers: 4,
      respond: 2,
      peer: 3,
      tell: 0.5,
      wait: 2,
      wake: 3,
      crash: this.#rough.crash * 20,
      cancel: this.#rough.cancel * 20,
    });
    switch (what) {
      case "drive":
        // Twice, as a request and the alarm would.
        this.#drive();
        if (this.#random.chance(0.3)) this.#drive();
        break;
      case "answer":
        this.#caller.answerOne();
        break;
      case "answers":
        for (let n = this.#random.between(2, 6); n > 0; n -= 1)
          if (this.#random.chance(0.5)) this.#caller.answerOne();
          else this.#peers.answerOne();
        break;
      case "peer":
        if (this.#random.chance(0.5) || !this.#peers.endOne((peer, end) => this.#shown(peer, end)))
          this.#peers.answerOne();
        break;
      case "tell":
        this.#peers.repeatOne((peer, end) => this.#shown(peer, end));
        break;
      case "respond":
        this.#respond();
        break;
      case "wait":
        await clock.advance(this.#random.pick([0, 1, 50, 500, 5_000]));
        break;
      case "wake":
        await clock.advance(Math.max(0, (runner.nextWakeAt() ?? clock.now()) - clock.now()));
        this.#drive();
        break;
      case "crash":
        this.#crash();
        break;
      case "cancel":
        attempted(() => runner.cancel("someone", undefined, this.#random.chance(0.2)));
        if (this.#random.chance(0.8)) this.#drive();
        break;
    }
    if (this.#told.chance(0.5)) this.#caller.tell(this.#told);
    // What comes next may find answers that are given and not yet taken.
    if (this.#random.chance(0.7)) await settled();
  }

  /** Brings the execution to its end as the alarm would, without further trouble. */
  async #finish(): Promise<void> {
    const { clock } = this.world;
    for (let n = 0; this.world.state.finished === undefined; n += 1) {
      ok(n < 500, "the execution does not end");
      this.#drive();
      await settled();
      this.#check();
      const { runner } = this.world;
      if (runner.state?.finished != null) break;
      if (this.#random.chance(0.7) && this.#peers.endOne((peer, end) => this.#shown(peer, end))) await settled();
      else if (runner.busy && this.#random.chance(0.9) && (this.#caller.answerOne() || this.#peers.answerOne()))
        await settled();
      else if (runner.busy) await clock.advance(this.#random.pick([100, 1_000, 60_000]));
      else {
        const wakeAt = runner.nextWakeAt();
        ok(wakeAt !== undefined, "nothing is in flight and nothing will ever wake the execution");
        ok(wakeAt > clock.now(), "what was due was not done");
        if (this.#random.chance(0.5)) this.#respond();
        else await clock.advance(wakeAt - clock.now());
      }
    }
    await settled();
    this.#check();
  }

  /** Whatever still comes after the end changes nothing. */
  async #disturbTheEnd(): Promise<void> {
    const rows = this.world.journal.rows.length;
    this.#caller.tell(this.#told);
    this.#caller.answerAll();
    this.#peers.repeatOne((peer, end) => this.#shown(peer, end));
    await settled();
    this.#respond();
    this.world.runner.cancel("someone", undefined);
    this.#drive();
    await settled();
    this.#crash();
    this.#respond();
    this.#drive();
    await settled();
    deepStrictEqual(this.world.journal.rows.length, rows, "rows after the end");
    this.#check();
  }

  /** Once nothing is lost any more, whatever still works for nobody hears that it is to stop. */
  async #checkPeers(): Promise<void> {
    const { clock } = this.world;
    this.#peers.calm();
    await settled();
    for (let n = 0; this.world.runner.nextWakeAt() !== undefined || this.world.runner.busy; n += 1) {
      ok(n < 50, "telling to stop does not end");
      this.#drive();
      await settled();
      const wakeAt = this.world.runner.nextWakeAt();
      if (wakeAt !== undefined) await clock.advance(wakeAt - clock.now());
    }
    this.#drives.check(this.world.runner);
    checkTasksAtEnd(this.world, this.#records(), this.#peers);
    await clock.advance(10_000_000);
    this.#crash();
    deepStrictEqual(this.world.runner.nextWakeAt(), undefined, "something is told to stop for ever");
    this.#check();
  }

  #polled(asked: TaskAsked): Promise<PollResult> {
    const { call, wait } = asked;
    const events = this.#records().map((record) => record.event);
    if (awaitedPermission(call.stepId, events) !== undefined) this.permissionPolls += 1;
    this.#judge(() => {
      checkPoll(asked, events);
      // The first poll is the call: with it the child is made.
      if (wait.kind !== "CHILD" || this.#asked.has(wait.handle ?? "")) return;
      this.#rules?.check(call, events, [...this.#caller.inFlight, call]);
      this.#asked.add(wait.handle ?? "");
    });
    return this.#peers.poll(asked);
  }

  #stopped(asked: TaskAsked): Promise<boolean> {
    const events = this.#records().map((record) => record.event);
    this.#judge(() => checkStop(asked, events));
    return this.#peers.stop(asked);
  }

  #shown(peer: Peer, end: PollResult): void {
    attempted(() => this.world.runner.ended(peer.stepId, peer.handle, end));
    if (this.#random.chance(0.8)) this.#drive();
  }

  #drive(): void {
    this.#drives.drive(this.world.runner);
  }

  #crash(): void {
    this.#compareWithRows();
    this.world.crash();
    this.#caller.lost();
  }

  #respond(): void {
    attempted(() => respondAtRandom(this.world, this.#random));
  }

  #called(call: Call): Promise<AttemptResult> {
    this.#left.set(call.stepId, (this.#left.get(call.stepId) ?? 0) + 1);
    const { clock, state } = this.world;
    const events = this.#records().map((record) => record.event);
    this.#judge(() => {
      ok(!state.clock.running || clock.now() < state.clock.deadlineAt, `${call.stepId} left after the deadline`);
      this.#rules?.check(call, events, [...this.#caller.inFlight, call]);
    });
    return this.#caller.call(call);
  }

  #judge(rule: () => void): void {
    try {
      rule();
    } catch (error) {
      this.#broken ??= error;
    }
  }

  /** Rows are refused before they are stored, or the object is lost just after. */
  #disturbAppends(): void {
    const { journal } = this.world;
    journal.beforeAppend = (records) => {
      if (!this.#disturbed || !records.some(() => this.#random.chance(this.#rough.unstored))) return;
      for (const { event } of records)
        if (event.kind === "StepFinished" || event.kind === "AttemptFailed")
          this.#unstored.set(event.step, (this.#unstored.get(event.step) ?? 0) + 1);
      throw new NotStored();
    };
    journal.afterAppend = (records) => {
      const kinds = records.map((record) => record.event.kind);
      if (kinds.every((kind) => kind === "StepProgressed"))
        this.#broken ??= new Error("progress was stored without anything else");
      if (
        this.#caller.inFlight.length > 0 &&
        ["ExecutionResumed", "FinallyStarted", "ExecutionFinished"].some((kind) => kinds.some((own) => own === kind))
      )
        this.#broken ??= new Error(`${kinds.join()} was stored while a call was in flight`);
      if (this.#disturbed && records.some(() => this.#random.chance(this.#rough.crash))) {
        this.world.crash();
        this.#caller.lost();
      }
    };
  }

  #check(): void {
    if (this.#broken !== null) throw this.#broken;
    const { runner, state } = this.world;
    checkAccounts(this.world);
    if (statusOf(state) === "WAITING")
      deepStrictEqual(this.#caller.inFlight, [], "it waits although a call is in flight");
    if (state.finished === undefined)
      ok(runner.busy || runner.nextWakeAt() !== undefined, "nothing will ever wake the execution");
  }

  /** E2: the state is the fold of the rows, and of nothing else. */
  #compareWithRows(): void {
    deepStrictEqual(recover(this.world.journal).state, this.world.state);
  }

  #checkEnd(): void {
    this.#compareWithRows();
    this.#drives.check(this.world.runner);
    checkProgress(this.#records());
    const lossy = this.#rough.crash > 0 || this.#rough.unstored > 0;
    checkFinished(this.world, { calls: this.#left, unstored: this.#unstored, lossy });
  }

  #records() {
    return this.world.journal.read(0).records;
  }
}
