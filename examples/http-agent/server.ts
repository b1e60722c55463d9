/**
 * Runs the example agent: `node examples/http-agent/server.ts`. `PORT` chooses the port (0 for any, default 8790). Prints its URL when
 * it listens.
 */
import { listening, type RunningExample } from "../listening.ts";
import { httpAgentApp } from "./app.ts";

/** Listens on the loopback address. */
export function startHttpAgent(port: number): Promise<RunningExample> {
  return listening(httpAgentApp().fetch, port);
}

if (import.meta.main) {
  const { url } = await startHttpAgent(Number(process.env.PORT ?? "8790"));
  console.log(`Example agent: ${url}/execute`);
}
