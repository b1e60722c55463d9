/**
 * The reservations of turns that are in flight: of the next turn of the execution, and of output that is submitted for a turn. The runner
 * owns the state.
 *
 * - C9, T21: a turn is reserved by its conversation before anything of it is stored or called. A reservation leaves no row: after a crash
 *   the same one is made again and gets the same answer.
 * - R12: of concurrent submissions with one key one reserves; the others share its answer.
 * - E8: an answer that comes when the execution has ended, or continues without it, changes nothing.
 */

import {
  duplicateRow,
  type ParsedSubmission,
  readSubmission,
  submissionNotDue,
  submissionRows,
} from "../../execution/decide/submission.ts";
import type { Effect } from "../../execution/effects/effect.ts";
import { reservedRows } from "../../execution/effects/turn-effects.ts";
import { CallAborted } from "../../execution/events/call-aborted.ts";
import type { ExecutionEvent } from "../../execution/events/event.ts";
import { endedBy } from "../../execution/settle/finish.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { nextTurn } from "../../execution/turns/next-turn.ts";
import type { OutputSubmission, SubmissionResult, TurnReservation } from "../../execution/turns/turn-request.ts";
import { storedValue } from "../../json/store-value.ts";
import type { RunnerPorts } from "../ports/ports.ts";
import { ownFault } from "./aborted-result.ts";
import type { RunnerHost } from "./runner-host.ts";

/** How long the caller that submits output waits for the conversation. */
const submissionTimeoutMs = 10_000;

interface SharedSubmission {
  readonly bodyHash: string;
  readonly answer: Promise<SubmissionResult>;
}

export class Turns {
  readonly #ports: RunnerPorts;
  readonly #host: RunnerHost;
  /** The reservation of the next turn. */
  #reserving: AbortController | undefined;
  /** Submissions that the conversation is asked about, by their key. */
  readonly #submitted = new Map<string, SharedSubmission>();

  constructor(ports: RunnerPorts, host: RunnerHost) {
    this.#ports = ports;
    this.#host = host;
  }

  /** Whether the next turn is being reserved. */
  get busy(): boolean {
    return this.#reserving !== undefined;
  }

  /** Has the next turn reserved, unless that is in flight already. */
  start(): void {
    const state = this.#host.state();
    const next = state === undefined ? null : nextTurn(state);
    if (state === undefined || next?.kind !== "TURN" || this.#reserving !== undefined) return;
    const controller = new AbortController();
    this.#reserving = controller;
    const { agentName, turn } = next;
    const { execution } = state.pinned;
    const isGone = () => {
      this.#reserving = undefined;
    };
    const reservation = { execution, turn, agentName, key: null, bodyHash: null };
    this.#host.onceStored(() => void this.#reserve(state, reservation, controller), isGone);
  }

  /** Gives up a reservation that the state does not call for any more. */
  dropStale(wanted: readonly Effect[]): void {
    if (this.#reserving === undefined || wanted.some((effect) => effect.kind === "RESERVE_TURN")) return;
    this.#reserving.abort(new CallAborted("CANCEL"));
    this.#reserving = undefined;
    this.#host.ended();
  }

  /** Takes the output of an agent that runs elsewhere. Rejects if its conversation cannot be reached. */
  async submit(submission: OutputSubmission): Promise<SubmissionResult> {
    const state = this.#host.state();
    if (state === undefined) return { kind: "NOT_FOUND" };
    const parsed = readSubmission(state, submission, this.#ports.clock.now());
    if (parsed.kind === "ANSWER") return this.#answered(submission, parsed.answer);
    const { bodyHash, key } = parsed.reservation;
    const shared = this.#submitted.get(key);
    if (shared === undefined) return this.#ask(state, submission, parsed);
    // Another body under the key is judged by the result of the first.
    if (shared.bodyHash !== bodyHash)
      return shared.answer.then(
        () => this.submit(submission),
        () => this.submit(submission),
      );
    const answer = await shared.answer;
    return answer.kind === "ACCEPTED" ? this.#answered(submission, { kind: "DUPLICATE" }) : answer;
  }

  async #reserve(state: ExecutionState, reservation: TurnReservation, controller: AbortController): Promise<void> {
    let rows: (now: ExecutionState) => readonly ExecutionEvent[];
    try {
      const answer = await this.#ports.turns.reserve(state, reservation, controller.signal);
      rows = (now) => reservedRows(now, answer);
    } catch (error) {
      if (controller.signal.aborted) return;
      const failure = ownFault(error, state.pinned);
      rows = () => [endedBy(failure)];
    }
    if (this.#reserving !== controller) return;
    this.#host.unattended(() => {
      const { proceed, state: current } = this.#host;
      this.#reserving = undefined;
      const now = current();
      if (now !== undefined && now.finished === undefined) proceed(rows(now));
    });
    this.#host.ended();
  }

  async #ask(
    state: ExecutionState,
    submission: OutputSubmission,
    parsed: ParsedSubmission & { readonly kind: "ASK" },
  ): Promise<SubmissionResult> {
    const { bodyHash, key } = parsed.reservation;
    const answer = this.#reserved(state, submission, parsed).finally(() => this.#submitted.delete(key));
    this.#submitted.set(key, { bodyHash, answer });
    return answer;
  }

  async #reserved(
    state: ExecutionState,
    submission: OutputSubmission,
    { isDue, reservation }: ParsedSubmission & { readonly kind: "ASK" },
  ): Promise<SubmissionResult> {
    const controller = new AbortController();
    const { clock, turns } = this.#ports;
    const stopTimer = clock.after(submissionTimeoutMs, () => controller.abort(new CallAborted("STEP_TIMEOUT")));
    const answer = await turns.reserve(state, reservation, controller.signal).finally(stopTimer);
    const { turn } = reservation;
    switch (answer.kind) {
      case "DUPLICATE":
        return this.#answered(submission, answer);
      case "CONFLICT":
        return answer;
      case "BELOW_WINDOW":
        return { kind: "BELOW_WINDOW", turn, highestEvicted: answer.highestEvicted };
      case "NOT_RUNNING":
        return this.#notDue(reservation);
      case "RESERVED":
        return isDue ? this.#taken({ ...submission, turnKey: answer.key }, turn) : this.#notDue(reservation);
    }
  }

  /** The turn is reserved for this output; whether it still waits for it is asked again, because time has passed. */
  #taken(submission: OutputSubmission, turn: number): SubmissionResult {
    const { proceed, state: current } = this.#host;
    const state = current();
    if (state === undefined) return { kind: "NOT_FOUND" };
    const parsed = readSubmission(state, submission, this.#ports.clock.now());
    if (parsed.kind === "ANSWER") return this.#answered(submission, parsed.answer);
    proceed(submissionRows(state, submission, parsed.reservation, storedValue));
    return { kind: "ACCEPTED", turn };
  }

  #notDue(reservation: TurnReservation): SubmissionResult {
    const state = this.#host.state();
    return state === undefined ? { kind: "NOT_FOUND" } : submissionNotDue(state, reservation, this.#ports.clock.now());
  }

  /** A duplicate leaves a row while the execution runs, a few for each turn; else a line in the log. */
  #answered(submission: OutputSubmission, answer: SubmissionResult): SubmissionResult {
    const { proceed, state: current } = this.#host;
    const state = current();
    if (state === undefined || answer.kind !== "DUPLICATE") return answer;
    const row = duplicateRow(state, submission);
    if (row === undefined) this.#ports.ignored(submission.turnKey, "the turn had its output before");
    else proceed([row]);
    return answer;
  }
}
