/** An agent behind HTTP as a step sees it: a callable whose arguments are those of an `ExecutionRequest` (H3), and a provider. */

import type { JsonObject } from "../../json/json.ts";
import type { CallableDefinition, ProviderDefinition } from "../../plan/callable.ts";
import { outputLabelsMember } from "../../plan/labels/declared-labels.ts";
import type { HttpAgentRegistration } from "../agent-registration.ts";

/** The same for every agent. */
export const agentInputSchema: JsonObject = {
  type: "object",
  properties: {
    user_query: { type: "string", description: "What the agent is asked, in words" },
    parsed_parameters: { type: "object", description: "Parameters taken from the question" },
    session_context: { type: "object", description: "Facts on the user and the session" },
    agent_instructions: { type: "string", description: "Instructions for the agent beside the question" },
  },
  required: ["user_query"],
  additionalProperties: false,
};

/** The definition against which calls of the agent are checked. The form of its answer is not known before the call (C4, H10). */
export function agentCallable(agent: HttpAgentRegistration): CallableDefinition {
  return {
    name: agent.name,
    kind: "AGENT",
    description: agent.description,
    usageHints: agent.usageHints,
    inputSchema: agentInputSchema,
    outputSchema: null,
    effectClass: agent.effectClass,
    declaredDestructive: false,
    outputValidation: "OFF",
    provider: providerName(agent),
    remoteName: agent.name,
    ...outputLabelsMember(agent.outputLabels, false),
  };
}

/** How the agent is reached. There is nothing to negotiate. */
export function agentProvider(agent: HttpAgentRegistration): ProviderDefinition {
  const { bearerSecret, credential, endpoint } = agent;
  const facts = { name: providerName(agent), kind: "HTTP_AGENT" as const, url: endpoint, bearerSecret };
  return { ...facts, ...(credential && { credential }), connection: null };
}

/** Names of servers hold no colon, so that no server has the name of an agent's provider. */
function providerName({ name }: HttpAgentRegistration): string {
  return `agent:${name}`;
}
