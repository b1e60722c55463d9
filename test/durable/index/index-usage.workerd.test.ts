/** Usage by day in the index object: counted once whatever comes again, kept for 90 days, untouched by what is removed. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { ListAccess } from "../../../src/access/audience.ts";
import { maxGroups } from "../../../src/access/given-visibility.ts";
import type { IndexObject } from "../../../src/durable/index/index-object.ts";
import type { Consumption } from "../../../src/execution/views/consumption.ts";
import type { ConversationView } from "../../../src/execution/views/conversation-view.ts";
import type { ConversationList, ConversationListQuery } from "../../../src/execution/views/execution-list.ts";
import { histogramOf } from "../../../src/execution/views/latency-histogram.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import { dayMs, type UsageQuery, type UsageTotals } from "../../../src/execution/views/usage-totals.ts";
import { everything, listQuery, summaryNamed } from "../../support/graph/list-model.ts";
import { rowsWritten, watched } from "../../support/objects/counted-rows.ts";
import { freshIndex, sqlOf, watcherOf } from "./watched-index.ts";

let index: ReturnType<typeof freshIndex>;
beforeEach(() => {
  index = freshIndex();
});

/** Some day, and where an execution stands in it. */
const today = 20_600;

function part(name: string, durationsMs: readonly number[], more: Partial<Consumption> = {}): Consumption {
  return {
    ...{ kind: "TOOL", name, calls: durationsMs.length, failedCalls: 0, inputTokens: 0, cachedInputTokens: 0 },
    ...{ outputTokens: 0, costMicros: 0, unpricedCalls: 0, latencies: histogramOf(durationsMs), ...more },
  };
}

/** An execution that ended in `day`. */
function ended(name: string, more: Partial<ExecutionSummary> = {}, day = today): ExecutionSummary {
  const consumption = [part("echo", [10, 30])];
  const at = day * dayMs + 5;
  return summaryNamed(name, at - 4, {
    ...{ revision: 9, status: "SUCCEEDED", state: "completed", finishedAt: at, updatedAt: at, consumption },
    ...more,
  });
}

/** Executions, those that failed, and calls of each name, as of so many days. */
async function told(days = 1, lastDay = today) {
  const { consumption, executions, failedExecutions } = await index.usage({ firstDay: lastDay - days + 1, lastDay });
  return [executions, failedExecutions, Object.fromEntries(consumption.map(({ calls, name }) => [name, calls]))];
}

interface UsageReader {
  usage(query: UsageQuery): Promise<UsageTotals>;
  conversations(query: ConversationListQuery): Promise<ConversationList>;
}

const conversationView = {
  ...{ tenant: "t", chatId: "c", appId: null, manifest: { name: "m", hash: "h" }, status: "IDLE", activeAgent: "a" },
  ...{ variables: {}, turn: 1, messageCount: 1, execution: null, subject: "ann", updatedAt: 1, revision: 1 },
};

