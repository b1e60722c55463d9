/**
 * The `ExecutionRequest` of the document Host contract, made from the arguments of a step that calls an agent (H3–H6). It has exactly the
 * members of the document: absent optional ones get its defaults, and instructions are left out if there are none.
 */

import type { RoutingMode } from "../../execution/events/model-event.ts";
import { type Json, type JsonObject, ownValue } from "../../json/json.ts";

/** The members have the order of the document. */
export interface ExecutionRequest {
  readonly request_id: string;
  readonly user_query: string;
  readonly routing_mode: "auto" | "manual";
  readonly selected_agent: string;
  readonly parsed_parameters: Json;
  readonly session_context: Json;
  readonly agent_instructions?: string;
}

/** Who is asked, for which request, and who decided that. */
export interface AgentAddressee {
  readonly requestId: string;
  readonly routingMode: RoutingMode;
  readonly agentName: string;
}

/** The request of a call with `input`, which satisfies the input schema of agents. */
export function executionRequest(addressee: AgentAddressee, input: JsonObject): ExecutionRequest {
  const query = ownValue(input, "user_query");
  const instructions = ownValue(input, "agent_instructions");
  return {
    request_id: addressee.requestId,
    user_query: typeof query === "string" ? query : "",
    routing_mode: addressee.routingMode === "AUTO" ? "auto" : "manual",
    selected_agent: addressee.agentName,
    parsed_parameters: ownValue(input, "parsed_parameters") ?? {},
    session_context: ownValue(input, "session_context") ?? {},
    ...(typeof instructions === "string" && instructions !== "" ? { agent_instructions: instructions } : {}),
  };
}
