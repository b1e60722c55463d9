/**
 * The part of an execution's rows that code can read which does not understand them: columns, transitions of the state machine, and members
 * that every version keeps.
 */

import { eventVersion } from "../../execution/events/event.ts";
import type { OrchestrationState, OrchestrationTransition } from "../../execution/events/orchestration-state.ts";
import { type ParkedRows, readOlderStart, readStableEnd, readStableStart } from "../../execution/views/parked-view.ts";
import { isJsonObject, type Json } from "../../json/json.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import { journalTable, rowColumns } from "../storage/journal.ts";
import { headVersion, type JournalRow } from "../storage/journal-row.ts";

type Row = Record<string, SqlStorageValue> & JournalRow;

/** Returns undefined if the first row lacks the members that every version promises. */
export function readParkedRows(storage: ExecutionStorage): ParkedRows | undefined {
  const journal = storage.table(journalTable);
  const row = (where: string) => journal.select<Row>(rowColumns, `${where} LIMIT 1`)[0];
  const [first, last] = [row("TRUE ORDER BY seq"), row("TRUE ORDER BY seq DESC")];
  if (first === undefined || last === undefined) return undefined;
  const { event } = bodyOf(first);
  const isOlder = first.kind === "ExecutionStarted" && headVersion(first) < eventVersion.ExecutionStarted;
  const start = isOlder && isJsonObject(event) ? readOlderStart(event) : readStableStart(event);
  if (start === undefined) return undefined;
  const status = last.kind === "ExecutionFinished" ? readStableEnd(bodyOf(last).event) : undefined;
  const moved = row("json_array_length(body, '$.transitions') > 0 ORDER BY seq DESC");
  return {
    start,
    createdAt: first.at,
    updatedAt: bodyOf(last).after?.at(-1)?.at ?? last.at,
    sequence: last.seq,
    orchestrationState: moved === undefined ? "plan_init" : orchestrationStateAfter(moved),
    end: status === undefined ? null : { status, at: last.at },
  };
}

function orchestrationStateAfter(row: Row): OrchestrationState {
  return bodyOf(row).transitions.at(-1)?.to ?? "plan_init";
}

interface ParkedBody {
  readonly transitions: readonly OrchestrationTransition[];
  readonly event: Json;
  readonly after?: readonly { readonly at?: number }[];
}

function bodyOf({ body }: Row): ParkedBody {
  return JSON.parse(body);
}
