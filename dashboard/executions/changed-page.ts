/**
 * A list that stays still while its items change. Pure. A visible row changes in place; new rows wait until somebody asks for them; rows
 * that left the list stay until then. The division of changes into batches does not matter: `settled` gives the rows that reading the list
 * again would.
 */

/** The members of a row that this needs: its identity, its place in the order, its revision. */
export interface ListedRow {
  readonly id: string;
  /** ISO 8601 in UTC with milliseconds, so that texts compare as times do. */
  readonly createdAt: string;
  readonly lastSequence: number;
  /** The conversation that it belongs to. Null or absent for none. */
  readonly contextId?: string | null;
}

export type ListOrder = "NEWEST_FIRST" | "OLDEST_FIRST";

/** Why a row that is shown is not listed any more. UNKNOWN until somebody has asked. */
export type Departure = "UNKNOWN" | "DELETED" | "UNMATCHED";

export interface ChangeBatch<Row extends ListedRow> {
  readonly rows: readonly Row[];
  readonly removedIds: readonly string[];
}

export interface ChangedPage<Row extends ListedRow> {
  readonly order: ListOrder;
  /** As they are shown. */
  readonly rows: readonly Row[];
  /** Rows of those that left the list. */
  readonly departed: ReadonlyMap<string, Departure>;
  /** Rows within the read part that are not shown yet, `freshLimit` at most. */
  readonly fresh: ReadonlyMap<string, Row>;
  /** Whether there are more of them, so that the list has to be read again to show them. */
  readonly isFreshCut: boolean;
  /** Creation of the last row that was read. Null if the list was read to its end. */
  readonly readTo: string | null;
  /** Changes since a further page was asked for, which its answer may not reflect. Null if none was. */
  readonly sinceAsked: readonly ChangeBatch<Row>[] | null;
}

export const freshLimit = 200;

/** A list as it was read: its first rows, and whether there are more. */
export function readPage<Row extends ListedRow>(
  order: ListOrder,
  rows: readonly Row[],
  hasMore: boolean,
): ChangedPage<Row> {
  const readTo = endOf(rows, hasMore);
  return { order, rows, departed: new Map(), fresh: new Map(), isFreshCut: false, readTo, sinceAsked: null };
}

/** The list after a batch of changes: the same rows at the same places. */
export function changed<Row extends ListedRow>(page: ChangedPage<Row>, batch: ChangeBatch<Row>): ChangedPage<Row> {
  const places = new Map(page.rows.map(({ id }, place) => [id, place]));
  const rows = [...page.rows];
  const departed = new Map(page.departed);
  const fresh = new Map(page.fresh);
  let isFreshCut = page.isFreshCut;
  for (const row of batch.rows) {
    const place = places.get(row.id);
    if (place !== undefined) {
      rows[place] = newer(rows[place], row);
      departed.delete(row.id);
    } else if (fresh.has(row.id)) fresh.set(row.id, newer(fresh.get(row.id), row));
    else if (isWithin(page, row)) {
      if (fresh.size < freshLimit) fresh.set(row.id, row);
      else isFreshCut = true;
    }
  }
  for (const id of batch.removedIds) {
    if (places.has(id)) departed.set(id, departed.get(id) ?? "UNKNOWN");
    else fresh.delete(id);
  }
  const sinceAsked = page.sinceAsked === null ? null : [...page.sinceAsked, batch];
  return { ...page, rows, departed, fresh, isFreshCut, sinceAsked };
}

/** Notes why rows departed: null for a deleted one, otherwise its current state. Those that came back meanwhile are left alone. */
export function explained<Row extends ListedRow>(
  page: ChangedPage<Row>,
  found: ReadonlyMap<string, Row | null>,
): ChangedPage<Row> {
  const departed = new Map(page.departed);
  const rows = page.rows.map((row) => {
    const now = found.get(row.id);
    if (now === undefined || !departed.has(row.id)) return row;
    departed.set(row.id, now === null ? "DELETED" : "UNMATCHED");
    return now === null ? row : newer(row, now);
  });
  return { ...page, rows, departed };
}

