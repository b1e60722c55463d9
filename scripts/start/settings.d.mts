// What the tests use of `settings.mjs`.
export const workerSettings: { readonly [name: string]: string };
