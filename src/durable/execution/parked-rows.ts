/**
 * The part of an execution's rows that code can read which does not understand them: columns, transitions of the state machine, and members
 * that every version keeps.
 */

import type { MachineState, MachineTransition } from "../../execution/events/machine-move.ts";
import { type ParkedRows, readStableEnd, readStableStart } from "../../execution/views/parked-view.ts";
import type { Json } from "../../json/json.ts";
import type { JournalRow } from "../storage/journal-row.ts";

type Row = Record<string, SqlStorageValue> & Pick<JournalRow, "at" | "body" | "kind" | "seq">;

/** Null if the first row does not keep what later versions promise. */
export function readParkedRows(sql: SqlStorage): ParkedRows | null {
  const row = (where: string) => sql.exec<Row>(`SELECT seq, kind, at, body FROM journal ${where} LIMIT 1`).toArray()[0];
  const [first, last] = [row("ORDER BY seq"), row("ORDER BY seq DESC")];
  if (first === undefined || last === undefined) return null;
  const start = readStableStart(bodyOf(first).event);
  if (start === null) return null;
  const status = last.kind === "ExecutionFinished" ? readStableEnd(bodyOf(last).event) : null;
  const moved = row("WHERE json_array_length(body, '$.transitions') > 0 ORDER BY seq DESC");
  return {
    start,
    createdAt: first.at,
    updatedAt: last.at,
    sequence: last.seq,
    machine: moved === undefined ? "plan_init" : machineAfter(moved),
    end: status === null ? null : { status, at: last.at },
  };
}

function machineAfter(row: Row): MachineState {
  return bodyOf(row).transitions.at(-1)?.to ?? "plan_init";
}

function bodyOf({ body }: Row): { readonly transitions: readonly MachineTransition[]; readonly event: Json } {
  return JSON.parse(body);
}
