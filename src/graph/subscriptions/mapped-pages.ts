/**
 * Maps each page of a feed before it is handed out.
 */

/** Written by hand, because a blocked `async function*` cannot be returned. */
export function mappedPages<Page, Item>(
  pages: AsyncIterable<Page>,
  map: (page: Page) => Promise<Item>,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = pages[Symbol.asyncIterator]();
      return {
        async next(): Promise<IteratorResult<Item, undefined>> {
          const step = await iterator.next();
          return step.done === true ? { done: true, value: undefined } : { done: false, value: await map(step.value) };
        },
        async return(): Promise<IteratorResult<Item, undefined>> {
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
