/**
 * The attempts of one execution that are in flight. The runner owns the state; this class owns the attempts.
 *
 * - E3: `StepStarted`, or the row of the failed attempt before, is stored before a request leaves; results are stored before they are used.
 * - E7: an attempt that has begun and is in flight nowhere was lost.
 * - E8: a result that comes after its attempt ended is `CallIgnored`, never state.
 * - E9: an attempt is aborted by the earliest of cancel, its own timeout and the timeout of the execution.
 */

import type { Effect } from "../../execution/effects/effect.ts";
import type { AttemptResult, CallOutcome, InterruptionCause } from "../../execution/events/attempt.ts";
import { CallAborted } from "../../execution/events/call-aborted.ts";
import type { LatestProgress, ProgressNotice, StepProgressed } from "../../execution/events/callee-progress.ts";
import { afterAttempt } from "../../execution/settle/after-attempt.ts";
import { attemptTimeoutMs, workDeadlineAt } from "../../execution/state/clock.ts";
import { makesRequest } from "../../execution/state/planned-step.ts";
import type { ReadValue } from "../../execution/state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../../execution/state/state.ts";
import { storedValue } from "../../json/store-value.ts";
import { discardUnrecorded, withAttachments } from "../calls/kept-attachments.ts";
import { Deadlines } from "../ports/deadlines.ts";
import type { Connection, RunnerPorts } from "../ports/ports.ts";
import { abortedResult, faultResult } from "./aborted-result.ts";
import { type Attempt, nextAttempt } from "./attempt.ts";
import { KeptValues } from "./kept-values.ts";
import { ProgressStream } from "./progress-stream.ts";
import type { RunnerHost } from "./runner-host.ts";
import { artifactNote } from "./stored-artifact.ts";

/** The facts needed to cancel a remote task. */
export type LateTask = Pick<Extract<AttemptResult, { readonly kind: "WAITS" }>, "handle" | "details">;

/** No further attempt begins while the arguments of those in flight have this many bytes: an object has 128 MB of memory. */
const maxArgumentBytesInFlight = 16_777_216;

/** Of a step whose start makes no request of this object. */
const noConnection: Connection = { awaitHeaders: (_, run) => run(), end: () => undefined };

/** Notified of tasks that callees make of calls. */
export interface TaskNotes {
  /** A task that a callee made for a call that had been cut by then. */
  readonly late: (step: number, attempt: number, task: LateTask) => void;
  /** The first message of a task. */
  readonly said: (step: number, handle: string, message: string) => void;
}

interface AttemptInFlight extends Attempt {
  readonly progress: ProgressStream;
}

export class Attempts {
  readonly #ports: RunnerPorts;
  readonly #host: RunnerHost;
  readonly #tasks: TaskNotes;
  readonly #inFlight = new Map<number, AttemptInFlight>();
  readonly #values: KeptValues;
  readonly #deadlines: Deadlines;
  /** Calls that were cut and have not ended. */
  #cut = 0;

  constructor(ports: RunnerPorts, host: RunnerHost, tasks: TaskNotes) {
    this.#ports = ports;
    this.#host = host;
    this.#tasks = tasks;
    this.#values = new KeptValues((position) => ports.journal.value(position));
    this.#deadlines = new Deadlines(ports.clock);
  }

