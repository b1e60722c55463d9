// What the tests and their configuration use of `ensure-generated.mjs`.

export function ensureGenerated(): Promise<readonly string[]>;
export function stampOf(root: string): string;
