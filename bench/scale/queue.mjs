/**
 * Summaries on their way into an index: they come at random, each to the shard of its execution, and a shard takes one after the other,
 * each in the same time. Seeded, so that the same load gives the same figures.
 */

/** A generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Lets `perSecond` summaries come to `shards` shards for `seconds`. `serviceMs` is the time that a shard needs for one. Gives how busy the
 * busiest shard was (1 for always), the waiting time of a summary, and how many were waiting at the end.
 */
export function simulateShards({ perSecond, shards, seconds, serviceMs, seed = 1 }) {
  const random = seeded(seed);
  const freeAt = new Float64Array(shards);
  const workMs = new Float64Array(shards);
  const endMs = seconds * 1_000;
  const delays = [];
  for (let now = 0; ; ) {
    now += (-Math.log(1 - random()) * 1_000) / perSecond;
    if (now >= endMs) break;
    const shard = Math.floor(random() * shards);
    const doneAt = Math.max(now, freeAt[shard]) + serviceMs;
    freeAt[shard] = doneAt;
    workMs[shard] += serviceMs;
    delays.push(doneAt - now);
  }
  const sorted = Float64Array.from(delays).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    summaries: sorted.length,
    busiest: Math.max(...workMs) / endMs,
    delayMs: { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 },
    waitingAtEnd: freeAt.reduce((sum, free) => sum + Math.max(0, free - endMs) / serviceMs, 0),
  };
}
