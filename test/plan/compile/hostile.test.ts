/** Strings and names that look like something else, all through the compiler and the resolver. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import { resolveOperand } from "../../../src/plan/operands/resolve.ts";
import { readFrom } from "../../../src/plan/reference-reader.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { toolOf } from "../../support/plan/callables.ts";
import { accepted, compile, onlyProblem, problemsOf, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

const fromText = (text: string) => compile({ kind: "TYPED", plan: JSON.parse(text) });

describe("data that looks like something else", () => {
  it("[E13] leaves strings in bindings alone, whatever they look like", () => {
    const bindings = { topic: "{{ broken", other: "$9.output.x", secret: { coalesce: [] } };
    const compiled = accepted(
      typed(
        [
          {
            tool: {
              toolName: "anything",
              arguments: { a: "{{bindings.topic}}", b: "<{{bindings.other}}>", c: "{{bindings.secret}}" },
            },
          },
        ],
        {
          bindings,
        },
      ),
    );
    const [step] = compiled.plan.steps;
    if (step?.kind !== "TOOL") throw new Error("Expected a tool step");
    const given: Record<string, Json> = bindings;
    const resolution = resolveOperand(step.arguments, (reference) =>
      readFrom(reference, given[reference.id], "no binding"),
    );
    expect(resolution).toEqual({ ok: true, value: { a: "{{ broken", b: "<$9.output.x>", c: { coalesce: [] } } });
  });

  it("[R30] passes an escaped reference as the text that it is", () => {
    const { plan, references } = accepted(
      toolCalls([{ tool_name: "anything", arguments: { text: "$$5.output.x", more: "\\{{y}}" } }]),
    );
    expect(plan.steps[0]).toMatchObject({
      arguments: { kind: "literal", value: { text: "$5.output.x", more: "{{y}}" } },
    });
    expect(references).toEqual([]);
  });

  it("[E13] never takes keys for templates", () => {
    const { plan } = accepted(toolCalls([{ tool_name: "anything", arguments: { "{{x}}": 1, "$0.output.y": 2 } }]));
    expect(plan.steps[0]).toMatchObject({ arguments: { kind: "literal", value: { "{{x}}": 1, "$0.output.y": 2 } } });
  });
});

describe("names that a prototype has", () => {
  it("[E12] keeps __proto__ and constructor as keys of arguments like any other", () => {
    const compiled = accepted(
      fromText(
        '{"steps":[{"tool":{"toolName":"anything","arguments":{"__proto__":{"polluted":true},"constructor":1}}}]}',
      ),
    );
    const [step] = compiled.plan.steps;
    if (step?.kind !== "TOOL" || step.arguments.kind !== "literal") throw new Error("Expected literal arguments");
    expect(JSON.stringify(step.arguments.value)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("[E12] refuses them as unknown keys of a step, a policy and a plan", () => {
    const problems = problemsOf(
      fromText(
        '{"__proto__":1,"steps":[{"tool":{"toolName":"echo","constructor":1,"policy":{"__proto__":{"maxAttempts":2}}}}]}',
      ),
    );
    expect(problems.map(({ path }) => path.join(".")).sort()).toEqual([
      "source.plan.__proto__",
      "source.plan.steps.0.tool.constructor",
      "source.plan.steps.0.tool.policy.__proto__",
    ]);
  });

  it("[E12] finds no such field, step, binding or limit unless the data has it", () => {
    const steps = (template: string) => [
      { tool: { stepId: "a", toolName: "echo" } },
      { tool: { toolName: "anything", arguments: { value: template } } },
    ];
    const reasons = [
      "{{a.output.constructor}}",
      "{{a.output.__proto__.x}}",
      "{{constructor.output.x}}",
      "{{bindings.__proto__}}",
    ].map((template) => {
      const problem = onlyProblem(typed(steps(template)));
      return problem.kind === "TEMPLATE_INVALID" ? problem.reason : problem.kind;
    });
    expect(reasons).toEqual(["FIELD_NOT_FOUND", "FIELD_NOT_FOUND", "UNKNOWN_STEP", "UNKNOWN_BINDING"]);
    const bindings = JSON.parse('{"__proto__":5}');
    expect(accepted(typed(steps("{{bindings.__proto__}}"), { bindings })).references).toMatchObject([
      { source: "/__proto__" },
    ]);
    expect(typed(steps("x"), { requestedLimits: Object.create({ maxSteps: 1 }) }).ok).toBe(true);
  });

  it("[E12] accepts them as ids and result keys", () => {
    const { plan } = accepted(
      typed([
        { tool: { stepId: "constructor", toolName: "anything", resultKey: "__proto__" } },
        { tool: { toolName: "anything", arguments: { a: "{{result.__proto__.x}}", b: "{{constructor.output}}" } } },
      ]),
    );
    expect(plan.steps[0]).toMatchObject({ id: "constructor", resultKey: "__proto__" });
  });

  it("[E12] never throws on a request that is no plan at all", () => {
    for (const plan of [null, undefined, 7, "x", [], { steps: 1 }, { steps: [null] }, { steps: [{ tool: null }] }]) {
      expect(problemsOf(compile({ kind: "TYPED", plan })).length).toBeGreaterThan(0);
      expect(problemsOf(compile({ kind: "DOCUMENT", document: plan, dialect: "ORCHESTRATE" })).length).toBeGreaterThan(
        0,
      );
    }
  });

  it("[E12] spends seconds on no plan, however many wrong references it makes to however wide an output", () => {
    const fields = Array.from({ length: 3_000 }, (_, n) => [
      `some_rather_long_name_of_a_field_${n}`,
      { type: "string" },
    ]);
    const output = { type: "object", properties: Object.fromEntries(fields), additionalProperties: false };
    const wide = toolOf("wide", { type: "object" }, output);
    const wrong = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`a${n}`, `$0.output.missing_${n}`]));
    const document = {
      type: "tool_calls",
      reasoning: "",
      calls: [
        { tool_name: "wide", arguments: {} },
        { tool_name: "wide", arguments: wrong },
      ],
    };
    const startedAt = processorMs();
    const problems = problemsOf(
      compile({ kind: "DOCUMENT", document, dialect: "TOOL_CALLS" }, { callable: () => wide }),
    );
    expect(processorMs() - startedAt).toBeLessThan(3_000);
    expect(problems).toHaveLength(100);
    expect(problems[0]).toMatchObject({ reason: "FIELD_NOT_FOUND" });
  });

  it("[N807] spends seconds on no plan, however many wrong names it has among however many right ones", () => {
    const right = Array.from({ length: 1_500 }, (_, n) => ({ tool: { stepId: `s${n}`, toolName: "anything" } }));
    const value = Array.from({ length: 2_000 }, (_, n) => `{{z${n}.output}}`);
    const wanted = Array.from({ length: 1_900 }, (_, n) => [`p${n}`, {}]);
    const schema = { type: "object", properties: Object.fromEntries(wanted), additionalProperties: false };
    const wide = toolOf("anything", schema, {});
    const wrong = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`q${n}`, 1]));
    const given = { ...wrong, p1: "{{s0.output}}" };
    const around = Array.from({ length: 1_200 }, (_, n) => ({
      tool: { stepId: `s${n}`, toolName: "anything", after: [`s${n % 2 === 0 ? n + 1 : n - 1}`] },
    }));
    for (const steps of [
      [{ tool: { toolName: "anything", arguments: { value } } }, ...right],
      [{ tool: { stepId: "s0", toolName: "anything" } }, { tool: { toolName: "anything", arguments: given } }],
      around,
    ]) {
      const begun = processorMs();
      const problems = problemsOf(typed(steps, { callable: () => wide }));
      expect(processorMs() - begun).toBeLessThan(2_500);
      expect(problems.length).toBeLessThanOrEqual(100);
    }
    const begun = processorMs();
    const leftOut = Array.from({ length: 7_000 }, () => ({ wait: {} }));
    const document = { steps: leftOut };
    expect(problemsOf(compile({ kind: "DOCUMENT", document, dialect: undefined }))).toHaveLength(100);
    expect(processorMs() - begun).toBeLessThan(1_500);
  });

  it("[E12] refuses numbers that JSON does not have", () => {
    const plan = { steps: [{ tool: { toolName: "anything", arguments: { value: Number.POSITIVE_INFINITY } } }] };
    expect(onlyProblem(compile({ kind: "TYPED", plan })).message).toContain("a finite number");
  });
});
