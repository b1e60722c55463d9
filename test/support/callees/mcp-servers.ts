/** MCP servers on one port, at `/{name}/mcp`, that keep the names of the tools which are called. */
import { createMcpHandler, type Server } from "@modelcontextprotocol/server";
import { listening, type RunningExample } from "../../../examples/listening.ts";

export interface McpServers extends RunningExample {
  /** Names of the tools that were called, oldest first. */
  readonly calls: string[];
}

/** Starts a server for each name. A server adds the names of the tools that are called to `calls`. */
export async function startMcpServers(servers: ReadonlyMap<string, (calls: string[]) => Server>): Promise<McpServers> {
  const calls: string[] = [];
  const handlers = new Map([...servers].map(([name, serverOf]) => [name, createMcpHandler(() => serverOf(calls))]));
  const running = await listening(async (request) => {
    const [, name = ""] = new URL(request.url).pathname.split("/");
    const handler = handlers.get(name);
    if (handler === undefined || request.method !== "POST") return new Response("Not found", { status: 404 });
    return handler.fetch(request, { parsedBody: await request.json() });
  }, 0);
  return { ...running, calls };
}
