/**
 * The way of a question once its agents are known: the plan that calls the one that was chosen, or what a router needs to choose. The
 * definitions of all that may be called are pinned (E15).
 */

import type { HttpAgentRegistration } from "../catalog/agent-registration.ts";
import { type CatalogSnapshot, pinnedDefinitions } from "../catalog/catalog-snapshot.ts";
import { agentPlan } from "../plan/agent-plan.ts";
import type { Conversation } from "../plan/conversation.ts";
import { utf8Bytes } from "../plan/json.ts";
import type { RouteCandidate } from "../plan/model-definition.ts";
import { planHash } from "../plan/plan-hash.ts";
import type { PlanProblem } from "../plan/problem.ts";
import { noPlan } from "../plan/state.ts";
import { ableAgents } from "./agent-health.ts";
import { maxDefinitionBytes } from "./check-plan.ts";
import type { CatalogDoor } from "./doors.ts";
import { type RoutingReading, routeCandidate } from "./routing-input.ts";
import type { ExecutionWork } from "./start-execution.ts";

/** What is to be called for a question, or chosen from. */
export interface AgentRoute extends Pick<ExecutionWork, "chosenAgent" | "definitions" | "plan" | "planHash"> {
  /** Empty if nothing is left to choose. */
  readonly candidates: readonly RouteCandidate[];
}

/** The route of a question. Agents are asked for their health only where a router is to choose. */
export async function agentRoute(
  routing: Exclude<RoutingReading, { kind: "REFUSED" }>,
  conversation: Conversation,
  catalog: CatalogSnapshot,
  door: CatalogDoor,
): Promise<AgentRoute> {
  if (routing.kind === "AUTO") return autoRoute(routing.candidates, catalog, door);
  const { name } = routing.agent;
  const definitions = pinnedDefinitions(catalog, [name]);
  const plan = agentPlan(name, conversation);
  return {
    chosenAgent: { mode: "MANUAL", agentName: name, confidence: null, reason: null },
    candidates: [],
    definitions,
    plan,
    planHash: planHash(plan),
  };
}

/** The choice among those of `agents` that are able to work. Without any, the responder answers, or the execution ends with `NO_ROUTE` (C30). */
export async function autoRoute(
  agents: readonly HttpAgentRegistration[],
  catalog: CatalogSnapshot,
  door: CatalogDoor,
): Promise<AgentRoute> {
  const able = await ableAgents(agents, door);
  const definitions = pinnedDefinitions(
    catalog,
    able.map(({ name }) => name),
  );
  const plan = able.length === 0 ? noPlan : null;
  return {
    ...{ chosenAgent: null, candidates: able.map(routeCandidate), definitions, plan },
    planHash: plan === null ? null : planHash(plan),
  };
}

/** Definitions and candidates are stored in one row, which the platform bounds to 2 MB together. `path` is the place of the choice. */
export function sizeProblems({ candidates, definitions }: AgentRoute, path: readonly string[]): readonly PlanProblem[] {
  const found = utf8Bytes(JSON.stringify([candidates, definitions]));
  if (found <= maxDefinitionBytes) return [];
  const message = `Cannot choose from so many agents: required definitions of at most ${maxDefinitionBytes} bytes together, found ${found}; name some in routing.auto.candidates`;
  return [{ kind: "LIMIT_EXCEEDED", message, path, limit: "definitionBytes", maximum: maxDefinitionBytes, found }];
}
