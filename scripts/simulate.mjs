// Runs the deterministic simulations of test/simulation over many seeds, and says what they went through and whether any rule was broken.
// Usage: npm run simulate -- [--seeds N] [--first S] [--only NAME] [--workers N]   or   npm run simulate -- --seed S [--only NAME].
// --seeds N (2000) are shared among the simulations, from seed S (1) on, on all cores or on N workers; --seed S runs one seed of each, or
// of NAME, with a trace. Exits 1 if a rule was broken, 2 on wrong arguments.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { usages } from "./usages.mjs";

/** Seeds that a worker runs before it reports. */
const CHUNK = 25;

// What the product logs of faults is part of every simulation.
console.error = () => undefined;
console.warn = () => undefined;

if (isMainThread) await main();
else await work();

function refuse(message) {
  process.stderr.write(`${message}\n${usages.simulate}\n`);
  process.exit(2);
}

function wholeNumber(options, name) {
  const text = options[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) refuse(`Cannot take --${name}: required a whole number from 1, found "${text}"`);
  return Number(text);
}

function argumentsOf(names) {
  let options;
  try {
    const string = { type: "string" };
    options = parseArgs({
      options: { seeds: string, first: string, seed: string, only: string, workers: string },
    }).values;
  } catch (error) {
    refuse(error.message);
  }
  if (options.only !== undefined && !names.includes(options.only))
    refuse(`Cannot run "${options.only}": required one of ${names.join(", ")}, found no such simulation`);
  return {
    seeds: wholeNumber(options, "seeds") ?? 2_000,
    first: wholeNumber(options, "first") ?? 1,
    seed: wholeNumber(options, "seed") ?? null,
    only: options.only ?? null,
    workers: wholeNumber(options, "workers") ?? availableParallelism(),
  };
}

async function main() {
  const { sharesOf, simulations } = await import("../test/simulation/simulations.ts");
  const names = Object.keys(simulations);
  const options = argumentsOf(names);
  const chosen = options.only === null ? names : [options.only];
  if (options.seed !== null) return runOne(simulations, chosen, options.seed);
  const shares = sharesOf(options.seeds);
  const jobs = chosen.flatMap((name) => {
    const share = options.only === null ? shares[name] : options.seeds;
    const starts = Array.from({ length: Math.ceil(share / CHUNK) }, (_, n) => n * CHUNK);
    return starts.map((start) => ({ name, first: options.first + start, count: Math.min(CHUNK, share - start) }));
  });
  await runAll(jobs, options.workers);
}

/** One seed, with all that happened. */
async function runOne(simulations, names, seed) {
  for (const name of names) {
    console.log(`${name}, seed ${seed}`);
    try {
      const counts = await simulations[name](seed, (line) => console.log(`  ${line}`));
      console.log("  held every rule", JSON.stringify(counts));
    } catch (error) {
      console.log(error.stack);
      process.exitCode = 1;
    }
  }
}

/** All jobs on `count` workers, with the sums at the end. */
async function runAll(jobs, count) {
  const { add, noCounts } = await import("../test/simulation/counts.ts");
  const startedAt = performance.now();
  const sums = new Map();
  const failures = [];
  const total = jobs.reduce((sum, job) => sum + job.count, 0);
  let [done, toldAt] = [0, 0];
  const left = [...jobs];
  const runWorker = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url));
      const next = () => {
        const job = left.shift();
        if (job !== undefined) worker.postMessage(job);
        else void worker.terminate().then(resolve);
      };
      worker.on("error", reject);
      worker.on("message", ({ broken, counts, job }) => {
        const sum = sums.get(job.name) ?? noCounts();
        add(sum, counts);
        sums.set(job.name, sum);
        for (const failure of broken) {
          failures.push(failure);
          console.log(`FAILED ${failure.name}, seed ${failure.seed}: ${failure.message}`);
          console.log(`  npm run simulate -- --only ${failure.name} --seed ${failure.seed}`);
        }
        done += job.count;
        if (done === total || performance.now() > toldAt + 5_000) {
          toldAt = performance.now();
          console.log(`${done} of ${total} seeds, ${seconds(startedAt)} s`);
        }
        next();
      });
      next();
    });
  await Promise.all(Array.from({ length: Math.min(count, jobs.length) }, runWorker));
  const all = noCounts();
  for (const sum of sums.values()) add(all, sum);
  const columns = Object.fromEntries([...sums, ["all", all]]);
  console.table(Object.fromEntries(Object.keys(all).map((name) => [name, pick(columns, name)])));
  console.log(`${total} seeds in ${seconds(startedAt)} s on ${count} workers: ${failures.length} broke a rule`);
  if (failures.length > 0) process.exitCode = 1;
}

function pick(columns, name) {
  return Object.fromEntries(Object.entries(columns).map(([column, sum]) => [column, sum[name]]));
}

function seconds(since) {
  return Math.round((performance.now() - since) / 1_000);
}

/** A worker: runs the seeds of each job that it is sent, and reports. */
async function work() {
  const [{ simulations }, { add, noCounts }] = await Promise.all([
    import("../test/simulation/simulations.ts"),
    import("../test/simulation/counts.ts"),
  ]);
  parentPort.on("message", async (job) => {
    const counts = noCounts();
    const broken = [];
    for (let seed = job.first; seed < job.first + job.count; seed += 1) {
      try {
        add(counts, await simulations[job.name](seed, () => undefined));
      } catch (error) {
        broken.push({ name: job.name, seed, message: String(error.message).split("\n")[0] });
      }
    }
    parentPort.postMessage({ job, counts, broken });
  });
}
