import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EffectClass } from "../../../src/plan/callable.ts";
import { isReadOnly, type PlanGraph, planGraph } from "../../../src/plan/order/order.ts";
import { waves } from "../../../src/plan/order/waves.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { accepted, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

/** Ids that each top-level step waits for. */
function waits(graph: PlanGraph) {
  const ids = (ordinals: readonly number[]) => ordinals.map((ordinal) => graph.nodes[ordinal]?.step.id);
  return Object.fromEntries(
    graph.nodes.filter(({ group }) => group === undefined).map((node) => [node.step.id, ids(node.blockedBy)]),
  );
}

const read = (stepId: string, rest: object = {}) => ({ tool: { stepId, toolName: "echo", ...rest } });
const write = (stepId: string, rest: object = {}) => ({ tool: { stepId, toolName: "write", ...rest } });
const graphOf = (steps: readonly unknown[], schedule: "SEQUENTIAL" | "DATAFLOW" = "DATAFLOW") =>
  accepted(typed(steps, { schedule })).graph;

describe("the order of steps", () => {
  it("[C8] chains every step of a sequence, without edges that follow from others", () => {
    const calls = [{}, {}, { value: "$0.output.value" }].map((args) => ({ tool_name: "echo", arguments: args }));
    expect(waits(accepted(toolCalls(calls)).graph)).toEqual({ step0: [], step1: ["step0"], step2: ["step1"] });
  });

  it("[C8] lets reads of a DATAFLOW plan run together, and a write wait for all earlier steps", () => {
    const graph = graphOf([read("a"), read("b"), write("c"), read("d"), read("e"), write("f"), write("g")]);
    expect(waits(graph)).toEqual({ a: [], b: [], c: ["a", "b"], d: ["c"], e: ["c"], f: ["d", "e"], g: ["f"] });
    expect(waves(graph)).toEqual([["a", "b"], ["c"], ["d", "e"], ["f"], ["g"]]);
  });

  it("[C8] takes a step that is named by an earlier one for the earlier of the two", () => {
    const graph = graphOf([write("a", { arguments: { x: "{{b.output.id}}" } }), write("b")]);
    expect(waits(graph)).toEqual({ a: ["b"], b: [] });
    expect(waves(graph)).toEqual([["b"], ["a"]]);
    const chain = graphOf([
      read("a", { after: ["b"] }),
      read("b", { after: ["c"] }),
      read("c", { after: ["d"] }),
      read("d"),
    ]);
    expect(waves(chain)).toEqual([["d"], ["c"], ["b"], ["a"]]);
  });

  it("[C8] takes independent steps out of the order of effects in both directions, not out of their references", () => {
    const graph = graphOf([
      write("a"),
      write("b", { independent: true }),
      write("c"),
      read("d", { independent: true, after: ["a"] }),
      write("e", { independent: true, arguments: { x: "{{b.output.id}}" } }),
    ]);
    expect(waits(graph)).toEqual({ a: [], b: [], c: ["a"], d: ["a"], e: ["b"] });
    expect(waits(graphOf([write("a"), write("b", { independent: true }), write("c")], "SEQUENTIAL"))).toEqual({
      a: [],
      b: [],
      c: ["a"],
    });
  });

  it("[C7] counts a group as one step: its children wait for nothing alone, and who needs a child waits for the group", () => {
    const child = {
      tool: { stepId: "one", toolName: "echo", arguments: { value: "{{a.output.value}}" }, after: ["b"] },
    };
    const graph = graphOf([
      read("a"),
      read("b"),
      { parallel: { stepId: "g", steps: [child, { tool: { stepId: "two", toolName: "echo" } }] } },
      read("c", { arguments: { value: "{{one.output.value}}" } }),
    ]);
    expect(waits(graph)).toEqual({ a: [], b: [], g: ["a", "b"], c: ["g"] });
    expect(graph.nodes.map(({ step, group, children, blocks }) => [step.id, group, children, blocks])).toEqual([
      ["a", undefined, [], [2]],
      ["b", undefined, [], [2]],
      ["g", undefined, [3, 4], [5]],
      ["one", 2, [], []],
      ["two", 2, [], []],
      ["c", undefined, [], []],
    ]);
    expect(graph.ordinalOf.get("c")).toBe(5);
    expect(waves(graph)).toEqual([["a", "b"], ["g", "one", "two"], ["c"]]);
  });

  it("[C8] counts a group as a read only if all its children are", () => {
    const group = (stepId: string, ...tools: readonly string[]) => ({
      parallel: { stepId, steps: tools.map((toolName) => ({ tool: { toolName } })) },
    });
    const graph = graphOf([group("reads", "echo", "echo"), group("mixed", "echo", "write"), group("empty")]);
    expect(waits(graph)).toEqual({ reads: [], mixed: ["reads"], empty: ["mixed"] });
  });

  it("[C8] gives a plan of 1,000 steps few edges, whatever is a read", () => {
    for (const schedule of ["SEQUENTIAL", "DATAFLOW"] as const) {
      const steps = Array.from({ length: 1_000 }, (_, at) => (at % 7 === 3 ? write(`s${at}`) : read(`s${at}`)));
      const { graph } = accepted(typed(steps, { schedule, requestedLimits: { maxSteps: 1_000 } }));
      const edges = graph.nodes.reduce((sum, { blockedBy }) => sum + blockedBy.length, 0);
      expect(edges).toBeLessThan(2_000);
    }
  });

  it("[C8] orders random plans as the rule says, and says nothing twice", () => {
    const kind = fc.record({
      writes: fc.boolean(),
      independent: fc.boolean(),
      after: fc.array(fc.nat(), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(kind, { minLength: 1, maxLength: 12 }), fc.boolean(), (kinds, sequential) => {
        const plan: Plan = {
          schedule: sequential ? "SEQUENTIAL" : "DATAFLOW",
          reasoning: null,
          directResponse: null,
          steps: kinds.map(({ writes, independent, after }, index) => ({
            ...{ kind: "TOOL", id: `s${index}`, index, resultKey: null, independent },
            callableName: writes ? "write" : "read",
            after: index === 0 ? [] : [...new Set(after.map((number) => `s${number % index}`))],
            arguments: { kind: "literal", value: {} },
            policy: { maxAttempts: 1, initialBackoffMs: 0, timeoutMs: null, continueOnFailure: false, inDoubt: null },
          })),
        };
        const effectClassOf = (name: string): EffectClass => (name === "read" ? "READ_ONLY" : "UNSAFE");
        const graph = planGraph(plan, effectClassOf);
        const before = graph.nodes.map(() => new Set<number>());
        for (const { ordinal, blockedBy } of graph.nodes) {
          for (const other of blockedBy) {
            before[ordinal]?.add(other);
            for (const earlier of before[other] ?? []) before[ordinal]?.add(earlier);
          }
        }
        const expected = plan.steps.map(() => new Set<number>());
        for (const [later, step] of plan.steps.entries()) {
          for (let earlier = 0; earlier < later; earlier += 1) {
            const other = plan.steps[earlier];
            if (other === undefined) continue;
            const bothRead = isReadOnly(step, effectClassOf) && isReadOnly(other, effectClassOf);
            const ordered = !step.independent && !other.independent && (sequential || !bothRead);
            if (!ordered && !step.after.includes(other.id)) continue;
            expected[later]?.add(earlier);
            for (const before of expected[earlier] ?? []) expected[later]?.add(before);
          }
        }
        expect(before.map((set) => [...set].sort())).toEqual(expected.map((set) => [...set].sort()));
        for (const { blockedBy } of graph.nodes) {
          for (const one of blockedBy) for (const other of blockedBy) expect(before[one]?.has(other)).toBe(false);
        }
      }),
    );
  });
});
