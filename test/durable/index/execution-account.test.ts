/** What ended executions store, of a tenant and of each subject, over the real SQLite in memory. */
import { expect, it } from "vitest";
import { ExecutionAccount } from "../../../src/durable/index/execution-account.ts";
import { endedOf } from "../../../src/durable/index/index-usage.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import { dayMs } from "../../../src/execution/views/usage-totals.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";

const today = 20_600;

function ended(subject: string, storedBytes: number, day = today): ExecutionSummary {
  const at = day * dayMs + 5;
  return { ...summaryNamed("e", at - 4), status: "SUCCEEDED", subject, finishedAt: at, updatedAt: at, storedBytes };
}

it("[N577] counts ended executions with their bytes by subject and for all, until they are deleted or their values go by retention", () => {
  const sql = memorySql();
  const account = new ExecutionAccount(sql, 30 * dayMs);
  const now = today * dayMs + 10;
  const read = (subject?: string, at = now) => account.read(subject, at);
  expect(read()).toEqual({ count: 0, bytes: 0 });
  const { storedBytes: _, ...ofBefore } = ended("alice", 0);
  account.count([endedOf(ofBefore)]);
  const all = [ended("alice", 100), ended("alice", 10), ended("bob", 1), ended("bob", 1_000, today - 10)];
  account.count(all.map(endedOf));
  expect([read(), read("alice"), read("bob"), read("carol")]).toEqual([
    { count: 4, bytes: 1_111 },
    { count: 2, bytes: 110 },
    { count: 2, bytes: 1_001 },
    { count: 0, bytes: 0 },
  ]);
  account.forget(ended("alice", 100));
  account.forget(ofBefore);
  expect([read(), read("alice")]).toEqual([
    { count: 3, bytes: 1_011 },
    { count: 1, bytes: 10 },
  ]);
  // The values of what ended ten days ago go first.
  expect([read(undefined, now + 21 * dayMs), read("bob", now + 21 * dayMs)]).toEqual([
    { count: 2, bytes: 11 },
    { count: 1, bytes: 1 },
  ]);
  expect(read(undefined, now + 31 * dayMs)).toEqual({ count: 0, bytes: 0 });
  account.count([endedOf(ended("carol", 5, today + 40))]);
  expect(sql.exec("SELECT subject FROM execution_account ORDER BY subject").toArray()).toEqual([
    { subject: "" },
    { subject: "carol" },
  ]);
});
