// What the tests use of `requirements.mjs`.
export function testTitles(text: string): readonly { readonly title: string; readonly line: number }[];
export function citedIds(title: string): readonly string[];
