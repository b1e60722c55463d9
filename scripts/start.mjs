/**
 * `npm start`: the example world (MCP server, scripted language model, agents), Planwright on the local runtime, and a prompt that becomes
 * a plan, runs a workflow with everything below it and ends in an answer, with every event printed from GraphQL subscriptions. What an earlier start left unfinished is
 * followed first. Ctrl-C ends everything; when the process of the Worker dies, this one says so and ends with exit code 1.
 */
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
const { runExampleWorld } = await import("./start/example-world.mjs");
await runExampleWorld({
  port: Number(process.env.PORT ?? 8787),
  examplePort: Number(process.env.EXAMPLE_PORT ?? 8788),
  modelPort: Number(process.env.EXAMPLE_MODEL_PORT ?? 8789),
  agentPort: Number(process.env.EXAMPLE_AGENT_PORT ?? 8790),
  a2aPort: Number(process.env.EXAMPLE_A2A_PORT ?? 8791),
});
