/**
 * `node scripts/release-snapshot.mjs 1.2.3`: keeps what a version promised in `test/released/1.2.3/`, the schema and five journals
 * that the real Worker wrote against the example MCP server and the scripted model: of the prompt of `npm start` while it ran and at
 * its end, of a plan that waits for the run of a workflow, of that run, and of agents in a conversation while a person is asked.
 * The schema is kept without descriptions. Versions before the last two minors are deleted. In the end it names the command that tags
 * the release.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureInstalled, projectRoot } from "./setup.mjs";
import { quietWrangler } from "./start/quiet-wrangler.mjs";

await ensureInstalled();
const { parse, print, visit } = await import("graphql");
Object.assign(process.env, quietWrangler);
const { createTestHarness } = await import("wrangler");
const { startExampleServer } = await import("../examples/mcp-server/server.ts");
const { startModelServer } = await import("../examples/model-server/server.ts");
const { ask } = await import("./start/graphql-client.mjs");
const { applyManifest, say } = await import("./start/example-conversation.mjs");
const { registerTools, startPrompt } = await import("./start/example-run.mjs");
const { settingsWithModel } = await import("./start/settings.mjs");

const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) {
  console.error(`Could not keep version "${version}": expected three numbers, such as 1.2.3`);
  process.exit(1);
}

/** Long enough to read the journal while the second step is under way. */
const toolDelayMs = 1_000;
const example = await startExampleServer(0, { delayMs: toolDelayMs });
const model = await startModelServer(0, { wordDelayMs: 20 });
const vars = settingsWithModel(`${model.url}/v1`);
const harness = createTestHarness({
  root: projectRoot,
  workers: [{ configPath: "wrangler.toml", vars, secrets: { ID_SEALING_SECRET: "0123456789abcdef".repeat(4) } }],
});
try {
  const { url } = await harness.listen();
  const endpoint = new URL("/graphql", url).href;
  await registerTools(endpoint, `${example.url}/mcp`);
  const executionId = await startPrompt(endpoint);
  const halfDone = await journalWhen((rows) => rows.filter(({ kind }) => kind === "StepStarted").length === 2);
  const finished = await journalWhen((rows) => rows.at(-1)?.kind === "ExecutionFinished");
  await demandSuccess(endpoint, executionId);
  const [waiting, run] = await journalsOfWorkflow(endpoint);
  keep({ "half-done": halfDone, finished, waiting, run, asked: await journalOfTurns(endpoint) });
} finally {
  await harness.close();
  await example.close();
  await model.close();
}

/** Rows of a plan that waits for the run of a workflow, and of that run at its end. */
async function journalsOfWorkflow(endpoint) {
  const call = { toolName: "research_blog", arguments: { topic: "{{input.topic}}", skill_id: "research" } };
  const inputSchema = { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] };
  const source = { plan: { steps: [{ tool: call }] } };
  await ask(endpoint, "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }", {
    input: { name: "research", description: "Researches a topic", inputSchema, source },
  });
  const step = { tool: { toolName: "workflow_research", arguments: { topic: "Rivers" } } };
  await ask(endpoint, "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }", {
    input: { source: { plan: { steps: [step] } } },
  });
  const waiting = await journalWhen((rows) => rows.some(({ kind }) => kind === "ArtifactStored"));
  const isRun = (rows) =>
    rows[0]?.body.includes('"startedWith":"WORKFLOW"') && rows.at(-1)?.kind === "ExecutionFinished";
  return [waiting, await journalWhen(isRun)];
}

/** Rows of an execution in which one agent handed over to another, whose output opened a component that nobody has answered. */
async function journalOfTurns(endpoint) {
  await applyManifest(endpoint);
  const { conversation } = await say(endpoint, { start: { manifest: "Generator" } }, "Hello");
  await journalWhen(
    (rows) => rows[0]?.body.includes('"startedWith":"MESSAGE"') && rows.at(-1)?.kind === "ExecutionFinished",
  );
  await say(endpoint, { id: conversation.id }, "Automate my social media");
  return journalWhen((rows) => rows.some(({ kind }) => kind === "HandoffMade") && rows.at(-1)?.kind === "StepWaiting");
}

/** Rows of the first execution whose rows satisfy a condition. Throws after ten seconds. */
async function journalWhen(condition) {
  const worker = harness.getWorker();
  for (let turn = 0; turn < 200; turn++, await delay(50)) {
    for (const id of await worker.listDurableObjectIds("EXECUTION")) {
      const storage = await worker.getDurableObjectStorage("EXECUTION", { id });
      const rows = await storage.exec("SELECT seq, kind, version, at, hidden, body FROM journal ORDER BY seq");
      if (condition(rows)) return rows;
    }
  }
  throw new Error("Could not read the journal: the condition was not met within ten seconds");
}

async function demandSuccess(endpoint, id) {
  const { execution } = await ask(endpoint, "query ($id: ID!) { execution(by: { id: $id }) { status } }", { id });
  if (execution?.status !== "SUCCEEDED") throw new Error(`The run did not succeed: ${execution?.status}`);
}

function keep(journals) {
  const folder = join(projectRoot, "test/released", version);
  mkdirSync(folder, { recursive: true });
  const schema = parse(readFileSync(join(projectRoot, "schema.graphql"), "utf8"));
  const promised = visit(schema, { enter: ({ description, ...node }) => (description ? node : undefined) });
  writeFileSync(join(folder, "schema.graphql"), `${print(promised)}\n`);
  deleteOlderVersions();
  for (const [name, rows] of Object.entries(journals)) {
    writeFileSync(join(folder, `${name}.journal.json`), `${JSON.stringify(rows, null, 2)}\n`);
  }
  const counts = Object.entries(journals).map(([name, rows]) => `${rows.length} rows ${name}`);
  console.log(`Kept version ${version} in test/released/${version}: ${counts.join(", ")}.`);
  console.log(`When it is committed: git tag -a v${version} -m "version ${version}" && git push origin v${version}`);
}

/** Leaves the folders of the last two minors. */
function deleteOlderVersions() {
  const released = join(projectRoot, "test/released");
  const versions = readdirSync(released).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
  const minorOf = (name) => name.slice(0, name.lastIndexOf("."));
  const byNumber = versions.sort((one, other) => other.localeCompare(one, "en", { numeric: true }));
  const last = [...new Set(byNumber.map(minorOf))].slice(0, 2);
  for (const name of versions) if (!last.includes(minorOf(name))) rmSync(join(released, name), { recursive: true });
}
