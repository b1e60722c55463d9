import { beforeEach, describe, expect, it } from "vitest";
import type { ExecutionListQuery } from "../../../src/execution/views/execution-list.ts";
import { outlineOfView } from "../../../src/execution/views/outline.ts";
import { stepProgress } from "../../../src/execution/views/step-progress.ts";
import { cursorPosition } from "../../../src/graph/base/event-cursor.ts";
import { ask, data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";
import { everything, outlineWith, summaryNamed } from "../../support/graph/list-model.ts";

let world: FakeClients;

beforeEach(async () => {
  world = new FakeClients();
  for (let count = 0; count < 5; count++) {
    await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } });
  }
  world.summaries = [...world.executions.keys()].map((name, age) => summaryNamed(name, startTime - age));
  world.calls.length = 0;
});

const page = /* GraphQL */ `
  query (
    $first: Int, $after: String, $last: Int, $before: String, $orderBy: ExecutionOrder, $filter: ExecutionFilter
  ) {
    executions(
      first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy, filter: $filter
    ) {
      nodes { id status state usage { toolCalls } createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`;

interface Item {
  readonly id: string;
  readonly createdAt: string;
}

/** Walks through the whole list in one direction, page by page. Gives the items in the order of the list. */
async function walk(size: number, orderBy: string, backward: boolean): Promise<readonly Item[]> {
  const seen: Item[] = [];
  for (let cursor: string | null = null, isOver = false; !isOver; ) {
    const variables = backward ? { last: size, before: cursor, orderBy } : { first: size, after: cursor, orderBy };
    const { executions } = await data(world, page, { variables });
    const { endCursor, hasNextPage, hasPreviousPage, startCursor } = executions.pageInfo;
    const [behind, ahead] = backward ? [hasNextPage, hasPreviousPage] : [hasPreviousPage, hasNextPage];
    expect(behind, "whether something lies behind").toBe(cursor !== null);
    if (backward) seen.unshift(...executions.nodes);
    else seen.push(...executions.nodes);
    cursor = backward ? startCursor : endCursor;
    isOver = !ahead;
  }
  return seen;
}

/** What the resolvers ask the index for while `work` runs. */
async function queriesOf(work: () => Promise<unknown>): Promise<readonly ExecutionListQuery[]> {
  const asked: ExecutionListQuery[] = [];
  const { list } = world.clients.index;
  Object.assign(world.clients.index, {
    list: (query: ExecutionListQuery) => {
      asked.push(query);
      return list(query);
    },
  });
  await work();
  return asked;
}

