/** An index that the code of 0.8.0 wrote, moved to the tables of this version. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { IndexObject } from "../../../src/durable/index/index-object.ts";
import { openTables } from "../../../src/durable/index/index-tables.ts";
import type { ExecutionListFilter } from "../../../src/execution/views/execution-list.ts";
import { dayMs } from "../../../src/execution/views/usage-totals.ts";
import { inboxQuery } from "../../support/graph/inbox-model.ts";
import { everything, listQuery, summaryNamed } from "../../support/graph/list-model.ts";
import { formerIndexRows } from "./former-index-rows.ts";
import { expectListed, freshIndex, sqlOf, watcherOf } from "./watched-index.ts";

const day = 20_600;

/** The index of a tenant whose rows 0.8.0 wrote, and `more` executions of then. */
async function formerIndex(more = 0) {
  const index = freshIndex();
  await runInDurableObject(index, (_, { storage: { sql } }) => {
    sql.exec(formerIndexRows);
    sql.exec(
      `INSERT INTO execution(created, name, revision, change, status, waiting, context, root, summary)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       SELECT i, 'x' || i, 1, 100 + i, 'SUCCEEDED', NULL, CASE i % 2 WHEN 0 THEN 'chat' END, 1, '{"labels":[],"callables":[]}'
       FROM n WHERE i <= ?1`,
      more,
    );
    sql.exec("UPDATE total SET count = count + ? WHERE status = 'SUCCEEDED'", more);
  });
  return index;
}

describe("an index of 0.8.0", () => {
  it("[N261] is moved without loss: list, filters, counts, usage, inbox and what watchers missed", async () => {
    const index = await formerIndex();
    await expectListed(index, [
      ["e", 9],
      ["d", 1],
      ["c", 9],
      ["b", 9],
      ["a", 3],
    ]);
    const found = async (filter: Partial<ExecutionListFilter>) => {
      const { items } = await index.list(listQuery({ filter: { ...everything, ...filter } }));
      return items.map(({ execution }) => execution).join(" ");
    };
    expect(await found({ status: ["SUCCEEDED"] })).toBe("e b");
    expect(await found({ root: false })).toBe("c");
    expect(await found({ parent: "b" })).toBe("c");
    expect(await found({ contextId: "chat" })).toBe("b");
    expect(await found({ waitingFor: ["PERSON"] })).toBe("d");
    expect(await found({ callableName: "read" })).toBe("e");
    expect(await found({ words: ["ech"], kinds: ["PLAN"] })).toBe("e d c b a");
    expect(await found({ labels: [{ key: "team", value: "edge" }] })).toBe("b");
    const counts = await index.statusCounts(everything);
    expect(Object.fromEntries(counts.map(({ count, status }) => [status, count]))).toEqual({
      ...{ RUNNING: 1, WAITING: 1, SUCCEEDED: 2, FAILED: 1 },
    });
    const usage = await index.usage({ firstDay: day, lastDay: day });
    expect(usage).toMatchObject({ executions: 4, failedExecutions: 1, consumption: [{ name: "echo", calls: 8 }] });
    expect((await index.inbox(inboxQuery())).items.map(({ execution }) => execution)).toEqual(["d"]);
    const { position } = await index.list(listQuery());
    const watcher = await watcherOf(index);
    const page = await watcher.pulled({ ...position, change: 5 });
    expect([page.gap, page.removed, watcher.revisions()]).toEqual([false, ["gone"], [["a", 3]]]);
  });

  it("[N261] goes on: what ends is counted once, what was removed stays so, and nothing is counted again", async () => {
    const index = await formerIndex();
    const ended = { revision: 10, status: "SUCCEEDED", state: "completed", finishedAt: day * dayMs + 20 } as const;
    await index.put(summaryNamed("gone", day * dayMs + 6, ended));
    await index.put(summaryNamed("b", day * dayMs + 2, ended));
    await index.put(summaryNamed("a", day * dayMs + 1, ended));
    await index.remove({ execution: "e", createdAt: day * dayMs + 5 });
    await evictDurableObject(index);
    await expectListed(index, [
      ["d", 1],
      ["c", 9],
      ["b", 10],
      ["a", 10],
    ]);
    expect((await index.usage({ firstDay: day, lastDay: day })).executions).toBe(5);
    const counts = await index.statusCounts(everything);
    expect(Object.fromEntries(counts.map(({ count, status }) => [status, count]))).toEqual({
      ...{ WAITING: 1, SUCCEEDED: 2, FAILED: 1 },
    });
  });

  it("[N261] that is large is moved in parts by its alarm: it refuses calls until then, and a kill between loses nothing", async () => {
    const index = await formerIndex(12_000);
    const put = () =>
      runInDurableObject(index, (instance) => {
        try {
          (instance as IndexObject).put(summaryNamed("late", 5));
          return "taken";
        } catch (error) {
          return String(error);
        }
      });
    expect(await put()).toContain("is being moved");
    await evictDurableObject(index);
    let turns = 0;
    while ((await put()) !== "taken") {
      turns += 1;
      expect(turns).toBeLessThan(5);
      await runDurableObjectAlarm(index);
    }
    expect(await index.statusCounts({ ...everything, root: true, createdBefore: 20_000 })).toEqual([
      { status: "RUNNING", count: 1 },
      { status: "SUCCEEDED", count: 10_000 },
    ]);
    expect(await sqlOf(index, "SELECT count(*) AS count FROM execution")).toEqual([{ count: 12_006 }]);
    expect(await sqlOf(index, "SELECT count(*) AS count FROM chat")).toEqual([{ count: 6_001 }]);
    expect(await sqlOf(index, "SELECT name FROM sqlite_master WHERE name LIKE 'former%'")).toEqual([]);
  });

  it("[N261] closes the socket of a watcher while it is being moved, who comes again", async () => {
    const index = await formerIndex(20_000);
    const watcher = await watcherOf(index);
    const closed = new Promise<number>((resolve) =>
      watcher.socket.addEventListener("close", ({ code }) => resolve(code)),
    );
    watcher.pull(null);
    expect(await closed).toBe(1013);
  });
});

describe("an index of 0.1.0", () => {
  it("is refused with its version, and untouched", async () => {
    const table = "CREATE TABLE execution(created INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY(created, name))";
    const index = freshIndex();
    await runInDurableObject(index, (_, { storage }) => {
      storage.sql.exec(table);
      expect(() => openTables(storage, true)).toThrow("its tables are of 0.1.0");
      const tables = storage.sql.exec("SELECT sql FROM sqlite_master WHERE name = 'execution'").toArray();
      expect(tables).toEqual([{ sql: table }]);
    });
  });
});
