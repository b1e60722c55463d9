/** How often a test repeats: a sample in `npm test`, all of it in `npm run proof`. */

/** `sample` rounds or cases of a test, or `whole` where PLANWRIGHT_VOLUME is `whole`. */
export function volume<Amount = number>({
  sample,
  whole,
}: {
  readonly sample: Amount;
  readonly whole: Amount;
}): Amount {
  return process.env.PLANWRIGHT_VOLUME === "whole" ? whole : sample;
}
