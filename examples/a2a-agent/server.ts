/**
 * Runs the example A2A agent: `node examples/a2a-agent/server.ts`. `PORT` chooses the port (0 for any, default 8791). Prints the URL of
 * its card when it listens.
 */
import { listening, type RunningExample } from "../listening.ts";
import { type A2aAgentOptions, a2aAgentApp } from "./app.ts";

/** Listens on the loopback address. */
export function startA2aAgent(port: number, options: A2aAgentOptions = {}): Promise<RunningExample> {
  return listening(a2aAgentApp(options).fetch, port);
}

if (import.meta.main) {
  const { url } = await startA2aAgent(Number(process.env.PORT ?? "8791"));
  console.log(`Example A2A agent: ${url}/.well-known/agent-card.json`);
}
