/**
 * How long an execution takes to end after SIGKILL, from the moment its alarm fires, against the time that the same remaining rows take when
 * nothing disturbs them. The plan is ten calls of a tool that takes `toolMs`, one after another: no waits, no back-off. So many
 * executions at a time are stopped dead, each after a row by chance, then the process is killed and started again.
 */
import { setTimeout as delay } from "node:timers/promises";
import { startExampleTools } from "../support/deployed/example-tools.ts";
import { eventually, Planwright, tool } from "../support/deployed/planwright.ts";
import { ChaosProcess, type ChaosWorker } from "./chaos-worker.ts";
import { readRecord } from "./execution-record.ts";
import { type SeededRandom, seededRandom } from "./random.ts";

export interface RecoveryOptions {
  readonly kills?: number;
  /** Executions that are killed, and measured, at a time. */
  readonly parallel?: number;
  /** How long each of the ten calls takes. */
  readonly toolMs?: number;
  readonly seed?: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

export interface RecoveryFigure {
  readonly kills: number;
  readonly parallel: number;
  readonly toolMs: number;
  readonly steps: number;
  readonly samples: number;
  /** From the alarm to the stored end. */
  readonly restMs: Percentiles;
  /** What the same rows take undisturbed. */
  readonly undisturbedMs: Percentiles;
  readonly ratio: Percentiles;
  /** From the start of the process until the alarm fires, which the runtime decides. */
  readonly alarmAfterStartMs: Percentiles;
}

const steps = 10;
/** The first row, two for each step, the end. */
const rows = 2 * steps + 2;

export async function measureRecovery(built: ChaosWorker, options: RecoveryOptions = {}): Promise<RecoveryFigure> {
  const { kills = 10, parallel = 4, seed = 1, toolMs = 25 } = options;
  const random = seededRandom(seed);
  const world = await startExampleTools();
  const worker = new ChaosProcess(built);
  const samples: { restMs: number; undisturbedMs: number; alarmAfterStartMs: number }[] = [];
  try {
    let planwright = new Planwright(await worker.start());
    await planwright.register("example", world.mcpUrl, true);
    await undisturbedRest(planwright, "warm up", parallel, toolMs);
    const restOf: number[][] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      // The same number at a time, in the same process, right before the kill.
      restOf.push(...(await undisturbedRest(planwright, `undisturbed ${kill}`, parallel, toolMs)));
      await stopAll(planwright, `killed ${kill}`, { parallel, random, toolMs });
      await worker.kill();
      planwright = new Planwright(await worker.start());
      const listeningAt = Date.now();
      for (const { alarmAt, endAt, from } of await resumptions(worker, parallel)) {
        const undisturbedMs = percentile(
          restOf.flatMap((rests) => rests[from] ?? []),
          0.5,
        );
        samples.push({ restMs: endAt - alarmAt, undisturbedMs, alarmAfterStartMs: alarmAt - listeningAt });
      }
    }
  } finally {
    await worker.remove();
    await world.close();
  }
  const both = (values: readonly number[]) => ({ p50: percentile(values, 0.5), p95: percentile(values, 0.95) });
  return {
    ...{ kills, parallel, toolMs, steps, samples: samples.length },
    restMs: both(samples.map(({ restMs }) => restMs)),
    undisturbedMs: both(samples.map(({ undisturbedMs }) => undisturbedMs)),
    ratio: both(samples.map(({ restMs, undisturbedMs }) => restMs / undisturbedMs)),
    alarmAfterStartMs: both(samples.map(({ alarmAfterStartMs }) => alarmAfterStartMs)),
  };
}

function plan(name: string, toolMs: number, labels: readonly object[]) {
  const calls = Array.from({ length: steps }, (_, index) => tool(`call${index}`, "example.slow", { ms: toolMs }));
  return { source: { plan: { steps: calls } }, options: { idempotencyKey: name, schedule: "SEQUENTIAL", labels } };
}

/** For each execution: by the number of a row, the milliseconds from that row to the end. */
async function undisturbedRest(
  planwright: Planwright,
  name: string,
  parallel: number,
  toolMs: number,
): Promise<number[][]> {
  return Promise.all(
    Array.from({ length: parallel }, async (_, index) => {
      const key = `${name} ${index}`;
      const { options, source } = plan(key, toolMs, []);
      await planwright.start({ source, options: { ...options, waitMs: 25_000 } });
      const record = await readRecord(planwright, key);
      const end = record?.rows.at(-1);
      if (record === null || end?.sequence !== rows) throw new Error(`${key} did not go undisturbed`);
      return [Number.NaN, ...record.rows.map(({ at }) => end.at - at)];
    }),
  );
}

/** Starts executions that stop dead after a row by chance, so that at least one call is left. */
async function stopAll(
  planwright: Planwright,
  name: string,
  { parallel, random, toolMs }: { parallel: number; random: SeededRandom; toolMs: number },
): Promise<void> {
  const places = Array.from({ length: parallel }, () => random.between(3, rows - 3));
  for (const [index, row] of places.entries()) {
    const labels = [{ key: "stopAt", value: `after:${row}` }];
    await planwright.start(plan(`${name} ${index}`, toolMs, labels));
  }
  const stopped = async () =>
    (await (await fetch(new URL("/stopped", planwright.endpoint))).json()) as readonly string[];
  await eventually(async () => (await stopped()).length >= parallel);
}

/** What this process went on with, once all has ended. */
async function resumptions(worker: ChaosProcess, count: number) {
  const deadlineAt = performance.now() + 60_000;
  while (performance.now() < deadlineAt) {
    await delay(250);
    const found = (await worker.crashes())?.resumptions ?? [];
    const ended = found.flatMap(({ endAt, ...rest }) => (endAt === null ? [] : [{ ...rest, endAt }]));
    if (ended.length >= count) return ended;
  }
  throw new Error(
    "Cannot measure recovery: required that every killed execution ends within 60 s, found one that did not",
  );
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
