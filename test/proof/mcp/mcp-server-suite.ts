/**
 * The official conformance suite of MCP against `/mcp`, in both revisions. Its tools are workflows here, as far as a workflow can be what
 * the suite asks for.
 */
import { join } from "node:path";
import { startExampleServer } from "../../../examples/mcp-server/server.ts";
import { type Planwright, tool } from "../../support/deployed/planwright.ts";
import type { Scenario, Suite } from "../suite.ts";
import { revisions, runMcpConformance } from "./mcp-checks.ts";
import { mcpServerDeclared } from "./mcp-server-declared.ts";
import { startRenamingFront } from "./renaming-front.ts";

const note = (stepId: string) =>
  tool(stepId, "set_note", { name: stepId, text: "This is a simple text response for testing." });

/** The schema that the suite wants to find again, word for word. */
const richSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const workflows: { readonly [name: string]: { readonly steps: readonly object[]; readonly inputSchema?: object } } = {
  test_simple_text: { steps: [note("a")] },
  test_error_handling: { steps: [tool("a", "is_error", {})] },
  test_tool_with_progress: {
    steps: [note("a"), note("b"), note("c")],
  },
  test_logging_tool: { steps: [note("a")] },
  test_streaming_elicitation: { steps: [note("a")] },
  json_schema_2020_12_tool: { steps: [note("a")], inputSchema: richSchema },
};

export const mcpServerSuite: Suite = {
  name: "mcp-server",
  title: "MCP conformance, server",
  version: "@modelcontextprotocol/conformance 0.2.0-alpha.12",
  declared: mcpServerDeclared,
  async run({ scratch, worker }) {
    const example = await startExampleServer(0, { delayMs: 0 });
    const { close, planwright } = await worker().start();
    try {
      await planwright.register("example", `${example.url}/mcp`, true);
      for (const name of Object.keys(workflows)) await save(planwright, name);
      const front = await startRenamingFront(new URL(planwright.endpoint).origin, Object.keys(workflows));
      try {
        const scenarios: Scenario[] = [];
        for (const revision of revisions) {
          const args = ["--url", `${front.url}/mcp`];
          scenarios.push(...(await runMcpConformance("server", revision, args, join(scratch, revision))));
        }
        return scenarios;
      } finally {
        await front.close();
      }
    } finally {
      await close();
      await example.close();
    }
  },
};

async function save(planwright: Planwright, name: string): Promise<void> {
  const { inputSchema = { type: "object" }, steps = [] } = workflows[name] ?? {};
  await planwright.saveWorkflow({ name, description: "A tool of the suite", inputSchema, source: { plan: { steps } } });
}
