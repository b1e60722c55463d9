/**
 * What `npm start` does, in order: the servers of the example world, the Worker, the run that an earlier start left unfinished, the
 * registrations, a new run from a prompt, a conversation, and then serving until Ctrl-C. Nothing of it needs a network or a key.
 */
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { exampleQuestion } from "./example-run.mjs";
import { noteStop, openLog, settingsFile, storageFolder, takeStopNote } from "./local-state.mjs";
import { killProgram, runtimePid, startProgram, startWorker, stopProgram } from "./processes.mjs";
import { finishLeftRuns, runConversation, runExample } from "./runs.mjs";
import { settingsWithModel } from "./settings.mjs";
import { labelled } from "./summary.mjs";

/** Runs until Ctrl-C (exit code 0) or until something goes wrong (exit code 1). */
export async function runExampleWorld({ port, isVerbose, isTalking, ...examplePorts }) {
  const programs = [];
  const stopping = new AbortController();
  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    noteStop();
    console.log("\nStopping …");
    await Promise.all(programs.map(stopProgram));
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

  const log = openLog();
  const fail = (message) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    programs.forEach(killProgram);
    console.error(
      `\n${message}${isVerbose ? "" : `\nThe lines of the Worker and the example servers are in ${log.path}.`}`,
    );
    process.exit(1);
  };
  const start = (program) => {
    programs.push(program);
    program.ended.then(fail, fail);
    return program;
  };
  // Lines of the runtime, its warnings too, are of no use to a newcomer; nothing of them is lost.
  const onLine = (line) => {
    log.write(line);
    return isVerbose;
  };

  try {
    await demandFreePort(port, "PORT");
    const servers = exampleServers(examplePorts);
    for (const server of servers) await demandFreePort(server.port, server.setting);
    console.log("Starting example tools, agents, a scripted language model and Planwright, all on this machine …");
    const wasStopped = takeStopNote();
    const restartedAt = Date.now();
    for (const server of servers) {
      const environment = { ...server.environment, PORT: String(server.port) };
      start(startProgram(server.name, [`examples/${server.folder}/server.ts`], environment, onLine));
    }
    const [tools, model, agent, a2a] = servers.map((server) => `http://127.0.0.1:${server.port}`);
    const origin = `http://127.0.0.1:${port}`;
    const settings = { ...settingsWithModel(`${model}/v1`), PUBLIC_URL: origin };
    const worker = start(startWorker({ port, storageFolder, settingsFile: settingsFile(), settings }, onLine));
    const lost = "The process of the Worker has ended. Type npm start again: what it left unfinished goes on first.";
    worker.crashed.then(() => fail(lost), fail);

    await answers(`${origin}/health`, stopping.signal);
    for (const url of [tools, model, agent, a2a]) await answers(`${url}/health`, stopping.signal);
    const runtime = runtimePid(worker.pid, port) ?? worker.pid;
    console.log(`The Worker is process ${runtime}. Try kill -9 ${runtime} while it runs, then npm start again.`);

    const endpoint = `${origin}/graphql`;
    await finishLeftRuns(endpoint, { isVerbose, wasStopped, restartedAt });
    await runExample(endpoint, { tools, agent, a2a }, isVerbose);
    await runConversation(endpoint, { isVerbose, isTalking });
    printLinks(origin, isVerbose);
  } catch (error) {
    fail(error.message);
  }
}

function printLinks(origin, isVerbose) {
  console.log("");
  if (isVerbose) {
    const body = JSON.stringify({ query: exampleAsk });
    console.log(`Ask it something:\n  curl -s ${origin}/graphql -H 'content-type: application/json' -d '${body}'\n`);
  }
  console.log(labelled("GraphQL", `${origin}/graphql`));
  console.log(labelled("GraphiQL", `${origin}/graphiql  with examples to try`));
  console.log(labelled("Dashboard", `${origin}  where the run stands at the top of the list`));
  console.log("Ctrl-C stops everything. npm start -- --help lists --verbose, --talk and the ports.");
}

/** A question for the agent, fit for a shell. */
const exampleAsk = `mutation { ask(input: { query: ${JSON.stringify(exampleQuestion)}, options: { waitMs: 10000 } }) { execution { status response } errors { message } } }`;

function exampleServers({ examplePort, modelPort, agentPort, a2aPort }) {
  // Time to type the pid while a step is under way.
  const environment = { EXAMPLE_DELAY_MS: process.env.EXAMPLE_DELAY_MS ?? "4000" };
  return [
    { name: "the example MCP server", folder: "mcp-server", port: examplePort, setting: "EXAMPLE_PORT", environment },
    { name: "the scripted model", folder: "model-server", port: modelPort, setting: "EXAMPLE_MODEL_PORT" },
    { name: "the example agent", folder: "http-agent", port: agentPort, setting: "EXAMPLE_AGENT_PORT" },
    { name: "the example A2A agent", folder: "a2a-agent", port: a2aPort, setting: "EXAMPLE_A2A_PORT" },
  ];
}

/** Resolves as soon as an address answers at all. Throws after a minute. */
async function answers(url, signal) {
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; await delay(100)) {
    if (signal.aborted) return;
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response !== null && response.status !== 503) return;
  }
  throw new Error(`Could not reach ${url}: no answer within a minute`);
}

async function demandFreePort(port, setting) {
  const server = createServer();
  await new Promise((resolve, reject) => {
    const wish = `stop the program that listens there, or choose another port: ${setting}=${port + 100} npm start`;
    server.once("error", ({ code }) => reject(new Error(`Cannot listen on port ${port} (${code}): ${wish}`)));
    server.listen(port, "127.0.0.1", resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
