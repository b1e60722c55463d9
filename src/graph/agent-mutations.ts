/** Registering and removing agents. Both give the revision of the catalog in which the change is visible. */
import type { AgentRegistration } from "../catalog/agent-registration.ts";
import { agentIn } from "./agent-resolvers.ts";
import type { GraphContext } from "./graph-context.ts";
import { nodeNamed } from "./node-id.ts";
import type { RemovePayload } from "./registry-mutations.ts";
import type { HttpAgentInput, LocalAgentInput, RegisterAgentInput, RemoveAgentInput } from "./schema.generated.ts";
import type { AgentSource } from "./sources.ts";
import { generalError, notFound, type UserErrorSource } from "./user-errors.ts";

export interface RegisterAgentPayload {
  readonly agent: AgentSource | null;
  readonly catalogRevision: string | null;
  readonly errors: readonly UserErrorSource[];
}

/** Registers an agent. All that is wrong with it is found by the catalog, but for its model, which only the deployment knows. */
export async function registerAgent(
  input: RegisterAgentInput,
  { doors, settings }: GraphContext,
): Promise<RegisterAgentPayload> {
  const registration = registrationOf(input);
  const model = registration.kind === "LOCAL" ? registration.model : null;
  if (model !== null && !settings.models.models.has(model)) {
    const found = JSON.stringify(model.slice(0, 80));
    const message = `Cannot use the model of the agent: required one that ServerInfo.models lists, found ${found}`;
    return refused(generalError("MODEL_NOT_FOUND", message, ["input", "source", "local", "model"]));
  }
  const answer = await doors.catalog.registerAgent(registration);
  if (answer.kind === "REFUSED")
    return refused(generalError(answer.code, answer.message, placeOf(answer.member, input)));
  const { snapshot } = answer;
  return { agent: agentIn(snapshot, input.name), catalogRevision: snapshot.revision, errors: [] };
}

/** Removes an agent. Executions that run keep what they pinned (E15). */
export async function removeAgent({ agentId }: RemoveAgentInput, context: GraphContext): Promise<RemovePayload> {
  const name = await nodeNamed(agentId, "AGENT", context);
  const answer = name === null ? null : await context.doors.catalog.removeAgent(name.name);
  if (answer === null || answer.kind === "NOT_FOUND") {
    return { removedId: null, catalogRevision: null, errors: [notFound("the agent", ["input", "agentId"])] };
  }
  return { removedId: agentId, catalogRevision: answer.catalogRevision, errors: [] };
}

function refused(error: UserErrorSource): RegisterAgentPayload {
  return { agent: null, catalogRevision: null, errors: [error] };
}

/** `@oneOf` has made sure that exactly one source is given. */
function registrationOf(input: RegisterAgentInput): AgentRegistration {
  const { http, local } = input.source;
  const { description, exampleQueries, name, tags } = input;
  const facts = { name, description, tags: tags ?? [], exampleQueries: exampleQueries ?? [] };
  if (http !== null && http !== undefined) return { ...facts, ...httpFacts(http), routable: input.routable ?? true };
  if (local === null || local === undefined) throw new Error("Cannot register an agent without a source");
  return { ...facts, ...localFacts(local), routable: input.routable ?? false };
}

function httpFacts({ bearerSecret, effectClass, endpoint, healthUrl, usageHints }: HttpAgentInput) {
  return {
    kind: "HTTP" as const,
    endpoint,
    bearerSecret: bearerSecret ?? null,
    healthUrl: healthUrl ?? null,
    effectClass: effectClass ?? ("UNSAFE" as const),
    usageHints: usageHints ?? "",
  };
}

function localFacts({ instructions, model, skills }: LocalAgentInput) {
  const given = (skills ?? []).map((skill) => ({ id: skill.skillId, instructions: skill.instructions }));
  return { kind: "LOCAL" as const, instructions, skills: given, model: model ?? null };
}

/** Where `member` of the registration stands in the input. */
function placeOf(member: string | null, { source }: RegisterAgentInput): readonly string[] {
  if (member === null) return ["input"];
  if (source.http != null && Object.hasOwn(source.http, member)) return ["input", "source", "http", member];
  if (source.local != null && Object.hasOwn(source.local, member)) return ["input", "source", "local", member];
  return ["input", member];
}
