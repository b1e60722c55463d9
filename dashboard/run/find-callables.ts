/** Which callables words mean: those whose name begins with them first, then those that hold them, in name or description. Pure. */
import type { Callable } from "./registry.ts";

const most = 60;

export function foundCallables(callables: readonly Callable[], words: string): readonly Callable[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked: { readonly callable: Callable; readonly rank: number }[] = [];
  for (const callable of callables) {
    const name = callable.name.toLowerCase();
    const text = `${name} ${callable.kind.toLowerCase()} ${callable.description.toLowerCase()}`;
    if (!wanted.every((word) => text.includes(word))) continue;
    const [first = ""] = wanted;
    ranked.push({ callable, rank: name.startsWith(first) ? 0 : name.includes(first) ? 1 : 2 });
  }
  return ranked
    .sort((one, other) => one.rank - other.rank || one.callable.name.localeCompare(other.callable.name))
    .slice(0, most)
    .map(({ callable }) => callable);
}
