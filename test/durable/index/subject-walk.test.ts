/** The walk over everything of a subject, over the real SQLite in memory. */
import { expect, it } from "vitest";
import { subjectPage } from "../../../src/durable/index/subject-walk.ts";
import type { SubjectPlace } from "../../../src/execution/views/execution-list.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

it("[N580] finds every execution and conversation of a subject once, in bounded parts, and those that change meanwhile", () => {
  const sql = memorySql();
  sql.exec("CREATE TABLE execution(change INTEGER PRIMARY KEY, name TEXT, summary TEXT)");
  sql.exec("CREATE TABLE conversation(created INTEGER, name TEXT, view TEXT)");
  const put = (table: "execution" | "conversation", at: number, name: string, subject: string) =>
    sql.exec(`INSERT INTO ${table} VALUES(?, ?, ?)`, at, name, JSON.stringify({ subject }));
  for (let number = 1; number <= 4_100; number++)
    put("execution", number, `e${number}`, number % 20 === 0 ? "alice" : "bob");
  for (let number = 1; number <= 5; number++) put("conversation", 7, `c${number}`, number === 3 ? "alice" : "bob");
  const [executions, conversations]: [string[], string[]] = [[], []];
  let parts = 0;
  for (let place: SubjectPlace | null = { at: "EXECUTIONS", change: -1 }; place !== null; parts++) {
    const page = subjectPage(sql, "alice", place);
    expect(page.executions.length + page.conversations.length).toBeLessThanOrEqual(100);
    executions.push(...page.executions);
    conversations.push(...page.conversations);
    if (parts === 0) sql.exec("UPDATE execution SET change = 9000 WHERE name = 'e4000'");
    place = page.next;
  }
  expect(executions.toSorted()).toEqual(Array.from({ length: 205 }, (_, index) => `e${(index + 1) * 20}`).toSorted());
  expect(conversations).toEqual(["c3"]);
  expect(parts).toBeLessThan(12);
});
