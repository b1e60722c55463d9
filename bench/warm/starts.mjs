/**
 * The time of a start: from the beginning of the process to its first answers, floor and product in turns, each on a runtime by itself or
 * through miniflare. On the platform nobody waits for a process, but for the compilation and evaluation of a Worker before it answers.
 */
import { makePlan } from "../floor/plan.mjs";
import { cpuMs, summary } from "../measure.mjs";
import { floorRunner, productRunner, registerTools } from "../sides.mjs";

const five = makePlan("seq5", 0);

/**
 * `starts` start a floor and a product that have stored nothing. Each is measured when it starts again, because with empty storage the local
 * runtime first makes a database for each class of objects. Times and CPU are medians; CPU is null where it cannot be counted.
 */
export async function measureStarts(starts, tools, quick, onProgress) {
  onProgress("starts of runtimes by themselves");
  const sides = {
    floor: { start: starts.floor, prepare: async () => undefined, runner: (side) => floorRunner(side, tools) },
    product: { start: starts.product, prepare: (side) => registerTools(side, tools), runner: productRunner },
  };
  const seen = { health: { floor: [], product: [] }, execution: { floor: [], product: [] } };
  // The first turn reads files from the disk that later ones find in memory.
  for (let turn = -1; turn < (quick ? 1 : 20); turn++) {
    for (const [name, { prepare, runner, start }] of Object.entries(sides)) {
      const first = await start();
      await prepare(first);
      const second = await first.again();
      const health = await firstAnswer(second, () => healthOf(second));
      const third = await second.again();
      const execution = await firstAnswer(third, () => runner(third)(five));
      await third.stop();
      if (turn < 0) continue;
      seen.health[name].push(health);
      seen.execution[name].push(execution);
    }
  }
  return { health: middles(seen.health), execution: middles(seen.execution) };
}

/** Milliseconds until a side that miniflare starts from nothing has answered, medians of starts in turns. `starts` give such sides. */
export async function measureStartUps(starts, quick, onProgress) {
  onProgress("starts through miniflare");
  const found = { floor: [], product: [] };
  for (let turn = -1; turn < (quick ? 1 : 9); turn++) {
    for (const [name, start] of Object.entries(starts)) {
      const { startUpMs, stop } = await start();
      await stop();
      if (turn >= 0) found[name].push(startUpMs);
    }
  }
  return { floorMs: summary(found.floor).p50, productMs: summary(found.product).p50 };
}

async function firstAnswer({ pid, spawnedAt }, ask) {
  await ask();
  return { ms: performance.now() - spawnedAt, cpuMs: cpuMs(pid) };
}

async function healthOf({ name, url }) {
  const response = await fetch(`${url}/health`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The health check of the ${name} answered HTTP ${response.status}`);
}

/** `{ ms: { floor, product }, cpuMs: { floor, product } }` */
function middles(found) {
  const middle = (values) => (values.includes(null) ? null : summary(values).p50);
  const each = (figure) =>
    Object.fromEntries(Object.entries(found).map(([name, list]) => [name, middle(list.map((seen) => seen[figure]))]));
  return { ms: each("ms"), cpuMs: each("cpuMs") };
}
