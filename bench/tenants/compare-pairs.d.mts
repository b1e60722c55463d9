// What the tests use of `compare-pairs.mjs`.

export function medianOfRatios(
  base: readonly number[],
  other: readonly number[],
): { readonly ratio: number; readonly from: number; readonly to: number };
