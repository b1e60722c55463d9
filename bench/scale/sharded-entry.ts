/**
 * An index in shards: the product's index objects, each with a part of the executions by the hash of their names, and a Worker that merges
 * a page of all. The product itself has one shard for each tenant; this shows the cost of more.
 */
import { IndexObject } from "../../src/durable/index/index-object.ts";
import { comparePositions } from "../../src/durable/index/index-query.ts";
import { mergedRuns } from "../../src/durable/index/sorted-runs.ts";
import type { ExecutionListQuery, ListedExecution } from "../../src/execution/views/execution-list.ts";
import type { ExecutionSummary } from "../../src/execution/views/summary.ts";
import { sha256Hex } from "../../src/json/digest.ts";
import { watched } from "../../test/support/objects/counted-rows.ts";

/** Connections of one invocation that may await an answer at a time. */
const maxCalls = 6;

interface Used {
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

interface Page extends Used {
  readonly items: readonly ListedExecution[];
  readonly bytes: number;
}

/** A shard that reports the work of its storage. */
export class Shard extends IndexObject {
  constructor(context: DurableObjectState, environment: unknown) {
    const away = () => Promise.reject(new Error("a shard of the bench has no executions"));
    const nobody = { unpark: away, read: away };
    super(context, environment, {
      knownRows: "",
      now: Date.now,
      execution: () => nobody,
      hasHosts: false,
      eventRetentionMs: Number.POSITIVE_INFINITY,
      conversationRetention: undefined,
      conversation: () => nobody,
    });
  }

  takeAll(summaries: readonly ExecutionSummary[]): Used {
    return this.#metered(() => {
      for (const summary of summaries) this.put(summary);
    }).used;
  }

  page(query: ExecutionListQuery): Page {
    const { answer, used } = this.#metered(() => this.list(query));
    return { ...used, items: answer.items, bytes: JSON.stringify(answer).length };
  }

  #metered<Answer>(work: () => Answer): { readonly answer: Answer; readonly used: Used } {
    const { answer, cursors } = watched(this.ctx.storage.sql, work);
    const sum = (count: (used: Used) => number) => cursors.reduce((total, used) => total + count(used), 0);
    return {
      answer,
      used: { rowsRead: sum(({ rowsRead }) => rowsRead), rowsWritten: sum(({ rowsWritten }) => rowsWritten) },
    };
  }
}

interface Environment {
  readonly SHARD: DurableObjectNamespace<Shard>;
}

/** The shard that an execution belongs to. */
function shardOf(execution: string, shards: number): number {
  return Number.parseInt(sha256Hex(execution).slice(0, 8), 16) % shards;
}

export default {
  async fetch(request, { SHARD }) {
    const { pathname } = new URL(request.url);
    if (pathname === "/health") return new Response("ok");
    const asked = (await request.json()) as {
      readonly shards: number;
      readonly summaries: readonly ExecutionSummary[];
      readonly query: ExecutionListQuery;
    };
    const shard = (number: number) => SHARD.getByName(`of ${asked.shards}#${number}`);
    if (pathname === "/summaries") {
      const parts = Map.groupBy(asked.summaries, ({ execution }) => shardOf(execution, asked.shards));
      const used = await Promise.all([...parts].map(([number, part]) => shard(number).takeAll(part)));
      return Response.json({ rowsWritten: used.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0) });
    }
    return Response.json(await mergedPage(shard, asked.shards, asked.query));
  },
} satisfies ExportedHandler<Environment>;

/** One page of all shards. Each is asked for a whole page, since all of it may lie in one. */
async function mergedPage(
  shard: (number: number) => DurableObjectStub<Shard>,
  shards: number,
  query: ExecutionListQuery,
): Promise<object> {
  const pages: Page[] = [];
  for (let first = 0; first < shards; first += maxCalls) {
    const numbers = Array.from({ length: Math.min(maxCalls, shards - first) }, (_, offset) => first + offset);
    // The platform's mapped types of RPC cannot follow recursive JSON.
    pages.push(...(await Promise.all(numbers.map((number) => shard(number).page(query) as unknown as Promise<Page>))));
  }
  const sign = query.newestFirst ? -1 : 1;
  const items = mergedRuns(
    pages.map((page) => page.items[Symbol.iterator]()),
    (left, right) => sign * comparePositions(left, right),
    query.limit,
  );
  const sum = (count: (page: Page) => number) => pages.reduce((total, page) => total + count(page), 0);
  return {
    names: items.map(({ execution }) => execution),
    rowsRead: sum(({ rowsRead }) => rowsRead),
    bytes: sum(({ bytes }) => bytes),
  };
}
