/** Lists that stay current: executions that match a filter, and the requests that wait for a person. */
import { type Live, type Reader, readUntilAnswered } from "./live.ts";
import type { Operation } from "./operation.ts";
import {
  type ExecutionFilter,
  type ExecutionSummaryFragment,
  executionChanges,
  executions,
  type InboxItemFragment,
  inbox,
  inboxChanges,
} from "./operations.generated.ts";
import { iterated, resumed } from "./resume.ts";

interface Listed {
  readonly id: string;
  readonly createdAt: string;
}

/** The items of a list as far as they are known. */
interface Known<Item> {
  readonly nodes: readonly Item[];
  /** Whether there are older ones, which are not known. */
  readonly hasMore: boolean;
}

interface Page<Item> extends Known<Item> {
  readonly feedCursor: string;
}

interface Changes<Item> {
  readonly changed: readonly Item[];
  readonly removedIds: readonly string[];
  readonly gap: boolean;
}

/** How a list is read, and the changes of its feed. */
interface Source<Item, Data, Variables, Batch, Following> {
  readonly read: Operation<Data, Variables>;
  readonly variables: Variables;
  readonly page: (data: Data) => Page<Item> | null;
  readonly changes: Operation<Batch, Following>;
  readonly following: Following;
  readonly change: (data: Batch) => Changes<Item>;
  readonly limit: number;
}

/** The newest executions that match, newest first. */
export function liveExecutions(
  reader: Reader,
  filter: ExecutionFilter | undefined,
  limit: number,
  signal: AbortSignal | undefined,
) {
  const source = {
    read: executions,
    variables: { first: limit, filter },
    page: ({ executions: page }: { readonly executions: ExecutionsPage | null }) => pageOf(page),
    changes: executionChanges,
    following: { filter },
    change: ({ batch }: { readonly batch: ExecutionsBatch }) => ({ ...batch, changed: batch.executions }),
    limit,
  };
  return iterated((ended) => lists(reader, source, ended), signal);
}

/** The requests that wait for a person, newest first. */
export function liveInbox(reader: Reader, limit: number, signal: AbortSignal | undefined) {
  const source = {
    read: inbox,
    variables: { first: limit, status: ["PENDING" as const] },
    page: ({ humanInputRequests }: { readonly humanInputRequests: InboxPage | null }) => pageOf(humanInputRequests),
    changes: inboxChanges,
    following: {},
    change: ({ batch: { gap, requests } }: { readonly batch: InboxBatch }) => ({
      changed: requests.filter(({ status }) => status === "PENDING"),
      removedIds: requests.filter(({ status }) => status !== "PENDING").map(({ id }) => id),
      gap,
    }),
    limit,
  };
  return iterated((ended) => lists(reader, source, ended), signal);
}

interface ReadPage<Item> {
  readonly nodes: readonly Item[];
  readonly feedCursor: string;
  readonly pageInfo: { readonly hasNextPage: boolean };
}
type ExecutionsPage = ReadPage<ExecutionSummaryFragment>;
type InboxPage = ReadPage<InboxItemFragment>;

interface ExecutionsBatch {
  readonly executions: readonly ExecutionSummaryFragment[];
  readonly removedIds: readonly string[];
  readonly gap: boolean;
}

interface InboxBatch {
  readonly requests: readonly InboxItemFragment[];
  readonly gap: boolean;
}

function pageOf<Item>(page: ReadPage<Item> | null): Page<Item> | null {
  return page === null ? null : { ...page, hasMore: page.pageInfo.hasNextPage };
}

async function* lists<
  Item extends Listed,
  Data,
  Variables,
  Batch,
  Following extends { readonly after?: string | null | undefined },
>(
  reader: Reader,
  source: Source<Item, Data, Variables, Batch, Following>,
  signal: AbortSignal,
): AsyncGenerator<Live<readonly Item[]>, void> {
  for (;;) {
    const generation = reader.generation();
    let page: Page<Item> | null = null;
    for await (const item of readUntilAnswered(reader, source.read, source.variables, signal)) {
      if (item.kind === "READ") page = source.page(item.data);
      else yield item;
      if (item.kind === "FAILED") return;
    }
    if (page === null) return;
    // It was asked for with an earlier credential.
    if (reader.generation() !== generation) continue;
    let known: Known<Item> = page;
    yield { kind: "VALUE", value: known.nodes };
    if (reader.generation() !== generation) continue;
    /** As for an execution. */
    let isLost = false;
    const variables = { ...source.following, after: page.feedCursor };
    for await (const item of resumed(reader, source.changes, variables, signal)) {
      if (item.kind !== "DATA") {
        isLost = true;
        yield item;
        if (item.kind === "FAILED") return;
        if (reader.generation() !== generation) break;
        continue;
      }
      const { changed, gap, removedIds } = source.change(item.data);
      if (gap) break;
      if (changed.length === 0 && removedIds.length === 0) {
        if (isLost) yield { kind: "VALUE", value: known.nodes };
        isLost = false;
        continue;
      }
      const next = changedBy({ changed, removedIds }, known, source.limit);
      if (next === undefined) break;
      known = next;
      isLost = false;
      yield { kind: "VALUE", value: known.nodes };
    }
  }
}

/** The list after a change, of at most `limit` items. Undefined if one that is not known here moves up into it. */
function changedBy<Item extends Listed>(
  { changed, removedIds }: Pick<Changes<Item>, "changed" | "removedIds">,
  { hasMore, nodes }: Known<Item>,
  limit: number,
): Known<Item> | undefined {
  const changes = new Map(changed.map((item) => [item.id, item]));
  const removed = new Set(removedIds);
  const kept = nodes.flatMap((node) => changes.get(node.id) ?? (removed.has(node.id) ? [] : [node]));
  for (const { id } of nodes) changes.delete(id);
  // What is older than the last of a list with more behind it belongs to those, wherever among them.
  const oldest = hasMore ? (nodes.at(-1)?.createdAt ?? "") : "";
  const added = [...changes.values()].filter(({ createdAt }) => createdAt >= oldest);
  const all = [...added, ...kept].sort((one, other) => order(other.createdAt, one.createdAt));
  if (hasMore && all.length < nodes.length) return undefined;
  return { nodes: all.slice(0, limit), hasMore: hasMore || all.length > limit };
}

/** Equal for items of the same millisecond, which stay in their order. */
function order(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
