/** Ids that begin with a hyphen, as one in 64 does. A command line would take them for options. */

/** Longer than any option, and without the `=` of one with its value. */
const idWithHyphen = /^-[A-Za-z0-9_-]{40,}$/;

/**
 * The arguments with such ids behind a `--`, which ends options. `takesValue` says whether a value comes after a flag.
 *
 * @example
 * ```ts
 * idsLast(["tail", `-${"a".repeat(60)}`, "--json"], () => false); // ["tail", "--json", "--", "-aaa…"]
 * ```
 */
export function idsLast(args: readonly string[], takesValue: (flag: string) => boolean): readonly string[] {
  if (args.includes("--")) return args;
  const isId = (one: string, at: number) => idWithHyphen.test(one) && !takesValue(args[at - 1] ?? "");
  const ids = args.filter(isId);
  return ids.length === 0 ? args : [...args.filter((one, at) => !isId(one, at)), "--", ...ids];
}
