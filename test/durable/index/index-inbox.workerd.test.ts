import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type Addressee, keysOfAccessor } from "../../../src/access/address.ts";
import type { Accessor, ListAccess } from "../../../src/access/audience.ts";
import { inboxRuns } from "../../../src/durable/index/index-inbox.ts";
import type { IndexObject } from "../../../src/durable/index/index-object.ts";
import type { InboxPosition, InboxQuery } from "../../../src/execution/views/execution-list.ts";
import type { ChangePosition } from "../../../src/execution/views/execution-view.ts";
import type { InboxItem, InboxSummary } from "../../../src/execution/views/inbox.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import { given } from "../../support/engine/given-response.ts";
import { eventually } from "../../support/engine/patience.ts";
import { inboxPageOf, inboxQuery, itemsOf, questionNamed } from "../../support/graph/inbox-model.ts";
import { listQuery, summaryNamed } from "../../support/graph/list-model.ts";
import { rowsRead, rowsWritten } from "../../support/objects/counted-rows.ts";
import { bindings, objectOf, started } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";
import { freshIndex, inboxWatcherOf, plansOf, sqlOf, watcherOf } from "./watched-index.ts";

const statuses = ["PENDING", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"] as const;
const kinds = ["APPROVAL", "IN_DOUBT", "CHOICE", "FORM", "UI_TOOL"] as const;

/** Objects without a prototype cannot be sent to an object. */
const plain = { noNullPrototype: true } as const;

/** Few instants, executions and ids, so that all of them decide the order. */
const instant = fc.integer({ min: 0, max: 4 });
const execution = fc.integer({ min: 0, max: 9 }).map((number) => `x${number}`);
const requestId = fc.integer({ min: 0, max: 4 }).map((number) => `step/${number}`);

const question: fc.Arbitrary<InboxSummary> = fc
  .record({ requestId, instant, status: fc.constantFrom(...statuses), kind: fc.constantFrom(...kinds) }, plain)
  .map(({ instant: createdAt, requestId: id, ...more }) => questionNamed(id, createdAt, more));

const questions = fc.uniqueArray(question, { maxLength: 5, selector: (one) => one.requestId });

/** What executions tell the index, in the order that it hears of it: where their questions stand, or null for their removal. */
const history = fc.array(fc.record({ execution, questions: fc.option(questions, { freq: 6 }) }, plain), {
  maxLength: 40,
});

const cursor: fc.Arbitrary<InboxPosition | null> = fc.option(
  fc.record({ createdAt: instant, execution, requestId }, plain),
  { freq: 2 },
);

const query: fc.Arbitrary<InboxQuery> = fc.record(
  {
    status: fc.option(fc.array(fc.constantFrom(...statuses), { maxLength: 5 }), { freq: 2 }),
    kinds: fc.option(fc.array(fc.constantFrom(...kinds), { maxLength: 5 }), { freq: 2 }),
    ...{ newestFirst: fc.boolean(), backward: fc.boolean(), limit: fc.integer({ min: 1, max: 12 }) },
    ...{ after: cursor, before: cursor },
  },
  plain,
);

let index: ReturnType<typeof freshIndex>;
beforeEach(() => {
  index = freshIndex();
});

const position = async () => (await index.inbox(inboxQuery())).position;

/** Tells the index how often each execution came so far: a revision, and a time of creation for each life of a name. */
class Teller {
  readonly present = new Map<string, ExecutionSummary>();
  readonly #lives = new Map<string, number>();
  readonly index: ReturnType<typeof freshIndex>;

  constructor(of: ReturnType<typeof freshIndex>) {
    this.index = of;
  }

  async tell(name: string, asked: readonly InboxSummary[] | null): Promise<void> {
    const known = this.present.get(name);
    if (asked === null) {
      if (known === undefined) return;
      await this.index.remove({ createdAt: known.createdAt, execution: name });
      this.present.delete(name);
      return;
    }
    const life = this.#lives.get(name) ?? 0;
    if (known === undefined) this.#lives.set(name, life + 1);
    const revision = (known?.revision ?? 0) + 1;
    const summary = summaryNamed(name, known?.createdAt ?? life, { revision, questions: asked });
    await this.index.put(summary);
    this.present.set(name, summary);
  }

  items(): readonly InboxItem[] {
    return itemsOf([...this.present.values()]);
  }
}

describe("the inbox of an index", () => {
  it("is what the executions that are there have asked, for every filter, order and page", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.array(query, { minLength: 1, maxLength: 12 }), async (told, queries) => {
        const teller = new Teller(freshIndex());
        for (const { execution: name, questions: asked } of told) await teller.tell(name, asked);
        for (const one of [inboxQuery(), ...queries]) {
          const { hasMore, items } = await teller.index.inbox(one);
          expect({ items, hasMore }).toEqual(inboxPageOf(teller.items(), one));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is what somebody knows who follows it, leaves and comes back at any time, and reads it again after a gap", async () => {
    const asked = fc.option(questions, { freq: 2 });
    const step = fc.record({ execution: fc.constantFrom("x", "y"), questions: asked, isRead: fc.boolean() }, plain);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (told) => {
        const teller = new Teller(freshIndex());
        const watcher = await inboxWatcherOf(teller.index);
        const known = new Map<string, InboxItem>();
        const key = (item: InboxItem) => `${item.execution} ${item.requestId}`;
        let cursor: ChangePosition | null = null;
        const read = async () => {
          for (;;) {
            const page = await watcher.pulled(cursor);
            cursor = page.cursor;
            for (const item of page.items) known.set(key(item), item);
            if (page.gap) {
              const list = await teller.index.inbox(inboxQuery());
              known.clear();
              for (const item of list.items) known.set(key(item), item);
              cursor = list.position;
            }
            if (page.caughtUp) return;
          }
        };
        await read();
        for (const { execution: name, isRead, questions: now } of told) {
          await teller.tell(name, now);
          if (isRead) await read();
        }
        await read();
        const open = (items: Iterable<InboxItem>) =>
          [...items].filter(({ status }) => status === "PENDING").sort((a, b) => (key(a) < key(b) ? -1 : 1));
        // What is resolved may be gone from the index and still be known; nobody may take it for open.
        expect(open(known.values())).toEqual(open(teller.items()));
        for (const item of teller.items()) expect(known.get(key(item))).toEqual(item);
        watcher.socket.close();
      }),
      { numRuns: 30 },
    );
  });

  it("reads no more than its page and the head of each run, and sorts nothing", async () => {
    await index.put(summaryNamed("a", 1, { questions: [questionNamed("first/1", 1)] }));
    for (const order of ["ASC", "DESC"] as const) {
      for (const after of [null, { createdAt: 3, execution: "m", requestId: "first/1" }]) {
        for (const line of await plansOf(index, inboxRuns(inboxQuery({ after }), order, 26, false))) {
          expect(line).toMatch(/^SEARCH question USING COVERING INDEX|^SEARCH question USING INDEX question_order/);
        }
      }
    }
    const rows = await runInDurableObject(index, (instance, { storage: { sql } }) => {
      sql.exec(
        `INSERT INTO question(name, born, request, created, change, status, kind, question)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
         SELECT 'x' || i, 1, 'first/1', i, i + 1, CASE i % 10 WHEN 0 THEN 'PENDING' ELSE 'ACCEPTED' END, 'APPROVAL', '{}' FROM n`,
      );
      const inbox = (instance as IndexObject).inbox.bind(instance);
      return [
        inboxQuery({ limit: 25 }),
        inboxQuery({ limit: 25, status: ["PENDING"] }),
        inboxQuery({ limit: 25, status: ["PENDING"], after: { createdAt: 900, execution: "", requestId: "" } }),
        inboxQuery({ limit: 25, backward: true, kinds: ["APPROVAL"] }),
      ].map((one) => rowsRead(sql, () => inbox(one)));
    });
    // Each item is read from the order and from its row.
    for (const read of rows) expect(read).toBeLessThanOrEqual(2 * 26 + 2 * 25 + 5);
  });

  it("writes a question only when something of it changed, and an execution that asks nothing makes no table", async () => {
    await index.put(summaryNamed("quiet", 1));
    expect(await sqlOf(index, "SELECT name FROM sqlite_master WHERE name LIKE 'question%' OR name = 'inbox'")).toEqual(
      [],
    );
    const asked = [questionNamed("first/1", 1), questionNamed("second/1", 1)];
    await index.put(summaryNamed("a", 1, { questions: asked }));
    const before = await position();
    for (const revision of [2, 3, 4]) await index.put(summaryNamed("a", 1, { revision, questions: asked }));
    expect(await position()).toEqual(before);
    const answered = { status: "ACCEPTED", resolvedAt: 5, respondedBy: "someone" } as const;
    await index.put(
      summaryNamed("a", 1, { revision: 5, questions: [questionNamed("first/1", 1, answered), ...asked.slice(1)] }),
    );
    expect((await position()).change).toBe(before.change + 1);
    const written = await runInDurableObject(index, (instance, { storage: { sql } }) =>
      rowsWritten(sql, () => (instance as IndexObject).put(summaryNamed("quiet", 1, { revision: 2 }))),
    );
    const alone = freshIndex();
    await alone.put(summaryNamed("quiet", 1));
    const floor = await runInDurableObject(alone, (instance, { storage: { sql } }) =>
      rowsWritten(sql, () => (instance as IndexObject).put(summaryNamed("quiet", 1, { revision: 2 }))),
    );
    expect(written).toBe(floor);
  });

  it("keeps questions out of the list of executions", async () => {
    await index.put(summaryNamed("a", 1, { questions: [questionNamed("first/1", 1)] }));
    expect((await index.list(listQuery())).items[0]).not.toHaveProperty("questions");
  });

  it("is made again from what executions tell, the same revision included", async () => {
    const asked = summaryNamed("a", 1, { questions: [questionNamed("first/1", 1)] });
    await index.put(asked);
    await runInDurableObject(index, (_, { storage: { sql } }) => sql.exec("DELETE FROM question"));
    await index.put(asked);
    expect((await index.inbox(inboxQuery())).items).toEqual([]);
    await index.restore(asked);
    expect((await index.inbox(inboxQuery())).items).toEqual(itemsOf([asked]));
  });

  it("forgets the questions of a removed execution, and not those of a later one of the same name", async () => {
    const [earlier, later] = [1, 9].map((at) => summaryNamed("a", at, { questions: [questionNamed("first/1", at)] }));
    if (earlier === undefined || later === undefined) throw new Error("there are two");
    await index.put(earlier);
    await index.remove(earlier);
    await index.put(later);
    await index.remove(earlier);
    await index.put({ ...earlier, revision: 7 });
    expect((await index.inbox(inboxQuery())).items).toEqual(itemsOf([later]));
  });
});

