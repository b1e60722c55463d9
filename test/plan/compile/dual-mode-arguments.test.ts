/** Steps that call what takes its input as parameters or as an artifact: what is certain is known before anything runs. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import type { CallableDefinition, NamedCallable } from "../../../src/plan/callable.ts";
import { toolOf } from "../../support/plan/callables.ts";
import { accepted, onlyProblem, planTools, typed } from "../../support/plan/compiled-plan.ts";

const strictSchema: JsonObject = {
  type: "object",
  properties: { amount: { type: "integer" }, note: { type: "string" } },
  required: ["amount"],
};
const looseSchema = {
  type: "object",
  properties: {
    amount: { type: ["integer", "null"] },
    note: { type: ["string", "null"] },
    input_artifact: { type: ["string", "null"] },
  },
};
const invoice: CallableDefinition = {
  ...toolOf("workflow_invoice", looseSchema, { type: "object" }, "UNSAFE"),
  kind: "WORKFLOW",
  dualMode: { strictSchema, artifactArgument: "input_artifact", targetName: "invoice" },
};
const nullable = toolOf(
  "nullable",
  { type: "object" },
  {
    type: "object",
    properties: { amount: { type: ["integer", "null"] }, text: { type: "string" }, nothing: { type: "null" } },
    required: ["amount", "text", "nothing"],
  },
);
const callable = (name: string): NamedCallable =>
  [invoice, nullable, ...planTools].find((candidate) => candidate.name === name);
const calling = (args: JsonObject) =>
  typed(
    [
      { tool: { stepId: "n", toolName: "nullable" } },
      { tool: { stepId: "w", toolName: "workflow_invoice", arguments: args } },
    ],
    { callable },
  );
const path = ["source", "plan", "steps", "1", "tool", "arguments"];

describe("[W5][W6] the input of a workflow in a plan", () => {
  it("is accepted in either mode, nulls counting as absent", () => {
    for (const args of [
      { amount: 5 },
      { amount: 5, note: null, input_artifact: null },
      { input_artifact: "input.json" },
      { input_artifact: "input.json", amount: null, note: null },
      { amount: "{{n.output.amount}}" },
      // Either may turn out to be null; the call decides.
      { amount: "{{n.output.amount}}", input_artifact: "{{n.output.text}}" },
      { amount: 1, note: "{{n.output.nothing}}" },
    ])
      accepted(calling(args));
  });

  it("[C20] is refused in both modes at once, as far as that is certain", () => {
    for (const args of [
      { input_artifact: "input.json", amount: 5 },
      { input_artifact: "{{n.output.text}}", note: "for {{n.output.amount}}" },
      { input_artifact: "input.json", note: "{{n.output.text}}" },
    ]) {
      const problem = onlyProblem(calling(args));
      expect(problem).toMatchObject({ kind: "SCHEMA_VIOLATION", path, violations: [{ instance: "/input_artifact" }] });
      expect(problem.message).toContain("Either input_artifact or parameters are required");
    }
  });

  it("[W8] is refused as parameters that the strict schema cannot take", () => {
    for (const args of [{}, { note: "x" }, { amount: null }, { input_artifact: null }]) {
      const problem = onlyProblem(calling(args));
      expect(problem).toMatchObject({ kind: "SCHEMA_VIOLATION", path });
      expect(problem.message).toContain("amount");
    }
    expect(onlyProblem(calling({ amount: "5" }))).toMatchObject({ violations: [{ instance: "/amount" }] });
    expect(onlyProblem(calling({ amount: "{{n.output.text}}" }))).toMatchObject({ reason: "TYPE_MISMATCH" });
  });
});
