import { describe, expect, it } from "vitest";
import { type PlanStepToDraw, plannedGraph } from "../../../../dashboard/execution/graph/planned-rows.ts";

const step = (stepId: string, more: Partial<PlanStepToDraw> = {}) => ({
  ...({ stepId, kind: "TOOL", isFinally: false, callableName: `do_${stepId}`, after: [], independent: false } as const),
  ...{ references: [], whenReferences: [], children: [] as readonly PlanStepToDraw[] },
  ...more,
});
const taken = (sourceStepId: string | null, source: string) => ({ sourceStepId, source, target: "/x" });

describe("a plan that has not run", () => {
  it("[N658, N659] is drawn with its groups, what each step takes, what it waits for, and what its calls could do", () => {
    const classes = new Map([
      ["do_read", "READ_ONLY"],
      ["do_look", "READ_ONLY"],
      ["do_pay", "UNSAFE"],
    ]);
    const plan = {
      schedule: "DATAFLOW",
      steps: [
        step("read"),
        {
          ...step("both", { kind: "PARALLEL", callableName: null }),
          children: [step("look", { references: [taken("read", "/a"), taken(null, "/b")] }), step("pay")],
        },
        step("tell", { whenReferences: [{ sourceStepId: "read", source: "/ok" }], after: ["both"] }),
        step("tidy", { isFinally: true }),
      ],
    } as const;
    const { edges, isPlanned, nodes } = plannedGraph(plan, ({ callableName }) => classes.get(callableName ?? ""));
    expect(isPlanned).toBe(true);
    expect(nodes.map(({ containerKey, key, row }) => [key, containerKey, row.status, row.note])).toEqual([
      ["read", null, "PENDING", "READ_ONLY"],
      ["both", null, "PENDING", ""],
      ["look", "both", "PENDING", "READ_ONLY"],
      ["pay", "both", "PENDING", "UNSAFE"],
      // What is not known to only read may have an effect, and nothing is said of it.
      ["tell", null, "PENDING", ""],
      ["tidy", null, "PENDING", ""],
    ]);
    expect(edges.map(({ from, labels, to }) => `${from} → ${to} ${labels.join(" ")}`.trim()).toSorted()).toEqual([
      "both → tell",
      "read → both .a",
      "read → tell .ok",
      "tell → tidy",
    ]);
    expect(nodes.at(-1)?.row.isFinally).toBe(true);
  });
});
