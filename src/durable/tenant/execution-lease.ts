/**
 * The lease of one execution under the caps of its tenant (E10). Only roots take a lease. Descendants run under the lease of their root, so
 * that no child waits for the place of its own parent. Each descendant is admitted once before anything of it is stored: it counts among
 * the executions that began within a minute and in the total of its root. Without a cap the tenant's object is never called. If the total
 * of a root is the only cap, a root without children does not call it either.
 *
 * 1. The lease is taken before anything is stored, so that a refused execution leaves no trace.
 * 2. It lasts until the object wakes next and at least a minute more. An execution that waits a week for human input takes it once and
 *    renews nothing (E11).
 * 3. Nothing of it is stored. A new instance renews the lease on its first use, and gives it back again if the execution has ended. A
 *    lease that could not be given back expires.
 * 4. Calls leave one after another, so that no late renewal brings a lease back that was given back.
 */
import type { TenantLimit } from "../../execution/commands/start-request.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { ExecutionLease } from "../ports/lease-port.ts";

/** How long a lease is asked for beyond the time at which the object wakes next, and how much of that must be left. */
const ASKED_MARGIN_MS = 120_000;
const LEAST_MARGIN_MS = 60_000;

/** 0 stands for no cap. */
export interface LeaseCaps {
  /** Roots at a time. */
  readonly maxConcurrentExecutions: number;
  /** Of these, of one subject. Absent for no cap. */
  readonly maxConcurrentExecutionsPerSubject?: number;
  /** Executions begun within a minute, descendants included. */
  readonly maxExecutionsPerMinute: number;
  /** Of these, those of one subject. Absent for no cap. */
  readonly maxExecutionsPerMinutePerSubject?: number;
  /** Executions of one root over its whole life, itself included. */
  readonly maxExecutionsPerRoot: number;
}

/** Whether an execution began children, which are counted for it. */
export function hadChild({ steps }: Pick<ExecutionState, "steps">): boolean {
  return steps.all.some(({ tasks }) => tasks.some(({ kind }) => kind === "CHILD"));
}

/** Whether roots take a lease under these caps. */
export function holdsPlace(caps: LeaseCaps): boolean {
  const { maxConcurrentExecutions, maxConcurrentExecutionsPerSubject = 0 } = caps;
  return maxConcurrentExecutions > 0 || maxConcurrentExecutionsPerSubject > 0 || countsMinute(caps);
}

/** Whether the executions of a minute are counted. */
function countsMinute({ maxExecutionsPerMinute, maxExecutionsPerMinutePerSubject = 0 }: LeaseCaps): boolean {
  return maxExecutionsPerMinute > 0 || maxExecutionsPerMinutePerSubject > 0;
}

export interface LeaseRequest {
  readonly execution: string;
  /** Whose it is. Absent from a caller of an earlier version. */
  readonly subject?: string;
  readonly caps: LeaseCaps;
  /** Unix milliseconds. */
  readonly until: number;
}

/** A descendant that is to begin. */
export interface AdmissionRequest {
  readonly execution: string;
  readonly root: string;
  /** Whose it is. Absent from a caller of an earlier version. */
  readonly subject?: string;
  readonly caps: LeaseCaps;
}

/** The object of a tenant, as executions ask it. Each call may be repeated. Times in Unix milliseconds. */
export interface TenantLeasePort {
  /** Null if the execution may begin. */
  acquireLease(request: LeaseRequest, now: number): Promise<TenantLimit | null>;
  /** Null if the descendant may begin. */
  admitDescendant(request: AdmissionRequest, now: number): Promise<TenantLimit | null>;
  renewLease(execution: string, until: number): Promise<unknown>;
  releaseLease(execution: string): Promise<unknown>;
}

export interface LeaseOptions {
  readonly caps: LeaseCaps;
  /** Opened again for each call: a stub that broke stays broken. */
  readonly tenant: () => TenantLeasePort;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The part of the caps that one execution uses. */
export class TenantLease implements ExecutionLease {
  readonly #execution: string;
  readonly #options: LeaseOptions;
  /** When the lease ends, Unix milliseconds; 0 if this instance does not know. */
  #until = 0;
  #isReleased = false;
  #calls: Promise<unknown> = Promise.resolve();

  constructor(execution: string, options: LeaseOptions) {
    this.#execution = execution;
    this.#options = options;
  }

  async acquire(subject: string): Promise<TenantLimit | undefined> {
    if (!this.#isCapped()) return undefined;
    const { caps, now, tenant } = this.#options;
    const until = now() + ASKED_MARGIN_MS;
    const refusal = await tenant().acquireLease({ execution: this.#execution, subject, caps, until }, now());
    if (refusal === null) this.#until = until;
    return refusal ?? undefined;
  }

  async admit(root: string, subject: string): Promise<TenantLimit | undefined> {
    const { caps, now, tenant } = this.#options;
    if (!countsMinute(caps) && caps.maxExecutionsPerRoot === 0) return undefined;
    return (await tenant().admitDescendant({ execution: this.#execution, root, subject, caps }, now())) ?? undefined;
  }

  async keep(wakeAt: number): Promise<void> {
    const wake = Math.max(wakeAt, this.#options.now());
    if (!this.#isCapped() || this.#isReleased || this.#until >= wake + LEAST_MARGIN_MS) return;
    const until = wake + ASKED_MARGIN_MS;
    this.#until = until;
    const isRenewed = await this.#call((tenant) => tenant.renewLease(this.#execution, until));
    if (!isRenewed) this.#until = 0;
  }

  async release(hadDescendants: boolean): Promise<void> {
    const isCounted = hadDescendants && this.#options.caps.maxExecutionsPerRoot > 0;
    if (!(this.#isCapped() || isCounted) || this.#isReleased) return;
    this.#isReleased = true;
    await this.#call((tenant) => tenant.releaseLease(this.#execution));
  }

  #call(ask: (tenant: TenantLeasePort) => Promise<unknown>): Promise<boolean> {
    const answer = this.#calls
      .then(() => ask(this.#options.tenant()))
      .then(
        () => true,
        () => false,
      );
    this.#calls = answer;
    return answer;
  }

  #isCapped(): boolean {
    return holdsPlace(this.#options.caps);
  }
}
