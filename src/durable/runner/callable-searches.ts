/**
 * The search for callables that a planner asked for, while it is in flight. The runner owns the state.
 *
 * - E3: the query is stored with the answer of the planner. The found callables are stored, and so pinned (E15), before the planner is
 *   asked again.
 * - E6: a search reads the catalog of the tenant and changes nothing, so one that was lost is made again. It leaves no row of its own.
 * - E8: a result that comes when the execution has ended, or continues without it, changes nothing.
 * - A search that fails, or takes too long, finds nothing: the planner plans with what it has, and the event says why.
 */
import type { Effect } from "../../execution/effects/effect.ts";
import { CallAborted } from "../../execution/events/call-aborted.ts";
import type { CallablesFound } from "../../execution/events/model-event.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { Failure } from "../../json/failure.ts";
import type { RunnerPorts } from "../ports/ports.ts";
import { ownFault } from "./aborted-result.ts";
import type { RunnerHost } from "./runner-host.ts";

const longestSearchMs = 10_000;

export class CallableSearches {
  readonly #ports: RunnerPorts;
  readonly #host: RunnerHost;
  #searching: AbortController | undefined;

  constructor(ports: RunnerPorts, host: RunnerHost) {
    this.#ports = ports;
    this.#host = host;
  }

  /** Whether a search is in flight. */
  get busy(): boolean {
    return this.#searching !== undefined;
  }

  /** Makes the search, unless it is in flight already. */
  start(query: string): void {
    const state = this.#host.state();
    if (state === undefined || this.#searching !== undefined) return;
    const controller = new AbortController();
    this.#searching = controller;
    const isGone = () => {
      this.#searching = undefined;
    };
    this.#host.onceStored(() => void this.#search(state, query, controller), isGone);
  }

  /** Gives up a search that the state does not call for any more. */
  dropStale(wanted: readonly Effect[]): void {
    if (this.#searching === undefined || wanted.some((effect) => effect.kind === "FIND_CALLABLES")) return;
    this.#searching.abort(new CallAborted("CANCEL"));
    this.#searching = undefined;
    this.#host.ended();
  }

  async #search(state: ExecutionState, query: string, controller: AbortController): Promise<void> {
    const found = await this.#found(state, query);
    if (this.#searching !== controller) return;
    this.#host.unattended(() => {
      this.#searching = undefined;
      const now = this.#host.state();
      if (now !== undefined && now.finished === undefined) this.#host.proceed([found]);
    });
    this.#host.ended();
  }

  async #found(state: ExecutionState, query: string): Promise<CallablesFound> {
    const { clock, findCallables } = this.#ports;
    const { promise: late, resolve } = Promise.withResolvers<Failure>();
    const stopTimer = clock.after(longestSearchMs, () => resolve(tooSlow));
    const search = findCallables(state, query).then(
      (definitions) => ({ definitions, failure: null }),
      (error: unknown) => ({ definitions: undefined, failure: ownFault(error, state.pinned) }),
    );
    const ended = await Promise.race([search, late.then((failure) => ({ definitions: undefined, failure }))]);
    stopTimer();
    const { catalogRevision } = state.pinned.definitions;
    const { definitions = { callables: [], providers: [], catalogRevision }, failure } = ended;
    return { kind: "CallablesFound", query, definitions, failure };
  }
}

const tooSlow: Failure = {
  code: "UPSTREAM_UNAVAILABLE",
  message: `the catalog did not answer within ${longestSearchMs / 1_000} seconds`,
  retryable: true,
  details: null,
};
