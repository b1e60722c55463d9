/** Registering and removing agents. Both give the revision of the catalog in which the change is visible. */
import type { AgentRegistrationRequest, CardWarning } from "../../catalog/agent-registration.ts";
import { orchestrationIsOff, orchestrationToolName } from "../../catalog/orchestration-tool.ts";
import type { JsonObject } from "../../json/json.ts";
import type { GraphContext, GraphSettings } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import type {
  A2aAgentInput,
  HttpAgentInput,
  LocalAgentInput,
  RegisterAgentInput,
  RemoveAgentInput,
} from "../base/schema.generated.ts";
import type { AgentSource } from "../base/sources.ts";
import { generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";
import { credentialOf } from "../secrets/credential-input.ts";
import { agentIn, warningsOf } from "./agent-resolvers.ts";
import { registryError } from "./registry-error.ts";
import type { RemovePayload } from "./registry-mutations.ts";

export interface RegisterAgentPayload {
  readonly agent: AgentSource | undefined;
  readonly warnings: readonly CardWarning[];
  readonly catalogRevision: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Registers an agent. All that is wrong with it is found by the catalog, but for its model, which only the deployment knows. */
export async function registerAgent(
  input: RegisterAgentInput,
  { clients, settings }: GraphContext,
): Promise<RegisterAgentPayload> {
  const parsed = readAgentInput(input, settings);
  if (!parsed.ok) {
    const { kind, message, path } = parsed.problem;
    return refused(generalError(kind, message, ["input", ...path]));
  }
  const { request } = parsed;
  const answer = await clients.catalog.registerAgent(request);
  if (answer.kind === "REFUSED") return refused(registryError(answer, placeOf(answer.member, input)));
  const { name, snapshot } = answer;
  const agent = agentIn(snapshot, name);
  const warnings = agent === undefined ? [] : warningsOf(agent);
  return { agent, warnings, catalogRevision: snapshot.revision, errors: [] };
}

/** Removes an agent. Running executions keep their pinned definitions (E15). */
export async function removeAgent({ agentId }: RemoveAgentInput, context: GraphContext): Promise<RemovePayload> {
  const name = await nodeNamed(agentId, "AGENT", context);
  const answer = name === undefined ? null : await context.clients.catalog.removeAgent(name.name);
  if (answer === null || answer.kind === "NOT_FOUND") {
    return { removedId: undefined, catalogRevision: undefined, errors: [notFound("the agent", ["input", "agentId"])] };
  }
  return { removedId: agentId, catalogRevision: answer.catalogRevision, errors: [] };
}

function refused(error: UserErrorSource): RegisterAgentPayload {
  return { agent: undefined, warnings: [], catalogRevision: undefined, errors: [error] };
}

/** Paths start at the input. */
export type AgentProblem = Extract<RequestProblem, { readonly kind: "INVALID_INPUT" | "MODEL_NOT_FOUND" }>;

type AgentInputResult =
  | { readonly ok: true; readonly request: AgentRegistrationRequest }
  | { readonly ok: false; readonly problem: AgentProblem };

/** The registration that `input` asks for. Its model and the tool of orchestration are those of the deployment. */
export function readAgentInput(input: RegisterAgentInput, settings: GraphSettings): AgentInputResult {
  const parsed = readAgent(input);
  if (!parsed.ok || parsed.request.kind !== "LOCAL") return parsed;
  const { model, tools } = parsed.request;
  if (model !== null && !settings.models.models.has(model)) {
    const found = JSON.stringify(model.slice(0, 80));
    const message = `Cannot use the model of the agent: required one that ServerInfo.models lists, found ${found}`;
    return { ok: false, problem: { kind: "MODEL_NOT_FOUND", message, path: ["source", "local", "model"] } };
  }
  if (tools.includes(orchestrationToolName) && !settings.allowOrchestration) {
    const message = `Cannot use the tool ${JSON.stringify(orchestrationToolName)} of the agent: ${orchestrationIsOff}`;
    return { ok: false, problem: { kind: "INVALID_INPUT", message, path: ["source", "local", "tools"] } };
  }
  return parsed;
}

/** `@oneOf` ensures that exactly one source is given. Only a card can replace facts that the caller leaves out. */
function readAgent(input: RegisterAgentInput): AgentInputResult {
  const { a2a, http, local } = input.source;
  const { description, exampleQueries, name, routable, tags } = input;
  if (input.public === true && local == null)
    return lacking("public", "required false for an agent that runs elsewhere, found true");
  if (a2a !== undefined) {
    const words = { name: name ?? null, description: description ?? null };
    const facts = { ...words, tags: tags ?? null, exampleQueries: exampleQueries ?? null };
    return { ok: true, request: { ...facts, ...a2aFacts(a2a), routable: routable ?? null } };
  }
  if (name === null || name === undefined) return lacking("name", "required one, as the agent has no card, found none");
  if (description === null || description === undefined)
    return lacking("description", "required one, as the agent has no card, found none");
  const facts = { name, description, tags: tags ?? [], exampleQueries: exampleQueries ?? [] };
  if (http !== undefined) return { ok: true, request: { ...facts, ...httpFacts(http), routable: routable ?? true } };
  if (local === undefined) throw new Error("Cannot register an agent without a source");
  const request = { ...facts, ...localFacts(local), routable: routable ?? false, public: input.public ?? false };
  return { ok: true, request };
}

function lacking(member: "name" | "description" | "public", finding: string): AgentInputResult {
  const message = `Cannot register the agent with this ${member}: ${finding}`;
  return { ok: false, problem: { kind: "INVALID_INPUT", message, path: [member] } };
}

function a2aFacts({ bearerSecret, credential, effectClass, outputLabels, url, usageHints }: A2aAgentInput) {
  return {
    kind: "A2A" as const,
    url,
    bearerSecret: bearerSecret ?? null,
    ...credentialOf(credential),
    effectClass: effectClass ?? ("UNSAFE" as const),
    usageHints: usageHints ?? "",
    ...(outputLabels == null ? {} : { outputLabels }),
  };
}

function httpFacts({
  bearerSecret,
  credential,
  effectClass,
  endpoint,
  healthUrl,
  outputLabels,
  usageHints,
}: HttpAgentInput) {
  return {
    kind: "HTTP" as const,
    endpoint,
    bearerSecret: bearerSecret ?? null,
    ...credentialOf(credential),
    healthUrl: healthUrl ?? null,
    effectClass: effectClass ?? ("UNSAFE" as const),
    usageHints: usageHints ?? "",
    ...(outputLabels == null ? {} : { outputLabels }),
  };
}

function localFacts(local: LocalAgentInput) {
  const { actions, inputSchema, instructions, maxRounds, model, outputSchema, skills, tools } = local;
  const given = (skills ?? []).map((skill) => ({ id: skill.skillId, instructions: skill.instructions }));
  const named = (actions ?? []).map((action) => {
    return { id: action.actionId, prompt: action.prompt, inputSchema: action.inputSchema ?? null };
  });
  const facts = { instructions, skills: given, model: model ?? null, tools: tools ?? [], actions: named };
  return {
    kind: "LOCAL" as const,
    ...facts,
    ...(maxRounds != null && { maxRounds }),
    // The catalog refuses a value that is no object, with its place.
    ...(inputSchema != null && { inputSchema: inputSchema as JsonObject }),
    ...(outputSchema != null && { outputSchema: outputSchema as JsonObject }),
  };
}

/** Where `member` of the registration stands in the input. */
function placeOf(member: string | null, { source }: RegisterAgentInput): readonly string[] {
  if (member === null) return ["input"];
  for (const [kind, given] of Object.entries(source)) {
    if (given !== null && given !== undefined && Object.hasOwn(given, member)) return ["input", "source", kind, member];
  }
  return ["input", member];
}
