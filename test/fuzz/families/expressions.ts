/** References, templates and conditions: read from words, looked up in hostile values, written back and read again. */

import type { Json } from "../../../src/json/json.ts";
import { writeCondition } from "../../../src/plan/expressions/condition-text.ts";
import { evaluateCondition } from "../../../src/plan/expressions/evaluate-condition.ts";
import { readCondition } from "../../../src/plan/expressions/read-condition.ts";
import type { Reference } from "../../../src/plan/plan.ts";
import { type Expression, pathOf, readText } from "../../../src/plan/reference.ts";
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
    if (random.chance(0.06)) return random.pick([`.${random.pick(oddNames)}`, `['a']`, "[-1]", "[01]", "..a", "[a]"]);
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
  const written = expression.kind === "INDEX" ? ["a", ...expression.path] : pathOf(expression.links);
  const whole = written[0] === "bindings" ? written.slice(1) : written;
  return { root: "bindings", id: String(whole[0]), path: whole.slice(1), expression: expression.text };
}

const words = [
  { and: " && ", or: " || ", not: "!", literals: ["true", "null", "'text'", '"text"', "1", "-1.5"] },
  { and: " and ", or: " or ", not: "not ", literals: ["True", "None", "'it\\'s'", "''", "99", "1e308"] },
];
const forbidden = [
  "matches('a', 'b')",
  "int('1')",
  "v.r0",
  "1 + 1",
  "[1].map(x, x)",
  "99999999999999999999",
  "a",
  "x ? 1 : 2",
  "{}",
];

function operand(random: Seeded, levels: number): string {
  if (random.chance(0.03)) return random.pick(forbidden);
  const { literals } = random.pick(words);
  const one = random.chance(0.6) ? reference(random) : random.pick(literals);
  const kind = random.weighted({ one: 8, size: 1, list: levels > 0 ? 1 : 0, inner: levels > 0 ? 1 : 0 });
  if (kind === "size") return `size(${reference(random)})`;
  if (kind === "list") return `[${one}, ${operand(random, levels - 1)}]`;
  return kind === "inner" ? `(${truth(random, levels - 1)})` : one;
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
    const written = writeCondition(reading.condition);
    const again = readCondition(written, bind);
    const isSame = again.ok && again.condition.cel === reading.condition.cel;
    const finding = isSame
      ? {}
      : { finding: `the condition ${reading.condition.cel} was read back as another from ${written}` };
    const shown = outcome.kind === "FAILED" ? outcome.failure : outcome.kind;
    return { depth: outcome.kind === "FAILED" ? "FAILED" : "EVALUATED", shown, ...finding };
  },
};
