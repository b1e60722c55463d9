/**
 * The callables that are served to A2A clients: agents of ours and workflows. Agents behind HTTP and remote A2A agents are not served, so that
 * no client can reach them through this deployment.
 */
import type { JsonObject } from "../../json/json.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { LocalAgentRegistration, RegisteredAgent } from "../agent-registration.ts";
import type { RegisteredWorkflow } from "../workflow-registration.ts";
import { type CatalogSnapshot, findAgent, findWorkflow } from "./catalog-snapshot.ts";

/** Members of extended cards: `params.callables` has the names of the callables, `params.actions` the schemas of the actions. */
const callablesExtension = "urn:dev.planwright:a2a:callables";

export type ServedCallable =
  | { readonly kind: "AGENT"; readonly callable: Extract<RegisteredAgent, LocalAgentRegistration> }
  | { readonly kind: "WORKFLOW"; readonly callable: RegisteredWorkflow };

/** The agent or workflow of exactly this name. Undefined for everything else. */
export function servedNamed(snapshot: CatalogSnapshot, name: string): ServedCallable | undefined {
  const workflow = findWorkflow(snapshot, name);
  if (workflow !== undefined) return { kind: "WORKFLOW", callable: workflow };
  const agent = findAgent(snapshot, name);
  return agent?.kind === "LOCAL" ? { kind: "AGENT", callable: agent } : undefined;
}

/** `card` in the form of 1.0, with the members that only authenticated callers see. */
export function extendedCard(card: JsonObject, { callable, kind }: ServedCallable): JsonObject {
  const callables =
    kind === "AGENT" ? callable.tools : [...new Set(leafSteps(callable.plan).map(({ callableName }) => callableName))];
  const actions =
    kind === "AGENT" ? callable.actions.map(({ id, inputSchema }) => ({ id, input_schema: inputSchema })) : [];
  const { capabilities } = card as { readonly capabilities: { readonly extensions: readonly JsonObject[] } };
  const added = {
    uri: callablesExtension,
    description: "What it may call, and the schemas of its actions.",
    required: false,
    params: { callables, actions },
  };
  return { ...card, capabilities: { ...capabilities, extensions: [...capabilities.extensions, added] } };
}
