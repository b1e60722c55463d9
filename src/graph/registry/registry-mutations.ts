/** Registering and removing MCP servers, accepting their tools. All give the revision of the catalog in which the change is visible. */
import { findTool } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type { AcceptToolInput, RegisterMcpServerInput, RemoveMcpServerInput } from "../base/schema.generated.ts";
import type { McpServerSource, ToolSource } from "../base/sources.ts";
import { generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";
import { serverNamed, toolSource } from "./tool-resolvers.ts";

export interface RegisterPayload {
  readonly mcpServer: McpServerSource | null;
  readonly catalogRevision: string | null;
  readonly errors: readonly UserErrorSource[];
}

/** Registers a server and reads its tools. What is wrong with the registration is found by the catalog. */
export async function registerMcpServer(
  { name, url, bearerSecret, trusted, outputValidation, tools }: RegisterMcpServerInput,
  { clients }: GraphContext,
): Promise<RegisterPayload> {
  const answer = await clients.catalog.registerMcpServer({
    name,
    url,
    bearerSecret: bearerSecret ?? null,
    trusted: trusted ?? false,
    outputValidation: outputValidation ?? "STRICT",
    ...(tools == null ? {} : { tools: tools.map((tool) => ({ name: tool.name, outputSchema: tool.outputSchema })) }),
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
  const answer = name === null ? null : await context.clients.catalog.removeMcpServer(name.name);
  if (answer === null || answer.kind === "NOT_FOUND") {
    const errors = [notFound("the MCP server", ["input", "mcpServerId"])];
    return { removedId: null, catalogRevision: null, errors };
  }
  return { removedId: mcpServerId, catalogRevision: answer.catalogRevision, errors: [] };
}

export interface AcceptToolPayload {
  readonly tool: ToolSource | null;
  readonly catalogRevision: string | null;
  readonly errors: readonly UserErrorSource[];
}

/** Accepts what a tool is now, if that is what the caller has looked at. */
export async function acceptTool(
  { contractHash, toolId }: AcceptToolInput,
  context: GraphContext,
): Promise<AcceptToolPayload> {
  const node = await nodeNamed(toolId, "TOOL", context);
  const answer = node === null ? null : await context.clients.catalog.acceptTool(node.name, contractHash);
  if (answer?.kind === "CHANGED_SINCE") {
    const message = `Cannot accept the tool: required the contract hash that it has now, ${answer.contractHash}, found another`;
    const errors = [generalError("TOOL_CHANGED", message, ["input", "contractHash"])];
    return { tool: null, catalogRevision: null, errors };
  }
  const tool = node === null || answer?.kind !== "ACCEPTED" ? null : findTool(answer.snapshot, node.name);
  if (tool === null || answer?.kind !== "ACCEPTED") {
    return { tool: null, catalogRevision: null, errors: [notFound("the tool", ["input", "toolId"])] };
  }
  const { snapshot } = answer;
  return { tool: toolSource(tool, snapshot), catalogRevision: snapshot.revision, errors: [] };
}
