// What the configuration of the tests uses of `quiet-wrangler.mjs`.
export const quietWrangler: { readonly [name: string]: string };
