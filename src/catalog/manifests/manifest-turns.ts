/**
 * A manifest as the work of turns, which an execution pins (C16, E15): each agent with the model that answers for it and with the binding of
 * its output to a tool (T16). Bindings belong to agents, so that two agents with the same model bind each their own tool (R14).
 */
import type { ModelDefinition } from "../../plan/model-definition.ts";
import type { AutoToolBinding, TurnAgent, TurnWork } from "../../plan/turn-work.ts";
import { toolParameters } from "./manifest-bindings.ts";
import { autoToolOf } from "./manifest-callables.ts";
import type { ManifestAgent, ManifestDefinition } from "./manifest-document.ts";

/** The parts of turn work that a manifest decides. The rest comes from the state of its conversation. */
export type ManifestTurns = Pick<TurnWork, "agents" | "handoffs" | "manifest" | "maxTurns" | "variables">;

/** The work of `definition`. `modelOf` gives the language model of an agent that does not run elsewhere; the others are not asked for. */
export function turnWorkOf(
  definition: ManifestDefinition,
  modelOf: (agent: ManifestAgent) => ModelDefinition,
): ManifestTurns {
  const { handoffs, hash, maxTurns, name, variables } = definition;
  const agents = definition.agents.map((agent): TurnAgent => {
    const { description, isElsewhere, maxConsecutiveAutoReply, maxRounds, output, systemMessage } = agent;
    return {
      name: agent.name,
      agent: { name: agent.name, description, instructions: systemMessage, skills: [] },
      model: isElsewhere ? null : modelOf(agent),
      output,
      binding: bindingOf(definition, agent) ?? null,
      maxConsecutiveAutoReply,
      ...(maxRounds !== undefined && { maxRounds }),
    };
  });
  return { agents, variables, handoffs, maxTurns, manifest: { name, hash } };
}

/** The contract between an agent, its model and its tool. Undefined if its output starts none. Never changed once it is made. */
function bindingOf(definition: ManifestDefinition, agent: ManifestAgent): AutoToolBinding | undefined {
  const tool = autoToolOf(definition, agent.name);
  if (tool === undefined || agent.output === null) return undefined;
  const { acceptsContext, callableName, inputSchema, name: toolName, ui } = tool;
  return Object.freeze({
    modelName: agent.output.name,
    agentName: agent.name,
    toolName,
    callableName,
    parameterNames: Object.freeze([...toolParameters(inputSchema).names]),
    acceptsContext,
    ui,
  });
}
