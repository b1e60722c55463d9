/**
 * Room `model/prompts`: requests to models and the reading of their replies, for four purposes: planner, router, responder, and the turn of
 * an agent in a conversation. Each purpose has one file with a `…Request` and a `read…Reply` function; the others are the parts of a
 * prompt.
 *
 * It leaves to others: `plan/compile` decides whether a planner's document is a plan (E12), `execution` decides the events of a reply, and
 * `model/adapter` sends the request.
 *
 * Invariants:
 *
 * - Text that is not an instruction of the caller stands in a prompt as data that cannot close its block (E13, `data-block.ts`).
 * - The messages of the planner are the beginning of the messages of the responder, so that a provider's cache serves both.
 * - The same input gives the same bytes.
 * - A planner and a router answer with one JSON object, or the planner with one function call. A reply that leaves open which one was
 *   meant is refused (O11).
 *
 * This file bundles the eight functions as `ModelPrompts`, a port, so that the engine can be tested without them.
 */
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
