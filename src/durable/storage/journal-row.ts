/** A row of the journal and the record that it holds, in both directions; reading brings old versions up to date (E2). */
import { eventVersion, type RecordedEvent } from "../../execution/events/event.ts";
import type { OrchestrationTransition } from "../../execution/events/orchestration-state.ts";
import { waitingRow } from "../../execution/events/step-waiting.ts";
import { type UnknownEvent, upcast } from "../../execution/events/upcast.ts";
import type { Json } from "../../json/json.ts";

/** A row as it is stored; also the form in which journals of released versions are kept. */
export interface JournalRow {
  readonly seq: number;
  readonly kind: string;
  readonly version: number;
  readonly at: number;
  readonly hidden: number;
  readonly body: string;
}

/** The row of a record. Its values must be small enough to stand in it. */
export function rowOf({ event, hidden, occurredAt, sequence, transitions }: RecordedEvent): JournalRow {
  const { kind, ...given } = event;
  const facts = event.kind === "StepWaiting" ? waitingRow(event) : given;
  const body = JSON.stringify({ transitions, event: facts });
  return { seq: sequence, kind, version: eventVersion[kind], at: occurredAt, hidden: hidden ? 1 : 0, body };
}

/** The record of a row in the form of today, or the kind and version that this code does not know. */
export function recordOf(row: JournalRow): RecordedEvent | UnknownEvent {
  const stored = JSON.parse(row.body) as { transitions: readonly OrchestrationTransition[]; event: Json };
  const current = upcast({ kind: row.kind, version: row.version, body: stored.event });
  if (!current.known) return current;
  const { event } = current;
  return { sequence: row.seq, occurredAt: row.at, hidden: row.hidden !== 0, transitions: stored.transitions, event };
}
