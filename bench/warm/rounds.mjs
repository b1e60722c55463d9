/**
 * Floor and product in several rounds, each on runtimes that have just been started. Two processes of the same code differ by a tenth, and so
 * does a machine from one minute to the next; a round has one of each.
 */

/** Measures `count` rounds of what `start` starts, which has a method `stop`. */
export async function inRounds(start, count, measure) {
  const found = [];
  for (let round = 0; round < count; round++) {
    const started = await start();
    try {
      found.push(await measure(started));
    } finally {
      await started.stop();
    }
  }
  return found;
}

/**
 * Of rounds `{ floor, product }` the one whose ratio is in the middle, as `{ floor, product, lowest, highest }` with the outermost ratios
 * of all. A round that could not be counted has null, and then the result has nothing but null.
 */
export function middleRound(rounds) {
  if (rounds.some(({ floor, product }) => floor === null || product === null))
    return { floor: null, product: null, lowest: null, highest: null };
  const ratioOf = ({ floor, product }) => product / floor;
  const sorted = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return { ...middle, lowest: ratioOf(sorted[0]), highest: ratioOf(sorted.at(-1)) };
}
