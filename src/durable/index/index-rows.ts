/** The rows of an execution in the tables of an index: its summary, and the keys by which it is found. */

import { type Audience, audienceOf } from "../../access/audience.ts";
import { searchTextOf } from "../../execution/search/search-text.ts";
import { isFinalExecution as isFinal } from "../../execution/state/status.ts";
import type { ExecutionPosition } from "../../execution/views/execution-list.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import type { UpcomingChange } from "./index-changes.ts";
import { confinedRanks, inAnyOrder, openRanks } from "./index-query.ts";
import { derivedTable, scheduledTable } from "./index-tables.ts";
import type { CountedRow, IndexTally } from "./index-tally.ts";
import { deleteTask, writeTask } from "./index-tasks.ts";
import { deleteViewers, hasViewers, writeViewers } from "./index-viewers.ts";

/** The row of an execution as it is stored. */
export type KnownRow = CountedRow & { readonly revision: number; readonly summary: string };

const knownText = (ranks: readonly number[]) =>
  `SELECT change, revision, status, summary, counted, used FROM execution AS e INDEXED BY execution_place
    WHERE ${inAnyOrder("e", ranks)} AND created = ? AND name = ?`;
const knownOpen = knownText(openRanks);
const knownAny = knownText([...openRanks, ...confinedRanks]);

export class IndexRows {
  readonly #sql: SqlStorage;
  readonly #tally: IndexTally;

  constructor(sql: SqlStorage, tally: IndexTally) {
    this.#sql = sql;
    this.#tally = tally;
  }

