/** A real HTTP server on a free port of the loopback address, for tests that need a peer to misbehave exactly so. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface FakeHttpServer {
  /** Address without a path. */
  readonly url: string;
  close(): Promise<void>;
}

export type FakeHttpHandler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Listens until closed. The handler gets each request with its whole body. */
export async function fakeHttpServer(handle: FakeHttpHandler): Promise<FakeHttpServer> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => handle(request, response, body));
  });
  // A connection that is closed for being idle can take the next request with it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}