describe("an execution that ends", () => {
  it("[E8] is counted once, however often and in whatever order its summaries come", async () => {
    const running = summaryNamed("a", ended("a").createdAt, { revision: 3 });
    await index.put(running);
    expect(await told()).toEqual([0, 0, {}]);
    for (const summary of [ended("a"), ended("a"), running, ended("a", { revision: 10 })]) await index.put(summary);
    await index.restore(ended("a", { revision: 10 }));
    await evictDurableObject(index);
    await index.restore(ended("a", { revision: 11 }));
    await index.put(ended("b", { status: "FAILED", consumption: [] }));
    await index.put(ended("b", { status: "FAILED", consumption: [] }));
    expect(await told()).toEqual([2, 1, { echo: 2 }]);
  });

  it("[N507, N820] is in the account of those who may see it, and in that of those who see everything", async () => {
    await index.put(ended("open"));
    await index.put(ended("own", { subject: "ann", visibility: "OWN", consumption: [part("own", [1])] }));
    await index.put(
      ended("group", { subject: "ann", visibility: "GROUP", group: "sales", consumption: [part("group", [1])] }),
    );
    const seenBy = async (access?: ListAccess) => {
      const reader: UsageReader = index as never;
      const { consumption, executions } = await reader.usage({ firstDay: today, lastDay: today, access });
      return [executions, ...consumption.map(({ name }) => name).sort()];
    };
    const reach = "VISIBLE" as const;
    expect(await seenBy()).toEqual([3, "echo", "group", "own"]);
    expect(await seenBy({ reach, subject: "ann", groups: [] })).toEqual([2, "echo", "own"]);
    expect(await seenBy({ reach, subject: "bob", groups: ["sales", "law"] })).toEqual([2, "echo", "group"]);
    expect(await seenBy({ reach, subject: "bob", groups: [] })).toEqual([1, "echo"]);
    const most = Array.from({ length: maxGroups }, (_, number) => (number === 7 ? "sales" : `group ${number}`));
    expect(await seenBy({ reach, subject: "bob", groups: most })).toEqual([2, "echo", "group"]);
  });

  it("[N821] is counted, and a conversation listed, after a transaction that made their tables was undone", async () => {
    await index.put(ended("gone", { storedBytes: 7 }));
    await index.put(ended("kept", { storedBytes: 5 }));
    const view = { ...conversationView, conversation: "talk", createdAt: 1, storedBytes: 3 } as ConversationView;
    await runInDurableObject(index, (instance: IndexObject, { storage: { sql } }) => {
      const { createdAt, execution } = ended("gone");
      const remove = () => instance.remove({ createdAt, execution });
      sql.exec("CREATE TRIGGER full BEFORE INSERT ON removal BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
      expect(remove).toThrow("the disk is full");
      sql.exec("DROP TRIGGER full");
      remove();
      expect(() => instance.putConversation({ ...view, updatedAt: 1, revision: null as never })).toThrow("NOT NULL");
      instance.putConversation(view);
      expect(instance.stored(null)).toMatchObject({ conversations: { count: 1, bytes: 3 } });
      expect(sql.exec("SELECT subject, count, bytes FROM execution_account WHERE subject = ''").one()).toMatchObject({
        ...{ count: 1, bytes: 5 },
      });
    });
  });

  it("[N506] conversations are listed for those who may see them, what was there before included", async () => {
    const put = (conversation: string, createdAt: number, more: object = {}) =>
      index.putConversation({ ...conversationView, conversation, createdAt, ...more } as ConversationView);
    await put("before", 1, { subject: "bob" });
    await put("own", 2, { visibility: "OWN" });
    await put("group", 3, { visibility: "GROUP", group: "sales" });
    await put("open", 4);
    const seenBy = async (access?: ListAccess, more: object = {}) => {
      const query = { limit: 10, backward: false, after: null, before: null, access, ...more };
      const reader: UsageReader = index as never;
      return (await reader.conversations(query)).items.map(({ conversation }) => conversation);
    };
    const ann = { subject: "ann", groups: ["sales"] };
    expect(await seenBy()).toEqual(["open", "group", "own", "before"]);
    expect(await seenBy({ reach: "VISIBLE", ...ann })).toEqual(["open", "group", "own", "before"]);
    expect(await seenBy({ reach: "VISIBLE", subject: "cid", groups: [] })).toEqual(["open", "before"]);
    expect(await seenBy({ reach: "OWN", ...ann })).toEqual(["open", "group", "own"]);
    expect(await seenBy({ reach: "OWN", ...ann }, { limit: 1, backward: true })).toEqual(["own"]);
    expect(await seenBy({ reach: "OWN", subject: "bob", groups: ["sales"] })).toEqual(["before"]);
    await index.removeConversation({
      ...conversationView,
      conversation: "own",
      createdAt: 2,
      isDeleted: true,
    } as never);
    expect(await seenBy({ reach: "VISIBLE", ...ann }, { after: { createdAt: 4, conversation: "open" } })).toEqual([
      "group",
      "before",
    ]);
  });

  it("stays counted when it is removed, and is not counted when it comes after that", async () => {
    await index.put(ended("a"));
    await index.remove(ended("a"));
    await index.put(ended("a", { revision: 12 }));
    await index.remove(ended("late"));
    await index.put(ended("late"));
    await index.restore(ended("late"));
    expect(await told()).toEqual([1, 0, { echo: 2 }]);
    const again = ended("a");
    await index.put({ ...again, createdAt: again.createdAt + 1 });
    expect(await told()).toEqual([2, 0, { echo: 4 }]);
  });

  it("tells its consumption neither to lists nor to watchers, and its summary does not hold it", async () => {
    await index.put(ended("a"));
    const { items, position } = await index.list(listQuery());
    expect(items[0]).not.toHaveProperty("consumption");
    const watcher = await watcherOf(index);
    const { summaries } = await watcher.pulled({ ...position, change: 0 });
    expect(summaries).toHaveLength(1);
    expect(summaries[0]).not.toHaveProperty("consumption");
  });

  it("[N1029] asks SQLite four times for an execution that was not known: for it, for the change to come, and to write its two rows", async () => {
    const asked = await runInDurableObject(index, (instance, { storage: { sql } }) => {
      const object = instance as IndexObject;
      object.put(ended("first"));
      const asking = (summary: ExecutionSummary) => watched(sql, () => object.put(summary)).cursors.length;
      return { unknown: asking(ended("one")), again: asking(ended("one")) };
    });
    expect(asked).toEqual({ unknown: 4, again: 1 });
  });

  it("[N261] costs three rows, and one for each further callable: counters are written for 64 at a time", async () => {
    const consumption = [part("echo", [1]), part("read", [1, 2, 3]), part("model-1", [5], { kind: "MODEL" })];
    const callables = ["echo", "read"];
    const written = await runInDurableObject(index, (instance, { storage: { sql } }) => {
      const object = instance as IndexObject;
      const put = (summary: ExecutionSummary) => rowsWritten(sql, () => object.put(summary));
      put(ended("first", { callables, consumption }));
      const one = put(ended("one"));
      const two = put(ended("two", { callables, consumption }));
      let rows = 0;
      for (let number = 0; number < 128; number++) rows += put(ended(`n${number}`, { consumption }));
      return { one, two, rows };
    });
    // The place in the totals, the day, each callable and model, and how far is counted.
    const counters = 1 + 1 + consumption.length + 1;
    expect(written).toEqual({ one: 3, two: 4, rows: 128 * 3 + 2 * counters });
    expect(await told()).toEqual([131, 0, { echo: 132, read: 390, "model-1": 130 }]);
    expect(await sqlOf(index, "SELECT kind, name FROM usage ORDER BY kind, name")).toEqual([
      { kind: "EXECUTION", name: "" },
      { kind: "MODEL", name: "model-1" },
      { kind: "TOOL", name: "echo" },
      { kind: "TOOL", name: "read" },
    ]);
  });

  it("[N261] is reported with what is counted already, and is counted though its row changes or goes before that", async () => {
    const counts = async () =>
      Object.fromEntries((await index.statusCounts(everything)).map(({ count, status }) => [status, count]));
    await index.put(summaryNamed("a", ended("a").createdAt, { revision: 3 }));
    await index.put(summaryNamed("b", ended("b").createdAt, { revision: 3 }));
    expect(await counts()).toEqual({ RUNNING: 2 });
    await index.put(ended("a"));
    await index.put(ended("a", { revision: 10 }));
    expect(await counts()).toEqual({ RUNNING: 1, SUCCEEDED: 1 });
    expect(await sqlOf(index, "SELECT * FROM total UNION ALL SELECT kind, calls FROM usage")).toEqual([]);
    await index.remove(ended("a"));
    expect(await counts()).toEqual({ RUNNING: 1 });
    expect(await told()).toEqual([1, 0, { echo: 2 }]);
    await evictDurableObject(index);
    await index.put(ended("b", { status: "FAILED" }));
    expect(await counts()).toEqual({ FAILED: 1 });
    expect(await told()).toEqual([2, 1, { echo: 4 }]);
    await index.remove(ended("b"));
    expect([await counts(), await told()]).toEqual([{}, [2, 1, { echo: 4 }]]);
  });
});

describe("days of usage", () => {
  it("are added up, with percentiles of all their calls, the most calls first, then by name", async () => {
    const model: Partial<Consumption> = {
      ...{ kind: "MODEL", failedCalls: 1, inputTokens: 7, cachedInputTokens: 3, outputTokens: 2 },
      ...{ costMicros: 5, unpricedCalls: 1 },
    };
    const longAgo = [part("echo", [5]), part("m", [20], model)];
    await index.put(ended("a", { consumption: [part("echo", [10, 10, 10]), part("m", [20], model)] }));
    await index.put(
      ended("b", { consumption: [part("b", [1, 1]), part("a", [1, 1]), part("echo", [400])] }, today - 1),
    );
    await index.put(ended("c", { status: "FAILED", consumption: longAgo }, today - 2));
    const query = { firstDay: today - 1, lastDay: today };
    const { consumption, days, ...executions } = await index.usage(query);
    expect(executions).toEqual({ executions: 2, failedExecutions: 0 });
    const none = { failedExecutions: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };
    expect(days.map(({ day, executions: ended }) => [day - today, ended])).toEqual([
      [-1, 1],
      [0, 1],
    ]);
    expect(days[0]).toEqual({ day: today - 1, executions: 1, ...none });
    expect(consumption.map(({ calls, kind, name }) => [kind, name, calls])).toEqual([
      ["TOOL", "echo", 4],
      ["TOOL", "a", 2],
      ["TOOL", "b", 2],
      ["MODEL", "m", 1],
    ]);
    expect(consumption[0]?.latency?.p50Ms).toBe(10);
    expect(consumption[0]?.latency?.p95Ms).toBeGreaterThanOrEqual(400);
    expect(consumption[0]?.latency?.p95Ms).toBeLessThanOrEqual(420);
    const all = await index.usage({ firstDay: today - 2, lastDay: today });
    expect(all.failedExecutions).toBe(1);
    expect(all.consumption.at(-1)).toMatchObject({
      ...{ name: "m", calls: 2, failedCalls: 2, inputTokens: 14, cachedInputTokens: 6, outputTokens: 4 },
      ...{ costMicros: 10, unpricedCalls: 2 },
    });
  });

  it("have callables without calls, whose latency is not known", async () => {
    await index.put(ended("a", { consumption: [part("weekly", [], { kind: "WORKFLOW", inputTokens: 9 })] }));
    const { consumption } = await index.usage({ firstDay: today, lastDay: today });
    expect(consumption).toMatchObject([{ kind: "WORKFLOW", name: "weekly", calls: 0, inputTokens: 9, latency: null }]);
  });

  it("are kept for 90 days: older ones go with the first row of a new day, and are not written again", async () => {
    await index.put(ended("old", {}, today - 90));
    await index.put(ended("kept", {}, today - 89));
    expect(await told(91)).toEqual([2, 0, { echo: 4 }]);
    await index.put(ended("new"));
    expect(await told(91)).toEqual([2, 0, { echo: 4 }]);
    await index.put(ended("late", {}, today - 90));
    await index.put(ended("in time", {}, today - 88));
    expect(await told(91)).toEqual([3, 0, { echo: 6 }]);
    expect(await sqlOf(index, "SELECT DISTINCT day FROM usage ORDER BY day")).toEqual(
      [today - 89, today - 88, today].map((day) => ({ day })),
    );
  });

  it("hold no more than 1,000 rows each, whatever names providers make up, and go on counting those", async () => {
    const named = (first: number) => Array.from({ length: 400 }, (_, place) => part(`tool-${first + place}`, [1]));
    for (const first of [0, 400, 800]) await index.put(ended(`e${first}`, { consumption: named(first) }));
    await index.put(ended("again", { consumption: [part("tool-0", [1])] }));
    expect((await index.usage({ firstDay: today, lastDay: today })).consumption).toHaveLength(200);
    expect(await sqlOf(index, "SELECT count(*) AS count, sum(calls) AS calls FROM usage")).toEqual([
      { count: 1_000, calls: 999 + 4 + 1 },
    ]);
  });
});
