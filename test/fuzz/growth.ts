/**
 * Whether a run leaves more and more behind: the heap after a full collection, taken when every family has had the same share of its cases.
 * What is learned and cached in the first rounds is no growth; what the rounds after them add is.
 */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Rounds that a run is divided into. */
export const rounds = 10;
/** What the rounds after the warm-up may add. */
export const mostGrownBytes = 16 * 1_048_576;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes that are in use. */
export function heapBytes(): number {
  collect();
  return getHeapStatistics().used_heap_size;
}

/** What the last rounds hold more than the first ones did, in bytes. */
export function grownBytes(samples: readonly number[]): number {
  const warm = samples.slice(2, 5);
  const last = samples.slice(-2);
  return warm.length === 0 || samples.length < rounds ? 0 : Math.min(...last) - Math.max(...warm);
}
