/** Pages of the connections of the API, for `readPages`. */
import type { Page } from "./all-pages.ts";
import type { Operation } from "./operation.ts";
import { offline, type Problem } from "./problem.ts";
import { type Answer, requestUntilAnswered } from "./request.ts";

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
