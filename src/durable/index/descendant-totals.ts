/**
 * The executions below one, at any depth, as the index lists them: how many there are, how many are at work, and how much those store that have
 * ended. Nothing is kept for it: the rows by which children are listed are followed downwards when somebody asks.
 */
import { type DescendantTotals, maxDescendantsCounted } from "../../execution/views/usage-totals.ts";
import { confinedRanks, inAnyOrder, openRanks } from "./index-query.ts";
import { hasViewers } from "./index-viewers.ts";

/** One that waits for its children does no work. */
const totals = (ranks: readonly number[]) => `
  WITH RECURSIVE below(created, name) AS (
    SELECT created, name FROM child WHERE parent = ?1
    UNION ALL SELECT child.created, child.name FROM below JOIN child ON child.parent = below.name
    LIMIT ${maxDescendantsCounted})
  SELECT count(*) AS count,
    coalesce(sum(e.status IN ('PENDING', 'RUNNING') OR e.status = 'WAITING' AND e.waiting IS NOT 'CHILD'), 0) AS atWork,
    coalesce(sum(CASE WHEN json_extract(e.summary, '$.finishedAt') >= ?2 THEN json_extract(e.summary, '$.storedBytes') END), 0)
      AS storedBytes
  FROM below CROSS JOIN execution AS e INDEXED BY execution_place
    ON ${inAnyOrder("e", ranks)} AND e.created = below.created AND e.name = below.name`;
const ofOpen = totals(openRanks);
const ofAny = totals([...openRanks, ...confinedRanks]);

/** Of the execution of that name. Values of what ended before `keptSince`, Unix milliseconds, are removed. */
export function readDescendants(sql: SqlStorage, execution: string, keptSince: number): DescendantTotals {
  return sql
    .exec<{ count: number; atWork: number; storedBytes: number }>(
      hasViewers(sql) ? ofAny : ofOpen,
      execution,
      Number.isFinite(keptSince) ? keptSince : 0,
    )
    .one();
}
