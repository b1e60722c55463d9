/** Indexes in real objects, and watchers of them that keep every page. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { IndexObject } from "../../../src/durable/index/index-object.ts";
import type { ChangePage } from "../../../src/execution/views/execution-list.ts";
import type { ChangePosition } from "../../../src/execution/views/execution-view.ts";
import type { InboxPage } from "../../../src/execution/views/inbox.ts";
import type { IndexStub } from "../../../src/worker/platform/environment.ts";
import { listQuery } from "../../support/graph/list-model.ts";

type Stub = DurableObjectStub<IndexObject> & IndexStub;

const { INDEX } = env as unknown as { readonly INDEX: { getByName(name: string): Stub } };

let count = 0;

/** The index of a tenant that no other test uses. */
export function freshIndex(): Stub {
  count += 1;
  return INDEX.getByName(`${crypto.randomUUID()}#${count}`);
}

interface Watcher<Page> {
  readonly socket: WebSocket;
  readonly pages: readonly Page[];
  pull(position: ChangePosition | null): void;
  /** Resolves when `done`; the test's own time limit is the end. */
  until(done: () => boolean): Promise<void>;
  /** The page that a pull is answered with. */
  pulled(position: ChangePosition | null): Promise<Page>;
}

export interface ChangeWatcher extends Watcher<ChangePage> {
  /** Revisions of each execution in the order that they came. */
  revisions(): readonly (readonly [string, number])[];
}

/** Follows the list. */
export async function watcherOf(index: Stub): Promise<ChangeWatcher> {
  const watcher = await following<ChangePage>(index, "watch");
  const revisions = () =>
    watcher.pages.flatMap(({ summaries }) =>
      summaries.map(({ execution, revision }) => [execution, revision] as const),
    );
  return { ...watcher, revisions };
}

/** Follows the inbox. */
export function inboxWatcherOf(index: Stub): Promise<Watcher<InboxPage>> {
  return following(index, "inbox");
}

async function following<Page>(index: Stub, feed: "watch" | "inbox"): Promise<Watcher<Page>> {
  const response = await index.fetch(`https://index/${feed}`, { headers: { upgrade: "websocket" } });
  const socket = response.webSocket;
  if (socket === null) throw new Error(`no socket: HTTP ${response.status}`);
  const pages: Page[] = [];
  const waiting: (() => void)[] = [];
  socket.accept();
  socket.addEventListener("message", ({ data }) => {
    pages.push((JSON.parse(String(data)) as { page: Page }).page);
    for (const wake of waiting.splice(0)) wake();
  });
  const pull = (position: ChangePosition | null) => socket.send(JSON.stringify({ pull: position }));
  const until = async (done: () => boolean) => {
    while (!done()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const pulled = async (position: ChangePosition | null) => {
    const before = pages.length;
    pull(position);
    await until(() => pages.length > before);
    const page = pages[before];
    if (page === undefined) throw new Error("no page came");
    return page;
  };
  return { socket, pages, pull, until, pulled };
}

/** Runs SQL in the storage of an index. */
export function sqlOf<Row extends Record<string, SqlStorageValue>>(
  index: Stub,
  text: string,
  ...bound: SqlStorageValue[]
): Promise<Row[]> {
  return runInDurableObject(index, (_, state) => state.storage.sql.exec<Row>(text, ...bound).toArray());
}

/** How each of `statements` would be read. */
export function plansOf(
  index: Stub,
  statements: readonly { readonly text: string; readonly bound: readonly SqlStorageValue[] }[],
): Promise<readonly string[]> {
  return runInDurableObject(index, (_, state) =>
    statements.flatMap(({ bound, text }) =>
      state.storage.sql
        .exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...bound)
        .toArray()
        .map(({ detail }) => detail),
    ),
  );
}

/** Every execution that the index lists, by name and revision, newest first. */
export async function expectListed(index: Stub, listed: readonly (readonly [string, number])[]): Promise<void> {
  const { items } = await index.list(listQuery());
  expect(items.map(({ execution, revision }) => [execution, revision])).toEqual(listed);
}