  /** The stored facts of an execution. Undefined if it is not known. */
  known({ createdAt, execution }: ExecutionPosition): KnownRow | undefined {
    const text = hasViewers(this.#sql) ? knownAny : knownOpen;
    return this.#sql.exec<KnownRow>(text, createdAt, execution).toArray()[0];
  }

  /** Writes a summary in place of `known`. */
  write(known: KnownRow | undefined, summary: ExecutionSummary, upcoming: UpcomingChange): void {
    const { change, counted: upTo } = upcoming;
    const { createdAt, execution, revision, status, waitingFor } = summary;
    // Questions and usage have rows of their own, and words are part of the text.
    const { consumption: _, questions: __, words: ___, ...listed } = summary;
    const [json, text] = [JSON.stringify(listed), searchTextOf(summary)];
    const before = known === undefined ? undefined : (JSON.parse(known.summary) as ExecutionSummary);
    const { counted, used } = this.#tally.markOf(known, summary, { isEnd: isEnd(known, summary), upTo });
    if (known === undefined) {
      this.#sql.exec(
        `INSERT INTO execution(change, created, name, revision, status, waiting, context, root, summary, counted, used, text)
         VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        change,
        createdAt,
        execution,
        revision,
        status,
        waitingFor,
        summary.contextId,
        (summary.parent === null ? 1 : 0) + (summary.visibility === undefined ? 0 : 2),
        json,
        counted,
        used,
        text,
      );
    } else {
      // Context, parent and schedule are those that the execution was started with, as its labels are.
      this.#sql.exec(
        `UPDATE execution SET change = ?, revision = ?, status = ?, waiting = ?, summary = ?, counted = ?, used = ?,
         text = ? WHERE change = ?`,
        change,
        revision,
        status,
        waitingFor,
        json,
        counted,
        used,
        text,
        known.change,
      );
    }
    if (known === undefined) writeViewers(this.#sql, summary);
    writeTask(this.#sql, before, summary);
    if (before === undefined || !listsSame(before, summary)) {
      if (before !== undefined) this.#deleteSides(before);
      this.#insertSides(summary);
    }
    this.#tally.noted(change, upTo);
  }

  /** Removes questions and answers: the execution is found by its listed facts only. Writes nothing if there are none. */
  forgetWords(position: ExecutionPosition): void {
    const known = this.known(position);
    if (known === undefined) return;
    const text = searchTextOf(JSON.parse(known.summary) as ExecutionSummary);
    this.#sql.exec("UPDATE execution SET text = ?1 WHERE change = ?2 AND text <> ?1", text, known.change);
  }

  /** Deletes every row of an execution, and says who could see it. Does nothing if it is not known. */
  delete(position: ExecutionPosition): Audience | undefined {
    const known = this.known(position);
    if (known === undefined) return undefined;
    const summary = JSON.parse(known.summary) as ExecutionSummary;
    this.#deleteSides(summary);
    deleteViewers(this.#sql, summary);
    deleteTask(this.#sql, summary);
    this.#tally.forget(known, summary);
    this.#sql.exec("DELETE FROM execution WHERE change = ?", known.change);
    return audienceOf(summary);
  }

  #insertSides(summary: ExecutionSummary): void {
    const { callables, contextId, createdAt, derivedFrom, execution, labels, parent, schedule } = summary;
    if (derivedFrom !== undefined) {
      this.#sql.exec(derivedTable);
      const sql = "INSERT OR IGNORE INTO derived(source, created, name) VALUES(?, ?, ?)";
      this.#sql.exec(sql, derivedFrom, createdAt, execution);
    }
    if (schedule !== undefined) {
      this.#sql.exec(scheduledTable);
      const sql = "INSERT OR IGNORE INTO scheduled(schedule, created, name) VALUES(?, ?, ?)";
      this.#sql.exec(sql, schedule, createdAt, execution);
    }
    if (contextId !== null) {
      const sql = "INSERT OR IGNORE INTO chat(context, created, name) VALUES(?, ?, ?)";
      this.#sql.exec(sql, contextId, createdAt, execution);
    }
    if (parent !== null) {
      const sql = "INSERT OR IGNORE INTO child(parent, created, name) VALUES(?, ?, ?)";
      this.#sql.exec(sql, parent, createdAt, execution);
    }
    for (const { key, value } of labels) {
      const sql = "INSERT OR IGNORE INTO label(key, value, created, name) VALUES(?, ?, ?, ?)";
      this.#sql.exec(sql, key, value, createdAt, execution);
    }
    for (const callable of callables) {
      const sql = "INSERT OR IGNORE INTO callable(callable, created, name) VALUES(?, ?, ?)";
      this.#sql.exec(sql, callable, createdAt, execution);
    }
  }

  #deleteSides(summary: ExecutionSummary): void {
    const { callables, contextId, createdAt, derivedFrom, execution, labels, parent, schedule } = summary;
    if (derivedFrom !== undefined) {
      const sql = "DELETE FROM derived WHERE source = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, derivedFrom, createdAt, execution);
    }
    if (schedule !== undefined) {
      const sql = "DELETE FROM scheduled WHERE schedule = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, schedule, createdAt, execution);
    }
    if (contextId !== null) {
      const sql = "DELETE FROM chat WHERE context = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, contextId, createdAt, execution);
    }
    if (parent !== null) {
      const sql = "DELETE FROM child WHERE parent = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, parent, createdAt, execution);
    }
    for (const { key, value } of labels) {
      const sql = "DELETE FROM label WHERE key = ? AND value = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, key, value, createdAt, execution);
    }
    for (const callable of callables) {
      const sql = "DELETE FROM callable WHERE callable = ? AND created = ? AND name = ?";
      this.#sql.exec(sql, callable, createdAt, execution);
    }
  }
}

/**
 * Whether this is the first report of the end of the execution by code that knows its rows. Revision 0 is of code that does not, and has no
 * consumption.
 */
function isEnd(known: KnownRow | undefined, { revision, status }: ExecutionSummary): boolean {
  const wasEnded = known !== undefined && known.revision > 0 && isFinal(known.status);
  return revision > 0 && isFinal(status) && !wasEnded;
}

function listsSame(one: ExecutionSummary, other: ExecutionSummary): boolean {
  const listed = ({ callables, derivedFrom, labels }: ExecutionSummary) =>
    JSON.stringify([labels, callables, derivedFrom ?? null]);
  return listed(one) === listed(other);
}
