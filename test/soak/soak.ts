/**
 * The soak: the real Worker in a process over kept storage, a mixed load with watchers and people, resets and kills in the middle, then
 * rest, and a census of all that is held and stored. See `checks.ts` for what must be true of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { faultsOf, type LoadFigures } from "../../examples/load-generator/figures.ts";
import { GraphqlEndpoint } from "../../examples/load-generator/graphql-endpoint.ts";
import { type Kind, kinds } from "../../examples/load-generator/kinds.ts";
import { LoadRun } from "../../examples/load-generator/load-run.ts";
import type { LoadOptions } from "../../examples/load-generator/options.ts";
import { randomOf } from "../../examples/load-generator/random.ts";
import { setUp } from "../../examples/load-generator/setup.ts";
import { type Check, checksOf, type HeldAtRest, type RowProbe } from "./checks.ts";
import { type Disturbance, disturbances } from "./disturbances.ts";
import { startDrifters } from "./drifters.ts";
import type { HeapSample } from "./live-heap.ts";
import { type MemoryVerdict, memoryFaults, memoryVerdict } from "./memory-verdict.ts";
import { connectionsTo, type MemorySample, residentBytesOf, runtimesOf } from "./process-figures.ts";
import { type SoakCallees, startSoakCallees } from "./soak-callees.ts";
import { SoakWorker } from "./soak-worker.ts";
import { storedCensus } from "./stored-census.ts";

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly onProgress: (what: string) => void;
}

export interface SoakResult {
  readonly minutes: number;
  readonly seed: number;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly memoryBytes: number };
  readonly node: string;
  readonly load: LoadFigures;
  readonly kills: number;
  readonly resets: number;
  readonly objectsReset: number;
  readonly passingWatchers: number;
  /** Children included. */
  readonly storedExecutions: number;
  readonly rowsPerExecution: { readonly [kind: string]: number };
  readonly memory: MemoryVerdict;
  readonly samples: readonly MemorySample[];
  readonly heapSamples: readonly HeapSample[];
  readonly checks: readonly Check[];
  /** What was broken, in words; empty if nothing was. */
  readonly faults: readonly string[];
}

const ratePerSecond = 3;
const mix = Object.keys(kinds) as Kind[];
const sampleEveryMs = 5_000;
/** A collection stops the Worker for a tenth of a second or more. */
const collectEveryMs = 20_000;
const forgetEveryMs = 60_000;
const passingWatchersPerSecond = 2;
/** Longer than any lease, alarm or idle connection that ends by itself; most of it passes only if something does not come to rest. */
const restWithinMs = 240_000;
/** Longer than the leases of conversations and of announcements, whose alarms no one can ask for. */
const leastRestMs = 45_000;
/** The runtime throws an object out ten seconds after its last request. */
const evictedWithinMs = 20_000;
const overdueMs = 10_000;
const runId = "soak";

/** Throws only if the soak cannot be made; what is broken is in the result. */
export async function soak({ minutes, onProgress, seed }: SoakOptions): Promise<SoakResult> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-soak-"));
  onProgress("building the Worker");
  const worker = await SoakWorker.build(folder);
  const world = await startSoakCallees();
  let isClean = false;
  try {
    const result = await soaked({ minutes, onProgress, seed }, worker, world);
    isClean = result.faults.length === 0;
    return result;
  } finally {
    await worker.kill();
    await world.close();
    if (isClean) rmSync(folder, { recursive: true, force: true });
    else onProgress(`what is stored was kept for a look: ${folder}`);
  }
}

