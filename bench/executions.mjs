/**
 * Whole executions on every side in turns: shapes of plans, plans from one step to a thousand, sixteen callers at a time, and the remains
 * of an execution.
 */
import { makePlan } from "./floor/plan.mjs";
import { alternate, costs, throughput } from "./measure.mjs";
import { floorRunner, productValidator } from "./sides.mjs";

/** `ofFloor` and `ofWorkflows` are targets: how many times as long as the floor it may take, how many times as long Workflows must take. */
const shapes = [
  { name: "five sequential 0 ms steps", plan: makePlan("seq5", 0), count: 100, ofFloor: 1.5, ofWorkflows: 1.5 },
  { name: "five sequential 50 ms steps", plan: makePlan("seq5", 50), count: 20 },
  { name: "five parallel 50 ms steps", plan: makePlan("par5", 50), count: 20, ofFloor: 1.25 },
  { name: "a diamond of 50 ms steps", plan: makePlan("diamond", 50), count: 20 },
];

/** Numbers of sequential 0 ms steps, and how often each is run. */
const sizes = [
  { steps: 1, count: 30 },
  { steps: 2, count: 30 },
  { steps: 5, count: 30 },
  { steps: 10, count: 30 },
  { steps: 50, count: 15 },
  { steps: 100, count: 10 },
  { steps: 500, count: 4 },
  { steps: 1_000, count: 4, ofWorkflows: 3 },
];

/** `sides` as `World` gives them. */
export async function compareShapes(sides, quick, onProgress) {
  const results = [];
  for (const { count, name, ofFloor = null, ofWorkflows = null, plan } of shapes) {
    onProgress(name);
    const times = await onEachSide(sides, plan, quick ? 3 : count);
    const steps = plan.nodes.length;
    const addedMsPerStep = (times.product.p50 - times.floor.p50) / steps;
    results.push({ name, steps, ...times, ...ratiosOf(times), addedMsPerStep, targets: { ofFloor, ofWorkflows } });
  }
  return results;
}

/** Milliseconds for each step of plans of many sizes, the request around it included. */
export async function comparePerStep(sides, quick, onProgress) {
  const results = [];
  for (const { count, ofWorkflows = null, steps } of sizes) {
    onProgress(`${steps} ${steps === 1 ? "step" : "steps"} of 0 ms`);
    const times = await onEachSide(sides, makePlan(`seq${steps}`, 0), quick ? (steps > 100 ? 1 : 3) : count);
    const perStep = Object.entries(times).map(([side, { p50, p95 }]) => [side, { p50: p50 / steps, p95: p95 / steps }]);
    results.push({
      steps,
      ...Object.fromEntries(perStep),
      ...ratiosOf(times),
      targets: { ofFloor: null, ofWorkflows },
    });
  }
  return results;
}

/** 16 callers with five steps of 0 ms; the sides take turns, so that a disturbance of the machine meets all. */
export async function compareLoad(sides, quick, onProgress) {
  onProgress("16 callers");
  const plan = makePlan("seq5", 0);
  const [turns, milliseconds] = quick ? [1, 500] : [2, 5_000];
  const perSecond = Object.fromEntries(Object.keys(sides).map((side) => [side, 0]));
  for (let turn = 0; turn < turns; turn++) {
    for (const side of Object.keys(perSecond)) {
      perSecond[side] += (await throughput(() => sides[side](plan), 16, milliseconds)) / turns;
    }
  }
  return { ...perSecond, ratio: perSecond.product / perSecond.floor, target: 0.6 };
}

/** The floor must be a floor: near the bare calls plus the bare inserts. */
export async function checkFloor(floor, tools, quick, onProgress) {
  onProgress("the floor against its parts");
  const plan = makePlan("seq5", 0);
  const whole = floorRunner(floor, tools);
  const calls = floorRunner(floor, tools, "/calls");
  const inserts = floorRunner(floor, tools, "/inserts");
  const tasks = { whole: () => whole(plan), calls: () => calls(plan), inserts: () => inserts(plan) };
  const times = await alternate(tasks, quick ? 3 : 50);
  return { ...times, ratio: times.whole.p50 / (times.calls.p50 + times.inserts.p50), target: 1.5 };
}

/** Of a product whose tools are registered. */
export async function measureValidation(product, quick, onProgress) {
  onProgress("validation of a plan of 100 steps");
  const validate = productValidator(product);
  const plan = makePlan("seq100", 0);
  const { task } = await alternate({ task: () => validate(plan) }, quick ? 3 : 50);
  return { ...task, targetMs: 10 };
}

/** The remains of five steps, and their cost on the machine. `runtimes` has one for each side. */
export async function compareCosts(runtimes, sides, tools, quick, onProgress) {
  onProgress("requests, rows, CPU and fsyncs");
  const plan = makePlan("seq5", 0);
  const results = {};
  for (const side of Object.keys(sides)) {
    results[side] = await costs(runtimes[side], tools, () => sides[side](plan), quick ? 2 : 20);
  }
  return results;
}

function onEachSide(sides, plan, count) {
  return alternate(Object.fromEntries(Object.entries(sides).map(([name, run]) => [name, () => run(plan)])), count);
}

/** How many times as long as the floor the product takes, and Workflows as the product. */
function ratiosOf({ floor, product, workflows }) {
  return { ofFloor: product.p50 / floor.p50, ofWorkflows: workflows.p50 / product.p50 };
}
