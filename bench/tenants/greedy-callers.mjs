/**
 * The callers of a greedy tenant, in a process of its own as on another machine: what they do takes no turn of the process that measures
 * the others. The parent sends `{ begin: { kind, tenant, pauseMs, callers } }`. Upon `{ end: true }` it is sent the outcomes, counted, once
 * every request has one.
 */
import { setTimeout as delay } from "node:timers/promises";

/** The actions of the greedy tenant, as often as it can. Each gives a caller, which returns the result of the request. */
const greed = {
  children: (tenant) => () => execute(tenant, childrenPlan, { maxSteps: 50 }),
  values: (tenant) => () => execute(tenant, valuesPlan, {}),
  checks: (tenant) => () => check(tenant),
  sockets: (tenant) => () => watch(tenant),
};

let stop = async () => undefined;

process.on("message", async ({ begin, end }) => {
  if (begin !== undefined) stop = keepAsking(greed[begin.kind](begin.tenant), begin);
  if (end === true) process.send(await stop());
});

/** A refused caller tries again after a moment, as one does that looks at no `Retry-After`. */
function keepAsking(call, { callers, pauseMs }) {
  const counts = { answers: 0, refusals: 0, broken: 0 };
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
    return counts;
  };
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
