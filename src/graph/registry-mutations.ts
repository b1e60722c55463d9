/** Registering and removing MCP servers. Both give the revision of the catalog in which the change is visible. */
import type { GraphContext } from "./graph-context.ts";
import { nodeNamed } from "./node-id.ts";
import type { RegisterMcpServerInput, RemoveMcpServerInput } from "./schema.generated.ts";
import type { McpServerSource } from "./sources.ts";
import { serverNamed } from "./tool-resolvers.ts";
import { generalError, notFound, type UserErrorSource } from "./user-errors.ts";

export interface RegisterPayload {
  readonly mcpServer: McpServerSource | null;
  readonly catalogRevision: string | null;
  readonly errors: readonly UserErrorSource[];
}

/** Registers a server and reads its tools. What is wrong with the registration is found by the catalog. */
export async function registerMcpServer(
  { name, url, bearerSecret, trusted, outputValidation }: RegisterMcpServerInput,
  { doors }: GraphContext,
): Promise<RegisterPayload> {
  const answer = await doors.catalog.registerMcpServer({
    name,
    url,
    bearerSecret: bearerSecret ?? null,
    trusted: trusted ?? false,
    outputValidation: outputValidation ?? "STRICT",
  });
  if (answer.kind === "REFUSED") {
    const path = answer.member === null ? ["input"] : ["input", answer.member];
    return { mcpServer: null, catalogRevision: null, errors: [generalError(answer.code, answer.message, path)] };
  }
  const { snapshot } = answer;
  return { mcpServer: serverNamed(name, snapshot), catalogRevision: snapshot.revision, errors: [] };
}

export interface RemovePayload {
  readonly removedId: string | null;
  readonly catalogRevision: string | null;
  readonly errors: readonly UserErrorSource[];
}

/** Removes a server and its tools. Executions that run keep what they pinned (E15). */
export async function removeMcpServer(
  { mcpServerId }: RemoveMcpServerInput,
  context: GraphContext,
): Promise<RemovePayload> {
  const name = await nodeNamed(mcpServerId, "MCP_SERVER", context);
  const answer = name === null ? null : await context.doors.catalog.removeMcpServer(name.name);
  if (answer === null || answer.kind === "NOT_FOUND") {
    const errors = [notFound("the MCP server", ["input", "mcpServerId"])];
    return { removedId: null, catalogRevision: null, errors };
  }
  return { removedId: mcpServerId, catalogRevision: answer.catalogRevision, errors: [] };
}
