import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { inboxQuery, questionNamed } from "../../support/graph/inbox-model.ts";
import { everything, listQuery, summaryNamed } from "../../support/graph/list-model.ts";
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

  it("[N678] is answered with whether anybody follows the list or has just read it", async () => {
    expect(await index.put(summaryNamed("a", 10))).toBe(false);
    await index.inbox(inboxQuery());
    expect(await index.put(summaryNamed("a", 10, { revision: 2 }))).toBe(false);
    await index.list(listQuery());
    expect(await index.put(summaryNamed("a", 10, { revision: 3 }))).toBe(true);
    const followed = freshIndex();
    const { socket } = await watcherOf(followed);
    expect(await followed.put(summaryNamed("a", 10))).toBe(true);
    socket.close();
  });

  it("[N260] is a batch in one transaction, of which only higher revisions apply, and watchers hear of it at once", async () => {
    await index.put(summaryNamed("a", 10, { revision: 5 }));
    const watcher = await watcherOf(index);
    await watcher.pulled((await index.list(listQuery())).position);
    const batch = [
      ...[summaryNamed("a", 10, { revision: 4 }), summaryNamed("b", 20), summaryNamed("c", 30, { revision: 2 })],
      summaryNamed("c", 30, { revision: 3, questions: [questionNamed("first/1", 31)] }),
    ];
    expect(await index.putMany(batch)).toEqual([null, null, null, null]);
    await expectListed(index, [
      ["c", 3],
      ["b", 1],
      ["a", 5],
    ]);
    expect(await changeNow()).toBe(4);
    expect((await index.inbox(inboxQuery())).items).toHaveLength(1);
    await index.put(summaryNamed("d", 40));
    await watcher.until(() => watcher.revisions().some(([name]) => name === "d"));
    const known = watcher.pages[0]?.cursor ?? null;
    const page = await watcher.pulled(known);
    expect(page.summaries.map(({ execution }) => execution)).toEqual(["b", "c", "d"]);
  });

  it("[N260] is each of a batch that can be stored, though another cannot", async () => {
    const odd = { ...summaryNamed("odd", 10), status: null, questions: [questionNamed("first/1", 11)] };
    const asking = summaryNamed("b", 20, { questions: [questionNamed("first/1", 21)] });
    const faults = await index.putMany([asking, odd as never, summaryNamed("c", 30)]);
    expect(faults).toEqual([null, expect.stringContaining("NOT NULL"), null]);
    await expectListed(index, [
      ["c", 1],
      ["b", 1],
    ]);
    expect((await index.inbox(inboxQuery())).items).toHaveLength(1);
    expect(await index.statusCounts(everything)).toEqual([{ status: "RUNNING", count: 2 }]);
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

  it("has no outline where 0.5.0 or an earlier version wrote it", async () => {
    const { outline: _, ...facts } = summaryNamed("a", 10);
    await index.put(facts as never);
    const { callables: __, ...listedToday } = summaryNamed("a", 10, { outline: null });
    expect((await index.list(listQuery())).items).toEqual([listedToday]);
    const watcher = await watcherOf(index);
    const { position } = await index.list(listQuery());
    const { summaries } = await watcher.pulled({ ...position, change: 0 });
    expect(summaries).toMatchObject([{ execution: "a", outline: null }]);
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
