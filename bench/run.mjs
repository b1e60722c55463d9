/** Runs product and floor in turns on one machine in one run, and gives the figures with the targets that they are held against. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../scripts/setup.mjs";
import { measureCallables } from "./callables.mjs";
import { measureConversations } from "./conversations.mjs";
import { measureDashboard } from "./dashboard.mjs";
import { makePlan } from "./floor/plan.mjs";
import { measureListing } from "./listing.mjs";
import { alternate, costs, throughput } from "./measure.mjs";
import { measureModels } from "./models.mjs";
import { measurePrompts } from "./prompts.mjs";
import { buildProduct, startBroadcast, startCardFloor, startFloor, startProduct } from "./runtimes.mjs";
import { floorRunner, productRunner, productValidator, registerTools } from "./sides.mjs";
import { compareDeliveries, compareIdleMemory, measureReplay } from "./subscriptions.mjs";

/** Shapes that are compared, with the greatest ratio of the medians that is wanted. */
const shapes = [
  { name: "five sequential 0 ms steps", plan: makePlan("seq5", 0), count: 100, target: 1.5 },
  { name: "five sequential 50 ms steps", plan: makePlan("seq5", 50), count: 20 },
  { name: "five parallel 50 ms steps", plan: makePlan("par5", 50), count: 20, target: 1.25 },
  { name: "a diamond of 50 ms steps", plan: makePlan("diamond", 50), count: 20 },
  { name: "10 steps of 0 ms", plan: makePlan("seq10", 0), count: 30 },
  { name: "100 steps of 0 ms", plan: makePlan("seq100", 0), count: 10 },
  { name: "1,000 steps of 0 ms", plan: makePlan("seq1000", 0), count: 5 },
];

/**
 * Takes `quick` for a short run whose figures only show that everything works, and `onProgress` for a line per measurement.
 * Gives the figures as plain data, see `report.mjs`.
 */
export async function runBench({ quick, onProgress }) {
  const releases = [];
  try {
    const server = spawn(process.execPath, [join(projectRoot, "bench/floor/tools.mjs")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    releases.push(() => server.kill());
    const tools = String((await once(server.stdout, "data"))[0]).trim();
    onProgress("building the product as it would be deployed");
    const bundle = buildProduct();
    releases.push(bundle.remove);
    const floor = await startFloor();
    releases.push(floor.stop);
    const product = await startProduct(bundle);
    releases.push(product.stop);
    await registerTools(product, tools);

    const broadcast = await startBroadcast();
    releases.push(broadcast.stop);
    const listingBundle = buildProduct("bench/index-entry.ts");
    releases.push(listingBundle.remove);

    const sides = { floor: floorRunner(floor, tools), product: productRunner(product) };
    const shapes = await compareShapes(sides, quick, onProgress);
    const floorStepMs = shapes[0].floor.p50 / shapes[0].steps;
    return {
      at: new Date().toISOString(),
      quick,
      shapes,
      models: await measureModels((settings) => startProduct(bundle, settings), floorStepMs, quick, onProgress),
      callables: await measureCallables(() => startProduct(bundle), startCardFloor, tools, quick, onProgress),
      conversations: await measureConversations((settings) => startProduct(bundle, settings), quick, onProgress),
      floorCheck: await checkFloor(floor, tools, quick, onProgress),
      load: await compareLoad(sides, quick, onProgress),
      validation: await measureValidation(product, quick, onProgress),
      deliveries: await compareDeliveries({ broadcast, product }, tools, quick, onProgress),
      replay: await measureReplay(product, quick, onProgress),
      dashboard: await measureDashboard(product, quick, onProgress),
      idleMemory: await measureIdleMemory(bundle, tools, quick, onProgress),
      listing: await measureListing(() => startProduct(listingBundle), quick, onProgress),
      prompts: await measurePrompts(quick, onProgress),
      costs: await compareCosts({ floor, product }, sides, tools, quick, onProgress),
      bundleGzipBytes: bundle.gzipBytes,
      startUpMs: { floor: floor.startUpMs, product: product.startUpMs },
    };
  } finally {
    for (const release of releases.reverse()) await release();
  }
}

async function compareShapes(sides, quick, onProgress) {
  const results = [];
  for (const { name, plan, count, target } of shapes) {
    onProgress(name);
    const tasks = { floor: () => sides.floor(plan), product: () => sides.product(plan) };
    const times = await alternate(tasks, quick ? 3 : count);
    const steps = plan.nodes.length;
    const ratio = times.product.p50 / times.floor.p50;
    const addedMsPerStep = (times.product.p50 - times.floor.p50) / steps;
    results.push({ name, steps, ...times, ratio, addedMsPerStep, target: target ?? null });
  }
  return results;
}

/** The floor must be a floor: near the bare calls plus the bare inserts. */
async function checkFloor(floor, tools, quick, onProgress) {
  onProgress("the floor against its parts");
  const plan = makePlan("seq5", 0);
  const whole = floorRunner(floor, tools);
  const calls = floorRunner(floor, tools, "/calls");
  const inserts = floorRunner(floor, tools, "/inserts");
  const tasks = { whole: () => whole(plan), calls: () => calls(plan), inserts: () => inserts(plan) };
  const times = await alternate(tasks, quick ? 3 : 50);
  return { ...times, ratio: times.whole.p50 / (times.calls.p50 + times.inserts.p50), target: 1.5 };
}

/** 16 callers with five steps of 0 ms; the sides take turns, so that a disturbance of the machine meets both. */
async function compareLoad(sides, quick, onProgress) {
  onProgress("16 callers");
  const plan = makePlan("seq5", 0);
  const [turns, milliseconds] = quick ? [1, 500] : [2, 5_000];
  const perSecond = { floor: 0, product: 0 };
  for (let turn = 0; turn < turns; turn++) {
    for (const side of Object.keys(perSecond)) {
      perSecond[side] += (await throughput(() => sides[side](plan), 16, milliseconds)) / turns;
    }
  }
  return { ...perSecond, ratio: perSecond.product / perSecond.floor, target: 0.6 };
}

async function measureValidation(product, quick, onProgress) {
  onProgress("validation of a plan of 100 steps");
  const validate = productValidator(product);
  const plan = makePlan("seq100", 0);
  const { task } = await alternate({ task: () => validate(plan) }, quick ? 3 : 50);
  return { ...task, targetMs: 10 };
}

async function compareCosts(runtimes, sides, tools, quick, onProgress) {
  onProgress("requests, rows and fsyncs");
  const plan = makePlan("seq5", 0);
  const results = {};
  for (const side of ["floor", "product"]) {
    results[side] = await costs(runtimes[side], tools, () => sides[side](plan), quick ? 2 : 20);
  }
  return results;
}

async function measureIdleMemory(bundle, tools, quick, onProgress) {
  const product = await startProduct(bundle);
  const broadcast = await startBroadcast();
  try {
    await registerTools(product, tools);
    return await compareIdleMemory({ broadcast, product }, quick, onProgress);
  } finally {
    await product.stop();
    await broadcast.stop();
  }
}
