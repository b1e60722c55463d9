/** Conditions of steps: what they say, what is refused before anything runs, and how they are written back. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { planHash } from "../../../src/plan/dialects/plan-hash.ts";
import { evaluateCondition } from "../../../src/plan/expressions/evaluate-condition.ts";
import { writeExpression } from "../../../src/plan/expressions/expression-text.ts";
import { readCondition } from "../../../src/plan/expressions/read-expression.ts";
import type { Condition, Reference } from "../../../src/plan/plan.ts";
import { type Expression, pathOf } from "../../../src/plan/reference.ts";
import { readFrom } from "../../../src/plan/reference-reader.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { accepted, compile, onlyProblem, orchestrate, problemsOf, typed } from "../../support/plan/compiled-plan.ts";

/** Every name is one of an initial binding. */
function bind(expression: Expression): Reference {
  const written = expression.kind === "INDEX" ? ["$", ...expression.path] : pathOf(expression.links);
  const path = written[0] === "bindings" ? written.slice(1) : written;
  return { root: "bindings", id: String(path[0]), path: path.slice(1), expression: expression.text };
}

function condition(text: string): Condition {
  const reading = readCondition(text, bind);
  if (!reading.ok) throw new Error(`Cannot read ${text}: ${reading.finding}`);
  return reading.condition;
}

function finding(text: string): string {
  const reading = readCondition(text, bind);
  if (reading.ok) throw new Error(`Expected a finding of ${text}, found ${reading.condition.cel}`);
  return reading.finding;
}

function outcome(text: string, values: JsonObject) {
  return evaluateCondition(condition(text), {
    read: (reference) =>
      readFrom(reference, Object.hasOwn(values, reference.id) ? values[reference.id] : undefined, "nothing"),
    bytesOf: () => undefined,
  });
}

/** Whether `text` holds; the words of the failure if it cannot be evaluated. */
function holds(text: string, values: JsonObject): boolean | string {
  const found = outcome(text, values);
  return found.kind === "FAILED" ? found.failure.message : found.kind === "TRUE";
}

const when = (text: string, more: object = {}) => ({ tool: { toolName: "echo", when: text, ...more } });
const source = { tool: { stepId: "a", toolName: "echo" } };

