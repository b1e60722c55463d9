/** What prompts are made of: a model, the callables of the worked example, a conversation, a reply. */
import { blogTools } from "../../../examples/mcp-server/blog-tools.ts";
import type { JsonSchema } from "../../../src/json/json.ts";
import type { ModelReply } from "../../../src/model/port.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import type { Conversation } from "../../../src/plan/conversation.ts";
import { callableOf } from "../plan/callables.ts";
import { modelOf } from "./model-of.ts";

export const model = modelOf({ name: "test" });

/** The two tools of the worked example (P28). */
export const blogCallables: readonly CallableDefinition[] = blogTools(0).map((tool) =>
  callableOf({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema as JsonSchema,
    outputSchema: (tool.outputSchema ?? null) as JsonSchema | null,
  }),
);

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
  return { text: "", functions: [], stop: "COMPLETE", ...facts };
}
