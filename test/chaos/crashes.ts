/**
 * The crashes of a run: one process after another, in each some resets, crashes at rows and evictions at random moments, then SIGKILL. A crash
 * counts once it is certain that it hit an execution that had not ended.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { ChaosProcess, ProcessFacts } from "./chaos-worker.ts";
import type { SeededRandom } from "./random.ts";

export interface CrashCounts {
  kills: number;
  /** Unfinished executions, children included, whose objects were in memory when the process was killed. */
  hitByKills: number;
  /** Objects that were reset at a random moment, and while they stored a row. */
  resets: number;
  rowCrashes: number;
  evictions: number;
}

export interface CrashPlan {
  readonly crashes: number;
  readonly kills: number;
}

/** How long a process lives: long enough for what was cut to get somewhere, else five resumptions in a row would end it as a crash loop (E6). */
const aliveMs = { least: 2_000, most: 3_500 };

/** Until so many were made. `moved` is told where the Worker is, null when it is gone. */
export async function crashUntil(
  worker: ChaosProcess,
  { crashes, kills }: CrashPlan,
  random: SeededRandom,
  moved: (url: string | null) => void,
  progress: (counts: CrashCounts) => void,
): Promise<CrashCounts> {
  const counts: CrashCounts = { kills: 0, hitByKills: 0, resets: 0, rowCrashes: 0, evictions: 0 };
  const total = () => counts.kills + counts.resets + counts.rowCrashes + counts.evictions;
  while (counts.kills < kills || total() < crashes) {
    const left = Math.max(0, crashes - total() - Math.max(0, kills - counts.kills));
    const perProcess = counts.kills < kills ? Math.ceil(left / (kills - counts.kills)) : Math.min(left, 12);
    const facts = await oneLife(worker, perProcess, random, counts);
    if (counts.kills < kills) {
      counts.hitByKills += facts?.unfinished.length ?? 0;
      moved(null);
      await worker.kill();
      counts.kills += 1;
      moved(await worker.start());
    }
    progress(counts);
  }
  return counts;
}

/** Crashes of one process. Gives what was known at its end. */
async function oneLife(
  worker: ChaosProcess,
  count: number,
  random: SeededRandom,
  counts: CrashCounts,
): Promise<ProcessFacts | null> {
  const before = await worker.crashes();
  const endsAt = performance.now() + random.between(aliveMs.least, aliveMs.most);
  // A crash at a row may find nobody who stores one, so a few more are meant than must be made.
  const moments = Array.from({ length: count + 1 }, () => random.next()).sort();
  const beganAt = performance.now();
  for (const moment of moments) {
    await delay(Math.max(0, beganAt + moment * (endsAt - beganAt) - performance.now()));
    await oneCrash(worker, random, counts);
  }
  await delay(Math.max(0, endsAt - performance.now()));
  const facts = await worker.crashes();
  const fresh = facts?.crashes.slice(before?.crashes.length ?? 0) ?? [];
  counts.resets += fresh.filter(({ kind }) => kind === "RESET").length;
  counts.rowCrashes += fresh.filter(({ kind }) => kind === "ROW").length;
  return facts;
}

async function oneCrash(worker: ChaosProcess, random: SeededRandom, counts: CrashCounts): Promise<void> {
  const kind = random.pick(["RESET", "BEFORE", "AFTER", "EVICT"] as const);
  if (kind === "BEFORE" || kind === "AFTER") {
    const moment = kind === "BEFORE" ? "before" : "after";
    await worker.crashes({ arm: [{ moment, skip: random.between(0, 5) }] });
    return;
  }
  const facts = await worker.crashes();
  const name = random.pick(facts?.unfinished ?? []);
  if (name === undefined) return;
  if (kind === "RESET") await worker.crashes({ reset: [name] });
  else void evict(worker, name, counts);
}

/** The runtime lets the object end what it is at, which may be its execution; then it does not count. */
async function evict(worker: ChaosProcess, name: string, counts: CrashCounts): Promise<void> {
  if (!(await worker.evict(name))) return;
  const facts = await worker.crashes();
  if (facts?.unfinished.includes(name) === true) counts.evictions += 1;
}
