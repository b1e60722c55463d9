/** The forty servers of the large registry as MCP servers on one port, at `/{name}/mcp`. A call is answered with the name of its tool, and kept. */
import { Server, type Tool } from "@modelcontextprotocol/server";
import type { RegistryServer } from "../catalog/large-registry.ts";
import { type McpServers, startMcpServers } from "./mcp-servers.ts";

export function startRegistryServers(servers: readonly RegistryServer[]): Promise<McpServers> {
  return startMcpServers(new Map(servers.map((one) => [one.name, (calls: string[]) => serverOf(one, calls)])));
}

function serverOf({ name, tools }: RegistryServer, calls: string[]): Server {
  const server = new Server({ name, version: "1.0.0" }, { capabilities: { tools: {} } });
  const listed = tools.map(({ metadata: _, outputSchema: __, title: ___, ...tool }) => tool as unknown as Tool);
  server.setRequestHandler("tools/list", () => ({ tools: listed }));
  server.setRequestHandler("tools/call", ({ params }) => {
    calls.push(params.name);
    return { content: [{ type: "text", text: `${params.name} of ${name}` }] };
  });
  return server;
}
