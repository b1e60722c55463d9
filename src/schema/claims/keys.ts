/** Which members of an object a claim is about, and which names that includes. */

import type { Steps } from "../document/search-steps.ts";
import { matches, type Pattern } from "../pattern/pattern.ts";

/** One name, the names that match a pattern, or those that are in neither list. */
export type Keys =
  | { readonly are: "name"; readonly name: string }
  | { readonly are: "matching"; readonly pattern: Pattern }
  | { readonly are: "rest"; readonly names: ReadonlySet<string>; readonly patterns: readonly Pattern[] };

/** Whether `keys` include `name`; undefined if a pattern could not be tried. */
export function covers(keys: Keys, name: string, steps: Pick<Steps, "left">): boolean | undefined {
  if (keys.are === "name") return keys.name === name;
  if (keys.are === "matching") return matches(keys.pattern, name, steps);
  if (keys.names.has(name)) return false;
  let certain = true;
  for (const pattern of keys.patterns) {
    const matched = matches(pattern, name, steps);
    if (matched === true) return false;
    if (matched === undefined) certain = false;
  }
  return certain ? true : undefined;
}

/** Whether `keys` surely include every name that no claim mentions and that is one of `wanted`. */
export function coversUnmentioned(keys: Keys, wanted: Keys): boolean {
  if (keys.are === "name") return false;
  if (keys.are === "matching") {
    const { source, matchesEverything } = keys.pattern;
    return matchesEverything || (wanted.are === "matching" && wanted.pattern.source === source);
  }
  const excluded = new Set(wanted.are === "rest" ? wanted.patterns.map(({ source }) => source) : []);
  return keys.patterns.every(({ source }) => excluded.has(source));
}
