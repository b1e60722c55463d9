/**
 * Room `durable/runner`: drives one execution. The pure core returns the next effects; the runner compares them with the work in flight
 * and performs the rest. One class per kind owns the work in flight: attempts, model calls, searches for callables, reservations of turns, polls of tasks, and
 * cancellations of abandoned tasks. They change state through the runner alone (`runner-host.ts`).
 *
 * It leaves to others: `execution` decides everything (next effects, retries, the end), `durable/calls` makes the requests,
 * `durable/storage` stores the journal, and `durable/execution` owns the alarm and the object.
 *
 * Invariants:
 *
 * - E3: an intent is stored before its request leaves, a result before it is used.
 * - E4: state changes only in `#append`: transition → one transaction → publish → effects. Events that follow at once are in the same
 *   transaction: an end of a step with the start of the next. Nothing leaves the object before it is stored.
 * - E6: single flight. A new runner that finds unfinished work of a lost one records `ExecutionResumed` first; waits do not count as work.
 * - E7, E8: an attempt that is not in flight was lost. A result that comes after the end of its attempt is `CallIgnored`, never state.
 * - E10: attempts in flight, children and remote tasks use a permit, per execution and per group; back-off and other waits use none. Steps
 *   that have begun come first. An attempt begins when its request can leave, not before.
 * - Storage, clock, randomness and network are ports, so the whole room runs in plain Node.
 *
 * This file is the class `Runner`, which owns the state.
 */

import type { ArrivalAnswer, ArrivedEvent } from "../../execution/commands/sent-event.ts";
import type { GivenResponse } from "../../execution/commands/start-request.ts";
import { answerOf, type HumanInputAnswer } from "../../execution/decide/answer.ts";
import { resumed } from "../../execution/decide/crash-loop.ts";
import { type Effect, type InFlight, nothingInFlight } from "../../execution/effects/effect.ts";
import { isBegunWork, nextEffects } from "../../execution/effects/next-effects.ts";
import type { PollResult } from "../../execution/events/attempt.ts";
import type { LatestProgress } from "../../execution/events/callee-progress.ts";
import type { ExecutionEvent, ExecutionStarted } from "../../execution/events/event.ts";
import { expanded } from "../../execution/settle/expansion.ts";
import { mayBegin } from "../../execution/settle/may-begin.ts";
import { responderIsDue } from "../../execution/state/model-task.ts";
import { hasPermit, waitingForTasks } from "../../execution/state/permit.ts";
import { mayPlanAgain } from "../../execution/state/round-state.ts";
import { type ExecutionState, stepAt } from "../../execution/state/state.ts";
import type { OutputSubmission, SubmissionResult } from "../../execution/turns/turn-request.ts";
import type { PagedEvent } from "../../execution/views/execution-view.ts";
import { arrivalAnswer, eventResult } from "../../execution/waits/wait-end.ts";
import { faultText } from "../../json/fault-text.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import { optionalKeys } from "../ports/execution-keys.ts";
import type { Journal, RunnerPorts } from "../ports/ports.ts";
import { earliest, WakeTimer } from "../ports/wake-timer.ts";
import { Attempts } from "./attempts.ts";
import { CallableSearches } from "./callable-searches.ts";
import { ModelCalls } from "./model-calls.ts";
import type { RunnerHost } from "./runner-host.ts";
import { type ShownEvent, ShownEvents } from "./shown-events.ts";
import { TaskCancellations } from "./task-cancellations.ts";
import { TaskPolls } from "./task-polls.ts";
import { Transaction } from "./transaction.ts";
import { Turns } from "./turns.ts";

export class Runner {
  readonly #ports: RunnerPorts;
  #state: ExecutionState | undefined;
  /** Whether this runner found work that another one had begun and must say so before it continues. */
  #takesOver: boolean;
  readonly #attempts: Attempts;
  readonly #models: ModelCalls;
  readonly #polls: TaskPolls;
  readonly #cancellations: TaskCancellations;
  readonly #turns: Turns;
  readonly #searches: CallableSearches;
  /** Events of this turn that are not stored yet. Absent outside `#together`. */
  #transaction: Transaction | undefined;
  readonly #shown = new ShownEvents();
  #advancing = false;
  /** When to ask again for the next effects, as the last answer said; whether a step waits for a connection. */
  #wakeAt: number | undefined;
  #isQueued = false;
  readonly #timer: WakeTimer;
  #resting: PromiseWithResolvers<void> | undefined;

