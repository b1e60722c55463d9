// What the tests use of `settings.mjs`.
export const workerSettings: { readonly [name: string]: string };
export function settingsWithModel(modelUrl: string): { readonly [name: string]: string };
