/**
 * The card under which an agent or workflow of this deployment is offered over A2A: in the form of 1.0, and in that of 0.3 for peers that
 * ask for it. A workflow says that it is one (W1). Schemas stand where peers expect them (W2). The card never holds credentials.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, objectOf, ownValue } from "../../json/json.ts";
import type { A2aAgentRegistration, RegisteredAgent } from "../agent-registration.ts";
import type { RegisteredWorkflow } from "../workflow-registration.ts";
import { requirementsIn03, schemesIn03 } from "./agent-card-v03.ts";
import { agentTypeExtension, schemasExtension } from "./card-facts.ts";
import { localAgentSchemas } from "./local-agent-callable.ts";

/** Facts of the deployment about an endpoint that it serves. */
export interface CardFactsOfDeployment {
  /** Address of the JSON-RPC endpoint. */
  readonly endpoint: string;
  /** Tenant that clients of 1.0 name in their requests. */
  readonly tenant: string;
  /** Version of the software behind it. */
  readonly version: string;
  readonly requiresCredentials: boolean;
  readonly streaming: true;
  readonly pushNotifications: boolean;
}

const modes = ["application/json", "text/plain"];

/** The card of `callable` in the form of 1.0. */
export function agentCardOf(callable: RegisteredAgent | RegisteredWorkflow, facts: CardFactsOfDeployment): JsonObject {
  const { endpoint, pushNotifications, requiresCredentials, streaming, tenant, version } = facts;
  return {
    name: callable.name,
    description: callable.description,
    version,
    supportedInterfaces: [
      { url: endpoint, protocolBinding: "JSONRPC", tenant, protocolVersion: "1.0" },
      { url: endpoint, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
    ],
    capabilities: { streaming, pushNotifications, extendedAgentCard: true, extensions: extensionsOf(callable) },
    ...(requiresCredentials
      ? {
          securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
          securityRequirements: [{ schemes: { bearer: { list: [] } } }],
        }
      : {}),
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: skillsOf(callable),
  };
}

/** A card of the form of 1.0 in that of 0.3. */
export function cardIn03(card: JsonObject): JsonObject {
  const { capabilities, securityRequirements, securitySchemes, supportedInterfaces, ...rest } = card;
  const interfaces = (isJsonArray(supportedInterfaces) ? supportedInterfaces : []).filter(isJsonObject);
  const spoken = interfaces.filter((each) => ownValue(each, "protocolVersion") === "0.3");
  const [preferred = {}, ...others] = spoken;
  const { extendedAgentCard, ...offered } = isJsonObject(capabilities) ? capabilities : {};
  return {
    protocolVersion: "0.3.0",
    ...rest,
    url: preferred.url ?? "",
    preferredTransport: preferred.protocolBinding ?? "JSONRPC",
    additionalInterfaces: [preferred, ...others].map(({ protocolBinding, url }) => {
      return { url: url ?? "", transport: protocolBinding ?? "JSONRPC" };
    }),
    capabilities: offered,
    supportsAuthenticatedExtendedCard: extendedAgentCard === true,
    ...(isJsonObject(securitySchemes) ? { securitySchemes: schemesIn03(securitySchemes) } : {}),
    ...(isJsonArray(securityRequirements) ? { security: requirementsIn03(securityRequirements) } : {}),
  };
}

function extensionsOf(callable: RegisteredAgent | RegisteredWorkflow): readonly JsonObject[] {
  const { inputSchema, outputSchema } = schemasOf(callable);
  const params = objectOf<JsonSchema>([
    ...(inputSchema === null ? [] : [["input_schema", inputSchema] as const]),
    ...(outputSchema === null ? [] : [["output_schema", outputSchema] as const]),
  ]);
  const type = { uri: agentTypeExtension, params: { type: "workflow" } };
  return [
    ...(isWorkflow(callable) ? [type] : []),
    ...(Object.keys(params).length === 0 ? [] : [{ uri: schemasExtension, params }]),
  ];
}

/** Null where nothing is declared. */
function schemasOf(
  callable: RegisteredAgent | RegisteredWorkflow,
): Pick<A2aAgentRegistration, "inputSchema" | "outputSchema"> {
  if (!("kind" in callable) || callable.kind === "A2A") return callable;
  if (callable.kind === "HTTP") return { inputSchema: null, outputSchema: null };
  return localAgentSchemas(callable);
}

function isWorkflow(callable: RegisteredAgent | RegisteredWorkflow): boolean {
  return !("kind" in callable) || (callable.kind === "A2A" && callable.isWorkflow);
}

/** An agent of ours has one for each skill and action, and one for itself if it has neither. All others have one. */
function skillsOf(callable: RegisteredAgent | RegisteredWorkflow): readonly JsonObject[] {
  const { description, name } = callable;
  if (!("kind" in callable)) return [{ id: name, name, description, tags: ["workflow"] }];
  const { exampleQueries } = callable;
  // Lists that A2A requires have one entry at least.
  const tags = callable.tags.length === 0 ? ["agent"] : callable.tags;
  const itself = {
    id: name,
    name,
    description,
    tags,
    ...(exampleQueries.length > 0 ? { examples: exampleQueries } : {}),
  };
  if (callable.kind !== "LOCAL") return [itself];
  const skills = callable.skills.map(({ id }) => ({ id, name: id, description: `${description} Skill: ${id}`, tags }));
  const actions = callable.actions.map(({ id }) => {
    // Instructions of an action to the model are not public.
    return { id, name: id, description: `${description} Action: ${id}`, tags: [...tags, "action"] };
  });
  const ids = new Set(skills.map(({ id }) => id));
  const all = [...skills, ...actions.filter(({ id }) => !ids.has(id))];
  return all.length === 0 ? [itself] : all;
}
