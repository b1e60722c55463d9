import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { builtInCallables } from "../../../src/plan/waits/built-in-callables.ts";
import { accepted, compile, planTools, problemsOf, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

const callable = (name: string) =>
  builtInCallables.get(name)?.callable ?? planTools.find((known) => known.name === name);
const waiting = (words: JsonObject): Json => ({ waitForEvent: { stepId: "paid", name: "payment", ...words } });
const use = (path: string): Json => ({
  tool: { toolName: "strict", arguments: { name: "someone", count: `{{steps.paid.output.${path}}}` } },
});
const compiled = (steps: readonly Json[]) => typed(steps, { callable });
const placesOf = (steps: readonly Json[]) => problemsOf(compiled(steps)).map(({ path }) => path.join("."));
const money = { type: "object", properties: { cents: { type: "integer" } }, required: ["cents"] };

describe("a waitForEvent step", () => {
  it("[N277] is a call of cp__wait_for_event in every dialect", () => {
    const [step] = accepted(compiled([waiting({ correlation: "A", timeoutSeconds: 60 })])).plan.steps;
    expect(step).toMatchObject({
      callableName: "cp__wait_for_event",
      arguments: { kind: "literal", value: { name: "payment", correlation: "A", timeoutSeconds: 60 } },
    });
    const call = { tool_name: "cp__wait_for_event", arguments: { name: "payment" } };
    expect(accepted(toolCalls([call], { callable })).plan.steps[0]).toMatchObject({
      callableName: "cp__wait_for_event",
    });
  });

  it("[N282] has its payload checked against the schema that it declares, before anything runs", () => {
    expect(compiled([waiting({ payloadSchema: money }), use("payload.cents")]).ok).toBe(true);
    expect(placesOf([waiting({ payloadSchema: money }), use("payload.euros")])).toEqual([
      "source.plan.steps.1.tool.arguments.count",
    ]);
    expect(placesOf([waiting({ payloadSchema: money }), use("eventId")])).toHaveLength(1);
    expect(compiled([waiting({}), use("payload.whatever")]).ok).toBe(true);
    expect(placesOf([waiting({}), use("sent")])).toHaveLength(1);
  });

  it.each([
    ["no name", { name: "" }, "name"],
    ["a name that is too long", { name: "x".repeat(129) }, "name"],
    ["a correlation that is too long", { correlation: "x".repeat(257) }, "correlation"],
    ["more than a year", { timeoutSeconds: 31_536_001 }, "timeoutSeconds"],
    ["a schema that is none", { payloadSchema: { $ref: "#/nowhere" } }, "payloadSchema"],
  ])("[N277] with %s is refused at its place", (_, words, member) => {
    expect(placesOf([waiting(words)])).toEqual([`source.plan.steps.0.waitForEvent.${member}`]);
  });

  it("[N277] whose schema is not in the plan itself is refused where it is written as a call", () => {
    const given = { name: "n", payloadSchema: { type: "object", title: "{{bindings.a}}" } };
    const call = { tool: { toolName: "cp__wait_for_event", arguments: given } };
    const problems = problemsOf(typed([call], { callable, bindings: { a: "x" } }));
    expect(problems.map(({ path }) => path.join("."))).toContain("source.plan.steps.0.tool.arguments.payloadSchema");
  });

  it("[N277] reads back as it was written, braces in its schema too, and with a policy as a call", () => {
    const pattern = { type: "object", properties: { a: { const: "{{not.a.reference}}" } } };
    const steps = [
      waiting({ correlation: "{{bindings.order}}", payloadSchema: pattern }),
      { tool: { toolName: "cp__wait_for_event", arguments: { name: "n" }, policy: { continueOnFailure: true } } },
    ];
    const options = { callable, bindings: { order: "A" } };
    const { plan, planHash } = accepted(typed(steps, options));
    const document = documentOf(plan);
    expect(document.steps).toMatchObject([
      { waitForEvent: { name: "payment", correlation: "{{bindings.order}}", payloadSchema: pattern } },
      { tool: { toolName: "cp__wait_for_event" } },
    ]);
    const again = compile({ kind: "DOCUMENT", document, dialect: undefined }, options);
    expect(accepted(again).planHash).toBe(planHash);
  });
});
