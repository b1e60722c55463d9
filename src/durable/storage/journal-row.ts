/**
 * Rows of the journal and the records that they hold, in both directions; reading brings old versions up to date (E2).
 *
 * A row holds the events of one transaction, in their order. It is named after one of them, its head: the start of the execution, else the
 * last event. The columns and the members `transitions` and `event` of a row with one event are those of 0.7.0 and 0.8.0. A row with
 * several has a version that those park: they find the start and the end of an execution by the same columns and members.
 *
 *   seq          sequence of the last event
 *   kind, at, hidden    of the head
 *   version      of the head's event; 100 more if the row holds several events
 *   body         {transitions, event}: of the head; with several events {transitions, event, moves?, before?, after?}
 *     transitions    with several events those of all of them, in their order
 *     event          without its kind, large values left out
 *     moves          how many of the transitions are the head's; absent for none, and in a row with one event
 *     before, after  the events before and after the head: {kind, version, at?, hidden?, moves?, event}; `at` if it is not the head's
 */
import { type RecordedEvent, writtenVersion } from "../../execution/events/event.ts";
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

/** The addend of a row's version for each form of a row. */
const perForm = 100;
const [oneEvent, severalEvents] = [0, 1];

/** The form in which rows are written, for a comparison of the forms that two versions of this software read. */
export const rowForm = severalEvents;

/**
 * UTF-16 units of the events that share a row. Three bytes each at worst stay far below the 2 MB that a row may hold, and a value is read
 * with all that stands in its row. One event may be larger.
 */
const sharedLength = 262_144;

interface Member {
  readonly kind: string;
  readonly version: number;
  readonly at?: number;
  readonly hidden?: number;
  readonly moves?: number;
  readonly event: Json;
}

interface StoredBody {
  readonly transitions: readonly OrchestrationTransition[];
  readonly event: Json;
  readonly moves?: number;
  readonly before?: readonly Member[];
  readonly after?: readonly Member[];
}

/** A record with the JSON text of its event. */
interface Written {
  readonly record: RecordedEvent;
  readonly text: string;
}

/**
 * The rows of the records of one transaction: one, unless they are too large for it. Their values must be small enough to stand in it. The end
 * of an execution never shares a row with the start, so that either can be the head.
 */
export function rowsOf(records: readonly RecordedEvent[]): readonly JournalRow[] {
  const rows: JournalRow[] = [];
  let shared: Written[] = [];
  let length = 0;
  for (const [index, record] of records.entries()) {
    if (record.sequence !== (records[0]?.sequence ?? 0) + index) throw new Error("the events of a row have no gaps");
    const text = eventText(record);
    const isFull = length + text.length > sharedLength;
    const startsHere = shared[0]?.record.event.kind === "ExecutionStarted";
    if (shared.length > 0 && (isFull || (startsHere && record.event.kind === "ExecutionFinished"))) {
      rows.push(rowOf(shared));
      shared = [];
      length = 0;
    }
    shared.push({ record, text });
    length += text.length;
  }
  if (shared.length > 0) rows.push(rowOf(shared));
  return rows;
}

/** The columns of a row that this code reads. */
export interface ReadRow {
  /** In the form of today; those before the event that it does not know. */
  readonly records: readonly RecordedEvent[];
  readonly unknown: UnknownEvent | undefined;
}

export function readRow(row: JournalRow): ReadRow {
  const form = Math.floor(row.version / perForm);
  if (form > severalEvents)
    return { records: [], unknown: { known: false, isTooOld: false, kind: row.kind, version: row.version } };
  const { after = [], before = [], event, moves = 0, transitions } = JSON.parse(row.body) as StoredBody;
  const head = { kind: row.kind, version: headVersion(row), hidden: row.hidden, event };
  const headMoves = form === oneEvent ? transitions.length : moves;
  const members: readonly Member[] = [...before, { ...head, moves: headMoves }, ...after];
  const records: RecordedEvent[] = [];
  let move = 0;
  for (const [index, member] of members.entries()) {
    const current = upcast({ kind: member.kind, version: member.version, body: member.event });
    if (!current.known) return { records, unknown: current };
    const next = move + (member.moves ?? 0);
    records.push({
      sequence: row.seq - members.length + 1 + index,
      occurredAt: member.at ?? row.at,
      hidden: (member.hidden ?? 0) !== 0,
      transitions: transitions.slice(move, next),
      event: current.event,
    });
    move = next;
  }
  return { records, unknown: undefined };
}

/** Version of the head's event, for rows of every form. */
export function headVersion({ version }: Pick<JournalRow, "version">): number {
  return version % perForm;
}

function rowOf(written: readonly Written[]): JournalRow {
  const headIndex = written[0]?.record.event.kind === "ExecutionStarted" ? 0 : written.length - 1;
  const [head, last] = [written[headIndex], written.at(-1)];
  if (head === undefined || last === undefined) throw new Error("a row holds an event");
  const { event, hidden, occurredAt, transitions } = head.record;
  const version = writtenVersion(event);
  const columns = { seq: last.record.sequence, kind: event.kind, at: occurredAt, hidden: hidden ? 1 : 0 };
  if (written.length === 1) {
    const body = `{"transitions":${JSON.stringify(transitions)},"event":${head.text}}`;
    return { ...columns, version, body };
  }
  const moves = JSON.stringify(written.flatMap(({ record }) => record.transitions));
  const body = [
    `{"transitions":${moves},"event":${head.text}`,
    transitions.length === 0 ? "" : `,"moves":${transitions.length}`,
    listText("before", written.slice(0, headIndex), occurredAt),
    listText("after", written.slice(headIndex + 1), occurredAt),
    "}",
  ];
  return { ...columns, version: severalEvents * perForm + version, body: body.join("") };
}

function listText(name: "after" | "before", members: readonly Written[], headAt: number): string {
  return members.length === 0 ? "" : `,"${name}":[${members.map((member) => memberText(member, headAt)).join(",")}]`;
}

function memberText({ record: { event, hidden, occurredAt, transitions }, text }: Written, headAt: number): string {
  const { kind } = event;
  const parts = [
    `{"kind":${JSON.stringify(kind)},"version":${writtenVersion(event)}`,
    occurredAt === headAt ? "" : `,"at":${occurredAt}`,
    hidden ? ',"hidden":1' : "",
    transitions.length === 0 ? "" : `,"moves":${transitions.length}`,
    `,"event":${text}}`,
  ];
  return parts.join("");
}

/** The JSON text of an event without its kind, which stands beside it. */
function eventText({ event }: RecordedEvent): string {
  const { kind: _, ...given } = event;
  return JSON.stringify(event.kind === "StepWaiting" ? waitingRow(event) : given);
}
