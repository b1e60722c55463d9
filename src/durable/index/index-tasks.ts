/**
 * The executions that were started as A2A tasks, in the order in which A2A lists them: by who asked whom, latest change first. Other
 * executions have no row here, and an index without such tasks has no table.
 *
 *   task(subject, agent, updated, name, state, context)   `name` is that of the object
 */
import type { ExecutionSummary } from "../../execution/views/summary.ts";
import type { ListedTask, TaskList, TaskListQuery } from "../../execution/views/task-list.ts";
import type { TaskState } from "../../execution/views/task-state.ts";
import { hasTable } from "../storage/sql-table.ts";

/** Where counting stops. */
const maxCount = 10_000;

const table = `CREATE TABLE IF NOT EXISTS task(subject TEXT NOT NULL, agent TEXT NOT NULL, updated INTEGER NOT NULL,
  name TEXT NOT NULL, state TEXT NOT NULL, context TEXT, PRIMARY KEY(subject, agent, updated, name)) WITHOUT ROWID`;

type Row = {
  readonly updated: number;
  readonly name: string;
  readonly state: string;
  readonly context: string | null;
};

/** Puts the task of `summary` in the place that it had according to `before`. Does nothing for executions that are no tasks. */
export function writeTask(sql: SqlStorage, before: ExecutionSummary | undefined, summary: ExecutionSummary): void {
  if (before !== undefined) deleteTask(sql, before);
  const { contextId, execution, subject, task, updatedAt } = summary;
  if (task === undefined) return;
  sql.exec(table);
  sql.exec(
    "INSERT OR REPLACE INTO task(subject, agent, updated, name, state, context) VALUES(?, ?, ?, ?, ?, ?)",
    subject,
    task.name,
    updatedAt,
    execution,
    task.state,
    contextId,
  );
}

export function deleteTask(sql: SqlStorage, { execution, subject, task, updatedAt }: ExecutionSummary): void {
  if (task === undefined || !hasTable(sql, "task")) return;
  const place = "subject = ? AND agent = ? AND updated = ? AND name = ?";
  sql.exec(`DELETE FROM task WHERE ${place}`, subject, task.name, updatedAt, execution);
}

/** One page of tasks. */
export function readTasks(sql: SqlStorage, query: TaskListQuery): TaskList {
  if (!hasTable(sql, "task")) return { tasks: [], hasMore: false, total: 0 };
  const { after, contextId, limit, name, state, subject, updatedSince } = query;
  const conditions = ["subject = ?", "agent = ?"];
  const bound: (string | number)[] = [subject, name];
  const demand = (condition: string, ...values: readonly (string | number)[]) => {
    conditions.push(condition);
    bound.push(...values);
  };
  if (contextId !== null) demand("context = ?", contextId);
  if (state !== null) demand("state = ?", state);
  if (updatedSince !== null) demand("updated >= ?", updatedSince);
  const counted = `SELECT count(*) AS count FROM (SELECT 1 FROM task WHERE ${conditions.join(" AND ")} LIMIT ?)`;
  const total = sql.exec<{ count: number }>(counted, ...bound, maxCount).one().count;
  if (after !== null) demand("(updated, name) < (?, ?)", after.updatedAt, after.execution);
  const rows = sql
    .exec<Row>(
      `SELECT updated, name, state, context FROM task WHERE ${conditions.join(" AND ")}
       ORDER BY updated DESC, name DESC LIMIT ?`,
      ...bound,
      limit + 1,
    )
    .toArray();
  return { tasks: rows.slice(0, limit).map(listed), hasMore: rows.length > limit, total };
}

function listed({ context, name, state, updated }: Row): ListedTask {
  return { execution: name, contextId: context, state: state as TaskState, updatedAt: updated };
}
