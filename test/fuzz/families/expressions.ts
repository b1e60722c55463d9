/** References, templates and conditions: read from words, looked up in hostile values, written back and read again. */

import { type Json, sameJson } from "../../../src/json/json.ts";
import { evaluateCondition } from "../../../src/plan/expressions/evaluate-condition.ts";
import { evaluateExpression } from "../../../src/plan/expressions/evaluate-expression.ts";
import { writeExpression } from "../../../src/plan/expressions/expression-text.ts";
import { readCondition, readExpression } from "../../../src/plan/expressions/read-expression.ts";
import type { Reference } from "../../../src/plan/plan.ts";
import { type Expression, pathsOf, readText } from "../../../src/plan/reference.ts";
import { readFrom } from "../../../src/plan/reference-reader.ts";
import type { Seeded } from "../../support/engine/seeded.ts";
import { toolCalls } from "../../support/plan/compiled-plan.ts";
import type { Family } from "../family.ts";
import { hostileText, hostileValue } from "../inputs/hostile-values.ts";

interface Expressed {
  readonly text: string;
  readonly value: Json;
}

const names = ["a", "b", "output", "list", "__proto__", "constructor", "length", "toString"];
const oddNames = ["x y", "é", "1e3", "-1", "", "a.b", "\\u0000"];
const roots = [
  "bindings",
  "steps.s0.output",
  "s0.output",
  "result.k",
  "input",
  "nope",
  "__proto__",
  "steps.constructor.output",
];

function path(random: Seeded): string {
  const segment = () => {
    if (random.chance(0.06))
      return random.pick([`.${random.pick(oddNames)}`, `['a']`, "[-0]", "[01]", "..a", "[a]", "[**]"]);
    if (random.chance(0.1)) return random.pick(["[-1]", "[*]", "[*]", "[-2]"]);
    return random.pick([
      `.${random.pick(names)}`,
      `["${random.pick([...names, ...oddNames])}"]`,
      `[${random.between(0, 9)}]`,
    ]);
  };
  return Array.from({ length: random.between(0, random.chance(0.05) ? 200 : 4) }, segment).join("");
}

function reference(random: Seeded): string {
  const space = random.chance(0.2) ? " " : "";
  return random.pick([
    `{{${space}${random.pick(roots)}${path(random)}${space}}}`,
    `{{bindings.a${path(random)}}}`,
    `$${random.pick([0, 0, 0, 0, 0, 1, 99])}.output${path(random)}`,
    `\${${random.pick(names)}${path(random)}}`,
  ]);
}

/** A text with a few characters taken out, put in or doubled. */
function broken(text: string, random: Seeded): string {
  let changed = text;
  const times = Number(random.weighted({ 0: 6, 1: 2, 3: 1 }));
  for (let time = 0; time < times; time++) {
    const at = random.between(0, changed.length);
    changed = random.pick([
      changed.slice(0, at) + changed.slice(at + 1),
      changed.slice(0, at) +
        random.pick(["{", "}", "[", "]", "'", '"', "\\", "$", ".", "(", ")", "\u0000", "!", "=", "?"]) +
        changed.slice(at),
      changed.slice(0, at) + hostileText(random) + changed.slice(at),
      changed.slice(at) + changed.slice(0, at),
    ]);
  }
  return changed;
}

function template(random: Seeded): string {
  if (random.chance(0.3)) return reference(random);
  const part = () =>
    random.chance(0.6) ? reference(random) : random.pick(["text ", "\\{{", "$$0.output", "é", "{", "}}", ""]);
  return Array.from({ length: random.between(1, random.chance(0.05) ? 300 : 5) }, part).join("");
}