  /**
   * `state` is the fold of the journal, undefined for an execution that has not begun. `wasAtRest` if the runner before this one had nothing
   * to do when it was let go: then no work that is due by now was begun.
   */
  constructor(given: RunnerPorts, state: ExecutionState | undefined, wasAtRest = false) {
    const ports = { ...given, journal: this.#withAppended(given.journal) };
    this.#ports = ports;
    this.#state = state;
    this.#takesOver = !wasAtRest && this.hasDueWork;
    const unattended = this.#unattended.bind(this);
    this.#timer = new WakeTimer(ports.clock, () => unattended(() => this.#advance()));
    const host: RunnerHost = {
      state: () => this.#state,
      append: (events) => this.#append(events),
      show: (events) => this.#show(events),
      mayShowProgress: () => this.#shown.hasRoom,
      together: (task) => this.#together(task),
      proceed: (events) => this.#proceed(events),
      advance: () => this.#advance(),
      onceStored: (then, otherwise) => this.#onceStored(then, otherwise),
      unattended,
      ended: () => this.#rested(),
    };
    this.#cancellations = new TaskCancellations(ports, host);
    this.#attempts = new Attempts(ports, host, {
      late: (step, attempt, task) => this.#cancellations.addLate(step, attempt, task),
      said: (step, handle, message) => this.#polls.heard(step, handle, message),
    });
    this.#models = new ModelCalls(ports, host);
    this.#polls = new TaskPolls(ports, host, (task) => this.#cancellations.acknowledge(task));
    this.#turns = new Turns(ports, host);
    this.#searches = new CallableSearches(ports, host);
    ports.connections.onFree(() => (this.#isQueued ? unattended(() => this.#advance()) : undefined));
  }

  get state() {
    return this.#state;
  }

  /** Text and progress of calls in flight, in order: sent to watchers and not stored yet. */
  get shownEvents(): readonly PagedEvent[] {
    return this.#shown.events;
  }

  /** Facts about calls in flight and about tasks that are waited for, by the id of their step. */
  progress(): ReadonlyMap<string, LatestProgress> {
    return new Map([...this.#polls.progress(), ...this.#attempts.progress()]);
  }

  /** Whether a lost runner had begun work that no runner does now. */
  get takesOver() {
    return this.#takesOver;
  }

  /** Whether any attempt, model call, search, reservation of a turn, poll or stop is in flight, or a step waits for a connection that one has. */
  get busy(): boolean {
    if (this.#isQueued || this.#attempts.busy || this.#models.busy || this.#searches.busy) return true;
    return this.#turns.busy || this.#polls.busy || this.#cancellations.busy;
  }

  /** Whether the state calls for work now that a runner with nothing in flight does not do yet. */
  get hasDueWork(): boolean {
    if (this.#state === undefined) return false;
    return nextEffects(this.#state, this.#ports.clock.now(), nothingInFlight).some(isBegunWork);
  }

  /**
   * Whether a call or poll that was cut has not ended, or a task that it brought has yet to be asked to stop. What it brings is stored by
   * this runner, and no other may be made for the rows before.
   */
  get awaitsLate(): boolean {
    return this.#attempts.awaitsLate || this.#polls.awaitsLate || this.#cancellations.awaitsLate;
  }

  /** Whether a child or remote task has yet to acknowledge that it is to stop, which continues after the end of the execution. */
  get stopsPending(): boolean {
    return this.#cancellations.busy || this.#cancellations.nextAt() !== undefined;
  }

  /**
   * When the execution must be looked at again although nothing is in flight; Unix milliseconds, undefined if never. Now, if something
   * has become due since the last look, such as an attempt after a short back-off: it is not a time to wake at any more.
   */
  nextWakeAt(): number | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const now = this.#ports.clock.now();
    const effects = nextEffects(state, now, this.#inFlight());
    if (!this.busy && effects.some((effect) => effect.kind !== "WAKE")) return now;
    const wakeAt = earliest(effects.find((effect) => effect.kind === "WAKE")?.at, this.#cancellations.nextAt());
    // A task that this runner has not yet asked to stop is overdue.
    return wakeAt === undefined ? undefined : Math.max(now, wakeAt);
  }

  /** Stores the first event, with all that follows at once, and performs the effects. The caller arms the alarm in the same turn (E6). */
  begin(event: ExecutionStarted, following: readonly ExecutionEvent[] = []): void {
    if (this.#state !== undefined) throw new Error("the execution has begun already");
    this.#proceed([event, ...following]);
  }

  /**
   * Asks to end the execution; with `force` also its steps of `finally`, which otherwise run then. False if it has ended, or was asked before,
   * or if only such steps are left.
   */
  cancel(requestedBy: string, reason: string | undefined, force = false): boolean {
    const before = this.#state;
    // With no step left and nothing to plan or answer the end is due, and only has to be stored.
    const isOver = before?.unfinished === 0 && before.modelTask === undefined;
    if (isOver && !responderIsDue(before) && !mayPlanAgain(before)) this.#advance();
    const state = this.#state;
    if (state === undefined || state.finished !== undefined) return false;
    const isAsked = state.ending !== undefined || state.cancelRequested !== undefined;
    if (isAsked && (!force || state.cancelRequested?.isForced === true || !hasFinally(state))) return false;
    this.#together(() => {
      const forced = force && hasFinally(state) ? { force } : {};
      this.#append([{ kind: "CancelRequested", requestedBy, reason: reason ?? null, ...forced }]);
      this.#takeOver();
      this.#advance();
    });
    return true;
  }

  /** Takes the answer of a person; only the first counts. */
  respond(given: GivenResponse): HumanInputAnswer {
    return this.#together(() => {
      this.#takeOver();
      if (this.#state === undefined) return { kind: "NOT_FOUND" };
      const { clock, journal } = this.#ports;
      const answer = answerOf(this.#state, given, (position) => journal.value(position), clock.now());
      if (answer.kind === "RESOLVED") this.#proceed(answer.events);
      return answer;
    });
  }

  /** Takes the output of an agent that runs elsewhere; rejects if its conversation cannot be reached. */
  async submit(submission: OutputSubmission): Promise<SubmissionResult> {
    if (this.#state?.finished === undefined) this.#takeOver();
    return this.#turns.submit(submission);
  }

  /**
   * Takes a report of a child or a remote task about its state or end. It counts only if `step` waits for this `handle`. A duplicate, or a
   * report that is too late, changes nothing (E8).
   */
  ended(step: string, handle: string, result: PollResult): void {
    this.#together(() => {
      if (this.#state?.finished === undefined) this.#takeOver();
      this.#polls.take(step, handle, result);
    });
  }

  /** Takes the event that the wait `waitId` of `step` was for. Undefined if that wait is to end otherwise and has not been ended yet. */
  arrived(step: string, waitId: string, event: ArrivedEvent): ArrivalAnswer | undefined {
    const before = this.#state === undefined ? "GONE" : arrivalAnswer(this.#state, step, waitId);
    if (before !== undefined) return before;
    this.ended(step, waitId, eventResult(event));
    return this.#state === undefined ? "GONE" : arrivalAnswer(this.#state, step, waitId);
  }

  /** Performs the next effects until there are none. Resolves when nothing is in flight any more; rejects if a row cannot be stored. */
  async drive(): Promise<void> {
    this.#together(() => {
      if (this.#state?.finished === undefined) this.#takeOver();
      this.#advance();
    });
    if (!this.busy) return;
    this.#resting ??= Promise.withResolvers<void>();
    await this.#resting.promise;
  }

  /** Stores that this object continues the work of a lost one, before it does anything else (E6). */
  #takeOver(): void {
    if (this.#state === undefined || !this.#takesOver) return;
    this.#append(resumed(this.#state, this.#ports.clock.now()));
    this.#takesOver = false;
    this.#onceStored(
      () => undefined,
      () => {
        this.#takesOver = true;
      },
    );
  }

  /** The only place where state changes (E4). Returns the effects that the new state calls for. */
  #append(events: readonly ExecutionEvent[]): readonly Effect[] {
    return this.#together((transaction) => {
      const { clock, journal, maxArgumentBytes: maxBytes } = this.#ports;
      const read = (position: ValuePosition) => journal.value(position);
      const parts = { inFlight: this.#inFlight(), occurredAt: clock.now(), read, maxBytes };
      if (transaction.records.length === 0 && events.length > 0) {
        for (const { event, occurredAt } of this.#shown.events) transaction.add([event], { ...parts, occurredAt });
      }
      const effects = transaction.add(events, parts);
      this.#state = transaction.state;
      // A further attempt may need no row.
      return effects ?? this.#nextEffects();
    });
  }

  #show(events: readonly ShownEvent[]): void {
    const { clock, show } = this.#ports;
    if (this.#transaction !== undefined) this.#append(events);
    else if (this.#state !== undefined) {
      const isCalling = this.#attempts.busy || this.#models.busy;
      show(this.#shown.add(events, this.#state.sequence, clock.now(), isCalling), this.#state);
    }
  }

  /** Runs `task` and stores its events in one transaction: the open one, or one of its own. */
  #together<Result>(task: (transaction: Transaction) => Result): Result {
    if (this.#transaction !== undefined) return task(this.#transaction);
    const transaction = new Transaction(this.#state);
    this.#transaction = transaction;
    try {
      return task(transaction);
    } finally {
      // Events before a fault are stored, so that the fault loses no result.
      this.#transaction = undefined;
      this.#store(transaction);
    }
  }

  #store({ before, records, state, waiting }: Transaction): void {
    if (state !== undefined && records.length > 0) {
      const { journal, onTransition, publish } = this.#ports;
      try {
        journal.append(records);
      } catch (error) {
        this.#state = before;
        for (const { otherwise } of waiting) otherwise();
        throw error;
      }
      try {
        for (const { transitions } of records) for (const move of transitions) onTransition(move, state.pinned);
        publish(this.#shown.stored(records), state);
      } finally {
        for (const { then } of waiting) then();
      }
    } else for (const { then } of waiting) then();
  }

  #onceStored(then: () => void, otherwise: () => void = () => undefined): void {
    if (this.#transaction === undefined) then();
    else this.#transaction.waiting.push({ then, otherwise });
  }

  /** The journal with the events of this turn: a step may refer to one that has just ended. */
  #withAppended(journal: Journal): Journal {
    return {
      append: (records) => journal.append(records),
      read: (after, maxBytes) => journal.read(after, maxBytes),
      value: (position) => {
        const appended = this.#transaction?.value(position);
        return appended === undefined ? journal.value(position) : appended;
      },
    };
  }

  #proceed(events: readonly ExecutionEvent[]): void {
    this.#together(() => this.#advance(this.#append(events)));
  }

  /** Performs effects until the state calls for nothing more that can be done now. */
  #advance(first?: readonly Effect[]): void {
    // An attempt may end, and so call this again, while the loop below starts another.
    if (this.#advancing || this.#state === undefined) return;
    this.#together(() => {
      this.#advancing = true;
      try {
        let effects: readonly Effect[] | undefined = first ?? this.#nextEffects();
        while (effects !== undefined) effects = this.#perform(effects);
      } finally {
        this.#advancing = false;
      }
      this.#onceStored(() => {
        this.#polls.dropStale();
        this.#cancellations.send();
        this.#rested();
      });
    });
  }

  /** While something is in flight the object is awake anyway, so a timer may replace the alarm. A task that came too late has no other. */
  #setTimer(): void {
    this.#timer.set(
      this.busy || this.#cancellations.awaitsLate ? earliest(this.#wakeAt, this.#cancellations.nextAt()) : undefined,
    );
  }

  /** Performs effects that can be performed. Returns the effects to continue with, or undefined when only time or answers can help. */
  #perform(effects: readonly Effect[]): readonly Effect[] | undefined {
    this.#wakeAt = effects.find((effect) => effect.kind === "WAKE")?.at;
    this.#turns.dropStale(effects);
    this.#searches.dropStale(effects);
    const facts = effects.flatMap((effect) => (effect.kind === "APPEND" ? effect.events : []));
    if (facts.length > 0) return this.#append(facts);
    for (const effect of effects) {
      const next = this.#performed(effect);
      if (next !== undefined) return next;
    }
    return this.#startPermitted(effects);
  }

  /** Performs an effect that needs no permit. Returns the effects of the state if it has changed, otherwise undefined. */
  #performed(effect: Effect): readonly Effect[] | undefined {
    switch (effect.kind) {
      case "EXPAND":
        return this.#expand(effect.step);
      case "AWAIT":
        return this.#attempts.lost(effect.step);
      case "ABORT":
        this.#onceStored(() => this.#attempts.abort(effect.step, effect.cause));
        return undefined;
      case "POLL_TASK":
        this.#polls.start(effect.step);
        return undefined;
      case "EXPIRE":
        return this.#polls.expire(effect.step);
      case "CALL_MODEL":
        return this.#models.start(effect.purpose);
      case "FIND_CALLABLES":
        this.#searches.start(effect.query);
        return undefined;
      case "AWAIT_MODEL":
        return this.#models.busy ? undefined : this.#models.lost();
      case "ABORT_MODEL":
        this.#onceStored(() => this.#models.abort(effect.cause));
        return undefined;
      case "RESERVE_TURN":
        this.#turns.start();
        return undefined;
      default:
        return undefined;
    }
  }

  /** Stores which items a map has, or whether a loop continues. */
  #expand(ordinal: number): readonly Effect[] | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const { journal } = this.#ports;
    return this.#append(expanded(state, ordinal, (position) => journal.value(position)));
  }

  /** Starts the steps for which there is a permit and a connection, begun ones first, then in the order in which they became ready. */
  #startPermitted(wanted: readonly Effect[]): readonly Effect[] | undefined {
    const begun = wanted.flatMap((effect) => (effect.kind === "ATTEMPT" ? [effect.step] : []));
    const ready = wanted.find((effect) => effect.kind === "BEGIN")?.steps ?? [];
    let effects: readonly Effect[] | undefined;
    this.#isQueued = false;
    for (const ordinal of begun.length === 0 ? ready : [...begun, ...ready]) {
      const state = this.#state;
      if (state === undefined) break;
      const working = this.#working(state);
      if (working.length >= state.pinned.limits.maxParallel || this.#attempts.isFull) break;
      if (!mayStart(state, ordinal, working)) continue;
      const started = this.#attempts.start(state, ordinal);
      if (started === undefined) this.#isQueued = true;
      else effects = started;
    }
    return effects;
  }

  /** Ordinals of the steps that hold a permit. */
  #working(state: ExecutionState): readonly number[] {
    const { inFlight } = this.#attempts;
    return [...inFlight.keys(), ...waitingForTasks(state).filter((ordinal) => !inFlight.has(ordinal))];
  }

  /** Sets the timer, or ends the drive if nothing is in flight any more. */
  #rested(): void {
    this.#setTimer();
    if (this.busy) return;
    this.#resting?.resolve();
    this.#resting = undefined;
    this.#ports.connections.rested();
  }

  /**
   * Runs a task that is not awaited. A row that cannot be stored ends the drive; the alarm begins the next, which continues from the rows.
   */
  #unattended(task: () => void): void {
    try {
      task();
    } catch (error) {
      const keys = optionalKeys(this.#state?.pinned);
      console.error(JSON.stringify({ log: "row_not_stored", ...keys, error: faultText(error) }));
      this.#resting?.reject(error);
      this.#resting = undefined;
    }
  }

  #nextEffects(): readonly Effect[] {
    return this.#state === undefined ? [] : nextEffects(this.#state, this.#ports.clock.now(), this.#inFlight());
  }

  #inFlight(): InFlight {
    return {
      steps: this.#attempts.inFlight,
      modelCall: this.#models.busy,
      turn: this.#turns.busy,
      polls: this.#polls.inFlight,
    };
  }
}

function hasFinally({ pinned }: ExecutionState): boolean {
  return pinned.plan.finallyTimeoutMs !== undefined;
}

/**
 * Whether a step may still start (E10). The effect that offered it is older than the state: since then the step may have ended, or lost its
 * permission to begin. `working` has the ordinals of the steps that hold one.
 */
function mayStart(state: ExecutionState, ordinal: number, working: readonly number[]): boolean {
  const { retryAt, status } = stepAt(state, ordinal);
  // A further attempt is never made after a halt; a first one is, of some children of groups.
  const isWanted =
    status === "RUNNING" ? retryAt !== undefined && state.haltedBy === undefined : mayBegin(state, ordinal);
  return isWanted && hasPermit(state, ordinal, working);
}
