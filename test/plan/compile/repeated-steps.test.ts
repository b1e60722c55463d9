/** Maps and loops before anything runs: what is refused, what is known of their values, how they are written back. */
import { describe, expect, it } from "vitest";
import type { CompileRequest } from "../../../src/plan/compile/compile.ts";
import { valueSources } from "../../../src/plan/compile/value-sources.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { humanInputCallable } from "../../../src/plan/human-input-callable.ts";
import { toolOf } from "../../support/plan/callables.ts";
import { accepted, compile, onlyProblem, planTools, problemsOf, typed } from "../../support/plan/compiled-plan.ts";

const echo = { tool: { stepId: "source", toolName: "echo", arguments: { value: "x" } } };

const withPeople: Partial<CompileRequest> = {
  callable: (name) => [...planTools, humanInputCallable].find((one) => one.name === name),
};

function map(more: { readonly [member: string]: unknown } = {}, args: unknown = { name: "{{item}}" }) {
  return {
    map: {
      stepId: "each",
      over: "{{source.output.list}}",
      step: { tool: { toolName: "strict", arguments: args } },
      ...more,
    },
  };
}

function loop(more: { readonly [member: string]: unknown } = {}) {
  const step = { tool: { toolName: "strict", arguments: { name: "poll", count: "{{index}}" } } };
  return { loop: { stepId: "poll", step, until: "{{previous.done}}", maxIterations: 10, ...more } };
}

describe("a map of a plan", () => {
  it("[N285] types its item by what the list holds, its position as a number, and its output as a list", () => {
    const use = (path: string) => ({ tool: { toolName: "strict", arguments: { name: "ok", count: path } } });
    const wrongItem = onlyProblem(typed([echo, map({}, { name: "ok", count: "{{item}}" })]));
    expect(wrongItem).toMatchObject({
      kind: "TEMPLATE_INVALID",
      reason: "TYPE_MISMATCH",
      expectedType: "integer",
      actualType: "string",
    });
    accepted(typed([echo, map({}, { name: "{{item}}", count: "{{index}}" })]));
    const wrongIndex = onlyProblem(typed([echo, map({}, { name: "{{index}}" })]));
    expect(wrongIndex).toMatchObject({ reason: "TYPE_MISMATCH", expectedType: "string", actualType: "integer" });
    expect(onlyProblem(typed([echo, map(), use("{{each.output}}")]))).toMatchObject({ actualType: "array of object" });
    expect(onlyProblem(typed([echo, map(), use("{{each.output[0].done}}")]))).toMatchObject({ actualType: "boolean" });
    expect(onlyProblem(typed([echo, map(), use("{{each.output[0].nothing}}")]))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      availableFields: ["done"],
    });
  });

  it("[N285] types the items of a list that stands in the plan by its values", () => {
    const over = [{ name: "Ann", age: 3 }, { name: "Bo" }];
    accepted(typed([map({ over }, { name: "{{item.name}}" })]));
    expect(onlyProblem(typed([map({ over }, { name: "{{item.nam}}" })]))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      nearestNames: ["name"],
    });
    const { warnings } = accepted(typed([map({ over }, { name: "ok", count: "{{item.age}}" })]));
    expect(warnings).toMatchObject([{ code: "REFERENCE_OPTIONAL" }]);
  });

  it("[N286] over what is certainly no list, or one that is too long, is refused", () => {
    expect(onlyProblem(typed([echo, map({ over: "{{source.output.value}}" })]))).toMatchObject({
      kind: "TEMPLATE_INVALID",
      reason: "TYPE_MISMATCH",
      expectedType: "array",
      actualType: "string",
      message: "Cannot use {{source.output.value}} as the list of step each: array is required, found string",
      path: ["source", "plan", "steps", "1", "map", "over"],
    });
    expect(onlyProblem(typed([map({ over: { a: 1 } }, { name: "ok" })]))).toMatchObject({ kind: "SCHEMA_VIOLATION" });
    expect(onlyProblem(typed([map({ over: ["a1", "b2", "c3"], maxItems: 2 })]))).toMatchObject({
      kind: "SCHEMA_VIOLATION",
    });
    expect(problemsOf(typed([map({ over: 7 })]))[0]?.message).toContain("expected a list, or a reference to one");
  });

  it("[N286] and a loop have 10,000 items together at most", () => {
    const problem = onlyProblem(typed([echo, map({ maxItems: 9_500 }), loop({ maxIterations: 501 })]));
    expect(problem).toMatchObject({ kind: "LIMIT_EXCEEDED", limit: "maxItems", maximum: 10_000, found: 10_001 });
    accepted(typed([echo, map({ maxItems: 9_500 }), loop({ maxIterations: 500 })]));
    expect(problemsOf(typed([echo, map({ maxItems: 10_001 })]))[0]?.message).toContain("expected at most 10000");
  });

  it("[N285] is the only place where an item has a name", () => {
    expect(onlyProblem(typed([echo, { tool: { toolName: "strict", arguments: { name: "{{item}}" } } }]))).toMatchObject(
      {
        reason: "NOT_REFERABLE",
        message: "Cannot use {{item}} as name of step step1: item can be referenced in the step of a map only",
      },
    );
    expect(onlyProblem(typed([echo, map({}, { name: "{{previous}}" })]))).toMatchObject({ reason: "NOT_REFERABLE" });
    expect(onlyProblem(typed([echo, map({ over: "{{item}}" })]))).toMatchObject({ reason: "NOT_REFERABLE" });
  });

  it("[N285] still reads a step, or a binding, of the name item outside of a map", () => {
    const item = { tool: { stepId: "item", toolName: "echo", arguments: { value: "x" } } };
    accepted(typed([item, { tool: { toolName: "strict", arguments: { name: "{{item.output.value}}" } } }]));
    accepted(typed([{ tool: { toolName: "strict", arguments: { name: "${item}" } } }], { bindings: { item: "Ann" } }));
  });

  it("[N286] takes no name for its step, and no reference to one item", () => {
    const named = {
      tool: { stepId: "one", resultKey: "key", after: ["source"], toolName: "echo", arguments: { value: "x" } },
    };
    expect(problemsOf(typed([echo, map({ step: named })])).map(({ message }) => message)).toEqual([
      expect.stringContaining("expected no stepId on the step of a map"),
      expect.stringContaining("expected no resultKey on the step of a map"),
      expect.stringContaining("expected no after on the step of a map"),
    ]);
    const inside = { tool: { toolName: "echo", arguments: { value: '{{steps["each[]"].output.done}}' } } };
    expect(onlyProblem(typed([echo, map(), inside]))).toMatchObject({ reason: "NOT_REFERABLE" });
    expect(problemsOf(typed([echo, map({ after: ["each[]"] })]))).toHaveLength(1);
  });

  it("[N285] holds one tool or question, and no group", () => {
    const group = { parallel: { steps: [echo] } };
    expect(problemsOf(typed([map({ step: group })]))).not.toEqual([]);
    accepted(typed([echo, map({ step: { humanInput: { prompt: "Is {{item}} right?" } } })], withPeople));
  });

  it("[R10] is written back as it was read", () => {
    const steps = [
      echo,
      map({
        maxItems: 5,
        maxFailures: 2,
        maxConcurrency: 3,
        when: "{{source.output.count}} > 1",
        continueOnFailure: true,
      }),
      loop({ delayMs: 500 }),
      loop({ stepId: "again", until: null, while: "{{index}} < 3" }),
      {
        map: {
          stepId: "ask",
          over: ["a", "{{source.output.value}}"],
          step: { humanInput: { prompt: "Is {{item}} right?" } },
        },
      },
    ];
    const { plan, planHash } = accepted(typed(steps, withPeople));
    const again = accepted(compile({ kind: "TYPED", plan: documentOf(plan) }, withPeople));
    expect(documentOf(again.plan)).toEqual(documentOf(plan));
    expect(again.planHash).toBe(planHash);
    expect(documentOf(plan).steps).toMatchObject([
      {},
      { map: { over: "{{steps.source.output.list}}", step: { tool: { arguments: { name: "{{item}}" } } } } },
      { loop: { until: "{{previous.done}}" } },
      {},
      {},
    ]);
  });

  it("[N285] says of each argument of an item where it comes from", () => {
    const { plan } = accepted(typed([echo, map({}, { name: "{{item}}", count: "{{index}}" })]));
    const sources = valueSources({ plan, callables: planTools, startedWith: "PLAN" }, "each[2]");
    expect(sources).toMatchObject([
      { target: "/count", kind: "CALLER" },
      { target: "/name", kind: "STEP", stepId: "source", source: "/list/2", callableName: "echo" },
    ]);
    const looped = accepted(
      typed([loop({ step: { tool: { toolName: "anything", arguments: { last: "{{previous.id}}" } } } })]),
    );
    expect(valueSources({ plan: looped.plan, callables: planTools, startedWith: "PLAN" }, "poll[0]")).toEqual([]);
    expect(valueSources({ plan: looped.plan, callables: planTools, startedWith: "PLAN" }, "poll[3]")).toMatchObject([
      { target: "/last", kind: "STEP", stepId: "poll[2]", source: "/id", callableName: "anything" },
    ]);
  });
});

