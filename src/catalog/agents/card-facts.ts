/**
 * The facts that are taken from a card: the interface for calls, whether the agent is a workflow (W1), the schemas that it advertises (W2),
 * and its description for people. A card whose facts cannot be used is refused as a whole, never used in part.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import type { A2aAgentRegistration } from "../agent-registration.ts";
import { type DeclaredSchemaProblem, outputSchemaProblem, typedInputProblem } from "../input-schema.ts";
import { agentBounds } from "./agent-bounds.ts";
import type { AgentCard, CardExtension } from "./agent-card.ts";
import { isVersion03 } from "./agent-card-v03.ts";

/** Extension with the type of an agent, and the key of its params that has it (W1). */
export const agentTypeExtension = "https://solace.com/a2a/extensions/agent-type";
/** Extension that advertises the schemas of input and output (W2). */
export const schemasExtension = "https://solace.com/a2a/extensions/sam/schemas";

export interface CardRefusal {
  readonly code: "UPSTREAM_ERROR" | "LIMIT_EXCEEDED";
  readonly message: string;
}

export type CardFacts = Pick<
  A2aAgentRegistration,
  "endpoint" | "inputSchema" | "interfaceTenant" | "isWorkflow" | "outputSchema" | "protocolVersion"
>;

export type ParsedCardFacts =
  | { readonly ok: true; readonly facts: CardFacts }
  | { readonly ok: false; readonly refusal: CardRefusal };

/** The facts that calls of the agent need. */
export function cardFacts(card: AgentCard, document: JsonObject): ParsedCardFacts {
  const chosen = chosenInterface(card);
  if (chosen === undefined) {
    const found = card.supportedInterfaces
      .slice(0, 8)
      .map(({ protocolBinding, protocolVersion }) => `${protocolBinding.slice(0, 40)} ${protocolVersion.slice(0, 20)}`);
    const message = `Cannot use the agent card: required an interface for JSONRPC in version 1.0 or 0.3, found ${found.join(", ")}`;
    return { ok: false, refusal: { code: "UPSTREAM_ERROR", message } };
  }
  const unknown = requiredExtensions(document).find((uri) => !isAgentType(uri) && uri !== schemasExtension);
  if (unknown !== undefined) {
    const message = `Cannot use the agent card: required no extension that this software does not speak, found that it requires ${JSON.stringify(unknown.slice(0, 200))}`;
    return { ok: false, refusal: { code: "UPSTREAM_ERROR", message } };
  }
  const isWorkflow = isWorkflowCard(card);
  const { inputSchema, outputSchema } = advertisedSchemas(card);
  const refusal =
    schemaRefusal("input_schema", inputSchema === null ? undefined : typedInputProblem(inputSchema)) ??
    schemaRefusal("output_schema", outputSchema === null ? undefined : outputSchemaProblem(outputSchema));
  if (refusal !== undefined) return { ok: false, refusal };
  return { ok: true, facts: { ...chosen, isWorkflow, inputSchema, outputSchema } };
}

/** The first interface that this software speaks, in the order of the card. */
function chosenInterface(
  card: AgentCard,
): Pick<CardFacts, "endpoint" | "interfaceTenant" | "protocolVersion"> | undefined {
  for (const { protocolBinding, protocolVersion, tenant, url } of card.supportedInterfaces) {
    const version = spokenVersion(protocolVersion);
    if (protocolBinding !== "JSONRPC" || version === undefined) continue;
    return { endpoint: url, protocolVersion: version, interfaceTenant: tenant };
  }
  return undefined;
}

function spokenVersion(version: string): "1.0" | "0.3" | undefined {
  if (/^1\.0(\.\d+)?$/.test(version)) return "1.0";
  return isVersion03(version) ? "0.3" : undefined;
}

/** Whether the card says that its agent is a workflow; nothing else decides it (W1). */
export function isWorkflowCard({ capabilities }: AgentCard): boolean {
  return capabilities.extensions.some(({ params, uri }) => {
    if (!isAgentType(uri) || params === null) return false;
    return ["type", "agent_type", "component_type"].some((key) => ownValue(params, key) === "workflow");
  });
}

function isAgentType(uri: string): boolean {
  return /\/agent-type\/?$/.test(uri);
}

/** Extensions that a card in the form of 1.0 requires of its callers, by URI. */
export function requiredExtensions(document: JsonObject): readonly string[] {
  const capabilities = ownValue(document, "capabilities");
  const extensions = isJsonObject(capabilities) ? ownValue(capabilities, "extensions") : undefined;
  const all = (isJsonArray(extensions) ? extensions : []).filter(isJsonObject);
  return all.flatMap(({ required, uri }) => (required === true && typeof uri === "string" ? [uri] : []));
}

/** The schemas that the card advertises, not judged yet. Null for each that it does not have. */
export function advertisedSchemas({ capabilities }: AgentCard): {
  readonly inputSchema: JsonSchema | null;
  readonly outputSchema: JsonSchema | null;
} {
  const extension = capabilities.extensions.find(({ uri }) => uri === schemasExtension);
  return {
    inputSchema: schemaIn(extension, "input_schema") ?? null,
    outputSchema: schemaIn(extension, "output_schema") ?? null,
  };
}

/** The value at that place, to be judged as a schema. Undefined if there is none. */
function schemaIn(extension: CardExtension | undefined, key: string): JsonSchema | undefined {
  const params: JsonObject = extension?.params ?? {};
  return (ownValue(params, key) ?? undefined) as JsonSchema | undefined;
}

function schemaRefusal(name: string, problem: DeclaredSchemaProblem | undefined): CardRefusal | undefined {
  if (problem === undefined) return undefined;
  const code = problem.code === "LIMIT_EXCEEDED" ? "LIMIT_EXCEEDED" : "UPSTREAM_ERROR";
  return { code, message: `Cannot use the ${name} of the agent card: ${problem.message}` };
}

/** The name of the card as a name in plans: other characters become `_`, and a name that is too long is cut. */
export function nameOfCard({ name }: AgentCard): string {
  const plain = name.trim().replace(/[^A-Za-z0-9_-]+/g, "_");
  return plain.replace(/^_+|(?<!_)_+$/g, "").slice(0, 48);
}

/** The abilities of the agent in single words: the tags of its skills, as far as they can be used. */
export function tagsOfCard({ skills }: AgentCard): readonly string[] {
  const { tagCharacters, tags } = agentBounds;
  const words = skills.flatMap((skill) => skill.tags).filter((tag) => /^\S+$/.test(tag) && tag.length <= tagCharacters);
  return [...new Set(words)].slice(0, tags);
}

/** Questions that the agent is meant for: the examples of its skills, as far as they can be used. */
export function examplesOfCard({ skills }: AgentCard): readonly string[] {
  const { exampleQueries, exampleQueryCharacters } = agentBounds;
  const examples = skills.flatMap((skill) => skill.examples);
  const fitting = examples.filter(({ length }) => length > 0 && length <= exampleQueryCharacters);
  return [...new Set(fitting)].slice(0, exampleQueries);
}