export const references: Family<Expressed> = {
  ...{ name: "references", weight: 14, deep: ["REFERENCE", "TEXT", "COMPILED"] },
  generate: (random) => ({ text: broken(template(random), random), value: hostileValue(random, 3) as Json }),
  run: ({ text, value }) => {
    const meaning = readText(text);
    const expressions =
      meaning.kind === "REFERENCE" ? [meaning.expression] : meaning.kind === "TEXT" ? meaning.parts : [];
    const looked = expressions.flatMap((part) =>
      typeof part === "string" ? [] : [readFrom(bind(part), value, "nothing")],
    );
    const calls = [
      { tool_name: "anything", arguments: {} },
      { tool_name: "anything", arguments: { a: text } },
    ];
    const compiled = toolCalls(calls, { bindings: { a: value } });
    const shown = { meaning: meaning.kind, looked: looked.flatMap((found) => (found.found ? [] : [found])) };
    if (compiled.ok) return { depth: "COMPILED", shown: { ...shown, references: compiled.references } };
    return { depth: meaning.kind, shown: { ...shown, problems: compiled.problems } };
  },
};

/** Every name is one of a binding, so that a condition can be read without a plan. */
function bind(expression: Expression): Reference {
  if (expression.kind === "INDEX") {
    const { each = [], path, text } = expression;
    return { root: "bindings", id: "a", path, each, expression: text };
  }
  const [head, ...rest] = expression.links[0]?.name === "bindings" ? expression.links.slice(1) : expression.links;
  return { root: "bindings", id: head?.name ?? "", ...pathsOf(rest), expression: expression.text };
}

const words = [
  { and: " && ", or: " || ", not: "!", literals: ["true", "null", "'text'", '"text"', "1", "-1.5"] },
  { and: " and ", or: " or ", not: "not ", literals: ["True", "None", "'it\\'s'", "''", "99", "1e308"] },
];
const forbidden = [
  "matches('a', 'b')",
  "timestamp('1')",
  "v.r0",
  "1 +",
  "[1].reduce(x, x)",
  "[1].map(v, v)",
  "99999999999999999999",
  "a",
  "true ? 1",
  "{a: 1}",
];

function operand(random: Seeded, levels: number): string {
  if (random.chance(0.03)) return random.pick(forbidden);
  const { literals } = random.pick(words);
  const one = random.chance(0.6) ? reference(random) : random.pick(literals);
  const deeper = levels > 0 ? 1 : 0;
  const kind = random.weighted({ one: 12, size: 1, list: deeper, inner: deeper, made: 5 * deeper });
  if (kind === "made") return calculation(random, levels - 1);
  if (kind === "size") return `size(${reference(random)})`;
  if (kind === "list") return `[${one}, ${operand(random, levels - 1)}]`;
  return kind === "inner" ? `(${truth(random, levels - 1)})` : one;
}

/** Something that only an expression can make. */
function calculation(random: Seeded, levels: number): string {
  const inner = () => operand(random, levels);
  const x = random.pick(["x", "y"]);
  const body = () =>
    random.pick([x, `${x}.${random.pick(names)}`, `${x}[${random.between(-2, 2)}]`, `has(${x}.a)`, inner()]);
  return random.pick([
    () => `(${inner()}) ${random.pick(["+", "-", "*", "/", "%"])} (${inner()})`,
    () => `${random.pick(["-", "+"])}${inner()}`,
    () => `${truth(random, levels)} ? ${inner()} : ${inner()}`,
    () => `{"${random.pick(names)}": ${inner()}, "b b": ${inner()}}`,
    () =>
      `${reference(random)}.${random.pick(["map", "filter", "exists", "all"])}(${x}, ${body()} ${random.pick(["+", "=="])} ${inner()})`,
    () => `${reference(random)}.map(${x}, ${body()})`,
    () => `${random.pick(["string", "int", "double", "flatten", "sum"])}(${inner()})`,
    () => `default(${inner()}, ${inner()})`,
    () => `pick(${inner()}, ["${random.pick(names)}", "a"])`,
    () => `${inner()}.join(${random.pick(["", "','", inner()])})`,
    () => `'${random.pick(["%s", "%d %s", "%.2f%%", "%q"])}'.format([${inner()}])`,
    () => `${reference(random)}[${inner()}]`,
  ])();
}

