/**
 * What the objects of a deployment have stored, read from the files of the local runtime after it has stopped: each object is a SQLite
 * database named by its id, and beside them `metadata.sqlite` holds the alarms of the class.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface StoredExecution {
  readonly name: string;
  /** Unix milliseconds; null if it has not ended. */
  readonly finishedAt: number | null;
  /** Value of each label that it was started with. */
  readonly labels: { readonly [key: string]: string };
  /** Rows of each table. */
  readonly rows: { readonly [table: string]: number };
}

export interface StoredAlarm {
  readonly className: string;
  readonly name: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface StoredIndex {
  readonly executions: readonly { readonly name: string; readonly status: string }[];
  readonly totals: { readonly [status: string]: number };
  /** Rows of the other tables by the execution that they belong to. */
  readonly belongings: readonly { readonly table: string; readonly name: string }[];
  /** Names of executions with a question that still waits. */
  readonly pendingQuestions: readonly string[];
}

export interface StoredConversation {
  /** Id of its object. */
  readonly name: string;
  /** Pieces of a start that was not acknowledged. */
  readonly pendingRows: number;
  /** Executions that it names. */
  readonly executions: readonly string[];
}

export interface StoredCensus {
  readonly executions: readonly StoredExecution[];
  readonly alarms: readonly StoredAlarm[];
  readonly index: StoredIndex;
  readonly conversations: readonly StoredConversation[];
  /** Of all tenants. `until` in Unix milliseconds. */
  readonly leases: readonly { readonly execution: string; readonly until: number }[];
  /** Executions with a model call that is still reserved. */
  readonly reservations: readonly string[];
  /** Executions whose consumption was never reported as final. */
  readonly openUsage: readonly string[];
}

type Row = Record<string, unknown>;

/** The body of the first row. */
interface Started {
  readonly event?: {
    readonly execution?: string;
    readonly labels?: readonly { readonly key: string; readonly value: string }[];
  };
}

/** `folder` is where the runtime stores everything. */
export function storedCensus(folder: string): StoredCensus {
  const objects = join(folder, "do");
  const classes = readdirSync(objects);
  const databases = <Found>(className: string, read: (database: Database) => Found): Found[] =>
    classes
      .filter((name) => name.endsWith(`-${className}`))
      .flatMap((name) =>
        readdirSync(join(objects, name))
          .filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))
          .map((file) => withDatabase(join(objects, name, file), read)),
      );
  const indexes = databases("IndexObject", indexOf);
  const tenants = databases("TenantObject", tenantOf);
  return {
    executions: databases("ExecutionObject", executionOf).filter(({ rows }) => rows.journal !== undefined),
    alarms: classes.flatMap((name) => alarmsOf(join(objects, name, "metadata.sqlite"), name.split("-").at(-1) ?? "")),
    index: {
      executions: indexes.flatMap(({ executions }) => executions),
      totals: summed(indexes.map(({ totals }) => totals)),
      belongings: indexes.flatMap(({ belongings }) => belongings),
      pendingQuestions: indexes.flatMap(({ pendingQuestions }) => pendingQuestions),
    },
    conversations: databases("ConversationObject", conversationOf),
    leases: tenants.flatMap(({ leases }) => leases),
    reservations: tenants.flatMap(({ reservations }) => reservations),
    openUsage: tenants.flatMap(({ openUsage }) => openUsage),
  };
}

/** One object's database, as far as it is read here. */
class Database {
  readonly #database: DatabaseSync;
  /** Id of the object. */
  readonly id: string;
  readonly tables: readonly string[];

  constructor(path: string) {
    this.id = basename(path, ".sqlite");
    this.#database = new DatabaseSync(path);
    this.tables = this.rows("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name));
  }

  /** Empty if the table is not there. */
  of(table: string, columns: string, condition = "1"): readonly Row[] {
    return this.tables.includes(table) ? this.rows(`SELECT ${columns} FROM "${table}" WHERE ${condition}`) : [];
  }

  rows(sql: string): readonly Row[] {
    return this.#database.prepare(sql).all() as Row[];
  }

  close(): void {
    this.#database.close();
  }
}

function withDatabase<Found>(path: string, read: (database: Database) => Found): Found {
  const database = new Database(path);
  try {
    return read(database);
  } finally {
    database.close();
  }
}

function executionOf(database: Database): StoredExecution {
  const finished = database.of("journal", "at", "kind = 'ExecutionFinished'")[0];
  const rows = database.tables
    .filter((table) => !table.startsWith("_"))
    .map((table) => [table, Number(database.of(table, "count(*) AS count")[0]?.count ?? 0)] as const);
  const started = JSON.parse(String(database.of("journal", "body", "seq = 1")[0]?.body ?? "{}")) as Started;
  return {
    name: started.event?.execution ?? database.id,
    labels: Object.fromEntries((started.event?.labels ?? []).map(({ key, value }) => [key, value])),
    finishedAt: finished === undefined ? null : Number(finished.at),
    rows: Object.fromEntries(rows),
  };
}

/** Tables of an index and their columns that name executions. */
const belongings = [
  ["label", "name"],
  ["callable", "name"],
  ["child", "name"],
  ["child", "parent"],
  ["question", "name"],
  ["task", "name"],
] as const;

/** Executions by state: what is counted, and the rows that are yet to be counted. */
function totalsOf(database: Database): Readonly<Record<string, number>> {
  const totals = new Map<string, number>();
  const add = (status: unknown, count: number) => totals.set(String(status), (totals.get(String(status)) ?? 0) + count);
  for (const { count, status } of database.of("total", "status, count")) add(status, Number(count));
  const uncounted = "change > (SELECT counted FROM feed)";
  for (const { counted, status } of database.of("execution", "status, counted", uncounted)) {
    add(status, 1);
    if (counted !== null) add(counted, -1);
  }
  return Object.fromEntries([...totals].filter(([, count]) => count > 0));
}

function indexOf(database: Database): StoredIndex {
  return {
    executions: database
      .of("execution", "name, status")
      .map(({ name, status }) => ({ name: String(name), status: String(status) })),
    totals: totalsOf(database),
    belongings: belongings.flatMap(([table, column]) =>
      database.of(table, `${column} AS name`).map(({ name }) => ({ table, name: String(name) })),
    ),
    pendingQuestions: database.of("question", "name", "status = 'PENDING'").map(({ name }) => String(name)),
  };
}

function tenantOf(database: Database) {
  const names = (table: string, condition?: string) =>
    database.of(table, "execution", condition).map(({ execution }) => String(execution));
  return {
    leases: database
      .of("lease", "execution, until")
      .map(({ execution, until }) => ({ execution: String(execution), until: Number(until) })),
    reservations: names("model_reservation"),
    openUsage: names("model_use", "ended IS NULL"),
  };
}

function conversationOf(database: Database): StoredConversation {
  return {
    name: database.id,
    pendingRows: database.of("pending", "number").length,
    executions: database.of("sent", "execution").map(({ execution }) => String(execution)),
  };
}

/** The time of an alarm is stored in nanoseconds, which a number cannot hold. */
function alarmsOf(path: string, className: string): readonly StoredAlarm[] {
  if (!existsSync(path)) return [];
  return withDatabase(path, (database) =>
    database.of("_cf_ALARM", "actor_name AS name, scheduled_time / 1000000 AS at").map(({ at, name }) => ({
      ...{ className, name: String(name), at: Number(at) },
    })),
  );
}

function summed(all: readonly { readonly [name: string]: number }[]): { readonly [name: string]: number } {
  const sum: { [name: string]: number } = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
