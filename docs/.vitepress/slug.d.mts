// What the tests use of `slug.mjs`.
export function slugOf(heading: string): string;
