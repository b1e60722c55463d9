/** `finally` before anything runs: what is refused, what is known of the end, how it is written back, where it stands in waves. */
import { describe, expect, it } from "vitest";
import { worstCase } from "../../../src/execution/budget/worst-case.ts";
import type { CompileRequest } from "../../../src/plan/compile/compile.ts";
import { valueSources } from "../../../src/plan/compile/value-sources.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { builtInLimits, finallyTimeouts } from "../../../src/plan/limits.ts";
import { startSteps } from "../../../src/plan/order/start-steps.ts";
import { waves } from "../../../src/plan/order/waves.ts";
import { accepted, compile, onlyProblem, planTools, problemsOf, typed } from "../../support/plan/compiled-plan.ts";

const echo = { tool: { stepId: "source", toolName: "echo", arguments: { value: "x" } } };
const strict = (args: object, more: object = {}) => ({
  tool: { toolName: "strict", arguments: { name: "ok", ...args }, ...more },
});
const withFinally = (
  steps: readonly unknown[],
  last: readonly unknown[],
  more: object = {},
  options: Partial<CompileRequest> = {},
) => compile({ kind: "TYPED", plan: { steps, finally: last, ...more } }, options);

describe("finally in a plan", () => {
  it("[R9, N301] types how the execution ended", () => {
    const name = (template: string) => withFinally([echo], [strict({ name: template })]);
    accepted(name("{{execution.status}}"));
    accepted(name("it ended as {{execution.status}}: {{execution.error.message}}"));
    expect(onlyProblem(withFinally([echo], [strict({ count: "{{execution.status}}" })]))).toMatchObject({
      kind: "TEMPLATE_INVALID",
      reason: "TYPE_MISMATCH",
      actualType: "string",
      path: ["source", "plan", "finally", "0", "tool", "arguments", "count"],
    });
    // It may be null.
    expect(accepted(name("{{execution.error.code}}")).warnings).toMatchObject([{ code: "TYPE_OVERLAP" }]);
    for (const [path, fields] of [
      ["state", ["status", "error"]],
      ["error.kind", ["code", "message"]],
      ["status.code", []],
      ["error.code.x", []],
    ] as const)
      expect(onlyProblem(name(`{{execution.${path}}}`)), path).toMatchObject({
        reason: "FIELD_NOT_FOUND",
        availableFields: fields,
      });
  });

  it("[R9, N301] is the only place where the end can be referred to", () => {
    const found = onlyProblem(withFinally([echo, strict({ name: "{{execution.status}}" })], [strict({})]));
    expect(found).toMatchObject({
      reason: "NOT_REFERABLE",
      path: ["source", "plan", "steps", "1", "tool", "arguments", "name"],
    });
    expect(found.message).toContain("how the execution ended can be referenced in the steps of finally only");
    const condition = onlyProblem(
      withFinally([{ tool: { ...echo.tool, when: "{{execution.status}} == 'FAILED'" } }], [strict({})]),
    );
    expect(condition).toMatchObject({ reason: "NOT_REFERABLE" });
  });

  it("[R9, N300] is seen by no other step, by reference or by after, and none of it may name another in after", () => {
    const cleaner = strict({}, { stepId: "clean" });
    expect(onlyProblem(withFinally([echo, strict({ name: "{{clean.output}}" })], [cleaner]))).toMatchObject({
      reason: "FORWARD_REFERENCE",
      message: expect.stringContaining('the step "clean" of finally runs after all others'),
    });
    expect(onlyProblem(withFinally([strict({}, { after: ["clean"] })], [cleaner])).message).toContain(
      "expected a step that is none of finally",
    );
    expect(onlyProblem(withFinally([echo], [strict({}, { after: ["source"] })])).message).toContain(
      "expected a step that is one of finally, before which all others have ended",
    );
    accepted(withFinally([echo], [cleaner, strict({}, { after: ["clean"] })]));
  });

  it("[N300] warns that an output may be missing, and not that a status may", () => {
    const codes = (template: string) =>
      accepted(withFinally([echo], [strict({ name: template })])).warnings.map(({ code }) => code);
    expect(codes("{{source.output.value}}")).toContain("REFERENCE_OPTIONAL");
    expect(codes("{{steps.source.status}}")).toEqual([]);
  });

  it("[N300] refuses what would have no effect in it, and a plan of nothing else", () => {
    expect(onlyProblem(withFinally([echo], [strict({}, { policy: { continueOnFailure: true } })]))).toMatchObject({
      kind: "INVALID_INPUT",
      path: ["source", "plan", "finally", "0", "tool", "policy", "continueOnFailure"],
    });
    expect(
      onlyProblem(withFinally([echo], [{ parallel: { steps: [strict({})], continueOnFailure: true } }])),
    ).toMatchObject({ path: ["source", "plan", "finally", "0", "parallel", "continueOnFailure"] });
    expect(onlyProblem(withFinally([], [strict({})])).message).toContain("expected at least one step");
    expect(onlyProblem(withFinally([echo], [], { finallyTimeoutMs: 5 })).message).toContain(
      "expected no time for finally without a step in it",
    );
    for (const finallyTimeoutMs of [0, 1.5, finallyTimeouts.maximumMs + 1])
      expect(problemsOf(withFinally([echo], [strict({})], { finallyTimeoutMs }))).toMatchObject([
        { path: ["source", "plan", "finallyTimeoutMs"] },
      ]);
    accepted(withFinally([echo], [strict({})], { finallyTimeoutMs: finallyTimeouts.maximumMs }));
  });

  it("[N306] counts against the limit of steps, and in the worst case", () => {
    const three = [strict({}), strict({}), strict({})];
    expect(onlyProblem(withFinally([echo], three, {}, { requestedLimits: { maxSteps: 3 } }))).toMatchObject({
      limit: "maxSteps",
      found: 4,
    });
    const { callables, plan } = accepted(withFinally([echo], three));
    const named = new Map(callables.map((callable) => [callable.name, callable]));
    const calls = (one: typeof plan) =>
      worstCase({ plan: one, callables: named, limits: builtInLimits.defaults, inDoubt: "FAIL" }).toolCalls;
    expect(calls(plan)).toBe(calls(accepted(withFinally([echo, ...three], [])).plan));
  });

  it("[R9, N306] stands in the last waves, whatever it depends on, and is no start of a workflow", () => {
    const read = (stepId: string, more: object = {}) => ({ tool: { stepId, toolName: "plain_research", ...more } });
    const { graph } = accepted(
      withFinally(
        [read("a"), read("b", { after: ["a"] })],
        [read("c", { arguments: { of: "{{a.output}}" } }), read("d", { after: ["c"] }), read("e")],
      ),
    );
    expect(waves(graph)).toEqual([["a"], ["b"], ["c", "e"], ["d"]]);
    expect(startSteps(graph)).toEqual(["a"]);
    expect(graph.nodes.map(({ blockedBy }) => blockedBy)).toEqual([[], [0], [], [2], []]);
    const inOrder = { schedule: "SEQUENTIAL" } as const;
    const sequential = accepted(withFinally([read("a"), read("b")], [read("c"), read("d")], {}, inOrder));
    expect(waves(sequential.graph)).toEqual([["a"], ["b"], ["c"], ["d"]]);
  });

  it("[N306] is written back as it was, with its time if that is another than usual", () => {
    const last = [
      strict({ name: "{{execution.status}}" }, { stepId: "last" }),
      strict({ name: "is $1: {{last.output.done}}" }),
    ];
    const first = accepted(withFinally([echo], last, { finallyTimeoutMs: 5_000 }));
    const document = documentOf(first.plan);
    expect(document).toMatchObject({
      finally: [
        { tool: { stepId: "last", arguments: { name: "{{execution.status}}" } } },
        { tool: { stepId: "finally1", arguments: { name: "is $1: {{steps.last.output.done}}" } } },
      ],
      finallyTimeoutMs: 5_000,
    });
    expect((document.steps as unknown[]).length).toBe(1);
    for (const source of [
      { kind: "TYPED", plan: document },
      { kind: "DOCUMENT", document, dialect: undefined },
    ] as const) {
      const again = accepted(compile(source));
      expect(documentOf(again.plan)).toEqual(document);
      expect(again.planHash).toBe(first.planHash);
    }
    const usual = documentOf(accepted(withFinally([echo], [strict({})])).plan);
    expect(usual).not.toHaveProperty("finallyTimeoutMs");
    expect(documentOf(accepted(typed([echo])).plan)).not.toHaveProperty("finally");
    expect(accepted(typed([echo])).plan).not.toHaveProperty("finallyTimeoutMs");
  });

  it("[N306] tells a person that an argument is how the execution ended", () => {
    const { plan } = accepted(withFinally([echo], [strict({ name: "{{execution.error.message}}" })]));
    expect(valueSources({ plan, callables: planTools, startedWith: "PLAN" }, "finally0")).toMatchObject([
      { target: "/name", kind: "EXECUTION", source: "/error/message", stepId: undefined },
    ]);
  });

  it("[R9] is refused by its name in the documents that do not have it", () => {
    const documents = [
      { steps: [{ id: "a", type: "agent", agent_id: "echo", input: {} }], finally: [strict({})] },
      { type: "tool_calls", reasoning: "", calls: [{ tool_name: "echo", arguments: {} }], finally: [] },
    ];
    for (const document of documents) {
      const problems = problemsOf(compile({ kind: "DOCUMENT", document, dialect: undefined }));
      expect(problems.map(({ message }) => message).join("\n")).toContain(
        'plans have no steps of the kind "finally"; write it among the steps of "finally" in a plan as PlanInput has it',
      );
    }
  });
});
