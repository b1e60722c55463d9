/** What tests of prompts are made of: a model, callables, a conversation. */
import { blogTools } from "../../../examples/mcp-server/blog-tools.ts";
import type { JsonSchema } from "../../../src/json/json.ts";
import type { ModelReply } from "../../../src/model/port.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import type { Conversation } from "../../../src/plan/conversation.ts";
import type { ModelDefinition } from "../../../src/plan/model-definition.ts";

export const model: ModelDefinition = {
  name: "test",
  provider: "OPENAI_COMPATIBLE",
  model: "test-1",
  baseUrl: "http://127.0.0.1/v1",
  keySecret: null,
  maxOutputTokens: 1_000,
  timeoutMs: 1_000,
  price: null,
};

/** The two tools of the worked example (P28). */
export const blogCallables: readonly CallableDefinition[] = blogTools(0).map((tool) =>
  callable({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema as JsonSchema,
    outputSchema: (tool.outputSchema ?? null) as JsonSchema | null,
  }),
);

export function callable(facts: Partial<CallableDefinition>): CallableDefinition {
  return {
    name: "tool",
    kind: "TOOL",
    description: "",
    usageHints: "",
    inputSchema: { type: "object" },
    outputSchema: null,
    effectClass: "UNSAFE",
    declaredDestructive: false,
    outputValidation: "STRICT",
    provider: "example",
    remoteName: "tool",
    ...facts,
  };
}

export function conversation(facts: Partial<Conversation> = {}): Conversation {
  return {
    agent: null,
    systemPrompt: null,
    skills: [],
    history: [],
    message: "Write a blog post about AI trends",
    usageHints: null,
    sessionContext: {},
    agentInstructions: null,
    ...facts,
  };
}

export function reply(facts: Partial<ModelReply>): ModelReply {
  return { text: "", functions: [], stop: "COMPLETE", model: null, usage: null, ...facts };
}
