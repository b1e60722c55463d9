/**
 * The permits of a host, shared by its executions (E10). The platform lets six requests of an object await their headers, whichever
 * execution they are of. So an execution that holds permits gets another only while enough are left for each neighbour at work that holds
 * none. Waiting calls are served in order, those of executions without a permit first: long calls cannot keep a neighbour from its one
 * permit.
 */
import type { Connection, Connections } from "../ports/ports.ts";

/** The part of an object's permits that an execution uses. */
export interface ConnectionPermits extends Connections {
  /** Runs `task` under a permit. Rejects with the reason of `signal` if it is aborted before one is free; `task` never runs then. */
  run<Result>(signal: AbortSignal | undefined, task: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly share: Share;
  readonly grant: () => void;
}

export class SharedPermits {
  #free: number;
  /** Attempts that were admitted and have made no request yet. */
  #admitted = 0;
  readonly #shares = new Set<Share>();
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** The part of an execution. `isActive` says whether it is at work, so that a permit is kept for it. */
  share(isActive: () => boolean): ConnectionPermits {
    return new Share(this, isActive);
  }

  /** Whether a further execution could make a call at once, even if all executions at work make one too. */
  get hasRoom(): boolean {
    return this.#free - this.#admitted > this.#keptForOthers(undefined);
  }

  /**
   * Whether an attempt of `share` may begin. As with permits of one execution, an admission takes no permit: a request of another attempt,
   * such as a shared handshake, cannot wait for an attempt that waits for it.
   */
  admit(share: Share): boolean {
    this.#shares.add(share);
    const isFirst = share.inUse + share.admitted === 0;
    if (this.#free - this.#admitted <= (isFirst ? 0 : this.#keptForOthers(share))) return false;
    this.#admitted += 1;
    share.admitted += 1;
    return true;
  }

  /** An admitted attempt makes its first request, or ended without one. */
  admissionOver(share: Share): void {
    this.#admitted -= 1;
    share.admitted -= 1;
  }

  /** Takes a permit, when there is one. */
  async take(share: Share, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.#shares.add(share);
    if (this.#mayTake(share)) {
      this.#count(share, 1);
      return;
    }
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const grant = () => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    };
    const entry = { share, grant };
    const aborted = () => {
      const position = this.#waiting.indexOf(entry);
      if (position >= 0) this.#waiting.splice(position, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", aborted, { once: true });
    this.#waiting.push(entry);
    return promise;
  }

  giveBack(share: Share): void {
    this.#count(share, -1);
    this.serve();
  }

  /** Serves those that wait, and notifies executions that a call could leave. */
  serve(): void {
    while (this.#waiting.length > 0) {
      const first = this.#waiting.findIndex(({ share }) => share.inUse === 0 && this.#mayTake(share));
      const position = first >= 0 ? first : this.#waiting.findIndex(({ share }) => this.#mayTake(share));
      const [next] = position < 0 ? [] : this.#waiting.splice(position, 1);
      if (next === undefined) break;
      this.#count(next.share, 1);
      next.grant();
    }
    const shares = [...this.#shares].toSorted((left, right) => left.inUse - right.inUse);
    for (const share of shares) if (this.#free > this.#admitted) share.notifyFree();
  }

  #count(share: Share, more: number): void {
    this.#free -= more;
    share.inUse += more;
  }

  #mayTake(share: Share): boolean {
    return this.#free > (share.inUse === 0 ? 0 : this.#keptForOthers(share));
  }

  /** Permits that are kept for executions at work which hold none, `but` one. */
  #keptForOthers(but: Share | undefined): number {
    let kept = 0;
    for (const share of this.#shares) {
      if (share.inUse + share.admitted > 0) continue;
      if (!share.isActive()) this.#shares.delete(share);
      else if (share !== but) kept += 1;
    }
    return kept;
  }
}

class Share implements ConnectionPermits {
  readonly #all: SharedPermits;
  readonly isActive: () => boolean;
  inUse = 0;
  admitted = 0;
  #onFree: () => void = () => undefined;

  constructor(all: SharedPermits, isActive: () => boolean) {
    this.#all = all;
    this.isActive = isActive;
  }

  async run<Result>(signal: AbortSignal | undefined, task: () => Promise<Result>): Promise<Result> {
    await this.#all.take(this, signal);
    try {
      return await task();
    } finally {
      this.#all.giveBack(this);
    }
  }

  admit(): Connection | undefined {
    if (!this.#all.admit(this)) return undefined;
    let isPending = true;
    const over = () => {
      if (!isPending) return false;
      isPending = false;
      this.#all.admissionOver(this);
      return true;
    };
    return {
      awaitHeaders: (signal, task) => {
        over();
        return this.run(signal, task);
      },
      end: () => {
        if (over()) this.#all.serve();
      },
    };
  }

  onFree(task: () => void): void {
    this.#onFree = task;
  }

  rested(): void {
    this.#all.serve();
  }

  notifyFree(): void {
    this.#onFree();
  }
}
