/** What is below an execution, over the real tables of an index in memory. */
import { expect, it } from "vitest";
import { readDescendants } from "../../../src/durable/index/descendant-totals.ts";
import { ExecutionAccount } from "../../../src/durable/index/execution-account.ts";
import { IndexChanges } from "../../../src/durable/index/index-changes.ts";
import { IndexRows } from "../../../src/durable/index/index-rows.ts";
import { openTables } from "../../../src/durable/index/index-tables.ts";
import { IndexTally } from "../../../src/durable/index/index-tally.ts";
import { IndexUsage } from "../../../src/durable/index/index-usage.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import { maxDescendantsCounted } from "../../../src/execution/views/usage-totals.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";

function index() {
  const storage = memoryStorage() as DurableObjectStorage;
  const { sql } = storage;
  openTables(storage, false);
  const tally = new IndexTally(sql, new IndexUsage(sql), new ExecutionAccount(sql, Number.POSITIVE_INFINITY));
  const rows = new IndexRows(sql, tally);
  const changes = new IndexChanges(sql);
  const put = (name: string, parent: string | null, more: Partial<ExecutionSummary> = {}) => {
    const summary = summaryNamed(name, 100, { parent, root: "root", ...more });
    rows.write(rows.known(summary), summary, changes.upcoming(summary));
  };
  return { put, rows, sql, below: (name: string, since = 0) => readDescendants(sql, name, since) };
}

const ended = (storedBytes: number, finishedAt: number) =>
  ({ revision: 2, status: "SUCCEEDED", finishedAt, storedBytes }) as const;

it("[N890] below an execution are all that its steps began and those began, at work unless they wait for their own, with what ended ones store", () => {
  const { below, put } = index();
  expect(below("root")).toEqual({ count: 0, atWork: 0, storedBytes: 0 });
  put("root", null);
  put("stranger", null, { root: "stranger" });
  put("of stranger", "stranger", { root: "stranger" });
  put("branch", "root", { status: "WAITING", waitingFor: "CHILD" });
  put("leaf", "branch");
  put("asking", "branch", { status: "WAITING", waitingFor: "PERSON" });
  put("queued", "root", { status: "PENDING" });
  expect(below("root")).toEqual({ count: 4, atWork: 3, storedBytes: 0 });
  expect(below("branch")).toEqual({ count: 2, atWork: 2, storedBytes: 0 });
  put("leaf", "branch", ended(70, 200));
  put("queued", "root", ended(5, 300));
  expect(below("root")).toEqual({ count: 4, atWork: 1, storedBytes: 75 });
  // The values of what ended before are removed.
  expect(below("root", 250)).toEqual({ count: 4, atWork: 1, storedBytes: 5 });
  expect(below("root", Number.NEGATIVE_INFINITY)).toMatchObject({ storedBytes: 75 });
  expect(below("leaf")).toEqual({ count: 0, atWork: 0, storedBytes: 0 });
});

it("[N890] below an execution that not everybody sees are its own, and a deleted one counts no more", () => {
  const { below, put, rows } = index();
  put("root", null, { visibility: "OWN" });
  put("child", "root", { visibility: "OWN", ...ended(9, 200) });
  put("open", "root");
  expect(below("root")).toEqual({ count: 2, atWork: 1, storedBytes: 9 });
  rows.delete({ createdAt: 100, execution: "child" });
  expect(below("root")).toEqual({ count: 1, atWork: 1, storedBytes: 0 });
});

it("[N890] below an execution so many are counted, and no further one is looked at", () => {
  const { below, sql } = index();
  sql.exec(
    `INSERT INTO child(parent, created, name)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxDescendantsCounted + 5})
       SELECT 'root', i, 'c' || i FROM n`,
  );
  sql.exec(
    `INSERT INTO execution(change, created, name, revision, status, root, summary)
       SELECT created + 1, created, name, 1, 'RUNNING', 0, '{"finishedAt":null}' FROM child`,
  );
  expect(below("root")).toEqual({ count: maxDescendantsCounted, atWork: maxDescendantsCounted, storedBytes: 0 });
});