describe("the value of a condition", () => {
  it("[R1][E13] is not changed by output text that looks like an expression", () => {
    for (const hostile of [
      "y' == 'y' or 'a",
      'y" == "y" || "a',
      "x' or True or '",
      "{{t}}",
      "${t}",
      "v.r0",
      "') || ('1' == '1",
    ]) {
      for (const text of ["'{{s}}' == 'a'", '"{{s}}" == "a"', "{{s}} == 'a'", "${s} == 'a'", "$0.output.s == 'a'"]) {
        expect(holds(text, { s: hostile, $: { s: hostile }, t: "a" })).toBe(false);
      }
      expect(holds("{{s}} == {{same}}", { s: hostile, same: hostile })).toBe(true);
    }
  });

  it("[R2] compares with text that has quotes in it", () => {
    expect(holds("{{s}} == 'yes'", { s: "it's" })).toBe(false);
    expect(holds(`'{{s}}' == "it's"`, { s: "it's" })).toBe(true);
    expect(holds("'{{s}}' == 'it\\'s'", { s: "it's" })).toBe(true);
    expect(holds("'\"' in '{{s}}'", { s: 'say "it\'s"' })).toBe(true);
  });

  it("[R3] is the same for a text whether its reference stands in quotes or bare, in every spelling", () => {
    for (const spelling of ["{{s}}", "'{{s}}'", '"{{ s }}"', "${s}", "'${ s }'", "{{ s }}"]) {
      expect(holds(`${spelling} == 'x'`, { s: "x" })).toBe(true);
      expect(holds(`${spelling} != 'x'`, { s: "y" })).toBe(true);
    }
    expect(holds("$0.output.s == 'x'", { $: { s: "x" } })).toBe(true);
    expect(holds("'$0.output.s' == 'x'", { $: { s: "x" } })).toBe(true);
    expect(holds("$0.output.s.startsWith('x')", { $: { s: "xy" } })).toBe(true);
  });

  it("[R4] knows membership in lists, texts and objects", () => {
    expect(holds("{{s}} in ['x', 'y']", { s: "x" })).toBe(true);
    expect(holds("'{{s}}' not in ['x', 'y']", { s: "x" })).toBe(false);
    expect(holds("{{n}} in [1, 2.5, 'three']", { n: 2.5 })).toBe(true);
    expect(holds("{{n}} in {{list}}", { n: 3, list: [1, 2, 3] })).toBe(true);
    expect(holds("'Error' in '{{s}}'", { s: "Error: no" })).toBe(true);
    expect(holds("'key' in {{o}}", { o: { key: null } })).toBe(true);
  });

  it("compares whole numbers with fractions, and is false for values of other kinds", () => {
    for (const [text, n, expected] of [
      ["{{n}} > 3", 5, true],
      ["{{n}} > 3", 5.5, true],
      ["{{n}} == 5", 5, true],
      ["{{n}} == 5.0", 5, true],
      ["{{n}} >= -1", -1, true],
      ["{{n}} == 9007199254740991", 9007199254740990, false],
      ["1 < {{n}} <= 5", 5, true],
      ["{{n}} == '5'", 5, false],
      ["{{n}} == None", 5, false],
      ["{{n}} == true", 1, false],
    ] as const) {
      expect([text, holds(text, { n })]).toEqual([text, expected]);
    }
    expect(holds("size({{l}}) == 2 and {{l}}.size() in [2]", { l: [1, 2] })).toBe(true);
    expect(holds("{{o}} == {{p}}", { o: { a: [1, { b: null }] }, p: { a: [1, { b: null }] } })).toBe(true);
  });

  it("reads a number as JSON does, so that a value equals its own digits, however many they are", () => {
    for (const digits of [
      "9007199254740993",
      "-9007199254740993",
      "9223372036854775807",
      "1".repeat(30),
      "1e25",
      "0.1",
    ])
      expect(holds(`{{n}} == ${digits}`, { n: JSON.parse(digits) as number }), digits).toBe(true);
    expect(finding("{{n}} < 1e400")).toContain("too large");
    expect(finding(`{{n}} < ${"9".repeat(400)}`)).toContain("too large");
  });

  it("gives the words of Python and those of CEL their own precedence", () => {
    expect(holds("not {{n}} > 10", { n: 5 })).toBe(true);
    expect(holds("not {{n}} == 5 or {{n}} == 5", { n: 5 })).toBe(true);
    expect(holds("!({{n}} > 10) && !True || {{n}} == None", { n: 5 })).toBe(false);
    expect(holds("!{{b}} == false", { b: true })).toBe(true);
    expect(holds("True or {{b}} and False", { b: true })).toBe(true);
    expect(condition("'and' == '{{s}}' and not 'or || not' in {{s}}").cel).toBe(
      '("and" == v.r0) && (!("or || not" in v.r0))',
    );
  });

  it("[C3] is that of null for a value that a skipped step left", () => {
    expect(holds("{{s}} == null", { s: null })).toBe(true);
    expect(holds("{{s}} == 'x'", { s: null })).toBe(false);
    expect(holds("{{s}} > 3", { s: null })).toContain("no such overload");
  });
});

