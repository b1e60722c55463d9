// What the tests use of `options.mjs`.
export const usage: string;
export function readStartOptions(
  args: readonly string[],
  environment: { readonly [name: string]: string | undefined },
): object;
