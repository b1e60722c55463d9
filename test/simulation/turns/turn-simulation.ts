/**
 * One simulated execution with turns, named by its seed: random agents, some of them elsewhere, random rules and tools; crashes after any row,
 * rows that cannot be stored, answers of reservations that are lost, submissions that come twice, late, early and with another body, cancels.
 * What agents say and tools answer depends on the turn alone, so that whatever comes to a good end must have said the same as an
 * undisturbed run.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import { recover } from "../../../src/durable/execution/replay-journal.ts";
import type { Call } from "../../../src/durable/ports/ports.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { ExecutionEvent } from "../../../src/execution/events/event.ts";
import { statusOf } from "../../../src/execution/state/status.ts";
import { isFinal } from "../../../src/execution/state/step-state.ts";
import type { ReservationResult, TurnReservation } from "../../../src/execution/turns/turn-request.ts";
import type { Json } from "../../../src/json/json.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { attempted, NotStored } from "../../support/engine/not-stored.ts";
import { checkSameAccount } from "../../support/engine/same-account.ts";
import { Seeded } from "../../support/engine/seeded.ts";
import { said } from "../../support/models/model-answers.ts";
import { submission } from "../../support/plan/turn-work.ts";
import { answered, type Run, randomRun, spoken } from "./random-turns.ts";
import { checkTurnOrder } from "./turn-order.ts";

/** What came of a run, as far as a crash may not change it. */
interface Outcome {
  readonly messages: readonly Json[];
  readonly turns: readonly string[];
  readonly variables: Json;
  readonly result: string;
}

