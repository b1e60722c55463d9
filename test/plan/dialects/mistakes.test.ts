/** Mistakes that authors make in their first plans: each message says which keys, kinds, operators or fields there are. */
import { describe, expect, it } from "vitest";
import { compile, orchestrate, problemsOf, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

const messages = (compilation: ReturnType<typeof compile>) => problemsOf(compilation).map(({ message }) => message);
const echo = { toolName: "echo", arguments: { value: 1 } };

describe("a first plan", () => {
  it("[N733] that has an unknown key is answered with the nearest key, or with all keys of that place", () => {
    expect(messages(typed([{ tool: { ...echo, stepID: "a" } }]))).toEqual([
      "Cannot read source.plan.steps.0.tool.stepID: there is no such key here; nearest: stepId",
    ]);
    expect(messages(typed([{ sleep: { seconds: 1, "😀": 2, untill: "x" } }]))).toEqual([
      "Cannot read source.plan.steps.0.sleep.😀: there is no such key here; there are stepId, resultKey, after, independent, when, seconds, until",
      "Cannot read source.plan.steps.0.sleep.untill: there is no such key here; nearest: until",
    ]);
    expect(messages(toolCalls([{ tool_name: "echo", args: {}, arguments: {} }]))[0]).toMatch(
      /no such key here; (nearest|there are) /,
    );
    expect(messages(orchestrate([{ id: "a", type: "agent", agent: { agent_id: "echo", whit: {} } }]))[0]).toContain(
      "nearest: with",
    );
  });

  it("[N733] whose steps have no kind is answered with all kinds", () => {
    const document = { steps: [{ toolName: "echo", arguments: { value: 1 } }] };
    expect(messages(compile({ kind: "DOCUMENT", document, dialect: undefined }))).toEqual([
      'Cannot read source.document.steps.0.type: expected type "agent" or "parallel", found none; a step of a typed plan is an object such as {"tool": {"toolName": …}}',
    ]);
  });

  it("[N733] that sleeps for a text is answered with what a sleep takes", () => {
    expect(messages(typed([{ sleep: { seconds: "3" } }]))).toEqual([
      'Cannot read source.plan.steps.0.sleep.seconds: expected a number from 0 to 31536000, which is a year, or a reference to one such as {{input.seconds}}, found "3"',
    ]);
  });

  it("[N798] that leaves a member out, or gives it a wrong value, is answered with what was found", () => {
    const loop = { until: "true", step: { tool: echo } };
    expect(
      messages(
        typed([
          { tool: { arguments: { value: 1 } } },
          { tool: { ...echo, policy: { maxAttempts: 99, inDoubt: [1] } } },
          { tool: { ...echo, independent: "x".repeat(100) } },
          { loop },
        ]),
      ),
    ).toEqual([
      "Cannot read source.plan.steps.0.tool.toolName: expected text, found none",
      "Cannot read source.plan.steps.1.tool.policy.maxAttempts: expected at most 10, found 99",
      "Cannot read source.plan.steps.1.tool.policy.inDoubt: expected one of RETRY, FAIL, ASK, found a list of 1",
      `Cannot read source.plan.steps.2.tool.independent: expected true or false, found "${"x".repeat(59)}…`,
      "Cannot read source.plan.steps.3.loop.maxIterations: expected a whole number, found none",
    ]);
  });

  it("[N733] that compares by one equals sign is answered with two", () => {
    expect(messages(typed([{ tool: { ...echo, when: "1 = 1" } }]))).toEqual([
      'Cannot read source.plan.steps.0.tool.when: expected an operator or operand, found "= 1"; equality is ==',
    ]);
  });

  it("[N733] that refers to a field unlike all others is answered with those that there are", () => {
    const steps = [
      { tool: { ...echo, stepId: "a", outputSchema: { type: "object", properties: { sum: { type: "number" } } } } },
      { tool: { toolName: "echo", arguments: { value: "{{a.output.total}}" } } },
    ];
    expect(messages(typed(steps))[0]).toMatch(/has no field "total"; there are sum$/);
  });
});
