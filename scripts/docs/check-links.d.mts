// What the tests use of `check-links.mjs`.
export function checkLinks(
  folder: string,
  base: string,
): {
  readonly pages: number;
  readonly links: number;
  readonly anchors: number;
  readonly others: number;
  readonly broken: readonly string[];
};
