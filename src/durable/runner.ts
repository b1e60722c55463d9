/**
 * The runner drives one execution: it asks the pure core what is outstanding, compares that with what it holds in its hands and
 * performs the rest. It owns the attempts in flight and nothing else; storage, clock, randomness and network are ports. Model calls
 * are made in `model-calls.ts`, which changes state through the runner alone.
 *
 * - E3: `StepStarted`, or the row of the failed attempt before, is stored before a request leaves; results before use.
 * - E4: state changes only in `#append`: transition → one transaction → publish → effects.
 * - E6: single flight. A fresh runner that finds work begun by a lost one records `ExecutionResumed` first.
 * - E8: a result that comes after its attempt ended is `CallIgnored`, never state.
 * - E10: permits are the attempts in flight, per execution and per group; back-off and waits hold none. What has begun comes first.
 */
import { answerOf, type PersonAnswer } from "../plan/answer.ts";
import type { AttemptResult } from "../plan/attempt.ts";
import { CallAborted } from "../plan/call-aborted.ts";
import { attemptTimeoutMs, workDeadlineAt } from "../plan/clock.ts";
import { resumed } from "../plan/crash-loop.ts";
import type { ExecutionEvent, ExecutionStarted, RecordedEvent } from "../plan/event.ts";
import { responderIsDue } from "../plan/model-task.ts";
import { type Effect, type Held, isBegunWork, nothingHeld, outstanding } from "../plan/outstanding.ts";
import { settle } from "../plan/settle.ts";
import { type ExecutionState, stepAt } from "../plan/state.ts";
import { transition } from "../plan/transition.ts";
import { type Attempt, nextAttempt } from "./attempt.ts";
import { abortedResult, faultResult, whenAborted } from "./interruption.ts";
import { mayStart } from "./may-start.ts";
import { ModelCalls } from "./model-calls.ts";
import type { RunnerPorts } from "./ports.ts";
import { storedValue } from "./stored-json.ts";
import { WakeTimer } from "./wake-timer.ts";

export class Runner {
  readonly #ports: RunnerPorts;
  #state: ExecutionState | null;
  /** Whether this runner found work that another one had begun and must say so before it goes on. */
  #takesOver: boolean;
  readonly #inHand = new Map<number, Attempt>();
  readonly #models: ModelCalls;
  #advancing = false;
  /** When to ask again what is outstanding, as the last answer said. */
  #wakeAt: number | null = null;
  readonly #timer: WakeTimer;
  #resting: PromiseWithResolvers<void> | null = null;

