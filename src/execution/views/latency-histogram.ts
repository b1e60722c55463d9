/**
 * How long calls took, as counts in buckets: small enough to be kept for months, merged by adding up. Pure.
 *
 * - Bounds are whole milliseconds, one apart at first and then a twentieth apart, so that the bound of a bucket is at most 5 percent above
 *   every duration in it, and exact up to 40 ms.
 * - Numbers of buckets are stored: the bounds never change.
 * - The buckets reach a year; longer times count as a year.
 */

/** Number of a bucket with its count above 0, in the order of the numbers. */
export type LatencyHistogram = readonly (readonly [bucket: number, count: number])[];

/** A year. */
const longestMs = 31_536_000_000;

/** Longest duration of each bucket, in milliseconds. */
const bounds: readonly number[] = bucketBounds();

function bucketBounds(): readonly number[] {
  const found = [0];
  for (let last = 0; last < longestMs; ) {
    last = Math.min(longestMs, Math.max(last + 1, Math.floor((last * 21) / 20)));
    found.push(last);
  }
  return found;
}

/** How many buckets there are. */
export const bucketCount = bounds.length;

/** The histogram of `durationsMs`. A negative one, as after a clock was set back, counts as 0. */
export function histogramOf(durationsMs: readonly number[]): LatencyHistogram {
  const counts: BucketCounts = new Map();
  for (const durationMs of durationsMs) add(counts, bucketOf(durationMs), 1);
  return histogramFrom(counts);
}

/** Counts by the number of their bucket, in any order. Many histograms are added up in this form. */
export type BucketCounts = Map<number, number>;

/** Adds the counts of `histogram` to `counts`. */
export function addHistogram(counts: BucketCounts, histogram: LatencyHistogram): void {
  for (const [bucket, count] of histogram) add(counts, bucket, count);
}

export function mergedHistograms(one: LatencyHistogram, other: LatencyHistogram): LatencyHistogram {
  const counts: BucketCounts = new Map(one);
  addHistogram(counts, other);
  return histogramFrom(counts);
}

export function histogramFrom(counts: BucketCounts): LatencyHistogram {
  return [...counts].sort(([left], [right]) => left - right);
}

/**
 * The shortest time in milliseconds in which `percent` of 100 calls ended, at most 5 percent above the true one. Null without calls.
 * `percent` is above 0 and at most 100.
 *
 * @example
 * ```ts
 * const histogram = histogramOf([10, 12, 30]);
 * percentileMs(histogram, 50); // 12
 * percentileMs([], 95); // null
 * ```
 */
export function percentileMs(histogram: LatencyHistogram, percent: number): number | null {
  const total = histogram.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.ceil((percent * total) / 100);
  let seen = 0;
  for (const [bucket, count] of histogram) {
    seen += count;
    if (seen >= rank) return bounds[Math.min(bucket, bucketCount - 1)] ?? longestMs;
  }
  return null;
}

/** The first bucket whose bound is not below the duration. */
function bucketOf(durationMs: number): number {
  let low = 0;
  let high = bucketCount - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] ?? longestMs) < durationMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function add(counts: BucketCounts, bucket: number, count: number): void {
  counts.set(bucket, (counts.get(bucket) ?? 0) + count);
}
