/** The runs of `npm start`: those that an earlier start left, the example prompt, and the conversation. */
import { count, crashCost, crashCostText } from "./crash-cost.mjs";
import { eventPrinter } from "./event-printer.mjs";
import { applyManifest, exampleWish, holdConversation } from "./example-conversation.mjs";
import { examplePrompt, registerAgent, registerTools, startPrompt } from "./example-run.mjs";
import { registerTeam } from "./example-team.mjs";
import { ask, followExecution } from "./graphql-client.mjs";
import { forgetRun, rememberedRun, rememberRun } from "./local-state.mjs";
import { labelled, runLines } from "./summary.mjs";

/** Follows the runs that an earlier start left unfinished to their end, and says what the interruption cost. */
export async function finishLeftRuns(endpoint, { isVerbose, wasStopped, restartedAt }) {
  const left = await unfinishedExecutions(endpoint);
  if (left.length === 0) return;
  console.log(`${count(left.length, "unfinished run")} of the last start ${left.length === 1 ? "goes" : "go"} on …`);
  const logs = [];
  for (const execution of left) {
    logs.push(...(await followRuns(endpoint, execution, { isVerbose })));
    forgetRun();
  }
  const cause = wasStopped ? "Resumed after a stop" : "Resumed after a crash";
  console.log(`${cause}: ${crashCostText(crashCost(logs, restartedAt))}`);
}

/** Registers everything and runs the example prompt. */
export async function runExample(endpoint, { tools, agent, a2a }, isVerbose) {
  const names = [await registerTools(endpoint, `${tools}/mcp`), [await registerAgent(endpoint, agent)]];
  names.push(await registerTeam(endpoint, a2a));
  if (isVerbose) console.log(`Registered ${names.flat().join(", ")}`);
  const execution = await startPrompt(endpoint);
  rememberRun(execution);
  console.log("");
  console.log(labelled("Prompt", JSON.stringify(examplePrompt)));
  const logs = await followRuns(endpoint, execution, { isVerbose });
  forgetRun();
  for (const line of runLines(await finished(endpoint, execution), logs.length)) console.log(line);
}

/** Applies the example manifest and holds a conversation with its agents. */
export async function runConversation(endpoint, { isVerbose, isTalking }) {
  const agents = await applyManifest(endpoint);
  if (isVerbose || isTalking) console.log(`\nA conversation with ${agents}:`);
  const follow = (id, onEvent) => followRuns(endpoint, id, { isVerbose, onEvent });
  const { answers, messages } = await holdConversation(endpoint, follow, isTalking);
  const words = `${count(messages, "message")}, ${count(answers, "decision")} of a person`;
  console.log(labelled("Conversation", `${JSON.stringify(exampleWish)} with ${agents}: ${words}`));
}

/** Follows an execution and every run that it starts to their ends. Gives the events of each. */
async function followRuns(endpoint, execution, { isVerbose, depth = 0, onEvent = () => undefined }) {
  const print = isVerbose ? eventPrinter((text) => process.stdout.write(text), depth) : () => undefined;
  const [log, below] = [[], []];
  await followExecution(endpoint, execution, (event) => {
    log.push(event);
    print(event);
    onEvent(event);
    // The run may not be made yet when its parent says that it waits for it; following tries again.
    if (event.waitsFor === "CHILD") below.push(followRuns(endpoint, event.handle, { isVerbose, depth: depth + 1 }));
  });
  return [log, ...(await Promise.all(below)).flat()];
}

async function finished(endpoint, id) {
  const { execution } = await ask(
    endpoint,
    `query ($id: ID!) {
      execution(by: { id: $id }) {
        status response durationMs
        failure { message }
        plan { steps { callableName arguments } }
        usage { modelCalls toolCalls agentCalls costMicros }
      }
    }`,
    { id },
  );
  return execution;
}

/**
 * Oldest first, without those that wait for a person or were started by another one: those that the list knows, and the latest run,
 * which may have been lost before the list heard of it.
 */
async function unfinishedExecutions(endpoint) {
  const { executions } = await ask(
    endpoint,
    "{ executions(first: 100, filter: { status: [PENDING, RUNNING], root: true }) { nodes { id } } }",
  );
  const listed = executions.nodes.map(({ id }) => id).reverse();
  const latest = rememberedRun();
  if (latest === null || listed.includes(latest)) return listed;
  const { execution } = await ask(endpoint, "query ($id: ID!) { execution(by: { id: $id }) { finishedAt } }", {
    id: latest,
  });
  return execution !== null && execution.finishedAt === null ? [...listed, latest] : listed;
}
