/**
 * The tools that are made of workflows and remote agents (W4–W7, W13): `workflow_{name}` and `peer_{name}`. Workflows, and remote agents
 * that advertise a schema, take their input as parameters or as an artifact, never both (C20): the definition shows everything as
 * optional, and `dualMode` is what the call enforces. A remote agent without a schema takes `{text}`.
 */

import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import type { CallableDefinition, DualMode, EffectClass, ProviderDefinition } from "../../plan/callable.ts";
import { outputLabelsMember } from "../../plan/labels/declared-labels.ts";
import { runDefinitionKey } from "../../plan/run-definition.ts";
import type { A2aAgentRegistration } from "../agent-registration.ts";
import { childProvider } from "../child-provider.ts";
import { defaultInputSchema } from "../default-input.ts";
import { artifactArgumentOf, inputObject, looseSchema } from "../loose-schema.ts";
import type { WorkflowRegistration } from "../workflow-registration.ts";
import { requiredExtensions } from "./card-facts.ts";

/** Required parameters that a description names. */
const mostListed = 20;

/** The definition of a workflow of ours under its own name. `effectClass` is that of all that it may call. */
export function workflowCallable(
  workflow: Pick<WorkflowRegistration, "description" | "inputSchema" | "name" | "outputSchema">,
  effectClass: EffectClass,
): CallableDefinition {
  const { description, inputSchema, name, outputSchema } = workflow;
  return {
    name,
    kind: "WORKFLOW",
    usageHints: "",
    ...typedInput(name, "workflow", description, objectSchemaOf(inputSchema)),
    outputSchema,
    effectClass,
    declaredDestructive: false,
    // A workflow answers for its output itself; its caller does not check it (W15).
    outputValidation: "OFF",
    provider: childProvider.name,
    remoteName: runDefinitionKey("WORKFLOW", name),
  };
}

/** The definition of a remote agent under its own name. */
export function remoteCallable(agent: A2aAgentRegistration): CallableDefinition {
  const { description, effectClass, inputSchema, isWorkflow, name, outputSchema, usageHints } = agent;
  const schema = inputSchema ?? (isWorkflow ? defaultInputSchema : null);
  const sort = isWorkflow ? "workflow" : "agent";
  const input =
    schema === null
      ? { description, inputSchema: defaultInputSchema }
      : typedInput(name, sort, description, objectSchemaOf(schema));
  return {
    name,
    kind: isWorkflow ? "WORKFLOW" : "AGENT",
    usageHints,
    ...input,
    outputSchema,
    effectClass,
    declaredDestructive: false,
    outputValidation: "OFF",
    provider: remoteProviderName(agent),
    remoteName: name,
    ...outputLabelsMember(agent.outputLabels, false),
  };
}

/** How a remote agent is reached: the interface of its card that was chosen. */
export function remoteProvider(agent: A2aAgentRegistration): ProviderDefinition {
  const { bearerSecret, card, credential, endpoint, interfaceTenant, protocolVersion } = agent;
  const connection = { protocolVersion, tenant: interfaceTenant, extensions: requiredExtensions(card) };
  const facts = { name: remoteProviderName(agent), kind: "A2A" as const, url: endpoint, bearerSecret };
  return { ...facts, ...(credential && { credential }), connection };
}

/** Names of servers hold no colon, so that no server has the name of an agent's provider. */
function remoteProviderName({ name }: A2aAgentRegistration): string {
  return `agent:${name}`;
}

function typedInput(
  targetName: string,
  sort: "workflow" | "agent",
  purpose: string,
  strictSchema: JsonObject,
): Pick<CallableDefinition, "description" | "dualMode" | "inputSchema"> {
  const artifactArgument = artifactArgumentOf(strictSchema);
  // Refused when it was registered: both names are properties of its own.
  if (artifactArgument === undefined) return { description: purpose, inputSchema: strictSchema };
  const dualMode: DualMode = { strictSchema, artifactArgument, targetName };
  return {
    description: dualModeDescription(purpose, sort, strictSchema, artifactArgument),
    inputSchema: looseSchema(strictSchema, artifactArgument),
    dualMode,
  };
}

/** What the tool is for and the two ways to call it (W7). The same text for the same facts, always. */
function dualModeDescription(
  purpose: string,
  sort: "workflow" | "agent",
  strictSchema: JsonObject,
  artifactArgument: DualMode["artifactArgument"],
): string {
  const required = ownValue(inputObject(strictSchema), "required");
  const names = isJsonArray(required) ? required.filter((name) => typeof name === "string") : [];
  const shown = names.slice(0, mostListed).map((name) => `\`${name}\``);
  const rest = names.length - shown.length;
  const list = rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
  const demand = names.length === 0 ? "none of which is required" : `of which ${list} must be given`;
  return `${purpose}\n\nThis calls a ${sort === "agent" ? "remote agent" : sort} with typed input, in one of two ways, never both: with parameters, ${demand}; or with \`${artifactArgument}\` alone, the name or artifact:// address of a stored JSON artifact that holds all parameters.`;
}

/** Schemas that are no objects were refused when they were registered. */
function objectSchemaOf(schema: JsonSchema): JsonObject {
  return isJsonObject(schema) ? schema : { type: "object" };
}
