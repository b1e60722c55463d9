import { runInDurableObject } from "cloudflare:test";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Confinement, ListAccess } from "../../../src/access/audience.ts";
import { maxGroups } from "../../../src/access/given-visibility.ts";
import type { IndexObject } from "../../../src/durable/index/index-object.ts";
import { conditionsOf, openRanks, ordersOf, rangeOf, runsOf } from "../../../src/durable/index/index-query.ts";
import type {
  ExecutionList,
  ExecutionListFilter,
  ExecutionListQuery,
  ExecutionPosition,
} from "../../../src/execution/views/execution-list.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import { byStatus, countsOf, everything, listQuery, pageOf, summaryNamed } from "../../support/graph/list-model.ts";
import { rowsRead, rowsWritten } from "../../support/objects/counted-rows.ts";
import { freshIndex, plansOf } from "./watched-index.ts";

const statuses = ["PENDING", "RUNNING", "WAITING", "SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"] as const;
const waits = ["TIMER", "PERSON", "CHILD", "REMOTE_TASK"] as const;
const kinds = ["PLAN", "PROMPT", "ASK", "MESSAGE"] as const;
const said = ["A River", "100 %", "Élan", "nothing"] as const;
const texts = ["a", "b", "A", "", "é", "\u{1F600}", "%", "a\u0000b"] as const;

/** Objects without a prototype cannot be sent to an object. */
const plain = { noNullPrototype: true } as const;

const label = fc.record({ key: fc.constantFrom(...texts), value: fc.constantFrom(...texts) }, plain);
const labels = fc.uniqueArray(label, { maxLength: 3, selector: ({ key }) => key });
/** Few instants, so that many executions share one and the name decides. */
const instant = fc.integer({ min: 0, max: 6 });
const name = fc.integer({ min: 0, max: 999 }).map((number) => `x${number}`);

const summary: fc.Arbitrary<ExecutionSummary> = fc
  .record(
    {
      ...{ name, instant, labels, status: fc.constantFrom(...statuses), wait: fc.constantFrom(...waits) },
      contextId: fc.option(fc.constantFrom("c", "d")),
      isRoot: fc.boolean(),
      callables: fc.uniqueArray(fc.constantFrom("echo", "Echo", "s.echo"), { maxLength: 3 }),
      schedule: fc.option(fc.constantFrom("nightly", "hourly"), { nil: undefined }),
      derivedFrom: fc.option(fc.constantFrom("first", "second"), { nil: undefined }),
      startedWith: fc.constantFrom(...kinds),
      subject: fc.constantFrom("ann", "bob"),
      confined: fc.constantFrom(
        {},
        {},
        { visibility: "OWN" },
        { visibility: "GROUP", group: "sales" },
        { visibility: "GROUP", group: "law" },
      ),
      words: fc.option(fc.uniqueArray(fc.constantFrom(...said), { maxLength: 2 }), { nil: undefined }),
    },
    plain,
  )
  .map(({ contextId, isRoot, instant: createdAt, name: execution, schedule, status, wait, ...more }) =>
    summaryNamed(execution, createdAt, {
      ...(schedule !== undefined && { schedule }),
      ...(more.words !== undefined && { words: more.words }),
      ...(more.derivedFrom !== undefined && { derivedFrom: more.derivedFrom }),
      startedWith: more.startedWith,
      subject: more.subject,
      ...(more.confined as Confinement),
      ...{ status, contextId, parent: isRoot ? null : "root", callables: more.callables, labels: more.labels },
      waitingFor: status === "WAITING" ? wait : null,
    }),
  );

