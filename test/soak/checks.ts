/**
 * What must be true of a deployment when its load has ended and it has come to rest. Pure: each check says what it found, and is broken
 * if that is more than nothing.
 *
 * - Lost: every execution that was accepted has ended, in its journal and in the list (E2, E6).
 * - Permits, leases, sockets: nobody holds one (E10, E11).
 * - Alarms: one for each execution, and not before its retention; none of anything else (E6, E11).
 * - Rows: an execution of the same plan leaves as many rows as before the soak; no table names what is not there.
 */
import type { StoredCensus } from "./stored-census.ts";

export interface Check {
  readonly name: string;
  /** How much of it was looked at. */
  readonly examined: number;
  /** What is wrong, a few of them in words. */
  readonly broken: readonly string[];
  readonly brokenCount: number;
}

/** What the processes held when they had come to rest. Null where it cannot be observed. */
export interface HeldAtRest {
  /** Header permits in use or waited for. */
  readonly permits: number;
  /** Leases of executions in the caps of tenants. */
  readonly leases: number;
  /** WebSockets that objects have accepted. */
  readonly sockets: number;
  /** TCP connections of the runtime to tools. */
  readonly toolConnections: number | null;
}

/** Rows that an execution of each kind of plan leaves, before and after the soak. */
export interface RowProbe {
  readonly kind: string;
  readonly before: { readonly [table: string]: number };
  readonly after: { readonly [table: string]: number };
}

export interface CheckFacts {
  readonly census: StoredCensus;
  readonly held: HeldAtRest;
  readonly probes: readonly RowProbe[];
  /** When the census was taken, Unix milliseconds. */
  readonly at: number;
  readonly accepted: number;
  /** Keys of those that no client saw end. */
  readonly neverEnded: readonly string[];
  /** How long an execution that began alone, after everything had come to rest, took to be accepted. */
  readonly newRunMs: number | null;
}

const hourMs = 3_600_000;
/** Nothing of an execution is due sooner after its end, whatever the settings. */
const leastRetentionMs = 24 * hourMs;
/** What an execution that begins on an idle deployment may take to be accepted. */
const newRunWithinMs = 2_000;
const named = 5;

const final: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]);

export function checksOf(facts: CheckFacts): readonly Check[] {
  const { accepted, census, held, neverEnded, newRunMs, probes } = facts;
  const { conversations, executions } = census;
  return [
    check("accepted executions that never ended", accepted, neverEnded),
    check(
      "stored executions without an end",
      executions.length,
      executions.filter(({ finishedAt }) => finishedAt === null).map(({ name }) => name),
    ),
    check("accepted executions that no journal holds", accepted, missing(accepted, executions)),
    check("permits that are held", 1, counted(held.permits, "a permit is held")),
    check(
      "a new run that does not get through at once",
      1,
      newRunMs !== null && newRunMs <= newRunWithinMs ? [] : [`it took ${newRunMs ?? "for ever"} ms`],
    ),
    check("leases that are held", census.leases.length, heldLeases(facts)),
    check("model calls that are reserved", 1, census.reservations),
    check("consumption that was never settled", 1, census.openUsage),
    check("WebSockets that objects still hold", 1, counted(held.sockets, "an object holds a WebSocket")),
    check(
      "connections to tools",
      held.toolConnections === null ? 0 : 1,
      counted(held.toolConnections ?? 0, "a connection to a tool is open"),
    ),
    check("alarms but for retention", census.alarms.length, strayAlarms(census)),
    check("ended executions without the alarm of their retention", executions.length, unarmed(census)),
    check("executions that the list lacks or tells wrongly", executions.length, wronglyListed(census)),
    check("rows that belong to no execution", census.index.belongings.length, orphans(census)),
    check(
      "starts that a conversation still owes",
      conversations.length,
      conversations.filter(({ pendingRows }) => pendingRows > 0).map(({ name }) => name),
    ),
    check("plans that leave other rows than before", probes.length, otherRows(probes)),
  ];
}

function check(name: string, examined: number, broken: readonly string[]): Check {
  return { name, examined, broken: broken.slice(0, named), brokenCount: broken.length };
}

function counted(count: number, what: string): readonly string[] {
  return Array.from({ length: count }, () => what);
}

/** Children are executions too, and carry no label: they must not stand in for one that is missing. */
function missing(accepted: number, stored: StoredCensus["executions"]): readonly string[] {
  const count = stored.filter(({ labels }) => labels.load !== undefined).length;
  return counted(Math.max(0, accepted - count), "accepted, and no journal holds it");
}

/** A lease that could not be given back ends by itself; the soak waits for that. */
function heldLeases({ at, census }: CheckFacts): readonly string[] {
  return census.leases.filter(({ until }) => until > at).map(({ execution }) => execution);
}

function strayAlarms({ alarms, executions }: StoredCensus): readonly string[] {
  const ends = new Map(executions.map(({ finishedAt, name }) => [name, finishedAt]));
  return alarms
    .filter(({ at, className, name }) => {
      const finishedAt = className === "ExecutionObject" ? ends.get(name) : undefined;
      return finishedAt == null || at < finishedAt + leastRetentionMs;
    })
    .map(({ at, className, name }) => `${className} ${name} at ${new Date(at).toISOString()}`);
}

function unarmed({ alarms, executions }: StoredCensus): readonly string[] {
  const armed = new Set(alarms.map(({ name }) => name));
  return executions.filter(({ finishedAt, name }) => finishedAt !== null && !armed.has(name)).map(({ name }) => name);
}

function wronglyListed({ executions, index }: StoredCensus): readonly string[] {
  const listed = new Map(index.executions.map(({ name, status }) => [name, status]));
  const counts: { [status: string]: number } = {};
  for (const { status } of index.executions) counts[status] = (counts[status] ?? 0) + 1;
  const statuses = new Set([...Object.keys(counts), ...Object.keys(index.totals)]);
  const stored = new Set(executions.map(({ name }) => name));
  return [
    ...executions
      .filter(({ name }) => !final.has(listed.get(name) ?? ""))
      .map(({ name }) => `${name} is not told ended`),
    ...index.executions.filter(({ name }) => !stored.has(name)).map(({ name }) => `${name} is listed and not stored`),
    ...[...statuses]
      .filter((status) => (counts[status] ?? 0) !== (index.totals[status] ?? 0))
      .map((status) => `${status}: ${counts[status] ?? 0} listed, ${index.totals[status] ?? 0} counted`),
    ...index.pendingQuestions.map((name) => `a question of ${name} still waits`),
  ];
}

function orphans({ conversations, executions, index }: StoredCensus): readonly string[] {
  const stored = new Set(executions.map(({ name }) => name));
  return [
    ...index.belongings.filter(({ name }) => !stored.has(name)).map(({ name, table }) => `${table} of ${name}`),
    ...conversations.flatMap(({ executions: sent, name }) =>
      sent.filter((execution) => !stored.has(execution)).map((execution) => `conversation ${name}: ${execution}`),
    ),
  ];
}

function otherRows(probes: readonly RowProbe[]): readonly string[] {
  return probes.flatMap(({ after, before, kind }) => {
    const tables = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    if (tables.length === 0) return [`${kind}: none was stored, neither before nor after`];
    return tables
      .filter((table) => before[table] !== after[table])
      .map((table) => `${kind}: ${before[table] ?? 0} rows of ${table} before, ${after[table] ?? 0} after`);
  });
}
