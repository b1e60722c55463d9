/** Two sides that differ by little, compared pair by pair. */
import { summary, timesInTurn } from "../measure.mjs";

/**
 * Compares two tasks, given as `{ [name]: base, [name]: other }`, in turn like `alternate`. `ratio` is the median of other ÷ base of each
 * pair: what slows the machine for longer than a pair slows both. The true median lies between `from` and `to` in 19 of 20 runs.
 */
export async function comparePairs(tasks, count) {
  const times = await timesInTurn(tasks, count);
  const [base, other] = Object.values(times);
  const summaries = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, summary(values)]));
  return { ...summaries, ...medianOfRatios(base, other) };
}

/** The median of `other` ÷ `base`, value by value, with its interval by ranks: the true median lies between `from` and `to` in 19 of 20 runs. */
export function medianOfRatios(base, other) {
  const ratios = other.map((time, turn) => time / base[turn]).toSorted((a, b) => a - b);
  const at = (rank) => ratios[Math.max(0, Math.min(ratios.length - 1, rank))];
  const half = 0.98 * Math.sqrt(ratios.length);
  const middle = (ratios.length - 1) / 2;
  return {
    ratio: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    from: at(Math.floor(middle - half)),
    to: at(Math.ceil(middle + half)),
  };
}
