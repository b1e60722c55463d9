/** The forty servers of the large registry as MCP servers on one port, at `/{name}/mcp`. A call is answered with the name of its tool, and kept. */
import { createMcpHandler, Server, type Tool } from "@modelcontextprotocol/server";
import { listening, type RunningExample } from "../../../examples/listening.ts";
import type { RegistryServer } from "../catalog/large-registry.ts";

export interface RegistryCallees extends RunningExample {
  /** Names of the tools that were called, oldest first. */
  readonly calls: readonly string[];
}

export async function startRegistryServers(servers: readonly RegistryServer[]): Promise<RegistryCallees> {
  const calls: string[] = [];
  const handlers = new Map(servers.map((server) => [server.name, createMcpHandler(() => serverOf(server, calls))]));
  const running = await listening(async (request) => {
    const [, name = ""] = new URL(request.url).pathname.split("/");
    const handler = handlers.get(name);
    if (handler === undefined || request.method !== "POST") return new Response("Not found", { status: 404 });
    return handler.fetch(request, { parsedBody: await request.json() });
  }, 0);
  return { ...running, calls };
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
