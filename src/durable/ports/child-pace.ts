/**
 * How fast steps of one tenant begin executions in an isolate that other tenants use as well. One tenant with many wide plans would else keep
 * the isolate busy, and everybody else would wait behind its children.
 *
 * A quarter of a second's worth of children begins at once; after that they begin evenly. A turn that comes late shows that the isolate has more to
 * do than it can, so it costs the tenant several times as long as it was late. A tenant has neighbours while another one has begun
 * executions here within the last seconds. Without neighbours nothing waits and nothing is counted.
 */
import { BoundedMap } from "../../json/bounded-map.ts";

const neighbourMs = 5_000;

/** How often the lateness of a turn is added to the time until the next one, and the longest that is added. */
const lateTimes = 4;
const mostLateMs = 1_000;

/** Turns that are further away are not taken, so that a child which asks again later finds a nearer one. */
export const longestTurnMs = 10_000;

const maxTenants = 10_000;

interface Begun {
  readonly tenant: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * The pace that the objects of one isolate share.
 *
 * @example
 * ```ts
 * const pace = new ChildPace();
 * pace.begun("acme", 0);
 * pace.begun("globex", 0);
 * pace.waitMs("acme", 4, 0); // 0
 * pace.waitMs("acme", 4, 0); // 250
 * pace.waitMs("globex", 4, 0); // 0
 * ```
 */
export class ChildPace {
  /** The tenant that began an execution last, and the last other one. */
  #last: Begun | undefined;
  #other: Begun | undefined;
  /** When the next child of each tenant would begin if its children began evenly, Unix milliseconds. */
  readonly #nextAt = new BoundedMap<number>(maxTenants);

  /** An execution of `tenant` began at `now`. */
  begun(tenant: string, now: number): void {
    if (this.#last !== undefined && this.#last.tenant !== tenant) this.#other = this.#last;
    this.#last = { tenant, at: now };
  }

  /**
   * Takes the next turn of those that come `perSecond`, and gives the milliseconds until it. One that is too far away is not taken. 0
   * `perSecond` stands for no bound.
   */
  waitMs(tenant: string, perSecond: number, now: number): number {
    if (perSecond === 0 || !this.#hasNeighbour(tenant, now)) return 0;
    const everyMs = 1_000 / perSecond;
    const nextAt = Math.max(this.#nextAt.get(tenant) ?? 0, now);
    const atOnce = Math.ceil(perSecond / 4);
    const waitMs = Math.max(0, Math.round(nextAt - (atOnce - 1) * everyMs - now));
    if (waitMs > longestTurnMs) return waitMs;
    this.#nextAt.set(tenant, nextAt + everyMs);
    return waitMs;
  }

  /** A turn of `tenant` came so much later than it was due. */
  late(tenant: string, milliseconds: number): void {
    const nextAt = this.#nextAt.get(tenant);
    if (nextAt !== undefined) this.#nextAt.set(tenant, nextAt + Math.min(lateTimes * milliseconds, mostLateMs));
  }

  #hasNeighbour(tenant: string, now: number): boolean {
    const neighbour = this.#last?.tenant === tenant ? this.#other : this.#last;
    return neighbour !== undefined && neighbour.at > now - neighbourMs;
  }
}
