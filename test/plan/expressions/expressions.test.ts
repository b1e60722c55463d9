/** What expressions calculate: values, numbers, faults and bounds. Conditions are the same language (`conditions.test.ts`). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { evaluateCondition } from "../../../src/plan/expressions/evaluate-condition.ts";
import { writeExpression } from "../../../src/plan/expressions/expression-text.ts";
import { readCondition } from "../../../src/plan/expressions/read-expression.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { volume } from "../../support/engine/volume.ts";
import { bindingOf, calculated, expressionOf, findingOf, readerOf } from "../../support/plan/expression-values.ts";

const order = {
  items: [
    { name: "pen", price: 2, count: 3 },
    { name: "book", price: 12.5, count: 1 },
  ],
  note: null,
  who: { first: "Ann", last: "Lee", age: 40 },
};

describe("the value of an expression", () => {
  it.each<readonly [string, Json]>([
    ["size({{o.items}}) + 1", 3],
    ["{{o.items}}.map(i, i.price * i.count)", [6, 12.5]],
    ["sum({{o.items}}.map(i, i.price * i.count))", 18.5],
    ["{{o.items[*].name}}.join(', ')", "pen, book"],
    ["join({{o.items[*].name}})", "penbook"],
    ["{{o.items}}.filter(i, i.price > 3)", [{ name: "book", price: 12.5, count: 1 }]],
    ["{{o.items}}.exists(i, i.name == 'pen') && {{o.items}}.all(i, i.count > 0)", true],
    ["{{o.who.first}} + ' ' + {{o.who.last}}", "Ann Lee"],
    ["pick({{o.who}}, ['last', 'missing', 'first'])", { last: "Lee", first: "Ann" }],
    ["default({{o.note}}, 'none')", "none"],
    ["default({{o.nothing}}, 'none')", "none"],
    ["default({{o.who.age}}, 0)", 40],
    [
      "'%s is %d, %.1f%% of %s'.format([{{o.who.first}}, {{o.who.age}}, 12.345, {{o.items[0].name}}])",
      "Ann is 40, 12.3% of pen",
    ],
    ["'%s'.format([{{o.who}}])", '{"first":"Ann","last":"Lee","age":40}'],
    ["{{o.who.age}} >= 18 ? 'adult' : 'child'", "adult"],
    ["[1, 'a', [{{o.note}}]] + [true]", [1, "a", [null], true]],
    ['{"name": {{o.who.first}}, "odd name": [1]}', { name: "Ann", "odd name": [1] }],
    ["flatten([[1, 2], [], [[3]]])", [1, 2, [3]]],
    ["{{o.items}}[size({{o.items}}) - 1].name", "book"],
    ["[1, 2, 3][-1]", 3],
    ["default([1, 2][0.5], 'none')", "none"],
    ['{"a b": 1}["a b"]', 1],
    ["string(1.5) + string(true) + string(null) + string([1])", "1.5truenull[1]"],
    ["int('42') + int(2.9) + int(-2.9)", 42],
    ["double('2.5e1') / 2", 12.5],
    ["[[1, 2], [3]].map(x, x.map(y, y * 2))", [[2, 4], [6]]],
    ["[1].map(x, [x].map(x, x + 1) + [x])", [[2, 1]]],
    ["[{}, {'a': 1}].map(x, has(x.a) ? x.a : 0)", [0, 1]],
    ["has({{o.note}}) && !has({{o.nothing}})", true],
    ["size('a😀')", 2],
    ["-{{o.who.age}} + +5", -35],
    ["'{{o.who.age}}' == 40", true],
    ["[{'a': 1}, {'a': 1, 'b': 2}].filter(x, x == {'a': 1})", [{ a: 1 }]],
    ["[{'a': 1}, {'a': 1, 'b': 2}].filter(x, {'a': 1, 'b': 2} == x)", [{ a: 1, b: 2 }]],
    ["1.5 * 2e16", 30_000_000_000_000_000],
  ])("[N311, N314] of %s is %j", (text, value) => {
    expect(calculated(text, { o: order })).toEqual(value);
  });

  it("[N311, E13] is not changed by text of a value that looks like an expression", () => {
    for (const hostile of ["' + '", "1 + 1", "{{o}}", "v.r0", "${o}", '"] + ["', "%s%d", "\\"]) {
      expect(calculated("{{a}} + 'x'", { a: hostile })).toBe(`${hostile}x`);
      expect(calculated("'%s!'.format([{{a}}])", { a: hostile })).toBe(`${hostile}!`);
      expect(calculated("[{{a}}].join(',')", { a: hostile })).toBe(hostile);
      expect(calculated('{"a": {{a}}}', { a: hostile })).toEqual({ a: hostile });
    }
  });

  it("[N311, E13] reads members of data only, whatever JavaScript knows of it", () => {
    for (const name of ["constructor", "__proto__", "toString", "length"]) {
      expect(calculated(`[{{a}}].map(x, x.${name})`, { a: {} })).toContain("ABSENT");
      expect(calculated(`[{{a}}].map(x, has(x["${name}"]))`, { a: {} })).toEqual([false]);
      expect(calculated(`pick({{a}}, ["${name}"])`, { a: {} })).toEqual({});
    }
    const poisoned = JSON.parse('{"__proto__": 1}') as JsonObject;
    expect(JSON.stringify(calculated('pick({{a}}, ["__proto__"])', { a: poisoned }))).toBe('{"__proto__":1}');
    expect(JSON.stringify(calculated('{"__proto__": 2}'))).toBe('{"__proto__":2}');
  });

  it("[N314] is the same in a condition, functions and macros included", () => {
    for (const [text, holds] of [
      ["sum({{o.items[*].price}}) > 14", "TRUE"],
      ["{{o.items}}.exists(i, i.price + 1 == 3)", "TRUE"],
      ["default({{o.missing}}, 0) % 2 == 1", "FALSE"],
      ["({{o.who.age}} > 30 ? 'old' : 'young') == 'old'", "TRUE"],
      ["1 / ({{o.who.age}} - 40) > 0", "FAILED"],
    ] as const) {
      const reading = readCondition(text, bindingOf);
      if (!reading.ok) throw new Error(`Cannot read ${text}: ${reading.finding}`);
      expect([text, evaluateCondition(reading.condition, readerOf({ o: order })).kind]).toEqual([text, holds]);
    }
  });

  it("[N317, C1] is written back in canonical spelling and read to the same value", () => {
    for (const text of [
      "{{o.items}}.map(i, -i.price * (i.count - 2) / 3)",
      "1 - (2 - 3) - -4 * +5 % 3",
      "{{o.who.age}} > 3 ? {'a': [1.0, {{o.items[-1].name}}]} : (true ? null : {})",
      "format('%s', [{{o.items[*].name}}]).size()",
      "not {{o.items}}.all(x, !(x.price > 1)) and 'a\\'\\n' in ['{']",
      "[1].map(x, x)[0] + (1).string().size()",
      "has({{o.note}}) && [{{o.who}}].exists(x, has(x['first']))",
    ]) {
      const first = expressionOf(text);
      const again = expressionOf(writeExpression(first));
      expect([text, again.cel]).toEqual([text, first.cel]);
      expect(calculated(writeExpression(first), { o: order })).toEqual(calculated(text, { o: order }));
    }
  });
});

describe("the numbers of expressions", () => {
  it("[N312] are those of JSON: there is one kind, so a quotient keeps its fraction", () => {
    expect(calculated("5 / 2")).toBe(2.5);
    expect(calculated("{{n}} / 2", { n: 5 })).toBe(2.5);
    expect(calculated("int(5 / 2)")).toBe(2);
    expect(calculated("1 == 1.0")).toBe(true);
    expect(calculated("string(1.0) + string(1e21) + string(0.1 + 0.2)")).toBe("11e+210.30000000000000004");
    expect(calculated("-7 % 3")).toBe(-1);
    const rounded =
      "'%.0f %.0f %.0f %.1f %.1f %.2f %.2f %.20f'.format([0.5, 1.5, -2.5, 0.25, 0.35, 1.005, -0.001, 0.1])";
    expect(calculated(rounded)).toBe("0 2 -2 0.2 0.3 1.00 -0.00 0.10000000000000000555");
    expect(JSON.stringify(calculated("[0 * -1, -0, 0 / -5, int(-0.5)]"))).toBe("[0,0,0,0]");
    expect(Object.is(calculated("0 * -1"), 0)).toBe(true);
  });

  it.each([
    ["1 / 0", "division by zero"],
    ["{{zero}} / {{zero}}", "division by zero"],
    ["1 % 0", "division by zero"],
    ["5.5 % 2", "% of numbers that are not whole"],
    ["9007199254740991 + 1", "overflow"],
    ["3000000000 * 3000000000", "overflow"],
    ["9223372036854775807 + 1", "overflow"],
    ["-(-9223372036854775808)", "overflow"],
    ["1.5e308 * 10.5", "overflow"],
    ["{{large}} * {{large}}", "overflow"],
    ["sum([1e308, 1e308])", "overflow"],
    ["int('1.5')", "no whole number"],
    ["int(1e300)", "no whole number"],
    ["double('NaN')", "no number"],
    ["double('Infinity')", "no number"],
    ["double('1e400')", "no number"],
    ["double(' 1')", "no number"],
    ["'%d'.format([1.5])", "not whole"],
    ["'%d'.format([{{text}}])", "no such overload: format %d of string"],
    ["'%s %s'.format([1])", "without a value for the 2. verb"],
    ["'%s'.format([1, 2])", "2 values for 1 verbs"],
    ["'%x'.format([1])", "which is none of %s"],
    ["'%'.format([])", "which is none of %s"],
    ["'%.99f'.format([1])", "at most 20 decimals"],
    ["{{text}} - 1", "no such overload: string - number"],
    ["{{text}} + 1", "no such overload: string + number"],
    ["-{{text}}", "no such overload: -string"],
    ["{{list}}.map(x, x + 1)", "no such overload: string + number"],
    ["{{list}}.join(',').size() + sum({{list}})", "no such overload: sum of string"],
    ["{{text}}.map(x, x)", "no such overload: string.map"],
    ["{{list}}.filter(x, x)", "no such overload: filter by string"],
    ["{{list}}['a' + 'b']", "no such overload: array[string]"],
    ["{{list}}[{{zero}} + 5]", 'ABSENT: array without "5"'],
    ["{{text}} ? 1 : 2", "no such overload: ?string"],
    ["size({{zero}})", "no such overload: size(number)"],
    ["[1].join('')", "no such overload: join of number"],
    ["flatten([1])", "no such overload: flatten of number"],
    ["{{missing}} + 1", "ABSENT: {{missing}} has no value, found nothing"],
  ])("[N312] are a fault of %s: %s", (text, finding) => {
    const values = { zero: 0, large: 1e300, text: "abc", list: ["a", "b"] };
    expect(calculated(text, values)).toContain(finding);
  });
});

describe("the text of an expression", () => {
  it.each([
    ["", "an operand, found its end"],
    ["1 +", "an operand"],
    ["'a' - 1", "an expression whose types fit, found no such overload: string - integer"],
    ["'a' + 1", "no such overload: string + integer"],
    ["-'a'", "no such overload: -string"],
    ["size(1)", "no such overload: size(integer)"],
    ["[1].map(x, x + 'a')", "no such overload: integer + string"],
    ["[1].filter(x, x + 1)", "no such overload: filter by integer"],
    ["{'a': 1}.b", 'no member "b"'],
    ["pick({'a': 1}, ['b'])", 'no member "b"'],
    ["[1].map(x, y)", "a reference, a string in quotes"],
    ["[1].map(v, v)", "a name for the items of map, found v"],
    ["[1].map(size, size)", "a name for the items of map, found size"],
    ["[1].reduce(x, x)", "none but the functions has, size"],
    ["now()", "none but the functions"],
    ["random()", "none but the functions"],
    ["'a'.matches('b')", "none but the functions"],
    ["size()", "1 argument of size, found 0"],
    ["join(['a'], 'b', 'c')", "1 or 2 arguments of join, found 3"],
    ["pick({{o}}, {{names}})", "names in quotes as what pick takes"],
    ["{ {{o}}: 1}", "the name of a member in quotes"],
    ["{'a': 1, 'a': 2}", 'each member once, found "a" twice'],
    ["{{o}}.name", "the path to a member within the reference"],
    ["{{o}}[0]", "the index within the reference"],
    ["has(1 + 1)", "one reference, or a member of an item"],
    ["(x for x in [1])", "a reference, a string in quotes"],
    ["2 ** 3", "an operand"],
    ["5 // 3", "an operand"],
    ["5 & 3", "an operator or operand"],
    ["~5", "an operator or operand"],
    ["+'a'", "a number after the sign"],
  ])("[N313] is refused for %s: %s", (text, finding) => {
    expect(findingOf(text)).toContain(finding);
  });

  it("[N315] is bounded in length and depth, however it is nested, and read quickly", () => {
    const started = processorMs();
    const deep = "at most 32 levels";
    expect(findingOf(`'${"x".repeat(17_000)}'`)).toContain("at most 16384 bytes");
    for (const open of ["(", "[", "-", "!", "size(", "{'a':", "[1].map(x,", "true ? 1 : ", "not "])
      expect([open, findingOf(`${open.repeat(1_000)}1`)]).toEqual([open, expect.stringContaining(deep)]);
    expect(findingOf(`[1].map(x, x${".a".repeat(100)})`)).toContain("at most 32 members");
    expect(calculated(Array.from({ length: 4_000 }, () => "1").join("+"))).toBe(4_000);
    // The type of a chain that doubles what it makes is not written out.
    expect(findingOf(`[1]${".map(x,[x,x])".repeat(40)}`)).toContain("at most 32 members");
    expect(calculated(`size([1]${".map(x,[x,x])".repeat(25)})`)).toBe(1);
    expect(processorMs() - started).toBeLessThan(5_000);
  });

  it("[N318] agrees with the recorded results of another evaluator, where both know what is written", () => {
    for (const [text, value] of [
      ["'hello\\nworld'", "hello\nworld"],
      ["1e10", 10_000_000_000],
      ["+5", 5],
      ["TRUE", true],
      ["None", null],
      ["1 < 5 < 10", true],
      ["10 > 5 > 1", true],
      ["'baz' not in 'foobar'", true],
      ["not not true", true],
      ["true or false and false", true],
      ["999999999999999999 > 0", true],
      ["'value' != None", true],
    ] as const)
      expect([text, calculated(text)]).toEqual([text, value]);
  });
});

describe("an evaluation", () => {
  const large = Array.from({ length: 100_000 }, (_, at) => at);

  it("[N315] goes through a large list once, and stops at the same count of operations where it would not end soon", () => {
    expect(calculated("sum({{l}}.filter(x, x % 2 == 0))", { l: large.slice(0, 50_000) })).toBe(624_975_000);
    const started = processorMs();
    const stopped = "LIMIT: more than 1000000 operations";
    const long = "x".repeat(1_000_000);
    const short = large.map(() => "a");
    const endless = [
      "{{l}}.map(x, {{l}}.map(y, x + y))",
      "{{l}}.all(x, {{l}}.exists(y, y == -1) || true)",
      "{{l}}.map(x, {{l}} + {{l}})",
      "{{l}}.map(x, {{l}} == {{l}})",
      "{{l}}.map(x, {{t}} + {{t}})",
      "{{l}}.map(x, {{t}}.contains('y'))",
      "{{l}}.map(x, string({{l}}))",
      "{{l}}.map(x, size({{t}}))",
      "{{l}}.map(x, {{t}} == {{t}} + '')",
      "{{l}}.map(x, flatten([{{l}}, {{l}}]))",
      "{{l}}.map(x, {{t}}).join({{t}})",
      `[${Array.from({ length: 12 }, () => "join({{s}})").join(", ")}]`,
      "{{l}}.map(x, '%s'.format([{{t}}]))",
      "({{a}} + {{a}} + {{a}} + {{a}}).contains({{a}} + 'b' + {{a}})",
      "default({{l}}.map(x, {{l}}.map(y, y)), 1)",
      "{{l}}.map(x, {{l}}.map(y, y)) == 1 || true",
    ];
    const every = volume({ sample: 5, whole: 1 });
    for (const text of endless.filter((_, at) => at % every === 0))
      expect([text, calculated(text, { l: large, s: short, t: long, a: "a".repeat(1_000_000) })]).toEqual([
        text,
        stopped,
      ]);
    expect(processorMs() - started).toBeLessThan(20_000);
  });

  it("[N804] counts what it goes through of objects, and of texts that say a number or have no verb", () => {
    const [list, object] = [
      large.slice(0, 1_500),
      Object.fromEntries(large.slice(0, 1_000).map((at) => [`k${at}`, at])),
    ];
    const text = "1".repeat(50_000);
    for (const expression of [
      "{{l}}.map(x, size({{o}}))",
      "{{l}}.map(x, {} == {{o}})",
      "{{l}}.exists(x, int({{t}}) == 1)",
      "{{l}}.exists(x, double({{t}} + 'a') == 1)",
      "{{l}}.exists(x, {{t}}.format([1]) == '')",
    ])
      expect([expression, calculated(expression, { l: list, o: object, t: text })]).toEqual([
        expression,
        "LIMIT: more than 1000000 operations",
      ]);
  });

  it("[N808] reads a member r1 of a member v, which is spelled like an operand of a stored expression", () => {
    const text = "[{'v': {'r1': 5, 'r01x': 6, 'rest': 7}}].map(x, [x.v.r1, x.v.r01x, x.v.rest, x.v['r1']])";
    expect(calculated(text)).toEqual([[5, 6, 7, 5]]);
    const written = writeExpression(expressionOf(text));
    expect(written).toBe(
      '[{"v": {"r1": 5, "r01x": 6, "rest": 7}}].map(x, [x.v["r1"], x.v["r01x"], x.v.rest, x.v["r1"]])',
    );
    expect(expressionOf(written).cel).toBe(expressionOf(text).cel);
  });

  it("[N315] is told what is absent in the order of the text, and has no clock and no chance", () => {
    const source = ["evaluation.ts", "function-values.ts", "number-values.ts"]
      .map((name) => readFileSync(new URL(`../../../src/plan/expressions/${name}`, import.meta.url), "utf8"))
      .join("");
    expect(source).not.toMatch(/Date|Math\.random|localeCompare|toLocale|Intl/);
    const values = { o: { b: 2, a: 1, "10": 0 } };
    expect(JSON.stringify(calculated("pick({{o}}, ['b', 'a'])", values))).toBe('{"b":2,"a":1}');
  });
});
