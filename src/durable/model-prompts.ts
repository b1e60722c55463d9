/** The words to and from models: what each purpose is asked and how its answer is read. A port, so that the engine is tested without them. */
import { agentTurnRequest, readAgentReply } from "../model/prompts/agent-turn.ts";
import { plannerRequest, readPlannerReply } from "../model/prompts/planner.ts";
import { readResponderReply, responderRequest } from "../model/prompts/responder.ts";
import { readRouterReply, routerRequest } from "../model/prompts/router.ts";

export const modelPrompts = {
  plannerRequest,
  readPlannerReply,
  responderRequest,
  readResponderReply,
  routerRequest,
  readRouterReply,
  agentTurnRequest,
  readAgentReply,
};

export type ModelPrompts = typeof modelPrompts;
