/**
 * Floor and product after a known number of executions, each on a runtime of its own: V8 compiles code that runs often, so that a ratio
 * means nothing without that number. The floor has hardly any JavaScript to compile.
 */
import { makePlan } from "../floor/plan.mjs";
import { alternate, cpuMs, summary } from "../measure.mjs";
import { inRounds, middleRound } from "./rounds.mjs";

const five = makePlan("seq5", 0);
const callers = 16;

/** Milliseconds. `start` starts the runtimes of a round, as `World.plainSides` gives them. */
export async function compareAfter8(start, quick, onProgress) {
  onProgress("five 0 ms steps after 8 executions");
  // Two turns do not count, and few are counted, because each makes the next one warmer.
  const rounds = await inRounds(start, quick ? 1 : 7, async ({ sides }) => {
    await warmUp(sides, 6);
    return fiveSteps(sides, quick ? 3 : 10);
  });
  return middleRound(rounds);
}

/** As above; with executions per second, CPU of the runtime for each, and plans of 1,000 steps. */
export async function compareAfter300(start, tools, quick, onProgress) {
  let number = 0;
  const rounds = await inRounds(start, quick ? 1 : 5, async ({ runtimes, sides }) => {
    onProgress(`after 300 executions, round ${++number}`);
    await warmUp(sides, quick ? 30 : 298);
    const times = await fiveSteps(sides, quick ? 3 : 60);
    const load = await loadInTurns(runtimes, sides, ...(quick ? [1, 32] : [6, 160]));
    return { times, ...load, ...(await thousandSteps(sides, tools, quick ? 1 : 3)) };
  });
  const figures = ["times", "perSecond", "cpuMs", "perStep", "tenths"];
  return Object.fromEntries(figures.map((name) => [name, middleRound(rounds.map((round) => round[name]))]));
}

async function warmUp(sides, executions) {
  for (const run of Object.values(sides)) for (let done = 0; done < executions; done++) await run(five);
}

/** Medians in milliseconds. */
async function fiveSteps({ floor, product }, count) {
  const times = await alternate({ floor: () => floor(five), product: () => product(five) }, count);
  return { floor: times.floor.p50, product: times.product.p50 };
}

/** The sides take turns of `executions` with sixteen callers. CPU is null where it cannot be counted. */
async function loadInTurns(runtimes, sides, turns, executions) {
  const used = Object.fromEntries(Object.keys(sides).map((side) => [side, { ms: 0, cpu: 0 }]));
  for (let turn = 0; turn < turns; turn++) {
    for (const [side, run] of Object.entries(sides)) {
      const [cpuBefore, startedAt] = [cpuMs(runtimes[side].pid), performance.now()];
      await runAtOnce(run, executions);
      used[side].ms += performance.now() - startedAt;
      const cpuAfter = cpuMs(runtimes[side].pid);
      used[side].cpu = cpuBefore === null || cpuAfter === null ? null : used[side].cpu + cpuAfter - cpuBefore;
    }
  }
  const all = turns * executions;
  const each = (value) => Object.fromEntries(Object.entries(used).map(([side, use]) => [side, value(use)]));
  return {
    perSecond: each(({ ms }) => (all * 1_000) / ms),
    cpuMs: each(({ cpu }) => (cpu === null ? null : cpu / all)),
  };
}

async function runAtOnce(run, executions) {
  let begun = 0;
  const caller = async () => {
    while (begun < executions) {
      begun++;
      await run(five);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** Milliseconds for each step, and how many times as long the last hundred take as the first, by the calls that reached the tools. */
async function thousandSteps(sides, tools, count) {
  const plan = makePlan("seq1000", 0);
  const found = Object.fromEntries(Object.keys(sides).map((side) => [side, { perStep: [], tenths: [] }]));
  for (let turn = -1; turn < count; turn++) {
    for (const [side, run] of Object.entries(sides)) {
      await fetch(`${tools}/reset`);
      const startedAt = performance.now();
      await run(plan);
      const perStep = (performance.now() - startedAt) / 1_000;
      const arrivals = await (await fetch(`${tools}/arrivals`)).json();
      if (turn < 0) continue;
      found[side].perStep.push(perStep);
      found[side].tenths.push((arrivals[999] - arrivals[899]) / (arrivals[100] - arrivals[0]));
    }
  }
  const middles = (name) =>
    Object.fromEntries(Object.keys(sides).map((side) => [side, summary(found[side][name]).p50]));
  return { perStep: middles("perStep"), tenths: middles("tenths") };
}
