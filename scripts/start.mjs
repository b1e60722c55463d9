/**
 * `npm start`: the example MCP server, Planwright on the local runtime, and a two-step plan whose every event is printed from a
 * GraphQL subscription. What an earlier start left unfinished is followed first. Ctrl-C ends everything; when the process of the
 * Worker dies, this one says so and ends with exit code 1.
 */
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
const { runExampleWorld } = await import("./start/example-world.mjs");
await runExampleWorld({
  port: Number(process.env.PORT ?? 8787),
  examplePort: Number(process.env.EXAMPLE_PORT ?? 8788),
});