const filter: fc.Arbitrary<ExecutionListFilter> = fc.record(
  {
    status: fc.option(fc.array(fc.constantFrom(...statuses), { maxLength: 7 }), { freq: 3 }),
    waitingFor: fc.option(fc.array(fc.constantFrom(...waits), { maxLength: 4 }), { freq: 2 }),
    createdAfter: fc.option(instant, { freq: 2 }),
    createdBefore: fc.option(instant, { freq: 2 }),
    callableName: fc.option(fc.constantFrom("echo", "s.echo", "none"), { freq: 2 }),
    labels: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(label, { maxLength: 2 })),
    contextId: fc.option(fc.constantFrom("c", "none"), { freq: 2 }),
    root: fc.option(fc.boolean(), { freq: 2 }),
    parent: fc.option(fc.constantFrom("root", "none"), { freq: 3 }),
    schedule: fc.option(fc.constantFrom("nightly", "none"), { freq: 2, nil: undefined }),
    derivedFrom: fc.option(fc.constantFrom("first", "none"), { freq: 2, nil: undefined }),
    scheduled: fc.option(fc.boolean(), { freq: 2, nil: undefined }),
    childWaitIsRunning: fc.option(fc.boolean(), { freq: 2, nil: undefined }),
    kinds: fc.option(fc.uniqueArray(fc.constantFrom(...kinds)), { freq: 2, nil: undefined }),
    access: fc.option(
      fc.record(
        {
          reach: fc.constantFrom("OWN", "VISIBLE"),
          subject: fc.constantFrom("ann", "bob", "cid"),
          groups: fc.array(fc.constantFrom("sales", "law", "none"), { maxLength: 3 }),
        },
        plain,
      ),
      { freq: 3, nil: undefined },
    ),
    words: fc.option(
      fc.uniqueArray(fc.constantFrom("river", "echo", "%", "é", "gone"), { minLength: 1, maxLength: 2 }),
      {
        ...{ freq: 2, nil: undefined },
      },
    ),
  },
  plain,
);

const cursor: fc.Arbitrary<ExecutionPosition | null> = fc.option(
  fc.record({ createdAt: instant, execution: name }, plain),
  {
    freq: 2,
  },
);

const query = fc.record(
  {
    ...{ filter, newestFirst: fc.boolean(), backward: fc.boolean(), limit: fc.integer({ min: 1, max: 20 }) },
    ...{ after: cursor, before: cursor },
    onePerConversation: fc.boolean(),
  },
  plain,
);

const population = fc.uniqueArray(summary, { maxLength: 60, selector: ({ execution }) => execution });

/** One for each state and rank. */
const orders = 14;

/** Every filter by itself. */
const singleFilters: readonly (readonly [string, Partial<ExecutionListFilter>])[] = [
  ["none", {}],
  ["one status", { status: ["FAILED"] }],
  ["several statuses", { status: ["FAILED", "RUNNING", "PENDING"] }],
  ["waitingFor", { waitingFor: ["PERSON", "TIMER"] }],
  ["createdAfter", { createdAfter: 5 }],
  ["createdBefore", { createdBefore: 5 }],
  ["callableName", { callableName: "echo" }],
  ["one label", { labels: [{ key: "a", value: "b" }] }],
  ["contextId", { contextId: "c" }],
  ["roots", { root: true }],
  ["children", { root: false }],
  ["children of one", { parent: "root" }],
  ["runs of a schedule", { schedule: "nightly" }],
  ["retries and forks of one", { derivedFrom: "first" }],
];

