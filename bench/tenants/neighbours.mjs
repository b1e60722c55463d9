/**
 * One tenant that takes all it can beside four others with a light load. The latency of the others is measured while the greedy one rests and
 * while it works, in turns on one runtime, so that a disturbance of the machine meets both. Sending requests takes processor time of the same
 * machine, so there is a third kind of window: as many of the same requests go to a Worker that refuses everything, the generator's floor.
 */
import { setTimeout as delay } from "node:timers/promises";
import { makePlan } from "../floor/plan.mjs";
import { summary } from "../measure.mjs";
import { askProduct, productRunner, registerTools } from "../sides.mjs";
import { ratioOfTails } from "./compare-tails.mjs";
import { callersOfGreed, kindsOfGreed, startGreedyProcess } from "./greedy-process.mjs";

const adminToken = "bench-of-neighbours-0123456789abcdef";

/** Settings of a deployment whose tenants do not trust one another. `docs/operate.md` names the same. */
const sharedSettings = {
  MAX_CONCURRENT_EXECUTIONS: "2",
  MAX_EXECUTIONS_PER_MINUTE: "150",
  MAX_PARALLEL: "4",
  MAX_DESCENDANTS_AT_A_TIME: "2",
  MAX_CHECK_STEPS_PER_SECOND: "500000",
  MAX_ANSWERED_BYTES_PER_SECOND: "500000",
  MAX_SUBSCRIPTIONS_PER_TENANT: "100",
};
const period = 10;
const rateLimits = (requests) => ({
  ratelimits: {
    RATE_LIMIT: { type: "ratelimit", name: "RATE_LIMIT", namespace_id: "1001", simple: { limit: requests, period } },
    TENANT_RATE_LIMIT: {
      type: "ratelimit",
      name: "TENANT_RATE_LIMIT",
      namespace_id: "1003",
      simple: { limit: requests, period },
    },
  },
});

/** By the defaults and `wrangler.toml`, and as a deployment is set that strangers share. */
const deployments = {
  uncapped: [{}, {}],
  capped: [sharedSettings, rateLimits(200)],
};

const target = 1.5;
const lightPlan = makePlan("seq2", 0, 4);
const restMs = 400;
const lightTenants = ["light-one", "light-two", "light-three", "light-four"];
const refusedPauseMs = 20;

/**
 * Gives for each kind of greed `{ alone, generator, beside, ratio, from, to, samples, overGenerator, answers, refusals }`, without caps and
 * with those of a deployment that is shared. `refusing` is a runtime that refuses every request.
 */
export async function measureNeighbours(startProduct, refusing, tools, quick, onProgress) {
  const results = {};
  for (const [deployment, [settings, more]] of Object.entries(deployments)) {
    const product = await startProduct({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, ...settings }, more);
    try {
      results[deployment] = await besideGreed(product, refusing, tools, quick, (what) =>
        onProgress(`${deployment}: ${what}`),
      );
    } finally {
      await product.stop();
    }
  }
  return { ...results, target };
}

async function besideGreed(product, refusing, tools, quick, onProgress) {
  const light = lightTenants.map((name) => asTenant(product, name));
  const greedy = asTenant(product, "greedy");
  for (const tenant of [...light, greedy]) await registerTools(tenant, tools);
  await saveChild(greedy);
  await lightLoad(light, quick ? 300 : 3_000);
  const kinds = {};
  const callers = startGreedyProcess();
  try {
    for (const kind of kindsOfGreed) {
      onProgress(`a greedy neighbour: ${kind}`);
      const tenants = { greedy, refused: { ...greedy, url: refusing.url } };
      kinds[kind] = await inTurns(light, callers, kind, tenants, quick);
    }
  } finally {
    callers.stop();
  }
  return kinds;
}

