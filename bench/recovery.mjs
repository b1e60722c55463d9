/** How soon a run continues after SIGKILL, as the chaos bed measures it, and how soon a call is made again that had been on its way for long. */
import { buildChaosWorker } from "../test/chaos/chaos-worker.ts";
import { measureLongCalls as measureCalls } from "../test/chaos/long-calls.ts";
import { measureRecovery as measure } from "../test/chaos/recovery.ts";

/** Gives the figure of `test/chaos/recovery.ts` with the target it is held against. */
export async function measureRecovery(quick, onProgress) {
  onProgress("the recovery after SIGKILL");
  return withWorker(async (built) => {
    const figure = await measure(built, { kills: quick ? 1 : 10, parallel: quick ? 1 : 4, toolMs: 25, seed: 1 });
    return { ...figure, target: 2 };
  });
}

/** Calls of 5 and of 60 seconds, cut in the middle, with the milliseconds within which they are to be made again. */
export async function measureLongCalls(quick, onProgress) {
  return withWorker(async (built) => {
    const figures = [];
    for (const callMs of quick ? [5_000] : [5_000, 60_000]) {
      onProgress(`calls of ${callMs / 1_000} s that SIGKILL cuts in the middle`);
      const kills = quick ? 1 : callMs < 60_000 ? 5 : 2;
      figures.push({ ...(await measureCalls(built, { callMs, kills, parallel: 4 })), target: 1_000 });
    }
    return figures;
  });
}

async function withWorker(task) {
  const built = await buildChaosWorker();
  try {
    return await task(built);
  } finally {
    built.remove();
  }
}
