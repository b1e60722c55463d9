/** One run of the crash tests: load, crashes, the end of everything, then the verdict over every execution. */
import { setTimeout as delay } from "node:timers/promises";
import { Planwright } from "../support/deployed/planwright.ts";
import { ChaosProcess, type ChaosWorker } from "./chaos-worker.ts";
import { type CrashCounts, type CrashPlan, crashUntil } from "./crashes.ts";
import { type ExecutionRecord, readRecord } from "./execution-record.ts";
import { Load } from "./load.ts";
import { judge, type Ledgers, type Verdict } from "./oracle.ts";
import { seededRandom } from "./random.ts";
import { type EffectClass, registerTenStepCallees, startTenStepCallees } from "./ten-steps.ts";

export interface ChaosOptions extends CrashPlan {
  readonly seed: number;
  /** Executions at a time. */
  readonly parallel: number;
  readonly progress: (line: string) => void;
}

export interface BrokenExecution {
  readonly name: string;
  readonly broken: readonly string[];
  readonly record: ExecutionRecord | null;
}

export interface ChaosResult extends CrashCounts {
  readonly seed: number;
  readonly parallel: number;
  readonly crashes: number;
  readonly executions: number;
  readonly children: number;
  readonly rows: number;
  readonly calls: number;
  readonly resumptions: number;
  readonly lost: number;
  readonly finishedRepeated: number;
  readonly secondAnswersTaken: number;
  readonly repeated: { readonly [Class in EffectClass]: number };
  /** Executions by their end. */
  readonly ends: { readonly [end: string]: number };
  readonly broken: readonly BrokenExecution[];
  readonly elapsedMs: number;
}

/** A call is on its way for about half of the time that a step takes. */
const networkMs = 60;

/** What has not ended by itself after so long is lost. */
const endsWithinMs = 120_000;

export async function runChaos(built: ChaosWorker, options: ChaosOptions): Promise<ChaosResult> {
  const startedAt = performance.now();
  const world = await startTenStepCallees(networkMs);
  const worker = new ChaosProcess(built);
  try {
    let url = await worker.start();
    await registerTenStepCallees(new Planwright(url), world);
    const load = new Load(`chaos ${options.seed}`, options.parallel);
    load.url = url;
    const running = load.run();
    const moved = (to: string | null) => {
      load.url = to;
      if (to !== null) url = to;
    };
    const progress = (counts: CrashCounts) =>
      options.progress(`${((performance.now() - startedAt) / 1000).toFixed(0)} s ${JSON.stringify(counts)}`);
    const counts = await crashUntil(worker, options, seededRandom(options.seed), moved, progress);
    load.end();
    await Promise.race([running, delay(endsWithinMs, undefined, { ref: false })]);
    options.progress(`${load.names.length} executions have ended; reading them`);
    const records = await readAll(new Planwright(url), load.names);
    const ledgers = { calls: await world.calls(), ...(await world.agent()) };
    const partOf = ledgersByExecution(ledgers);
    const verdicts = load.names.map((name, index) => {
      const record = records[index] ?? null;
      return judge(name, record, partOf(name, record), true);
    });
    return {
      ...{ ...counts, seed: options.seed, parallel: options.parallel },
      crashes: counts.kills + counts.resets + counts.rowCrashes + counts.evictions,
      ...summary(load, records, verdicts),
      calls: ledgers.calls.length + ledgers.messages.length,
      elapsedMs: performance.now() - startedAt,
    };
  } finally {
    await worker.remove();
    await world.close();
  }
}

/** Eight at a time, in the order of `names`. */
async function readAll(planwright: Planwright, names: readonly string[]): Promise<readonly (ExecutionRecord | null)[]> {
  const records: (ExecutionRecord | null)[] = [];
  const left = [...names.entries()];
  const reader = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      records[next[0]] = await readRecord(planwright, next[1]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, reader));
  return records;
}

/** Picks from the ledgers what concerns one execution and its child, so that judging all takes one pass. */
function ledgersByExecution({ calls, messages, works }: Ledgers) {
  const callsOf = Map.groupBy(calls, ({ requestId }) => requestId);
  const worksOf = Map.groupBy(works, ({ input }) => (input as { readonly text?: unknown } | null)?.text);
  const messagesOf = Map.groupBy(messages, (id) => id);
  return (name: string, record: ExecutionRecord | null): Ledgers => {
    const family = record === null ? [] : [record, ...record.children];
    const callIds = family.flatMap(({ steps }) => steps.flatMap(({ callId }) => callId ?? []));
    return {
      calls: family.flatMap(({ requestId }) => callsOf.get(requestId) ?? []),
      works: worksOf.get(name) ?? [],
      messages: callIds.flatMap((id) => messagesOf.get(id) ?? []),
    };
  };
}

function summary(load: Load, records: readonly (ExecutionRecord | null)[], verdicts: readonly Verdict[]) {
  const all = records.flatMap((record) => (record === null ? [] : [record, ...record.children]));
  const repeated = { READ_ONLY: 0, IDEMPOTENT: 0, KEYED: 0, UNSAFE: 0 };
  const ends: { [end: string]: number } = {};
  for (const verdict of verdicts) {
    ends[verdict.end] = (ends[verdict.end] ?? 0) + 1;
    for (const name of Object.keys(repeated) as EffectClass[]) repeated[name] += verdict.repeated[name];
  }
  const isLost = (record: ExecutionRecord | null | undefined) => record?.rows.at(-1)?.type !== "EXECUTION_FINISHED";
  return {
    executions: records.length,
    children: all.length - records.filter((record) => record !== null).length,
    rows: all.reduce((sum, { rows }) => sum + rows.length, 0),
    resumptions: all.flatMap(({ rows }) => rows).filter(({ type }) => type === "EXECUTION_RESUMED").length,
    lost: records.filter(isLost).length,
    finishedRepeated: verdicts.reduce((sum, verdict) => sum + verdict.finishedRepeated, 0),
    secondAnswersTaken: load.secondAnswersTaken,
    ...{ repeated, ends },
    broken: verdicts.flatMap(({ broken }, index) =>
      broken.length === 0 ? [] : [{ name: load.names[index] ?? "", broken, record: records[index] ?? null }],
    ),
  };
}
