import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { listQuery, summaryNamed } from "../../support/graph/list-model.ts";
import { freshIndex, watcherOf } from "./watched-index.ts";

let index: ReturnType<typeof freshIndex>;
beforeEach(() => {
  index = freshIndex();
});

const position = async () => (await index.list(listQuery())).position;

describe("the changes of an index", () => {
  it("hold each execution once, at its latest state, and what was removed", async () => {
    const start = await position();
    for (const revision of [1, 2, 3]) {
      for (const name of ["a", "b", "c"]) await index.put(summaryNamed(name, 10, { revision }));
    }
    await index.put(summaryNamed("a", 10, { revision: 4 }));
    await index.remove({ execution: "b", createdAt: 10 });
    const watcher = await watcherOf(index);
    const page = await watcher.pulled(start);
    expect(watcher.revisions()).toEqual([
      ["c", 3],
      ["a", 4],
    ]);
    expect(page).toMatchObject({ after: start, removed: ["b"], caughtUp: true, gap: false });
    expect(page.cursor).toEqual(await position());
  });

  it("go on from the position of the list without a gap and without a double, while changes go on", async () => {
    const putting = (async () => {
      for (let revision = 1; revision <= 60; revision++) {
        for (const name of ["a", "b", "c", "d", "e"]) await index.put(summaryNamed(name, 10, { revision }));
      }
    })();
    for (;;) {
      const { items } = await index.list(listQuery());
      if (items.some(({ revision }) => revision > 10)) break;
    }
    const { items, position: listed } = await index.list(listQuery());
    const known = new Map(items.map(({ execution, revision }) => [execution, revision]));
    const watcher = await watcherOf(index);
    watcher.pull(listed);
    await putting;
    const end = await position();
    await watcher.until(() => watcher.pages.at(-1)?.cursor.change === end.change);
    let cursor = listed.change;
    for (const page of watcher.pages) {
      expect(page.after.change, "each page continues the one before").toBe(cursor);
      cursor = page.cursor.change;
      for (const { execution, revision } of page.summaries) {
        expect(revision, execution).toBeGreaterThan(known.get(execution) ?? 0);
        known.set(execution, revision);
      }
    }
    expect([...known.values()]).toEqual([60, 60, 60, 60, 60]);
    const [, ...live] = watcher.pages;
    // Each has the changes of a frame, and 250 changes take some frames.
    expect(live.length, "followed live, not read at the end").toBeGreaterThan(1);
  });

  it("come in pages of 100 and of a bounded size, and go live with the last", async () => {
    const start = await position();
    for (let number = 0; number < 150; number++) await index.put(summaryNamed(`n${number}`, number));
    const callables = Array.from({ length: 100 }, (_, place) => `${place} ${"x".repeat(1_000)}`);
    for (let number = 0; number < 4; number++) await index.put(summaryNamed(`large${number}`, number, { callables }));
    const watcher = await watcherOf(index);
    let page = await watcher.pulled(start);
    const sizes = [page.summaries.length];
    while (!page.caughtUp) {
      page = await watcher.pulled(page.cursor);
      sizes.push(page.summaries.length);
    }
    expect(sizes).toEqual([100, 52, 2]);
    for (const { summaries } of watcher.pages) {
      expect(JSON.stringify(summaries).length).toBeLessThanOrEqual(300 * 1_024);
    }
    await index.put(summaryNamed("later", 999));
    await watcher.until(() => watcher.pages.at(-1)?.summaries[0]?.execution === "later");
  });

  it("begin now for a watcher without a position, which gets one at once", async () => {
    await index.put(summaryNamed("a", 10));
    const watcher = await watcherOf(index);
    const now = await position();
    const nothing = { summaries: [], removed: [], caughtUp: true, gap: false };
    expect(await watcher.pulled(null)).toEqual({ ...nothing, after: now, cursor: now });
    await index.put(summaryNamed("b", 20));
    await watcher.until(() => watcher.pages.length === 2);
    expect(watcher.pages[1]).toMatchObject({ after: now, summaries: [{ execution: "b" }] });
  });

  it("send nothing to a watcher whose position lies ahead", async () => {
    await index.put(summaryNamed("a", 10));
    const ahead = { ...(await position()), change: 99 };
    const watcher = await watcherOf(index);
    const nothing = { summaries: [], removed: [], caughtUp: true, gap: false };
    expect(await watcher.pulled(ahead)).toEqual({ ...nothing, after: ahead, cursor: ahead });
  });

  it("[E11] reach a watcher though the object has left memory in between", async () => {
    const watcher = await watcherOf(index);
    await watcher.pulled(null);
    await evictDurableObject(index, { webSockets: "hibernate" });
    await index.put(summaryNamed("a", 10));
    await watcher.until(() => watcher.revisions().length === 1);
    await evictDurableObject(index, { webSockets: "hibernate" });
    const page = await watcher.pulled(watcher.pages.at(-1)?.cursor ?? null);
    expect(page).toMatchObject({ summaries: [], caughtUp: true });
  });

  it("tell of a gap when the index was made anew, and go on from there", async () => {
    await index.put(summaryNamed("a", 10));
    const before = await position();
    await runInDurableObject(index, (_, { storage }) => storage.deleteAll());
    await evictDurableObject(index);
    await index.put(summaryNamed("b", 10));
    const watcher = await watcherOf(index);
    const page = await watcher.pulled(before);
    expect(page).toMatchObject({ gap: true, summaries: [], caughtUp: true });
    expect(page.cursor).toEqual(await position());
    expect(page.cursor.epoch).not.toBe(before.epoch);
  });

  it("tell of a gap when removals were forgotten, and only then", async () => {
    await index.put(summaryNamed("a", 10));
    const before = await position();
    const kept = 10_000;
    await runInDurableObject(index, (_, { storage: { sql } }) => {
      sql.exec(
        `INSERT INTO removal(name, created, change)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT 'r' || i, i, i + 1 FROM n`,
        kept,
      );
    });
    const watcher = await watcherOf(index);
    expect((await watcher.pulled(before)).gap).toBe(false);
    await index.remove({ execution: "a", createdAt: 10 });
    expect((await watcher.pulled(before)).gap).toBe(true);
    const { epoch } = before;
    expect((await watcher.pulled({ epoch, change: before.change + 1 })).gap).toBe(false);
    expect((await watcher.pulled({ epoch, change: before.change + kept })).removed).toEqual(["a"]);
  });

  it("[N249] leave no table locked when a page is full", async () => {
    const start = await position();
    for (let at = 0; at < 150; at++) await index.put(summaryNamed(`e${at}`, at));
    const watcher = await watcherOf(index);
    expect(await watcher.pulled(start)).toMatchObject({ caughtUp: false });
    await runInDurableObject(index, (_, { storage: { sql } }) => {
      sql.exec("CREATE TABLE parked(name TEXT PRIMARY KEY)");
      sql.exec("DROP TABLE removal");
    });
  });

  it.each([
    ["everything", 1003],
    ['{"pull":7}', 1008],
    ['{"pull":{"epoch":"x"}}', 1008],
    ['{"pull":{"epoch":"x","change":-1}}', 1008],
  ])("are refused to a watcher that says %s", async (text, refusal) => {
    const watcher = await watcherOf(index);
    const closed = new Promise<number>((resolve) =>
      watcher.socket.addEventListener("close", ({ code }) => resolve(code)),
    );
    watcher.socket.send(text);
    expect(await closed).toBe(refusal);
  });
});
