import { beforeEach, describe, expect, it } from "vitest";
import type { ExecutionSummary } from "../../src/plan/execution-view.ts";
import { ask, data, executePlan } from "./ask.ts";
import { FakeWorld, startTime } from "./fake-doors.ts";

let world: FakeWorld;

function summary(execution: string, age: number): ExecutionSummary {
  return {
    ...{ execution, revision: 1, status: "RUNNING", state: "awaiting_results", waitingFor: null, currentStep: null },
    ...{ subject: "anonymous", contextId: null, root: execution, parent: null, labels: [], toolCalls: 2 },
    ...{ createdAt: startTime - age, updatedAt: startTime, finishedAt: null },
  };
}

beforeEach(async () => {
  world = new FakeWorld();
  for (let count = 0; count < 5; count++) {
    await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } });
  }
  world.summaries = [...world.executions.keys()].map(summary);
  world.calls.length = 0;
});

const page = /* GraphQL */ `
  query ($first: Int, $after: String) {
    executions(first: $first, after: $after) {
      nodes { id status state usage { toolCalls } createdAt }
      pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  }
`;

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

  it("are paged forward by cursors", async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let hasNextPage = true; hasNextPage; ) {
      const { executions } = await data(world, page, { variables: { first: 2, after } });
      seen.push(...executions.nodes.map((node: { id: string }) => node.id));
      expect(executions.pageInfo.hasPreviousPage).toBe(after !== null);
      after = executions.pageInfo.endCursor;
      hasNextPage = executions.pageInfo.hasNextPage;
    }
    expect(new Set(seen).size).toBe(5);
  });

  it("refuse page sizes out of bounds and cursors that are none, or another tenant's", async () => {
    const { executions } = await data(world, page, { variables: { first: 1 } });
    const foreign = executions.pageInfo.endCursor;
    world.calls.length = 0;
    for (const [variables, caller] of [
      [{ first: 0 }, {}],
      [{ first: 101 }, {}],
      [{ after: "x" }, {}],
      [{ after: executions.nodes[0].id }, {}],
      [{ after: foreign }, { tenant: "elsewhere" }],
    ] as const) {
      const { errors } = await ask(world, page, { variables, caller });
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
    expect(world.calls).toEqual([]);
  });

  it("hand the filter to the index", async () => {
    const asked: unknown[] = [];
    const { list } = world.doors.index;
    Object.assign(world.doors.index, {
      list: (query: Parameters<typeof list>[0]) => {
        asked.push(query);
        return list(query);
      },
    });
    await data(
      world,
      `{ executions(filter: { status: [FAILED, PARTIAL], contextId: "c", root: true }) { nodes { id } } }`,
    );
    expect(asked).toEqual([{ first: 25, after: null, status: ["FAILED", "PARTIAL"], contextId: "c", root: true }]);
  });

  it("say so when a listed execution is gone", async () => {
    world.summaries = [summary("gone", 0)];
    const { data: found, errors } = await ask(world, "{ executions { nodes { requestId } } }");
    expect(found.executions).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: "UNAVAILABLE" } }]);
  });
});
