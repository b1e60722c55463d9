// What the tests use of `usages.mjs`.
export const usages: { readonly [command: string]: string };
