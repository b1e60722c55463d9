import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { planHash } from "../../../src/plan/dialects/plan-hash.ts";
import type { Operand, Plan, PlanStep } from "../../../src/plan/plan.ts";
import { volume } from "../../support/engine/volume.ts";
import { accepted, compile, toolCalls, typed } from "../../support/plan/compiled-plan.ts";
import { randomBindings, randomPlan } from "../../support/plan/random-plans.ts";

const bindings = randomBindings;
const limits = { maxSteps: 100 };

function again(plan: Plan) {
  // Not by way of text: V8 13.6 reads the key `}"` as `}\` where it has read `}\` at the same place before.
  const document = structuredClone(documentOf(plan)) as Json;
  return accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }, { bindings, requestedLimits: limits }));
}

/** A plan without the spellings of its references. */
function unspelled(plan: Plan): unknown {
  const drop = (operand: Operand): unknown => {
    switch (operand.kind) {
      case "literal":
        return operand;
      case "reference":
        return { ...operand.reference, expression: "" };
      case "text":
        return operand.parts.map((part) => (typeof part === "string" ? part : { ...part, expression: "" }));
      case "object":
        return operand.entries.map(([key, value]) => [key, drop(value)]);
      case "array":
        return operand.items.map(drop);
      case "coalesce":
        return { coalesce: operand.choices.map(drop) };
      case "cel":
        return { cel: operand.cel };
    }
  };
  const step = (one: PlanStep): unknown =>
    one.kind === "TOOL" ? { ...one, arguments: drop(one.arguments) } : { ...one, children: one.children.map(step) };
  return { ...plan, steps: plan.steps.map(step) };
}

describe("the document of a plan", () => {
  it("[C1][C3] compiles to the same plan and hash again, for random plans with hostile strings and keys", () => {
    fc.assert(
      fc.property(randomPlan, (plan) => {
        // A group has only the fields of its result keys, so references into it are left to other tests.
        const refersToGroup = JSON.stringify(plan).includes('"root":"steps","id":"x:y-z"');
        fc.pre(!refersToGroup);
        const compiled = again(plan);
        expect(unspelled(compiled.plan)).toEqual(unspelled(plan));
        expect(compiled.planHash).toBe(planHash(plan));
      }),
      { numRuns: volume({ sample: 75, whole: 300 }) },
    );
  });

  it("[C1] writes references in canonical spelling, with brackets where a name needs them", () => {
    const { plan } = accepted(
      typed([
        { tool: { stepId: "x.y", toolName: "anything" } },
        { tool: { toolName: "anything", arguments: { a: '$0.output.list[0]["a.b"]', b: "{{ x.y.output.t }}!" } } },
      ]),
    );
    expect(documentOf(plan)).toEqual({
      schedule: "DATAFLOW",
      steps: [
        { tool: { stepId: "x.y", toolName: "anything" } },
        {
          tool: {
            stepId: "step1",
            toolName: "anything",
            arguments: { a: '{{steps["x.y"].output.list[0]["a.b"]}}', b: '{{steps["x.y"].output.t}}!' },
          },
        },
      ],
    });
  });

  it("[P4] writes an answer without steps as a direct response", () => {
    const document = { type: "direct_response", content: "{{ hello" };
    const compiled = accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }, { schedule: "DATAFLOW" }));
    expect(documentOf(compiled.plan)).toEqual(document);
    expect(again(compiled.plan).planHash).toBe(compiled.planHash);
  });

  it("[P5] keeps the reasoning and the schedule", () => {
    const { plan } = accepted(
      compile({
        kind: "DOCUMENT",
        document: { type: "tool_calls", reasoning: "r", calls: [{ tool_name: "echo" }] },
        dialect: undefined,
      }),
    );
    expect(again(plan).plan).toEqual(plan);
  });
});

describe("the hash of a plan", () => {
  const calls = (template: string) => [
    { tool_name: "echo", arguments: {} },
    { tool_name: "anything", arguments: { value: template } },
  ];

  it("[C1] is the same however a reference is spelled, and whatever the order of keys", () => {
    const spellings = [
      "$0.output.value",
      "{{steps.step0.output.value}}",
      "{{ step0.output.value }}",
      '{{step0.output["value"]}}',
    ];
    const hashes = new Set(spellings.map((spelling) => accepted(toolCalls(calls(spelling))).planHash));
    expect(hashes.size).toBe(1);
    const order = (args: object) => accepted(toolCalls([{ tool_name: "anything", arguments: args }])).planHash;
    expect(order({ a: { x: 1, y: "$$0.output" }, b: 2 })).toBe(order({ b: 2, a: { y: "$$0.output", x: 1 } }));
  });

  it("[C1] differs between a reference and the text that looks like it", () => {
    expect(accepted(toolCalls(calls("$0.output.value"))).planHash).not.toBe(
      accepted(toolCalls(calls("$$0.output.value"))).planHash,
    );
  });
});