/** Says that a further page is being asked for: changes from now on are applied to its answer too. */
export function asking<Row extends ListedRow>(page: ChangedPage<Row>): ChangedPage<Row> {
  return { ...page, sinceAsked: [] };
}

/** Says that no answer came. */
export function notAnswered<Row extends ListedRow>(page: ChangedPage<Row>): ChangedPage<Row> {
  return { ...page, sinceAsked: null };
}

/** The list with the further page that was asked for. */
export function extended<Row extends ListedRow>(
  page: ChangedPage<Row>,
  rows: readonly Row[],
  hasMore: boolean,
): ChangedPage<Row> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const shown = new Set(page.rows.map(({ id }) => id));
  const next: ChangedPage<Row> = {
    ...page,
    rows: [
      ...page.rows.map((row) => newer(row, known.get(row.id) ?? row)),
      ...rows.filter(({ id }) => !shown.has(id)).map((row) => newer(page.fresh.get(row.id), row)),
    ],
    fresh: new Map([...page.fresh].filter(([id]) => !known.has(id))),
    readTo: hasMore ? (rows.at(-1)?.createdAt ?? page.readTo) : null,
    sinceAsked: null,
  };
  return (page.sinceAsked ?? []).reduce(changed<Row>, next);
}

/** The list with new rows in their place and without departed ones, as reading it again would give it. */
export function settled<Row extends ListedRow>(page: ChangedPage<Row>): ChangedPage<Row> {
  const rows = [...page.fresh.values(), ...page.rows.filter(({ id }) => !page.departed.has(id))];
  const direction = page.order === "NEWEST_FIRST" ? -1 : 1;
  // Stable, so that rows of one millisecond keep the order that the server gave them.
  rows.sort((one, other) => direction * compared(one.createdAt, other.createdAt));
  return { ...page, rows, departed: new Map(), fresh: new Map(), isFreshCut: false };
}

/** The page with each conversation once, by the latest of its rows, where that is shown too. */
export function grouped<Row extends ListedRow>(page: ChangedPage<Row>): ChangedPage<Row> {
  const latest = new Map<string, Row>();
  for (const row of page.rows) {
    const { contextId = null, createdAt } = row;
    if (contextId === null) continue;
    const known = latest.get(contextId);
    if (known === undefined || compared(createdAt, known.createdAt) > 0) latest.set(contextId, row);
  }
  const rows = page.rows.filter((row) => row.contextId == null || latest.get(row.contextId)?.id === row.id);
  return rows.length === page.rows.length ? page : { ...page, rows };
}

/** The batch without rows of conversations of which a later row is shown, or waits to be: they are part of that one. */
export function latestOnly<Row extends ListedRow>(page: ChangedPage<Row>, batch: ChangeBatch<Row>): ChangeBatch<Row> {
  const known = [...page.rows, ...page.fresh.values()];
  const isOvertaken = ({ contextId = null, createdAt, id }: Row) =>
    contextId !== null &&
    known.some((row) => row.contextId === contextId && row.id !== id && compared(row.createdAt, createdAt) > 0);
  const shown = new Set(page.rows.map(({ id }) => id));
  return { ...batch, rows: batch.rows.filter((row) => shown.has(row.id) || !isOvertaken(row)) };
}

function endOf(rows: readonly ListedRow[], hasMore: boolean): string | null {
  // A search may have looked at many and found none of them: everything before the first is read, so to say.
  return hasMore ? (rows.at(-1)?.createdAt ?? "") : null;
}

/**
 * Whether a row is within the read part; later rows come with a further page. The last row itself may leave and come back; one of the same
 * millisecond that follows it comes twice, as news and with its page, which keeps it once.
 */
function isWithin({ order, readTo }: ChangedPage<ListedRow>, { createdAt }: ListedRow): boolean {
  if (readTo === null) return true;
  return order === "NEWEST_FIRST" ? createdAt >= readTo : createdAt <= readTo;
}

/** An answer may be older than a change that came before it. */
function newer<Row extends ListedRow>(known: Row | undefined, other: Row): Row {
  return known !== undefined && known.lastSequence > other.lastSequence ? known : other;
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
