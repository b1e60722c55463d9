/** The ordinals of a graph by ids, beside a list of all ids. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withItems } from "../../../src/plan/order/items.ts";
import { type PlanGraph, planGraph } from "../../../src/plan/order/order.ts";
import { planOfRound, withFurtherPlan } from "../../../src/plan/order/rounds.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";
import "../../support/engine/property-runs.ts";

const read = { toolName: "read" };
const plan = typedPlan([
  { tool: { stepId: "list", ...read } },
  { map: { stepId: "each", over: "{{list.output.items}}", step: { tool: read } } },
  {
    parallel: { stepId: "both", steps: [{ tool: { stepId: "one", ...read } }, { tool: { stepId: "other", ...read } }] },
  },
  { loop: { stepId: "poll", step: { tool: read }, until: "{{index}} > 1", maxIterations: 9 } },
]);
const grows = ["each", "poll", "rounds/2/each", "rounds/2/poll"] as const;

/** `graph` with items of the group called `id` if it has it. */
function withMore(graph: PlanGraph, id: string, count: number): PlanGraph {
  const ordinal = graph.ordinalOf.get(id);
  return ordinal === undefined ? graph : withItems(graph, ordinal, count);
}

const growth = fc.oneof(fc.record({ id: fc.constantFrom(...grows), count: fc.nat(12) }), fc.constant("ROUND" as const));

describe("the ordinals of steps by their ids", () => {
  it("[N756] are those of all nodes, items and further plans added in any order, and of no other id", () => {
    fc.assert(
      fc.property(fc.array(growth, { maxLength: 8 }), (all) => {
        const readOnly = () => "READ_ONLY" as const;
        let graph = planGraph(plan, readOnly);
        for (const one of all) {
          if (one !== "ROUND") graph = withMore(graph, one.id, one.count);
          else if (!graph.ordinalOf.has("rounds/2/list"))
            graph = withFurtherPlan(graph, planOfRound(plan, 2), readOnly);
        }
        const { nodes, ordinalOf } = graph;
        expect(nodes.map(({ step }) => ordinalOf.get(step.id))).toEqual(nodes.map(({ ordinal }) => ordinal));
        const listed = nodes.filter(({ item }) => item === undefined);
        expect({ ...ordinalOf }).toEqual({ listed: new Map(listed.map(({ ordinal, step }) => [step.id, ordinal])) });
        const known = new Set(nodes.map(({ step }) => step.id));
        const asked = [
          "each[]",
          "each[00]",
          "each[-1]",
          "each[0]x",
          "each[1e0]",
          "each[12]",
          "both[0]",
          "[0]",
          "poll[ 0]",
          "none[0]",
        ];
        for (const id of asked.filter((one) => !known.has(one))) {
          expect(ordinalOf.get(id), id).toBeUndefined();
          expect(ordinalOf.has(id), id).toBe(false);
        }
      }),
    );
  });
});
