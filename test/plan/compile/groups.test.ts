import { describe, expect, it } from "vitest";
import { toolOf } from "../../support/plan/callables.ts";
import { accepted, onlyProblem, orchestrate, typed } from "../../support/plan/compiled-plan.ts";

const echo = (rest: object = {}) => ({ tool: { toolName: "echo", ...rest } });
const group = (steps: readonly unknown[], rest: object = {}) => ({ parallel: { stepId: "g", steps, ...rest } });
const use = (value: unknown) => ({ tool: { stepId: "use", toolName: "anything", arguments: { value } } });

describe("references to groups", () => {
  it("[C7][O9] gives a collecting group the fields of its result keys, absent where a child may fail", () => {
    const steps = [group([echo({ resultKey: "left" }), echo({ resultKey: "right" })]), use("{{g.output.left.value}}")];
    expect(accepted(typed(steps)).references).toMatchObject([
      { sourceStepId: "g", source: "/left/value", presence: "optional" },
    ]);
    const missing = onlyProblem(typed([steps[0], use("{{g.output.lift}}")]));
    expect(missing).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      availableFields: ["left", "right"],
      nearestNames: ["left"],
    });
    expect(onlyProblem(typed([steps[0], use("{{g.output.left.nothing}}")]))).toMatchObject({ field: "nothing" });
  });

  it("[C7] knows the output of a collecting group as a whole", () => {
    const steps = (target: string) => [
      group([echo({ resultKey: "left" })]),
      { tool: { toolName: "strict", arguments: { [target]: "{{g.output}}", name: "xx" } } },
    ];
    expect(onlyProblem(typed(steps("count")))).toMatchObject({ reason: "TYPE_MISMATCH", actualType: "object" });
  });

  it("[C4] knows nothing of the output of a child whose schema points into its own document, and refuses nothing for it", () => {
    const text = { type: "object", properties: { x: { $ref: "#/$defs/t" } }, $defs: { t: { type: "string" } } };
    const child = toolOf("child", {}, text);
    const demands = { type: "object", properties: { k: { type: "object", properties: { x: { type: "string" } } } } };
    const consumer = toolOf("consumer", { properties: { all: demands, part: { type: "string" } } }, null);
    const callable = (name: string) => [child, consumer].find((one) => one.name === name);
    const compiled = accepted(
      typed(
        [
          group([{ tool: { toolName: "child", resultKey: "k" } }]),
          { tool: { toolName: "consumer", arguments: { all: "{{g.output}}", part: "{{g.output.k.x}}" } } },
        ],
        { callable },
      ),
    );
    expect(compiled.references.map(({ target, relation }) => [target, relation])).toEqual([
      ["/all", "overlap"],
      ["/part", "subset"],
    ]);
  });

  it("[C7] warns of children without result key, whose output no field of the group has", () => {
    const steps = [group([echo({ resultKey: "left" }), echo()])];
    expect(accepted(typed(steps)).warnings).toMatchObject([{ code: "CHILD_WITHOUT_RESULT_KEY", stepId: "g.1" }]);
    expect(onlyProblem(typed([...steps, use("{{g.output[1].value}}")]))).toMatchObject({ reason: "NOT_REFERABLE" });
    expect(accepted(typed([...steps, use("{{g.1.output.value}}")])).references[0]?.sourceStepId).toBe("g.1");
  });

  it("[C7] lets steps outside refer to a child of a collecting group, and not to one of a first_success group", () => {
    const children = [echo({ stepId: "one", resultKey: "k" })];
    expect(typed([group(children), use("{{one.output.value}}")]).ok).toBe(true);
    expect(typed([group(children), use("{{result.k.value}}")]).ok).toBe(true);
    for (const template of ["{{one.output.value}}", "{{result.k.value}}"]) {
      const problem = onlyProblem(typed([group(children, { mergeStrategy: "FIRST_SUCCESS" }), use(template)]));
      expect(problem).toMatchObject({ reason: "NOT_REFERABLE", template });
    }
  });

  it("[C7] gives a first_success group the union of the outputs of its children", () => {
    const first = (template: string, ...tools: readonly string[]) =>
      typed([
        group(
          tools.map((toolName) => ({ tool: { toolName } })),
          { mergeStrategy: "FIRST_SUCCESS" },
        ),
        use(template),
      ]);
    expect(accepted(first("{{g.output.value}}", "echo", "echo")).references[0]?.presence).toBe("required");
    expect(accepted(first("{{g.output.value}}", "echo", "write")).references[0]?.presence).toBe("optional");
    expect(onlyProblem(first("{{g.output.nothing}}", "echo", "write"))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      availableFields: ["value", "count", "note", "a.b", "list", "id"],
    });
    expect(accepted(first("{{g.output.value}}", "echo", "silent")).references[0]?.presence).toBe("optional");
    const mismatch = typed([
      group([echo(), { tool: { toolName: "plain_research" } }], { mergeStrategy: "FIRST_SUCCESS" }),
      { tool: { toolName: "strict", arguments: { name: "xx", count: "{{g.output}}" } } },
    ]);
    expect(onlyProblem(mismatch)).toMatchObject({ reason: "TYPE_MISMATCH" });
  });

  it("[P15] refuses references among the children of a group, to the own group, and after among them", () => {
    const within = (value: string) => typed([group([echo({ stepId: "one" }), use(value)])]);
    expect(onlyProblem(within("{{one.output.value}}"))).toMatchObject({ reason: "NOT_REFERABLE", stepIndex: null });
    expect(onlyProblem(within("{{g.output}}"))).toMatchObject({ reason: "SELF_REFERENCE" });
    expect(onlyProblem(within("$0.output"))).toMatchObject({ reason: "SELF_REFERENCE" });
    expect(onlyProblem(within("{{use.output.x}}"))).toMatchObject({ reason: "SELF_REFERENCE" });
    const after = typed([group([echo({ stepId: "one" }), echo({ after: ["one"] })])]);
    expect(onlyProblem(after).path).toEqual([
      "source",
      "plan",
      "steps",
      "0",
      "parallel",
      "steps",
      "1",
      "tool",
      "after",
      "0",
    ]);
  });

  it("[R5] accepts an empty group", () => {
    const { plan, graph } = accepted(orchestrate([{ id: "fan", type: "parallel", parallel: { steps: [] } }]));
    expect(plan.steps[0]).toMatchObject({ kind: "PARALLEL", children: [] });
    expect(graph.nodes).toHaveLength(1);
  });
});
