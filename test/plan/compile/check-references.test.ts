import { describe, expect, it } from "vitest";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { toolOf } from "../../support/plan/callables.ts";
import { accepted, compile, onlyProblem, problemsOf, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

const echo = (value: unknown, rest: object = {}) => ({ tool: { toolName: "anything", arguments: { value }, ...rest } });
const call = (tool_name: string, args: object) => ({ tool_name, arguments: args });

describe("which step a reference may name", () => {
  it("[P12][P15] classifies an index by where it points", () => {
    const calls = [0, 1, 2, 3, 99].map((index) => call("anything", { value: `$${index}.output.x` }));
    const problems = problemsOf(toolCalls(calls));
    expect(
      problems.map((problem) => problem.kind === "TEMPLATE_INVALID" && [problem.stepIndex, problem.reason]),
    ).toEqual([
      [4, "INDEX_OUT_OF_BOUNDS"],
      [0, "SELF_REFERENCE"],
      [1, "SELF_REFERENCE"],
      [2, "SELF_REFERENCE"],
      [3, "SELF_REFERENCE"],
    ]);
    const forward = onlyProblem(toolCalls([call("echo", { value: "$1.output.value" }), call("echo", {})]));
    expect(forward).toMatchObject({ reason: "FORWARD_REFERENCE", stepIndex: 0, template: "$1.output.value" });
  });

  it("[P12] permits an index below the number of preceding tools", () => {
    const calls = [
      call("echo", {}),
      call("echo", {}),
      call("anything", { a: "$0.output.value", b: "$1.output.value" }),
    ];
    expect(accepted(toolCalls(calls)).references.map(({ sourceStepId }) => sourceStepId)).toEqual(["step0", "step1"]);
  });

  it("[C1] lets an index point backwards only, but an id of a DATAFLOW plan anywhere without a cycle", () => {
    const later = { tool: { stepId: "later", toolName: "echo" } };
    expect(onlyProblem(typed([echo("$1.output.value"), later]))).toMatchObject({ reason: "FORWARD_REFERENCE" });
    expect(accepted(typed([echo("{{later.output.value}}"), later])).references[0]?.sourceStepId).toBe("later");
    const around = [echo("$1.output.x", { stepId: "a" }), echo("{{a.output.x}}", { stepId: "b" })];
    expect(onlyProblem(typed(around))).toMatchObject({ reason: "FORWARD_REFERENCE", stepId: "a" });
    const sequential = typed([echo("{{later.output.value}}"), later], { schedule: "SEQUENTIAL" });
    expect(onlyProblem(sequential)).toMatchObject({ reason: "FORWARD_REFERENCE" });
  });

  it("[R7] refuses a cycle and names the way around it", () => {
    const problem = onlyProblem(
      typed([
        echo("{{c.output.x}}", { stepId: "a" }),
        echo("{{a.output.x}}", { stepId: "b" }),
        echo("{{b.output.x}}", { stepId: "c" }),
        echo("{{c.output.x}}", { stepId: "d" }),
      ]),
    );
    expect(problem).toMatchObject({
      kind: "TEMPLATE_INVALID",
      reason: "CYCLE",
      stepId: "a",
      template: "{{c.output.x}}",
    });
    expect(problem.message).toContain("a -> c -> b -> a");
  });

  it("[R7] refuses a cycle made by after, through a group and its child, and reports each of several", () => {
    const problems = problemsOf(
      typed([
        { tool: { stepId: "a", toolName: "echo", after: ["b"] } },
        { tool: { stepId: "b", toolName: "echo", after: ["a"] } },
        { parallel: { stepId: "g", steps: [echo("{{c.output.x}}", { stepId: "g1" })] } },
        echo("{{g1.output.x}}", { stepId: "c" }),
      ]),
    );
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatchObject({
      kind: "INVALID_INPUT",
      path: ["source", "plan", "steps", "0", "tool", "after"],
    });
    expect(problems[1]).toMatchObject({ reason: "CYCLE", stepId: "g1", stepIndex: null });
  });

  it("[C1] resolves ids that hold dots, and the shortest id first where dots are ambiguous", () => {
    const steps = [
      { tool: { stepId: "a", toolName: "anything" } },
      { tool: { stepId: "a.output", toolName: "anything" } },
      { tool: { stepId: "x.y", toolName: "anything" } },
      echo(["{{a.output.output.z}}", '{{steps["a.output"].output.z}}', "{{x.y.output.z}}", "{{steps.x.y.output}}"]),
    ];
    const { references } = accepted(typed(steps));
    expect(references.map(({ sourceStepId, source }) => [sourceStepId, source])).toEqual([
      ["a", "/output/z"],
      ["a.output", "/z"],
      ["x.y", "/z"],
      ["x.y", ""],
    ]);
  });

  it("[N430] reads the binding named input as the input where there is no workflow", () => {
    const given = { bindings: { input: { topic: "edge" } } };
    const { plan } = accepted(typed([echo("{{input.topic}} {{bindings.input.topic}}")], given));
    expect(documentOf(plan)).toMatchObject({
      steps: [{ tool: { arguments: { value: "{{bindings.input.topic}} {{bindings.input.topic}}" } } }],
    });
    expect(onlyProblem(typed([echo("{{input.topic}}")])).message).toMatch(
      /in a workflow, or where a binding named input is given/,
    );
  });

  it("[C2] reads a binding of the request before the step that writes its key, and the output after it", () => {
    const steps = [
      echo("{{bindings.draft}}", { stepId: "a" }),
      { tool: { stepId: "b", toolName: "anything", arguments: { value: "{{result.draft}}" }, resultKey: "draft" } },
      echo("{{result.draft}}", { stepId: "c" }),
    ];
    const { references } = accepted(typed(steps, { bindings: { draft: "v1" } }));
    expect(references.map(({ sourceStepId }) => sourceStepId)).toEqual([undefined, undefined, "b"]);
  });

  it("[C1] refuses names that do not exist with the nearest that do", () => {
    const [binding, step] = problemsOf(
      typed(
        [echo(["{{bindings.topik}}", "{{reserch.output.x}}"]), { tool: { stepId: "research", toolName: "echo" } }],
        {
          bindings: { topic: 1 },
        },
      ),
    );
    expect(binding).toMatchObject({
      reason: "UNKNOWN_BINDING",
      template: "{{bindings.topik}}",
      nearestNames: ["topic"],
    });
    expect(step).toMatchObject({ reason: "UNKNOWN_STEP", nearestNames: ["research"] });
  });

  it("[C1] refuses the roots input and execution and a name without output", () => {
    const problems = problemsOf(typed([echo(["{{input.x}}", "{{execution.id}}", "{{topic}}", "{{bindings}}"])]));
    expect(problems.map((problem) => problem.kind === "TEMPLATE_INVALID" && problem.reason)).toEqual([
      "NOT_REFERABLE",
      "NOT_REFERABLE",
      "SYNTAX",
      "SYNTAX",
    ]);
  });

  it("[C1] reports malformed templates as such, with their place", () => {
    expect(onlyProblem(typed([echo({ deep: ["{{ oops"] })]))).toMatchObject({
      kind: "TEMPLATE_INVALID",
      reason: "SYNTAX",
      argument: "value.deep.0",
      template: "{{ oops",
      path: ["source", "plan", "steps", "0", "tool", "arguments", "value", "deep", "0"],
    });
  });

  it("[R10] refuses ids in after that do not exist, are the step itself, or come later in a sequence", () => {
    const step = (stepId: string, after: readonly string[]) => ({ tool: { stepId, toolName: "echo", after } });
    const problems = problemsOf(typed([step("a", ["a", "bb", "b"]), step("b", [])], { schedule: "SEQUENTIAL" }));
    expect(problems.map(({ path }) => path.join("."))).toEqual([
      "source.plan.steps.0.tool.after.0",
      "source.plan.steps.0.tool.after.1",
      "source.plan.steps.0.tool.after.2",
    ]);
    expect(problems[1]?.message).toContain("nearest: b");
  });
});

describe("which fields and types a reference may have", () => {
  it("[P13][P17] refuses a field that the producer's output schema does not have, with every fact", () => {
    const compilation = toolCalls([
      call("plain_research", {}),
      call("create_blog_post", { artifact_id: "$0.output.artifact_id", skill_id: "x", instructions: "y" }),
    ]);
    expect(onlyProblem(compilation)).toEqual({
      kind: "TEMPLATE_INVALID",
      message: expect.stringContaining('"plain_research" has no field "artifact_id"'),
      path: ["source", "document", "calls", "1", "arguments", "artifact_id"],
      reason: "FIELD_NOT_FOUND",
      stepId: "step1",
      stepIndex: 1,
      argument: "artifact_id",
      template: "$0.output.artifact_id",
      sourceCallable: "plain_research",
      field: "artifact_id",
      availableFields: ["topic", "sources"],
      nearestNames: [],
      expectedType: null,
      actualType: null,
    });
    expect(compilation).toMatchObject({ ok: false, plan: { steps: [{}, {}] } });
  });

  it("[P13] finds nested fields and suggests the nearest for one that is missing", () => {
    const calls = (template: string) => [call("research_blog", { topic: "x" }), call("anything", { a: template })];
    expect(toolCalls(calls("$0.output.artifact.title")).ok).toBe(true);
    expect(onlyProblem(toolCalls(calls("$0.output.artifact.titel")))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      field: "artifact.titel",
      availableFields: ["title", "sections", "sources"],
      nearestNames: ["title"],
    });
  });

  it("[P14] refuses a value that can never fit the argument, with both types", () => {
    const compilation = typed([
      { tool: { stepId: "a", toolName: "echo" } },
      { tool: { toolName: "strict", arguments: { name: "{{a.output.count}}", count: "{{a.output.count}}" } } },
    ]);
    expect(onlyProblem(compilation)).toMatchObject({
      reason: "TYPE_MISMATCH",
      argument: "name",
      template: "{{a.output.count}}",
      sourceCallable: "echo",
      expectedType: "string",
      actualType: "integer",
    });
  });

  it("[P14] takes text with references in it for a string", () => {
    const steps = (args: object) => [
      { tool: { stepId: "a", toolName: "echo" } },
      { tool: { toolName: "strict", arguments: args } },
    ];
    expect(typed(steps({ name: "n {{a.output.count}}" })).ok).toBe(true);
    expect(onlyProblem(typed(steps({ name: "xx", count: "n {{a.output.count}}" })))).toMatchObject({
      reason: "TYPE_MISMATCH",
      template: "n {{a.output.count}}",
      expectedType: "integer",
      actualType: "string",
    });
  });

  it("[C4] warns of what it cannot know, outputs of tools without an output schema included", () => {
    const silent = accepted(typed([{ tool: { stepId: "a", toolName: "silent" } }, echo("{{a.output}}")]));
    expect(silent.references).toMatchObject([{ presence: "unknown", sourcePart: "OUTPUT" }]);
    expect(silent.warnings).toMatchObject([{ code: "REFERENCE_UNKNOWN", stepId: "step1" }]);
    expect(silent.warnings[0]?.message).toMatch(
      /"silent" declares no output schema.*its text is \{\{steps\.a\.text\}\}/,
    );
    const { references, warnings } = accepted(
      typed(
        [
          { tool: { stepId: "a", toolName: "anything" } },
          { tool: { stepId: "b", toolName: "plain_research" } },
          { tool: { stepId: "c", toolName: "echo", policy: { continueOnFailure: true } } },
          { tool: { toolName: "strict", arguments: { name: "{{a.output.x}}" } } },
          { tool: { toolName: "strict", arguments: { name: "{{b.output.topic}}" } } },
          { tool: { toolName: "anything", arguments: { x: "{{c.output.value}}", y: "{{bindings.k}}" } } },
        ],
        { bindings: { k: 1 } },
      ),
    );
    expect(references.map(({ presence, relation }) => [presence, relation])).toEqual([
      ["unknown", "overlap"],
      ["optional", "overlap"],
      ["optional", "subset"],
      ["unknown", "subset"],
    ]);
    expect(warnings.map(({ code, stepId }) => [stepId, code])).toEqual([
      ["step3", "REFERENCE_UNKNOWN"],
      ["step4", "REFERENCE_OPTIONAL"],
      ["step4", "TYPE_OVERLAP"],
      ["step5", "REFERENCE_OPTIONAL"],
      ["step5", "REFERENCE_UNKNOWN"],
    ]);
  });

  it("[P18] resolves fields against the output schema alone, so the text content of a tool cannot be referenced", () => {
    const compilation = typed([{ tool: { stepId: "a", toolName: "echo" } }, echo("{{a.output.content}}")]);
    expect(onlyProblem(compilation)).toMatchObject({ reason: "FIELD_NOT_FOUND", field: "content" });
  });

  it("[P26] finds artifact_id, artifact.title and _metadata.context_id of a tool that produces artifacts", () => {
    const templates = ["$0.output.artifact_id", "$0.output.artifact.title", "$0.output._metadata.context_id"];
    const { references } = accepted(
      toolCalls([call("research_blog", { topic: "x" }), call("anything", { templates })]),
    );
    expect(references.map(({ source }) => source)).toEqual([
      "/artifact_id",
      "/artifact/title",
      "/_metadata/context_id",
    ]);
  });

  it("[C17] takes artifact_id and _metadata for fields of a tool that declares only its artifact", () => {
    const bare = toolOf("bare", {}, { type: "object", properties: { artifact: { type: "object" } } });
    const target = toolOf("target", { properties: { id: { type: "string" }, when: { type: "integer" } } }, null);
    const callable = (name: string) => [bare, target].find((one) => one.name === name);
    const use = (args: object) => toolCalls([call("bare", {}), call("target", args)], { callable });
    expect(accepted(use({ id: "$0.output.artifact_id" })).references).toMatchObject([
      { presence: "optional", relation: "subset" },
    ]);
    expect(onlyProblem(use({ when: "$0.output._metadata.executed_at" }))).toMatchObject({ reason: "TYPE_MISMATCH" });
    expect(onlyProblem(use({ id: "$0.output._metadata.nothing" }))).toMatchObject({ reason: "FIELD_NOT_FOUND" });
  });

  it("[R11][C3] checks every choice of a coalesce and takes the union of their types", () => {
    const steps = (...choices: readonly unknown[]) => [
      { tool: { stepId: "a", toolName: "plain_research" } },
      { tool: { stepId: "b", toolName: "echo" } },
      { tool: { stepId: "s", toolName: "strict", arguments: { name: { coalesce: choices } } } },
    ];
    const fits = accepted(typed(steps("{{a.output.topic}}", "{{b.output.note}}", "none")));
    expect(fits.references.map(({ target }) => target)).toEqual(["/name/coalesce/0", "/name/coalesce/1"]);
    expect(fits.warnings.map(({ code }) => code)).not.toContain("REFERENCE_OPTIONAL");
    expect(onlyProblem(typed(steps("{{a.output.gone}}", "none")))).toMatchObject({ reason: "FIELD_NOT_FOUND" });
    expect(typed(steps("{{b.output.count}}", "none")).ok).toBe(true);
    const mismatches = problemsOf(typed(steps("{{b.output.count}}", 7)));
    expect(mismatches.map(({ kind }) => kind)).toEqual(["TEMPLATE_INVALID", "SCHEMA_VIOLATION"]);
  });

  it("[C3] takes an escaped coalesce for a plain object, and refuses one without choices", () => {
    const { plan } = accepted(typed([echo({ "\\coalesce": ["{{", "x"].slice(1) })]));
    expect(plan.steps[0]).toMatchObject({ arguments: { value: { value: { coalesce: ["x"] } } } });
    for (const choices of [[], "x", {}]) {
      expect(onlyProblem(typed([echo({ coalesce: choices })])).message).toContain("an array of at least one choice");
    }
  });

  it("[P11] reports all problems of a plan at once", () => {
    const problems = problemsOf(
      typed(
        [
          echo("{{ oops", { stepId: "a" }),
          { tool: { stepId: "b", toolName: "ecko", arguments: { value: "{{nobody.output.x}}" } } },
          { tool: { stepId: "c", toolName: "strict", arguments: { nam: "x", count: "{{d.output.value}}" } } },
          { tool: { stepId: "d", toolName: "echo", policy: { timeoutMs: 10_000_000 } } },
        ],
        { requestedLimits: { maxSteps: 3, maxParallel: 0 }, bindings: [] },
      ),
    );
    const found = problems.map((problem) => (problem.kind === "TEMPLATE_INVALID" ? problem.reason : problem.kind));
    expect(found.sort()).toEqual([
      "INVALID_INPUT",
      "INVALID_INPUT",
      "LIMIT_EXCEEDED",
      "LIMIT_EXCEEDED",
      "SCHEMA_VIOLATION",
      "SYNTAX",
      "TYPE_MISMATCH",
      "UNKNOWN_CALLABLE",
      "UNKNOWN_STEP",
    ]);
  });
});

