/**
 * The part of an execution's rows that code can read which does not understand them: columns, transitions of the state machine, and members
 * that every version keeps.
 */

import { eventVersion } from "../../execution/events/event.ts";
import type { OrchestrationState, OrchestrationTransition } from "../../execution/events/orchestration-state.ts";
import { type ParkedRows, readOlderStart, readStableEnd, readStableStart } from "../../execution/views/parked-view.ts";
import { isJsonObject, type Json } from "../../json/json.ts";
import type { JournalRow } from "../storage/journal-row.ts";

type Row = Record<string, SqlStorageValue> & JournalRow;

/** Returns null if the first row does not keep what every version promises. */
export function readParkedRows(sql: SqlStorage): ParkedRows | null {
  const row = (where: string) =>
    sql.exec<Row>(`SELECT seq, kind, version, at, hidden, body FROM journal ${where} LIMIT 1`).toArray()[0];
  const [first, last] = [row("ORDER BY seq"), row("ORDER BY seq DESC")];
  if (first === undefined || last === undefined) return null;
  const { event } = bodyOf(first);
  const isOlder = first.kind === "ExecutionStarted" && first.version < eventVersion.ExecutionStarted;
  const start = isOlder && isJsonObject(event) ? readOlderStart(event) : readStableStart(event);
  if (start === null) return null;
  const status = last.kind === "ExecutionFinished" ? readStableEnd(bodyOf(last).event) : null;
  const moved = row("WHERE json_array_length(body, '$.transitions') > 0 ORDER BY seq DESC");
  return {
    start,
    createdAt: first.at,
    updatedAt: last.at,
    sequence: last.seq,
    orchestrationState: moved === undefined ? "plan_init" : orchestrationStateAfter(moved),
    end: status === null ? null : { status, at: last.at },
  };
}

function orchestrationStateAfter(row: Row): OrchestrationState {
  return bodyOf(row).transitions.at(-1)?.to ?? "plan_init";
}

function bodyOf({ body }: Row): { readonly transitions: readonly OrchestrationTransition[]; readonly event: Json } {
  return JSON.parse(body);
}
