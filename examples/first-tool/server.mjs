// A first MCP server with one tool. `node examples/first-tool/server.mjs`; PORT chooses another port than 8795.
import { serve } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

function makeServer() {
  const server = new McpServer({ name: "first-tool", version: "1.0.0" });
  server.registerTool(
    "count_words",
    {
      description: "Counts the words of a text.",
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ words: z.number().int() }),
      annotations: { readOnlyHint: true },
    },
    ({ text }) => {
      const words = text.split(/\s+/).filter(Boolean).length;
      return { content: [{ type: "text", text: `${words} words` }], structuredContent: { words } };
    },
  );
  return server;
}

const port = Number(process.env.PORT ?? 8795);
const handler = createMcpHandler(makeServer);
serve({ fetch: handler.fetch, port, hostname: "127.0.0.1" }, () => console.log(`http://127.0.0.1:${port}/mcp`));
