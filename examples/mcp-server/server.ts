/**
 * Runs the example MCP server: `node examples/mcp-server/server.ts`. `PORT` chooses the port (0 for any, default 8788),
 * `EXAMPLE_DELAY_MS` how long the blog tools take. Prints its URL when it listens.
 */
import { createServer, type Server } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { type ExampleOptions, exampleApp } from "./app.ts";

export interface RunningServer {
  /** Address of the server, without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on the loopback address. */
export async function startExampleServer(port: number, options: ExampleOptions): Promise<RunningServer> {
  const app = exampleApp(options);
  // The objects of the process stay as they are: others in it may hold some of before.
  const own = { overrideGlobalObjects: false };
  const server = createServer(getRequestListener((request, env) => app(request, env as HttpBindings), own));
  // A connection that is closed for being idle can take the next call with it, whose answer then counts as lost.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => closed(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Hanging calls would keep the server open for ever, so connections are cut. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

if (import.meta.main) {
  const { PORT = "8788", EXAMPLE_DELAY_MS = "1500" } = process.env;
  const { url } = await startExampleServer(Number(PORT), { delayMs: Number(EXAMPLE_DELAY_MS) });
  console.log(`Example MCP server: ${url}/mcp`);
}
