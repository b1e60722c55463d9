/** The slow ends of two sides. A p95 rests on one value in twenty, so its ratio says little without an interval. */
import { summary } from "../measure.mjs";

const resamples = 1_000;

/**
 * The p95 of `other` ÷ that of `base`. `from` and `to` hold 19 of 20 such ratios of resamples: of each side as many of its values, drawn
 * with repetition. `random` gives numbers from 0 up to 1.
 */
export function ratioOfTails(base, other, random = Math.random) {
  const drawn = (values) => summary(values.map(() => values[Math.floor(random() * values.length)])).p95;
  const ratios = Array.from({ length: resamples }, () => drawn(other) / drawn(base)).toSorted((a, b) => a - b);
  const at = (share) => ratios[Math.min(resamples - 1, Math.floor(share * resamples))];
  return { ratio: summary(other).p95 / summary(base).p95, from: at(0.025), to: at(0.975) };
}
