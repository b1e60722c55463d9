/**
 * Room `graph/subscriptions`: the subscriptions of the API: the log of one execution, changes of the list of executions, changes of the
 * inbox, and the token for a client that cannot send headers.
 *
 * It leaves to others: `worker/watch` follows the feed of an object over its socket, `durable/feed` and `durable/index` send it,
 * `graph/transport` and `worker/sockets` write results to the connection.
 *
 * Invariants:
 *
 * - A subscription holds one place among the open subscriptions of its caller from its creation until its end, however it ends.
 * - A client that leaves ends the watching at once, even in the middle of a wait.
 * - A subscription resumes after its cursor. A cursor of another execution or tenant is refused.
 *
 * This file is one subscription as the GraphQL engine reads it: the pages of a feed, cut into items. The iterator is written by hand,
 * because an `async function*` that is blocked cannot be returned.
 */
import type { GraphContext } from "../base/graph-context.ts";
import type { StreamItem } from "../base/list-sources.ts";
import { rateLimited } from "../base/request-error.ts";

/** When a refused caller may try again. */
const RETRY_AFTER_SECONDS = 30;

/**
 * The items of the pages that `watch` opens. The watching ends when the reader leaves, its request is aborted or the pages end.
 * Throws RATE_LIMITED if the caller has as many subscriptions as it may.
 */
export function subscriptionStream<Page, Item extends StreamItem>(
  watch: (signal: AbortSignal) => AsyncIterable<Page>,
  itemsOf: (page: Page) => readonly Item[],
  { request: { signal }, subscriptions }: GraphContext,
): AsyncIterableIterator<Item> {
  const leaving = new AbortController();
  const pages = watch(leaving.signal)[Symbol.asyncIterator]();
  const entrance = subscriptions.enter();
  if (entrance.kind === "REFUSED") {
    leaving.abort();
    const { cap, maximum } = entrance;
    throw rateLimited(
      `Cannot subscribe: required at most ${maximum} open subscriptions per ${cap}, found as many`,
      RETRY_AFTER_SECONDS,
    );
  }
  const waiting: Item[] = [];
  let isOver = false;
  const over = (): IteratorReturnResult<undefined> => {
    if (!isOver) {
      signal.removeEventListener("abort", over);
      leaving.abort();
      entrance.leave();
    }
    isOver = true;
    waiting.length = 0;
    return { done: true, value: undefined };
  };
  // An aborted request may have no reader any more, so that this alone must give the place back.
  signal.addEventListener("abort", over, { once: true });
  if (signal.aborted) over();
  return {
    async next() {
      try {
        while (!isOver && waiting.length === 0) {
          const step = await pages.next();
          if (isOver || step.done === true) return over();
          waiting.push(...itemsOf(step.value));
        }
        const item = waiting.shift();
        return isOver || item === undefined ? over() : { done: false, value: item };
      } catch (error) {
        over();
        throw error;
      }
    },
    async return() {
      const ended = over();
      await pages.return?.();
      return ended;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
