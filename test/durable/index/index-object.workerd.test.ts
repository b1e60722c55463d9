import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { everything, listed, listQuery, noUsage, summaryNamed } from "../../support/graph/list-model.ts";
import { expectListed, freshIndex, sqlOf, watcherOf } from "./watched-index.ts";

let index: ReturnType<typeof freshIndex>;
beforeEach(() => {
  index = freshIndex();
});

const position = (execution: string, createdAt: number) => ({ execution, createdAt });

async function changeNow(): Promise<number> {
  return (await index.list(listQuery())).position.change;
}

describe("what an index takes over", () => {
  it("[E8] is the highest revision: repeats, late and reordered arrivals change nothing and make no change", async () => {
    for (const revision of [3, 1, 3, 2]) await index.put(summaryNamed("a", 10, { revision }));
    await expectListed(index, [["a", 3]]);
    expect(await changeNow()).toBe(1);
    await index.put(summaryNamed("a", 10, { revision: 4 }));
    await expectListed(index, [["a", 4]]);
    expect(await changeNow()).toBe(2);
  });

  it("is the same revision again if it is restored, but never a lower one", async () => {
    await index.put(summaryNamed("a", 10, { revision: 3, callables: [] }));
    const filter = { ...everything, callableName: "echo" };
    expect((await index.list(listQuery({ filter }))).items).toEqual([]);
    await index.restore(summaryNamed("a", 10, { revision: 3, callables: ["echo"] }));
    expect((await index.list(listQuery({ filter }))).items).toHaveLength(1);
    await index.restore(summaryNamed("a", 10, { revision: 2, callables: [] }));
    await expectListed(index, [["a", 3]]);
    expect(await changeNow()).toBe(2);
  });

  it("is nothing of an execution that was removed, whatever is still on its way", async () => {
    const labels = [{ key: "team", value: "edge" }];
    await index.put(summaryNamed("a", 10, { labels }));
    await index.remove(position("a", 10));
    await index.put(summaryNamed("a", 10, { labels, revision: 9 }));
    await index.restore(summaryNamed("a", 10, { labels, revision: 9 }));
    await index.remove(position("a", 10));
    await expectListed(index, []);
    expect(await changeNow()).toBe(2);
    expect(await sqlOf(index, "SELECT name FROM label UNION ALL SELECT name FROM callable")).toEqual([]);
    expect(await index.statusCounts(everything)).toEqual([]);
  });

  it("is told in the form of today, also where 0.2.0 wrote it", async () => {
    const { outline: _____, startedWith: _, usage: __, ...facts } = summaryNamed("a", 10);
    await index.put({ ...facts, toolCalls: 3 } as never);
    const { callables: ___, ...listedToday } = summaryNamed("a", 10, {
      ...{ usage: { ...noUsage, toolCalls: 3 }, outline: null },
    });
    expect((await index.list(listQuery())).items).toEqual([listedToday]);
    const watcher = await watcherOf(index);
    const { position } = await index.list(listQuery());
    const { summaries } = await watcher.pulled({ ...position, change: 0 });
    expect(summaries).toMatchObject([{ execution: "a", startedWith: "PLAN", usage: listedToday.usage }]);
  });

  it("is nothing of one whose removal came before its first summary", async () => {
    await index.remove(position("a", 10));
    await index.put(summaryNamed("a", 10));
    await expectListed(index, []);
  });

  it("is a new execution under the name of a removed one", async () => {
    await index.put(summaryNamed("a", 10, { revision: 7 }));
    await index.remove(position("a", 10));
    await index.put(summaryNamed("a", 20, { revision: 1 }));
    await index.put(summaryNamed("a", 10, { revision: 8 }));
    await expectListed(index, [["a", 1]]);
  });

  it("is found by what it is now, not by what it was", async () => {
    await index.put(summaryNamed("a", 10, { status: "WAITING", waitingFor: "PERSON" }));
    await index.put(summaryNamed("a", 10, { revision: 2, status: "SUCCEEDED" }));
    const found = async (filter: Partial<typeof everything>) =>
      (await index.list(listQuery({ filter: { ...everything, ...filter } }))).items.length;
    expect(await found({ waitingFor: ["PERSON"] })).toBe(0);
    expect(await found({ status: ["WAITING"] })).toBe(0);
    expect(await found({ status: ["SUCCEEDED"] })).toBe(1);
    expect(await index.statusCounts(everything)).toEqual([{ status: "SUCCEEDED", count: 1 }]);
  });

  it("survives that the object leaves memory", async () => {
    await index.put(summaryNamed("a", 10));
    const before = (await index.list(listQuery())).position;
    await evictDurableObject(index);
    await expectListed(index, [["a", 1]]);
    expect((await index.list(listQuery())).position).toEqual(before);
  });
});

