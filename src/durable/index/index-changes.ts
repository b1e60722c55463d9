/**
 * The numbers of changes in an index, and the feed made of them. Every change gets the next number, and the row of an execution carries its
 * latest one. So the feed holds each execution once, in its latest state, however long a watcher was away.
 *
 * - A removed execution leaves a row that informs watchers and rejects a late summary. The newest 10,000 of them are kept. A watcher that
 *   comes from before the others is sent a gap.
 * - Numbers mean nothing in an index that was created again: it has another epoch, and a position of another epoch is a gap too.
 */

import type { Audience } from "../../access/audience.ts";
import { searchTextOf } from "../../execution/search/search-text.ts";
import type { ChangedExecution, ChangePage, ExecutionPosition } from "../../execution/views/execution-list.ts";
import type { ChangePosition } from "../../execution/views/execution-view.ts";
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import { pageAfter } from "./change-page.ts";
import type { ChangeSource } from "./index-feed.ts";
import { readSummary } from "./stored-summary.ts";

const keptRemovals = 10_000;

/** The number of the latest change, of a row of `feed`. */
const latestChange = `max(pruned, (SELECT ifnull(max(change), 0) FROM execution),
  (SELECT ifnull(max(change), 0) FROM removal))`;

/** What is known before the change of an execution is stored. */
export interface UpcomingChange {
  /** The number that it gets. */
  readonly change: number;
  /** The changes up to this number are in the totals. */
  readonly counted: number;
  /** Whether the execution, of its time of creation, is known to have been removed. A later one may have the same name. */
  readonly isRemoved: boolean;
}

/** A row of the feed: a removal if it has no summary. */
type Change = {
  readonly change: number;
  readonly name: string;
  readonly summary: string | null;
  readonly text: string | null;
  /** The viewers of a removed execution, JSON. */
  readonly audience: string | null;
};

export class IndexChanges implements ChangeSource<ChangePage> {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Where the feed stands now. */
  position(): ChangePosition {
    return this.#sql.exec<{ epoch: string; change: number }>(`SELECT epoch, ${latestChange} AS change FROM feed`).one();
  }

  /** Of the numbers, for as long as the tables are not made again. */
  epoch(): string {
    return this.#sql.exec<{ epoch: string }>("SELECT epoch FROM feed").one().epoch;
  }

  /** The change of an execution that is about to be stored. One statement: each takes as long as the reading of some rows. */
  upcoming({ createdAt, execution }: ExecutionPosition): UpcomingChange {
    const { change, counted, removed } = this.#sql
      .exec<{ change: number; counted: number; removed: number }>(
        `SELECT ${latestChange} AS change, counted,
           EXISTS(SELECT 1 FROM removal WHERE name = ? AND created >= ?) AS removed FROM feed`,
        execution,
        createdAt,
      )
      .one();
    return { change: change + 1, counted, isRemoved: removed === 1 };
  }

  /** Notes that an execution was removed by the change of that number, and who could see it. */
  noteRemoval({ createdAt, execution }: ExecutionPosition, change: number, audience: Audience | undefined): void {
    this.#sql.exec(
      "INSERT OR REPLACE INTO removal(name, created, change, audience) VALUES(?, ?, ?, ?)",
      execution,
      createdAt,
      change,
      audience === undefined ? null : JSON.stringify(audience),
    );
    const pruned = this.#sql
      .exec<{ change: number }>(
        `DELETE FROM removal WHERE change <= (SELECT change FROM removal ORDER BY change DESC LIMIT 1 OFFSET ?)
         RETURNING change`,
        keptRemovals,
      )
      .toArray();
    if (pruned.length === 0) return;
    this.#sql.exec("UPDATE feed SET pruned = max(pruned, ?)", Math.max(...pruned.map(({ change }) => change)));
  }

  page(position: ChangePosition | undefined): ChangePage {
    const { changes, ...page } = pageAfter(position, {
      now: this.position(),
      pruned: this.#pruned(),
      after: (change, limit) => this.#after(change, limit),
      sizeOf: ({ name, summary, text }) => (summary ?? name).length + (text?.length ?? 0),
    });
    const summaries = changes.flatMap(({ summary, text }) =>
      summary === null ? [] : [changedOf(readSummary(summary), text ?? undefined)],
    );
    const listed = new Set(summaries.map(({ execution }) => execution));
    // A name that is listed again was used again after its removal.
    const removed = changes.flatMap(({ name, summary }) => (summary === null && !listed.has(name) ? [name] : []));
    const audiences = changes.flatMap(({ audience, name }) =>
      audience === null || !removed.includes(name) ? [] : [[name, JSON.parse(audience) as Audience] as const],
    );
    return { ...page, summaries, removed, ...(audiences.length > 0 && { removedOf: Object.fromEntries(audiences) }) };
  }

  /** The page of the change that was made last. */
  latest(): ChangePage {
    const { change, epoch } = this.position();
    return this.page({ epoch, change: change - 1 });
  }

  emptied({ removedOf: _, ...page }: ChangePage): ChangePage {
    return { ...page, summaries: [], removed: [] };
  }

  /** In the order of their numbers. */
  #after(change: number, limit: number): readonly Change[] {
    return this.#sql
      .exec<Change>(
        `SELECT change, name, summary, text, NULL AS audience FROM execution WHERE change > ?1
         UNION ALL SELECT change, name, NULL, NULL, audience FROM removal WHERE change > ?1 ORDER BY change LIMIT ?2`,
        change,
        limit,
      )
      .toArray();
  }

  #pruned(): number {
    return this.#sql.exec<{ pruned: number }>("SELECT pruned FROM feed").one().pruned;
  }
}

/** Text that the summary says by itself is not sent beside it. */
function changedOf(summary: ExecutionSummary, text: string | undefined): ChangedExecution {
  return text === undefined || text === searchTextOf(summary) ? summary : { ...summary, searchText: text };
}