describe("which callables exist", () => {
  it("[E12] accepts only the exact name and suggests the nearest, three at most", () => {
    const problem = onlyProblem(toolCalls([call("Echo", {})]));
    expect(problem).toMatchObject({
      kind: "UNKNOWN_CALLABLE",
      name: "Echo",
      nearestNames: ["echo"],
      path: ["source", "document", "calls", "0", "tool_name"],
    });
    const callableNames = () => ["tool_a", "tool_b", "tool_c", "tool_d", "unrelated_name"];
    expect(onlyProblem(toolCalls([call("tool_x", {})], { callableNames }))).toMatchObject({
      nearestNames: ["tool_a", "tool_b", "tool_c"],
    });
    expect(
      onlyProblem(compile({ kind: "TYPED", plan: { steps: [{ tool: { toolName: "constructor" } }] } })),
    ).toMatchObject({
      kind: "UNKNOWN_CALLABLE",
    });
  });
});

describe("the status of a step", () => {
  const source = { tool: { stepId: "source", toolName: "echo", arguments: { value: "x" } } };
  const use = (args: object) => ({ tool: { toolName: "strict", arguments: args } });

  it("[N295] is a string of five values without fields", () => {
    accepted(typed([source, use({ name: "{{steps.source.status}}" })]));
    expect(onlyProblem(typed([source, use({ name: "ok", count: "{{source.status}}" })]))).toMatchObject({
      reason: "TYPE_MISMATCH",
      expectedType: "integer",
    });
    expect(onlyProblem(typed([source, use({ name: "{{steps.source.status.code}}" })]))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      message: expect.stringContaining('the status of a step, a string, has no field "code"'),
    });
    expect(onlyProblem(typed([use({ name: "{{steps.sorce.status}}" }), source]))).toMatchObject({
      reason: "UNKNOWN_STEP",
      nearestNames: ["source"],
    });
  });

  it("[N295] is distinguished from an output that has a member of that name, and written back as it was read", () => {
    const steps = [source, use({ name: "{{steps.source.output.value}} {{steps.source.status}}" })];
    const { plan, references } = accepted(typed(steps));
    expect(references).toMatchObject([{ sourcePart: "OUTPUT" }, { sourcePart: "STATUS", source: "" }]);
    expect(JSON.stringify(documentOf(plan))).toContain("{{steps.source.output.value}} {{steps.source.status}}");
  });
});

describe("the count of a map or loop", () => {
  const step = { tool: { toolName: "echo", arguments: { value: "x" } } };
  const loop = { loop: { stepId: "poll", step, until: "true", maxIterations: 2 } };
  const use = (count: string) => ({ tool: { toolName: "strict", arguments: { name: "ok", count } } });

  it("[N350] is a whole number without fields, and no other step has one", () => {
    const { plan, references } = accepted(typed([loop, use("{{steps.poll.count}}")]));
    expect(references).toMatchObject([{ sourcePart: "COUNT", source: "" }]);
    expect(JSON.stringify(documentOf(plan))).toContain("{{steps.poll.count}}");
    expect(onlyProblem(typed([loop, use("{{poll.count.x}}")]))).toMatchObject({ reason: "FIELD_NOT_FOUND" });
    const single = { tool: { ...step.tool, stepId: "poll" } };
    expect(onlyProblem(typed([single, use("{{steps.poll.count}}")]))).toMatchObject({
      reason: "NOT_REFERABLE",
      message: expect.stringContaining("only a map or loop has a count"),
    });
  });
});