  /** `state` is the fold of what the journal holds, null for an execution that has not begun. */
  constructor(ports: RunnerPorts, state: ExecutionState | null) {
    this.#ports = ports;
    this.#state = state;
    this.#takesOver = state !== null && outstanding(state, ports.clock.now(), nothingHeld).some(isBegunWork);
    const unattended = this.#unattended.bind(this);
    this.#timer = new WakeTimer(ports.clock, () => unattended(() => this.#advance()));
    this.#models = new ModelCalls(ports, {
      state: () => this.#state,
      append: (events) => this.#append(events),
      advance: (effects) => this.#advance(effects),
      unattended,
      ended: () => this.#rested(),
    });
  }

  get state(): ExecutionState | null {
    return this.#state;
  }

  /** Whether a runner that is gone had begun work that nobody does now. */
  get takesOver(): boolean {
    return this.#takesOver;
  }

  /** Whether any attempt or model call is in flight. */
  get busy(): boolean {
    return this.#inHand.size > 0 || this.#models.busy;
  }

  /**
   * When the execution must be looked at again although nothing is in flight; Unix milliseconds, null if never. Now, if something
   * has become due since the last look, such as an attempt after a short back-off: it is not a time to wake at any more.
   */
  nextWakeAt(): number | null {
    const state = this.#state;
    if (state === null) return null;
    const now = this.#ports.clock.now();
    const effects = outstanding(state, now, this.#held());
    if (!this.busy && effects.some((effect) => effect.kind !== "WAKE")) return now;
    return effects.find((effect) => effect.kind === "WAKE")?.at ?? null;
  }

  /** Stores the first event, with what follows at once. Driving is left to the caller, which arms the alarm in the same turn (E6). */
  begin(event: ExecutionStarted, following: readonly ExecutionEvent[] = []): void {
    if (this.#state !== null) throw new Error("the execution has begun already");
    this.#append([event, ...following]);
  }

  /** Asks to end the execution. False if it has ended, or was asked before. */
  cancel(requestedBy: string, reason: string | null): boolean {
    const before = this.#state;
    // With no step left and nothing to plan or answer the end is due already, and only has to be stored.
    if (before?.unfinished === 0 && before.modelTask === null && !responderIsDue(before)) this.#advance();
    const state = this.#state;
    if (state === null || state.finished !== null || state.cancelRequested !== null) return false;
    this.#append([{ kind: "CancelRequested", requestedBy, reason }]);
    this.#takeOver();
    this.#advance();
    return true;
  }

  /** Takes the answer of a person; only the first counts. */
  respond(requestId: string, accepted: boolean, respondedBy: string, reason: string | null): PersonAnswer["kind"] {
    if (this.#state === null) return "NOT_FOUND";
    this.#takeOver();
    const answer = answerOf(this.#state, { requestId, accepted, respondedBy, reason }, this.#ports.clock.now());
    if (answer.kind === "RESOLVED") this.#advance(this.#append(answer.events));
    return answer.kind;
  }

  /** Goes on with whatever is outstanding. Resolves when no attempt is in flight any more; rejects if a row cannot be stored. */
  async drive(): Promise<void> {
    if (this.#state === null || this.#state.finished !== null) return;
    this.#takeOver();
    this.#advance();
    if (!this.busy) return;
    this.#resting ??= Promise.withResolvers<void>();
    await this.#resting.promise;
  }

  /** Says that a lost object had begun what this one goes on with, before it does anything else (E6). */
  #takeOver(): void {
    const state = this.#state;
    if (state === null || !this.#takesOver) return;
    this.#append(resumed(state, this.#ports.clock.now()));
    this.#takesOver = false;
  }

  /** The only place where state changes (E4). Returns what the new state calls for. */
  #append(events: readonly ExecutionEvent[]): readonly Effect[] {
    const occurredAt = this.#ports.clock.now();
    const held = this.#held();
    const records: RecordedEvent[] = [];
    let [state, effects]: [ExecutionState | null, readonly Effect[]] = [this.#state, []];
    for (const event of events) {
      const sequence = (state?.sequence ?? 0) + 1;
      const next = transition(state, { sequence, occurredAt, event }, held);
      records.push({ sequence, occurredAt, hidden: false, transitions: next.moves, event });
      ({ state, effects } = next);
    }
    if (state === null) return [];
    const moves = records.flatMap((record) => record.transitions);
    const { execution } = state.pinned;
    for (const move of moves) this.#ports.observer.beforeEvent(move, execution);
    this.#ports.journal.append(records);
    this.#state = state;
    for (const move of moves) {
      this.#ports.observer.enterState(move, execution);
      this.#ports.observer.afterEvent(move, execution);
    }
    this.#ports.publish(records, state);
    return effects;
  }

  /** Performs effects until the state calls for nothing more that can be done now. */
  #advance(first?: readonly Effect[]): void {
    // An attempt may end, and so call this again, while the loop below starts another.
    if (this.#advancing || this.#state === null) return;
    this.#advancing = true;
    try {
      let effects: readonly Effect[] | null = first ?? this.#outstanding();
      while (effects !== null) effects = this.#perform(effects);
    } finally {
      this.#advancing = false;
    }
    // While something is in flight the object is awake anyway, so a timer may wait for what the alarm would else wake it for.
    this.#timer.set(this.busy ? this.#wakeAt : null);
  }

  /** Performs what can be performed; returns the effects to go on with, or null when only time or answers can help. */
  #perform(effects: readonly Effect[]): readonly Effect[] | null {
    this.#wakeAt = effects.find((effect) => effect.kind === "WAKE")?.at ?? null;
    const facts = effects.flatMap((effect) => (effect.kind === "APPEND" ? effect.events : []));
    if (facts.length > 0) return this.#append(facts);
    for (const effect of effects) {
      if (effect.kind === "AWAIT" && !this.#inHand.has(effect.step)) return this.#lost(effect.step);
      if (effect.kind === "ABORT") this.#inHand.get(effect.step)?.abort(effect.cause);
      if (effect.kind === "CALL_MODEL") return this.#models.start(effect.purpose);
      if (effect.kind === "AWAIT_MODEL" && !this.#models.busy) return this.#models.lost();
      if (effect.kind === "ABORT_MODEL") this.#models.abort(effect.cause);
    }
    return this.#startPermitted(effects);
  }

  /** Starts the steps for which there is a permit, begun ones first, then in the order in which they became ready. */
  #startPermitted(wanted: readonly Effect[]): readonly Effect[] | null {
    const begun = wanted.flatMap((effect) => (effect.kind === "ATTEMPT" ? [effect.step] : []));
    const ready = wanted.find((effect) => effect.kind === "BEGIN")?.steps ?? [];
    let effects: readonly Effect[] | null = null;
    for (const ordinal of begun.length === 0 ? ready : [...begun, ...ready]) {
      const state = this.#state;
      if (state === null || this.#inHand.size >= state.pinned.limits.maxParallel) break;
      if (mayStart(state, ordinal, this.#inHand)) effects = this.#start(state, ordinal);
    }
    return effects;
  }

  #start(state: ExecutionState, ordinal: number): readonly Effect[] {
    const read = (position: Parameters<RunnerPorts["journal"]["value"]>[0]) => this.#ports.journal.value(position);
    const prepared = nextAttempt(state, ordinal, read, this.#ports.clock.now());
    if (prepared.attempt === null) return this.#append(prepared.events);
    // In hand before its row is folded, so that the state's call for an answer finds it held.
    this.#inHand.set(ordinal, prepared.attempt);
    let effects: readonly Effect[];
    try {
      effects = prepared.events.length > 0 ? this.#append(prepared.events) : this.#outstanding();
    } catch (error) {
      this.#inHand.delete(ordinal);
      throw error;
    }
    void this.#run(ordinal, prepared.attempt);
    return effects;
  }

  /** Makes the attempt and records its end. Never rejects: an error of our own is a failure of the step. */
  async #run(ordinal: number, attempt: Attempt): Promise<void> {
    const { clock, call } = this.#ports;
    const state = this.#state;
    if (state === null) return;
    const timeoutMs = attemptTimeoutMs(state, ordinal, clock.now());
    const cause = clock.now() + timeoutMs >= workDeadlineAt(state) ? "EXECUTION_TIMEOUT" : "STEP_TIMEOUT";
    const stopTimer = clock.after(timeoutMs, () => attempt.abort(cause));
    let result: AttemptResult;
    let late: Promise<AttemptResult> | null = null;
    try {
      const answer = call(attempt.call);
      const first = await Promise.race([answer, whenAborted(attempt.signal)]);
      if (first === null) late = answer;
      result = first ?? abortedResult(attempt.signal, timeoutMs);
    } catch (error) {
      result = error instanceof CallAborted ? abortedResult(attempt.signal, timeoutMs) : faultResult(error);
    } finally {
      stopTimer();
    }
    this.#unattended(() => this.#ended(ordinal, attempt, result));
    if (late !== null) void this.#ignoreLate(attempt, late);
  }

  #ended(ordinal: number, attempt: Attempt, result: AttemptResult): void {
    this.#inHand.delete(ordinal);
    const state = this.#state;
    if (state !== null && state.finished === null)
      this.#advance(this.#append(settle(state, ordinal, attempt.number, result, this.#surroundings())));
    this.#rested();
  }

  /** Ends the drive if nothing is in flight any more. */
  #rested(): void {
    if (this.busy) return;
    this.#resting?.resolve();
    this.#resting = null;
  }

  /** Does what nobody waits for. A row that cannot be stored ends the drive; the lease begins the next, which goes on from the rows. */
  #unattended(task: () => void): void {
    try {
      task();
    } catch (error) {
      console.error(JSON.stringify({ message: "an execution could not go on; its alarm does", error: String(error) }));
      this.#resting?.reject(error);
      this.#resting = null;
    }
  }

  /** An attempt that no object holds any more: its answer is lost (E7). */
  #lost(ordinal: number): readonly Effect[] {
    const state = this.#state;
    if (state === null) return [];
    const { attempt } = stepAt(state, ordinal);
    return this.#append(settle(state, ordinal, attempt, { kind: "INTERRUPTED", cause: "CRASH" }, this.#surroundings()));
  }

  /** A call that answers although it was cut changes nothing (E8, R20). */
  async #ignoreLate(attempt: Attempt, answer: Promise<AttemptResult>): Promise<void> {
    const result = await answer.catch(() => null);
    // Being cut is the answer that was asked for; only a real one is news.
    if (result === null || result.kind === "INTERRUPTED" || (result.kind === "FAILED" && result.outcome === "UNKNOWN"))
      return;
    const { callId, stepId } = attempt.call;
    const reason = "the call answered after its attempt had ended";
    if (this.#state?.finished !== null) this.#ports.ignored(callId, reason);
    else this.#unattended(() => this.#advance(this.#append([{ kind: "CallIgnored", step: stepId, callId, reason }])));
  }

  #outstanding(): readonly Effect[] {
    return this.#state === null ? [] : outstanding(this.#state, this.#ports.clock.now(), this.#held());
  }

  #held(): Held {
    return { steps: new Set(this.#inHand.keys()), modelCall: this.#models.busy };
  }

  #surroundings() {
    return { now: this.#ports.clock.now(), random: this.#ports.random(), stored: storedValue };
  }
}