describe("the changes of an inbox", () => {
  const resolved = { status: "DECLINED", resolvedAt: 5, respondedBy: "someone" } as const;

  it("hold each question once, at its latest state, and say nothing of executions that ask nothing new", async () => {
    const start = await position();
    const watcher = await inboxWatcherOf(index);
    await watcher.pulled(null);
    await index.put(summaryNamed("a", 1, { questions: [questionNamed("first/1", 1), questionNamed("second/1", 1)] }));
    await watcher.until(() => watcher.pages.length >= 2);
    await index.put(summaryNamed("quiet", 1));
    const questions = [questionNamed("second/1", 1), questionNamed("first/1", 1, resolved)];
    await index.put(summaryNamed("a", 1, { revision: 2, questions }));
    await watcher.until(() => watcher.pages.some(({ items }) => items.some(({ status }) => status === "DECLINED")));
    const later = await inboxWatcherOf(index);
    const page = await later.pulled(start);
    expect(page.items.map(({ requestId, status }) => [requestId, status])).toEqual([
      ["second/1", "PENDING"],
      ["first/1", "DECLINED"],
    ]);
    expect(page).toMatchObject({ caughtUp: true, gap: false, cursor: await position() });
  });

  it("are distinguished from those of the list, over the sockets of one object", async () => {
    const [list, inbox] = [await watcherOf(index), await inboxWatcherOf(index)];
    await list.pulled(null);
    await inbox.pulled(null);
    await index.put(summaryNamed("quiet", 1));
    await index.put(summaryNamed("a", 2, { questions: [questionNamed("first/1", 2)] }));
    await inbox.until(() => inbox.pages.length === 2);
    await list.until(() => list.revisions().length === 2);
    expect(inbox.pages[1]).toMatchObject({ items: [{ execution: "a", requestId: "first/1" }] });
    for (const page of list.pages) expect(page).not.toHaveProperty("items");
  });

  it("[E11] reach a watcher though the object has left memory in between", async () => {
    const watcher = await inboxWatcherOf(index);
    await watcher.pulled(null);
    await evictDurableObject(index, { webSockets: "hibernate" });
    await index.put(summaryNamed("a", 1, { questions: [questionNamed("first/1", 1)] }));
    await watcher.until(() => watcher.pages.length === 2);
    expect(watcher.pages[1]?.items).toMatchObject([{ execution: "a" }]);
  });

  it("report a gap only to a watcher that was away since before a question that went had its last change", async () => {
    const asked = summaryNamed("a", 1, { questions: [questionNamed("first/1", 1)] });
    await index.put(asked);
    const open = await position();
    await index.put({ ...asked, revision: 2, questions: [questionNamed("first/1", 1, resolved)] });
    const told = await position();
    await index.remove(asked);
    const watcher = await inboxWatcherOf(index);
    expect(await watcher.pulled(open)).toMatchObject({ gap: true, items: [], cursor: told });
    expect(await watcher.pulled(told)).toMatchObject({ gap: false, items: [] });
    // The next question gets a number that nobody has seen, though no row carries the highest one any more.
    await index.put(summaryNamed("b", 2, { questions: [questionNamed("first/1", 2)] }));
    expect((await watcher.pulled(told)).items).toMatchObject([{ execution: "b" }]);
  });

  it("tell live watchers of a gap when a question goes that counts as open", async () => {
    const asked = summaryNamed("a", 1, { questions: [questionNamed("first/1", 1)] });
    await index.put(asked);
    const watcher = await inboxWatcherOf(index);
    await watcher.pulled(null);
    await index.remove(asked);
    await watcher.until(() => watcher.pages.length === 2);
    expect(watcher.pages[1]).toMatchObject({ gap: true, items: [] });
  });

  it("come in pages of 100, and tell of a gap when the index was made anew", async () => {
    const start = await position();
    for (let number = 0; number < 3; number++) {
      const asked = Array.from({ length: 48 }, (_, place) => questionNamed(`s${place}/1`, number));
      await index.put(summaryNamed(`x${number}`, number, { questions: asked }));
    }
    const watcher = await inboxWatcherOf(index);
    const first = await watcher.pulled(start);
    expect([first.items.length, first.caughtUp]).toEqual([100, false]);
    expect((await watcher.pulled(first.cursor)).items).toHaveLength(44);
    await runInDurableObject(index, (_, { storage }) => storage.deleteAll());
    await evictDurableObject(index);
    const page = await (await inboxWatcherOf(index)).pulled(first.cursor);
    expect(page).toMatchObject({ gap: true, items: [], caughtUp: true });
  });
});

