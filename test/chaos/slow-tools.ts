/** The example MCP server with a network that takes its time, so that crashes find calls on their way there and back. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { exampleApp } from "../../examples/mcp-server/app.ts";
import type { RunningServer } from "../../examples/mcp-server/server.ts";

/** Each way takes from none to `mostMs` milliseconds. */
export async function startSlowTools(mostMs: number): Promise<RunningServer> {
  const app = exampleApp({ delayMs: 0 });
  const onTheWay = () => delay(Math.random() * mostMs);
  const listener = getRequestListener(
    async (request, bindings) => {
      // The ledger is for us.
      if (request.method === "GET") return app(request, bindings as HttpBindings);
      await onTheWay();
      const answer = await app(request, bindings as HttpBindings);
      await onTheWay();
      return answer;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(listener);
  // A connection that is closed for being idle can take the next call with it, whose answer then counts as lost.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
