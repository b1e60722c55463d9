/** How often a test repeats: a sample in `npm test`, all of it in `npm run proof`. */

/** `sample` rounds of a test, or `whole` where PLANWRIGHT_VOLUME is `whole`. */
export function volume({ sample, whole }: { readonly sample: number; readonly whole: number }): number {
  return process.env.PLANWRIGHT_VOLUME === "whole" ? whole : sample;
}
