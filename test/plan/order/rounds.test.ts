import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { planGraph } from "../../../src/plan/order/order.ts";
import { roundOfStep, roundStepId } from "../../../src/plan/order/round-ids.ts";
import { planOfRound, withFurtherPlan } from "../../../src/plan/order/rounds.ts";
import { everyStep } from "../../../src/plan/plan-scope.ts";
import { callable } from "../../support/plan/callables.ts";

const known = callable("read", "READ_ONLY", { inputSchema: { type: "object" }, outputSchema: true });

/** A plan with every form in which a step can name another. */
function compiled() {
  const call = (stepId: string, given: object, more: object = {}) => ({
    tool: { stepId, toolName: "read", arguments: given, ...more },
  });
  const document = {
    steps: [
      call("a", {}),
      call("b", { whole: "{{steps.a.output}}", text: "of {{steps.a.output.x}}", list: ["{{steps.a.output.y}}"] }),
      call("c", { one: { coalesce: ["{{steps.b.output.x}}", 1] } }, { after: ["a"], when: "{{steps.b.output.n}} > 1" }),
      {
        parallel: {
          stepId: "both",
          steps: [call("d", { in: "{{steps.c.output}}" }), call("e", { n: { cel: "size({{steps.c.output}}) + 1" } })],
        },
      },
      {
        map: {
          stepId: "each",
          over: "{{steps.a.output.list}}",
          maxItems: 3,
          step: { tool: { toolName: "read", arguments: { it: "{{item}}" } } },
        },
      },
      {
        loop: {
          stepId: "again",
          until: "{{previous.done}} == {{steps.a.output.done}}",
          maxIterations: 2,
          step: { tool: { toolName: "read", arguments: {} } },
        },
      },
    ],
  };
  const compilation = compilePlan({
    source: { kind: "DOCUMENT", document, dialect: undefined },
    bindings: {},
    requestedLimits: {},
    callable: (name) => (name === "read" ? known : undefined),
    callableNames: () => ["read"],
    settings: builtInLimits,
    sourcePath: [],
  });
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.problems));
  return compilation.plan;
}

describe("a plan of a further round", () => {
  it("[N367] has ids of its own wherever one step names another, and nothing else that is different", () => {
    const plan = compiled();
    const renamed = planOfRound(plan, 2);
    expect(everyStep(renamed).map(({ id }) => id)).toEqual(everyStep(plan).map(({ id }) => roundStepId(2, id)));
    const ids = new Set(everyStep(plan).map(({ id }) => id));
    // Undone by the plainest means, it is the plan that it was made from.
    const undone = JSON.parse(JSON.stringify(renamed), (_, value: unknown) =>
      typeof value === "string" ? value.replace(/^rounds\/2\//, "") : value,
    );
    expect(undone).toEqual(JSON.parse(JSON.stringify(plan)));
    JSON.stringify(renamed, (key, value: unknown) => {
      if (key === "id" && typeof value === "string") expect(ids.has(value)).toBe(false);
      return value;
    });
    expect(planOfRound(plan, 1)).toBe(plan);
  });

  it("[N367] stands behind the graph of those before, and waits for none of their steps", () => {
    const plan = compiled();
    const first = planGraph(plan, () => "READ_ONLY");
    const both = withFurtherPlan(first, planOfRound(plan, 2), () => "READ_ONLY");
    expect(both.nodes.slice(0, first.nodes.length)).toEqual(first.nodes);
    const further = both.nodes.slice(first.nodes.length);
    const moved = (ordinals: readonly number[]) => ordinals.map((ordinal) => ordinal + first.nodes.length);
    expect(further).toHaveLength(first.nodes.length);
    for (const [at, node] of further.entries()) {
      const alike = first.nodes[at];
      expect(node).toMatchObject({
        ordinal: at + first.nodes.length,
        children: moved(alike?.children ?? []),
        blockedBy: moved(alike?.blockedBy ?? []),
        blocks: moved(alike?.blocks ?? []),
      });
      expect(both.ordinalOf.get(node.step.id)).toBe(node.ordinal);
      expect(roundOfStep(node.step.id)).toBe(2);
    }
  });
});