describe("executions", () => {
  it("are answered by the index alone while nothing else is selected", async () => {
    const { executions } = await data(world, page);
    expect(executions.nodes).toHaveLength(5);
    expect(executions.nodes[0]).toMatchObject({
      status: "RUNNING",
      state: "AWAITING_RESULTS",
      usage: { toolCalls: 2 },
    });
    expect(world.calls).toEqual(["index.list"]);
  });

  it("are read when a request selects more, in fragments too, and then answer every field themselves", async () => {
    const [first = ""] = world.executions.keys();
    world.change(first, { status: "WAITING" });
    const { executions } = await data(
      world,
      `query { executions(first: 2) { edges { node { ...Facts status } } } } fragment Facts on Execution { ... { requestId } }`,
    );
    expect(executions.edges[0].node).toEqual({ requestId: expect.stringMatching(/^req-/), status: "WAITING" });
    expect(world.calls).toEqual(["index.list", "executions.read", "executions.read"]);
  });

  const told = /* GraphQL */ `{ executions { nodes {
    id title lastSequence cursor stepStatuses stepCount endedStepCount retryAt runOf { kind name version }
    failure { code message stepId retryable } parent { executionId stepId }
  } } }`;

  it("tell what was asked, how far it has come, why it failed and who started it, and none is read for it", async () => {
    const [one = "", other = ""] = world.executions.keys();
    const failure = { code: "TOOL_ERROR", message: "no", retryable: true, step: "g.b" } as const;
    const outline = outlineWith({
      ...{ title: "Write about rivers", retryAt: startTime + 5_000, failure, parentStep: "g.a" },
      runOf: { kind: "WORKFLOW", name: "invoice", version: "v1" },
      progress: stepProgress(["SUCCEEDED", "FAILED", ...Array.from({ length: 40 }, () => "PENDING" as const)]),
    });
    world.summaries = [summaryNamed(one, startTime, { outline, parent: other, root: other, revision: 7 })];
    const { executions } = await data(world, told);
    const [{ cursor, stepStatuses, ...facts }] = executions.nodes;
    expect(world.calls).toEqual(["index.list"]);
    expect(stepStatuses.slice(0, 3)).toEqual(["SUCCEEDED", "FAILED", "PENDING"]);
    expect(stepStatuses).toHaveLength(32);
    expect(cursorPosition(cursor, one)).toBe(7);
    const parent = { executionId: expect.any(String), stepId: "g.a" };
    expect(facts).toEqual({
      ...{ id: facts.id, title: "Write about rivers", lastSequence: 7, stepCount: 42, endedStepCount: 2, parent },
      ...{
        retryAt: new Date(startTime + 5_000).toISOString(),
        failure: { ...failure, stepId: "g.b", step: undefined },
      },
      runOf: { kind: "WORKFLOW", name: "invoice", version: "v1" },
    });
    expect(parent.executionId).not.toBe(facts.id);
  });

  it("tell the same as the executions themselves, which are read when the details of a failure are selected", async () => {
    const failure = { code: "TOOL_ERROR", message: "no", retryable: false, details: { a: 1 }, step: "s" } as const;
    for (const name of world.executions.keys()) world.change(name, { status: "FAILED", failure });
    world.summaries = [...world.executions.keys()].map((name, age) => {
      const view = world.view(name);
      return summaryNamed(name, startTime - age, { outline: outlineOfView(view), revision: view.sequence });
    });
    const listed = (await data(world, told)).executions.nodes;
    expect(world.calls).toEqual(["index.list"]);
    const read = (await data(world, told.replace("retryable }", "retryable details }"))).executions.nodes;
    expect(world.calls.filter((call) => call === "executions.read")).toHaveLength(5);
    const shown = listed.map((item: Item) => ({ ...item, failure: { ...failure, stepId: "s", step: undefined } }));
    expect(read).toEqual(shown);
  });

  it("are read one by one where an earlier version listed them, or where the failure is too long to be listed", async () => {
    const [one = "", other = "", third = ""] = world.executions.keys();
    world.summaries = [
      summaryNamed(one, startTime + 2, { outline: null }),
      summaryNamed(other, startTime + 1),
      summaryNamed(third, startTime, { outline: outlineWith({ failure: "UNLISTED" }) }),
    ];
    const failure = { code: "TOOL_ERROR", message: "no", retryable: false, details: null, step: null } as const;
    world.change(third, { failure });
    const reads = async (fields: string) => {
      world.calls.length = 0;
      const { executions } = await data(world, `{ executions { nodes { ${fields} } } }`);
      return [executions.nodes, world.calls.filter((call) => call === "executions.read").length];
    };
    expect(await reads("status lastSequence")).toMatchObject([{ length: 3 }, 0]);
    expect(await reads("title")).toEqual([[{ title: "echo" }, { title: "echo" }, { title: "echo" }], 1]);
    const failures = [{ failure: null }, { failure: null }, { failure: { message: "no" } }];
    expect(await reads("failure { message }")).toEqual([failures, 2]);
  });

  it("are read ten at a time, in the order of the list", async () => {
    const [one = ""] = world.executions.keys();
    world.summaries = Array.from({ length: 35 }, (_, age) => summaryNamed(`n${String(age).padStart(2, "0")}`, -age));
    const { read } = world.clients.executions;
    let reading = 0;
    let most = 0;
    Object.assign(world.clients.executions, {
      read: async (execution: string, withValues: boolean) => {
        reading += 1;
        most = Math.max(most, reading);
        // The later ones answer sooner.
        for (let turn = 35 - Number(execution.slice(1)); turn > 0; turn--) await Promise.resolve();
        reading -= 1;
        const view = await read(one, withValues);
        return view === null ? null : { ...view, requestId: execution };
      },
    });
    const { executions } = await data(world, "{ executions(first: 100) { nodes { requestId } } }");
    expect(executions.nodes.map(({ requestId }: { requestId: string }) => requestId)).toEqual(
      world.summaries.map(({ execution }) => execution),
    );
    expect(most).toBe(10);
  });

  it.each([
    ["NEWEST_FIRST", false],
    ["NEWEST_FIRST", true],
    ["OLDEST_FIRST", false],
    ["OLDEST_FIRST", true],
  ] as const)("are paged through in the order %s, backward: %s", async (orderBy, backward) => {
    const whole = (await data(world, page, { variables: { orderBy } })).executions.nodes;
    const instants = whole.map(({ createdAt }: Item) => createdAt);
    expect(instants).toEqual(
      [...instants].sort((left, right) => (left < right ? -1 : 1) * (orderBy === "OLDEST_FIRST" ? 1 : -1)),
    );
    for (const size of [1, 2, 5]) expect(await walk(size, orderBy, backward)).toEqual(whole);
  });

  it("go on from a cursor in the other order, to where the reader came from", async () => {
    const { executions: newest } = await data(world, page, { variables: { first: 3 } });
    const { executions: back } = await data(world, page, {
      variables: { first: 3, after: newest.pageInfo.endCursor, orderBy: "OLDEST_FIRST" },
    });
    expect(back.nodes).toEqual(newest.nodes.slice(0, 2).reverse());
  });

  it("refuse page sizes out of bounds and cursors that are none, or another tenant's", async () => {
    const { executions } = await data(world, page, { variables: { first: 1 } });
    const foreign = executions.pageInfo.endCursor;
    world.calls.length = 0;
    for (const [variables, caller] of [
      [{ first: 0 }, {}],
      [{ first: 101 }, {}],
      [{ last: 0 }, {}],
      [{ last: 101 }, {}],
      [{ first: 1, last: 1 }, {}],
      [{ after: "x" }, {}],
      [{ before: "x" }, {}],
      [{ after: executions.nodes[0].id }, {}],
      [{ after: foreign }, { tenant: "elsewhere" }],
      [{ last: 1, before: foreign }, { tenant: "elsewhere" }],
    ] as const) {
      const { errors } = await ask(world, page, { variables, caller });
      expect(errors, JSON.stringify(variables)).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
    expect(world.calls).toEqual([]);
  });

  it("refuse filters out of bounds", async () => {
    for (const filter of [
      { labels: Array.from({ length: 17 }, (_, place) => ({ key: `k${place}`, value: "v" })) },
      { status: Array.from({ length: 17 }, () => "FAILED") },
      { waitingFor: Array.from({ length: 17 }, () => "PERSON") },
      { callableName: "x".repeat(1_025) },
      { contextId: "\ud800" },
      { text: "x".repeat(10_000) },
      { text: " \n " },
      { text: Array.from({ length: 17 }, (_, place) => `w${place}`).join(" ") },
      { kinds: Array.from({ length: 17 }, () => "PLAN") },
      { labels: [{ key: "k", value: "\udc00" }] },
    ]) {
      const { errors } = await ask(world, page, { variables: { filter } });
      expect(errors, JSON.stringify(filter)).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
    expect(world.calls).toEqual([]);
  });

  it("hand the filter to the index, and nothing for what is not given", async () => {
    const given = {
      ...{ status: ["FAILED" as const, "PARTIAL" as const], waitingFor: ["PERSON" as const], callableName: "echo" },
      ...{ labels: [{ key: "team", value: "edge" }], contextId: "c", root: true },
    };
    const instants = { createdAfter: "2026-01-01T00:00:00.000Z", createdBefore: "2026-02-01T00:00:00.000Z" };
    const asked = await queriesOf(async () => {
      await data(world, page, { variables: { filter: { ...given, ...instants } } });
      await data(world, page, { variables: { orderBy: "OLDEST_FIRST", last: 7 } });
    });
    const bounds = { createdAfter: Date.UTC(2026, 0, 1), createdBefore: Date.UTC(2026, 1, 1) };
    const nowhere = { after: null, before: null };
    expect(asked).toEqual([
      { filter: { ...given, ...bounds, parent: null }, newestFirst: true, limit: 25, backward: false, ...nowhere },
      { filter: everything, newestFirst: false, limit: 7, backward: true, ...nowhere },
    ]);
  });

  it("[N621] are searched by folded words, each once, and by kind; what a search reached is the cursor to go on from", async () => {
    const asked = await queriesOf(async () => {
      await data(world, page, {
        variables: { filter: { text: "  Große\nRIVER river ", kinds: ["ASK"], scheduled: false } },
      });
    });
    const filter = { words: ["große", "river"], kinds: ["ASK"], scheduled: false };
    expect(asked[0]?.filter).toEqual({ ...everything, ...filter });
    const { list } = world.clients.index;
    const reached = { createdAt: startTime - 1, execution: [...world.executions.keys()][1] ?? "" };
    Object.assign(world.clients.index, {
      list: async (query: ExecutionListQuery) => ({ ...(await list(query)), items: [], hasMore: true, reached }),
    });
    for (const [window, cursor] of [
      [{ first: 2 }, "endCursor"],
      [{ last: 2 }, "startCursor"],
    ] as const) {
      const { executions } = await data(world, page, { variables: { ...window, filter: { text: "river" } } });
      expect(executions.nodes).toEqual([]);
      expect(executions.pageInfo).toMatchObject({ hasNextPage: "first" in window, hasPreviousPage: "last" in window });
      Object.assign(world.clients.index, { list });
      const next = await data(world, page, { variables: { first: 1, after: executions.pageInfo[cursor] } });
      expect(next.executions.nodes).toHaveLength(1);
      expect(new Date(next.executions.nodes[0].createdAt).getTime()).toBe(startTime - 2);
      Object.assign(world.clients.index, {
        list: async (query: ExecutionListQuery) => ({ ...(await list(query)), items: [], hasMore: true, reached }),
      });
    }
    Object.assign(world.clients.index, { list });
  });

  it("[N622] are listed by what they retry or fork, and a conversation by its latest", async () => {
    const [first = ""] = world.executions.keys();
    const { executions } = await data(world, "{ executions { nodes { id createdAt } } }");
    const [{ id }] = executions.nodes;
    const asked = await queriesOf(async () => {
      await data(world, page, { variables: { filter: { derivedFromId: id } } });
      await data(world, page, { variables: { filter: { derivedFromId: "forged" } } });
      await data(world, "{ executions(onePerConversation: true) { nodes { id } } }");
      await data(world, "{ executions { nodes { id } } }");
    });
    expect(asked.map(({ filter }) => filter.derivedFrom)).toEqual([first, "-", undefined, undefined]);
    expect(asked.map(({ onePerConversation }) => onePerConversation)).toEqual([undefined, undefined, true, undefined]);
  });

  it("[N392] are listed by the schedule that started them, and by an id that is none of the tenant none are", async () => {
    const run = { executePlan: { source: { plan: { steps: [{ tool: { stepId: "a", toolName: "echo" } }] } } } };
    const input = { name: "nightly", timing: { every: { seconds: 60 } }, run };
    const creation = "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } } }";
    const { createSchedule } = await data(world, creation, { variables: { input } });
    const filter = { scheduleId: createSchedule.schedule.id };
    const asked = await queriesOf(async () => {
      await data(world, page, { variables: { filter } });
      await data(world, page, { variables: { filter }, caller: { tenant: "other" } });
      await data(world, page, { variables: { filter: { scheduleId: "x" } } });
    });
    expect(asked.map(({ filter: { schedule } }) => schedule)).toEqual(["nightly", "", ""]);
  });

  it("are counted only when the counts are selected, by the filter without its status", async () => {
    const [first = "", second = ""] = world.executions.keys();
    world.summaries = [
      summaryNamed(first, startTime, { status: "FAILED", contextId: "c" }),
      summaryNamed(second, startTime, { contextId: "c" }),
      summaryNamed("other", startTime),
    ];
    const { executions } = await data(
      world,
      '{ executions(filter: { contextId: "c", status: [FAILED] }) { nodes { id } statusCounts { status count } } }',
    );
    expect(executions.nodes).toHaveLength(1);
    expect(executions.statusCounts).toEqual([
      { status: "FAILED", count: 1 },
      { status: "RUNNING", count: 1 },
    ]);
    expect(world.calls).toEqual(["index.list", "index.statusCounts"]);
  });

  it("leave out what was removed since it was listed, and still lead to the next page", async () => {
    const [, listed = ""] = world.executions.keys();
    world.summaries = [
      summaryNamed("gone", startTime + 2),
      summaryNamed(listed, startTime + 1),
      summaryNamed("gone too", startTime),
      ...world.summaries.slice(2),
    ];
    const query = /* GraphQL */ `
      query ($after: String) {
        executions(first: 3, after: $after) { nodes { requestId } pageInfo { hasNextPage endCursor } }
      }
    `;
    const { executions } = await data(world, query);
    expect(executions.nodes).toHaveLength(1);
    expect(executions.pageInfo.hasNextPage).toBe(true);
    const next = await data(world, query, { variables: { after: executions.pageInfo.endCursor } });
    expect(next.executions.nodes).toHaveLength(3);
  });
});

const rebuild = /* GraphQL */ `
  mutation ($input: RebuildIndexInput!) {
    rebuildIndex(input: $input) { rebuiltIds missingIds errors { code path } }
  }
`;

describe("rebuildIndex", () => {
  it("makes each execution announce itself once; forged and foreign ids are missing and reach no execution", async () => {
    const { executions } = await data(world, "{ executions { nodes { id } } }");
    const [one, other] = executions.nodes.map(({ id }: Item) => id);
    const { tool } = await data(world, '{ tool(by: { name: "echo" }) { id } }');
    world.calls.length = 0;
    const executionIds = [one, "forged", other, one, tool.id];
    const { rebuildIndex } = await data(world, rebuild, { variables: { input: { executionIds } } });
    expect(rebuildIndex).toEqual({ rebuiltIds: [one, other], missingIds: ["forged", tool.id], errors: [] });
    expect(world.calls).toEqual(["executions.announce", "executions.announce"]);
    const foreign = await data(world, rebuild, {
      variables: { input: { executionIds: [one] } },
      caller: { tenant: "elsewhere" },
    });
    expect(foreign.rebuildIndex).toEqual({ rebuiltIds: [], missingIds: [one], errors: [] });
    expect(world.calls).toHaveLength(2);
  });

  it("says of an execution that is gone that it is missing, and refuses more than 100 ids", async () => {
    const { executions } = await data(world, "{ executions(first: 1) { nodes { id } } }");
    const [{ id }] = executions.nodes;
    world.executions.clear();
    const gone = await data(world, rebuild, { variables: { input: { executionIds: [id] } } });
    expect(gone.rebuildIndex).toEqual({ rebuiltIds: [], missingIds: [id], errors: [] });
    const executionIds = Array.from({ length: 101 }, (_, place) => `id ${place}`);
    const { rebuildIndex } = await data(world, rebuild, { variables: { input: { executionIds } } });
    expect(rebuildIndex).toEqual({
      ...{ rebuiltIds: [], missingIds: [] },
      errors: [{ code: "INVALID_INPUT", path: ["input", "executionIds"] }],
    });
  });
});
