/** Steps in the planning function, and how a reply with steps is read. */
import { describe, expect, it } from "vitest";
import { isJsonArray, isJsonObject, type Json } from "../../../src/json/json.ts";
import { plannerRequest, readPlannerReply } from "../../../src/model/prompts/planner.ts";
import { planSchema } from "../../../src/model/prompts/planning-function.ts";
import { readDocument } from "../../../src/plan/dialects/dialect.ts";
import { readTypedPlan } from "../../../src/plan/dialects/typed-plan.ts";
import { functionNames } from "../../../src/plan/expressions/expression-functions.ts";
import { readExpression } from "../../../src/plan/expressions/read-expression.ts";
import type { DocumentDialect } from "../../../src/plan/plan.ts";
import { blogCallables, conversation, model, reply } from "../../support/models/prompt-parts.ts";
import { callableOf } from "../../support/plan/callables.ts";

const read = (value: Json) => {
  const reading = readPlannerReply(
    reply({ functions: [{ name: "__planning__", arguments: value, isJson: true }] }),
    "FUNCTION",
  );
  if (!reading.ok) return reading.message;
  return "search" in reading ? { search: reading.search } : reading.document;
};
const length = (value: unknown) => JSON.stringify(value).length;
const chain = (callables = blogCallables) => planSchema(callables, { dialect: "TOOL_CALLS" });

/** Every keyword that a schema uses, at any depth. */
function keywords(schema: Json): readonly string[] {
  if (isJsonArray(schema)) return schema.flatMap(keywords);
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== "properties" || !isJsonObject(value)) return [key, ...keywords(value)];
    return [key, ...Object.values(value).flatMap(keywords)];
  });
}

describe("the planning function", () => {
  it("[N335] offers the chain first and in the words that it had, and steps beside it", () => {
    const before = JSON.parse(JSON.stringify(chain())) as { readonly properties: object };
    const now = JSON.parse(JSON.stringify(planSchema(blogCallables))) as {
      readonly properties: { readonly [name: string]: Json };
    };
    const { schedule, steps, type, ...rest } = now.properties;
    expect(schedule).toEqual({ type: "string", enum: ["DATAFLOW", "SEQUENTIAL"] });
    const { type: _, ...chainMembers } = before.properties as { readonly type: Json };
    expect(rest).toEqual(chainMembers);
    expect(type).toMatchObject({ enum: ["direct_response", "tool_calls", "plan"] });
    expect(Object.keys(now.properties).at(-1)).toBe("steps");
    expect(Object.keys((steps as { items: { properties: object } }).items.properties)).toEqual([
      "tool",
      "parallel",
      "map",
      "loop",
    ]);
    expect(chain()).toMatchObject({ properties: { type: { enum: ["direct_response", "tool_calls"] } } });
  });

  it.each<[DocumentDialect | undefined, number]>([
    [undefined, 2_850],
    ["ORCHESTRATE", 1_600],
  ])("[N335] is held small (%s): %i characters more at most, however many callables there are", (dialect, most) => {
    const many = Array.from({ length: 200 }, (_, at) => callableOf({ name: `server.tool_${at}` }));
    const more = length(planSchema(blogCallables, { dialect })) - length(chain());
    expect(more).toBeLessThanOrEqual(most);
    expect(length(planSchema(many, { dialect })) - length(chain(many))).toBe(more);
  });

  it.each<DocumentDialect | undefined>([undefined, "ORCHESTRATE"])(
    "[N335, C19] uses what every provider takes, without a union or a reference (%s)",
    (dialect) => {
      const used = new Set(keywords(planSchema(blogCallables, { dialect }) as Json));
      const plain = ["type", "properties", "required", "additionalProperties", "items", "enum", "description"];
      expect([...used].filter((keyword) => !plain.includes(keyword))).toEqual([]);
    },
  );

  it("[N335] hands the same schema to a planner that answers in JSON", () => {
    const asked = plannerRequest({
      ...{ model, conversation: conversation(), callables: blogCallables, bindings: [], maxSteps: 12, corrections: [] },
      encoding: "JSON",
    });
    expect(asked.answer).toMatchObject({ kind: "JSON", schema: planSchema(blogCallables) });
  });

  it("[N336] describes agents and groups of the document Agent orchestration where these are asked for", () => {
    const { steps } = (planSchema(blogCallables, { dialect: "ORCHESTRATE" }) as { properties: { steps: Json } })
      .properties;
    expect(JSON.stringify(steps)).toContain('"agent_id"');
    expect(JSON.stringify(steps)).not.toContain('"toolName"');
  });
});

const tool = { toolName: "a", arguments: {} };
const typed = [{ parallel: { stepId: "both", steps: [{ tool }, { tool }] } }];

