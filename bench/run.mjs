/** Runs the parts of the bench one after another on one machine, and gives the figures with the targets that they are held against. */
import { measureCallables } from "./callables.mjs";
import { measureCodeTools } from "./code/code-tools.mjs";
import { measureConversations } from "./conversations.mjs";
import { measureCounts } from "./counts.mjs";
import { measureDashboard } from "./dashboard.mjs";
import {
  checkFloor,
  compareCosts,
  compareLoad,
  comparePerStep,
  compareShapes,
  measureValidation,
} from "./executions.mjs";
import { measureFirstEvent } from "./first-event.mjs";
import { makePlan } from "./floor/plan.mjs";
import { measureListing } from "./listing.mjs";
import { machineOfBench } from "./machine.mjs";
import { alternate } from "./measure.mjs";
import { measureModels } from "./models.mjs";
import { measurePrompts } from "./prompts.mjs";
import { startBroadcast, startCardFloor, startFloor } from "./runtimes.mjs";
import { registerTools } from "./sides.mjs";
import { compareDeliveries, compareIdleMemory, measureReplay } from "./subscriptions.mjs";
import { measureNeighbours } from "./tenants/neighbours.mjs";
import { measureTaint } from "./tenants/taint.mjs";
import { measureStarts, measureStartUps } from "./warm/starts.mjs";
import { compareAfter8, compareAfter300 } from "./warm/warm.mjs";
import { World } from "./world.mjs";

/** The subject of each part, by the name of its figures in the result. Parts that need a quiet machine come first. */
const parts = {
  warm8: (world, ...how) => compareAfter8(() => world.plainSides(), ...how),
  warm300: async (world, ...how) => compareAfter300(() => world.plainSides(), await world.tools(), ...how),
  starts: async (world, ...how) => measureStarts(await world.plainStarts(), await world.tools(), ...how),
  shapes: async (world, ...how) => compareShapes(await world.sides(), ...how),
  steps: async (world, ...how) => comparePerStep(await world.sides(), ...how),
  load: async (world, ...how) => compareLoad(await world.sides(), ...how),
  floorCheck: async (world, ...how) => checkFloor(await world.floor(), await world.tools(), ...how),
  validation: async (world, ...how) => measureValidation(await world.product(), ...how),
  costs: async (world, ...how) => {
    const [naive, floor] = [await world.naive(), await world.floor()];
    const runtimes = { naive, floor, product: await world.product(), workflows: await world.workflows() };
    return compareCosts(runtimes, await world.sides(), await world.tools(), ...how);
  },
  counts: (world, ...how) =>
    measureCounts((settings) => world.startProduct(settings, "bench/counting-entry.ts"), ...how),
  firstEvent: async (world, ...how) => measureFirstEvent(await world.product(), ...how),
  // Another bed builds and runs the servers of these two.
  recovery: async (_, ...how) => (await import("./recovery.mjs")).measureRecovery(...how),
  longCalls: async (_, ...how) => (await import("./recovery.mjs")).measureLongCalls(...how),
  startUp: async (world, ...how) => {
    const { gzipBytes: bundleGzipBytes, objectsGzipBytes, startGzipBytes } = await world.bundle();
    const starts = { floor: startFloor, product: () => world.startProduct() };
    return { bundleGzipBytes, startGzipBytes, objectsGzipBytes, ...(await measureStartUps(starts, ...how)) };
  },
  models: async (world, quick, onProgress) => {
    const { floor } = await world.sides();
    const { alone } = await alternate({ alone: () => floor(makePlan("seq5", 0)) }, quick ? 3 : 50);
    return measureModels((settings) => world.startProduct(settings), alone.p50 / 5, quick, onProgress);
  },
  callables: async (world, ...how) =>
    measureCallables(() => world.startProduct(), startCardFloor, await world.tools(), ...how),
  codeTools: async (world, ...how) =>
    measureCodeTools(() => world.startProduct({}, "bench/code/code-tools-entry.ts"), await world.tools(), ...how),
  conversations: (world, ...how) => measureConversations((settings) => world.startProduct(settings), ...how),
  deliveries: async (world, ...how) => compareDeliveries(() => world.plainWatched(), await world.tools(), ...how),
  replay: async (world, ...how) => measureReplay(await world.product(), ...how),
  dashboard: async (world, ...how) =>
    measureDashboard(await world.product(), () => world.startProduct({}, "bench/code/code-tools-entry.ts"), ...how),
  idleMemory: measureIdleMemory,
  neighbours: async (world, ...how) =>
    measureNeighbours(
      (settings, more) => world.startProduct(settings, undefined, more),
      await world.refusing(),
      await world.tools(),
      ...how,
    ),
  listing: (world, ...how) => measureListing(() => world.startProduct({}, "bench/index-entry.ts"), ...how),
  taint: async (world, ...how) =>
    measureTaint((settings, more) => world.startProduct(settings, undefined, more), await world.tools(), ...how),
  prompts: (_, ...how) => measurePrompts(...how),
};

export const partNames = Object.keys(parts);

/**
 * Takes `only`, the names of the parts to run, or null for all; `quick` for a short run whose figures only show that everything works;
 * `onProgress` for a line per measurement. Gives the figures as plain data, see `report.mjs`; a part that failed has none, and a message
 * among the `failures`.
 */
export async function runBench({ only, quick, onProgress }) {
  const startedAt = performance.now();
  const result = { at: new Date().toISOString(), quick, machine: machineOfBench() };
  const partSeconds = {};
  const failures = {};
  const world = new World(onProgress);
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (only !== null && !only.includes(name)) continue;
      const partStartedAt = performance.now();
      try {
        result[name] = await measure(world, quick, onProgress);
      } catch (error) {
        failures[name] = error instanceof Error ? error.message : String(error);
        console.error(`Could not measure ${name}: ${failures[name]}`);
      }
      partSeconds[name] = secondsSince(partStartedAt);
    }
  } finally {
    await world.stop();
  }
  return { ...result, seconds: secondsSince(startedAt), partSeconds, failures };
}

function secondsSince(startedAt) {
  return Math.round((performance.now() - startedAt) / 1_000);
}

/** Runtimes of their own, so that nothing that was used before is given back meanwhile. */
async function measureIdleMemory(world, quick, onProgress) {
  const product = await world.startProduct();
  const broadcast = await startBroadcast();
  const plainBroadcast = await startBroadcast();
  try {
    await registerTools(product, await world.tools());
    return await compareIdleMemory({ broadcast, plainBroadcast, product }, quick, onProgress);
  } finally {
    for (const { stop } of [product, broadcast, plainBroadcast]) await stop();
  }
}