/** The windows come in another order in every other turn, so that growth over time meets all. */
async function inTurns(light, callers, kind, { greedy, refused }, quick) {
  const [turns, windowMs] = quick ? [1, 500] : [4, 8_000];
  const times = { alone: [], generator: [], beside: [] };
  const counts = { answers: 0, refusals: 0, broken: 0 };
  let sent = 0;
  const beside = async (tenant, pauseMs) => {
    callers.begin(kind, tenant, pauseMs);
    const found = await lightLoad(light, windowMs);
    const ended = callers.end();
    // Executions of the greedy tenant do not reach into the next window.
    await endAll(greedy);
    const outcomes = await ended;
    await delay(quick ? 100 : 1_000);
    return { found, outcomes };
  };
  const rest = async () => times.alone.push(...(await lightLoad(light, windowMs)));
  const work = async () => {
    const { found, outcomes } = await beside(greedy, refusedPauseMs);
    times.beside.push(...found);
    sent = sumOf(outcomes);
    for (const outcome of Object.keys(counts)) counts[outcome] += outcomes[outcome];
  };
  const generate = async () => {
    const pauseMs = (windowMs * callersOfGreed) / Math.max(1, sent);
    times.generator.push(...(await beside(refused, pauseMs)).found);
  };
  for (let turn = 0; turn < turns; turn++)
    for (const part of turn % 2 === 0 ? [rest, work, generate] : [work, generate, rest]) await part();
  const [alone, generator, besideGreedy] = [times.alone, times.generator, times.beside].map(summary);
  return {
    alone,
    generator,
    beside: besideGreedy,
    ...ratioOfTails(times.alone, times.beside),
    overGenerator: besideGreedy.p95 / generator.p95,
    samples: times.beside.length,
    ...counts,
  };
}

const listAtWork =
  "{ executions(first: 100, filter: { status: [PENDING, RUNNING, WAITING] }) { edges { node { id } } } }";
const cancel = "mutation ($input: CancelExecutionInput!) { cancelExecution(input: $input) { errors { message } } }";

/** Cancels the executions of a tenant until the list, which is a second late, has been empty twice. A refused request is sent again. */
async function endAll(tenant) {
  for (let empty = 0, tries = 0; empty < 2 && tries < 60; tries++) {
    try {
      const { executions } = await askProduct(tenant, listAtWork, {});
      empty = executions.edges.length === 0 ? empty + 1 : 0;
      for (const { node } of executions.edges) await askProduct(tenant, cancel, { input: { executionId: node.id } });
    } catch {
      empty = 0;
    }
    await delay(500);
  }
}

function sumOf({ answers, broken, refusals }) {
  return answers + broken + refusals;
}

/** Runs the light plan for each tenant with a pause after each answer; gives the milliseconds of all. */
async function lightLoad(tenants, milliseconds) {
  const times = [];
  const until = performance.now() + milliseconds;
  const user = async (tenant) => {
    const run = productRunner(tenant);
    while (performance.now() < until) {
      const startedAt = performance.now();
      // One that has not ended when the product gives up waiting took as long at least.
      await run(lightPlan).catch((error) => console.error(`A light tenant: ${error.message.slice(0, 100)}`));
      times.push(performance.now() - startedAt);
      await delay(restMs);
    }
  };
  await Promise.all(tenants.map(user));
  return times;
}

function asTenant(product, tenant) {
  return { ...product, headers: { authorization: `Bearer ${adminToken}`, "planwright-tenant": tenant } };
}

const saveWorkflow = "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }";

async function saveChild(tenant) {
  const inputSchema = { type: "object", properties: { v: { type: "number" } }, required: ["v"] };
  const source = { plan: { steps: [{ tool: { toolName: "echo", arguments: { v: "{{input.v}}", ms: 0 } } }] } };
  const input = { name: "child", description: "One call", inputSchema, public: true, source };
  const { saveWorkflow: payload } = await askProduct(tenant, saveWorkflow, { input });
  if (payload.errors.length > 0) throw new Error(`Could not save the workflow: ${JSON.stringify(payload.errors)}`);
}
