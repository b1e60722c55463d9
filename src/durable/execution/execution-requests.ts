/**
 * The requests to the object of an execution that change it: its start, its cancel, answers of people, output of agents that run elsewhere,
 * the end of a child, and the stop by a parent. Each is judged by the stored state. A repeated request is answered with the same result,
 * and a late one changes nothing (E1, E8).
 */
import { mayAccess } from "../../access/audience.ts";
import type { ArrivalAnswer, ArrivedEvent } from "../../execution/commands/sent-event.ts";
import type {
  CancelResult,
  GivenResponse,
  RespondResult,
  StartRequest,
  StartResult,
} from "../../execution/commands/start-request.ts";
import { sleepsUntil, waitsForPeople } from "../../execution/state/clock.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { isFinalExecution } from "../../execution/state/status.ts";
import type { OutputSubmission, SubmissionResult } from "../../execution/turns/turn-request.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import { holdsText, longText } from "../../json/long-text.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import { childResult, deletedChild } from "../calls/child-end.ts";
import { atMost } from "../ports/at-most.ts";
import type { EventReceiver } from "../ports/event-mailbox.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { ChildEnd, ExecutionPeer } from "../ports/execution-peer.ts";
import type { ExecutionLease } from "../ports/lease-port.ts";
import { letOthersGo, letOthersGoOnce } from "../ports/let-others-go.ts";
import { followingEvents, startedEvent } from "./initial-events.ts";
import type { LoadedExecution } from "./loaded-execution.ts";
import type { Retention } from "./retention.ts";
import { type Entry, entryEvents, entryOf } from "./run-entry.ts";
import { furtherPlanEvents } from "./taken-over-events.ts";

export interface RequestsPorts {
  readonly options: ExecutionOptions;
  readonly loaded: () => LoadedExecution;
  readonly retention: Pick<Retention, "reserve">;
  /** The part of the execution in the caps of its tenant. */
  readonly lease: (request: StartRequest) => Pick<ExecutionLease, "acquire" | "admit">;
  /** Arms the alarm for work that is put in flight (E6). */
  readonly awaitWork: () => void;
  /** Continues the work that was put in flight. */
  readonly drive: () => void;
}

const notTaken =
  "Cannot take the output: required an execution whose events are kept and that can go on, found another";

/** Steps of a plan whose start takes some milliseconds. */
const wideSteps = 16;

export class ExecutionRequests implements ExecutionPeer, EventReceiver {
  readonly #ports: RequestsPorts;
  /** Callers who wait, each with the time until which it does, Unix milliseconds. */
  readonly #atRest = new Map<() => void, number>();

  constructor(ports: RequestsPorts) {
    this.#ports = ports;
  }

  /**
   * Starts the execution of `request`, or returns the one that was started here before. The tenant's cap is checked and the input is read
   * before anything is stored. The caller may wait until the execution rests.
   */
  async start(request: StartRequest): Promise<StartResult> {
    const { lease, loaded, options } = this.#ports;
    const { fingerprint, subject, waitMs, withValues } = request;
    let before = this.lookup(fingerprint, subject, withValues);
    if (before === null) {
      const { parent, root } = request.origin;
      const limit = await (parent === null ? lease(request).acquire(subject) : lease(request).admit(root, subject));
      if (limit !== undefined) return limit;
      const entry = await entryOf(request, options);
      const { execution, tenant } = request;
      const publicId = await options.publicId(tenant, { kind: "EXECUTION", execution });
      if (isLarge(request)) await letOthersGo(tenant, options);
      else if (parent !== null) await letOthersGoOnce(tenant, options);
      // The same request may have come in again while the tenant was asked and the input read, or a child may have been stopped.
      before = this.lookup(fingerprint, subject, withValues);
      if (before === null) this.#begin(request, entry, publicId);
    }
    if (before !== null && before.kind !== "STARTED") return before;
    if (waitMs > 0 && loaded().parkedBy === null) await this.#rest(waitMs);
    // While the caller waited, the execution may have ended and been deleted.
    const after = this.lookup(fingerprint, subject, withValues);
    if (after === null) throw new Error("an execution that was just started is gone");
    return after.kind === "STARTED" ? { ...after, replayed: before !== null } : after;
  }

