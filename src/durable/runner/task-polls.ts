/**
 * Polls the children and remote tasks that steps wait for, and takes the ends that they report.
 *
 * - E8: an end that comes after the wait is over is `CallIgnored`, never state. A repeated end changes nothing.
 * - E11: a poll leaves no row, and between polls nothing pins the object. Only this class knows the polls in flight.
 * - E7: a task that cannot be reached is polled again, a child soon because it may not exist yet; only the wait's own time ends it.
 */

import { isPastAnswering } from "../../execution/effects/cancellation.ts";
import type { Effect, PollInFlight } from "../../execution/effects/effect.ts";
import { inputResolved } from "../../execution/effects/next-effects.ts";
import { expiredResult } from "../../execution/effects/task-effects.ts";
import type { AttemptResult, PollResult } from "../../execution/events/attempt.ts";
import { CallAborted } from "../../execution/events/call-aborted.ts";
import { type LatestProgress, shortNotice } from "../../execution/events/callee-progress.ts";
import type { ExecutionEvent } from "../../execution/events/event.ts";
import { afterAttempt } from "../../execution/settle/after-attempt.ts";
import { taskNoted } from "../../execution/settle/task-awaited.ts";
import { type ExecutionState, nodeAt, stepAt } from "../../execution/state/state.ts";
import { type GivenUpTask, openHumanInput, type StepTask } from "../../execution/state/step-state.ts";
import { comesByItself, isAuthorizing, polledTask } from "../../execution/state/step-task.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import { discardUnrecorded, withAttachments } from "../calls/kept-attachments.ts";
import type { Call, FinalResult, RunnerPorts } from "../ports/ports.ts";
import { faultResult, whenAborted } from "./aborted-result.ts";
import { taskCall } from "./attempt.ts";
import type { RunnerHost } from "./runner-host.ts";
import { artifactNote } from "./stored-artifact.ts";

/** Time for one poll. */
const pollTimeoutMs = 30_000;

interface Poll extends PollInFlight {
  /** Absent once it has ended. */
  readonly controller?: AbortController | undefined;
}

type PollUnderWay = Poll & { readonly controller: AbortController };

/** The last message of a task. If there is no room for more progress it is not sent to watchers, and tried again with the next poll. */
interface SaidByTask {
  readonly handle: string;
  readonly message: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly isShown: boolean;
}

export class TaskPolls {
  readonly #ports: RunnerPorts;
  readonly #host: RunnerHost;
  readonly #ended: (task: Pick<GivenUpTask, "attempt" | "step">) => void;
  readonly #polls = new Map<number, Poll>();
  /** The last messages of the tasks that are waited for, by the ordinal of their step. */
  readonly #said = new Map<number, SaidByTask>();
  /** Tasks whose late end was already reported. The report is repeated until it is acknowledged. */
  readonly #ignored = new Set<string>();
  /** Polls that were cut and have not ended. */
  #cut = 0;

  /** `ended` is called with an abandoned task that has ended, so that it need not be cancelled. */
  constructor(ports: RunnerPorts, host: RunnerHost, ended: (task: Pick<GivenUpTask, "attempt" | "step">) => void) {
    this.#ports = ports;
    this.#host = host;
    this.#ended = ended;
  }