async function soaked(
  { minutes, onProgress, seed }: SoakOptions,
  worker: SoakWorker,
  world: SoakCallees,
): Promise<SoakResult> {
  const settings = { MODELS: world.models };
  await worker.start(settings);
  const url = `${worker.url}/graphql`;
  await setUp(new GraphqlEndpoint(url, null), world.addresses);
  const calm = { url, token: null, ratePerSecond: 2, mix, watchers: 0, transport: "both", cancelShare: 0 } as const;
  const probe: LoadOptions = { ...calm, durationMs: mix.length * 500, declineShare: 0, drainMs: 60_000, seed };
  onProgress("one execution of each kind, alone");
  const probesBefore = await new LoadRun(probe, "before").finish();

  await delay(evictedWithinMs);
  const heapBefore = await worker.liveHeapBytes();

  const durationMs = minutes * 60_000;
  const random = randomOf(seed);
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const accepted: { readonly id: string; readonly atMs: number }[] = [];
  const load = new LoadRun(
    { ...probe, ratePerSecond, durationMs, watchers: 12, cancelShare: 0.05, declineShare: 0.2, drainMs: 300_000 },
    runId,
    { accepted: ({ executionId }) => accepted.push({ id: executionId ?? "", atMs: elapsed() }) },
  ).finish();
  const drifters = startDrifters({
    ...{ url, perSecond: passingWatchersPerSecond, random: randomOf(seed + 2) },
    someExecution: () => accepted.at(-1)?.id ?? null,
  });
  const sampling = sampler(worker, elapsed);
  const forgetting = setInterval(() => void world.forget(), forgetEveryMs);
  const done = await disturb(worker, settings, disturbances(durationMs, random), elapsed, onProgress);
  const { figures, records } = await load;
  const { heapSamples, samples } = await sampling.stop();
  clearInterval(forgetting);
  await drifters.stop();
  onProgress("the load has ended; waiting for rest");

  const held = await rested(worker, world, onProgress);
  const probesAfter = await new LoadRun(probe, "after").finish();
  const [newRun] = (await new LoadRun({ ...probe, mix: ["chain"], durationMs: 400 }, "new").finish()).records;
  await delay(leastRestMs);
  const heapAfter = await worker.liveHeapBytes();
  await worker.kill();
  onProgress("taking the census");
  const census = storedCensus(worker.storageFolder);
  const probes = mix.map((kind): RowProbe => {
    const rows = (load: string) =>
      census.executions.find(({ labels }) => labels.load === load && labels.kind === kind)?.rows ?? {};
    return { kind, before: rows("before"), after: rows("after") };
  });
  const all = [...probesBefore.records, ...records, ...probesAfter.records];
  const checks = checksOf({
    ...{ census, held, probes, at: Date.now(), newRunMs: newRun?.acceptedAfterMs ?? null },
    accepted: all.filter(({ executionId }) => executionId !== null).length,
    neverEnded: all.filter(({ executionId, status }) => executionId !== null && status === null).map(({ key }) => key),
  });
  const acceptedAtMs = accepted.map(({ atMs }) => atMs);
  const memory = memoryVerdict({ samples, heapSamples, acceptedAtMs, heapBefore, heapAfter });
  const broken = checks.filter(({ brokenCount }) => brokenCount > 0);
  return {
    ...{ minutes, seed, node: process.version, load: figures, ...done, memory, samples, heapSamples, checks },
    machine: { cpu: cpus()[0]?.model ?? "", cores: cpus().length, memoryBytes: totalmem() },
    passingWatchers: drifters.counts.came,
    storedExecutions: census.executions.length,
    rowsPerExecution: Object.fromEntries(probes.map(({ after, kind }) => [kind, total(after)])),
    faults: [
      ...faultsOf(figures),
      ...memoryFaults(memory),
      ...broken.map(({ broken: some, brokenCount, name }) => `${name}: ${brokenCount} (${some.join("; ")})`),
    ],
  };
}

function sampler(worker: SoakWorker, elapsed: () => number) {
  const samples: MemorySample[] = [];
  const heapSamples: HeapSample[] = [];
  const groups: number[] = [];
  const sampling = setInterval(() => {
    const group = worker.processId;
    const runtimes = group === null ? [] : runtimesOf(group);
    if (group === null || runtimes.length === 0) return;
    if (groups.at(-1) !== group) groups.push(group);
    samples.push({ atMs: elapsed(), life: groups.length - 1, residentBytes: residentBytesOf(runtimes) });
  }, sampleEveryMs);
  let isCollecting: Promise<void> | null = null;
  const collect = async () => {
    const life = groups.length - 1;
    const liveBytes = await worker.liveHeapBytes();
    // Of a process that was killed meanwhile nothing is known.
    if (liveBytes !== null && life === groups.length - 1) heapSamples.push({ atMs: elapsed(), life, liveBytes });
    isCollecting = null;
  };
  const collecting = setInterval(() => {
    isCollecting ??= collect();
  }, collectEveryMs);
  return {
    async stop() {
      clearInterval(sampling);
      clearInterval(collecting);
      await isCollecting;
      return { heapSamples, samples };
    },
  };
}

async function disturb(
  worker: SoakWorker,
  settings: { readonly [name: string]: string },
  planned: readonly Disturbance[],
  elapsed: () => number,
  onProgress: (what: string) => void,
): Promise<Pick<SoakResult, "kills" | "resets" | "objectsReset">> {
  const done = { kills: 0, resets: 0, objectsReset: 0 };
  for (const { afterMs, kind } of planned) {
    // One that is overdue because the machine was slow would meet the next one.
    if (elapsed() > afterMs + overdueMs) continue;
    await delay(Math.max(0, afterMs - elapsed()));
    if (kind === "KILL") {
      await worker.kill();
      await worker.start(settings);
      done.kills += 1;
    } else {
      const { reset } = (await (await fetch(`${worker.url}/reset`)).json()) as { reset: number };
      done.resets += 1;
      done.objectsReset += reset;
    }
    onProgress(`${(elapsed() / 60_000).toFixed(1)} min: ${kind === "KILL" ? "killed and started again" : "reset"}`);
  }
  return done;
}

/** What is still held when nothing has been asked of the Worker for as long as anything may take to end by itself. */
async function rested(worker: SoakWorker, world: SoakCallees, onProgress: (what: string) => void): Promise<HeldAtRest> {
  const giveUpAt = performance.now() + restWithinMs;
  for (;;) {
    await delay(5_000);
    const runtimes = worker.processId === null ? [] : runtimesOf(worker.processId);
    const toolConnections = runtimes.length === 0 ? null : connectionsTo(world.ports, runtimes);
    const found = (await (await fetch(`${worker.url}/held`)).json()) as Omit<HeldAtRest, "toolConnections">;
    const { leases, permits, sockets } = found;
    // The lease of an execution that was cut off between its end and giving it back ends by itself, after three minutes at most.
    const isAtRest = permits + leases + sockets + (toolConnections ?? 0) === 0;
    if (isAtRest || performance.now() > giveUpAt) return { ...found, toolConnections };
    onProgress(
      `held: ${permits} permits, ${leases} leases, ${sockets} WebSockets, ${toolConnections ?? "?"} connections to tools`,
    );
  }
}

function total(rows: { readonly [table: string]: number }): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
