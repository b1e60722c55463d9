/**
 * One simulated execution with models, named by its seed: a prompt, a question, a given plan to answer about or an agent with an output schema, under random budgets;
 * models that answer at once, in pieces, late or never, or that fail; crashes after any row and amid a text, rows that cannot be
 * stored, cancels, doubled drives. What models and tools say depends on what they are asked alone, so that whatever comes to a good
 * end must come to the same end as an undisturbed run.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import { recover } from "../../../src/durable/execution/replay-journal.ts";
import type { ExecutionEvent } from "../../../src/execution/events/event.ts";
import type { FailureCode } from "../../../src/json/failure.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import type { ExecutionDefinitions } from "../../../src/plan/callable.ts";
import { never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { attempted, NotStored } from "../../support/engine/not-stored.ts";
import { checkSameAccount } from "../../support/engine/same-account.ts";
import { Seeded as Randomness, type Seeded } from "../../support/engine/seeded.ts";
import { directResponse, type ModelCallSeen, modelFailed, routed, said } from "../../support/models/model-answers.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";
import { planOf } from "../../support/plan/plan-steps.ts";
import { checkModelRows } from "./model-rows.ts";
import { givenPlan, type ModelRun, randomModelRun } from "./random-model-run.ts";

interface OpenCall {
  readonly call: ModelCallSeen;
  readonly give: (result: ModelResult) => void;
}

/** Failures with which an execution may end although a model would have answered well. */
const disturbed: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "UPSTREAM_UNAVAILABLE",
  "BUDGET_EXCEEDED",
  "EXECUTION_TIMEOUT",
  "CRASH_LOOP",
  "CANCELLED",
]);

/** Failures of answers that a model is asked to correct. */
const correctable: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "PLAN_INVALID",
  "PLANNER_OUTPUT_INVALID",
  "OUTPUT_INVALID",
]);

