/** How soon a run goes on after SIGKILL, as the chaos bed measures it: from the alarm that fires to the end, beside the same rest undisturbed. */
import { buildChaosWorker } from "../test/chaos/chaos-worker.ts";
import { measureRecovery as measure } from "../test/chaos/recovery.ts";

/** Gives the figure of `test/chaos/recovery.ts` with the target it is held against. */
export async function measureRecovery(quick, onProgress) {
  onProgress("the recovery after SIGKILL");
  const built = await buildChaosWorker();
  try {
    const figure = await measure(built, { kills: quick ? 1 : 10, parallel: quick ? 1 : 4, toolMs: 25, seed: 1 });
    return { ...figure, target: 2 };
  } finally {
    built.remove();
  }
}