describe("a condition that cannot be evaluated", () => {
  it("is a failure and never false", () => {
    const { failure } = outcome("{{s}} > 3", { s: "x" }) as {
      failure: { code: string; retryable: boolean; message: string };
    };
    expect(failure).toMatchObject({ code: "CONDITION_FAILED", retryable: false });
    expect(failure.message).toContain("the condition {{s}} > 3 cannot be evaluated");
    for (const [text, s] of [
      ["{{s}}", "true"],
      ["{{s}}", null],
      ["{{s}}", 1],
      ["not {{s}}", "x"],
      ["{{s}} and true", "x"],
      ["'a' in {{s}}", 5],
      ["{{s}}.contains('a')", ["a"]],
    ] as const)
      expect([text, typeof holds(text, { s })]).toEqual([text, "string"]);
  });

  it("says which reference has no value, unless the condition asks for that first", () => {
    expect(holds("{{s.x}} == 1", { s: { y: 1 } })).toContain('{{s.x}} has no value, found an object without "x"');
    expect(holds("has({{s.x}}) and {{s.x}} == 1", { s: { y: 1 } })).toBe(false);
    expect(holds("has({{s.x}}) and {{s.x}} == 1", { s: { x: 1 } })).toBe(true);
  });

  it("[E13] cannot be made to reach what JavaScript knows of a value", () => {
    for (const name of ["constructor", "__proto__", "toString", "length"]) {
      expect(holds(`{{s.${name}}} == 1`, { s: { a: 1 } })).toContain("has no value");
      expect(holds(`'${name}' in {{s}}`, { s: {} })).toBe(false);
      expect(finding(`{{s}}.${name} == 1`)).toContain("within the reference");
      expect(finding(`{{s}}["${name}"] == 1`)).toContain("within the reference");
    }
    const poisoned = JSON.parse('{"constructor": 1, "__proto__": {"x": 1}, "valueOf": null}') as Json;
    expect(holds("{{s}} == {{s.constructor}}", { s: poisoned })).toBe(false);
    expect(holds("'x' in {{s}} or size({{s}}) != 3", { s: poisoned })).toBe(false);
  });

  it("is a failure for values that are nested too deeply to be looked at", () => {
    let deep: Json = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(holds("{{s}} == {{s}}", { s: deep })).toContain("cannot be evaluated");
  });
});

