// What the configuration of the tests uses of `ensure-generated.mjs`.

export function ensureGenerated(): Promise<readonly string[]>;