export class ModelSimulation {
  readonly #random: Seeded;
  readonly #run: ModelRun;
  readonly #rough: {
    readonly crash: number;
    readonly unstored: number;
    readonly trouble: number;
    readonly cancel: number;
  };
  readonly world: EngineWorld;
  #open: readonly OpenCall[] = [];
  #stepsInFlight = 0;
  #broken: unknown = null;
  #isDisturbed = true;

  constructor(seed: number) {
    this.#random = new Randomness(seed);
    this.#rough = {
      crash: this.#random.pick([0, 0.03, 0.1, 0.3]),
      unstored: this.#random.pick([0, 0, 0.05]),
      trouble: this.#random.pick([0, 0.2, 0.5]),
      cancel: this.#random.pick([0, 0, 0.02]),
    };
    this.#run = randomModelRun(this.#random);
    this.world = this.#newWorld();
  }

  /** Throws what rule was broken. */
  async run(): Promise<void> {
    this.#isDisturbed = false;
    this.#begin(this.world);
    this.#isDisturbed = true;
    for (let n = 0; n < 40 && this.world.state.finished === undefined; n += 1) await this.#step();
    this.#isDisturbed = false;
    await this.#finish();
    const { journal, modelCalls, state } = this.world;
    deepStrictEqual(recover(journal).state, state);
    checkModelRows(this.#events(), state.pinned.limits, modelCalls.length);
    await this.#compareWithUndisturbed();
  }

  #newWorld(): EngineWorld {
    const world = new EngineWorld((call) => this.#stepCalled(call.signal));
    world.answerModel = (call) => this.#modelCalled(call);
    world.find = (query) => this.#searched(query);
    world.journal.beforeAppend = (records) => {
      if (this.#isDisturbed && records.some(() => this.#random.chance(this.#rough.unstored))) throw new NotStored();
    };
    world.journal.afterAppend = (records) => {
      if (this.#isDisturbed && records.some(() => this.#random.chance(this.#rough.crash))) this.#crash();
    };
    return world;
  }

  #begin(world: EngineWorld): void {
    world.begin(this.#run.hasPlan ? givenPlan : planOf([]), this.#run.options);
  }

  async #step(): Promise<void> {
    const world = this.world;
    const { clock, runner } = world;
    const what = this.#random.weighted({
      drive: 3,
      answer: 6,
      text: 3,
      wait: 2,
      wake: 2,
      crash: this.#rough.crash * 10,
      cancel: this.#rough.cancel * 20,
    });
    if (what === "drive") for (let n = this.#random.between(1, 2); n > 0; n -= 1) this.#drive();
    else if (what === "answer") this.#answer();
    else if (what === "text") this.#text();
    else if (what === "wait") await clock.advance(this.#random.pick([1, 50, 500, 30_000]));
    else if (what === "wake") {
      await clock.advance(Math.max(0, (runner.nextWakeAt() ?? clock.now()) - clock.now()));
      this.#drive();
    } else if (what === "crash") this.#crash();
    else attempted(() => runner.cancel("someone", undefined));
    if (this.#random.chance(0.7)) await settled();
    this.#check();
  }

  async #finish(): Promise<void> {
    for (let n = 0; this.world.state.finished === undefined; n += 1) {
      ok(n < 300, "the execution does not end");
      this.#drive();
      await settled();
      this.#check();
      if (this.world.state.finished !== undefined) break;
      const { clock, runner } = this.world;
      if (runner.busy && this.#open.length > 0) this.#answer();
      else if (runner.busy) await clock.advance(60_000);
      else {
        const wakeAt = runner.nextWakeAt();
        ok(
          wakeAt !== undefined && wakeAt > clock.now(),
          "nothing is in flight and nothing will ever wake the execution",
        );
        await clock.advance(wakeAt - clock.now());
      }
      await settled();
    }
    this.#check();
  }

  #drive(): void {
    void this.world.runner.drive().catch(() => undefined);
  }

  #crash(): void {
    this.world.crash();
    this.#stepsInFlight = 0;
    // Answers of a lost object go nowhere; some still come.
    if (this.#random.chance(0.5)) this.#open = [];
  }

  #stepCalled(signal: AbortSignal) {
    if (this.#live().length > 0) this.#broken ??= new Error("a step runs beside a model");
    if (signal.aborted) return never();
    this.#stepsInFlight += 1;
    return Promise.resolve(succeeded({ ok: true })).then((result) => {
      this.#stepsInFlight -= 1;
      return result;
    });
  }

  #modelCalled(call: ModelCallSeen): Promise<ModelResult> {
    if (this.#stepsInFlight > 0) this.#broken ??= new Error("a model works beside a step");
    if (this.#live().length > 0) this.#broken ??= new Error("two models work at a time");
    const kinds = this.#events().map(({ kind }) => kind);
    if (kinds.includes("ExecutionFinished") || kinds.includes("CancelRequested"))
      this.#broken ??= new Error("a model was called after the end or a cancel");
    const { promise, resolve } = Promise.withResolvers<ModelResult>();
    this.#open = [...this.#open, { call, give: resolve }];
    if (this.#random.chance(0.3)) queueMicrotask(() => this.#answer());
    return promise;
  }

  /** A search that is answered at once, late or never; what it finds is in no plan, so that any end of it leads to the same end. */
  #searched(query: string): Promise<ExecutionDefinitions> {
    if (this.#live().length > 0 || this.#stepsInFlight > 0) this.#broken ??= new Error(`a search works beside others`);
    if (this.#events().some(({ kind }) => kind === "CallablesFound")) this.#broken ??= new Error("a second search");
    const { promise, reject, resolve } = Promise.withResolvers<ExecutionDefinitions>();
    const found = { callables: [callable(`found by ${query}`, "READ_ONLY")], providers: [], catalogRevision: "2" };
    const give = () => (this.#random.chance(0.1) ? reject(new Error("the catalog is away")) : resolve(found));
    if (this.#random.chance(0.5)) queueMicrotask(give);
    else this.world.clock.after(this.#random.pick([1, 5_000, 60_000]), give);
    return promise;
  }

  /** Calls of the present object that have no answer and were not cut. */
  #live(): readonly OpenCall[] {
    return this.world.runner.busy
      ? this.#open.filter(({ call }) => isOf(this.world, call) && !call.signal.aborted)
      : [];
  }

  #answer(): void {
    if (this.#open.length === 0) return;
    const chosen = this.#random.pick(this.#open);
    this.#open = this.#open.filter((open) => open !== chosen);
    chosen.give(
      this.#random.chance(this.#isDisturbed ? this.#rough.trouble : 0) ? this.#trouble() : this.#good(chosen.call),
    );
  }

  #trouble(): ModelResult {
    return this.#random.pick([
      modelFailed("REJECTED"),
      modelFailed("REJECTED", "UPSTREAM_UNAVAILABLE", 20_000),
      modelFailed("UNKNOWN"),
      modelFailed("NOT_SENT"),
    ]);
  }

  #text(): void {
    const open = this.#random.pick(this.#open.length === 0 ? [null] : this.#open);
    open?.call.text(this.#random.pick(["a", "bc", "\ud83d", "\ude00", "x".repeat(700)]));
  }

  /** Depends on the question alone. */
  #good(call: ModelCallSeen): ModelResult {
    if (call.purpose === "ROUTE") return routed("read");
    const { corrections, maySearch } = toldTo(call.request).told as {
      readonly corrections?: readonly unknown[];
      readonly maySearch?: boolean;
    };
    if (maySearch === true) return said('{"search":"more"}');
    if (call.purpose === "RESPOND") {
      // Only what owes an output is told of corrections.
      if (corrections === undefined) return said(answerTo(call));
      return said(corrections.length < this.#run.wrongOutputs ? '{"n":"one"}' : '{"n":1}');
    }
    if (corrections === undefined) throw new Error("a planner is told of no corrections");
    const { soFar } = toldTo(call.request).told as { soFar?: { plansLeft?: number } };
    if (soFar !== undefined) {
      // What is cut does not say which plan it is.
      const { plansLeft = 0 } = soFar;
      const further = this.#run.furtherPlans[plansLeft - 1] ?? directResponse("enough");
      return corrections.length < 2 ? further : directResponse("enough");
    }
    return this.#run.plans[Math.min(corrections.length, this.#run.plans.length - 1)] ?? said("");
  }

  #events(): readonly ExecutionEvent[] {
    return this.world.events;
  }

  #check(): void {
    if (this.#broken !== null) throw this.#broken;
    const { runner, state } = this.world;
    checkSameAccount(state, (position) => this.world.journal.value(position));
    if (state.finished === undefined)
      ok(runner.busy || runner.nextWakeAt() !== undefined, "nothing will wake the execution");
  }

  /** What an undisturbed agent that owes an output comes to: it may be wrong twice, if its budgets have room for that. */
  #checkOutput({ journal, state }: EngineWorld): void {
    const { finished, pinned } = state;
    if (pinned.callable?.kind !== "AGENT" || finished === undefined) return;
    const { maxCostMicros, maxModelCalls, maxTokens } = pinned.limits;
    const { wrongOutputs } = this.#run;
    const isPlanned = state.isPlanned && state.steps.all.every(({ failure }) => failure === undefined);
    const hasRoom = maxModelCalls === 10 && maxTokens === null && maxCostMicros === null;
    // A further plan that was refused makes a part of it.
    if (finished.status === "SUCCEEDED" || finished.status === "PARTIAL") {
      ok(wrongOutputs <= 2, "an agent was wrong too often and succeeded");
      deepStrictEqual(finished.output === undefined ? undefined : journal.value(finished.output), { n: 1 });
    } else if (isPlanned && hasRoom) {
      ok(wrongOutputs > 2, `an agent that was wrong ${wrongOutputs} times ended with ${finished.failure?.code}`);
      deepStrictEqual(finished.failure?.code, "OUTPUT_INVALID");
    }
  }

  /** Whether trouble left no budget or no time for the further plans that `other` made, whose first ones are then the same; or less to tell of. */
  #hasOtherRounds(other: EngineWorld): boolean {
    const { createdAt, furtherRounds, modelCalls, pinned, updatedAt } = this.world.state;
    const { maxCostMicros, maxTokens } = pinned.limits;
    const isSame = furtherRounds.length === other.state.furtherRounds.length;
    const notPlanned = (state: EngineWorld["state"]) => (state.rejected?.failure ?? state.furtherPlanFailure)?.code;
    if (isSame && notPlanned(this.world.state) === notPlanned(other.state)) return false;
    if (maxTokens !== null || maxCostMicros !== null) return true;
    const isTroubled = modelCalls.some(({ end }) => end?.outcome !== "ANSWERED");
    const isLate = updatedAt - createdAt >= pinned.limits.timeoutMs / 2;
    ok(isTroubled || isLate, `${furtherRounds.length} further rounds, required ${other.state.furtherRounds.length}`);
    ok(furtherRounds.length <= other.state.furtherRounds.length, "more rounds than an undisturbed run has");
    const plans = other.state.furtherRounds.slice(0, furtherRounds.length).map(({ plan }) => plan);
    deepStrictEqual(
      furtherRounds.map(({ plan }) => plan),
      plans,
    );
    return true;
  }

  async #compareWithUndisturbed(): Promise<void> {
    const { finished, pinned } = this.world.state;
    if (finished === undefined || finished.status === "CANCELLED") return;
    const other = new EngineWorld(() => succeeded({ ok: true }));
    other.answerModel = (call) => this.#good(call);
    this.#begin(other);
    await other.drive();
    const expected = other.state.finished;
    ok(expected !== undefined, "an undisturbed run ends at once");
    this.#checkOutput(other);
    const code = finished.failure?.code;
    if (code !== expected.failure?.code) {
      // What was repeated leaves no call, no tokens or no time for a correction.
      const isUncorrected = code !== undefined && correctable.has(code);
      const { createdAt, modelCalls, updatedAt } = this.world.state;
      const isRepeated = modelCalls.some(({ end }) => end?.retryAt != null);
      const isLate = updatedAt - createdAt >= pinned.limits.timeoutMs / 2;
      ok(
        code !== undefined && (disturbed.has(code) || (isUncorrected && (isRepeated || isLate))),
        `it ended with ${code}`,
      );
      return;
    }
    // A step that was lost too often failed in this run only.
    if (this.world.state.steps.all.some(({ failure }) => failure !== undefined && disturbed.has(failure.code))) return;
    if (this.#hasOtherRounds(other)) return;
    deepStrictEqual(finished.status, expected.status);
    deepStrictEqual(pinned.plan, other.state.pinned.plan);
    deepStrictEqual(this.world.statuses(), other.statuses());
    const { responseFailure } = finished;
    if (responseFailure !== null) {
      const isEndless = responseFailure.message === "the model answered with endless text";
      if (expected.responseFailure === null) ok(isEndless || disturbed.has(responseFailure.code), responseFailure.code);
      return;
    }
    const text = (world: EngineWorld) => {
      const response = world.state.finished?.response ?? null;
      return response === null ? null : world.journal.value(response);
    };
    // A budget that was used for repeated calls leaves less room for results.
    if (pinned.limits.maxTokens === null && pinned.limits.maxCostMicros === null)
      deepStrictEqual(text(this.world), text(other));
  }
}

function answerTo(call: ModelCallSeen): string {
  return `about ${JSON.stringify(toldTo(call.request).told).length} characters`;
}

function isOf(world: EngineWorld, call: ModelCallSeen): boolean {
  return world.modelCalls.at(-1) === call;
}
