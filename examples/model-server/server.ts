/**
 * Runs the scripted model: `node examples/model-server/server.ts`. `PORT` chooses the port (0 for any, default 8789),
 * `EXAMPLE_WORD_DELAY_MS` the time between two words. Prints its URL when it listens.
 */
import { listening, type RunningExample } from "../listening.ts";
import { type ModelServerOptions, modelServerApp } from "./app.ts";

/** Listens on the loopback address. */
export function startModelServer(port: number, options: ModelServerOptions): Promise<RunningExample> {
  return listening(modelServerApp(options).fetch, port);
}

if (import.meta.main) {
  const { PORT = "8789", EXAMPLE_WORD_DELAY_MS = "60" } = process.env;
  const { url } = await startModelServer(Number(PORT), { wordDelayMs: Number(EXAMPLE_WORD_DELAY_MS) });
  console.log(`Scripted language model: ${url}/v1`);
}
