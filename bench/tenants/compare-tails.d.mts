// What the tests use of `compare-tails.mjs`.

export function ratioOfTails(
  base: readonly number[],
  other: readonly number[],
  random?: () => number,
): { readonly ratio: number; readonly from: number; readonly to: number };
