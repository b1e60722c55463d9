/**
 * Whether memory was bounded. Pure.
 *
 * What is judged is the heap of the Worker after a forced collection: that is what the product keeps. What the process takes of the
 * machine is told beside it: the local runtime keeps memory outside of the heap for every object that it ever had, also for those of a
 * Worker that keeps nothing.
 *
 * - Each life of the process begins with a warm-up that does not count: code is compiled, the heap takes its working size.
 * - Under load: the straight line that fits the rest of the longest life best rises by less than `maxHeapPerExecution` for each execution
 *   that was accepted in that time. A leak is per execution, so that this bound means the same at any rate.
 * - At rest: what is alive in the last life after the load exceeds what was alive before it, at rest too, by less than that for each
 *   execution of this life, and a share for code that is compiled at its first use.
 */
import type { HeapSample } from "./live-heap.ts";
import type { MemorySample } from "./process-figures.ts";

export const warmUpMs = 60_000;
/** Bytes. The state of a finished execution in memory is ten times that, so that keeping every fifth one fails. */
export const maxHeapPerExecution = 4_096;
/** Bytes of code and schema that only some of the executions make the Worker read. */
export const firstUseBytes = 4 * 1_048_576;
/** A shorter stretch says nothing about growth: how many executions are alive in one moment decides it. */
export const leastFittedMs = 240_000;

export interface Growth {
  readonly fittedMs: number;
  readonly bytesPerMinute: number;
  readonly bytesPerExecution: number;
}

export interface MemoryVerdict {
  /** Resident. */
  readonly peakBytes: number;
  /** Resident, of the longest life; not judged. Null if it was too short to tell. */
  readonly residentGrowth: Growth | null;
  /** Alive under load, of the longest life. Null if it was too short to tell. */
  readonly heapGrowth: Growth | null;
  /** Bytes that are alive at rest, before the load and after it, and how many executions the last life accepted. */
  readonly heapAtRest: { readonly before: number; readonly after: number; readonly executions: number } | null;
}

export interface MemoryFacts {
  readonly samples: readonly MemorySample[];
  readonly heapSamples: readonly HeapSample[];
  /** When executions were accepted, in the time of the samples. */
  readonly acceptedAtMs: readonly number[];
  /** Alive at rest, bytes; null if the runtime did not tell. */
  readonly heapBefore: number | null;
  readonly heapAfter: number | null;
}

interface Point {
  readonly atMs: number;
  readonly life: number;
  readonly bytes: number;
}

/** `warmUp` in milliseconds. */
export function memoryVerdict(
  { acceptedAtMs, heapAfter, heapBefore, heapSamples, samples }: MemoryFacts,
  warmUp = warmUpMs,
): MemoryVerdict {
  const resident = samples.map(({ atMs, life, residentBytes }) => ({ atMs, life, bytes: residentBytes }));
  const alive = heapSamples.map(({ atMs, life, liveBytes }) => ({ atMs, life, bytes: liveBytes }));
  const lastLife = samples.at(-1)?.life;
  const lastLifeAtMs = samples.find(({ life }) => life === lastLife)?.atMs ?? 0;
  return {
    peakBytes: resident.reduce((most, { bytes }) => Math.max(most, bytes), 0),
    residentGrowth: growthOf(longestLife(resident, warmUp), acceptedAtMs),
    heapGrowth: growthOf(longestLife(alive, warmUp), acceptedAtMs),
    heapAtRest:
      heapBefore === null || heapAfter === null
        ? null
        : {
            ...{ before: heapBefore, after: heapAfter },
            executions: acceptedAtMs.filter((at) => at >= lastLifeAtMs).length,
          },
  };
}

/** What is wrong; empty if memory was bounded. */
export function memoryFaults({ heapAtRest, heapGrowth }: MemoryVerdict): readonly string[] {
  const faults: string[] = [];
  if (heapGrowth !== null && heapGrowth.bytesPerExecution > maxHeapPerExecution) {
    faults.push(
      `the heap grew by ${Math.round(heapGrowth.bytesPerExecution)} bytes per execution, at most ${maxHeapPerExecution} are allowed`,
    );
  }
  if (heapAtRest === null) faults.push("nothing is known of the heap at rest");
  else {
    const { after, before, executions } = heapAtRest;
    const allowed = firstUseBytes + executions * maxHeapPerExecution;
    if (after - before > allowed) {
      faults.push(
        `the heap at rest is ${after - before} bytes larger than before ${executions} executions, at most ${allowed} are allowed`,
      );
    }
  }
  return faults;
}

function longestLife(points: readonly Point[], warmUp: number): readonly Point[] {
  const lives = [...new Set(points.map(({ life }) => life))].map((life) => {
    const ofLife = points.filter((point) => point.life === life);
    const beginsAt = (ofLife[0]?.atMs ?? 0) + warmUp;
    return ofLife.filter(({ atMs }) => atMs >= beginsAt);
  });
  return lives.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0] ?? [];
}

function growthOf(points: readonly Point[], acceptedAtMs: readonly number[]): Growth | null {
  const fittedMs = lengthOf(points);
  if (fittedMs < leastFittedMs) return null;
  const [first, last] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const bytesPerMs = slope(points.map(({ atMs, bytes }) => [atMs, bytes] as const));
  const executions = acceptedAtMs.filter((at) => at >= first && at <= last).length;
  return {
    fittedMs,
    bytesPerMinute: bytesPerMs * 60_000,
    bytesPerExecution: executions === 0 ? 0 : (bytesPerMs * fittedMs) / executions,
  };
}

/** Of the line with the least squares. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}

function lengthOf(points: readonly Point[]): number {
  return (points.at(-1)?.atMs ?? 0) - (points[0]?.atMs ?? 0);
}
