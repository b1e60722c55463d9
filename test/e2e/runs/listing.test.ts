/**
 * The list of executions and its changes over SSE, against the real Worker: a list, and everything that happens from then on, with
 * nothing missing between the two.
 */
import { createClient, type ExecutionResult } from "graphql-sse";
import { describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { type ExecutionSeen, tool } from "../../support/deployed/planwright.ts";

interface Listed {
  readonly id: string;
  readonly status: string;
}

interface Batch {
  readonly executions: readonly Listed[];
  readonly removedIds: readonly string[];
  readonly cursor: string;
  readonly caughtUp: boolean;
  readonly gap: boolean;
}

type Item = ExecutionResult<{ readonly executionChanges: Batch }>;
type Variables = { readonly [name: string]: unknown };

const served = deployedWorld({ isShared: true });

/** One connection, which ends when the reader leaves the loop. */
async function* changes(variables: Variables): AsyncGenerator<Batch> {
  const client = createClient({ url: served.worker.planwright.endpoint, retryAttempts: 0 });
  const query = `subscription ($after: EventCursor, $filter: ExecutionFilter) {
    executionChanges(after: $after, filter: $filter) { executions { id status } removedIds cursor caughtUp gap }
  }`;
  try {
    for await (const item of client.iterate({ query, variables }) as AsyncIterable<Item>) {
      const batch = item.data?.executionChanges;
      if (batch === undefined) throw new Error(JSON.stringify(item.errors));
      yield batch;
    }
  } finally {
    client.dispose();
  }
}

interface ListPage {
  readonly nodes: readonly Listed[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly statusCounts: readonly { readonly status: string; readonly count: number }[];
  readonly feedCursor: string;
}

async function list(variables: Variables = {}): Promise<ListPage> {
  const query = `query ($first: Int, $after: String, $filter: ExecutionFilter, $orderBy: ExecutionOrder) {
    executions(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      nodes { id status } pageInfo { endCursor hasNextPage } statusCounts { status count } feedCursor
    }
  }`;
  return (await served.worker.planwright.ask<{ executions: ListPage }>(query, variables)).executions;
}

/** A run in which a person must permit a call. */
function startWaiting(options: Variables): Promise<ExecutionSeen> {
  const steps = [tool("gone", "delete_note", { name: "x" })];
  return served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000, ...options } });
}

function startRead(options: Variables): Promise<ExecutionSeen> {
  const steps = [tool("read", "read_note", { name: "x" })];
  return served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000, ...options } });
}

async function accept(execution: ExecutionSeen): Promise<void> {
  const asked = execution.pendingHumanInputs[0]?.id ?? "";
  expect(await served.worker.planwright.answer(asked, { accept: {} })).toEqual([]);
}

/** Follows until `done` says so of what is known: the latest status of each execution that was shown and not taken back. */
async function followUntil(
  variables: Variables,
  done: (known: ReadonlyMap<string, string>) => boolean,
): Promise<{ readonly known: ReadonlyMap<string, string>; readonly batches: readonly Batch[] }> {
  const known = new Map<string, string>();
  const batches: Batch[] = [];
  for await (const batch of changes(variables)) {
    batches.push(batch);
    for (const { id, status } of batch.executions) known.set(id, status);
    for (const id of batch.removedIds) known.delete(id);
    if (done(known)) break;
  }
  return { known, batches };
}

/** The list once it holds `count` executions that match. */
async function listOf(count: number, filter: Variables): Promise<ListPage> {
  for (;;) {
    const page = await list({ filter });
    if (page.nodes.length === count) return page;
  }
}

describe("the list of executions", () => {
  it("and its changes together miss nothing that begins or ends between the two, nor while nobody is connected", async () => {
    const contextId = "between";
    const options = { contextId };
    const begun = await startWaiting(options);
    const { feedCursor } = await listOf(1, { contextId });
    const meanwhile = await startRead(options);
    await accept(begun);
    const ended = (known: ReadonlyMap<string, string>, ids: readonly string[]) =>
      ids.every((id) => known.get(id) === "SUCCEEDED");
    const first = await followUntil({ after: feedCursor, filter: { contextId } }, (known) =>
      ended(known, [begun.id, meanwhile.id]),
    );
    const unseen = await startRead(options);
    const second = await followUntil({ after: first.batches.at(-1)?.cursor, filter: { contextId } }, (known) =>
      ended(known, [unseen.id]),
    );
    expect([...second.known.keys()]).toEqual([unseen.id]);
    expect([...first.batches, ...second.batches].some(({ gap }) => gap)).toBe(false);
  });

  it("shows what matches a filter as it comes, and takes it back when it does not any more", async () => {
    const filter = { contextId: "people", waitingFor: ["PERSON"] };
    const { feedCursor } = await list({ filter });
    const waiting = await startWaiting({ contextId: "people" });
    const shown = await followUntil({ after: feedCursor, filter }, (known) => known.has(waiting.id));
    expect(shown.known.get(waiting.id)).toBe("WAITING");
    await accept(waiting);
    const cursor = shown.batches.at(-1)?.cursor;
    const seen: string[] = [];
    for await (const batch of changes({ after: cursor, filter })) {
      seen.push(...batch.removedIds);
      if (seen.includes(waiting.id)) break;
    }
    expect((await list({ filter })).nodes).toEqual([]);
  });

  it("is paged, ordered and counted", async () => {
    const contextId = "pages";
    const label = { key: "suite", value: "listing" };
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await startRead({ contextId, labels: [label] })).id);
    await listOf(5, { contextId, status: ["SUCCEEDED"] });
    const filter = { labels: [label], callableName: "read_note", root: true };
    const whole = await list({ filter, orderBy: "OLDEST_FIRST" });
    expect(whole.nodes.map(({ id }) => id)).toEqual(ids);
    expect(whole.statusCounts).toEqual([{ status: "SUCCEEDED", count: 5 }]);
    const first = await list({ filter, first: 3 });
    const second = await list({ filter, first: 3, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual([...ids].reverse());
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  });

  it("is rebuilt from ids", async () => {
    const { id } = await startRead({});
    const { rebuildIndex } = await served.worker.planwright.ask<{ rebuildIndex: object }>(
      `mutation ($input: RebuildIndexInput!) { rebuildIndex(input: $input) { rebuiltIds missingIds errors { code } } }`,
      { input: { executionIds: [id, "forged"] } },
    );
    expect(rebuildIndex).toEqual({ rebuiltIds: [id], missingIds: ["forged"], errors: [] });
  });
});
