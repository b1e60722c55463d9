/** Pages of a list, read one after another up to a bound. Pure except for the function that reads. */
import type { Problem } from "./problem.ts";

/** The result of one request. A list that cannot be read is a problem. */
export type Page<Item> =
  | { readonly nodes: readonly Item[]; readonly nextCursor: string | null }
  | { readonly problem: Problem };

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** Whether there are more than `items`, because of the bound or of `problem`. */
  readonly hasMore: boolean;
  /** Why it was not read to its end. Null if it was. */
  readonly problem: Problem | null;
}

/** How many entries of a list are read. */
export const entryLimit = 1_000;

/** Reads page after page and reports the items so far after each. Stops without a further report once `signal` is aborted. */
export async function readPages<Item>(
  read: (after: string | null) => Promise<Page<Item>>,
  report: (listed: Listed<Item>) => void,
  signal: AbortSignal,
): Promise<void> {
  let items: readonly Item[] = [];
  let after: string | null = null;
  while (items.length < entryLimit) {
    const answer: Page<Item> = await read(after);
    if (signal.aborted) return;
    if ("problem" in answer) {
      report({ items, hasMore: true, problem: answer.problem });
      return;
    }
    items = [...items, ...answer.nodes];
    // An empty page that promises more would be read for ever.
    const isLast = answer.nextCursor === null || answer.nodes.length === 0;
    report({ items, hasMore: !isLast, problem: null });
    if (isLast) return;
    after = answer.nextCursor;
  }
}