describe("an index of 0.1.0", () => {
  const label = { key: "team", value: "edge" };

  /** As 0.1.0 left it, before this code has touched it. */
  async function earlierIndex() {
    await runInDurableObject(index, (_, { storage: { sql } }) => {
      sql.exec(
        "CREATE TABLE execution(created INTEGER NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL, status TEXT NOT NULL, context TEXT, root INTEGER NOT NULL, summary TEXT NOT NULL, PRIMARY KEY(created, name)) WITHOUT ROWID",
      );
      const rows = [
        summaryNamed("a", 10, {
          status: "WAITING",
          waitingFor: "PERSON",
          labels: [label],
          contextId: "c",
          revision: 4,
        }),
        summaryNamed("b", 20, { status: "SUCCEEDED", parent: "a", root: "a", revision: 6 }),
      ];
      for (const { callables: _callables, startedAt: _startedAt, ...summary } of rows) {
        sql.exec(
          "INSERT INTO execution VALUES(?, ?, ?, ?, ?, ?, ?)",
          ...[summary.createdAt, summary.execution, summary.revision, summary.status, summary.contextId],
          ...[summary.parent === null ? 1 : 0, JSON.stringify(summary)],
        );
      }
    });
  }

  it("is brought up to date in place: all it held is listed, found by what it knew, counted, and goes on", async () => {
    await earlierIndex();
    const { items, position: before } = await index.list(listQuery());
    expect(items).toEqual([
      listed(summaryNamed("b", 20, { status: "SUCCEEDED", parent: "a", root: "a", revision: 6, startedAt: null })),
      listed(
        summaryNamed("a", 10, {
          ...{ status: "WAITING", waitingFor: "PERSON", labels: [label], contextId: "c", revision: 4, startedAt: null },
        }),
      ),
    ]);
    for (const filter of [
      { waitingFor: ["PERSON" as const] },
      { labels: [label] },
      { contextId: "c" },
      { root: true },
    ]) {
      const found = await index.list(listQuery({ filter: { ...everything, ...filter } }));
      expect(
        found.items.map(({ execution }) => execution),
        JSON.stringify(filter),
      ).toEqual(["a"]);
    }
    expect(await index.statusCounts(everything)).toEqual([
      { status: "WAITING", count: 1 },
      { status: "SUCCEEDED", count: 1 },
    ]);
    await index.put(summaryNamed("a", 10, { status: "SUCCEEDED", labels: [label], contextId: "c", revision: 5 }));
    await index.put(summaryNamed("b", 20, { parent: "a", root: "a", revision: 6 }));
    expect((await index.list(listQuery())).position).toEqual({ ...before, change: before.change + 1 });
    const called = await index.list(listQuery({ filter: { ...everything, callableName: "echo" } }));
    expect(called.items).toMatchObject([{ execution: "a", status: "SUCCEEDED" }]);
    await index.remove(position("b", 20));
    expect(await index.statusCounts(everything)).toEqual([{ status: "SUCCEEDED", count: 1 }]);
  });

  it("stays as it was made when the object wakes again", async () => {
    await earlierIndex();
    const before = await index.list(listQuery());
    await evictDurableObject(index);
    expect(await index.list(listQuery())).toEqual(before);
  });
});
