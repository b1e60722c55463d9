/**
 * The plan of a question (H3, H6): one call of the agent that was chosen for it, or no step if none fits (C30). An agent behind HTTP is given
 * the question with its session context and instructions; all others take text.
 */

import { type Json, type JsonObject, objectOf } from "../../json/json.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { Conversation } from "../../plan/conversation.ts";
import { defaultStepPolicy, type Plan } from "../../plan/plan.ts";
import { noPlan } from "../state/state.ts";

/** Id of the step that calls the agent. */
const agentStepId = "agent";

/**
 * The plan that calls `agentName`, null for none, with the question of `conversation` handed over to the letter (H5, E13). `definitions`
 * are those that the agent was pinned with.
 */
export function agentPlan(
  agentName: string | undefined,
  conversation: Conversation,
  definitions: Pick<ExecutionDefinitions, "callables" | "providers">,
): Plan {
  if (agentName === undefined) return noPlan;
  const value = isBehindHttp(agentName, definitions) ? requestOf(conversation) : { text: conversation.message ?? "" };
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

function isBehindHttp(
  agentName: string,
  { callables, providers }: Pick<ExecutionDefinitions, "callables" | "providers">,
): boolean {
  const agent = callables.find(({ name }) => name === agentName);
  return providers.some(({ kind, name }) => kind === "HTTP_AGENT" && name === agent?.provider);
}

function requestOf({ agentInstructions, message, sessionContext }: Conversation): JsonObject {
  return objectOf<Json>([
    ["user_query", message ?? ""],
    ["parsed_parameters", {}],
    ["session_context", sessionContext],
    ...(agentInstructions === null ? [] : [["agent_instructions", agentInstructions] as const]),
  ]);
}
