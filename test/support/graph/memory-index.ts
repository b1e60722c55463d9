/** The index of a tenant in plain Node: the real tables over SQLite in memory, behind the methods that read lists. */
import { ExecutionAccount } from "../../../src/durable/index/execution-account.ts";
import { IndexChanges } from "../../../src/durable/index/index-changes.ts";
import { IndexInbox } from "../../../src/durable/index/index-inbox.ts";
import { readCounts, readPage } from "../../../src/durable/index/index-list.ts";
import { IndexRows } from "../../../src/durable/index/index-rows.ts";
import { openTables } from "../../../src/durable/index/index-tables.ts";
import { IndexTally } from "../../../src/durable/index/index-tally.ts";
import { IndexUsage } from "../../../src/durable/index/index-usage.ts";
import { openOwners } from "../../../src/durable/index/index-viewers.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import type { IndexClient } from "../../../src/graph/base/ports.ts";
import { memoryStorage } from "../engine/memory-sql.ts";

const position = { epoch: "e1", change: 0 };

/** An index that holds `summaries`, in their order. */
export function memoryIndex(
  summaries: readonly ExecutionSummary[],
): Pick<IndexClient, "inbox" | "list" | "statusCounts" | "usage"> {
  const storage = memoryStorage() as DurableObjectStorage;
  const { sql } = storage;
  openTables(storage, false);
  const usage = new IndexUsage(sql);
  const tally = new IndexTally(sql, usage, new ExecutionAccount(sql, Number.POSITIVE_INFINITY));
  const rows = new IndexRows(sql, tally);
  const changes = new IndexChanges(sql);
  const inbox = new IndexInbox(sql, () => position.epoch);
  for (const summary of summaries) {
    rows.write(undefined, summary, changes.upcoming(summary));
    inbox.write(summary);
  }
  tally.settle();
  return {
    list: async (query) => {
      if (query.filter.access?.reach === "OWN") openOwners(sql);
      return { ...readPage(sql, query), position };
    },
    statusCounts: async (filter) => {
      if (filter.access?.reach === "OWN") openOwners(sql);
      return readCounts(sql, tally, filter);
    },
    inbox: async (query) => inbox.list(query),
    usage: async (query) => usage.read(query),
  };
}
