/** The census over files as the local runtime leaves them. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { storedCensus } from "./stored-census.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-census-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function store(className: string, file: string, ...statements: readonly string[]): void {
  const place = join(folder, "do", `planwright-soak-${className}`);
  mkdirSync(place, { recursive: true });
  const database = new DatabaseSync(join(place, `${file}.sqlite`));
  for (const statement of statements) database.exec(statement);
  database.close();
}

const idOf = (digit: string) => digit.repeat(64);
const journal = "CREATE TABLE journal(seq INTEGER PRIMARY KEY, kind TEXT, at INTEGER, body TEXT)";
const started = (name: string) =>
  `INSERT INTO journal VALUES(1, 'ExecutionStarted', 5, '{"event":{"execution":"${name}","labels":[{"key":"kind","value":"chain"}]}}')`;

describe("the census", () => {
  it("reads executions, their ends, rows and alarms to the millisecond", () => {
    const end = "INSERT INTO journal VALUES(3, 'ExecutionFinished', 7, '{}')";
    store("ExecutionObject", idOf("a"), journal, started("one"), end, "CREATE TABLE _cf_METADATA(k)");
    store("ExecutionObject", idOf("b"), journal, started("two"));
    // An object that was only asked whether it holds anything.
    store("ExecutionObject", idOf("c"), "CREATE TABLE _cf_METADATA(k)");
    const alarms = "CREATE TABLE _cf_ALARM(actor_id TEXT, scheduled_time INTEGER, actor_name TEXT)";
    store("ExecutionObject", "metadata", alarms, "INSERT INTO _cf_ALARM VALUES('a', 1797959328116000000, 'one')");
    const census = storedCensus(folder);
    expect(census.executions).toEqual([
      { name: "one", finishedAt: 7, labels: { kind: "chain" }, rows: { journal: 2 } },
      { name: "two", finishedAt: null, labels: { kind: "chain" }, rows: { journal: 1 } },
    ]);
    expect(census.alarms).toEqual([{ className: "ExecutionObject", name: "one", at: 1_797_959_328_116 }]);
  });

  it("reads what the other objects keep of executions", () => {
    store(
      "IndexObject",
      idOf("d"),
      "CREATE TABLE execution(change, name, status, counted); INSERT INTO execution VALUES(7, 'one', 'SUCCEEDED', 'RUNNING')",
      "CREATE TABLE feed(counted); INSERT INTO feed VALUES(6)",
      "CREATE TABLE total(status, count); INSERT INTO total VALUES('RUNNING', 1), ('FAILED', 0)",
      "CREATE TABLE label(key, value, name); INSERT INTO label VALUES('k', 'v', 'one')",
      "CREATE TABLE child(parent, name); INSERT INTO child VALUES('one', 'two')",
      "CREATE TABLE question(name, status); INSERT INTO question VALUES('one', 'PENDING'), ('one', 'EXPIRED')",
    );
    store(
      "TenantObject",
      idOf("e"),
      "CREATE TABLE lease(execution, until); INSERT INTO lease VALUES('one', 9)",
      "CREATE TABLE model_reservation(execution); INSERT INTO model_reservation VALUES('two')",
      "CREATE TABLE model_use(execution, ended); INSERT INTO model_use VALUES('two', NULL), ('one', 8)",
    );
    store(
      "ConversationObject",
      idOf("f"),
      "CREATE TABLE pending(number, text); INSERT INTO pending VALUES(1, '{}')",
      "CREATE TABLE sent(execution); INSERT INTO sent VALUES('one')",
    );
    expect(storedCensus(folder)).toMatchObject({
      index: {
        executions: [{ name: "one", status: "SUCCEEDED" }],
        totals: { SUCCEEDED: 1 },
        belongings: [
          { table: "label", name: "one" },
          { table: "child", name: "two" },
          { table: "child", name: "one" },
          { table: "question", name: "one" },
          { table: "question", name: "one" },
        ],
        pendingQuestions: ["one"],
      },
      leases: [{ execution: "one", until: 9 }],
      reservations: ["two"],
      openUsage: ["two"],
      conversations: [{ name: idOf("f"), pendingRows: 1, executions: ["one"] }],
    });
  });
});
