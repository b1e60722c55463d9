/** How a plan says what becomes of steps that take from a skipped one, and how that survives its document. */
import { expect, it } from "vitest";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { accepted, compile, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

const echo = (more: object) => ({ tool: { toolName: "echo", ...more } });
const conditional = echo({ stepId: "no", when: "1 > 2" });
const takes = (policy?: object) =>
  echo({ stepId: "a", arguments: { value: "{{no.output.value}}" }, ...(policy && { policy }) });

const policies = ({ steps }: Plan) =>
  steps.map((step) => (step.kind === "TOOL" ? (step.policy.onSkippedInput ?? null) : null));
const again = (plan: Plan) => accepted(compile({ kind: "DOCUMENT", document: documentOf(plan), dialect: undefined }));

it("[N309] a plan stores the rule where a step takes something in a plan that may skip a step, and nowhere else", () => {
  expect(policies(accepted(typed([conditional, takes()])).plan)).toEqual([null, "SKIP"]);
  expect(policies(accepted(typed([conditional, takes({ onSkippedInput: "RUN" })])).plan)).toEqual([null, null]);
  expect(policies(accepted(typed([echo({ stepId: "no" }), takes()])).plan)).toEqual([null, null]);
  const status = echo({ stepId: "a", arguments: { value: "{{steps.no.status}}" } });
  expect(policies(accepted(typed([conditional, status])).plan)).toEqual([null, null]);
});

it("[N309] the document of a plan says RUN where a plan does not skip, so that it is read back to the same rule", () => {
  const skipping = accepted(typed([conditional, takes()]));
  expect(JSON.stringify(documentOf(skipping.plan))).not.toContain("onSkippedInput");
  const running = accepted(typed([conditional, takes({ onSkippedInput: "RUN" })]));
  expect(documentOf(running.plan)).toMatchObject({ steps: [{}, { tool: { policy: { onSkippedInput: "RUN" } } }] });
  for (const { plan, planHash } of [skipping, running]) {
    expect(policies(again(plan).plan)).toEqual(policies(plan));
    expect(again(plan).planHash).toBe(planHash);
  }
  expect(running.planHash).not.toBe(skipping.planHash);
});

it("[N309] steps of documents of other systems say nothing, and keep that in the document of the plan", () => {
  const { plan } = accepted(
    toolCalls([
      { tool_name: "echo", arguments: {} },
      { tool_name: "echo", arguments: { value: "$0.output.value" } },
    ]),
  );
  expect(policies(plan)).toEqual([null, null]);
  expect(JSON.stringify(documentOf(plan))).not.toContain("onSkippedInput");
  const [first, second] = plan.steps;
  if (first === undefined || second === undefined) throw new Error("the plan has two steps");
  const conditionOf = accepted(typed([conditional])).plan.steps[0]?.when;
  const old: Plan = {
    ...plan,
    steps: [{ ...first, ...(conditionOf === undefined ? {} : { when: conditionOf }) }, second],
  };
  expect(policies(again(old).plan)).toEqual([null, null]);
});
