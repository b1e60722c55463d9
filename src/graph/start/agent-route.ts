/**
 * The way of a question once its agents are known: the plan that calls the chosen one, or the choice for a router. The definitions of all
 * callables are pinned (E15).
 */

import type { RegisteredAgent } from "../../catalog/agent-registration.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { agentPlan } from "../../execution/callables/agent-plan.ts";
import type { ExecutionInput } from "../../execution/commands/start-request.ts";
import { noPlan } from "../../execution/state/state.ts";
import { utf8Bytes } from "../../json/json.ts";
import type { Conversation } from "../../plan/conversation.ts";
import { planHash } from "../../plan/dialects/plan-hash.ts";
import type { RouteCandidate } from "../../plan/model-definition.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { GraphSettings } from "../base/graph-context.ts";
import type { CatalogClient } from "../base/ports.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import { ableAgents } from "../registry/agent-health.ts";
import { pinnable, pinned } from "../registry/pinned-catalog.ts";
import { maxDefinitionBytes } from "./check-plan.ts";
import { type RoutingResult, routeCandidate } from "./routing-input.ts";

/** The agent to call for a question, or the agents to choose from. */
export interface AgentRoute extends Pick<ExecutionInput, "chosenAgent" | "definitions" | "plan" | "planHash"> {
  /** Empty if nothing is left to choose. */
  readonly candidates: readonly RouteCandidate[];
}

export type AgentRouteResult =
  | { readonly ok: true; readonly route: AgentRoute }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

/** The route of a question. Agents are asked for their health only where a router is to choose. */
export async function agentRoute(
  routing: Exclude<RoutingResult, { kind: "REFUSED" }>,
  conversation: Conversation,
  catalog: CatalogSnapshot,
  client: CatalogClient,
  settings: GraphSettings,
): Promise<AgentRouteResult> {
  if (routing.kind === "AUTO")
    return autoRoute(routing.candidates, catalog, (agents) => ableAgents(agents, client), settings);
  const { name } = routing.agent;
  const pinning = pinned(catalog, [name], settings, ["routing", "manual"]);
  if (!pinning.ok) return pinning;
  const { definitions } = pinning;
  const plan = agentPlan(name, conversation, definitions);
  return {
    ok: true,
    route: {
      chosenAgent: { mode: "MANUAL", agentName: name, confidence: null, reason: null },
      candidates: [],
      definitions,
      plan,
      planHash: planHash(plan),
    },
  };
}

/** Finds those of some agents that are able to work. */
export type AbleAgents = (agents: readonly RegisteredAgent[]) => Promise<readonly RegisteredAgent[]>;

/**
 * The choice among those of `agents` that are able to work and lack nothing. Without any, the responder answers, or the execution ends
 * with `NO_ROUTE` (C30).
 */
export async function autoRoute(
  agents: readonly RegisteredAgent[],
  catalog: CatalogSnapshot,
  ableOf: AbleAgents,
  settings: GraphSettings,
): Promise<AgentRouteResult> {
  const names = agents.map(({ name }) => name);
  const whole = new Set(pinnable(catalog, names, settings));
  const able = await ableOf(agents.filter(({ name }) => whole.has(name)));
  const ableNames = able.map(({ name }) => name);
  const pinning = pinned(catalog, ableNames, settings, ["routing"]);
  if (!pinning.ok) return pinning;
  const plan = able.length === 0 ? noPlan : null;
  return {
    ok: true,
    route: {
      chosenAgent: null,
      candidates: able.map(routeCandidate),
      definitions: pinning.definitions,
      plan,
      planHash: plan === null ? null : planHash(plan),
    },
  };
}

/** Definitions and candidates are stored in one row, which the platform bounds to 2 MB together. `path` is the place of the choice. */
export function sizeProblems({ candidates, definitions }: AgentRoute, path: readonly string[]): readonly PlanProblem[] {
  const found = utf8Bytes(JSON.stringify([candidates, definitions]));
  if (found <= maxDefinitionBytes) return [];
  const message = `Cannot choose from so many agents: required definitions of at most ${maxDefinitionBytes} bytes together, found ${found}; name some in routing.auto.candidates`;
  return [{ kind: "LIMIT_EXCEEDED", message, path, limit: "definitionBytes", maximum: maxDefinitionBytes, found }];
}
