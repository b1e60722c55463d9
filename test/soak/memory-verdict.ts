/**
 * Whether memory was bounded. Pure.
 *
 * - Each life of the process begins with a warm-up that does not count: code is compiled, the heap takes its working size.
 * - Growth: the straight line that fits the rest of the longest life best rises by less than `maxGrowthPerExecution` for each execution that
 *   was accepted in that time. A leak is per execution, so that this bound means the same at any rate.
 * - Peaks: that of the last third of the load is at most 1.3 times that of the middle third. V8 collects when it pleases, so
 *   peaks of equal load differ by some tenths; what leaks passes that.
 */
import type { MemorySample } from "./process-figures.ts";

export const warmUpMs = 60_000;
/** Bytes. The state of one finished execution in memory is more than this, so that keeping every second one fails. */
export const maxGrowthPerExecution = 24_576;
export const maxPeakRatio = 1.3;
/** A shorter stretch says nothing about growth: one collection decides it. */
export const leastFittedMs = 240_000;

export interface MemoryVerdict {
  readonly peakBytes: number;
  /** Null if a third of the load has no samples. */
  readonly peakRatio: number | null;
  /** Of the longest life. Null if it was too short to tell. */
  readonly growth: {
    readonly fittedMs: number;
    readonly bytesPerMinute: number;
    readonly bytesPerExecution: number;
  } | null;
}

/** `acceptedAtMs`: when executions were accepted, in the time of the samples. `warmUp` in milliseconds. */
export function memoryVerdict(
  samples: readonly MemorySample[],
  acceptedAtMs: readonly number[],
  warmUp = warmUpMs,
): MemoryVerdict {
  const lives = [...new Set(samples.map(({ life }) => life))].map((life) => {
    const ofLife = samples.filter((sample) => sample.life === life);
    const beginsAt = (ofLife[0]?.atMs ?? 0) + warmUp;
    return ofLife.filter(({ atMs }) => atMs >= beginsAt);
  });
  const longest = lives.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0] ?? [];
  return {
    peakBytes: peak(samples),
    peakRatio: peakRatio(lives.flat(), samples.at(-1)?.atMs ?? 0),
    growth: lengthOf(longest) < leastFittedMs ? null : growthOf(longest, acceptedAtMs),
  };
}

/** What is wrong; empty if memory was bounded. */
export function memoryFaults({ growth, peakRatio }: MemoryVerdict): readonly string[] {
  const faults: string[] = [];
  if (growth !== null && growth.bytesPerExecution > maxGrowthPerExecution) {
    faults.push(
      `memory grew by ${Math.round(growth.bytesPerExecution)} bytes per execution, at most ${maxGrowthPerExecution} are allowed`,
    );
  }
  if (peakRatio !== null && peakRatio > maxPeakRatio) {
    faults.push(
      `the last third's peak of memory is ${peakRatio.toFixed(2)} times the middle third's, at most ${maxPeakRatio} is allowed`,
    );
  }
  return faults;
}

function growthOf(samples: readonly MemorySample[], acceptedAtMs: readonly number[]): MemoryVerdict["growth"] {
  const [first, last] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0];
  const fittedMs = last - first;
  const bytesPerMs = slope(samples.map(({ atMs, residentBytes }) => [atMs, residentBytes] as const));
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

function peakRatio(samples: readonly MemorySample[], endMs: number): number | null {
  const third = (number: number) =>
    samples.filter(({ atMs }) => atMs >= (endMs * number) / 3 && atMs <= (endMs * (number + 1)) / 3);
  const [middle, last] = [third(1), third(2)];
  return middle.length === 0 || last.length === 0 ? null : peak(last) / peak(middle);
}

function peak(samples: readonly MemorySample[]): number {
  return samples.reduce((most, { residentBytes }) => Math.max(most, residentBytes), 0);
}

function lengthOf(samples: readonly MemorySample[]): number {
  return (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0);
}
