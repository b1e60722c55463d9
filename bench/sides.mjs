/** How each side is asked to run a plan of `floor/plan.mjs`. Both throw unless every step succeeded. */

/** Asks the floor. `path` picks a part of it alone: `/calls` or `/inserts`. */
export function floorRunner(floor, tools, path = "/run") {
  return async (plan) => {
    const { steps } = await post(`${floor.url}${path}`, { id: crypto.randomUUID(), plan, tools });
    if (steps !== plan.nodes.length) throw new Error(`The floor ran ${steps} of ${plan.nodes.length} steps`);
  };
}

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) {
      execution { status usage { toolCalls } failure { code message } stepFailures { stepId code message } }
      errors { message }
    }
  }
`;

/** Asks the product, through GraphQL, and waits for the end of the execution. */
export function productRunner(product) {
  return async (plan) => {
    const options = { waitMs: 25_000, limits: limitsFor(plan) };
    const { executePlan: payload } = await askProduct(product, executePlan, {
      input: { source: { plan: typedPlan(plan) }, options },
    });
    const { execution } = payload;
    if (execution?.status !== "SUCCEEDED" || execution.usage.toolCalls !== plan.nodes.length) {
      throw new Error(`The product did not run ${plan.shape}: ${JSON.stringify(payload)}`);
    }
  };
}

/** Asks the product to check a plan, without running it. */
export function productValidator(product) {
  const query = "query ($input: ValidatePlanInput!) { validatePlan(input: $input) { valid errors { message } } }";
  return async (plan) => {
    const input = { source: { plan: typedPlan(plan) }, limits: limitsFor(plan) };
    const { validatePlan } = await askProduct(product, query, { input });
    if (!validatePlan.valid)
      throw new Error(`The product refused ${plan.shape}: ${JSON.stringify(validatePlan.errors)}`);
  };
}

/** Registers the tool server as trusted, so that its read-only hint counts. */
export async function registerTools(product, tools, more = {}) {
  const mutation =
    "mutation ($input: RegisterMcpServerInput!) { registerMcpServer(input: $input) { errors { message } } }";
  const input = { name: "bench", url: `${tools}/mcp`, trusted: true, ...more };
  const { registerMcpServer } = await askProduct(product, mutation, { input });
  if (registerMcpServer.errors.length > 0)
    throw new Error(`Could not register: ${JSON.stringify(registerMcpServer.errors)}`);
}

/** The same shape as a typed plan: the first dependency passes `v` by reference, the others join by `after`. */
function typedPlan({ nodes }) {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
  const steps = nodes.map(({ id, ms, deps: [first, ...others] }) => ({
    tool: {
      stepId: id,
      toolName: "echo",
      arguments: { step: id, v: first === undefined ? 1 : `$${indexes.get(first)}.output.v`, ms },
      after: others,
    },
  }));
  return { steps };
}

function limitsFor({ nodes, cap }) {
  return { maxSteps: Math.max(nodes.length, 12), maxParallel: cap };
}

/** Sends one operation and gives its data, with the `headers` of the product if it has some. Throws if there are errors. */
export async function askProduct(product, query, variables) {
  const { data, errors } = await post(`${product.url}/graphql`, { query, variables }, product.headers);
  if (errors !== undefined) throw new Error(`The product answered with errors: ${JSON.stringify(errors)}`);
  return data;
}

async function post(url, body, headers = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered HTTP ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
