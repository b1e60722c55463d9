/**
 * What `npm start` does, in order: the servers of the example world, the Worker, the run that an earlier start left unfinished, the
 * registrations, a new run from a prompt, and then serving until Ctrl-C. Nothing of it needs a network or a key.
 */
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { eventPrinter } from "./event-printer.mjs";
import { applyManifest, holdConversation } from "./example-conversation.mjs";
import { examplePrompt, exampleQuestion, registerAgent, registerTools, startPrompt } from "./example-run.mjs";
import { registerTeam } from "./example-team.mjs";
import { ask, followExecution } from "./graphql-client.mjs";
import { forgetRun, rememberedRun, rememberRun, settingsFile, storageFolder } from "./local-state.mjs";
import { killProgram, runtimePid, startProgram, startWorker, stopProgram } from "./processes.mjs";
import { settingsWithModel } from "./settings.mjs";

/** Runs until Ctrl-C (exit code 0) or until something goes wrong (exit code 1). */
export async function runExampleWorld({ port, examplePort, modelPort, agentPort, a2aPort }) {
  const programs = [];
  const stopping = new AbortController();
  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    console.log("\nStopping …");
    await Promise.all(programs.map(stopProgram));
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

  const fail = (message) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    programs.forEach(killProgram);
    console.error(`\n${message}`);
    process.exit(1);
  };

  try {
    await demandFreePort(port, "PORT");
    const servers = exampleServers({ examplePort, modelPort, agentPort, a2aPort });
    for (const server of servers) await demandFreePort(server.port, server.setting);
    for (const server of servers) {
      const environment = { ...server.environment, PORT: String(server.port) };
      const program = startProgram(server.name, [`examples/${server.folder}/server.ts`], environment);
      programs.push(program);
      program.ended.then(fail, fail);
    }
    const [tools, model, agent, a2a] = servers.map((server) => `http://127.0.0.1:${server.port}`);
    const settings = { ...settingsWithModel(`${model}/v1`), PUBLIC_URL: `http://127.0.0.1:${port}` };
    const worker = startWorker({ port, storageFolder, settingsFile: settingsFile(), settings });
    programs.push(worker);
    worker.ended.then(fail, fail);
    const lost = "The process of the Worker has ended. Type npm start again: what it left unfinished goes on first.";
    worker.crashed.then(() => fail(lost), fail);

    const origin = `http://127.0.0.1:${port}`;
    await answers(`${origin}/health`, stopping.signal);
    const runtime = runtimePid(worker.pid, port) ?? worker.pid;
    console.log(`Dashboard: ${origin}`);
    console.log(`GraphQL endpoint: ${origin}/graphql`);
    console.log(`Worker process: pid ${runtime} (kill -9 ${runtime} while a run is under way, then npm start again)`);

    for (const url of [tools, model, agent, a2a]) await answers(`${url}/health`, stopping.signal);
    await runPlans(`${origin}/graphql`, { tools, agent, a2a });
    console.log(`\nSee what ran: ${origin}`);
    console.log(`\nStill serving ${origin}/graphql; Ctrl-C ends it. Ask it something:`);
    console.log(
      `  curl -s ${origin}/graphql -H 'content-type: application/json' -d '${JSON.stringify({ query: exampleAsk })}'`,
    );
  } catch (error) {
    fail(error.message);
  }
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

async function runPlans(endpoint, { tools, agent, a2a }) {
  for (const execution of await unfinishedExecutions(endpoint)) {
    console.log(`\nUnfinished run ${execution} of an earlier start goes on, within half a minute:`);
    await follow(endpoint, execution);
  }
  console.log(`Registered tools: ${(await registerTools(endpoint, `${tools}/mcp`)).join(", ")}`);
  console.log(`Registered agent: ${await registerAgent(endpoint, agent)}`);
  console.log(`Registered team: ${(await registerTeam(endpoint, a2a)).join(", ")}`);
  const execution = await startPrompt(endpoint);
  rememberRun(execution);
  console.log(`\nNew run ${execution}: "${examplePrompt}"`);
  await follow(endpoint, execution);
  console.log(`\nApplied manifest: ${await applyManifest(endpoint)}`);
  console.log("A conversation with its agents:");
  const chatId = await holdConversation(endpoint, (id, onEvent) => followRuns(endpoint, id, 0, onEvent));
  console.log(
    `\nThe conversation: { conversation(by: { chatId: "${chatId}" }) { messages { nodes { author text } } } }`,
  );
}

async function follow(endpoint, execution) {
  await followRuns(endpoint, execution, 0);
  forgetRun();
}

/** Prints the events of an execution, and further to the right those of every run that it starts. */
async function followRuns(endpoint, execution, depth, onEvent = () => undefined) {
  const print = eventPrinter((text) => process.stdout.write(text), depth);
  const below = [];
  await followExecution(endpoint, execution, (event) => {
    print(event);
    onEvent(event);
    // The run may not be made yet when its parent says that it waits for it; following tries again.
    if (event.waitsFor === "CHILD") below.push(followRuns(endpoint, event.handle, depth + 1));
  });
  await Promise.all(below);
}

/** Oldest first, but for those that wait for a person: those that the list knows, and the latest run, which may have been lost before the list heard of it. */
async function unfinishedExecutions(endpoint) {
  const { executions } = await ask(
    endpoint,
    "{ executions(first: 100, filter: { status: [PENDING, RUNNING] }) { nodes { id } } }",
  );
  const listed = executions.nodes.map(({ id }) => id).reverse();
  const latest = rememberedRun();
  if (latest === null || listed.includes(latest)) return listed;
  const { execution } = await ask(endpoint, "query ($id: ID!) { execution(by: { id: $id }) { finishedAt } }", {
    id: latest,
  });
  return execution !== null && execution.finishedAt === null ? [...listed, latest] : listed;
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
    server.once("error", () => reject(new Error(`Port ${port} is taken: stop what listens there, or set ${setting}`)));
    server.listen(port, "127.0.0.1", resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
