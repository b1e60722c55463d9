/** The servers of the attack plans as MCP servers on one port, at `/{name}/mcp`. Each call is kept, and answered with every field that a case reads; `read_file` gives a file beside that. */
import { Server, type Tool } from "@modelcontextprotocol/server";
import { attackedAnswer, attackedServers } from "../plan/attack-plans.ts";
import { type McpServers, startMcpServers } from "./mcp-servers.ts";

export function startAttackedServers(): Promise<McpServers> {
  return startMcpServers(
    new Map(attackedServers.map((one) => [one.server.name, (calls: string[]) => serverOf(one, calls)])),
  );
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
