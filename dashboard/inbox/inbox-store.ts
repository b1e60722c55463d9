/**
 * Requests that wait for a person, as the page knows them: read a hundred at a time and followed from there, so that nothing is missed
 * between the two. A request that is answered anywhere leaves the list and is among the resolved ones.
 */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { follow } from "../api/follow.ts";
import type { Problem } from "../api/problem.ts";
import { requestUntilAnswered } from "../api/request.ts";
import { refusal, signIns } from "../api/session.ts";
import { pendingRequests, requestChanges, resolvedRequests } from "./inbox-list.generated.ts";
import { type Asked, soonestFirst } from "./inbox-order.ts";

export interface InboxStore {
  /** Soonest first. Null until they were read. */
  readonly requests: ReadonlySignal<readonly Asked[] | null>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** The last that were resolved, the latest first. Null until somebody wanted them. */
  readonly resolved: ReadonlySignal<readonly Asked[] | null>;
  /** How a request stands that ended while the page is open, by its ID. */
  readonly ended: ReadonlySignal<ReadonlyMap<string, Asked>>;
  readonly problem: ReadonlySignal<Problem | null>;
  readMore(): Promise<void>;
  readResolved(): Promise<void>;
  /** Reads all of it again. */
  readAgain(): Promise<void>;
  close(): void;
}

const mostResolved = 20;

/** `isToMe` for requests to the viewer alone. */
export function openInbox(isToMe: boolean): InboxStore {
  const open = signal<ReadonlyMap<string, Asked> | null>(null);
  const ended = signal<ReadonlyMap<string, Asked>>(new Map());
  const resolved = signal<readonly Asked[] | null>(null);
  const problem = signal<Problem | null>(null);
  const after = signal<string | null>(null);
  const closing = new AbortController();
  let leave: () => void = () => undefined;
  let loads = 0;

  // Changes come of the whole inbox.
  const isShown = ({ addressees, refusal }: Asked) => !isToMe || (addressees.length > 0 && refusal !== "NOT_ADDRESSED");

  const take = (changed: readonly Asked[]) => {
    const pending = new Map(open.peek() ?? []);
    const gone = new Map(ended.peek());
    for (const one of changed) {
      if (one.status === "PENDING" && !isShown(one)) continue;
      if (one.status === "PENDING") pending.set(one.id, one);
      else {
        pending.delete(one.id);
        gone.set(one.id, one);
      }
    }
    batch(() => {
      open.value = pending;
      ended.value = gone;
      const before = resolved.peek();
      if (before === null) return;
      const now = changed.filter(({ status }) => status !== "PENDING");
      const ids = new Set(now.map(({ id }) => id));
      resolved.value = [...now.reverse(), ...before.filter(({ id }) => !ids.has(id))].slice(0, mostResolved);
    });
  };

  const read = async (cursor: string | null) => {
    const answer = await requestUntilAnswered(
      pendingRequests,
      { after: cursor, addressedToMe: isToMe },
      closing.signal,
      (why) => {
        problem.value = why;
      },
    );
    if (closing.signal.aborted) return null;
    const page = answer.ok ? answer.data.humanInputRequests : null;
    if (page === null) {
      problem.value = answer.ok ? (answer.problems[0] ?? null) : answer.problem;
      return null;
    }
    batch(() => {
      problem.value = null;
      const before = cursor === null ? [] : [...(open.peek() ?? [])];
      // A request that ended while the page was on its way does not come back.
      const there = page.nodes.filter(({ id }) => !ended.peek().has(id));
      open.value = new Map([...before, ...there.map((one) => [one.id, one] as const)]);
      after.value = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    });
    return page.feedCursor;
  };

  const readAgain = async () => {
    leave();
    loads += 1;
    const load = loads;
    const cursor = await read(null);
    // A later load, such as that after a sign-in, follows by itself.
    if (cursor === null || load !== loads) return;
    leave = follow(
      requestChanges,
      { after: cursor },
      {
        next: ({ humanInputChanges: { caughtUp, gap, requests } }) => {
          if (gap) void readAgain();
          else if (requests.length > 0) take(requests);
          return caughtUp ? null : { seen: 0, total: null };
        },
        failed: (why) => {
          problem.value = why;
        },
        completed: () => undefined,
      },
    );
  };
  const stop = effect(() => {
    void signIns.value;
    if (refusal.value === null) void untracked(readAgain);
  });

  return {
    requests: computed(() => (open.value === null ? null : soonestFirst(open.value.values()))),
    hasMore: computed(() => after.value !== null),
    resolved,
    ended,
    problem,
    async readMore() {
      if (after.value !== null) await read(after.value);
    },
    async readResolved() {
      const answer = await requestUntilAnswered(resolvedRequests, {}, closing.signal);
      if (answer.ok && answer.data.humanInputRequests !== null) resolved.value = answer.data.humanInputRequests.nodes;
    },
    readAgain,
    close() {
      closing.abort();
      stop();
      leave();
    },
  };
}