describe("the questions of a real execution", () => {
  it("come to the inbox and leave it when it is deleted; what an administrator has told again changes nothing", async () => {
    const tenants = bindings.INDEX.getByName("default#0");
    const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 10_000 });
    await started(request);
    const own = async () =>
      (await tenants.inbox(inboxQuery())).items.filter((item) => item.execution === request.execution);
    await eventually(async () => (await own()).length === 1);
    expect(await own()).toMatchObject([
      { requestId: "gone/1", step: "gone", kind: "APPROVAL", status: "PENDING", callableName: "delete_note" },
    ]);
    const told = (await tenants.inbox(inboxQuery())).position;
    expect(await objectOf(request).announce()).toBe(true);
    expect((await tenants.inbox(inboxQuery())).position).toEqual(told);
    await objectOf(request).respond(given("gone/1", false, "ann", "no"));
    await eventually(async () => (await own())[0]?.status === "DECLINED");
    expect((await objectOf(request).delete()).kind).toBe("DELETED");
    expect(await own()).toEqual([]);
  });

  it("[N505] has the questions that a caller may see, each once, in every state; one more row for what its owner sees", async () => {
    const put = (name: string, more: Partial<ExecutionSummary>) =>
      index.put(summaryNamed(name, 1, { questions: [questionNamed(`${name}/1`, 1)], ...more }));
    await put("open", { subject: "bob" });
    await put("own", { subject: "ann", visibility: "OWN" });
    await put("group", { subject: "ann", visibility: "GROUP", group: "sales" });
    await put("hidden", { subject: "bob", visibility: "OWN" });
    const seenBy = async (access?: ListAccess) => {
      const all = await index.inbox(inboxQuery({ access, status: null, newestFirst: false }));
      const kinds = await index.inbox(inboxQuery({ access, status: null, newestFirst: false, kinds: ["APPROVAL"] }));
      expect(kinds.items).toEqual(all.items.filter(({ kind }) => kind === "APPROVAL"));
      return all.items.map(({ execution }) => execution);
    };
    const ann = { subject: "ann", groups: ["sales", "sales", "law"] };
    expect(await seenBy()).toEqual(["group", "hidden", "open", "own"]);
    expect(await seenBy({ reach: "VISIBLE", ...ann })).toEqual(["group", "open", "own"]);
    expect(await seenBy({ reach: "VISIBLE", subject: "cid", groups: ["sales"] })).toEqual(["group", "open"]);
    expect(await seenBy({ reach: "OWN", ...ann })).toEqual(["group", "own"]);
    expect(await seenBy({ reach: "OWN", subject: "bob", groups: ["sales"] })).toEqual(["hidden", "open"]);
    // Nothing stays of what was answered, removed or asked once owners look.
    await index.put(
      summaryNamed("own", 1, {
        subject: "ann",
        visibility: "OWN",
        revision: 2,
        questions: [questionNamed("own/1", 1, { status: "ACCEPTED" })],
      }),
    );
    await index.remove({ createdAt: 1, execution: "group" });
    await put("later", { subject: "ann" });
    expect(await seenBy({ reach: "OWN", ...ann })).toEqual(["later", "own"]);
    const pending = await index.inbox(
      inboxQuery({ access: { reach: "VISIBLE", ...ann }, status: ["PENDING"], newestFirst: false }),
    );
    expect(pending.items.map(({ execution }) => execution)).toEqual(["later", "open"]);
  });

  it("[N512] lists what is addressed to a caller and seen by it, along an order of its addressees, however much else is asked", async () => {
    const asking = (name: string, addressees: readonly Addressee[], more: Partial<ExecutionSummary> = {}) =>
      index.put(summaryNamed(name, 1, { questions: [questionNamed(`${name}/1`, 1, { addressees })], ...more }));
    await asking("bob", [{ subject: "bob" }, { group: "sales" }]);
    await asking("ann", [{ subject: "ann" }]);
    await asking("sales", [{ group: "sales" }], { subject: "ann", visibility: "GROUP", group: "sales" });
    await asking("hidden", [{ subject: "bob" }], { subject: "ann", visibility: "OWN" });
    await asking("scoped", [{ scope: "REGISTRY_WRITE" }], { subject: "bob", visibility: "OWN" });
    await index.put(summaryNamed("open", 1, { questions: [questionNamed("open/1", 1)] }));
    const bob = { subject: "bob", groups: ["sales"], scopes: ["REGISTRY_WRITE"] };
    const to = async (accessor: Accessor, reach?: ListAccess["reach"], more: Partial<InboxQuery> = {}) => {
      const access = reach === undefined ? undefined : { reach, ...accessor };
      const addressees = keysOfAccessor(accessor);
      const page = await index.inbox(inboxQuery({ access, addressees, newestFirst: false, ...more }));
      return page.items.map(({ execution }) => execution);
    };
    expect(await to(bob)).toEqual(["bob", "hidden", "sales", "scoped"]);
    expect(await to(bob, "VISIBLE")).toEqual(["bob", "sales", "scoped"]);
    expect(await to(bob, "OWN")).toEqual(["scoped"]);
    expect(await to({ ...bob, groups: [], scopes: [] }, "VISIBLE")).toEqual(["bob"]);
    expect(await to(bob, "VISIBLE", { limit: 1, backward: true })).toEqual(["scoped"]);
    expect(await to(bob, "VISIBLE", { kinds: ["FORM"] })).toEqual([]);
    const answered = questionNamed("bob/1", 1, {
      addressees: [{ subject: "bob" }, { group: "sales" }],
      status: "ACCEPTED",
    });
    await index.put(summaryNamed("bob", 1, { revision: 2, questions: [answered] }));
    await index.remove({ createdAt: 1, execution: "sales" });
    expect(await to(bob, "VISIBLE", { status: ["PENDING"] })).toEqual(["scoped"]);
    expect(await to(bob, "VISIBLE", { status: ["ACCEPTED"] })).toEqual(["bob"]);
    const read = await runInDurableObject(index, (instance, { storage: { sql } }) => {
      for (const [table, columns] of [
        [
          "question(name, born, request, created, change, status, kind, question, audience)",
          "'x' || i, 1, 'q/1', i, i + 9, 'PENDING', 'APPROVAL', '{}', '{\"owner\":\"ann\"}'",
        ],
        ["asked(viewer, status, created, name, request, born)", "'a:s:ann', 'PENDING', i, 'x' || i, 'q/1', 1"],
      ])
        sql.exec(
          `INSERT INTO ${table} WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT ${columns} FROM n`,
        );
      const access = { reach: "VISIBLE", subject: "ann", groups: [] } as const;
      const page = (addressees: readonly string[]) =>
        rowsRead(sql, () =>
          (instance as IndexObject).inbox(inboxQuery({ access, addressees, limit: 10, status: ["PENDING"] })),
        );
      return [page(["s:ann"]), page(["s:nobody", "g:none"])];
    });
    expect(read[0]).toBeLessThanOrEqual(4 * 11 + 20);
    expect(read[1]).toBeLessThanOrEqual(40);
  });
});
