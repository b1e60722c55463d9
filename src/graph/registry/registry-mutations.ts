/**
 * Room `graph/registry`: the API of a tenant's registrations: MCP servers and tools, agents, workflows, manifests and webhooks, as
 * mutations and as fields. It also owns the catalog as a request sees it (`read-catalog.ts`) and the definitions that a request pins
 * (`pinned-catalog.ts`), which the rooms above use.
 *
 * It leaves to others: `catalog` has the rules and compiles workflows and manifests, `durable/catalog` stores them, `graph/artifacts` has
 * artifacts, `graph/credentials` has API keys.
 *
 * Invariants:
 *
 * - A mutation returns the revision of the catalog in which its change is visible.
 * - A name that the cached catalog does not know is refused only after the catalog was read again.
 * - Names are matched exactly. A similar name is suggested and never used (R28).
 * - The address of a webhook is never shown beyond its host.
 *
 * This file registers and removes MCP servers and accepts their tools.
 */
import type { DeclaredTool } from "../../catalog/server-registration.ts";
import { findTool } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type {
  AcceptToolInput,
  DeclaredToolInput,
  RegisterMcpServerInput,
  RemoveMcpServerInput,
} from "../base/schema.generated.ts";
import type { McpServerSource, ToolSource } from "../base/sources.ts";
import { generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";
import { credentialOf } from "../secrets/credential-input.ts";
import { ownOrigin } from "./own-origin.ts";
import { registryError } from "./registry-error.ts";
import { serverNamed, toolSource } from "./tool-resolvers.ts";

export interface RegisterPayload {
  readonly mcpServer: McpServerSource | undefined;
  readonly catalogRevision: string | undefined;
  /** Where the caller connects first. */
  readonly connectUrl: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Registers a server and reads its tools. The catalog finds problems of the registration. */
export async function registerMcpServer(
  { name, url, bearerSecret, credential, trusted, outputLabels, outputValidation, tools }: RegisterMcpServerInput,
  context: GraphContext,
): Promise<RegisterPayload> {
  const { caller, clients } = context;
  const answer = await clients.catalog.registerMcpServer({
    name,
    url,
    bearerSecret: bearerSecret ?? null,
    ...credentialOf(credential),
    trusted: trusted ?? false,
    outputValidation: outputValidation ?? "STRICT",
    ...(outputLabels == null ? {} : { outputLabels }),
    ...(tools == null ? {} : { tools: tools.map(declaredTool) }),
  });
  if (answer.kind === "REFUSED") {
    const path = answer.member === null ? ["input"] : ["input", answer.member];
    const errors = [registryError(answer, path)];
    const { connect } = answer;
    const isAdmin = caller.scopes.includes("REGISTRY_WRITE");
    const connectUrl =
      connect === undefined ? undefined : await clients.secrets.connectUrl(connect, ownOrigin(context), isAdmin);
    return { mcpServer: undefined, catalogRevision: undefined, connectUrl, errors };
  }
  const { snapshot } = answer;
  const mcpServer = serverNamed(name, snapshot);
  return { mcpServer, catalogRevision: snapshot.revision, connectUrl: undefined, errors: [] };
}

function declaredTool({ name, outputLabels, outputSchema }: DeclaredToolInput): DeclaredTool {
  return {
    name,
    ...(outputSchema == null ? {} : { outputSchema }),
    ...(outputLabels == null ? {} : { outputLabels }),
  };
}

export interface RemovePayload {
  readonly removedId: string | undefined;
  readonly catalogRevision: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Removes a server and its tools. Running executions keep their pinned definitions (E15). */
export async function removeMcpServer(
  { mcpServerId }: RemoveMcpServerInput,
  context: GraphContext,
): Promise<RemovePayload> {
  const name = await nodeNamed(mcpServerId, "MCP_SERVER", context);
  const answer = name === undefined ? null : await context.clients.catalog.removeMcpServer(name.name);
  if (answer === null || answer.kind === "NOT_FOUND") {
    const errors = [notFound("the MCP server", ["input", "mcpServerId"])];
    return { removedId: undefined, catalogRevision: undefined, errors };
  }
  return { removedId: mcpServerId, catalogRevision: answer.catalogRevision, errors: [] };
}

export interface AcceptToolPayload {
  readonly tool: ToolSource | undefined;
  readonly catalogRevision: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Accepts the current contract of a tool if it is the one that the caller has looked at. */
export async function acceptTool(
  { contractHash, toolId }: AcceptToolInput,
  context: GraphContext,
): Promise<AcceptToolPayload> {
  const node = await nodeNamed(toolId, "TOOL", context);
  const answer = node === undefined ? null : await context.clients.catalog.acceptTool(node.name, contractHash);
  if (answer?.kind === "CHANGED_SINCE") {
    const message = `Cannot accept the tool: required the contract hash that it has now, ${answer.contractHash}, found another`;
    const errors = [generalError("TOOL_CHANGED", message, ["input", "contractHash"])];
    return { tool: undefined, catalogRevision: undefined, errors };
  }
  const tool = node === undefined || answer?.kind !== "ACCEPTED" ? undefined : findTool(answer.snapshot, node.name);
  if (tool === undefined || answer?.kind !== "ACCEPTED") {
    return { tool: undefined, catalogRevision: undefined, errors: [notFound("the tool", ["input", "toolId"])] };
  }
  const { snapshot } = answer;
  return { tool: toolSource(tool, snapshot), catalogRevision: snapshot.revision, errors: [] };
}
