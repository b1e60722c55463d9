// What the tests use of `requirements.mjs`.
export function testTitles(text: string): readonly { readonly title: string; readonly line: number }[];
export function citedIds(title: string): readonly string[];
export interface ListedGroup {
  readonly title: string;
  readonly requirements: readonly { readonly id: string; readonly statement: string }[];
}
export interface Citation {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
}
export function listedGroups(text: string): readonly ListedGroup[];
export function citationProblems(groups: readonly ListedGroup[], citations: readonly Citation[]): readonly string[];
