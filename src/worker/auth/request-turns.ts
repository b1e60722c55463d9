/**
 * Which requests let others go first. Of the tenants whose requests an isolate answers, the one with the most at work yields: its next request
 * waits a millisecond, which shows how late the isolate is, and a few times as long as that, until the isolate is on time or some seconds have
 * passed. An isolate with time to spare delays nothing by more than that millisecond. A tenant with one request at a time, or without
 * neighbours, waits for nothing.
 *
 * The platform may end a request whose caller has left without another word, so a request counts for half a minute at most.
 */
const atWorkMs = 30_000;
const neighbourMs = 5_000;

/** What is late by less is not busy. */
const leastLateMs = 10;
const lateTimes = 4;
const mostWaitMs = 1_000;
const longestMs = 5_000;

const maxTenants = 1_000;

export const yieldMs = 1;

interface Entry {
  readonly tenant: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** How long a request waits further that has waited for `waitedMs` and was `lateMs` late. */
export function waitAfter(lateMs: number, waitedMs: number): number {
  return lateMs < leastLateMs || waitedMs >= longestMs ? 0 : Math.min(lateTimes * lateMs, mostWaitMs);
}

export class RequestTurns {
  /** What each tenant has at work, the oldest first, and when its latest request came. Tenants whose latest is oldest come first. */
  readonly #tenants = new Map<string, { readonly atWork: Set<Entry>; latestAt: number }>();
  readonly #entries = new WeakMap<Request, Entry>();

  /** `request` of `tenant` begins at `now`. Whether it yields. */
  enter(request: Request, tenant: string, now: number): boolean {
    const own = this.#tenants.get(tenant) ?? { atWork: new Set<Entry>(), latestAt: now };
    const entry = { tenant, at: now };
    own.atWork.add(entry);
    own.latestAt = now;
    this.#tenants.delete(tenant);
    this.#tenants.set(tenant, own);
    const [oldest] = this.#tenants.keys();
    if (oldest !== undefined && this.#tenants.size > maxTenants) this.#tenants.delete(oldest);
    this.#entries.set(request, entry);
    prune(own.atWork, now);
    return own.atWork.size > 1 && this.#hasMost(tenant, own.atWork.size, now);
  }

  /** `request` was answered. */
  leave(request: Request): void {
    const entry = this.#entries.get(request);
    if (entry !== undefined) this.#tenants.get(entry.tenant)?.atWork.delete(entry);
  }

  #hasMost(tenant: string, size: number, now: number): boolean {
    let hasNeighbour = false;
    for (const [name, { atWork, latestAt }] of this.#tenants) {
      if (name === tenant) continue;
      prune(atWork, now);
      if (atWork.size >= size) return false;
      if (atWork.size > 0 || latestAt > now - neighbourMs) hasNeighbour = true;
      else this.#tenants.delete(name);
    }
    return hasNeighbour;
  }
}

function prune(atWork: Set<Entry>, now: number): void {
  for (const entry of atWork) {
    if (entry.at > now - atWorkMs) return;
    atWork.delete(entry);
  }
}
