/** A small catalog for tests of agents and workflows: two tools, and short ways to register what calls them. */
import type { LocalAgentRegistration, RegisteredAgent } from "../../../src/catalog/agent-registration.ts";
import { type CatalogSnapshot, catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { compileWorkflow, type WorkflowInput } from "../../../src/catalog/snapshot/compile-workflow.ts";
import type { RegisteredWorkflow } from "../../../src/catalog/workflow-registration.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import type { ModelDefinition, ModelSettings } from "../../../src/plan/model-definition.ts";
import { modelOf } from "../models/model-of.ts";

const rich: JsonObject = { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] };

function tool(name: string, readOnlyHint: boolean) {
  return {
    ...{ name, title: null, description: null, inputSchema: rich, outputSchema: rich },
    annotations: { readOnlyHint },
    metadata: {},
  };
}

const server = {
  ...{
    name: "blog",
    url: "https://blog.example/mcp",
    bearerSecret: null,
    trusted: true,
    connection: { era: "modern" },
  },
  ...{ outputValidation: "STRICT" as const, status: "READY" as const, failure: null, protocolVersion: "2026-07-28" },
  ...{ lastSyncedAt: 1, dropped: [] },
};

/** `read` only reads, `write` writes; both declare rich schemas of input and output. */
export function catalogOf(
  agents: readonly RegisteredAgent[] = [],
  workflows: readonly RegisteredWorkflow[] = [],
  tools: readonly string[] = ["read", "write"],
): CatalogSnapshot {
  return catalogSnapshot("5", {
    contents: [{ server, tools: tools.map((name) => tool(name, name === "read")) }],
    agents,
    workflows,
  });
}

export function localAgent(name: string, more: Partial<LocalAgentRegistration> = {}): RegisteredAgent {
  return {
    ...{ kind: "LOCAL", name, description: `Is ${name}`, tags: [], exampleQueries: [], routable: false, model: null },
    ...{ instructions: "Be brief", skills: [], tools: [], actions: [], public: false, createdAt: 1, updatedAt: 1 },
    ...more,
  };
}

/** The input of a workflow whose steps call `names` one after another. */
export function workflowInput(
  name: string,
  names: readonly string[],
  more: Partial<WorkflowInput> = {},
): WorkflowInput {
  const steps = names.map((toolName, at) => {
    const after = at === 0 ? {} : { after: [`s${at - 1}`] };
    return { tool: { stepId: `s${at}`, toolName, arguments: argumentsFor(toolName), ...after } };
  });
  return {
    ...{ name, description: `Does ${name}`, source: { kind: "TYPED", plan: { steps } } },
    ...{ inputSchema: null, outputSchema: null, public: false, ...more },
  };
}

export function savedWorkflow(name: string, names: readonly string[], snapshot: CatalogSnapshot): RegisteredWorkflow {
  const compiled = compileWorkflow(workflowInput(name, names), snapshot, builtInLimits);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return { ...compiled.registration, createdAt: 1 };
}

export function model(name: string): ModelDefinition {
  return modelOf({ name, provider: "OPENAI", model: name, baseUrl: null, maxOutputTokens: 100 });
}

export const models: ModelSettings = {
  models: new Map(["small", "large"].map((name) => [name, model(name)])),
  ...{
    defaults: { ROUTE: "small", PLAN: "large", RESPOND: "small", AGENT: "small" },
    encoding: "JSON",
    maxCorrections: 1,
  },
};

/** Tools of the catalog take a topic, everything else takes text. */
function argumentsFor(name: string): JsonObject {
  return name === "read" || name === "write" ? { topic: "a" } : { text: "a" };
}
