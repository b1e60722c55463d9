/** The words to and from models: what each purpose is asked and how its answer is read. A port, so that the engine is tested without them. */
import { agentTurnRequest, readAgentReply } from "./agent-turn.ts";
import { plannerRequest, readPlannerReply } from "./planner.ts";
import { readResponderReply, responderRequest } from "./responder.ts";
import { readRouterReply, routerRequest } from "./router.ts";

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