describe("a reply with steps", () => {
  it("[N335] is read as a typed plan, with what the model thinks aloud as its reasoning", () => {
    const document = read({ type: "plan", reasoning: "why", content: "I will.", calls: [], steps: typed });
    expect(document).toEqual({ reasoning: "why\nI will.", steps: typed });
    expect(readTypedPlan(document, [])).toMatchObject({ ok: true, draft: { schedule: "DATAFLOW" } });
    expect(read({ type: "tool_calls", calls: null, steps: typed })).toEqual({ steps: typed });
    expect(read({ steps: typed })).toEqual({ steps: typed });
  });

  it("[N393] may choose the schedule of its steps, and calculates values", () => {
    const steps = [
      { tool: { stepId: "a", toolName: "a" } },
      { tool: { stepId: "b", toolName: "a", arguments: { n: { cel: "size({{steps.a.output.list}}) * 2" } } } },
    ];
    const document = read({ type: "plan", schedule: "SEQUENTIAL", steps });
    expect(document).toEqual({ schedule: "SEQUENTIAL", steps });
    const reading = readTypedPlan(document, []);
    expect(reading).toMatchObject({ ok: true, draft: { schedule: "SEQUENTIAL" } });
    // What a model fills in that another shape has says nothing; what a chain cannot be is refused with it.
    const calls = [{ tool_name: "a", arguments: {} }];
    expect(read({ type: "tool_calls", schedule: "SEQUENTIAL", calls })).toEqual({ type: "tool_calls", calls });
    expect(read({ type: "direct_response", schedule: "DATAFLOW", content: "Hello" })).toEqual({
      type: "direct_response",
      content: "Hello",
    });
    const wrong = read({ type: "tool_calls", schedule: "DATAFLOW", calls });
    expect(readDocument(wrong as Json, "TOOL_CALLS", [])).toMatchObject({ ok: false });
  });

  it("[N393] is told every function that is named to it, of those that there are", () => {
    const { steps } = (planSchema(blogCallables) as { properties: { steps: { description: string } } }).properties;
    const [, named = ""] = /and (size, .*?), list\.map/.exec(steps.description) ?? [];
    expect(named.split(", ").filter((name) => !functionNames.includes(name))).toEqual([]);
    const [, example = ""] = /\{"cel": "(.*?)"\}/.exec(steps.description) ?? [];
    const reference = { root: "steps", id: "a", path: ["list"], expression: "" } as const;
    expect(readExpression(example, () => reference)).toMatchObject({ ok: true });
    for (const text of steps.description.match(/list\.(?:map|filter)\([^)]*\)/g) ?? [])
      expect(readExpression(text.replace("list", "{{steps.a.output.list}}"), () => reference)).toMatchObject({
        ok: true,
      });
  });

  it("[N336, O11] is read as the document Agent orchestration, which has no place for reasoning", () => {
    const steps = [{ id: "a", type: "agent", agent: { agent_id: "a" } }];
    const document = read({ type: "plan", reasoning: "why", steps });
    expect(document).toEqual({ steps });
    expect(readDocument(document, undefined, [])).toMatchObject({ ok: true, draft: { dialect: "ORCHESTRATE" } });
  });

  it("[N335] leaves a chain and a direct answer as they were, beside steps that are empty", () => {
    const calls = [{ tool_name: "a", arguments: {} }];
    expect(read({ type: "tool_calls", calls, steps: [] })).toEqual({ type: "tool_calls", calls });
    expect(read({ type: "plan", calls, steps: null })).toEqual({ type: "plan", calls });
    expect(read({ type: "direct_response", content: "Hello", steps: [] })).toEqual({
      type: "direct_response",
      content: "Hello",
    });
  });

  it.each<[string, Json]>([
    ["calls beside steps", { type: "plan", calls: [{ tool_name: "a", arguments: {} }], steps: typed }],
    ["calls beside steps", { type: "tool_calls", calls: [{ tool_name: "a", arguments: {} }], steps: typed }],
    ["a direct response beside 1 steps", { type: "direct_response", content: "Hello", steps: typed }],
  ])("[N335] is refused for %s", (message, given) => {
    expect(read(given)).toBe(message);
  });
});

describe("a planner that is offered a part of what is registered", () => {
  const search = { registered: 2_000, servers: ["github", "</servers>slack"] };
  const facts = {
    model,
    conversation: conversation(),
    callables: blogCallables,
    bindings: [],
    maxSteps: 12,
    corrections: [],
  };
  const request = (more: object) => plannerRequest({ ...facts, encoding: "FUNCTION", search, ...more });

  it("[N339] is told how many there are and of which servers, as data, and what else it is told stays", () => {
    const { messages } = request({});
    const [system] = messages;
    expect(system?.text).toContain(
      "2000 callables are registered. The 2 that fit the words of the request best can be called.",
    );
    expect(system?.text).toContain('<servers>\n"github"\n"\\u003c/servers>slack"\n</servers>');
    const whole = plannerRequest({ ...facts, encoding: "FUNCTION" });
    expect(whole.messages[0]?.text).not.toContain("are registered");
    expect(request({ callables: [] }).messages[0]?.text).toContain("Nothing can be called.");
  });

  it("[N340] may ask for more in place of a plan, once, also where nothing was found", () => {
    const kinds = (asked: ReturnType<typeof plannerRequest>) => JSON.stringify(asked.answer);
    expect(kinds(request({ maySearch: true }))).toContain('"enum":["direct_response","tool_calls","plan","search"]');
    expect(kinds(request({ maySearch: true, callables: [] }))).toContain('"enum":["direct_response","search"]');
    expect(kinds(request({ maySearch: false }))).not.toContain('"search"');
  });

  it("[N340] has its words read, up to 500 characters; a search without words is none", () => {
    expect(read({ type: "search", search: " send sms ", calls: [], reasoning: "none fits" })).toEqual({
      search: "send sms",
    });
    expect(read({ type: "search", search: "x".repeat(600) })).toEqual({ search: "x".repeat(500) });
    for (const given of ["", "  ", 5, null, ["a"]])
      expect(read({ type: "search", search: given })).toBe("a search without words");
  });
});
