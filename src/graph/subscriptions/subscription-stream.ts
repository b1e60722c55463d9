/**
 * One subscription as the engine of GraphQL reads it: the pages of a feed, cut into items. An iterator written by hand, because a
 * blocked `async function*` cannot be returned: whoever leaves ends the watching at once, also in the middle of a wait. Holds one
 * place among the open subscriptions of the caller from its making until its end, however it ends.
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