function truth(random: Seeded, levels: number): string {
  const { and, not, or } = random.pick(words);
  const inner = () => truth(random, levels - 1);
  const kind = random.weighted({
    compared: 6,
    has: 2,
    text: 1,
    bare: 2,
    not: levels > 0 ? 1 : 0,
    both: levels > 0 ? 2 : 0,
  });
  switch (kind) {
    case "compared":
      return `${operand(random, levels)} ${random.pick(["==", "!=", "<", ">=", "in", "not in"])} ${operand(random, levels)}`;
    case "has":
      return `has(${reference(random)})`;
    case "text":
      return `${reference(random)}.${random.pick(["contains", "startsWith", "endsWith"])}(${operand(random, levels)})`;
    case "bare":
      return reference(random);
    case "not":
      return `${not}(${inner()})`;
    case "both":
      return `(${inner()})${random.pick([and, or])}(${inner()})`;
  }
}

function condition(random: Seeded): string {
  const text = truth(random, 3);
  if (!random.chance(0.04)) return text;
  const times = random.between(10, 400);
  return random.pick([
    `${"(".repeat(times)}${text}${")".repeat(times)}`,
    `${"not ".repeat(times)}${text}`,
    Array.from({ length: times }, () => text).join(" or "),
  ]);
}

export const conditions: Family<Expressed> = {
  ...{ name: "conditions", weight: 14, deep: ["EVALUATED", "FAILED"] },
  generate: (random) => {
    const inner = random.chance(0.7) ? { a: hostileValue(random, 2), b: 1, list: [1, 2] } : hostileValue(random, 3);
    return { text: broken(condition(random), random), value: inner as Json };
  },
  run: ({ text, value }) => {
    const reading = readCondition(text, bind);
    if (!reading.ok) return { depth: "REFUSED", shown: reading.finding };
    const outcome = evaluateCondition(reading.condition, {
      read: (reference) => readFrom(reference, value, "nothing"),
      bytesOf: () => undefined,
    });
    const written = writeExpression(reading.condition);
    const again = readCondition(written, bind);
    const isSame = again.ok && again.condition.cel === reading.condition.cel;
    const finding = isSame
      ? {}
      : { finding: `the condition ${reading.condition.cel} was read back as another from ${written}` };
    const shown = outcome.kind === "FAILED" ? outcome.failure : outcome.kind;
    return { depth: outcome.kind === "FAILED" ? "FAILED" : "EVALUATED", shown, ...finding };
  },
};

/** Calculated values, evaluated twice: the same values give the same value, and what is written back reads as the same. */
export const calculations: Family<Expressed> = {
  ...{ name: "calculations", weight: 14, deep: ["EVALUATED", "FAILED"] },
  generate: (random) => {
    const inner = random.chance(0.7) ? { a: hostileValue(random, 2), b: 1, list: [1, 2] } : hostileValue(random, 3);
    return { text: broken(calculation(random, 3), random), value: inner as Json };
  },
  run: ({ text, value }) => {
    const reading = readExpression(text, bind);
    if (!reading.ok) return { depth: "REFUSED", shown: reading.finding };
    // As it comes out of a journal, in which no number is infinite.
    const stored = JSON.parse(JSON.stringify(value)) as Json;
    const reader = { read: (one: Reference) => readFrom(one, stored, "nothing"), bytesOf: () => undefined };
    const { expression } = reading;
    const evaluated = evaluateExpression(expression, reader);
    const written = writeExpression(expression);
    const again = readExpression(written, bind);
    const isSame = again.ok && again.expression.cel === expression.cel;
    const isStable = isSame && resultText(evaluateExpression(again.expression, reader)) === resultText(evaluated);
    const finding = isStable
      ? {}
      : { finding: `the expression ${expression.cel} was read back as another from ${written}` };
    const isJson = !evaluated.ok || sameJson(JSON.parse(JSON.stringify(evaluated.value)) as Json, evaluated.value);
    const noJson = isJson ? {} : { finding: `the value of ${text} is no JSON` };
    return { depth: evaluated.ok ? "EVALUATED" : "FAILED", shown: evaluated, ...finding, ...noJson };
  },
};

/** Without the words of a failure, which name references as they were written. */
function resultText(evaluated: ReturnType<typeof evaluateExpression>): string {
  return evaluated.ok ? JSON.stringify(evaluated.value) : evaluated.kind;
}
