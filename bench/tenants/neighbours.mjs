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
const callers = 8;
const lightPlan = makePlan("seq2", 0, 4);
const restMs = 400;
const lightTenants = ["light-one", "light-two", "light-three", "light-four"];
const refusedPauseMs = 20;

/** The actions of the greedy tenant, as often as it can. Each gives a caller, which returns the result of the request. */
const greed = {
  children: (tenant) => () => execute(tenant, childrenPlan, { maxSteps: 50 }),
  values: (tenant) => () => execute(tenant, valuesPlan, {}),
  checks: (tenant) => () => check(tenant),
  sockets: (tenant) => () => watch(tenant),
};

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
  for (const [kind, makeCaller] of Object.entries(greed)) {
    onProgress(`a greedy neighbour: ${kind}`);
    const calls = { greedy: makeCaller(greedy), refused: makeCaller({ ...greedy, url: refusing.url }) };
    kinds[kind] = await inTurns(light, calls, () => endAll(greedy), quick);
  }
  return kinds;
}

/** The windows come in another order in every other turn, so that growth over time meets all. */
async function inTurns(light, calls, endGreed, quick) {
  const [turns, windowMs] = quick ? [1, 500] : [4, 8_000];
  const times = { alone: [], generator: [], beside: [] };
  const counts = { answers: 0, refusals: 0, broken: 0 };
  let sent = 0;
  const beside = async (ask, counted, pauseMs) => {
    const stop = keepAsking(ask, counted, pauseMs);
    const found = await lightLoad(light, windowMs);
    const stopped = stop();
    // Executions of the greedy tenant do not reach into the next window.
    await endGreed();
    await stopped;
    await delay(quick ? 100 : 1_000);
    return found;
  };
  const rest = async () => times.alone.push(...(await lightLoad(light, windowMs)));
  const work = async () => {
    const before = sumOf(counts);
    times.beside.push(...(await beside(calls.greedy, counts, refusedPauseMs)));
    sent = sumOf(counts) - before;
  };
  const generate = async () => {
    const pauseMs = (windowMs * callers) / Math.max(1, sent);
    times.generator.push(...(await beside(calls.refused, { answers: 0, refusals: 0, broken: 0 }, pauseMs)));
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

/** A refused caller tries again after a moment, as one does that looks at no `Retry-After`. */
function keepAsking(call, counts, pauseMs) {
  let isStopped = false;
  const caller = async () => {
    while (!isStopped) {
      const outcome = await call().catch(brokenConnection);
      counts[outcome]++;
      if (outcome !== "answers") await delay(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: callers }, caller));
  return async () => {
    isStopped = true;
    await all;
  };
}

function asTenant(product, tenant) {
  return { ...product, headers: { authorization: `Bearer ${adminToken}`, "planwright-tenant": tenant } };
}

const childrenPlan = {
  steps: Array.from({ length: 50 }, (_, index) => ({
    tool: { stepId: `c${index}`, toolName: "workflow_child", arguments: { v: index } },
  })),
};

/** Four calls with 20 KB each, which are stored with the plan, the call and the answer. */
const valuesPlan = {
  steps: Array.from({ length: 4 }, (_, index) => ({
    tool: { stepId: `v${index}`, toolName: "echo", arguments: { step: "x".repeat(20_000), v: index, ms: 0 } },
  })),
};

const checkedPlan = {
  steps: Array.from({ length: 100 }, (_, index) => ({
    tool: {
      stepId: `k${index}`,
      toolName: "echo",
      arguments: { step: `k${index}`, v: index === 0 ? 1 : `$${index - 1}.output.v` },
    },
  })),
};

const saveWorkflow = "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }";

async function saveChild(tenant) {
  const inputSchema = { type: "object", properties: { v: { type: "number" } }, required: ["v"] };
  const source = { plan: { steps: [{ tool: { toolName: "echo", arguments: { v: "{{input.v}}", ms: 0 } } }] } };
  const input = { name: "child", description: "One call", inputSchema, public: true, source };
  const { saveWorkflow: payload } = await askProduct(tenant, saveWorkflow, { input });
  if (payload.errors.length > 0) throw new Error(`Could not save the workflow: ${JSON.stringify(payload.errors)}`);
}

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { id status output { value(maxBytes: 1000000) } } errors { message } }
  }
`;

function execute(tenant, plan, limits) {
  const input = { source: { plan }, options: { waitMs: 25_000, limits } };
  return outcomeOf(tenant, executePlan, { input }, ({ executePlan: { execution } }) => execution === null);
}

const validatePlan = "query ($input: ValidatePlanInput!) { validatePlan(input: $input) { valid errors { message } } }";

function check(tenant) {
  const input = { source: { plan: checkedPlan }, limits: { maxSteps: 100 } };
  return outcomeOf(tenant, validatePlan, { input }, () => false);
}

/** Opens a stream, waits for its first event, and keeps it for a moment. */
async function watch(tenant) {
  const controller = new AbortController();
  const response = await fetch(`${tenant.url}/graphql`, {
    method: "POST",
    headers: { ...tenant.headers, "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ query: "subscription { executionChanges { __typename } }" }),
    signal: controller.signal,
  });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (isStream) await response.body.getReader().read();
  else await response.arrayBuffer();
  setTimeout(() => controller.abort(), 2_000);
  return isStream ? "answers" : "refusals";
}

/** Node's error for a connection that was closed under it. All other errors are thrown on. */
function brokenConnection(error) {
  if (error instanceof TypeError) return "broken";
  throw error;
}

/** Whether the product answered or refused, in any form. Throws if it failed. */
async function outcomeOf(tenant, query, variables, isRefusal) {
  const response = await fetch(`${tenant.url}/graphql`, {
    method: "POST",
    headers: { ...tenant.headers, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  if (response.status === 429) return "refusals";
  if (!response.ok) throw new Error(`${tenant.url} answered HTTP ${response.status}: ${text.slice(0, 500)}`);
  const { data, errors } = JSON.parse(text);
  return errors !== undefined || isRefusal(data) ? "refusals" : "answers";
}
