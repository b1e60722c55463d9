/** Which agents can be called with a prompt: those that accept text alone. */
import type { JsonSchema } from "../../json/json.ts";
import { violations } from "../../schema/validator.ts";
import type { AgentRegistration } from "../agent-registration.ts";

/** Whether `{text}` is an input of the agent: of one with a schema of its own, if that is satisfied by it. */
export function takesText(agent: AgentRegistration): boolean {
  return agent.kind === "HTTP" || schemaTakesText({ inputSchema: agent.inputSchema ?? null });
}

/** The same for a remote agent, by the schemas of its card. Without a schema its input is `{text}` (W13). */
export function schemaTakesText({ inputSchema }: { readonly inputSchema: JsonSchema | null }): boolean {
  return inputSchema === null || violations(inputSchema, { text: "?" }).length === 0;
}
