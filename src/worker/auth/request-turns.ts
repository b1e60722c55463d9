/**
 * Which requests let others go first. Of the tenants whose requests an isolate answers, the one with the most at work yields: its further
 * requests stand in a row and begin one after another. The first of the row looks often how late the isolate is, and rests four times as
 * long, so that others get most of a busy isolate. The second looks as often: it is first once that one has begun, and sees how long its work
 * takes. In an isolate with time to spare each begins a few milliseconds after the one before it. No
 * request waits longer than some seconds. A tenant with one request at a time, or without neighbours, waits for nothing.
 *
 * Lateness is that of timers: clocks stand still while code runs, and a timer shows afterwards by how much. Requests share values and never
 * work in progress, so each looks by a timer of its own, and time that several saw is counted once.
 *
 * An operation over a WebSocket is a request too; a connection is none.
 *
 * A request with much work pauses between two pieces of it while another tenant has a request at work.
 *
 * The platform may end a request whose caller has left without another word, so a request counts for half a minute at most, and one that
 * has not looked for a second has left the row.
 */
import { LatenessRest } from "../../durable/ports/lateness-rest.ts";

const atWorkMs = 30_000;
const neighbourMs = 5_000;

/** How long a request waits in all. */
const longestMs = 5_000;

/** Between two requests of a row. */
const gapMs = 5;
/** How often the first two of a row look, and how long another one sleeps at most. */
const lookMs = 5;
const mostSleepMs = 250;
const goneMs = 1_000;

const maxTenants = 1_000;

/** The identity of a request. */
export type TurnKey = object;

interface Entry {
  readonly tenant: string;
  /** Unix milliseconds, as all times here. */
  readonly at: number;
  /** When it looks next, if it stands in the row. */
  lookAt: number;
}

interface Turns {
  /** The oldest first. Those in the row are at work too. */
  readonly atWork: Set<Entry>;
  readonly row: Set<Entry>;
  latestAt: number;
  /** The first of the row begins after it. */
  readonly rest: LatenessRest;
}

export class RequestTurns {
  /** By tenant. Those whose latest request is oldest come first. */
  readonly #tenants = new Map<string, Turns>();
  readonly #entries = new WeakMap<TurnKey, Entry>();

  /** A request of `tenant` begins at `now`. The milliseconds after which it asks `waitMs`; 0 if it waits for nothing. */
  enter(key: TurnKey, tenant: string, now: number): number {
    const own = this.#tenants.get(tenant) ?? turnsFrom(now);
    const entry = { tenant, at: now, lookAt: now };
    own.atWork.add(entry);
    own.latestAt = now;
    this.#tenants.delete(tenant);
    this.#tenants.set(tenant, own);
    const [oldest] = this.#tenants.keys();
    if (oldest !== undefined && this.#tenants.size > maxTenants) this.#tenants.delete(oldest);
    this.#entries.set(key, entry);
    prune(own.atWork, now);
    if (own.atWork.size < 2 || !this.#hasMost(tenant, own.atWork.size, now)) return 0;
    own.row.add(entry);
    return this.#sleep(entry, own, now);
  }

  /** How long a request waits further whose wait has ended at `now`; 0 if it begins. */
  waitMs(key: TurnKey, now: number): number {
    const entry = this.#entries.get(key);
    const own = entry && this.#tenants.get(entry.tenant);
    if (entry === undefined || own === undefined) return 0;
    own.rest.ended(entry.lookAt, now);
    const hasTurn = firstOf(own.row, now) === entry && now >= own.rest.until;
    const mayWait = now - entry.at < longestMs && this.#hasMost(entry.tenant, own.atWork.size, now);
    if (mayWait && !hasTurn) return this.#sleep(entry, own, now);
    own.row.delete(entry);
    own.rest.extendTo(now + gapMs);
    return 0;
  }

  /** Waits for the turn of a request of `tenant`. Once it is answered, `leave` is called. */
  async take(key: TurnKey, tenant: string): Promise<void> {
    for (let waitMs = this.enter(key, tenant, Date.now()); waitMs > 0; waitMs = this.waitMs(key, Date.now()))
      await sleep(waitMs);
  }

  /** Between two pieces of the work of a request of `tenant`: lets the requests of others go first, if there are any. */
  async pause(tenant: string): Promise<void> {
    const own = this.#tenants.get(tenant);
    if (own === undefined) return;
    const since = Date.now();
    for (let now = since; this.#hasOthers(tenant, now); now = Date.now()) {
      const waitMs = own.rest.pauseMs(since, now);
      if (waitMs === 0) return;
      await sleep(waitMs);
      own.rest.ended(now + waitMs, Date.now());
    }
  }

  /** The request was answered. */
  leave(key: TurnKey): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const own = this.#tenants.get(entry.tenant);
    own?.atWork.delete(entry);
    own?.row.delete(entry);
  }

  /** The first two of a row look often; the others sleep until they could be the first. */
  #sleep(entry: Entry, { rest, row }: Turns, now: number): number {
    let before = 0;
    for (const other of row) {
      if (other === entry) break;
      before += 1;
    }
    const dueMs = Math.max(1, rest.until - now);
    const turnMs = lookMs + gapMs * before + dueMs;
    const sleepMs = before === 0 ? Math.min(lookMs, dueMs) : before === 1 ? lookMs : Math.min(turnMs, mostSleepMs);
    entry.lookAt = now + sleepMs;
    return sleepMs;
  }

  /** Whether another tenant has a request at work. */
  #hasOthers(tenant: string, now: number): boolean {
    for (const [name, { atWork }] of this.#tenants) {
      if (name === tenant) continue;
      prune(atWork, now);
      if (atWork.size > 0) return true;
    }
    return false;
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

function turnsFrom(now: number): Turns {
  return { atWork: new Set(), row: new Set(), latestAt: now, rest: new LatenessRest(now) };
}

/** The first request of `row` that still looks. */
function firstOf(row: Set<Entry>, now: number): Entry | undefined {
  for (const entry of row) {
    if (entry.lookAt > now - goneMs) return entry;
    row.delete(entry);
  }
  return undefined;
}

function prune(atWork: Set<Entry>, now: number): void {
  for (const entry of atWork) {
    if (entry.at > now - atWorkMs) return;
    atWork.delete(entry);
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
