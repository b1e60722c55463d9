/**
 * The tables of an index. Each filter of a list has its own order by (created, name), so that no list scans rows that its filter leaves
 * out.
 *
 *   execution(change, created, name, revision, status, waiting, context, root, summary, counted, used, text)
 *                                     one row for each execution, in the order of the numbers of their latest changes; `root` is 1 for
 *                                     those that no other one started, and 2 more for those that not everybody sees; `summary` is JSON; `counted` and `used` are for `index-tally.ts`;
 *                                     `text` is searched, null in rows of 0.8
 *   label(key, value, created, name), callable(callable, created, name), child(parent, created, name), chat(context, created, name)
 *                                     what the summary lists, the other way round; `parent` is the object of the execution that
 *                                     started it
 *   seen(viewer, created, name)       whose lists an execution is in besides those of the tenant, by the keys of `index-viewers.ts`; made with the
 *                                     first execution that not everybody sees, as most tenants have none
 *   owners(done, until)               there is one if executions that everybody sees are listed by owner too, see `index-viewers.ts`
 *   scheduled(schedule, created, name)
 *                                     the runs of schedules, the same way round; made with the first of them, as most tenants have none
 *   derived(source, created, name)
 *                                     the retries and forks of an execution, in the same way
 *   total(status, count)              how many executions are in each state
 *   removal(name, created, change, audience)
 *                                     executions that were removed last, see `index-changes.ts`
 *   question, inbox                   human input requests, see `index-inbox.ts`
 *   usage                             calls and consumption of ended executions by day, see `index-usage.ts`
 *   hosts()                           there is one if the index was made by a deployment with hosts
 *   feed(id, epoch, pruned, counted)  one row: the epoch of the change numbers, the highest number among forgotten removals, and the change
 *                                     up to which totals and usage are counted
 *
 * An execution is two rows, its own and its place in `execution_place`, which holds the orders of all states one after another. The
 * platform bills rows, and most executions are written once.
 */
import { hasTable } from "../storage/sql-table.ts";
import { usageTable } from "./index-usage.ts";

const executionTables = `
  CREATE TABLE execution(change INTEGER PRIMARY KEY, created INTEGER NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL,
    status TEXT NOT NULL, waiting TEXT, context TEXT, root INTEGER NOT NULL, summary TEXT NOT NULL, counted TEXT, used TEXT, text TEXT);
  CREATE INDEX execution_place ON execution(status, root, created, name);
  CREATE INDEX execution_waits ON execution(waiting, created, name) WHERE waiting IS NOT NULL;
  CREATE TABLE chat(context TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(context, created, name)) WITHOUT ROWID`;

const otherTables = `
  CREATE TABLE label(key TEXT NOT NULL, value TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(key, value, created, name)) WITHOUT ROWID;
  CREATE TABLE callable(callable TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(callable, created, name)) WITHOUT ROWID;
  CREATE TABLE child(parent TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(parent, created, name)) WITHOUT ROWID;
  ${usageTable};
  CREATE TABLE total(status TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE removal(name TEXT PRIMARY KEY, created INTEGER NOT NULL, change INTEGER NOT NULL,
    audience TEXT) WITHOUT ROWID;
  CREATE INDEX removal_change ON removal(change);
  CREATE TABLE feed(id INTEGER PRIMARY KEY CHECK(id = 1), epoch TEXT NOT NULL, pruned INTEGER NOT NULL,
    counted INTEGER NOT NULL DEFAULT 0);
  INSERT INTO feed(id, epoch, pruned) VALUES(1, lower(hex(randomblob(8))), 0)`;

/** Write nothing where they are there. */
export const scheduledTable = `CREATE TABLE IF NOT EXISTS scheduled(schedule TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(schedule, created, name)) WITHOUT ROWID`;
export const derivedTable = `CREATE TABLE IF NOT EXISTS derived(source TEXT NOT NULL, created INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(source, created, name)) WITHOUT ROWID`;

/** There is one if the index was made by a deployment with hosts. */
export const hostsTable = "hosts";

/** The rows of 0.7 and 0.8 that have yet to be moved, and how many are moved in one transaction. */
const former = "former_execution";
const movedAtOnce = 5_000;

/**
 * Makes the tables that are missing, and moves rows of 0.7 and 0.8 to them. False while rows are left to be moved, by further calls: nothing
 * may be read or written before.
 */
export function openTables(storage: DurableObjectStorage, hasHosts: boolean): boolean {
  const { sql } = storage;
  const columns = sql
    .exec<{ name: string }>("SELECT name FROM pragma_table_info('execution')")
    .toArray()
    .map(({ name }) => name);
  if (columns.includes("used") && !columns.includes("text")) sql.exec("ALTER TABLE execution ADD COLUMN text TEXT");
  if (columns.length > 0) addAudience(sql);
  if (columns.includes("used")) return !hasTable(sql, former) || storage.transactionSync(() => moveRows(sql));
  if (columns.length === 0) {
    storage.transactionSync(() => {
      sql.exec(`${executionTables}; ${otherTables}`);
      if (hasHosts) sql.exec(`CREATE TABLE ${hostsTable}(id INTEGER PRIMARY KEY)`);
    });
    return true;
  }
  if (!columns.includes("change"))
    throw new Error(
      "Cannot open the index: its tables are of 0.1.0, and 0.7.0 is the oldest version whose tables are read",
    );
  return storage.transactionSync(() => {
    sql.exec(`ALTER TABLE execution RENAME TO ${former}; ${executionTables};
      ALTER TABLE feed ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
      UPDATE feed SET counted = (SELECT ifnull(max(change), 0) FROM ${former})`);
    return moveRows(sql);
  });
}

/** Removals of 0.8 do not say who could see the removed execution. */
function addAudience(sql: SqlStorage): void {
  const columns = sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('removal')").toArray();
  if (columns.length > 0 && !columns.some(({ name }) => name === "audience"))
    sql.exec("ALTER TABLE removal ADD COLUMN audience TEXT");
}

/** Moves the newest of the rows that are left. Whether these were all. */
function moveRows(sql: SqlStorage): boolean {
  const [oldest] = sql
    .exec<{ created: number; name: string }>(
      `SELECT created, name FROM ${former} ORDER BY created DESC, name DESC LIMIT 1 OFFSET ?`,
      movedAtOnce - 1,
    )
    .toArray();
  const { created, name } = oldest ?? { created: -1, name: "" };
  const moved = "WHERE (created, name) >= (?, ?)";
  sql.exec(
    `INSERT INTO execution(change, created, name, revision, status, waiting, context, root, summary)
     SELECT change, created, name, revision, status, waiting, context, root, summary FROM ${former} ${moved}`,
    created,
    name,
  );
  sql.exec(
    `INSERT INTO chat(context, created, name) SELECT context, created, name FROM ${former} ${moved} AND context IS NOT NULL`,
    created,
    name,
  );
  sql.exec(`DELETE FROM ${former} ${moved}`, created, name);
  if (oldest !== undefined && sql.exec(`SELECT 1 FROM ${former} LIMIT 1`).toArray().length > 0) return false;
  sql.exec(`DROP TABLE ${former}`);
  return true;
}
