// What the tests use of `write-pages.mjs`.
export function pagesOf(root: string): ReadonlyMap<string, string>;
export function withPageLinks(
  text: string,
  source: string,
  page: string,
  places: ReadonlyMap<string, string>,
  titles?: ReadonlyMap<string, string>,
): string;
