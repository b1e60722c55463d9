/** Pages of a list, read one after another until all are there, up to a bound. */
import type { Operation } from "./operation.ts";
import { offline, type Problem } from "./problem.ts";
import { type Answer, requestUntilAnswered } from "./request.ts";

/** What one request gives. A list that cannot be read is a problem. */
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

/** Reads page after page and tells what there is so far after each. Stops without a word more once `signal` is aborted. */
export async function readPages<Item>(
  read: (after: string | null) => Promise<Page<Item>>,
  tell: (listed: Listed<Item>) => void,
  signal: AbortSignal,
): Promise<void> {
  let items: readonly Item[] = [];
  let after: string | null = null;
  while (items.length < entryLimit) {
    const answer: Page<Item> = await read(after);
    if (signal.aborted) return;
    if ("problem" in answer) {
      tell({ items, hasMore: true, problem: answer.problem });
      return;
    }
    items = [...items, ...answer.nodes];
    // An empty page that promises more would be read for ever.
    const isLast = answer.nextCursor === null || answer.nodes.length === 0;
    tell({ items, hasMore: !isLast, problem: null });
    if (isLast) return;
    after = answer.nextCursor;
  }
}

interface Connection<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Reads pages of the connection that `pick` finds in the answers to `operation`. `meanwhile` as for `requestUntilAnswered`. */
export function pagesOf<Result, Item>(
  operation: Operation<Result, { readonly after?: string | null | undefined }>,
  pick: (data: Result) => Connection<Item> | null,
  signal: AbortSignal,
  meanwhile?: (problem: Problem | null) => void,
): (after: string | null) => Promise<Page<Item>> {
  return async (after) => {
    const answer: Answer<Result> = await requestUntilAnswered(operation, { after }, signal, meanwhile);
    if (!answer.ok) return { problem: answer.problem };
    const connection = pick(answer.data);
    if (connection === null) return { problem: answer.problems[0] ?? offline };
    const { endCursor, hasNextPage } = connection.pageInfo;
    return { nodes: connection.nodes, nextCursor: hasNextPage ? endCursor : null };
  };
}
