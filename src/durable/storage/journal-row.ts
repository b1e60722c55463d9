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

/**
 * The rows of the records of one transaction: one, unless they are too large for it. Their values must be small enough to stand in it. The end
 * of an execution never shares a row with the start, so that either can be the head.
 */
export function rowsOf(records: readonly RecordedEvent[]): readonly JournalRow[] {
  const [first] = records;
  if (first === undefined) return [];
  if (records.some(({ sequence }, index) => sequence !== first.sequence + index))
    throw new Error("the events of a row have no gaps");
  const row = rowOf(records);
  // The text of a row is longer than those of its events, which the bound is about.
  const fits = row.body.length <= sharedLength && !(isStart(first) && records.some(isEnd));
  return fits || records.length === 1 ? [row] : sharesOf(records).map(rowOf);
}

/** The records of each row, where one row cannot hold all of them. */
function sharesOf(records: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const shares: RecordedEvent[][] = [];
  let length = 0;
  for (const record of records) {
    const added = JSON.stringify(storedEvent(record)).length;
    const shared = shares.at(-1);
    const [head] = shared ?? [];
    const isApart = length + added > sharedLength || (head !== undefined && isStart(head) && isEnd(record));
    if (shared === undefined || isApart) {
      shares.push([record]);
      length = added;
    } else {
      shared.push(record);
      length += added;
    }
  }
  return shares;
}

function isStart({ event }: RecordedEvent): boolean {
  return event.kind === "ExecutionStarted";
}

function isEnd({ event }: RecordedEvent): boolean {
  return event.kind === "ExecutionFinished";
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

function rowOf(records: readonly RecordedEvent[]): JournalRow {
  const headIndex = records[0] !== undefined && isStart(records[0]) ? 0 : records.length - 1;
  const [head, last] = [records[headIndex], records.at(-1)];
  if (head === undefined || last === undefined) throw new Error("a row holds an event");
  const { event, hidden, occurredAt: at } = head;
  const isAlone = records.length === 1;
  return {
    seq: last.sequence,
    kind: event.kind,
    version: (isAlone ? oneEvent : severalEvents) * perForm + writtenVersion(event),
    at,
    hidden: hidden ? 1 : 0,
    body: isAlone ? bodyOfOne(head) : bodyOfSeveral(records, head, headIndex),
  };
}

function bodyOfOne(head: RecordedEvent): string {
  return JSON.stringify({ transitions: head.transitions, event: storedEvent(head) });
}

/** One text of the whole, members that are absent being undefined: a text for each member would be copied into that of the row. */
function bodyOfSeveral(records: readonly RecordedEvent[], head: RecordedEvent, headIndex: number): string {
  return JSON.stringify({
    transitions: records.flatMap(({ transitions }) => transitions),
    event: storedEvent(head),
    moves: moveCount(head),
    before: membersOf(records.slice(0, headIndex), head),
    after: membersOf(records.slice(headIndex + 1), head),
  });
}

function membersOf(records: readonly RecordedEvent[], head: RecordedEvent): readonly object[] | undefined {
  return records.length === 0 ? undefined : records.map((record) => memberOf(record, head));
}

/** As `Member`, what is absent being undefined. */
function memberOf(record: RecordedEvent, head: RecordedEvent): object {
  const { event, hidden, occurredAt } = record;
  return {
    kind: event.kind,
    version: writtenVersion(event),
    at: occurredAt === head.occurredAt ? undefined : occurredAt,
    hidden: hidden ? 1 : undefined,
    moves: moveCount(record),
    event: storedEvent(record),
  };
}

function moveCount({ transitions }: RecordedEvent): number | undefined {
  return transitions.length === 0 ? undefined : transitions.length;
}

/** An event as its row holds it: without its kind, which stands beside it. */
function storedEvent({ event }: RecordedEvent): object {
  return event.kind === "StepWaiting" ? waitingRow(event) : { ...event, kind: undefined };
}
