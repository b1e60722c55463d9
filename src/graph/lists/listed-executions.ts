/**
 * Listed executions as sources: their summaries, or, if a request selects more than the index keeps of them, the executions read, which
 * then answer every field themselves, so that all fields of an item are of one moment.
 */
import type { GraphQLResolveInfo } from "graphql";
import type { ListedExecution } from "../../execution/views/execution-list.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { selectedFields, selectsDocuments } from "../base/selected-fields.ts";
import type { ExecutionSource } from "../base/sources.ts";
import { listedFailureFields, outlineFields, summaryFields } from "./summary-fields.ts";

/** Executions that are read at a time for one page. */
const MAX_READS = 10;

/** The facts that a request needs of each listed execution. */
export interface ListedNeeds {
  readonly isSummaryEnough: boolean;
  /** Whether a field is selected that summaries of earlier versions cannot answer. */
  readonly needsOutline: boolean;
  /** Whether the failure is selected, which is not listed if it is too long. */
  readonly needsFailure: boolean;
  readonly withValues: boolean;
}

/** Follows the selection at each of `paths` below the field that is being resolved. */
export function listedNeeds(info: GraphQLResolveInfo, paths: readonly (readonly string[])[]): ListedNeeds {
  const selected = paths.flatMap((path) => [...selectedFields(info, path)]);
  const ofFailures = paths.flatMap((path) => [...selectedFields(info, [...path, "failure"])]);
  return {
    isSummaryEnough:
      selected.every((field) => summaryFields.has(field)) &&
      ofFailures.every((field) => listedFailureFields.has(field)),
    needsOutline: selected.some((field) => outlineFields.has(field)),
    needsFailure: selected.includes("failure"),
    withValues: selectsDocuments(info),
  };
}

/** A source for each of `summaries`, in their order. Undefined for an execution that was removed since it was listed. */
export async function sourcesOf(
  summaries: readonly ListedExecution[],
  needs: ListedNeeds,
  { clients }: GraphContext,
): Promise<readonly (ExecutionSource | undefined)[]> {
  return inParallel(summaries, MAX_READS, async (summary) => {
    if (isEnough(summary, needs)) return { kind: "SUMMARY", summary };
    const view = await clients.executions.read(summary.execution, needs.withValues);
    return view === null ? undefined : { kind: "VIEW", view };
  });
}

function isEnough({ outline }: ListedExecution, { isSummaryEnough, needsFailure, needsOutline }: ListedNeeds): boolean {
  if (!isSummaryEnough) return false;
  if (outline === null) return !needsOutline;
  return !needsFailure || outline.failure !== "UNLISTED";
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
