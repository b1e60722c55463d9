/** Work on many items, few at a time. Pure. */

/** `work` on every item of `items` in their order, at most `limit` at a time. Rejects with the first that does. */
export async function inTurns<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // Every worker takes from the same iterator, so that each item is taken once.
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
