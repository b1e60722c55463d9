/** The tree of what a run cost, and where its blocks stand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flameLayout, largestParts } from "../../../../dashboard/execution/flame/flame-layout.ts";
import { type FlameNode, type FlameRun, flameTree } from "../../../../dashboard/execution/flame/flame-tree.ts";

const usage = (costMicros: number | null) => ({ inputTokens: 100, outputTokens: 10, costMicros });

function run(
  id: string,
  given: {
    readonly costs?: readonly (number | null)[];
    readonly children?: readonly string[];
    readonly total?: number;
    readonly isOpen?: boolean;
  },
): FlameRun {
  const { children = [], costs = [], isOpen = false, total = 0 } = given;
  return {
    id,
    title: id,
    finishedAt: isOpen ? null : "2026-01-01T00:00:00.000Z",
    usage: usage(total),
    modelCalls: costs.map((costMicros, at) => ({
      ...{ number: at + 1, purpose: "PLAN", model: "m", durationMs: 5, inputTokens: 10, outputTokens: 1, costMicros },
    })),
    steps: children.map((child) => ({
      __typename: "AgentStep",
      stepId: `to ${child}`,
      agentName: "a",
      executionId: child,
    })),
  } as unknown as FlameRun;
}

const runsOf = (...runs: readonly FlameRun[]) => new Map(runs.map((one) => [one.id, one]));

function everyNode(node: FlameNode): readonly FlameNode[] {
  return [node, ...node.parts.flatMap(everyNode)];
}

describe("what a run cost", () => {
  it("[N633] is a tree whose amounts add up, whatever is missing, unknown or in a circle, and never more than was read", () => {
    const names = ["a", "b", "c", "d"];
    const one = fc.record({
      costs: fc.array(fc.option(fc.nat(50)), { maxLength: 3 }),
      children: fc.subarray(names),
      total: fc.nat(200),
      isOpen: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...names)),
        fc.array(one, { minLength: 4, maxLength: 4 }),
        (read, made) => {
          const runs = runsOf(...read.map((id) => run(id, made[names.indexOf(id)] ?? {})));
          const tree = flameTree("a", runs, "COST");
          expect(tree === null).toBe(!read.includes("a"));
          if (tree === null) return;
          const nodes = everyNode(tree);
          for (const { amount, parts } of nodes) {
            if (parts.length > 0) expect(amount).toBe(parts.reduce((sum, part) => sum + part.amount, 0));
          }
          expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length);
          const { blocks } = flameLayout(tree);
          for (const [at, { depth, from, to }] of blocks.entries()) {
            const around = blocks.slice(0, at).findLast((block) => block.depth === depth - 1);
            if (around !== undefined) expect(from >= around.from && to <= around.to).toBe(true);
            const before = blocks.slice(0, at).findLast((block) => block.depth === depth);
            if (before !== undefined) expect(from).toBeGreaterThanOrEqual(before.to);
          }
        },
      ),
    );
  });

  it("[N633] names each part as the address of the run does, and tells what is not read as the rest", () => {
    const runs = runsOf(
      run("a", { costs: [5], children: ["b", "gone"], total: 100 }),
      run("b", { costs: [20, null, 7], total: 27 }),
    );
    const tree = flameTree("a", runs, "COST");
    expect(tree?.amount).toBe(100);
    expect(largestParts(tree as FlameNode).map(({ amount, name, step }) => [name, step, amount])).toEqual([
      ["rest", null, 68],
      ["to b", "to%20b", 27],
      ["plan (call 1)", "to%20b/model%2FPLAN", 20],
      ["plan (call 3)", "to%20b/model%2FPLAN", 7],
      ["plan", "model/PLAN", 5],
    ]);
    expect(flameTree("a", runs, "TOKENS")?.amount).toBe(121);
    // What goes on has no rest: its usage counts what may come.
    expect(flameTree("o", runsOf(run("o", { costs: [5], total: 900, isOpen: true })), "COST")?.amount).toBe(5);
  });

  it("[N633] is drawn by no more blocks than can be seen", () => {
    const many = run("a", { costs: Array<number>(2_000).fill(1), total: 2_000 });
    const tree = flameTree("a", runsOf(many), "COST") as FlameNode;
    expect(flameLayout(tree)).toMatchObject({ blocks: { length: 1 }, hidden: 2_000 });
    const few = flameTree(
      "a",
      runsOf(run("a", { costs: Array<number>(1_000).fill(2), total: 2_000 })),
      "COST",
    ) as FlameNode;
    expect(flameLayout(few)).toMatchObject({ blocks: { length: 600 }, hidden: 401, depth: 1 });
  });
});