  /** Whether any poll is in flight. */
  get busy(): boolean {
    for (const { endedAt } of this.#polls.values()) if (endedAt === undefined) return true;
    return false;
  }

  /** Whether a poll that was cut may still answer. */
  get awaitsLate(): boolean {
    return this.#cut > 0;
  }

  get inFlight(): ReadonlyMap<number, PollInFlight> {
    return this.#polls;
  }

  /** Facts about the tasks that are waited for, by the id of their step. */
  progress(): ReadonlyMap<string, LatestProgress> {
    const known = new Map<string, LatestProgress>();
    const state = this.#host.state();
    if (state === undefined) return known;
    for (const [ordinal, { at, handle, message }] of this.#said)
      if (polledTask(stepAt(state, ordinal))?.handle === handle)
        known.set(nodeAt(state, ordinal).step.id, { message, at });
    return known;
  }

  /** Notes the message of a task that watchers were sent. */
  heard(ordinal: number, handle: string, said: string): void {
    const { message = "" } = shortNotice({ message: said });
    this.#said.set(ordinal, { handle, message, at: this.#ports.clock.now(), isShown: true });
  }

  /** Asks how that stands which the step at `ordinal` waits for. */
  start(ordinal: number): void {
    const state = this.#host.state();
    const task = state === undefined ? undefined : polledTask(stepAt(state, ordinal));
    const known = this.#polls.get(ordinal);
    if (state === undefined || task === undefined) return;
    if (known !== undefined && known.handle === task.handle && known.endedAt === undefined) return;
    const failures = known?.handle === task.handle ? known.failures : 0;
    const poll = { handle: task.handle, failures, controller: new AbortController() };
    this.#polls.set(ordinal, poll);
    this.#host.onceStored(
      () => void this.#run(state, ordinal, task, poll),
      () => this.#forget(ordinal, poll),
    );
  }

  /** The time of a wait is over. Returns the effects. */
  expire(ordinal: number): readonly Effect[] {
    const state = this.#host.state();
    const task = state === undefined ? undefined : polledTask(stepAt(state, ordinal));
    return state === undefined || task === undefined ? [] : this.#afterAttempt(state, ordinal, expiredResult(task));
  }

  /** Takes a report of a child or an agent. It counts only if the step waits for it and had not ended before. */
  take(stepId: string, handle: string, result: PollResult): void {
    const state = this.#host.state();
    const ordinal = state?.pinned.graph.ordinalOf.get(stepId);
    if (state === undefined || ordinal === undefined) return;
    const task = polledTask(stepAt(state, ordinal));
    const now = this.#ports.clock.now();
    const isOver = task?.until !== undefined && task.until <= now;
    if (task?.handle !== handle || isOver || isPastAnswering(state, ordinal, now)) this.#late(ordinal, handle, result);
    else {
      this.#host.together(() => {
        this.#taken(state, ordinal, task, result);
        this.#host.advance();
      });
    }
  }

  /** Cuts polls of tasks that are not awaited any more. */
  dropStale(): void {
    const state = this.#host.state();
    for (const [ordinal, { controller, handle }] of this.#polls) {
      if (state !== undefined && polledTask(stepAt(state, ordinal))?.handle === handle) continue;
      if (controller === undefined) this.#polls.delete(ordinal);
      else controller.abort(new CallAborted("CANCEL"));
    }
  }

  /** Never rejects: an error of our own is a failure of the step. */
  async #run(state: ExecutionState, ordinal: number, task: StepTask, poll: PollUnderWay): Promise<void> {
    const { attachments, clock, journal, waits } = this.#ports;
    const { signal } = poll.controller;
    const stopTimer = clock.after(pollTimeoutMs, () => poll.controller.abort(new CallAborted("STEP_TIMEOUT")));
    let result: PollResult | undefined;
    let late: Promise<PollResult> | undefined;
    let call: Call | undefined;
    try {
      // Events of the same transaction may have ended the wait. Then the first poll would begin a child that is not awaited.
      if (!this.#isAwaited(ordinal, poll)) return this.#host.unattended(() => this.#answered(ordinal, poll, undefined));
      const read = (position: Parameters<typeof journal.value>[0]) => journal.value(position);
      call = taskCall(state, ordinal, task, read, {
        signal,
        onArtifact: artifactNote(this.#host, ordinal),
        onProgress: () => undefined,
      });
      const answer = waits.poll(call, task, state);
      result = await Promise.race([answer, whenAborted(signal)]);
      if (result === undefined) late = answer;
    } catch (error) {
      const fault = faultResult(error, state.pinned);
      result = signal.aborted || !isFinal(fault) ? undefined : fault;
    } finally {
      stopTimer();
    }
    const complete =
      result === undefined || call === undefined ? result : await withAttachments(attachments, call, result);
    this.#host.unattended(() => this.#answered(ordinal, poll, complete));
    if (late !== undefined) void this.#ignoreLate(ordinal, poll, late);
  }

  #isAwaited(ordinal: number, { controller, handle }: PollUnderWay): boolean {
    const state = this.#host.state();
    const task = state === undefined ? undefined : polledTask(stepAt(state, ordinal));
    return task?.handle === handle && !controller.signal.aborted;
  }

  /** `result` is undefined for a poll that was cut. */
  #answered(ordinal: number, poll: Poll, result: PollResult | undefined): void {
    const { advance, ended, onceStored, state: current, together } = this.#host;
    // An event that cannot be stored is asked for again at once.
    this.#forget(ordinal, poll);
    const state = current();
    const task = state === undefined ? undefined : polledTask(stepAt(state, ordinal));
    if (state !== undefined && task?.handle === poll.handle) {
      const isThere = result !== undefined && result.kind !== "UNREACHABLE" && result.kind !== "NOT_ADMITTED";
      const failures = isThere ? 0 : poll.failures + 1;
      const notBefore = result?.kind === "NOT_ADMITTED" ? result.retryAt : undefined;
      const answered = { ...poll, endedAt: this.#ports.clock.now(), failures, notBefore, controller: undefined };
      together(() => {
        if (result !== undefined) this.#taken(state, ordinal, task, result);
        this.#polls.set(ordinal, answered);
        onceStored(
          () => undefined,
          () => this.#forget(ordinal, answered),
        );
        advance();
      });
      if (result?.kind === "PENDING" && result.said !== undefined) this.#showSaid(ordinal, task, result.said);
    } else if (result !== undefined) this.#late(ordinal, poll.handle, result);
    ended();
  }

  /** Sends the message of a task that continues, outside of any transaction: it needs no row. The same message again is not sent. */
  #showSaid(ordinal: number, { attempt, handle }: StepTask, said: string): void {
    const state = this.#host.state();
    if (state === undefined || polledTask(stepAt(state, ordinal))?.handle !== handle) return;
    const { message = "" } = shortNotice({ message: said });
    const known = this.#said.get(ordinal);
    const isKnown = known?.handle === handle && known.message === message;
    if (isKnown && known.isShown) return;
    const isShown = this.#host.mayShowProgress();
    this.#said.set(ordinal, { handle, message, at: isKnown ? known.at : this.#ports.clock.now(), isShown });
    if (!isShown) return;
    this.#host.show([{ kind: "StepProgressed", step: nodeAt(state, ordinal).step.id, attempt, message }]);
  }

  #forget(ordinal: number, poll: Poll): void {
    if (this.#polls.get(ordinal) === poll) this.#polls.delete(ordinal);
  }

  /** Stores the state of the task that the step waits for, if it is news. */
  #taken(state: ExecutionState, ordinal: number, task: StepTask, result: PollResult): void {
    if (isAuthorizing(stepAt(state, ordinal))) this.#whileAuthorizing(state, ordinal, task, result);
    else if (isFinal(result) || result.kind === "ASKS") this.#afterAttempt(state, ordinal, result);
    else if (result.kind !== "UNREACHABLE" && (result.note ?? undefined) !== task.note)
      this.#host.append([taskNoted(state, ordinal, task, result.note)]);
  }

  /** A task that has moved on waits for no permission any more, so its question is withdrawn. */
  #whileAuthorizing(state: ExecutionState, ordinal: number, task: StepTask, result: PollResult): void {
    const step = stepAt(state, ordinal);
    if (result.kind === "UNREACHABLE" || result.kind === "NOT_ADMITTED") return;
    if (result.kind === "ASKS" && result.authorize !== undefined && result.prompt === openHumanInput(step)?.prompt)
      return;
    const { handle } = task;
    const waits = { kind: "WAITS", waitsFor: "REMOTE_TASK", handle, details: { contextId: contextOf(task) } } as const;
    const next = result.kind === "PENDING" ? { ...waits, note: result.note } : result;
    const withdrawn = inputResolved(state, ordinal, step, "WITHDRAWN");
    this.#afterAttempt(state, ordinal, next, withdrawn);
  }

  async #ignoreLate(ordinal: number, poll: Poll, answer: Promise<PollResult>): Promise<void> {
    this.#cut += 1;
    const result = await answer.catch(() => null);
    this.#cut -= 1;
    if (result !== null) this.#host.unattended(() => this.#late(ordinal, poll.handle, result));
  }

  /** `first` is stored before the events of the result, in the same transaction. */
  #afterAttempt(
    state: ExecutionState,
    ordinal: number,
    result: AttemptResult,
    first: readonly ExecutionEvent[] = [],
  ): readonly Effect[] {
    const { clock, random } = this.#ports;
    const { attempt } = stepAt(state, ordinal);
    const inputs = { now: clock.now(), random: random(), stored: storedValue };
    const events = [...first, ...afterAttempt(state, ordinal, attempt, result, inputs)];
    const effects = this.#host.append(events);
    discardUnrecorded(this.#ports.attachments, result, events);
    return effects;
  }

  /** The record of the end of a task that is not awaited. */
  #late(ordinal: number, handle: string, result: PollResult): void {
    const { proceed, state: current } = this.#host;
    const state = current();
    if (state === undefined || !isFinal(result)) return;
    discardUnrecorded(this.#ports.attachments, result, []);
    const step = stepAt(state, ordinal);
    const task = step.tasks.find((known) => known.handle === handle);
    // An event that was not taken goes to the next waiting step. The mailbox learns that from the answer that it gets.
    if (task === undefined || task.standing !== "GIVEN_UP" || comesByItself(task)) return;
    this.#ended({ step: ordinal, attempt: task.attempt });
    // A cancelled task was asked to stop. Only a real end is news.
    const isNews = result.kind === "SUCCEEDED" || (result.outcome !== "UNKNOWN" && result.failure.code !== "CANCELLED");
    if (!isNews || this.#ignored.has(handle)) return;
    this.#ignored.add(handle);
    const callId = step.callId ?? handle;
    const reason = "the task of the step ended after it was given up";
    if (state.finished !== undefined) this.#ports.ignored(callId, reason);
    else proceed([{ kind: "CallIgnored", step: nodeAt(state, ordinal).step.id, callId, reason }]);
  }
}

function isFinal(result: AttemptResult | PollResult): result is FinalResult {
  return result.kind === "SUCCEEDED" || result.kind === "FAILED";
}

/** The context of the task at its agent, as the question names it. Null for none. */
function contextOf({ details }: StepTask): Json {
  return isJsonObject(details) ? (ownValue(details, "contextId") ?? null) : null;
}
