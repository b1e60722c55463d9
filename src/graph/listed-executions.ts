/**
 * Listed executions as sources: their summaries, or, if a request selects more than the index keeps, each of them read, which then
 * answers every field itself, so that all fields of an item are of one moment.
 */
import type { GraphQLResolveInfo } from "graphql";
import type { ListedExecution } from "../plan/execution-list.ts";
import type { GraphContext } from "./graph-context.ts";
import { selectedFields, selectsDocuments } from "./selected-fields.ts";
import type { ExecutionSource } from "./sources.ts";
import { summaryFields } from "./summary-fields.ts";

/** Executions that are read at a time for one page. */
const MAX_READS = 10;

/** What a request needs of each listed execution. */
export interface ListedNeeds {
  readonly isSummaryEnough: boolean;
  readonly withValues: boolean;
}

/** Goes by what is selected at each of `paths` below the field that is being resolved. */
export function listedNeeds(info: GraphQLResolveInfo, paths: readonly (readonly string[])[]): ListedNeeds {
  const selected = paths.flatMap((path) => [...selectedFields(info, path)]);
  return {
    isSummaryEnough: selected.every((field) => summaryFields.has(field)),
    withValues: selectsDocuments(info),
  };
}

/** A source for each of `summaries`, in their order. Null for an execution that was removed since it was listed. */
export async function sourcesOf(
  summaries: readonly ListedExecution[],
  { isSummaryEnough, withValues }: ListedNeeds,
  { doors }: GraphContext,
): Promise<readonly (ExecutionSource | null)[]> {
  if (isSummaryEnough) return summaries.map((summary) => ({ kind: "SUMMARY", summary }));
  return inParallel(summaries, MAX_READS, async ({ execution }) => {
    const view = await doors.executions.read(execution, withValues);
    return view === null ? null : { kind: "VIEW", view };
  });
}

/** `work` on every item, at most `maximum` at a time, with the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  maximum: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  // Every worker takes from the same iterator, so that each item is taken once.
  const worker = async () => {
    for (const [place, item] of waiting) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(maximum, items.length) }, worker));
  return results;
}