describe("a loop of a plan", () => {
  it("[N290] needs exactly one condition, and a bound", () => {
    const wanted = "expected exactly one of until and while";
    expect(problemsOf(typed([loop({ while: "1 < 2" })]))[0]?.message).toContain(wanted);
    expect(problemsOf(typed([loop({ until: null })]))[0]?.message).toContain(wanted);
    expect(problemsOf(typed([loop({ maxIterations: null })]))).not.toEqual([]);
    expect(problemsOf(typed([loop({ maxIterations: 1_001 })]))[0]?.message).toContain("expected at most 1000");
  });

  it("[N290] has null for its output, as a map for an item, where a person may have its call skipped", () => {
    const policy = { onDecline: "SKIP" };
    const step = { tool: { toolName: "strict", arguments: { name: "poll" }, policy } };
    const takes = toolOf("takes", { properties: { value: { type: "object" } } }, {});
    const relations = [{}, { step }].map((more) => {
      const steps = [loop(more), { tool: { toolName: "takes", arguments: { value: "{{poll.output}}" } } }];
      const strict = planTools.find(({ name }) => name === "strict");
      return accepted(typed(steps, { callable: (name) => (name === "takes" ? takes : strict) })).references.at(-1)
        ?.relation;
    });
    expect(relations).toEqual(["subset", "overlap"]);
  });

  it("[N290] checks its condition against the output of its call", () => {
    expect(onlyProblem(typed([loop({ until: "{{previous.done_}}" })]))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      nearestNames: ["done"],
      message:
        'Cannot use {{previous.done_}} in the condition on which the loop poll ends: the output of "strict" has no field "done_"; nearest: done',
      path: ["source", "plan", "steps", "0", "loop", "until"],
    });
    expect(onlyProblem(typed([loop({ until: "{{index}}" })]))).toMatchObject({ reason: "TYPE_MISMATCH" });
    expect(onlyProblem(typed([loop({ until: "((" })]))).toMatchObject({
      path: ["source", "plan", "steps", "0", "loop", "until"],
    });
  });
});
