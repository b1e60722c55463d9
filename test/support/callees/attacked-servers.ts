/** The servers of the attack plans as MCP servers on one port, at `/{name}/mcp`. Each call is kept, and answered with every field that a case reads; `read_file` gives a file beside that. */
import { createMcpHandler, Server, type Tool } from "@modelcontextprotocol/server";
import { listening, type RunningExample } from "../../../examples/listening.ts";
import { attackedAnswer, attackedServers } from "../plan/attack-plans.ts";

export interface AttackedServers extends RunningExample {
  /** Names of the tools that were called, oldest first. */
  readonly calls: string[];
}

export async function startAttackedServers(): Promise<AttackedServers> {
  const calls: string[] = [];
  const handlers = new Map(
    attackedServers.map((one) => [one.server.name, createMcpHandler(() => serverOf(one, calls))]),
  );
  const running = await listening(async (request) => {
    const [, name = ""] = new URL(request.url).pathname.split("/");
    const handler = handlers.get(name);
    if (handler === undefined || request.method !== "POST") return new Response("Not found", { status: 404 });
    return handler.fetch(request, { parsedBody: await request.json() });
  }, 0);
  return { ...running, calls };
}

function serverOf({ server: { name }, tools }: (typeof attackedServers)[number], calls: string[]): Server {
  const server = new Server({ name, version: "1.0.0" }, { capabilities: { tools: {} } });
  const listed = tools.map(
    ({ annotations, inputSchema, name: toolName, outputSchema }) =>
      ({ name: toolName, annotations, inputSchema, outputSchema }) as unknown as Tool,
  );
  server.setRequestHandler("tools/list", () => ({ tools: listed }));
  server.setRequestHandler("tools/call", ({ params }) => {
    calls.push(params.name);
    const text = JSON.stringify(attackedAnswer);
    const file = {
      type: "resource",
      resource: { uri: "file:///bill.json", mimeType: "application/json", text },
    } as const;
    const content = [{ type: "text", text } as const, ...(params.name === "read_file" ? [file] : [])];
    return { content, structuredContent: attackedAnswer };
  });
  return server;
}
