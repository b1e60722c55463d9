/** Which lines a followed value goes through, and where its way enters and leaves a child execution. */
import { expect, it } from "vitest";
import { flowJoins } from "../../../dashboard/follow/flow-marks.ts";
import { valueFlow } from "../../../dashboard/follow/value-flow.ts";
import type { ValuePlace } from "../../../dashboard/shell/value-place.ts";
import { flowStep, flowWorld, taken } from "./flow-steps.ts";

const child = flowWorld(
  [
    flowStep("look", { sources: [taken("/topic", "look", "", "INPUT")] }),
    flowStep("write", { sources: [taken("/text", "look", "/found")] }),
    flowStep("count", { sources: [taken("/text", "look", "/found")] }),
  ],
  { hasResult: true, isWorkflow: true },
);

function joinsOf(place: ValuePlace) {
  const flow = valueFlow(child, place);
  if (flow === null) throw new Error("There is no such place");
  const openers = [
    { executionId: null, stepId: "post", childExecutionId: "c" },
    { executionId: null, stepId: "other", childExecutionId: "d" },
    { executionId: "c", stepId: "look", childExecutionId: null },
  ];
  return flowJoins(openers, new Map([["c", [flow]]])).map(({ inside, mark, opener }) => {
    return `${opener.stepId} ${mark} ${inside.executionId}/${inside.stepId}`;
  });
}

it("[N705] a way inside a child leaves it at its last step for the line that started it, and enters it at its first", () => {
  expect(joinsOf({ kind: "RESULT", pointer: "" })).toEqual(["post FROM c/write", "post FROM c/count"]);
  expect(joinsOf({ kind: "INPUT", pointer: "" })).toEqual(["post TO c/look"]);
  expect(joinsOf({ kind: "OUTPUT", stepId: "look", pointer: "" })).toEqual([]);
});
