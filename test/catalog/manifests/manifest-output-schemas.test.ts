/** Agents of a manifest that have a JSON Schema of their own for their output, in the place of a model. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { changed, definitionOf, problemsOf } from "../../support/catalog/manifests.ts";

const schema: JsonObject = {
  type: "object",
  properties: { topic: { type: "string", minLength: 3 }, days: { type: "integer" } },
  required: ["topic"],
  additionalProperties: false,
};

function typed(output: unknown = schema, more: JsonObject = {}): JsonObject {
  return { agents: { A: { system_message: "Be brief", output_schema: output, ...more } } } as JsonObject;
}

describe("an agent of a manifest with an output schema", () => {
  it("[N272] answers in it, under the name of the agent", () => {
    const definition = definitionOf(typed());
    expect(definition.agents).toMatchObject([{ name: "A", output: { name: "A", schema }, autoTool: null }]);
    expect(definition.models).toEqual([{ name: "A", schema }]);
    expect(definitionOf(typed({ ...schema, required: [] })).hash).not.toBe(definition.hash);
  });

  it("[N272] may start a tool with it, whose parameters are held against it", () => {
    const tools = [{ agent: "A", function: "read", tool_type: "UI_Tool" }];
    const bound = { ...typed(schema, { auto_tool_mode: true, structured_outputs_required: true }), tools };
    expect(definitionOf(bound).agents).toMatchObject([{ autoTool: "read", structuredOutputsRequired: true }]);
  });

  it.each<readonly [string, JsonObject, string, string]>([
    ["that is no object", typed("str"), "agents/A/output_schema", "object"],
    [
      "whose root is a list",
      typed({ type: "array" }),
      "agents/A/output_schema",
      'required "type": "object" at its root',
    ],
    [
      "with a reference that leads nowhere",
      typed({ type: "object", properties: { a: { $ref: "#/$defs/a" } } }),
      "agents/A/output_schema",
      "/properties/a/$ref",
    ],
    [
      "that nothing satisfies",
      typed({ ...schema, required: ["gone"] }),
      "agents/A/output_schema",
      "found one that none can satisfy",
    ],
    [
      "beside a model of the registry",
      changed({ "agents.ContextAgent.output_schema": schema }),
      "agents/ContextAgent/output_schema",
      'found one beside "ActionPlanCall"',
    ],
    [
      "and the name of a model",
      {
        ...typed(),
        structured_outputs: { models: { A: { type: "model", fields: { a: { type: "str" } } } }, registry: {} },
      },
      "agents/A/output_schema",
      'found a model "A"',
    ],
    [
      "and no demand for it",
      typed(schema, { structured_outputs_required: false }),
      "agents/A/structured_outputs_required",
      "required true",
    ],
    [
      "beside an input schema, which no turn has",
      typed(schema, { input_schema: schema }),
      "agents/A/input_schema",
      "no such field",
    ],
  ])("[N272] %s is refused at its place", (_, manifest, place, words) => {
    const found = problemsOf(manifest).find(([path]) => path === `manifest/${place}`);
    expect(found?.[1]).toContain(words);
  });
});