  /** The execution that was started here: null for none, a conflict unless the request and its subject are the same. Stores nothing. */
  lookup(fingerprint: string, subject: string, withValues: boolean): StartResult | null {
    const { reader, tombstone } = this.#ports.loaded();
    if (tombstone?.isPlanted === true) return { kind: "DELETED", until: tombstone.until };
    const started = tombstone ?? reader.facts();
    if (started === undefined) return null;
    if (started.fingerprint !== fingerprint || started.subject !== subject) {
      return { kind: "IDEMPOTENCY_CONFLICT", execution: started.execution };
    }
    if (tombstone !== undefined) return { kind: "DELETED", until: tombstone.until };
    return { kind: "STARTED", replayed: true, view: this.#view(withValues) };
  }

  /** Answers those who wait, if the execution has ended or waits for a person. */
  rested(state: ExecutionState): void {
    for (const [resolve, until] of this.#atRest) if (isAtRest(state, until)) resolve();
  }

  cancel(by: string, reason: string | null, force = false): CancelResult {
    const { awaitWork, drive, loaded } = this.#ports;
    const { parkedBy, reader, runner } = loaded();
    const status = reader.status();
    if (status === undefined) return { kind: "NOT_FOUND" };
    if (isFinalExecution(status)) return { kind: "ALREADY_FINISHED", view: this.#view() };
    if (parkedBy === null) {
      awaitWork();
      const isTaken = runner.cancel(by, reason ?? undefined, force);
      drive();
      const { ending, finished } = runner.state ?? {};
      if (!isTaken && !force && finished === undefined && ending !== undefined && ending.status !== "CANCELLED")
        return { kind: "ENDING", view: this.#view() };
    }
    return { kind: "CANCELLED", view: this.#view() };
  }

  respond(given: GivenResponse): RespondResult {
    const { awaitWork, drive, loaded } = this.#ports;
    const { parkedBy, reader, runner } = loaded();
    const audience = reader.audience();
    if (audience === undefined) return { kind: "NOT_FOUND" };
    const { accessor, isAdmitted } = given;
    if (accessor !== undefined && isAdmitted !== true && !mayAccess(accessor, audience, "RESPOND"))
      return { kind: "NOT_FOUND" };
    if (runner.state === undefined || parkedBy !== null) return this.#answeredBefore(given.requestId);
    awaitWork();
    const answer = runner.respond(given);
    drive();
    if (answer.kind === "NOT_FOUND" || answer.kind === "INVALID") return answer;
    const view = this.#view();
    return answer.kind === "REFUSED" ? { ...answer, view } : { kind: answer.kind, view };
  }

  /** Rejects if the conversation, which has to say whether a key is free, cannot be reached. */
  async submit(submission: OutputSubmission): Promise<SubmissionResult> {
    const { awaitWork, drive, loaded } = this.#ports;
    const { parkedBy, reader, runner } = loaded();
    if (reader.status() === undefined) return { kind: "NOT_FOUND" };
    if (runner.state === undefined || parkedBy !== null) return { kind: "NOT_DUE", message: notTaken };
    if (runner.state.finished === undefined) awaitWork();
    const answer = await runner.submit(submission);
    drive();
    return answer;
  }

  /** How the execution ended; null while it runs, and if there is none. */
  async end(): Promise<ChildEnd | null> {
    const { reader, tombstone } = this.#ports.loaded();
    return tombstone === undefined ? reader.end() : deletedChild;
  }

  /** Takes the end of the child that the step `step` waits for. Rejects if that cannot be stored for now; the child says it again. */
  async childEnded(child: string, step: string, end: ChildEnd): Promise<void> {
    const { awaitWork, drive, loaded } = this.#ports;
    const { parkedBy, runner } = loaded();
    if (parkedBy !== null) throw new Error("the execution cannot go on for now");
    if (runner.state === undefined) return;
    if (runner.state.finished === undefined) awaitWork();
    runner.ended(step, child, childResult(child, end));
    drive();
  }

  async eventArrived(step: string, waitId: string, event: ArrivedEvent): Promise<ArrivalAnswer> {
    const { awaitWork, drive, loaded } = this.#ports;
    const { parkedBy, runner } = loaded();
    if (parkedBy !== null) throw new Error("the execution cannot go on for now");
    if (runner.state !== undefined && runner.state.finished === undefined) awaitWork();
    const answer = runner.arrived(step, waitId, event);
    drive();
    if (answer === undefined) throw new Error("the execution is about to end the wait");
    return answer;
  }

  /** Ends an execution as the child of `parent`, or sees to it that it is never made. Rejects if it cannot be ended for now. */
  async stopChild(parent: string, reason: string): Promise<void> {
    const { drive, loaded, retention } = this.#ports;
    const { parkedBy, reader, runner, tombstone } = loaded();
    if (tombstone !== undefined) return;
    if (parkedBy !== null) throw new Error("the execution cannot be stopped for now");
    if (reader.status() === undefined) {
      retention.reserve();
      drive();
    } else if (runner.state?.pinned.origin.parent?.execution === parent) this.cancel("parent", reason);
  }

  /** The answer to a question whose execution takes no answers any more. */
  #answeredBefore(requestId: string): RespondResult {
    const view = this.#view();
    const isExpired = view.humanInputs.some((asked) => asked.requestId === requestId && asked.status === "EXPIRED");
    return { kind: isExpired ? "EXPIRED" : "ALREADY_RESOLVED", view };
  }

  #begin(request: StartRequest, entry: Entry, publicId: string): void {
    const { awaitWork, drive, loaded, options } = this.#ports;
    awaitWork();
    const isConfined = request.visibility !== undefined && request.visibility !== "TENANT";
    loaded().webhooks.pin((request.webhooks ?? []).filter(({ isForOpen }) => !isConfined || isForOpen !== true));
    const { inputLabels = request.inputLabels } = entry;
    const labelled = inputLabels === undefined ? request : { ...request, inputLabels };
    const started = startedEvent(labelled, { codeVersion: options.codeVersion, input: entry.input, publicId });
    const taken = [...followingEvents(request), ...furtherPlanEvents(request)];
    loaded().runner.begin(started, [...taken, ...entryEvents(entry)]);
    drive();
  }

  /** Resolves when the execution has ended, waits for a person or sleeps for longer, or after `waitMs`. */
  async #rest(waitMs: number): Promise<void> {
    const { loaded, options } = this.#ports;
    const { state } = loaded().runner;
    const until = options.clock.now() + waitMs;
    if (state === undefined || isAtRest(state, until)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#atRest.set(resolve, until);
    await atMost(options.clock, waitMs, promise);
    this.#atRest.delete(resolve);
  }

  /** Of an execution that has begun. */
  #view(withValues = true): ExecutionView {
    const view = this.#ports.loaded().reader.view(withValues);
    if (view === undefined) throw new Error("an execution that has not begun has no view");
    return view;
  }
}

/** Whether the start of an execution is so much work that it is a piece of its own. */
function isLarge({ bindings, input, plan }: StartRequest): boolean {
  return (plan !== null && leafSteps(plan).length >= wideSteps) || holdsText([plan, bindings, input], longText);
}

/** Whether there is nothing for a caller to wait for who waits until `until`. */
function isAtRest(state: ExecutionState, until: number): boolean {
  return state.finished !== undefined || waitsForPeople(state) || sleepsUntil(state) > until;
}