describe("the list of an index", () => {
  it("is what the predicate of a filter says, for every filter, order and page", async () => {
    await fc.assert(
      fc.asyncProperty(population, fc.array(query, { minLength: 1, maxLength: 12 }), async (summaries, queries) => {
        const index = freshIndex();
        for (const one of summaries) await index.put(one);
        for (const asked of queries) {
          const { hasMore, items } = await index.list(asked);
          expect({ items, hasMore }).toEqual(pageOf(summaries, asked));
          const counts = await index.statusCounts(asked.filter);
          expect([...counts].sort(byStatus)).toEqual(countsOf(summaries, asked.filter));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("[N628] counts and lists an execution that waits for one that it started as running, if the filter says so", async () => {
    const index = freshIndex();
    const put = (name: string, at: number, more: Partial<ExecutionSummary>) => index.put(summaryNamed(name, at, more));
    await put("works", 1, {});
    await put("in-child", 2, { status: "WAITING", waitingFor: "CHILD" });
    await put("asks", 3, { status: "WAITING", waitingFor: "PERSON" });
    const filter = { ...everything, childWaitIsRunning: true };
    const namesOf = async (status: ExecutionListFilter["status"], more: Partial<ExecutionListFilter> = filter) =>
      (await index.list(listQuery({ filter: { ...everything, ...more, status } }))).items.map(
        ({ execution }) => execution,
      );
    expect(await namesOf(["RUNNING"])).toEqual(["in-child", "works"]);
    expect(await namesOf(["WAITING"])).toEqual(["asks"]);
    expect(await namesOf(["WAITING", "RUNNING"])).toEqual(["asks", "in-child", "works"]);
    expect(await namesOf(["RUNNING"], {})).toEqual(["works"]);
    expect([...(await index.statusCounts(filter))].sort(byStatus)).toEqual([
      { status: "RUNNING", count: 2 },
      { status: "WAITING", count: 1 },
    ]);
  });

  it("is still that after executions changed and were removed", async () => {
    const step = fc.record({ place: fc.nat(), to: summary, isRemoved: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        population,
        fc.array(step, { maxLength: 30 }),
        fc.array(query),
        async (begun, steps, queries) => {
          const index = freshIndex();
          const present = [...begun];
          for (const one of begun) await index.put(one);
          for (const { isRemoved, place: anywhere, to } of steps) {
            if (present.length === 0) break;
            const place = anywhere % present.length;
            const from = present[place];
            if (from === undefined) throw new Error("the place lies within");
            if (isRemoved) {
              await index.remove({ createdAt: from.createdAt, execution: from.execution });
              present.splice(place, 1);
              continue;
            }
            const { callables, status, waitingFor } = to;
            const next = { ...from, callables, status, waitingFor, revision: from.revision + 1 };
            await index.put(next);
            present[place] = next;
          }
          for (const asked of [listQuery(), ...queries]) {
            const { hasMore, items } = await index.list(asked);
            expect({ items, hasMore }).toEqual(pageOf(present, asked));
            expect([...(await index.statusCounts(asked.filter))].sort(byStatus)).toEqual(
              countsOf(present, asked.filter),
            );
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each(singleFilters)(
    "[N392] reads no more than its page and sorts nothing with the filter: %s",
    async (_, only) => {
      const index = freshIndex();
      await index.put(summaryNamed("a", 1, { schedule: "nightly", derivedFrom: "first" }));
      for (const order of ["ASC", "DESC"] as const) {
        for (const after of [null, { createdAt: 3, execution: "m" }]) {
          const asked = listQuery({ filter: { ...everything, ...only }, after });
          const conditions = conditionsOf(asked.filter, openRanks, false);
          const driver = conditions[0] ?? ordersOf(statuses, undefined, openRanks);
          const range = rangeOf(asked);
          const runs = runsOf("e.summary", driver, conditions, [], range, order, 26);
          const plan = await plansOf(index, runs);
          for (const line of plan) expect(line, JSON.stringify(only)).toMatch(/^SEARCH/);
          expect(plan.filter((line) => line.includes("B-TREE"))).toEqual([]);
        }
      }
    },
  );

  it("[N620] looks at a bounded number of rows for a page of a search, and says where it stopped", async () => {
    const index = freshIndex();
    await index.put(summaryNamed("first", 0, { words: ["about rivers"] }));
    const last = summaryNamed("last", 30_000, { words: ["about rivers"], startedWith: "AGENT" });
    const ask = (more: Partial<ExecutionListFilter>, of: Partial<ExecutionListQuery> = {}) =>
      listQuery({ limit: 10, ...of, filter: { ...everything, ...more } });
    const found = await runInDurableObject(index, async (instance, { storage: { sql } }) => {
      const object = instance as IndexObject;
      seed(sql, 25_000);
      object.put(last);
      const costs = [
        { words: ["rivers"] },
        { kinds: ["AGENT"] as const },
        { scheduled: true },
        { words: ["rivers"], root: true },
      ].map((more) => rowsRead(sql, () => object.list(ask(more))));
      const through = rowsRead(sql, () => object.list(ask({ words: ["rivers"], callableName: "echo" })));
      const counted = rowsRead(sql, () => object.statusCounts({ ...everything, words: ["rivers"] }));
      return { costs, through, counted };
    });
    for (const rows of found.costs) expect(rows).toBeLessThanOrEqual(2 * 10_000 + 2 * orders);
    expect(found.through).toBeLessThanOrEqual(30 * 1_000);
    expect(found.counted).toBeLessThanOrEqual(2 * 2_000 * orders);
    const pages: (readonly string[])[] = [];
    for (let after: ExecutionPosition | null = null, isOver = false; !isOver; ) {
      const page = await index.list(ask({ words: ["rivers"] }, { after }));
      const { hasMore, items, reached } = page as unknown as ExecutionList;
      pages.push(items.map(({ execution }) => execution));
      isOver = !hasMore;
      after = reached ?? null;
    }
    expect(pages).toEqual([["last"], [], ["first"]]);
    expect((await index.list(ask({ words: ["rivers"] }, { backward: true, newestFirst: true }))).items).toHaveLength(1);
  });

  it("[N620] writes no row for the text, and forgets it with the execution, and what was asked and answered alone before", async () => {
    const index = freshIndex();
    const texts = () =>
      runInDurableObject(index, (_, { storage: { sql } }) =>
        sql
          .exec<{ text: string }>("SELECT text FROM execution ORDER BY name")
          .toArray()
          .map(({ text }) => text),
      );
    await index.put(summaryNamed("first", 0));
    const costs = await runInDurableObject(index, (instance, { storage: { sql } }) => {
      const object = instance as IndexObject;
      return {
        without: rowsWritten(sql, () => object.put(summaryNamed("a", 1))),
        with: rowsWritten(sql, () => object.put(summaryNamed("b", 2, { words: ["Rivers", "The Nile"] }))),
        forgotten: rowsWritten(sql, () => object.forgetWords({ createdAt: 2, execution: "b" })),
        again: rowsWritten(sql, () => object.forgetWords({ createdAt: 2, execution: "b" })),
        unknown: rowsWritten(sql, () => object.forgetWords({ createdAt: 3, execution: "b" })),
      };
    });
    expect(costs).toEqual({ without: costs.with, with: costs.without, forgotten: 1, again: 0, unknown: 0 });
    expect((await texts())[1]).not.toContain("nile");
    expect((await index.list(listQuery({ filter: { ...everything, words: ["nile"] } }))).items).toEqual([]);
    expect((await index.list(listQuery({ filter: { ...everything, words: ["echo"] } }))).items).toHaveLength(3);
    await index.put(summaryNamed("b", 2, { revision: 2, words: ["The Nile"] }));
    expect((await texts())[1]).toContain("nile");
    await index.remove({ createdAt: 2, execution: "b" });
    expect((await texts()).join()).not.toContain("nile");
  });

  it("[N504] writes no row for what the tenant sees, one for what its owner sees, two for what a group sees", async () => {
    const costsOf = (isOwnAsked: boolean) =>
      runInDurableObject(freshIndex(), async (instance, { storage: { sql } }) => {
        const index = instance as IndexObject;
        const put = (name: string, more: Partial<ExecutionSummary> = {}) =>
          rowsWritten(sql, () => index.put(summaryNamed(name, 1, more)));
        put("first", { visibility: "OWN" });
        const access = { reach: "OWN", subject: "ann", groups: [] } as const;
        if (isOwnAsked) index.list(listQuery({ filter: { ...everything, access } }));
        return [
          put("a"),
          put("b", { visibility: "OWN" }),
          put("c", { visibility: "GROUP", group: "sales" }),
          put("c", { visibility: "GROUP", group: "sales", revision: 2 }),
          put("a", { revision: 2 }),
        ];
      });
    const [open = 0, ...more] = await costsOf(false);
    expect(more).toEqual([open + 1, open + 2, more[3], more[3]]);
    // Once somebody asked for nothing but its own, everything has a place in the order of its owner.
    expect(await costsOf(true)).toEqual([open + 1, ...more]);
    const without = freshIndex();
    await without.put(summaryNamed("a", 1));
    await without.list(
      listQuery({ filter: { ...everything, access: { reach: "VISIBLE", subject: "ann", groups: ["sales"] } } }),
    );
    const tables = await runInDurableObject(without, (_, { storage: { sql } }) =>
      sql.exec("SELECT name FROM sqlite_master WHERE name IN ('seen', 'owners')").toArray(),
    );
    expect(tables).toEqual([]);
  });

  it("[N820] lists and counts for a member of as many groups as a caller may have, whatever is asked", async () => {
    const index = freshIndex();
    const groups = Array.from({ length: maxGroups }, (_, number) => `group ${number}`);
    const labelled = { labels: [{ key: "team", value: "a" }], contextId: "c", parent: null };
    const ofGroup = { visibility: "GROUP", group: groups.at(-1) ?? "", subject: "bob" } as const;
    await index.put(summaryNamed("open", 1, labelled));
    await index.put(summaryNamed("group", 2, { ...labelled, ...ofGroup }));
    await index.put(summaryNamed("hidden", 3, { ...labelled, visibility: "OWN", subject: "bob" }));
    const access: ListAccess = { reach: "VISIBLE", subject: "ann", groups };
    const filter = {
      ...{ ...everything, ...labelled, access, words: ["echo"], status: statuses, createdAfter: 1, createdBefore: 9 },
      ...{ parent: null, root: true },
    };
    const named = async (more: Partial<ExecutionListQuery>) =>
      (await index.list(listQuery({ filter, ...more }))).items.map(({ execution }) => execution);
    expect(await named({})).toEqual(["group", "open"]);
    expect(await named({ filter: { ...filter, words: undefined } })).toEqual(["group", "open"]);
    expect(await named({ onePerConversation: true })).toEqual(["group"]);
    expect(await index.statusCounts(filter)).toEqual([{ status: "RUNNING", count: 2 }]);
  });

  it("[N504] reads a few rows for a page of what a caller sees, however much of the tenant is hidden from it", async () => {
    const index = freshIndex();
    const group = { visibility: "GROUP", group: "sales" } as const;
    await index.put(summaryNamed("first", 0));
    const viewers: ListAccess[] = [
      { reach: "OWN", subject: "ann", groups: [] },
      { reach: "VISIBLE", subject: "ann", groups: [] },
      { reach: "VISIBLE", subject: "cid", groups: ["sales", "law"] },
    ];
    const costs = await runInDurableObject(index, (instance, { storage: { sql } }) => {
      seed(sql, 20_000);
      // Everything that was there is another one's, and hidden.
      sql.exec("UPDATE execution SET root = root + 2 WHERE root < 2");
      for (const place of Array(120).keys()) {
        const put = (name: string, more: Partial<ExecutionSummary>) =>
          (instance as IndexObject).put(summaryNamed(`${name}${place}`, 20_000 + place, more));
        put("mine", { subject: "ann", visibility: "OWN" });
        put("group", { subject: "bob", ...group });
      }
      (instance as IndexObject).list(listQuery({ filter: { ...everything, access: viewers[0] } }));
      return viewers.map((access) => {
        const asked = listQuery({ filter: { ...everything, access } });
        let found = 0;
        const rows = rowsRead(sql, () => {
          found = (instance as IndexObject).list(asked).items.length;
        });
        return { found, isFew: rows <= 60 * (asked.limit + 1) + 4 * orders };
      });
    });
    expect(costs).toEqual(viewers.map(() => ({ found: listQuery().limit, isFew: true })));
  });

  it("[N392, N622] writes one row more for the run of a schedule, and for a retry or fork, and none for what no schedule started", async () => {
    const index = freshIndex();
    const costs = await runInDurableObject(index, async (instance, { storage: { sql } }) => {
      const put = (name: string, more: Partial<ExecutionSummary> = {}) =>
        rowsWritten(sql, () => (instance as IndexObject).put(summaryNamed(name, 1, more)));
      put("first", { schedule: "nightly" });
      return [
        put("a"),
        put("b", { schedule: "nightly" }),
        put("b", { schedule: "nightly", revision: 2 }),
        put("a", { revision: 2 }),
      ];
    });
    expect(costs[1]).toBe((costs[0] ?? 0) + 1);
    const derived = await runInDurableObject(index, (instance, { storage: { sql } }) => {
      const object = instance as IndexObject;
      object.put(summaryNamed("source", 1, { derivedFrom: "other" }));
      return rowsWritten(sql, () => object.put(summaryNamed("c", 1, { derivedFrom: "first" })));
    });
    expect(derived).toBe(costs[1]);
    expect(costs[2]).toBe(costs[3]);
    const without = freshIndex();
    await without.put(summaryNamed("a", 1));
    const found = { items: [], hasMore: false };
    expect(await without.list(listQuery({ filter: { ...everything, schedule: "nightly" } }))).toMatchObject(found);
    expect(await without.statusCounts({ ...everything, schedule: "nightly" })).toEqual([]);
    const tables = await runInDurableObject(without, (_, { storage: { sql } }) =>
      sql.exec("SELECT name FROM sqlite_master WHERE name = 'scheduled'").toArray(),
    );
    expect(tables).toEqual([]);
  });

  it("reads a few rows for each item of a page of a large index, with every filter and on the last page", async () => {
    const index = freshIndex();
    await index.put(summaryNamed("first", 0, { schedule: "nightly", derivedFrom: "first" }));
    const pages = [
      ...singleFilters.map(([, only]) => listQuery({ filter: { ...everything, ...only } })),
      listQuery({ backward: true }),
      listQuery({ after: { createdAt: 300, execution: "" } }),
      listQuery({ newestFirst: false, after: { createdAt: 19_000, execution: "" } }),
    ];
    const costs = await runInDurableObject(index, (instance, { storage: { sql } }) => {
      seed(sql, 20_000);
      return pages.map((page) => rowsRead(sql, () => (instance as IndexObject).list(page)));
    });
    // Whoever is found by a label, a callable, a context or a parent is looked for in the order of each state.
    const looking = ({
      filter: { callableName, contextId, derivedFrom, labels, parent, schedule },
    }: ExecutionListQuery) =>
      derivedFrom !== undefined ||
      callableName !== null ||
      contextId !== null ||
      parent !== null ||
      labels.length > 0 ||
      schedule !== undefined;
    for (const [place, rows] of costs.entries()) {
      const page = pages[place] ?? listQuery();
      const atMost = (looking(page) ? 30 : 2) * (page.limit + 1) + 2 * orders;
      expect(rows, JSON.stringify(page)).toBeLessThanOrEqual(atMost);
    }
  });

  it("answers a full page of executions that each name 400 KB of callables, though one answer of an object holds 32 MB", async () => {
    const index = freshIndex();
    const callables = Array.from({ length: 20 }, (_, place) => `${place}.${"x".repeat(20_000)}`);
    for (let number = 0; number < 100; number += 1)
      await index.put(summaryNamed(`x${number}`, number, { callables: [...callables, `only.${number}`] }));
    const { items } = await index.list(listQuery());
    expect(items).toHaveLength(100);
    expect(JSON.stringify(items).length).toBeLessThan(100 * 1_000);
    const found = await index.list(listQuery({ filter: { ...everything, callableName: "only.7" } }));
    expect(found.items.map(({ execution }) => execution)).toEqual(["x7"]);
  });

  it("stops counting a state at 10,000, filtered or not", async () => {
    const index = freshIndex();
    await index.put(summaryNamed("first", 0));
    await runInDurableObject(index, (_, { storage: { sql } }) => seed(sql, 25_000));
    for (const only of [{}, { root: true }, { createdAfter: 1 }]) {
      const counts = await index.statusCounts({ ...everything, ...only });
      expect(counts.find(({ status }) => status === "SUCCEEDED")?.count, JSON.stringify(only)).toBe(10_000);
      expect(counts.find(({ status }) => status === "FAILED")?.count, JSON.stringify(only)).toBe(250);
    }
    expect(await index.statusCounts({ ...everything, contextId: "c" })).toEqual([{ status: "SUCCEEDED", count: 250 }]);
  });
});

/** Fills an index with succeeded executions; each hundredth failed, and each hundredth other has a context. */
function seed(sql: SqlStorage, size: number): void {
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)";
  const status = "CASE i % 100 WHEN 0 THEN 'FAILED' ELSE 'SUCCEEDED' END";
  sql.exec(
    `INSERT INTO execution(created, name, revision, change, status, waiting, context, root, summary)
     ${numbers} SELECT i, 'x' || i, 1, i + 1, ${status}, NULL, CASE i % 100 WHEN 1 THEN 'c' END, 1, '{}' FROM n`,
    size,
  );
  sql.exec("INSERT INTO chat(context, created, name) SELECT context, created, name FROM execution WHERE context = 'c'");
  sql.exec("UPDATE feed SET counted = (SELECT max(change) FROM execution)");
  sql.exec(`INSERT INTO label(key, value, created, name) ${numbers} SELECT 'a', 'b', i, 'x' || i FROM n`, size);
  sql.exec(`INSERT INTO callable(callable, created, name) ${numbers} SELECT 'echo', i, 'x' || i FROM n`, size);
  if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'scheduled'").toArray().length > 0)
    sql.exec(`INSERT INTO scheduled(schedule, created, name) ${numbers} SELECT 'nightly', i, 'x' || i FROM n`, size);
  sql.exec(
    `INSERT INTO total(status, count) SELECT status, count(*) FROM execution WHERE true GROUP BY status
     ON CONFLICT(status) DO UPDATE SET count = excluded.count`,
  );
}
