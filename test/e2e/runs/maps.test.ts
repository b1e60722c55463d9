/** Maps and loops through the real Worker: sent as GraphQL, run against the example tools, read back with counts, items and events. */
import { describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, tool } from "../../support/deployed/planwright.ts";

interface Counts {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Repeated {
  readonly __typename: string;
  readonly kind: string;
  readonly stepId: string;
  readonly status: string;
  readonly output: { readonly value: unknown } | null;
  readonly counts?: Counts;
  readonly items?: readonly {
    readonly stepId: string;
    readonly status: string;
    readonly output: { readonly value: unknown } | null;
  }[];
}

interface Ran {
  readonly status: string;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly steps: readonly Repeated[];
  readonly plan: { readonly steps: readonly unknown[] };
  readonly events: {
    readonly nodes: readonly { readonly __typename: string; readonly stepId: string | null; readonly count?: number }[];
  };
}

const query = /* GraphQL */ `
  query ($id: ID!) {
    execution(by: { id: $id }) {
      status
      failure { code message }
      steps {
        __typename kind stepId status
        output { value }
        ... on MapStep { counts { total succeeded failed skipped } items(first: 3) { stepId status output { value } } policy { maxItems maxFailures } }
        ... on LoopStep { counts { total succeeded failed skipped } items { stepId status output { value } } policy { until maxIterations delayMs } }
      }
      plan {
        steps { kind over map { maxItems maxFailures } loop { until while maxIterations } children { stepId callableName arguments } }
      }
      events(first: 200) { nodes { __typename stepId ... on ItemsAdded { count } } }
    }
  }
`;

describe("a map", () => {
  const served = deployedWorld({ isShared: true });

  const ended = (id: string): Promise<Ran> =>
    eventually(async () => {
      const { execution } = await served.planwright.ask<{ execution: Ran }>(query, { id });
      return ["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"].includes(execution.status) && execution;
    });

  it("[N285] is sent, run for each item, and read back with its counts, its first items and its list of outputs", async () => {
    const names = ["m-1", "m-2", "m-3", "m-4", "m-5"];
    const step = {
      tool: { toolName: "set_note", arguments: { name: "{{item}}", text: "note {{index}} of {{item}}" } },
    };
    const { id } = await served.planwright.start({
      source: {
        plan: {
          steps: [
            { map: { stepId: "each", over: "{{bindings.names}}", maxItems: 10, step } },
            tool("last", "read_note", { name: "{{each.output[4].name}}" }),
          ],
        },
      },
      bindings: { names },
    });
    const ran = await ended(id);
    expect(ran.failure).toBeNull();
    expect(ran.steps).toMatchObject([
      {
        __typename: "MapStep",
        kind: "MAP",
        stepId: "each",
        status: "SUCCEEDED",
        counts: { total: 5, succeeded: 5, failed: 0, skipped: 0 },
        items: ["each[0]", "each[1]", "each[2]"].map((stepId) => ({ stepId, status: "SUCCEEDED" })),
      },
      { stepId: "last", output: { value: { name: "m-5", text: "note 4 of m-5" } } },
    ]);
    expect(ran.steps[0]?.output?.value).toMatchObject(
      names.map((name, at) => ({ name, text: `note ${at} of ${name}` })),
    );
    expect((await served.toolCalls()).filter(({ tool: called }) => called === "set_note")).toHaveLength(5);
    expect(ran.plan.steps[0]).toEqual({
      kind: "MAP",
      over: "{{bindings.names}}",
      map: { maxItems: 10, maxFailures: 0 },
      loop: null,
      children: [
        {
          stepId: "each[]",
          callableName: "set_note",
          arguments: { name: "{{item}}", text: "note {{index}} of {{item}}" },
        },
      ],
    });
    expect(ran.events.nodes).toContainEqual({ __typename: "ItemsAdded", stepId: "each", count: 5 });
  });

  it("[N286] with a wrong item is refused before anything is called", async () => {
    const over = [{ name: "a" }];
    const step = { tool: { toolName: "read_note", arguments: { name: "{{item.nmae}}" } } };
    const { errors, execution } = await served.planwright.executePlan({
      source: { plan: { steps: [{ map: { over, step } }] } },
    });
    expect(execution).toBeNull();
    expect(errors).toMatchObject([
      {
        code: "TEMPLATE_INVALID",
        reason: "FIELD_NOT_FOUND",
        path: ["input", "source", "plan", "steps", "0", "map", "step", "tool", "arguments", "name"],
      },
    ]);
    expect(await served.toolCalls()).toEqual([]);
  });

  it("[N290] of a loop, the same: it ends with its condition", async () => {
    const step = { tool: { toolName: "append_note", arguments: { name: "{{bindings.name}}", text: "x" } } };
    const { id } = await served.planwright.start({
      source: {
        plan: { steps: [{ loop: { stepId: "grow", step, until: '{{previous.text}} == "xxx"', maxIterations: 9 } }] },
      },
      bindings: { name: `loop-${crypto.randomUUID()}` },
    });
    const ran = await ended(id);
    expect(ran.steps).toMatchObject([
      {
        __typename: "LoopStep",
        status: "SUCCEEDED",
        counts: { total: 3, succeeded: 3 },
        items: [{ stepId: "grow[0]" }, { stepId: "grow[1]" }, { stepId: "grow[2]" }],
        output: { value: { text: "xxx" } },
      },
    ]);
  });
});
