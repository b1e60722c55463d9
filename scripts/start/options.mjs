/** The command line of `npm start`. */
import { parseArgs } from "node:util";

export const usage = `Usage: npm start -- [--verbose] [--talk] [--help]

Starts the example tools, the example agents, a scripted language model and Planwright on this machine, runs one prompt and one
conversation, and serves until Ctrl-C. Needs no key and no account.

  --verbose   prints every event of every run, and all lines of the Worker and the example servers
  --talk      lets you speak and decide in the conversation, instead of having it answered by itself
  --help      prints this

Variables of the environment:
  PORT                 port of Planwright (8787)
  EXAMPLE_PORT         port of the example MCP server (8788)
  EXAMPLE_MODEL_PORT   port of the scripted model (8789)
  EXAMPLE_AGENT_PORT   port of the example agent behind HTTP (8790)
  EXAMPLE_A2A_PORT     port of the example agent behind A2A (8791)
  EXAMPLE_DELAY_MS     milliseconds that each of the two blog tools takes (4000)
  STATE_FOLDER         folder in which executions are kept from start to start (.planwright)`;

const ports = {
  port: ["PORT", 8787],
  examplePort: ["EXAMPLE_PORT", 8788],
  modelPort: ["EXAMPLE_MODEL_PORT", 8789],
  agentPort: ["EXAMPLE_AGENT_PORT", 8790],
  a2aPort: ["EXAMPLE_A2A_PORT", 8791],
};

/** What to do with these arguments in this environment: `{ kind: "START", … }`, `{ kind: "HELP" }` or `{ kind: "REFUSED", message }`. */
export function readStartOptions(args, environment) {
  const boolean = { type: "boolean", default: false };
  let values;
  try {
    values = parseArgs({ args, options: { verbose: boolean, talk: boolean, help: boolean } }).values;
  } catch (error) {
    return { kind: "REFUSED", message: `Cannot read the command line: ${error.message}` };
  }
  if (values.help) return { kind: "HELP" };
  const start = { kind: "START", isVerbose: values.verbose, isTalking: values.talk };
  const taken = new Map();
  for (const [key, [name, byDefault]] of Object.entries(ports)) {
    const text = environment[name] ?? String(byDefault);
    const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    if (port < 1 || port > 65_535) {
      const message = `Cannot take ${name}: required a port from 1 to 65535, found ${JSON.stringify(text)}`;
      return { kind: "REFUSED", message };
    }
    if (taken.has(port)) {
      const message = `Cannot take ${name}: required a port of its own, found ${port}, which is that of ${taken.get(port)}`;
      return { kind: "REFUSED", message };
    }
    taken.set(port, name);
    start[key] = port;
  }
  return start;
}