  /** Whether any attempt is in flight. */
  get busy(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Whether a call that was cut may still answer. */
  get awaitsLate(): boolean {
    return this.#cut > 0;
  }

  /** The attempts in flight, by the ordinals of their steps. */
  get inFlight(): ReadonlyMap<number, unknown> {
    return this.#inFlight;
  }

  /** Facts about the calls in flight, by the id of their step. */
  progress(): ReadonlyMap<string, LatestProgress> {
    const known = new Map<string, LatestProgress>();
    for (const { call, progress } of this.#inFlight.values())
      if (progress.latest !== undefined) known.set(call.stepId, progress.latest);
    return known;
  }

  /** Whether the arguments of the attempts in flight leave no room for another, which is asked for again when one has ended. */
  get isFull(): boolean {
    const state = this.#host.state();
    if (state === undefined) return false;
    let bytes = 0;
    for (const ordinal of this.#inFlight.keys()) bytes += stepAt(state, ordinal).input?.bytes ?? 0;
    return bytes >= maxArgumentBytesInFlight;
  }

  /**
   * Stores the intent of the next attempt of the step at `ordinal` and makes it, or stores why there is none. Undefined, and nothing is stored, if
   * its first request could not leave at once.
   */
  start(state: ExecutionState, ordinal: number): readonly Effect[] | undefined {
    const { clock, connections, journal, maxArgumentBytes } = this.#ports;
    const isItem = nodeAt(state, ordinal).item !== undefined;
    const connection = makesRequest(state, ordinal) ? connections.admit() : noConnection;
    if (connection === undefined) return undefined;
    const { id: step } = nodeAt(state, ordinal).step;
    const progress = new ProgressStream({
      clock,
      step,
      attempt: stepAt(state, ordinal).attempt + 1,
      show: (event) => this.#show(ordinal, progress, event),
    });
    const notes = {
      onArtifact: artifactNote(this.#host, ordinal),
      onProgress: (notice: ProgressNotice) => progress.add(notice),
    };
    const read: ReadValue = isItem ? this.#values.read : (position) => journal.value(position);
    const prepared = nextAttempt(state, ordinal, { read, now: clock.now(), notes, maxBytes: maxArgumentBytes });
    if (prepared.attempt === undefined) {
      connection.end();
      return this.#host.append(prepared.events);
    }
    const attempt: AttemptInFlight = { ...prepared.attempt, progress };
    const isGone = () => {
      this.#inFlight.delete(ordinal);
      connection.end();
    };
    // Register the attempt before folding its row, so that AWAIT finds it in flight.
    this.#inFlight.set(ordinal, attempt);
    let effects: readonly Effect[];
    try {
      effects = this.#host.append(prepared.events);
    } catch (error) {
      isGone();
      throw error;
    }
    this.#host.onceStored(() => void this.#run(ordinal, attempt, connection), isGone);
    return effects;
  }

  /** Reports progress of an attempt in flight. False if there is no room for it. */
  #show(ordinal: number, progress: ProgressStream, event: StepProgressed): boolean {
    if (this.#inFlight.get(ordinal)?.progress !== progress || !this.#host.mayShowProgress()) return false;
    this.#host.show([event]);
    return true;
  }

  abort(ordinal: number, cause: InterruptionCause): void {
    this.#inFlight.get(ordinal)?.abort(cause);
  }

  /** An attempt that no object holds any more: its answer is lost (E7). Undefined if this one holds it. */
  lost(ordinal: number): readonly Effect[] | undefined {
    const state = this.#host.state();
    if (state === undefined || this.#inFlight.has(ordinal)) return undefined;
    const { attempt } = stepAt(state, ordinal);
    const result: AttemptResult = { kind: "INTERRUPTED", cause: "CRASH" };
    return this.#host.append(afterAttempt(state, ordinal, attempt, result, this.#decisionInputs()));
  }

  /** Makes the attempt and records its end. Never rejects: an error of our own is a failure of the step. */
  async #run(ordinal: number, attempt: AttemptInFlight, connection: Connection): Promise<void> {
    const { clock, call } = this.#ports;
    const state = this.#host.state();
    if (state === undefined) return;
    const startedAt = clock.now();
    const timeoutMs = attemptTimeoutMs(state, ordinal, startedAt);
    const cause = startedAt + timeoutMs >= workDeadlineAt(state) ? "EXECUTION_TIMEOUT" : "STEP_TIMEOUT";
    const stopTimer = this.#deadlines.set(startedAt + timeoutMs, () => attempt.abort(cause));
    // A tool in code makes no request, so nothing shows whether it has begun.
    let hasLeft = attempt.call.provider.kind === "CODE";
    const awaitHeaders: Connection["awaitHeaders"] = (signal, run) =>
      connection.awaitHeaders(signal, () => {
        hasLeft = true;
        return run();
      });
    let result: AttemptResult;
    let late: Promise<AttemptResult> | undefined;
    try {
      const answer = call(attempt.call, { awaitHeaders });
      const first = await Promise.race([answer, attempt.cut]);
      if (first === null) late = answer;
      result = first ?? abortedResult(attempt.signal, timeoutMs, hasLeft);
    } catch (error) {
      const isCut = error instanceof CallAborted;
      result = isCut ? abortedResult(attempt.signal, timeoutMs, hasLeft) : faultResult(error, state.pinned);
    } finally {
      stopTimer();
    }
    // Behind the time of the attempt: an answer that came in time is one, however long its images take to be stored.
    const complete = await withAttachments(this.#ports.attachments, attempt.call, result);
    this.#host.unattended(() => this.#ended(ordinal, attempt, complete, startedAt));
    if (!this.busy) this.#deadlines.rest();
    connection.end();
    if (late !== undefined) void this.#ignoreLate(ordinal, attempt, late);
  }

  #ended(ordinal: number, attempt: AttemptInFlight, result: AttemptResult, startedAt: number): void {
    const { ended, proceed, state: current } = this.#host;
    this.#inFlight.delete(ordinal);
    if (result.kind === "WAITS" && result.said !== undefined) {
      attempt.progress.add({ message: result.said });
      this.#tasks.said(ordinal, result.handle, result.said);
    }
    const progress = attempt.progress.close();
    const state = current();
    const events =
      state === undefined || state.finished !== undefined
        ? []
        : afterAttempt(state, ordinal, attempt.number, result, { ...this.#decisionInputs(), startedAt });
    if (events.length > 0) proceed([...progress, ...events]);
    if (!this.busy) this.#values.clear();
    discardUnrecorded(this.#ports.attachments, result, events);
    ended();
  }

  /** A call that answers although it was cut changes nothing (E8, R20). */
  async #ignoreLate(ordinal: number, attempt: Attempt, answer: Promise<AttemptResult>): Promise<void> {
    this.#cut += 1;
    const result = await answer.catch(() => null);
    this.#cut -= 1;
    // Being cut is the answer that was asked for; only a real one is news.
    if (result === null || result.kind === "INTERRUPTED" || (result.kind === "FAILED" && !isAnswer(result.outcome)))
      return;
    if (result.kind === "WAITS") this.#tasks.late(ordinal, attempt.number, result);
    // A task that asks a person at once counts as work too.
    if (result.kind === "ASKS" && result.handle !== undefined)
      this.#tasks.late(ordinal, attempt.number, { handle: result.handle, details: result.details });
    const { callId, stepId } = attempt.call;
    const reason = "the call answered after its attempt had ended";
    const { advance, proceed, state, unattended } = this.#host;
    if (state()?.finished !== undefined) {
      this.#ports.ignored(callId, reason);
      unattended(() => advance());
    } else unattended(() => proceed([{ kind: "CallIgnored", step: stepId, callId, reason }]));
  }

  #decisionInputs() {
    return { now: this.#ports.clock.now(), random: this.#ports.random(), stored: storedValue };
  }
}

/** Whether a callee has said something. */
function isAnswer(outcome: CallOutcome): boolean {
  return outcome === "ANSWERED" || outcome === "REJECTED";
}
