/** Fields of tools and MCP servers, out of one snapshot of the catalog. */
import { type CatalogSnapshot, findTool, type RegisteredTool } from "../../catalog/snapshot/catalog-snapshot.ts";
import { complianceFindings } from "../../catalog/tool-compliance.ts";
import { untrustedLabel } from "../../plan/labels/label.ts";
import { pageByName } from "../base/connection.ts";
import { optionalFailure } from "../base/failure-source.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import type { McpServerResolvers, ToolResolvers } from "../base/resolvers.generated.ts";
import type { McpServerSource, ToolSource } from "../base/sources.ts";

/** The catalog as the cache has it. */
export async function currentCatalog({ clients }: GraphContext): Promise<CatalogSnapshot> {
  const snapshot = await clients.catalog.snapshot({ kind: "CACHED" });
  if (snapshot === undefined)
    throw new Error("Cannot read the catalog: the client gave none although no revision was demanded");
  return snapshot;
}

/** The tool that `name` means in a plan. Undefined if there is none. */
export async function toolNamed(name: string, context: GraphContext): Promise<ToolSource | undefined> {
  const catalog = await currentCatalog(context);
  const tool = findTool(catalog, name);
  return tool && toolSource(tool, catalog);
}

export function toolSource(tool: RegisteredTool, catalog: CatalogSnapshot): ToolSource {
  const server = serverNamed(tool.server, catalog);
  if (server === undefined) throw new Error(`Cannot find the server of the tool "${tool.name}" in its own catalog`);
  return { tool, mcpServer: server };
}

/** The server of that name with its tools. Undefined if there is none. */
export function serverNamed(name: string, catalog: CatalogSnapshot): McpServerSource | undefined {
  const server = catalog.servers.find((candidate) => candidate.name === name);
  return server && { server, catalog };
}

export const toolResolvers = {
  id: ({ tool }, _, context) => nodeId({ kind: "TOOL", name: tool.qualifiedName }, context),
  name: ({ tool }) => tool.name,
  qualifiedName: ({ tool }) => tool.qualifiedName,
  title: ({ tool }) => tool.title,
  description: ({ tool }) => tool.description,
  inputSchema: ({ tool }) => tool.callable.inputSchema,
  outputSchema: ({ tool }) => tool.callable.outputSchema,
  outputSchemaIsGiven: ({ tool }) => tool.callable.outputSchemaIsGiven === true,
  annotations: ({ tool }) => tool.annotations,
  effectClass: ({ tool }) => tool.callable.effectClass,
  outputLabels: ({ tool }) => tool.callable.outputLabels ?? [untrustedLabel],
  schemaHash: ({ tool }) => tool.schemaHash,
  contractHash: ({ tool }) => tool.contractHash,
  status: ({ tool }) => tool.status,
  referableFields: ({ tool }) => tool.referableFields,
  complianceFindings: ({ tool }) => complianceFindings(tool.callable.outputSchema),
} satisfies ToolResolvers;

export const mcpServerResolvers = {
  id: ({ server }, _, context) => nodeId({ kind: "MCP_SERVER", name: server.name }, context),
  name: ({ server }) => server.name,
  url: ({ server }) => server.url,
  status: ({ server }) => server.status,
  failure: ({ server }) => optionalFailure(server.failure, undefined),
  protocolVersion: ({ server }) => server.protocolVersion,
  lastSyncedAt: ({ server }) => server.lastSyncedAt,
  trusted: ({ server }) => server.trusted,
  outputValidation: ({ server }) => server.outputValidation,
  droppedTools: ({ server }) => server.dropped,
  tools: ({ server, catalog }, args) => {
    const tools = catalog.tools.filter((tool) => tool.server === server.name);
    return pageByName(
      tools.map((tool) => toolSource(tool, catalog)),
      ({ tool }) => tool.name,
      args,
    );
  },
} satisfies McpServerResolvers;
