/** The interpreter of schemas and the engine of patterns in the runtime they are made for: hostile ones are refused, ordinary ones work. */
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject, JsonSchema } from "../../../src/json/json.ts";
import { StepBudget, withinBudget } from "../../../src/schema/document/step-budget.ts";
import { violations } from "../../../src/schema/validator.ts";
import { started } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const worker = (exports as unknown as { readonly default: Fetcher }).default;

const many = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);
const chain = many(40).map((at) => [`d${at}`, { allOf: many(2).map(() => ({ $ref: `#/$defs/d${at + 1}` })) }] as const);
const doubling: JsonObject = { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(chain), d40: true } };
const exploding = "^(a+)+$";
const tooMuch = "within the steps that one request may take";

describe("[N31] in the runtime of the platform", () => {
  it.each<[string, JsonSchema, Json, Json]>([
    [
      "a pattern that the engine of the runtime would take hours for",
      { pattern: exploding },
      "aaa",
      `${"a".repeat(41)}!`,
    ],
    ["one with alternatives", { pattern: "^(a|aa)+$" }, "aaa", `${"a".repeat(60)}!`],
    ["one with look-ahead", { pattern: "^(?=(a+)+$)a" }, "aaa", `${"a".repeat(60)}!`],
    ["one as Python writes it", { pattern: "(?i)^[[:alpha:]]+\\-x$" }, "Ab-X", "Ab-Y"],
    ["letters beyond the first plane", { pattern: "^.$" }, "😀", "😀😀"],
    [
      "items that differ",
      { uniqueItems: true },
      [1, "1", { a: 1 }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ])("[N31] %s is tried to its end, on what fits and on what does not", (_, schema, fitting, other) => {
    expect(violations(schema, fitting)).toEqual([]);
    expect(violations(schema, other)).toHaveLength(1);
  });

  it.each<[string, JsonSchema, Json]>([
    ["references that double", doubling, "x"],
    ["an exploding pattern on a long text", { pattern: exploding }, `${"a".repeat(1_000_000)}!`],
    [
      "a large table",
      { additionalProperties: { type: "string" } },
      Object.fromEntries(many(100_000).map((at) => [`k${at}`, at])),
    ],
  ])("[N31] %s is refused for its cost, by the count", (_, schema, value) => {
    const budget = new StepBudget();
    const found = withinBudget(budget, () => violations(schema, value));
    expect(found).toEqual([{ instance: "", keyword: "$schema", message: expect.stringContaining(tooMuch) }]);
    expect(budget.left).toBeLessThan(0);
  });

  async function problemsOf(inputSchema: Json, title: string): Promise<readonly string[]> {
    const query = "query ($input: ValidatePlanInput!) { validatePlan(input: $input) { valid errors { message } } }";
    const plan = { steps: [tool("a", "read_note", { name: title }, { inputSchema })] };
    const response = await worker.fetch("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, variables: { input: { source: { plan } } } }),
    });
    const { data } = await response.json<{ data: { validatePlan: { errors: readonly { message: string }[] } } }>();
    return data.validatePlan.errors.map(({ message }) => message);
  }

  it("[N31] a plan whose step declares them is answered by the Worker: judged, refused for its cost, or refused by the place", async () => {
    await requestFor({ steps: [tool("a", "read_note", { name: "x" })] });
    const named = (name: Json) => ({ type: "object", properties: { name } });
    expect(await problemsOf(named({ pattern: exploding }), "aaa")).toEqual([]);
    expect(await problemsOf(named({ pattern: exploding }), `${"a".repeat(41)}!`)).toEqual([
      expect.stringContaining("at /name"),
    ]);
    expect(await problemsOf({ ...doubling, type: "object" }, "x")).toEqual([expect.stringContaining(tooMuch)]);
    expect(await problemsOf(named({ pattern: "^(a)\\1$" }), "x")).toEqual([
      expect.stringContaining("/properties/name/pattern"),
    ]);
  });

  it("[N31] an answer that would take too long is refused by the object, and the same answer passes an ordinary schema", async () => {
    const judgedBy = async (outputSchema: Json) => {
      const steps = [tool("a", "read_note", { name: "x" }, { outputSchema })];
      const view = await started(await requestFor({ steps }, { waitMs: 10_000 }));
      return [view.status, JSON.stringify(view)];
    };
    expect((await judgedBy({ type: "object" }))[0]).toBe("SUCCEEDED");
    const [status, step] = await judgedBy(doubling);
    expect([status, step]).toEqual(["FAILED", expect.stringContaining(tooMuch)]);
  });
});
