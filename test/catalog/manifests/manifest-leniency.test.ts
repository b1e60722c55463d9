/** What manifests of others hold and ours need not: null for what is absent, models that nobody uses, types of variables. */
import { describe, expect, it } from "vitest";
import { variableProblems } from "../../../src/graph/conversations/message-input.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { changed, compiled, definitionOf, exampleManifest, problemsOf } from "../../support/catalog/manifests.ts";

const models = "structured_outputs.models";
const rules = exampleManifest("generator").handoffs as
  | { readonly handoff_rules?: readonly JsonObject[] }
  | readonly JsonObject[];

/** Every object of the manifest with two members that are null, one of them known to nobody. */
function withNulls(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => withNulls(item, depth + 1));
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withNulls(member, depth + 1)]))
    : value;
}

describe("null in a manifest", () => {
  it("[N68, R17] counts as absent in rules, tools, interfaces, agents, models, fields, variables and files", () => {
    const generator = exampleManifest("generator");
    const list = (
      Array.isArray(rules) ? rules : ((rules as { handoff_rules: readonly JsonObject[] }).handoff_rules ?? [])
    ) as readonly JsonObject[];
    expect(list.length).toBeGreaterThan(0);
    const manifest = changed({
      handoffs: list.map((rule) => ({ ...rule, condition_scope: null, description: null })),
      "agents.ContextAgent.temperature": null,
      [`${models}.ActionPlanCall.extends`]: null,
      surplus: null,
      "structured_outputs.version": null,
    });
    const definition = definitionOf(manifest);
    expect(definition.handoffs).toEqual(definitionOf(generator).handoffs);
    expect(withNulls(definition.agents)).toEqual(definitionOf(generator).agents);
  });

  it("[N68] an interface that says nothing is none, and one that says something must name its component", () => {
    const tool = (ui: unknown) =>
      changed({
        tools: [{ agent: "ContextAgent", function: "read", tool_type: "Agent_Tool", auto_invoke: false, ui }],
        "agents.ContextAgent.auto_tool_mode": false,
      });
    for (const ui of [null, {}, { component: null, mode: null }]) {
      expect(definitionOf(tool(ui)).tools).toMatchObject([{ name: "read", ui: null }]);
    }
    expect(problemsOf(tool({ component: null, mode: "inline" }))).toMatchObject([
      ["manifest/tools/0/ui/component", expect.any(String)],
    ]);
  });
});

describe("an unused model", () => {
  it("[N69] is a warning with its place, and hides nothing", () => {
    const compilation = compiled(changed({ [`${models}.Spare`]: { type: "model", fields: { a: { type: "str" } } } }));
    expect(compilation).toMatchObject({
      ok: true,
      warnings: [
        {
          path: ["manifest", "structured_outputs", "models", "Spare"],
          message: expect.stringContaining("so that it is not used"),
        },
      ],
    });
    expect(compiled(exampleManifest("generator"))).toMatchObject({ ok: true, warnings: [] });
  });

  it("[N69] is not reported where the registry is wrong, which is the one cause", () => {
    const inline = { type: "model", fields: { a: { type: "str" } } };
    expect(problemsOf(changed({ "structured_outputs.registry.ContextAgent": inline }))).toEqual([
      [
        "manifest/structured_outputs/registry/ContextAgent",
        expect.stringContaining("required the name of a model that stands among the models"),
      ],
    ]);
  });

  it("[N69] a rule that names a variable which is wrong itself is not wrong for it", () => {
    const [first] = problemsOf(
      changed({
        context_variables: { variables: { mood: { nonsense: 1 } }, derived_variables: [] },
        derived_variables: undefined,
        handoffs: [
          {
            source_agent: "ContextAgent",
            target_agent: "InterviewAgent",
            handoff_type: "condition",
            condition: "${mood} == 'x'",
            transition_target: "AgentTarget",
          },
        ],
      }),
    );
    expect(first?.[0]).toContain("mood/nonsense");
  });
});

describe("what manifests of others say beside", () => {
  it("[N70] the words of a rule are kept, and the list of required fields of a model is enforced", () => {
    const model = { type: "model", fields: { a: { type: "str" }, b: { type: "str" } }, required: ["a"] };
    const one = changed({
      [`${models}.Spare`]: model,
      "structured_outputs.registry.InterviewAgent": "Spare",
      handoffs: [
        {
          source_agent: "ContextAgent",
          handoff_type: "after_work",
          transition_target: "TerminateTarget",
          description: "Done",
        },
      ],
      derived_variables: undefined,
      context_variables: undefined,
    });
    const definition = definitionOf(one);
    expect(definition.models.find(({ name }) => name === "Spare")?.schema).toMatchObject({ required: ["a"] });
    expect(definition.handoffs).toMatchObject([{ description: "Done" }]);
  });

  it("[N70] the type of a variable is enforced of its default and of every value that people set", () => {
    const variables = (more: JsonObject) =>
      changed({ context_variables: { variables: more }, derived_variables: undefined, handoffs: undefined });
    const definition = definitionOf(
      variables({ count: { type: "integer", default: 1 }, mood: { type: "str" }, free: {} }),
    );
    const declared = definition.variables;
    const wrong = (given: JsonObject) =>
      variableProblems(given, declared, builtInLimits).map(({ path }) => path.join("."));
    expect(wrong({ count: 2, mood: "x", free: [1] })).toEqual([]);
    expect(wrong({ count: null, mood: null, free: null })).toEqual([]);
    expect(wrong({ count: "2", mood: 3 })).toEqual(["variables.count", "variables.mood"]);
    expect(problemsOf(variables({ count: { type: "integer", default: "x" } }))).toEqual([
      ["manifest/context_variables/variables/count/default", expect.stringContaining("a value of the type integer")],
    ]);
    expect(problemsOf(variables({ count: { type: "intger" } }))).toEqual([
      ["manifest/context_variables/variables/count/type", expect.stringContaining("nearest: integer")],
    ]);
  });
});
