/** The JSON Schema of workflow files: made from the schema of the API, served to everybody, and true to what the API takes. */
import { readFileSync } from "node:fs";
import { coerceInputValue, isInputType, validateInputValue } from "graphql";
import { describe, expect, it } from "vitest";
import { workflowFileSchema } from "../../../scripts/generate/workflow-file-schema.mjs";
import { buildSchema } from "../../../src/graph/schema.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { violations } from "../../../src/schema/validator.ts";
import { schemaText } from "../../support/graph/ask.ts";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";

const committed = readFileSync(new URL("../../../schemas/workflow.json", import.meta.url), "utf8");
const schema = JSON.parse(committed) as JsonObject;

const step = { tool: { toolName: "a", arguments: { x: "{{input.y}}" }, policy: { maxAttempts: 2, inDoubt: "ASK" } } };
const workflow = { name: "w", description: "d", plan: { steps: [step] } };
const agent = {
  name: "a",
  description: "d",
  source: { local: { instructions: "i", outputSchema: { type: "object" } } },
};
const file = { schemaVersion: 1, agents: [agent], workflows: [workflow] };

const files: readonly (readonly [fits: boolean, file: Json])[] = [
  [true, file],
  [true, { schemaVersion: 1 }],
  [true, { ...file, agents: null }],
  [true, { ...file, workflows: [{ ...workflow, output: 3, schedule: "SEQUENTIAL", inputSchema: true }] }],
  [false, {}],
  [false, { ...file, schemaVersion: "1" }],
  [false, { ...file, more: 1 }],
  [false, { ...file, workflows: [{ ...workflow, plan: null }] }],
  [false, { ...file, workflows: [{ ...workflow, schedule: "TOGETHER" }] }],
  [false, { ...file, workflows: [{ ...workflow, plan: { steps: [{ tool: { arguments: {} } }] } }] }],
  [false, { ...file, workflows: [{ ...workflow, plan: { steps: [{ ...step, sleep: { seconds: 1 } }] } }] }],
  [false, { ...file, agents: [{ ...agent, source: {} }] }],
  [false, { ...file, agents: [{ ...agent, tags: [1] }] }],
];

describe("the schema of workflow files", () => {
  it("[N349] is what the input types of the API say, and stale as soon as they change", () => {
    const made = (text: string) => `${JSON.stringify(workflowFileSchema(text), null, 2)}\n`;
    expect(made(schemaText)).toBe(committed);
    expect(made(schemaText.replace("input FileWorkflowInput {", "input FileWorkflowInput {\n  more: Int"))).not.toBe(
      committed,
    );
  });

  it("[N349] takes and refuses the same files as the API, each member and value of the plan included", () => {
    const type = buildSchema(schemaText).getType("WorkflowFileInput");
    if (!isInputType(type)) expect.fail("no input type");
    for (const [fits, one] of files) {
      const problems: string[] = [];
      validateInputValue(one, type, ({ message }) => problems.push(message));
      const found = violations(schema, one);
      expect([problems.length === 0, found.length === 0], JSON.stringify(one)).toEqual([fits, fits]);
      if (fits) expect(coerceInputValue(one, type)).toMatchObject({ schemaVersion: 1 });
    }
    expect(violations(schema, { $schema: "https://example.com/schemas/workflow.json", ...file })).toEqual([]);
  });

  it("[N349] is served to everybody, pages of any origin included", async () => {
    const asked: string[] = [];
    const ASSETS = {
      fetch: async ({ pathname }: URL) => {
        asked.push(pathname);
        return new Response(committed, { headers: { etag: '"1"' } });
      },
    };
    const at = new FakeDeployment({ ASSETS });
    const response = await at.fetch(
      new Request("http://localhost/schemas/workflow.json", { headers: { origin: "https://editor.example" } }),
    );
    expect([response.status, await response.json()]).toEqual([200, schema]);
    expect(response.headers.get("content-type")).toBe("application/schema+json; charset=utf-8");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked).toEqual(["/schemas/workflow.json"]);
    expect((await at.fetch(new Request("http://localhost/schemas/other.json"))).status).toBe(404);
  });
});
