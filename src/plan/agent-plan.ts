/** The plan of a question (H3, H6): one call of the agent that was chosen for it, or no step if none fits (C30). */
import type { Conversation } from "./conversation.ts";
import { type Json, objectOf } from "./json.ts";
import { defaultStepPolicy, type Plan } from "./plan.ts";
import { noPlan } from "./state.ts";

/** Id of the step that calls the agent. */
export const agentStepId = "agent";

/** The plan that calls `agentName`, null for none, with the question of `conversation` handed over to the letter (H5, E13). */
export function agentPlan(agentName: string | null, conversation: Conversation): Plan {
  if (agentName === null) return noPlan;
  const { agentInstructions, message, sessionContext } = conversation;
  const value = objectOf<Json>([
    ["user_query", message ?? ""],
    ["parsed_parameters", {}],
    ["session_context", sessionContext],
    ...(agentInstructions === null ? [] : [["agent_instructions", agentInstructions] as const]),
  ]);
  return {
    ...noPlan,
    steps: [
      {
        kind: "TOOL",
        id: agentStepId,
        index: 0,
        callableName: agentName,
        arguments: { kind: "literal", value },
        resultKey: null,
        after: [],
        independent: false,
        policy: defaultStepPolicy,
      },
    ],
  };
}
