/** Retry and fork: the steps that one chooses among, and what is wrong with changed arguments at its place. */
import { describe, expect, it } from "vitest";
import { isAtStep, problemsByStep } from "../../../dashboard/derive/derive-problems.ts";
import { earlierSteps } from "../../../dashboard/derive/derive-steps.ts";

const violation = {
  __typename: "SchemaViolationError" as const,
  code: "SCHEMA_VIOLATION" as const,
  message: "Cannot call slow",
  path: ["input", "arguments", "1", "arguments"],
  violations: [{ instance: "/ms", keyword: "minimum", message: "Instance is too small." }],
};

describe("steps of an earlier execution", () => {
  it("stand in the order of the plan, those of groups below them, each with how it ended", () => {
    const rows = earlierSteps({
      plan: {
        steps: [
          { stepId: "a", kind: "TOOL", callableName: "slow", arguments: { ms: 1 }, inputSchema: null, children: [] },
          {
            ...{ stepId: "g", kind: "PARALLEL", callableName: null, arguments: null, inputSchema: null },
            children: [
              { stepId: "b", kind: "TOOL", callableName: "slow", arguments: null, inputSchema: null, children: [] },
            ],
          },
        ],
      },
      steps: [
        {
          ...{ __typename: "ToolStep", id: "1", stepId: "a", kind: "TOOL", status: "FAILED", effectClass: "UNSAFE" },
          ...{ outcome: null, failure: { code: "TOOL_ERROR", message: "" } },
        },
      ],
    });
    expect(rows.map(({ level, status, stepId }) => [stepId, level, status])).toEqual([
      ["a", 1, "FAILED"],
      ["g", 1, "PENDING"],
      ["b", 2, "PENDING"],
    ]);
    expect(rows[0]).toMatchObject({
      arguments: { ms: 1 },
      effectClass: "UNSAFE",
      failureCode: "TOOL_ERROR",
      nodeId: "1",
    });
  });

  it("are none without a plan", () => {
    expect(earlierSteps({ plan: null, steps: [] })).toEqual([]);
  });
});

describe("what is wrong with a fork", () => {
  it("is shown at the argument of the step that was changed", () => {
    const found = problemsByStep([violation], ["first", "second"]);
    expect([...found.keys()]).toEqual(["second"]);
    expect(found.get("second")?.[0]?.pointer).toBe("/ms");
    expect(isAtStep(violation, ["first", "second"], [])).toBe(true);
  });

  it("is shown above all steps where it belongs to none of them", () => {
    const elsewhere = {
      __typename: "GeneralError",
      code: "INVALID_INPUT",
      message: "",
      path: ["input", "fromStepId"],
    } as const;
    expect(problemsByStep([elsewhere, violation], []).size).toBe(0);
    expect(isAtStep(elsewhere, [], [])).toBe(false);
  });

  it("is shown above all steps where the step that it names is not shown, so that nobody waits for a tick that is not there", () => {
    const inDoubt = {
      ...{ __typename: "OutcomeUnknownError" as const, code: "OUTCOME_UNKNOWN" as const, message: "" },
      ...{ path: ["input", "callAgain"], stepIds: ["lost"] },
    };
    expect(isAtStep(inDoubt, [], ["lost"])).toBe(true);
    expect(isAtStep(inDoubt, [], ["other"])).toBe(false);
  });
});