describe("the text of a condition", () => {
  it("is refused for what no condition needs", () => {
    for (const [text, found] of [
      ["", "an operand, found its end"],
      ["{{s}} ==", "an operand"],
      ["{{s}} == 'x' {{s}}", "an operator or the end"],
      ["{{s} == 1", "a reference such as"],
      ["'open == 1", "a closing quote"],
      ["{{s}} = 1", "an operator or operand"],
      ["s == 1", 'a reference, a string in quotes, a number, true, false, null or a list, found "s == 1"'],
      ["v.r0 == 1", "a reference"],
      ["{{s}}.matches('(a+)+$')", "none but the functions"],
      ["matches({{s}}, 'a')", "none but the functions"],
      ["[1].reduce(x, x > 0)", "none but the functions"],
      ["timestamp({{s}}) == ''", "none but the functions"],
      ["has(1)", "one reference"],
      ["{{s}} + 1", "something that is true or false, found a value of type number"],
      ["{{s}} - > 2", "an operand"],
      ["{{s}} ? true", ":"],
      ["{a: 1} == {{s}}", "the name of a member in quotes"],
      ["{{s}} == 1 == true", "one comparison at a time"],
      ["'a {{s}}' == 'a b'", "a string that is one reference or has none in it"],
      ["'${s} b' == 'a b'", "a string that is one reference or has none in it"],
      ["r'a' == {{s}}", "a reference, a string in quotes"],
      ["'\\q' == {{s}}", "a string without the escape"],
      ["05 == {{s}}", "a decimal number"],
      ["0x1F == {{s}}", "a decimal number"],
      ["1e999 == {{s}}", "too large"],
      ["'text'", "something that is true or false"],
      ["1", "something that is true or false"],
      ["'a' == 1", "a condition whose types fit"],
      ["'a' and true", "a condition whose types fit"],
    ] as const)
      expect([text, finding(text)]).toEqual([text, expect.stringContaining(found)]);
  });

  it("[C1] is refused where its canonical spelling, in which each negation has parentheses, would be refused", () => {
    for (const [text, rest] of [
      ["not ", "{{s}} < {{t}}"],
      ["!", "{{s}}"],
    ] as const) {
      const times = Array.from({ length: 60 }, (_, at) => at).filter((count) => {
        const reading = readCondition(text.repeat(count) + rest, bind);
        return reading.ok && !readCondition(writeExpression(reading.condition), bind).ok;
      });
      expect(times).toEqual([]);
    }
    expect(finding(`${"not ".repeat(40)}{{s}} < {{t}}`)).toContain("at most 32 levels");
  });

  it("is refused quickly when it is huge, deep or made to be slow", () => {
    const started = processorMs();
    expect(finding(`{{s}} == '${"x".repeat(17_000)}'`)).toContain("at most 16384 bytes");
    expect(finding(`${"(".repeat(2_000)}true${")".repeat(2_000)}`)).toContain("at most 32 levels");
    expect(finding(`${"!".repeat(4_000)}true`)).toContain("at most 32 levels");
    expect(finding(`${"not ".repeat(1_000)}true`)).toContain("at most 32 levels");
    expect(finding(`${"[".repeat(2_000)}`)).toContain("at most 32 levels");
    expect(finding(`'${"\\".repeat(4_001)}`)).toContain("a closing quote");
    expect(finding(`"${"{{".repeat(2_000)}"`)).toContain("found {{");
    expect(holds(`${"{{b}} and ".repeat(400)}{{b}}`, { b: true })).toBe(true);
    expect(holds(`${"1 < ".repeat(900)}1`, {})).toBe(false);
    expect(processorMs() - started).toBeLessThan(2_000);
  });

  it("[C1] is refused if what it is written back as could not be sent", () => {
    const long = (parts: number) => Array.from({ length: parts }, () => "true").join("||");
    expect(finding(long(2_100))).toContain("at most 16384 bytes in canonical spelling, found 16796");
    const { plan } = accepted(typed([when(long(2_000))]));
    expect(accepted(compile({ kind: "TYPED", plan: documentOf(plan) })).planHash).toBe(planHash(plan));
  });

  it("[C1] is written back in canonical spelling and read to the same meaning, whatever its texts hold", () => {
    const hostile = fc.oneof(
      fc.string({ unit: fc.constantFrom("{", "}", "\\", "$", "0", ".output", "a", '"', "'", "\n", "(", "v.r0", " ") }),
      fc.constantFrom("{{s}}", "${s}", "$${s}", "$0.output.x", "$$0.output.x", "\\{{s}}", "has(v.r0)", "\u2028😀"),
      fc.string(),
    );
    const operand = fc.oneof(
      hostile.map((literal) => JSON.stringify(literal.replace(/[{$\\]/g, ""))),
      fc.constantFrom("{{s}}", "${t}", '{{s["v.r1"].x[0]}}', "[1, 2.50, -3, 'a']", "size({{t}})", "1e3", "null"),
    );
    const atom = fc
      .tuple(operand, fc.constantFrom("==", "!=", "in", "not in"), operand)
      .map(([left, operator, right]) => `${left} ${operator} ${right}`);
    const text = fc
      .tuple(atom, fc.constantFrom(" and ", " or ", " && not ", " || !!"), atom)
      .map(([left, word, right]) => `(${left})${word}(${right})`);
    fc.assert(
      fc.property(text, (written) => {
        const reading = readCondition(written, bind);
        fc.pre(reading.ok);
        const again = condition(writeExpression(reading.condition));
        expect(again.cel).toBe(reading.condition.cel);
        expect(again.references.map(({ id, path }) => [id, path])).toEqual(
          reading.condition.references.map(({ id, path }) => [id, path]),
        );
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(hostile, (value) => {
        fc.pre(value.isWellFormed());
        const literal: Condition = {
          expression: "",
          cel: `v.r0 == ${JSON.stringify(value)}`,
          references: [bind({ kind: "CHAIN", links: [{ name: "s", quoted: false }], text: "" })],
        };
        const again = condition(writeExpression(literal));
        expect(again.cel).toBe(literal.cel);
        expect(evaluateCondition(again, { bytesOf: () => undefined, read: () => ({ found: true, value }) }).kind).toBe(
          "TRUE",
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe("a condition of a step", () => {
  it("[E13][R7] makes an edge like any reference, also of a group and of a child", () => {
    const { graph, plan } = accepted(
      typed([
        source,
        when("{{a.output.count}} > 3", { stepId: "b" }),
        {
          parallel: {
            stepId: "g",
            when: "'{{steps.b.output.value}}' == 'x'",
            steps: [{ tool: { toolName: "echo", when: "$0.output.count in [1, 2]" } }],
          },
        },
      ]),
    );
    expect(plan.steps.map((step) => step.when?.cel)).toEqual([undefined, "v.r0 > 3", 'v.r0 == "x"']);
    expect(graph.nodes.map(({ blockedBy }) => blockedBy)).toEqual([[], [0], [1], []]);
    const cycle = typed([
      when("{{d.output.count}} > 0", { stepId: "c" }),
      when("${c.output.count} > 0", { stepId: "d" }),
    ]);
    expect(onlyProblem(cycle)).toMatchObject({
      reason: "CYCLE",
      path: ["source", "plan", "steps", "0", "tool", "when"],
    });
    const ofGroup = {
      parallel: { stepId: "c", when: "{{d.output.count}} > 0", steps: [{ tool: { toolName: "echo" } }] },
    };
    expect(onlyProblem(typed([ofGroup, when("{{c.output}} != null", { stepId: "d" })]))).toMatchObject({
      reason: "CYCLE",
    });
  });

  it("[P13][P15][C4] is checked like any reference, at its own place", () => {
    const path = ["source", "plan", "steps", "1", "tool", "when"];
    for (const [text, reason] of [
      ["{{a.output.cuont}} > 3", "FIELD_NOT_FOUND"],
      ["{{b.output.count}} > 3", "UNKNOWN_STEP"],
      ["${mood} == 'x'", "UNKNOWN_BINDING"],
      ["{{step1.output.count}} > 3", "SELF_REFERENCE"],
      ["$5.output.count > 3", "INDEX_OUT_OF_BOUNDS"],
      ["{{input.x}} > 3", "NOT_REFERABLE"],
      ["{{execution.id}} == 'x'", "NOT_REFERABLE"],
      ["{{a.output.value}}", "TYPE_MISMATCH"],
      ["true and not {{a.output.list}}", "TYPE_MISMATCH"],
    ] as const)
      expect(onlyProblem(typed([source, when(text)]))).toMatchObject({
        kind: "TEMPLATE_INVALID",
        reason,
        path,
        argument: "",
      });
    const silent = { tool: { stepId: "a", toolName: "silent" } };
    expect(accepted(typed([silent, when("{{a.output.x}} > 3")])).warnings).toMatchObject([
      { code: "REFERENCE_UNKNOWN" },
    ]);
    expect(onlyProblem(typed([source, when("{{a.output.count}} >")]))).toMatchObject({ kind: "INVALID_INPUT", path });
    expect(accepted(typed([when("${mood} == 'x'")], { bindings: { mood: "x" } })).warnings).toMatchObject([
      { code: "REFERENCE_UNKNOWN", path: ["source", "plan", "steps", "0", "tool", "when"] },
    ]);
  });

  it("warns of a value that may be absent, unless the condition asks for it", () => {
    const maybe = { tool: { stepId: "a", toolName: "plain_research" } };
    expect(accepted(typed([maybe, when("{{a.output.topic}} == 'x'")])).warnings).toMatchObject([
      { code: "REFERENCE_OPTIONAL" },
    ]);
    expect(accepted(typed([maybe, when("has({{a.output.topic}}) and {{a.output.topic}} == 'x'")])).warnings).toEqual(
      [],
    );
  });

  it("cannot refer to siblings, to its own group, or to children that only count together", () => {
    const group = (text: string, more: object = {}) => ({
      parallel: {
        stepId: "g",
        steps: [{ tool: { stepId: "c", toolName: "echo" } }, { tool: { toolName: "echo", when: text } }],
        ...more,
      },
    });
    expect(onlyProblem(typed([group("{{c.output.count}} > 1")]))).toMatchObject({ reason: "NOT_REFERABLE" });
    expect(onlyProblem(typed([group("{{g.output}} != null")]))).toMatchObject({ reason: "SELF_REFERENCE" });
    expect(onlyProblem(typed([group("true", { when: "{{c.output.count}} > 1" })]))).toMatchObject({
      reason: "SELF_REFERENCE",
      path: ["source", "plan", "steps", "0", "parallel", "when"],
    });
    const first = group("true", { mergeStrategy: "FIRST_SUCCESS" });
    expect(onlyProblem(typed([first, when("{{c.output.count}} > 1")]))).toMatchObject({ reason: "NOT_REFERABLE" });
  });

  it("[R10] is refused on a group without steps, and in the dialects that have no such key", () => {
    expect(onlyProblem(typed([{ parallel: { when: "true", steps: [] } }]))).toMatchObject({
      path: ["source", "plan", "steps", "0", "parallel", "when"],
    });
    const agent = { agent_id: "echo", when: "true" };
    expect(problemsOf(orchestrate([{ id: "a", type: "agent", agent }]))[0]?.message).toContain("no such key");
    const call = { tool_name: "echo", when: "true" };
    const document = { type: "tool_calls", calls: [call] };
    expect(problemsOf(compile({ kind: "DOCUMENT", document, dialect: undefined }))[0]?.message).toContain(
      "no such key",
    );
  });

  it("[C3] makes null of what its step gives to those that refer to it, and no key of its group's output", () => {
    const conditional = when("true", { stepId: "b" });
    const counting = (more: object) => ({
      tool: { toolName: "strict", arguments: { name: "name", count: "{{b.output.count}}" }, ...more },
    });
    const count = counting({});
    expect(accepted(typed([conditional, counting({ policy: { onSkippedInput: "RUN" } })])).references).toMatchObject([
      { presence: "required", relation: "overlap" },
    ]);
    // Where it is skipped too, it never sees the null.
    expect(accepted(typed([conditional, count])).references).toMatchObject([
      { presence: "required", relation: "subset" },
    ]);
    const certain = { tool: { stepId: "b", toolName: "echo" } };
    expect(accepted(typed([certain, count])).references).toMatchObject([{ presence: "required", relation: "subset" }]);
    const group = { parallel: { stepId: "g", steps: [when("true", { resultKey: "k" })] } };
    const ofGroup = { tool: { toolName: "echo", arguments: { value: "{{g.output.k.count}}" } } };
    expect(accepted(typed([group, ofGroup])).references).toMatchObject([{ presence: "optional" }]);
  });

  it("[C1] survives its document, and plans without one have the hash that they had", () => {
    const group = {
      parallel: {
        stepId: "g",
        when: "${b.output.note} != None",
        steps: [when("$0.output.count > 1.50", { stepId: "c" })],
      },
    };
    const texts = "'{{ a.output.value }}' == '\\{{'  or  '$$0.output.x' in ['\\n']";
    const compiled = accepted(typed([source, when(texts, { stepId: "b" }), group]));
    const document = JSON.parse(JSON.stringify(documentOf(compiled.plan))) as JsonObject;
    expect(document.steps).toMatchObject([
      {},
      { tool: { when: '({{steps.a.output.value}} == "\\\\{{") || ("$$0.output.x" in ["\\n"])' } },
      {
        parallel: {
          when: "{{steps.b.output.note}} != null",
          steps: [{ tool: { when: "{{steps.a.output.count}} > 1.5" } }],
        },
      },
    ]);
    const again = accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }));
    expect(again.planHash).toBe(compiled.planHash);
    expect(accepted(typed([source])).planHash).toBe("81068b72e3b85fe2e5d1ea4626c094fd25d3c3faa04edc25de5cc71ef2d298b0");
  });
});
