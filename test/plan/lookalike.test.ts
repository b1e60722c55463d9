import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../src/plan/dialects/plan-document.ts";
import { escapeLookalikes, readLookalikes } from "../../src/plan/lookalike.ts";
import { readText } from "../../src/plan/reference.ts";
import { processorMs } from "../support/engine/processor-time.ts";
import {
  accepted,
  compile,
  onlyProblem,
  orchestrate,
  problemsOf,
  toolCalls,
  typed,
} from "../support/plan/compiled-plan.ts";

const dollar = "$";
/** Variables of a shell or a template literal, kept apart from those of this file. */
const braced = (chain: string) => `${dollar}{${chain}}`;

const echo = { tool_name: "echo", arguments: {} };
const withText = (value: unknown) => toolCalls([echo, { tool_name: "anything", arguments: { v: value } }]);
const readValue = (text: string) => {
  const [, step] = accepted(withText(text)).plan.steps;
  return step?.kind === "TOOL" && step.arguments.kind === "literal" ? step.arguments.value : step;
};

describe("text that looks like a reference and is none", () => {
  it.each([
    ["$x.output.v", "$0.output.v"],
    ["$step0.output.v", "{{steps.step0.output.v}}"],
    ["$call_0.output.v", "$0.output.v"],
    ["$0.outputs.v", "$0.output.v"],
    ["$0.result.v", "$0.output.v"],
    ["$0.v", "$0.output.v"],
    ["$0.structuredContent.v", "$0.output.v"],
    ['$0["v"]', "$0.output.v"],
    [braced("0.output.v"), "$0.output.v"],
    [braced(" 0.v "), "$0.output.v"],
    [braced("step0.output.v"), "{{steps.step0.output.v}}"],
    [braced("steps.step0.output.v[1]"), "{{steps.step0.output.v[1]}}"],
    ["$steps.step0.output.v", "{{steps.step0.output.v}}"],
    ["$steps.step0.v", "{{steps.step0.output.v}}"],
    [" $0.output.v\n", "$0.output.v"],
  ])("[N60] refuses %s as SYNTAX with the nearest valid spelling", (template, nearest) => {
    const problem = onlyProblem(withText(template));
    expect(problem).toMatchObject({
      kind: "TEMPLATE_INVALID",
      reason: "SYNTAX",
      template: template.trim(),
      stepId: "step1",
      stepIndex: 1,
      argument: "v",
      path: ["source", "document", "calls", "1", "arguments", "v"],
    });
    if (problem.kind !== "TEMPLATE_INVALID") throw new Error("Expected a problem of a template");
    expect(problem.nearestNames[0]).toBe(nearest);
    expect(problem.message).toContain(`write $${template.trim()} if the text is meant; nearest: ${nearest}`);
    expect(readText(nearest).kind).toBe("REFERENCE");
  });

  it("[N60] refuses $0.content and names a valid spelling first", () => {
    const problem = onlyProblem(withText("$0.content"));
    expect(problem).toMatchObject({ kind: "TEMPLATE_INVALID", reason: "SYNTAX", template: "$0.content" });
    if (problem.kind !== "TEMPLATE_INVALID") throw new Error("Expected a problem of a template");
    expect(problem.nearestNames).toContain("$0.output.content");
    for (const nearest of problem.nearestNames) expect(readText(nearest).kind).toBe("REFERENCE");
  });

  it("[N60] names the binding that a lookalike probably means", () => {
    const call = { tool_name: "anything", arguments: { v: "$bindings.topik.name" } };
    const problem = onlyProblem(toolCalls([call], { bindings: { topic: {} } }));
    expect(problem).toMatchObject({ reason: "SYNTAX", nearestNames: ["{{bindings.topic.name}}"] });
  });

  it("[N60] refuses it in every dialect, in a workflow's output and in nested arguments", () => {
    const deep = { v: ["a", { w: "$x.output.v" }] };
    for (const [compilation, argument] of [
      [typed([{ tool: { toolName: "anything", arguments: deep } }]), "v.1.w"],
      [orchestrate([{ id: "a", type: "agent", agent: { agent_id: "anything", with: deep } }]), "v.1.w"],
      [toolCalls([{ tool_name: "anything", arguments: deep }]), "v.1.w"],
      [typed([{ tool: { stepId: "a", toolName: "echo" } }], { output: { w: "$a.output.value" } }), "w"],
    ] as const) {
      expect(onlyProblem(compilation)).toMatchObject({ reason: "SYNTAX", argument });
    }
  });

  it("[N60] refuses it in the strings of conditions, with the escape that is the text", () => {
    const when = (text: string) =>
      typed([{ tool: { stepId: "a", toolName: "echo" } }, { tool: { toolName: "anything", when: text } }]);
    for (const text of ["$x.output.v", "$0.outputs.v", "see $0.output.v"]) {
      const [problem] = problemsOf(when(`{{a.output.value}} == '${text}'`));
      expect(problem?.message).toContain(text.replace("see ", ""));
    }
    const [, step] = accepted(when("{{a.output.value}} == '$$x.output.v'")).plan.steps;
    expect(step?.when?.cel).toBe('v.r0 == "$x.output.v"');
  });

  it("[N61] warns of one within a longer text, with its place and both spellings, and leaves the text as it is", () => {
    const { plan, warnings } = accepted(withText("See $0.output.value."));
    expect(warnings).toEqual([
      {
        code: "TEXT_LIKE_REFERENCE",
        message:
          "The text in v of step step1 holds $0.output.value, which looks like a reference and stays text; write {{steps.step0.output.value}} for the value, $$0.output.value for the text",
        path: ["source", "document", "calls", "1", "arguments", "v"],
        stepId: "step1",
      },
    ]);
    expect(plan.steps[1]).toMatchObject({ arguments: { value: { v: "See $0.output.value." } } });
  });

  it("[N61] warns beside a reference, of prompts of agents and of the output of a workflow", () => {
    const beside = accepted(withText(`{{step0.output.value}} and ${braced("step0.output.note")}, $0.content`));
    expect(beside.warnings).toMatchObject([{ code: "TEXT_LIKE_REFERENCE", stepId: "step1" }]);
    expect(beside.warnings[0]?.message).toContain("and 1 more such texts");
    const output = accepted(
      typed([{ tool: { stepId: "a", toolName: "echo" } }], { output: { w: "is $a.output.value" }, outputPath: ["o"] }),
    );
    expect(output.warnings).toMatchObject([{ code: "TEXT_LIKE_REFERENCE", path: ["o", "w"], stepId: "" }]);
  });

  it.each([
    ["$$x.output.v", "$x.output.v"],
    ["$$$x.output.v", "$$x.output.v"],
    ["$$0.content", "$0.content"],
    ["$$0.v", "$0.v"],
    ["$$0.output.value", "$0.output.value"],
    ["See $$0.output.value and $$$x.output.", "See $0.output.value and $$x.output."],
    [`$${braced("0.output.v")}`, braced("0.output.v")],
  ])("[N62] takes the escape of %s away exactly once, without a warning", (written, text) => {
    expect(readValue(written)).toEqual({ v: text });
    expect(accepted(withText(written)).warnings).toEqual([]);
  });

  it.each([
    "$5",
    "$100.50",
    "US$0.99 or $1.5k",
    "$HOME",
    braced("HOME"),
    `${braced("HOME")}/x`,
    `${braced("x:-default")}`,
    "echo $HOME/output.txt > $TMPDIR",
    "$(ls $1.txt)",
    "awk '{print $1.$2}'",
    "kill $$",
    "$$",
    "$.get",
    "$.store.book[0].output",
    "$el.text()",
    "$('#output').text()",
    "$process.output()",
    "$scope.items",
    "^a$",
    "^[a-z]+$|^output$",
    "a$b.c",
    "$ref",
    "$schema",
    "$1",
    "$& and $1",
    "$x^2$",
    "$A$1",
    "costs $5.",
    "I paid $20.then left",
    "{x.output.v}",
    "$items.price",
    "$output.v",
    "query($id: ID!) { node(id: $id) { id } }",
    braced("process.env.OUTPUT"),
    `const a = \`${braced("a.b")}\`;`,
  ])("[N63] leaves %s alone: no refusal, no warning, not a letter changed", (text) => {
    expect(readValue(text)).toEqual({ v: text });
    expect(accepted(withText(text)).warnings).toEqual([]);
  });

  it("[N63] never touches a text without $ and {{", () => {
    const plain = fc
      .oneof(
        fc.string(),
        fc.string({ unit: fc.constantFrom("{", "}", "\\", "0", ".output", "x", ".v", "steps", " ", "[0]", "@", "%") }),
      )
      .filter((text) => !text.includes("$") && !text.includes("{{"));
    fc.assert(
      fc.property(plain, (text) => {
        expect(readText(text)).toEqual({ kind: "LITERAL", text, lookalikes: [] });
      }),
      { numRuns: 2_000 },
    );
  });

  it("[N62] reads back any text that it has escaped", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        "$",
        "{",
        "}",
        "0",
        "x",
        ".output",
        ".outputs",
        ".v",
        "[0]",
        '["v"]',
        " ",
        "(",
        "steps.",
        "\n",
      ),
    });
    fc.assert(
      fc.property(hostile, fc.boolean(), fc.constantFrom("TEXT", "VARIABLES"), (text, isAll, braces) => {
        const reading = readLookalikes(escapeLookalikes(text, isAll, braces), isAll, braces);
        expect(reading).toEqual({ text, lookalikes: [] });
      }),
      { numRuns: 5_000 },
    );
  });

  it("[N60] takes time in proportion to the text, however hostile", () => {
    for (const unit of [
      "$",
      "$a",
      "$a.b",
      `${dollar}{`,
      `${dollar}{a`,
      '$a["',
      '$a["\\"',
      "$0[",
      "$a.output(",
      "$x.",
      `${dollar}{   `,
    ]) {
      const text = unit.repeat(Math.ceil(400_000 / unit.length));
      const before = processorMs();
      readText(text);
      expect(processorMs() - before, unit).toBeLessThan(1_000);
    }
  });

  it("[N62] gives a plan out with such texts escaped, so that it can be sent again as it is", () => {
    for (const text of ["$$x.output.v", "See $0.output.value.", "$$0.content"]) {
      const { plan, planHash } = accepted(withText(text));
      const again = accepted(compile({ kind: "DOCUMENT", document: documentOf(plan), dialect: undefined }));
      expect(again.planHash).toBe(planHash);
      expect(again.warnings).toEqual([]);
    }
  });
});
