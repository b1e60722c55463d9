/**
 * Callables that run as executions of their own, and their cards: the cost of a workflow as a step, how close 50 children come to the
 * schedule that their cap allows, and a card beside a bare JSON answer.
 */
import { setTimeout as delay } from "node:timers/promises";
import { alternate, summary } from "./measure.mjs";
import { askProduct, registerTools } from "./sides.mjs";

const saveWorkflow = /* GraphQL */ `
  mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }
`;

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { id status failure { code message } } errors { message } }
  }
`;

const invokeWorkflow = /* GraphQL */ `
  mutation ($input: InvokeWorkflowInput!) {
    invokeWorkflow(input: $input) { execution { id status failure { code message } } errors { message } }
  }
`;

const cancelExecution = /* GraphQL */ `
  mutation ($input: CancelExecutionInput!) { cancelExecution(input: $input) { errors { message } } }
`;

const children = /* GraphQL */ `
  query ($id: ID!) { execution(by: { id: $id }) { status children(first: 100) { nodes { status } } } }
`;

const [childCount, childCap, childMs] = [50, 10, 500];

/** Five calls one after another, as the shape `seq5` of the floor. */
const five = {
  name: "five",
  description: "Passes a number through five calls",
  inputSchema: { type: "object", properties: { v: { type: "number" } }, required: ["v"] },
  public: true,
  source: { plan: { steps: [0, 1, 2, 3, 4].map((at) => call(at === 0 ? "{{input.v}}" : `$${at - 1}.output.v`, 0)) } },
};

/** One call that takes its time. */
const one = {
  name: "one",
  description: "One call that takes its time",
  inputSchema: {
    type: "object",
    properties: { v: { type: "number" }, ms: { type: "integer" } },
    required: ["v", "ms"],
  },
  source: { plan: { steps: [call("{{input.v}}", "{{input.ms}}")] } },
};

/** `startProduct` as `runtimes.mjs` has it without settings; `startCardFloor` likewise; `tools` is the address of the tool server. */
export async function measureCallables(startProduct, startCardFloor, tools, quick, onProgress) {
  const product = await startProduct();
  try {
    await registerTools(product, tools);
    for (const input of [five, one]) demand(await askProduct(product, saveWorkflow, { input }), "saveWorkflow");
    return {
      workflowStep: await compareWorkflowStep(product, quick, onProgress),
      fanOut: await measureFanOut(product, tools, quick, onProgress),
      cancel: await measureCancel(product, tools, quick, onProgress),
      card: await compareCard(product, startCardFloor, quick, onProgress),
    };
  } finally {
    await product.stop();
  }
}

/** A plan whose one step calls the workflow, beside the workflow started by itself: an execution and its steps. */
async function compareWorkflowStep(product, quick, onProgress) {
  onProgress("a workflow as a step");
  const times = await alternate(
    {
      itself: () => invoke(product, "five", { v: 1 }),
      asStep: () => run(product, { steps: [{ tool: { toolName: "workflow_five", arguments: { v: 1 } } }] }, {}),
    },
    quick ? 3 : 50,
  );
  return { ...times, ratio: times.asStep.p50 / times.itself.p50, target: 2.5 };
}

/** 50 children, 10 at a time, beside five times one child alone. The tool server reports how many calls it saw at a time. */
async function measureFanOut(product, tools, quick, onProgress) {
  onProgress("50 children, 10 at a time");
  const alone = [];
  const together = [];
  let maxInFlight = 0;
  for (let turn = -1; turn < (quick ? 1 : 5); turn++) {
    const before = performance.now();
    await invoke(product, "one", { v: 1, ms: childMs });
    const between = performance.now();
    await fetch(`${tools}/reset`);
    await run(product, fanOut(), fanOutLimits);
    const after = performance.now();
    maxInFlight = Math.max(maxInFlight, (await (await fetch(`${tools}/health`)).json()).maxInFlight);
    if (turn < 0) continue;
    alone.push(between - before);
    together.push(after - between);
  }
  const idealMs = summary(alone).p50 * (childCount / childCap);
  const { p50 } = summary(together);
  return { count: childCount, cap: childCap, childMs, idealMs, p50, ratio: p50 / idealMs, target: 1.3, maxInFlight };
}

/** From a cancel in the middle of the 50 to the moment at which no child runs any more. */
async function measureCancel(product, tools, quick, onProgress) {
  onProgress("a cancel of 50 children");
  const times = [];
  for (let turn = 0; turn < (quick ? 1 : 3); turn++) {
    await fetch(`${tools}/reset`);
    const input = { source: { plan: fanOut() }, options: { limits: fanOutLimits } };
    const { id } = started(await askProduct(product, executePlan, { input }), "executePlan");
    while ((await (await fetch(`${tools}/health`)).json()).calls < childCap) await delay(5);
    const at = performance.now();
    await askProduct(product, cancelExecution, { input: { executionId: id } });
    for (;;) {
      const { execution } = await askProduct(product, children, { id });
      const running = execution.children.nodes.filter(({ status }) => !isFinal(status));
      if (isFinal(execution.status) && execution.children.nodes.length > 0 && running.length === 0) break;
      await delay(10);
    }
    times.push(performance.now() - at);
  }
  return summary(times);
}

async function compareCard(product, startCardFloor, quick, onProgress) {
  onProgress("a card beside a bare JSON answer");
  const floor = await startCardFloor();
  try {
    const read = async (url) => {
      const response = await fetch(url, { headers: { "a2a-version": "1.0" } });
      const text = await response.text();
      if (!response.ok) throw new Error(`${url} answered HTTP ${response.status}: ${text.slice(0, 300)}`);
    };
    const times = await alternate(
      {
        floor: () => read(`${floor.url}/card`),
        product: () => read(`${product.url}/a2a/default/five/.well-known/agent-card.json`),
      },
      quick ? 20 : 1_000,
    );
    return { ...times, ratio: times.product.p50 / times.floor.p50, target: 1.5 };
  } finally {
    await floor.stop();
  }
}

const fanOutLimits = { maxSteps: childCount + 1, maxParallel: childCap };

function fanOut() {
  const steps = Array.from({ length: childCount }, (_, at) => ({
    tool: { resultKey: `c${at}`, toolName: "workflow_one", arguments: { v: at, ms: childMs } },
  }));
  return { steps: [{ parallel: { stepId: "all", steps } }] };
}

function call(v, ms) {
  return { tool: { toolName: "echo", arguments: { v, ms } } };
}

async function invoke(product, name, parameters) {
  const input = { workflow: { name }, payload: { parameters }, options: { waitMs: 25_000 } };
  await ended(product, started(await askProduct(product, invokeWorkflow, { input }), "invokeWorkflow"));
}

async function run(product, plan, limits) {
  const input = { source: { plan }, options: { waitMs: 25_000, limits } };
  await ended(product, started(await askProduct(product, executePlan, { input }), "executePlan"));
}

/** `waitMs` answers too when an execution waits, which one with children does: then its end is asked for. */
async function ended(product, execution) {
  let { failure, status } = execution;
  while (!isFinal(status)) {
    const query = "query ($id: ID!) { execution(by: { id: $id }) { status failure { code message } } }";
    ({ failure, status } = (await askProduct(product, query, { id: execution.id })).execution);
    if (!isFinal(status)) await delay(1);
  }
  if (status !== "SUCCEEDED") throw new Error(`The product did not succeed: ${status} ${JSON.stringify(failure)}`);
}

function started(data, mutation) {
  demand(data, mutation);
  return data[mutation].execution;
}

function demand(data, mutation) {
  const { errors } = data[mutation];
  if (errors.length > 0) throw new Error(`The product refused ${mutation}: ${JSON.stringify(errors)}`);
}

function isFinal(status) {
  return !["PENDING", "RUNNING", "WAITING"].includes(status);
}
