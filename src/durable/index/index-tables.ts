/**
 * The tables of an index. Each filter of a list has its own order by (created, name), so that no list scans rows that its filter leaves
 * out.
 *
 *   execution(created, name, revision, change, status, waiting, context, root, summary)
 *                                     one row for each execution; `root` is 1 for those that no other one started, `change` the
 *                                     number of its latest change; `summary` is JSON
 *   label(key, value, created, name), callable(callable, created, name), child(parent, created, name)
 *                                     what the summary lists, the other way round; `parent` is the object of the execution that
 *                                     started it
 *   total(status, count)              how many executions are in each state
 *   removal(name, created, change)    executions that were removed last, see `index-changes.ts`
 *   question, inbox                   human input requests, see `index-inbox.ts`
 *   usage                             calls and consumption of ended executions by day, see `index-usage.ts`
 *   feed(id, epoch, pruned)           one row: the epoch of the change numbers, and the highest number among forgotten removals
 */

import { hasTable } from "../storage/sql-table.ts";
import { usageTable } from "./index-usage.ts";

const executionTable = `CREATE TABLE execution(created INTEGER NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL,
  change INTEGER NOT NULL, status TEXT NOT NULL, waiting TEXT, context TEXT, root INTEGER NOT NULL, summary TEXT NOT NULL,
  PRIMARY KEY(created, name)) WITHOUT ROWID`;

const childTable = `CREATE TABLE child(parent TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY(parent, created, name)) WITHOUT ROWID`;

const orders = `
  CREATE INDEX execution_change ON execution(change);
  CREATE INDEX execution_status ON execution(status, created, name);
  CREATE INDEX execution_waiting ON execution(waiting, created, name) WHERE waiting IS NOT NULL;
  CREATE INDEX execution_context ON execution(context, created, name) WHERE context IS NOT NULL;
  CREATE INDEX execution_root ON execution(root, created, name);
  CREATE TABLE label(key TEXT NOT NULL, value TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(key, value, created, name)) WITHOUT ROWID;
  CREATE TABLE callable(callable TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(callable, created, name)) WITHOUT ROWID;
  ${childTable};
  ${usageTable};
  CREATE TABLE total(status TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE removal(name TEXT PRIMARY KEY, created INTEGER NOT NULL, change INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX removal_change ON removal(change);
  CREATE TABLE feed(id INTEGER PRIMARY KEY CHECK(id = 1), epoch TEXT NOT NULL, pruned INTEGER NOT NULL);
  INSERT INTO feed(id, epoch, pruned) VALUES(1, lower(hex(randomblob(8))), 0)`;

/** Makes the tables that are missing. */
export function openTables(storage: DurableObjectStorage): void {
  const columns = storage.sql
    .exec<{ name: string }>("SELECT name FROM pragma_table_info('execution')")
    .toArray()
    .map(({ name }) => name);
  if (columns.includes("change")) {
    // Until 0.3.0 no execution started another, so that there is nothing to fill it with.
    if (!hasTable(storage.sql, "child")) storage.sql.exec(childTable);
    // Until 0.5.0 nothing was counted, and what ended before is not known.
    if (!hasTable(storage.sql, "usage")) storage.sql.exec(usageTable);
    return;
  }
  if (columns.length > 0)
    throw new Error(
      "Cannot open the index: its tables are of 0.1.0, and 0.7.0 is the oldest version whose tables are read",
    );
  storage.transactionSync(() => storage.sql.exec(`${executionTable}; ${orders}`));
}
