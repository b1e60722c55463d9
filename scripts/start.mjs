/**
 * `npm start`: the example world (MCP server, scripted language model, agents), Planwright on the local runtime, and a prompt that becomes
 * a plan, runs a workflow with everything below it and ends in an answer. An unfinished execution of an earlier start is followed first,
 * and the cost of the crash is printed. Ctrl-C ends everything; when the process of the Worker dies, this one says so and ends with exit
 * code 1.
 */
import { ensureInstalled } from "./setup.mjs";
import { readStartOptions, usage } from "./start/options.mjs";

const options = readStartOptions(process.argv.slice(2), process.env);
if (options.kind === "HELP") {
  console.log(usage);
  process.exit(0);
}
if (options.kind === "REFUSED") {
  console.error(`${options.message}\n\n${usage}`);
  process.exit(2);
}
await ensureInstalled();
const { runExampleWorld } = await import("./start/example-world.mjs");
await runExampleWorld(options);
