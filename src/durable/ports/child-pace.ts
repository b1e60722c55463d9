/**
 * How fast steps of one tenant begin executions in an isolate that other tenants use as well. One tenant with many wide plans would else keep
 * the isolate busy, and everybody else would wait behind its children.
 *
 * Children begin evenly, one at a time. A wait that ends late shows that the isolate has more to do than it can, so all children of the tenant
 * that wait are put off by four times as long. A tenant has neighbours while another one has begun executions here within the
 * last seconds. Without neighbours nothing waits and nothing is counted.
 */
import { BoundedMap } from "../../json/bounded-map.ts";
import { LatenessRest } from "./lateness-rest.ts";

const neighbourMs = 5_000;

/** Turns that are further away are not taken, so that a child which asks again later finds a nearer one. */
export const longestTurnMs = 10_000;

const maxTenants = 10_000;

interface Pace {
  /** When the next child begins, Unix milliseconds. */
  readonly nextAt: number;
  readonly putOffMs: number;
  readonly rest: LatenessRest;
}

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
  readonly #paces = new BoundedMap<Pace>(maxTenants);

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
    const pace = this.#paces.get(tenant) ?? { nextAt: now, putOffMs: 0, rest: new LatenessRest(now) };
    const nextAt = Math.max(pace.nextAt, now);
    const waitMs = Math.round(nextAt - now);
    if (waitMs > longestTurnMs) return waitMs;
    this.#paces.set(tenant, { ...pace, nextAt: nextAt + 1_000 / perSecond });
    return waitMs;
  }

  /** The further milliseconds of a pause between two pieces of work of `tenant` that began at `since`. 0 once it is over, and without a neighbour. */
  pauseMs(tenant: string, since: number, now: number): number {
    if (!this.#hasNeighbour(tenant, now)) return 0;
    return (this.#paces.get(tenant)?.rest ?? new LatenessRest(now)).pauseMs(since, now);
  }

  /** A wait of a child of `tenant` ended at `now` that was due at `dueAt`. Lateness that several saw counts once. */
  late(tenant: string, dueAt: number, now: number): void {
    const pace = this.#paces.get(tenant);
    if (pace === undefined) return;
    const moreMs = pace.rest.ended(dueAt, now);
    this.#paces.set(tenant, { ...pace, nextAt: pace.nextAt + moreMs, putOffMs: pace.putOffMs + moreMs });
  }

  /** By how many milliseconds in all the children of `tenant` have been put off. */
  putOffMs(tenant: string): number {
    return this.#paces.get(tenant)?.putOffMs ?? 0;
  }

  #hasNeighbour(tenant: string, now: number): boolean {
    const neighbour = this.#last?.tenant === tenant ? this.#other : this.#last;
    return neighbour !== undefined && neighbour.at > now - neighbourMs;
  }
}
