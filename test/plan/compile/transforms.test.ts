/** Paths through lists and calculated values in plans: what is refused before anything runs, what is known of them, how they are written back. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import type { CompileRequest } from "../../../src/plan/compile/compile.ts";
import { valueSources } from "../../../src/plan/compile/value-sources.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { planHash } from "../../../src/plan/dialects/plan-hash.ts";
import { toolOf } from "../../support/plan/callables.ts";
import { accepted, compile, onlyProblem, planTools, problemsOf, typed } from "../../support/plan/compiled-plan.ts";

const text = { type: "string" };
const orders: CallableDefinition = toolOf(
  "orders",
  { type: "object" },
  {
    type: "object",
    properties: {
      list: {
        type: "array",
        items: {
          type: "object",
          properties: {
            name: text,
            price: { type: "number" },
            count: { type: "integer" },
            note: text,
            lines: {
              type: "array",
              items: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
            },
          },
          required: ["name", "price", "count", "lines"],
        },
      },
      total: { type: "integer" },
      who: { type: "object", properties: { first: text, last: text }, required: ["first"] },
    },
    required: ["list", "total", "who"],
  },
);
const take: CallableDefinition = toolOf(
  "take",
  {
    type: "object",
    properties: {
      names: { type: "array", items: text },
      ids: { type: "array", items: { type: "array", items: { type: "integer" } } },
      count: { type: "integer" },
      word: { enum: ["low", "high"] },
      text,
      who: { type: "object", properties: { first: text }, required: ["first"], additionalProperties: false },
    },
    additionalProperties: false,
  },
  { type: "object", properties: {} },
);

const known: Partial<CompileRequest> = {
  callable: (name) => [...planTools, orders, take].find((one) => one.name === name),
};
const source = { tool: { stepId: "a", toolName: "orders" } };
const given = (value: object, more: object = {}) =>
  typed([source, { tool: { stepId: "t", toolName: "take", arguments: value, ...more } }], known);
const cel = (expression: string) => ({ cel: expression });

describe("a reference through a list", () => {
  it("[N310] is typed by the items of the list, counted from the end and for each of them", () => {
    accepted(given({ names: "{{a.output.list[*].name}}", ids: "{{a.output.list[*].lines[*].id}}" }));
    accepted(given({ count: "{{a.output.list[-1].count}}", text: "{{a.output.list[-2].name}}" }));
    accepted(given({ text: "all: {{a.output.list[*].name}}" }));
    const path = ["source", "plan", "steps", "1", "tool", "arguments"];
    for (const [member, reference, facts] of [
      ["names", "{{a.output.list[*].nam}}", { reason: "FIELD_NOT_FOUND", nearestNames: ["name"] }],
      ["names", "{{a.output.list[*].lines[*].idd}}", { reason: "FIELD_NOT_FOUND", availableFields: ["id"] }],
      ["names", "{{a.output.list[-1].nam}}", { reason: "FIELD_NOT_FOUND", nearestNames: ["name"] }],
      [
        "names",
        "{{a.output.total[*]}}",
        { reason: "TYPE_MISMATCH", message: expect.stringContaining("[*] needs a list, found integer") },
      ],
      ["count", "{{a.output.list[-1].name}}", { reason: "TYPE_MISMATCH", actualType: "string" }],
      ["text", "{{a.output.who[-1]}}", { reason: "FIELD_NOT_FOUND" }],
    ] as const)
      expect([reference, onlyProblem(given({ [member]: reference }))]).toMatchObject([
        reference,
        { kind: "TEMPLATE_INVALID", path: [...path, member], ...facts },
      ]);
  });

  it("[N310] may be absent where the list can be empty, or an item lacks the field", () => {
    const warned = (value: object) => accepted(given(value)).warnings.map(({ code }) => code);
    expect(warned({ names: "{{a.output.list[*].name}}" })).toEqual([]);
    expect(warned({ names: "{{a.output.list[*].note}}" })).toEqual(["REFERENCE_OPTIONAL"]);
    expect(warned({ text: "{{a.output.list[-1].name}}" })).toEqual(["REFERENCE_OPTIONAL"]);
    // An empty list fits whatever the items should be.
    expect(warned({ names: "{{a.output.list[*].price}}" })).toEqual(["TYPE_OVERLAP"]);
    expect(warned({ names: "{{a.output.list[*].lines[*].id}}" })).toEqual(["TYPE_OVERLAP"]);
  });

  it("[N310] types the items of a map over it, and the list of what a map gave", () => {
    const map = (over: unknown, args: object) =>
      typed([source, { map: { stepId: "m", over, step: { tool: { toolName: "take", arguments: args } } } }], known);
    accepted(map("{{a.output.list[*].name}}", { text: "{{item}}" }));
    accepted(map("{{a.output.list[*].lines}}", { count: "{{item[-1].id}}" }));
    expect(onlyProblem(map("{{a.output.list[*].name}}", { count: "{{item}}" }))).toMatchObject({
      actualType: "string",
    });
    expect(onlyProblem(map(cel("{{a.output.list}}.map(x, x.name)"), { count: "{{item}}" }))).toMatchObject({
      actualType: "string",
    });
    accepted(map(cel("{{a.output.list}}.filter(x, x.price > 1)"), { text: "{{item.name}}" }));
    expect(onlyProblem(map(cel("{{a.output.list}}.filter(x, x.price > 1)"), { text: "{{item.nam}}" }))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
    });
    expect(onlyProblem(map(cel("size({{a.output.list}})"), {}))).toMatchObject({
      reason: "TYPE_MISMATCH",
      path: ["source", "plan", "steps", "1", "map", "over", "cel"],
    });
  });
});

describe("a calculated argument", () => {
  it("[N313] is typed by the schemas of its references, and must be able to fit", () => {
    accepted(given({ count: cel("size({{a.output.list}}) + 1"), text: cel("'n: ' + string({{a.output.total}})") }));
    accepted(
      given({ names: cel("{{a.output.list}}.map(x, x.name)"), word: cel("{{a.output.total}} > 3 ? 'high' : 'low'") }),
    );
    accepted(
      given({
        who: cel("pick({{a.output.who}}, ['first'])"),
        ids: cel("[[1], {{a.output.list[0].lines}}.map(l, l.id)]"),
      }),
    );
    for (const [value, facts] of [
      [
        { count: cel("'a' + {{a.output.who.first}}") },
        { reason: "TYPE_MISMATCH", expectedType: "integer", actualType: "string" },
      ],
      [{ word: cel("{{a.output.total}} > 3 ? 'up' : 'down'") }, { reason: "TYPE_MISMATCH" }],
      [
        { text: cel("{{a.output.total}} + {{a.output.who.first}}") },
        { reason: "TYPE_MISMATCH", message: expect.stringContaining("no such overload: integer + string") },
      ],
      [
        { names: cel("{{a.output.list}}.map(x, x.nam)") },
        { reason: "FIELD_NOT_FOUND", nearestNames: ["name"], argument: "names.cel" },
      ],
      [{ who: cel("pick({{a.output.who}}, ['frist'])") }, { reason: "FIELD_NOT_FOUND", nearestNames: ["first"] }],
      [{ text: cel("{{a.output.who.frist}} + ''") }, { reason: "FIELD_NOT_FOUND", nearestNames: ["first"] }],
      [{ text: cel("{{nobody.output}} + ''") }, { reason: "UNKNOWN_STEP" }],
      [{ text: { coalesce: [cel("{{a.output.total}} - {{a.output.who.first}}"), "x"] } }, { reason: "TYPE_MISMATCH" }],
    ] as const)
      expect([value, onlyProblem(given(value))]).toMatchObject([value, { kind: "TEMPLATE_INVALID", ...facts }]);
  });

  it("[N313] warns where some values fit and some do not, and says nothing of what is guarded", () => {
    const codes = (value: object) => accepted(given(value)).warnings.map(({ code }) => code);
    expect(codes({ count: cel("{{a.output.list[0].price}} * 2") })).toContain("TYPE_OVERLAP");
    expect(codes({ names: cel("{{a.output.list}}.map(x, x.count)") })).toEqual(["TYPE_OVERLAP"]);
    expect(codes({ count: cel("{{a.output.total}} * 2") })).toEqual([]);
    expect(codes({ text: cel("{{a.output.who.last}} + '!'") })).toEqual(["REFERENCE_OPTIONAL"]);
    expect(codes({ text: cel("default({{a.output.who.last}}, 'Lee') + '!'") })).toEqual([]);
    expect(codes({ text: cel("has({{a.output.who.last}}) ? {{a.output.who.last}} : ''") })).toEqual([]);
  });

  it("[N313] refuses a condition that compares what can never be compared", () => {
    const condition = (when: string) => given({}, { when });
    expect(onlyProblem(condition("{{a.output.who.first}} > 3"))).toMatchObject({ reason: "TYPE_MISMATCH" });
    expect(onlyProblem(condition("{{a.output.list}}.exists(x, x.nam == 'a')"))).toMatchObject({
      reason: "FIELD_NOT_FOUND",
    });
    accepted(condition("{{a.output.list}}.exists(x, x.name == 'a') and sum({{a.output.list[*].price}}) > 3"));
  });

  it("[N311] is refused where it cannot be read, and is an object like any other behind a backslash", () => {
    for (const [value, message] of [
      [cel("1 +"), "expected an operand"],
      [{ cel: 1 }, "expected an expression as a text"],
      [{ cel: ["1"] }, "expected an expression as a text"],
      [cel("now()"), "expected none but the functions"],
      [cel("'a {{a.output.total}}'"), "a string that is one reference or has none in it"],
    ] as const) {
      const [problem, ...more] = problemsOf(given({ count: value }));
      expect([value, problem?.path.at(-1), more]).toEqual([value, "cel", []]);
      expect(problem?.message).toContain(message);
    }
    const { plan } = accepted(
      typed([{ tool: { toolName: "anything", arguments: { a: { "\\cel": "1 +" }, b: { cel: "1", d: 2 } } } }]),
    );
    expect(plan.steps[0]).toMatchObject({
      arguments: { kind: "literal", value: { a: { cel: "1 +" }, b: { cel: "1", d: 2 } } },
    });
    expect(documentOf(plan).steps).toMatchObject([{ tool: { arguments: { a: { "\\cel": "1 +" } } } }]);
  });

  it("[N317] orders steps as its references do, and finds their cycles", () => {
    const use = (id: string, on: string) => ({
      tool: { stepId: id, toolName: "anything", arguments: { x: cel(`default({{${on}.output}}, 0) == 1`) } },
    });
    const { graph } = accepted(typed([use("one", "two"), { tool: { stepId: "two", toolName: "anything" } }]));
    expect(graph.nodes.map(({ blockedBy }) => blockedBy)).toEqual([[1], []]);
    expect(onlyProblem(typed([use("one", "two"), use("two", "one")]))).toMatchObject({ reason: "CYCLE" });
  });

  it("[N317] says where its values come from, as far as that is certain", () => {
    const { callables, plan } = accepted(
      given({ names: "{{a.output.list[*].name}}", text: cel("{{a.output.list[-1].name}} + '!'") }),
    );
    const sourced = { plan, callables, startedWith: "PLAN" } as const;
    expect(valueSources(sourced, "t").map(({ kind, source: from, target }) => [target, kind, from])).toEqual([
      ["/names", "STEP", "/list"],
      ["/text", "CALLER", undefined],
      ["/text", "STEP", "/list"],
    ]);
  });

  it("[N317, C1] survives its document with the same hash, however it was spelled", () => {
    const value = {
      names: "{{ a.output.list[*].name }}",
      ids: "$0.output.list[*].lines[*].id",
      count: cel("{{a.output.list[-1].count}}+size( $0.output.list )"),
      text: cel("'\\{{' + {{steps.a.output.who.first}} + '$${'"),
      who: { first: cel('{{a.output.list}}.map(x, x.name).join("\\n")') },
    };
    const compiled = accepted(given(value));
    const document = JSON.parse(JSON.stringify(documentOf(compiled.plan))) as JsonObject;
    expect(document.steps).toMatchObject([
      {},
      {
        tool: {
          arguments: {
            ids: "{{steps.a.output.list[*].lines[*].id}}",
            count: { cel: "{{steps.a.output.list[-1].count}} + size({{steps.a.output.list}})" },
            text: { cel: '"\\\\{{" + {{steps.a.output.who.first}} + "$${"' },
          },
        },
      },
    ]);
    const again = accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }, known));
    expect(again.planHash).toBe(compiled.planHash);
    expect(planHash(again.plan)).toBe(compiled.planHash);
  });
});
