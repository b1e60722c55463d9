/** Whether the callables that a local agent names can all be called. */
import type { LocalAgentRegistration } from "../agent-registration.ts";
import { planNamesOf } from "../plan-name.ts";
import { callableLack } from "./callable-lack.ts";
import type { CatalogSnapshot } from "./catalog-snapshot.ts";

/** Why the tools of an agent cannot all be called, or undefined. A later removal is reported to the caller of the agent. */
export function toolsLacking(snapshot: CatalogSnapshot, agent: LocalAgentRegistration): string | undefined {
  const own = new Set(planNamesOf(agent));
  for (const name of agent.tools) {
    const lack = own.has(name)
      ? "required another callable, found the agent itself"
      : callableLack(snapshot, name, own);
    if (lack !== undefined) return `Cannot use the tool ${JSON.stringify(name)} of the agent: ${lack}`;
  }
  return undefined;
}
