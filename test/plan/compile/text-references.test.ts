/** The text of a step in references: how it is spelled, what it is checked against, and who has none. */
import { describe, expect, it } from "vitest";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { humanInputCallable, humanInputCallableName } from "../../../src/plan/human-input-callable.ts";
import { operandDocument } from "../../../src/plan/operands/operand.ts";
import { resultText } from "../../../src/plan/result-text.ts";
import { toolOf } from "../../support/plan/callables.ts";
import { accepted, onlyProblem, orchestrate, planTools, toolCalls, typed } from "../../support/plan/compiled-plan.ts";

const flow: CallableDefinition = { ...toolOf("flow", { type: "object" }, { type: "object" }), kind: "WORKFLOW" };
const writer: CallableDefinition = { ...toolOf("writer", { type: "object" }, null), kind: "AGENT" };
const callable = (name: string) => [...planTools, flow, writer, humanInputCallable].find((one) => one.name === name);

const silent = { tool: { stepId: "a", toolName: "silent" } };
const use = (value: unknown) => ({ tool: { stepId: "use", toolName: "anything", arguments: { value } } });
const strict = (given: object) => ({ tool: { stepId: "use", toolName: "strict", arguments: given } });

describe("the text of a step", () => {
  it.each(["{{steps.a.text}}", "{{a.text}}", '{{steps["a"].text}}', "$0.text"])(
    "[N1] is reached by %s, and is a string that is there",
    (template) => {
      const { references, warnings } = accepted(typed([silent, strict({ name: template })]));
      expect(references).toMatchObject([
        { sourceStepId: "a", sourcePart: "TEXT", source: "", presence: "required", relation: "overlap" },
      ]);
      expect(warnings.map(({ code }) => code)).toEqual(["TYPE_OVERLAP"]);
    },
  );

  it("[N1] is refused where no string fits", () => {
    expect(onlyProblem(typed([silent, strict({ name: "xx", count: "$0.text" })]))).toMatchObject({
      reason: "TYPE_MISMATCH",
      actualType: "string",
    });
  });

  it("[N1, C1] stands in text, in conditions and in the documents of other dialects", () => {
    accepted(
      typed([silent, { tool: { ...use("It says: {{steps.a.text}}!").tool, when: "'sun' in {{steps.a.text}}" } }]),
    );
    accepted(typed([silent, { tool: { ...use("x").tool, when: "${steps.a.text} == 'x' or $0.text == 'y'" } }]));
    accepted(
      toolCalls([
        { tool_name: "silent", arguments: {} },
        { tool_name: "anything", arguments: { value: "$0.text" } },
      ]),
    );
    accepted(
      orchestrate([
        { id: "a", type: "agent", agent: { agent_id: "silent" } },
        { id: "b", type: "agent", agent: { agent_id: "anything", with: { value: "{{steps.a.text}}" } } },
      ]),
    );
  });

  it("[N1, R30] is escaped like an output: $$0.text is the text $0.text", () => {
    expect(accepted(typed([silent, use("$$0.text")])).references).toEqual([]);
    const literal = { kind: "literal", value: "$0.text" } as const;
    expect(operandDocument(literal)).toBe("$$0.text");
  });

  it("[N1] keeps its canonical spelling, and an id with dots wins as an output", () => {
    const { plan } = accepted(typed([silent, use("$0.text")]));
    const [, last] = plan.steps;
    expect(last?.kind === "TOOL" ? operandDocument(last.arguments) : null).toEqual({ value: "{{steps.a.text}}" });
    const dotted = { tool: { stepId: "a.text", toolName: "anything" } };
    expect(accepted(typed([silent, dotted, use("{{a.text.output}}")])).references).toMatchObject([
      { sourceStepId: "a.text", sourcePart: "OUTPUT" },
    ]);
    expect(accepted(typed([silent, dotted, use("{{a.text.text}}")])).references[0]).toMatchObject({
      sourceStepId: "a.text",
      sourcePart: "TEXT",
    });
  });

  it("[N1] has no fields", () => {
    expect(onlyProblem(typed([silent, use("{{a.text.length}}")]))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
      field: "length",
      message: expect.stringContaining('the text of "silent", a string, has no field'),
    });
  });

  it.each([
    ["flow", "is a workflow"],
    [humanInputCallableName, "is answered by a person"],
  ])("[N2] is refused of %s, which has none", (toolName, words) => {
    const problem = onlyProblem(
      typed([{ tool: { stepId: "a", toolName, arguments: { prompt: "?" } } }, use("{{a.text}}")], { callable }),
    );
    expect(problem).toMatchObject({ kind: "TEMPLATE_INVALID", reason: "NO_TEXT", sourceCallable: toolName });
    expect(problem.message).toContain(words);
  });

  it("[N2] is that of the step which counts in a group of which one does, and refused of one that collects", () => {
    const group = (mergeStrategy: string, ...tools: string[]) => ({
      parallel: { stepId: "g", mergeStrategy, steps: tools.map((toolName) => ({ tool: { toolName } })) },
    });
    const first = accepted(typed([group("FIRST_SUCCESS", "silent", "writer"), use("{{g.text}}")], { callable }));
    expect(first.references).toMatchObject([{ presence: "required" }]);
    expect(
      onlyProblem(typed([group("FIRST_SUCCESS", "silent", "flow"), use("{{g.text}}")], { callable })),
    ).toMatchObject({
      reason: "NO_TEXT",
    });
    expect(onlyProblem(typed([group("COLLECT_ALL", "silent"), use("{{g.text}}")]))).toMatchObject({
      reason: "NO_TEXT",
    });
    expect(accepted(typed([group("COLLECT_ALL", "silent", "echo"), use("{{g.0.text}}")])).references).toMatchObject([
      { sourceStepId: "g.0", presence: "optional" },
    ]);
  });

  it("[N1, C3] may be absent where an output may be: after a failure that is allowed, and null after a condition", () => {
    const mayFail = { tool: { ...silent.tool, policy: { continueOnFailure: true } } };
    expect(accepted(typed([mayFail, use("$0.text")])).references).toMatchObject([{ presence: "optional" }]);
    const skippable = { tool: { ...silent.tool, when: "false" } };
    expect(accepted(typed([skippable, strict({ name: "$0.text" })])).warnings.map(({ code }) => code)).toEqual([
      "TYPE_OVERLAP",
    ]);
  });

  it("[N3] passes with a warning into the output of a tool without an output schema, which names its text", () => {
    for (const template of ["$0.output", "$0.output.x.y", "{{a.output.list[0]}}"]) {
      const { references, warnings } = accepted(typed([silent, use(template)]));
      expect(references).toMatchObject([{ presence: "unknown" }]);
      expect(warnings).toMatchObject([{ code: "REFERENCE_UNKNOWN" }]);
      expect(warnings[0]?.message).toContain("its text is {{steps.a.text}}");
    }
  });

  it("[N3] types the output of a tool without an output schema by that of the step", () => {
    const outputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const declared = { tool: { ...silent.tool, outputSchema } };
    expect(accepted(typed([declared, strict({ name: "xx", count: "$0.output.n" })])).references).toMatchObject([
      { presence: "required", relation: "subset" },
    ]);
    expect(onlyProblem(typed([declared, use("$0.output.m")]))).toMatchObject({ reason: "FIELD_NOT_FOUND" });
  });
});

describe("the text of a result", () => {
  const textBlock = (text: string) => ({ type: "text", text });

  it.each([
    [
      "the text blocks, joined by a line feed",
      [textBlock("a"), { type: "image", data: "" }, textBlock("b")],
      { x: 1 },
      "a\nb",
    ],
    ["an empty text block as it is", [textBlock("")], { x: 1 }, ""],
    ["the JSON of the output without a text block", [], { x: 1 }, '{"x":1}'],
    ["a string that is the output", [], "plain", "plain"],
    ["the text of an agent of ours that answered directly", [], { text: "hello" }, "hello"],
    ["all that a remote agent said", { text: "said", artifacts: [], statusMessage: null }, { x: 1 }, "said"],
    [
      "the data of a remote agent that said nothing",
      { text: "", artifacts: [], statusMessage: null },
      { x: 1 },
      '{"x":1}',
    ],
    ["the result of an agent behind HTTP", { request_id: "r", status: "success", result: "done" }, "done", "done"],
    ["nothing of nothing", [], undefined, ""],
  ])("[N1] is %s", (_, content, output, text) => {
    expect(resultText(content, output)).toBe(text);
  });
});