export class TurnSimulation {
  readonly #random: Seeded;
  readonly #run: Run;
  readonly #rough: {
    readonly crash: number;
    readonly unstored: number;
    readonly cancel: number;
    readonly lost: number;
  };
  readonly world: EngineWorld;
  #disturbed = false;
  #broken: unknown = null;
  readonly #calls = new Map<string, number>();
  readonly #accepted = new Map<number, number>();
  #open: (() => void)[] = [];
  readonly #read: ExecutionEvent[] = [];

  constructor(seed: number, calm: Run | null = null) {
    this.#random = new Seeded(seed);
    this.#run = calm ?? randomRun(this.#random);
    const rough = {
      crash: this.#random.pick([0, 0.03, 0.15]),
      unstored: this.#random.pick([0, 0, 0.05]),
      cancel: this.#random.pick([0, 0, 0.02]),
      lost: this.#random.pick([0, 0.2]),
    };
    this.#rough = calm === null ? rough : { crash: 0, unstored: 0, cancel: 0, lost: 0 };
    this.world = new EngineWorld((call) => this.#called(call)).withTurns();
    this.world.answerModel = (call) => this.#said(call.request.messages[0]?.text ?? "{}");
    this.world.answerReservation = (reservation) => this.#reserved(reservation);
    this.#disturbAppends();
  }

  /** Throws what rule was broken. */
  async run(): Promise<void> {
    const outcome = await this.#outcome(true);
    if (outcome === null) return;
    const calm = await new TurnSimulation(1, this.#run).#outcome(false);
    deepStrictEqual(outcome, calm, "something else was said than in an undisturbed run");
  }

  /** What came of it; null if something that was lost for good had its part in it. */
  async #outcome(isDisturbed: boolean): Promise<Outcome | null> {
    this.world.beginTurns(this.#run.work, "Hello", { limits: { timeoutMs: 3_600_000 } });
    this.#disturbed = isDisturbed;
    for (let n = 0; n < 60 && this.world.state.finished === undefined; n += 1) {
      await this.#step();
      this.#check();
    }
    this.#disturbed = false;
    await this.#finish();
    this.#checkEnd();
    await this.#disturbTheEnd();
    const { finished, steps, turns } = this.world.state;
    if (finished === undefined || turns === undefined) throw new Error("it has not ended");
    const isLost = steps.all.some((step) => step.outcome === "UNKNOWN");
    if (isLost || ["CRASH_LOOP", "UPSTREAM_UNAVAILABLE"].includes(finished.failure?.code ?? "")) return null;
    if (finished.status === "CANCELLED") return null;
    return {
      messages: this.#events().flatMap((event) =>
        event.kind === "MessageAdded"
          ? [[event.messageId, event.author, event.agentName, event.turn, event.text.inline ?? null, event.uiHidden]]
          : [],
      ),
      turns: turns.turns.map(({ agentName, number, reply }) => `${number} ${agentName} ${reply}`),
      variables: turns.variables,
      result: `${finished.status} ${finished.failure?.code} ${finished.directResponse}`,
    };
  }

  async #step(): Promise<void> {
    const { clock, runner } = this.world;
    const what = this.#random.weighted({
      ...{ drive: 4, give: 6, submit: 5, wait: 2 },
      crash: this.#disturbed ? this.#rough.crash * 10 : 0,
      cancel: this.#disturbed ? this.#rough.cancel * 10 : 0,
    });
    if (what === "drive") this.#drive();
    if (what === "give") this.#give();
    if (what === "submit") await this.#submit();
    if (what === "wait") await clock.advance(this.#random.pick([1, 1_000, 10_000]));
    if (what === "crash") this.#crash();
    if (what === "cancel") attempted(() => runner.cancel("someone", undefined));
    if (this.#random.chance(0.7)) await settled();
  }

  async #finish(): Promise<void> {
    for (let n = 0; this.world.state.finished === undefined; n += 1) {
      ok(n < 400, "the execution does not end");
      this.#drive();
      await settled();
      this.#give();
      await this.#submit();
      await settled();
      await this.world.clock.advance(1_000);
      this.#check();
    }
  }

  /** Whatever still comes after the end changes nothing. */
  async #disturbTheEnd(): Promise<void> {
    const rows = this.world.journal.rows.length;
    for (const give of this.#open) give();
    for (let n = 0; n < 5; n += 1) await this.#submit();
    this.world.runner.cancel("someone", undefined);
    this.#drive();
    await settled();
    this.#crash();
    this.#drive();
    await this.#submit();
    await settled();
    deepStrictEqual(this.world.journal.rows.length, rows, "rows after the end");
    this.#check();
  }

  #drive(): void {
    void this.world.runner.drive().catch(() => undefined);
  }

  #give(): void {
    const [first, ...rest] = this.#random.shuffled(this.#open);
    this.#open = [...rest];
    first?.();
  }

  #crash(): void {
    deepStrictEqual(recover(this.world.journal).state, this.world.state);
    this.world.crash();
  }

  /** The agent elsewhere says what it says in the turn that waits, or says again what it said before. */
  async #submit(): Promise<void> {
    const { turns } = this.world.state;
    const remote = (turns?.turns ?? []).filter((turn) => turn.isElsewhere);
    if (remote.length === 0) return;
    const {
      agentName,
      key,
      number: turn,
      bodyHash,
    } = this.#random.chance(0.5) ? (remote.at(-1) ?? this.#random.pick(remote)) : this.#random.pick(remote);
    const isOwn = new Seeded(this.#run.words + turn).chance(0.5);
    const turnKey = isOwn
      ? `own-${turn}`
      : (this.#events().find((event) => event.kind === "TurnStarted" && event.turn === turn) as { key: string }).key;
    ok(bodyHash === undefined || key === turnKey, "a turn lost the key under which its output was taken");
    const isOther = bodyHash !== undefined && this.#random.chance(0.2);
    const structuredData = isOther ? { other: true } : spoken(this.#run, agentName, turn);
    try {
      const answering = this.world.runner.submit(submission({ agentName, turnKey, turn, structuredData }));
      const late = settled().then(() => settled());
      const answer = await Promise.race([answering.catch(() => null), late.then(() => null)]);
      if (answer === null) return;
      if (answer.kind === "ACCEPTED") {
        ok(!isOther, "another body was accepted under a key that is taken");
        this.#accepted.set(turn, (this.#accepted.get(turn) ?? 0) + 1);
      }
      if (isOther)
        ok(answer.kind === "CONFLICT" || answer.kind === "NOT_DUE", `another body was answered ${answer.kind}`);
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
    }
  }

  #reserved(reservation: TurnReservation): ReservationResult | Promise<ReservationResult> {
    const answer = this.world.conversation.reserve(reservation);
    if (!this.#disturbed || !this.#random.chance(this.#rough.lost)) return answer;
    // The conversation has it; whoever asks hears of it late, or never.
    return new Promise((resolve) => {
      this.#open.push(() => resolve(answer));
    });
  }

  #said(text: string): ModelResult | Promise<ModelResult> {
    const { told } = JSON.parse(text) as { readonly told: { readonly agent: string } };
    const turn = this.world.state.turns?.turns.at(-1)?.number ?? 0;
    const output = spoken(this.#run, told.agent, turn);
    const reply = said(typeof output === "string" ? output : JSON.stringify(output));
    if (this.#random.chance(0.6)) return reply;
    return new Promise((resolve) => {
      this.#open.push(() => resolve(reply));
    });
  }

  #called(call: Call): AttemptResult | Promise<AttemptResult> {
    this.#calls.set(call.stepId, (this.#calls.get(call.stepId) ?? 0) + 1);
    const turn = Number(call.stepId.split("/")[1]);
    const events = this.#events();
    const isRight = (event: ExecutionEvent) =>
      event.kind === "StructuredOutputChecked" && event.turn === turn && event.violations.length === 0;
    try {
      ok(events.some(isRight), `${call.stepId} was called without valid output`);
      ok(
        events.some((event) => event.kind === "StepStarted" && event.step === call.stepId),
        `${call.stepId} had no row`,
      );
      const { effectClass } = call.callable;
      if (effectClass === "UNSAFE") deepStrictEqual(this.#calls.get(call.stepId), 1, `${call.stepId} was called twice`);
    } catch (error) {
      this.#broken ??= error;
    }
    const answer = answered(this.#run, turn);
    if (this.#random.chance(0.5)) return answer;
    return new Promise((resolve) => {
      this.#open.push(() => resolve(answer));
    });
  }

  /** Rows are refused before they are stored, or the object is lost just after. */
  #disturbAppends(): void {
    const { journal } = this.world;
    journal.beforeAppend = (records) => {
      if (this.#disturbed && records.some(() => this.#random.chance(this.#rough.unstored))) throw new NotStored();
    };
    journal.afterAppend = (records) => {
      if (this.#disturbed && records.some(() => this.#random.chance(this.#rough.crash))) this.world.crash();
    };
  }

  #check(): void {
    if (this.#broken !== null) throw this.#broken;
    const { runner, state } = this.world;
    checkSameAccount(state, null);
    statusOf(state);
    if (state.finished === undefined)
      ok(runner.busy || runner.nextWakeAt() !== undefined, "nothing will ever wake the execution");
  }

  #checkEnd(): void {
    const { state } = this.world;
    deepStrictEqual(recover(this.world.journal).state, state);
    const turns = state.turns?.turns ?? [];
    deepStrictEqual(
      turns.map(({ number }) => number),
      turns.map((_, index) => index + 1),
      "turns are not counted one by one",
    );
    deepStrictEqual(new Set(turns.map(({ key }) => key)).size, turns.length, "two turns have one key");
    for (const [turn, count] of this.#accepted) ok(count <= 1, `output of turn ${turn} was accepted ${count} times`);
    checkTurnOrder(this.#events());
    ok(
      state.steps.all.every(({ status }) => isFinal(status)),
      "a step outlived the execution",
    );
  }

  /** Rows are read once each. */
  #events(): readonly ExecutionEvent[] {
    const { journal } = this.world;
    this.#read.push(...journal.read(this.#read.length).records.map(({ event }) => event));
    return this.#read;
  }
}
