/**
 * The billed operations of one execution, counted in every object that it touches: a plan of five steps, and a prompt whose plan and answer
 * take a model five seconds each. Counted in the product itself, with meters at its objects (`counting-entry.ts`).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot } from "../scripts/setup.mjs";
import { askProduct, registerTools } from "./sides.mjs";

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { id status usage { toolCalls modelCalls } } errors { message } }
  }
`;

/** Longer than everything that is counted before executions are removed. */
const retentionMs = 40_000;

/** Executions after which every host of the tenant is there, but for one time in a hundred; four at a time, so that none is full. */
const warmUps = 120;

/** `startCounting` as `startProduct`, of `counting-entry.ts`. Everything per execution. */
export async function measureCounts(startCounting, quick, onProgress) {
  onProgress("what is billed for an execution");
  const modelSeconds = quick ? 1 : 5;
  const [plan, prompt] = await Promise.all([
    countPlan(startCounting, quick ? 3 : 32),
    countPrompt(startCounting, modelSeconds, quick ? 2 : 5),
  ]);
  return { plan, prompt, modelSeconds };
}

/** Five calls one after another, and the removal of the execution when its retention is over. */
async function countPlan(startCounting, count) {
  return inWorld(startCounting, 0, { BENCH_RETENTION_MS: String(retentionMs) }, async (product) => {
    const steps = Array.from({ length: 5 }, (_, at) => ({
      tool: { toolName: "echo", arguments: { v: at === 0 ? 1 : `$${at - 1}.output.v` } },
    }));
    const source = { plan: { steps } };
    const firstAt = performance.now();
    const callers = Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < warmUps / 4; turn++) await run(product, source, 0);
    });
    await Promise.all(callers);
    await settled(product);
    for (let turn = 0; turn < count; turn++) await run(product, source, 0);
    const use = perExecution(await settled(product), count);
    if (performance.now() - firstAt > retentionMs) throw new Error("Could not count: the first were removed meanwhile");
    await delay(retentionMs);
    const { objects } = perExecution(await settled(product), count + warmUps);
    return { ...use, removal: objects };
  });
}

/** The same five calls, planned and answered by a model. */
async function countPrompt(startCounting, modelSeconds, count) {
  return inWorld(startCounting, modelSeconds, { BENCH_RETENTION_MS: "86400000" }, async (product) => {
    const source = { prompt: { text: "Pass a number through five calls" } };
    await run(product, source, 2);
    await settled(product);
    await Promise.all(Array.from({ length: count }, () => run(product, source, 2)));
    return perExecution(await settled(product), count);
  });
}

async function inWorld(startCounting, modelSeconds, settings, task) {
  const child = spawn(process.execPath, [join(projectRoot, "bench/model-world.mjs"), String(modelSeconds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const world = String((await once(child.stdout, "data"))[0]).trim();
  const models = [{ name: "bench", provider: "openai-compatible", model: "bench", baseUrl: `${world}/v1` }];
  const product = await startCounting({ ...settings, MODELS: JSON.stringify(models) });
  try {
    await registerTools(product, world);
    return await task(product);
  } finally {
    await product.stop();
    child.kill();
  }
}

/** Gives the execution when it has ended. */
async function run(product, source, modelCalls) {
  const input = { source, options: { waitMs: 25_000 } };
  const { executePlan: payload } = await askProduct(product, executePlan, { input });
  const { execution } = payload;
  if (execution?.status === "SUCCEEDED" && execution.usage.toolCalls === 5 && execution.usage.modelCalls === modelCalls)
    return execution;
  throw new Error(`The product did not run what is counted: ${JSON.stringify(payload)}`);
}

/** The counts since the last time, once the work after the answers is done too. */
async function settled(product) {
  await delay(2_500);
  return (await fetch(`${product.url}/bench/counts`)).json();
}

/** Classes that nothing was counted of are left out. */
function perExecution({ objects, requests }, count) {
  const shared = ([name, counts]) => [
    name,
    Object.fromEntries(Object.entries(counts).map(([what, value]) => [what, value / count])),
  ];
  const touched = Object.entries(objects).filter(([, counts]) => Object.values(counts).some((value) => value > 0));
  return { workerRequests: requests / count, objects: Object.fromEntries(touched.map(shared)) };
}
