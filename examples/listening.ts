/** Puts a server of the example world on a port of the loopback address, where no web page can reach it. */
import { createServer } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";

export interface RunningExample {
  /** Address of the server, without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** Resolves when the server listens; port 0 takes any. Closing cuts connections, because a hanging call would keep them for ever. */
export async function listening(
  answer: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  port: number,
): Promise<RunningExample> {
  const server = createServer(
    getRequestListener((request, bindings) => refused(request) ?? answer(request, bindings as HttpBindings), {
      // The objects of the process stay as they are: `RESPONSE_ALREADY_SENT` is taken for an answer if it was made of another `Response`.
      overrideGlobalObjects: false,
    }),
  );
  // A connection that is closed for being idle can take the next call with it, whose answer then counts as lost.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, close };
}

/** Requests under a foreign name or from a foreign origin. */
function refused(request: Request): Response | undefined {
  return (
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  );
}
