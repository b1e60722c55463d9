/**
 * Whether agents can work, as the catalog's object finds out. All agents of a request are asked at once, and only those with a health
 * check.
 */
import type { AgentHealth, AgentRegistration, RegisteredAgent } from "../../catalog/agent-registration.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { CatalogClient } from "../base/ports.ts";

/** The health of an agent without a health check: it counts as able to work. */
const unchecked: AgentHealth = { status: "UNKNOWN", checkedAt: null, message: null };

interface HealthQuestion {
  readonly names: Set<string>;
  readonly answer: Promise<ReadonlyMap<string, AgentHealth>>;
}

/** Questions of the turn that runs now, by request. */
const questions = new WeakMap<GraphContext, HealthQuestion>();

/**
 * Requests in the same turn, such as those of every agent of a page, share one call of the client. Undefined for an agent that was removed.
 */
export async function healthOf(agent: RegisteredAgent, context: GraphContext): Promise<AgentHealth | undefined> {
  if (!isChecked(agent)) return unchecked;
  const { name } = agent;
  const question = questions.get(context) ?? newQuestion(context);
  question.names.add(name);
  return (await question.answer).get(name);
}

function newQuestion(context: GraphContext): HealthQuestion {
  const names = new Set<string>();
  const answer = Promise.resolve().then(() => {
    questions.delete(context);
    return context.clients.catalog.agentHealth([...names]);
  });
  const question = { names, answer };
  questions.set(context, question);
  return question;
}

/** Those of `agents` that their latest health check does not speak against. */
export async function ableAgents(
  agents: readonly RegisteredAgent[],
  client: CatalogClient,
): Promise<readonly RegisteredAgent[]> {
  const names = agents.filter(isChecked).map(({ name }) => name);
  if (names.length === 0) return agents;
  const health = await client.agentHealth(names);
  return agents.filter(({ name }) => health.get(name)?.status !== "UNHEALTHY");
}

function isChecked(agent: AgentRegistration): boolean {
  return agent.kind === "HTTP" && agent.healthUrl !== null;
}
