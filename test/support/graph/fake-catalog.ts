/** Registrations of tools, agents and models, and the catalog of them. */
import type { RegisteredAgent } from "../../../src/catalog/agent-registration.ts";
import {
  type CatalogSnapshot,
  catalogSnapshot,
  type PinnedTool,
} from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import type { RegisteredWorkflow } from "../../../src/catalog/workflow-registration.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import type { ModelDefinition, ModelSettings } from "../../../src/plan/model-definition.ts";

import { startTime } from "./fake-views.ts";

export interface FakeTool {
  readonly name: string;
  readonly input?: JsonObject;
  readonly output?: JsonObject | null;
  readonly annotations?: JsonObject;
  /** The contract that was accepted; its own if left out. */
  readonly acceptedHash?: string;
}

const anyObject: JsonObject = { type: "object" };

function discovered({ acceptedHash, annotations = {}, input = anyObject, name, output = null }: FakeTool): PinnedTool {
  const texts = { title: null, description: `The tool ${name}` };
  const tool = { name, ...texts, inputSchema: input, outputSchema: output, annotations, metadata: {} };
  return acceptedHash === undefined ? tool : { ...tool, acceptedHash };
}

/** An agent behind HTTP that the router may choose, or a role. */
export function httpAgent(name: string, more: Partial<RegisteredAgent & { kind: "HTTP" }> = {}): RegisteredAgent {
  return {
    ...{ kind: "HTTP", name, description: `The agent ${name}`, tags: ["costs"], exampleQueries: ["What did it cost?"] },
    ...{ routable: true, endpoint: `https://agents.example.com/${name}`, bearerSecret: null },
    healthUrl: `https://agents.example.com/${name}/health`,
    ...{ effectClass: "UNSAFE", usageHints: "Name the currency", createdAt: startTime, updatedAt: startTime },
    ...more,
  };
}

/** A remote agent that speaks A2A, with the card that it was registered by. */
export function a2aAgent(name: string, more: Partial<RegisteredAgent & { kind: "A2A" }> = {}): RegisteredAgent {
  return {
    ...{ kind: "A2A", name, description: `The remote agent ${name}`, tags: [], exampleQueries: [], routable: true },
    cardUrl: `https://agents.example.com/${name}/.well-known/agent-card.json`,
    ...{ card: exampleCard(name), cardReadAt: startTime, endpoint: `https://agents.example.com/${name}` },
    ...{ protocolVersion: "1.0", interfaceTenant: null, bearerSecret: null, effectClass: "UNSAFE", usageHints: "" },
    ...{ isWorkflow: false, inputSchema: null, outputSchema: null, createdAt: startTime, updatedAt: startTime },
    warnings: [],
    ...more,
  };
}

/** A card in the form of A2A 1.0. */
export function exampleCard(name: string): JsonObject {
  const url = `https://agents.example.com/${name}`;
  return {
    ...{ name, description: `The remote agent ${name}`, version: "7" },
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    provider: { organization: "Example", url: "https://example.com" },
    capabilities: { streaming: true, extensions: [{ uri: "urn:x", params: { a: 1 } }] },
    ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
    skills: [{ id: "s", name: "Skill", description: "A skill", tags: ["x"], examples: ["Why?"] }],
  };
}

export function localAgent(name: string, more: Partial<RegisteredAgent & { kind: "LOCAL" }> = {}): RegisteredAgent {
  return {
    ...{ kind: "LOCAL", name, description: `The role ${name}`, tags: [], exampleQueries: [], routable: false },
    ...{ instructions: "Be brief", skills: [{ id: "style", instructions: "No jargon" }], model: null },
    ...{ tools: [], actions: [], public: false },
    ...{ createdAt: startTime, updatedAt: startTime },
    ...more,
  };
}

/** The tools of the example of the document Plan, Execute, Respond, and an echo. */
export const exampleTools: readonly FakeTool[] = [
  {
    name: "research_blog",
    input: { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] },
    output: {
      type: "object",
      properties: {
        artifact_id: { type: "string" },
        artifact: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
      },
      required: ["artifact_id", "artifact"],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: "create_blog_post",
    input: {
      type: "object",
      properties: { artifact_id: { type: "string" }, count: { type: "integer" } },
      required: ["artifact_id"],
    },
    output: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
  },
  { name: "echo" },
  { name: "drop_table", annotations: { destructiveHint: true } },
];

export function fakeCatalog(
  revision: string,
  tools: readonly FakeTool[],
  serverName = "blog",
  agents: readonly RegisteredAgent[] = [],
  workflows: readonly RegisteredWorkflow[] = [],
): CatalogSnapshot {
  const server = {
    ...{ name: serverName, url: "https://tools.example.com/mcp", bearerSecret: null, trusted: true },
    ...{ outputValidation: "STRICT" as const, status: "READY" as const, failure: null, protocolVersion: "2025-11-25" },
    ...{ lastSyncedAt: startTime, connection: { era: "legacy" }, dropped: [] },
  };
  return catalogSnapshot(revision, { contents: [{ server, tools: tools.map(discovered) }], agents, workflows });
}

/** A language model of the deployment, with a price and a key. */
export function languageModel(name: string, more: Partial<ModelDefinition> = {}): ModelDefinition {
  return {
    ...{ name, provider: "OPENAI_COMPATIBLE", model: `example/${name}`, baseUrl: "https://models.example.com/v1" },
    ...{ keySecret: "MODELS", maxOutputTokens: 1_000, timeoutMs: 60_000 },
    price: { input: 1, cachedInput: null, output: 2 },
    ...more,
  };
}

/** A model for each purpose, one of them for two, and one for none. */
export const exampleModels: ModelSettings = {
  models: new Map(["planner", "router", "responder", "spare"].map((name) => [name, languageModel(name)])),
  defaults: { ROUTE: "router", PLAN: "planner", RESPOND: "responder", AGENT: "responder" },
  encoding: "FUNCTION",
  maxCorrections: 0,
};
