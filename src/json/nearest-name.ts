/** Suggestions for a name that does not exist. Only ever shown; a plan is never changed to a similar name. */
import { distance } from "fastest-levenshtein";

const MAX_SUGGESTIONS = 3;
const LONGEST_COMPARED = 200;
/** Names that a message lists where none is near. */
const MAX_LISTED = 12;

/** Comparisons of short names for one piece of work, some tenth of a second; longer names count more. */
const MAX_COMPARISONS = 300_000;
/** Letters that are compared at once. */
const COMPARED_AT_ONCE = 32;

let comparisons: { left: number } | undefined;

/**
 * Does `work`, which waits for nothing. All its suggestions together take a bounded time, because somebody may send thousands of wrong names
 * among thousands of right ones. Where that time is used up, a name has no suggestion.
 */
export function withFewSuggestions<Result>(work: () => Result): Result {
  const before = comparisons;
  comparisons ??= { left: MAX_COMPARISONS };
  try {
    return work();
  } finally {
    comparisons = before;
  }
}

/**
 * Up to 3 of `existing` that are nearest to `name`, best first; none that would need most of its letters changed.
 *
 * @example
 * ```ts
 * nearestNames("serch", ["search", "archive", "send_mail"]); // ["search"]
 * ```
 */
export function nearestNames(name: string, existing: Iterable<string>): readonly string[] {
  if (comparisons !== undefined && comparisons.left <= 0) return [];
  const wanted = name.slice(0, LONGEST_COMPARED);
  const near: { readonly candidate: string; readonly score: number }[] = [];
  const candidates = new Set(existing);
  if (comparisons !== undefined) comparisons.left -= candidates.size * Math.ceil(wanted.length / COMPARED_AT_ONCE);
  for (const candidate of candidates) {
    const compared = candidate.slice(0, LONGEST_COMPARED);
    const contains =
      wanted.length >= 3 && (compared.includes(wanted) || (compared.length >= 3 && wanted.includes(compared)));
    const edits = distance(wanted.toLowerCase(), compared.toLowerCase());
    const longest = Math.max(wanted.length, compared.length);
    if (contains || edits <= Math.max(2, longest / 2))
      near.push({ candidate, score: contains ? Math.min(edits, 2) : edits });
  }
  near.sort((left, right) => left.score - right.score || (left.candidate < right.candidate ? -1 : 1));
  return near.slice(0, MAX_SUGGESTIONS).map(({ candidate }) => candidate);
}

/**
 * The end of a message about a name that does not exist: the `nearest` names, or where none is near the `existing` ones, if they are given.
 *
 * @example
 * ```ts
 * suggested(["search"]); // "; nearest: search"
 * suggested([], ["sum", "count"]); // "; there are sum, count"
 * ```
 */
export function suggested(nearest: readonly string[], existing: readonly string[] = []): string {
  if (nearest.length > 0) return `; nearest: ${nearest.join(", ")}`;
  if (existing.length === 0) return "";
  const others = existing.length > MAX_LISTED ? " and others" : "";
  return `; there are ${existing.slice(0, MAX_LISTED).join(", ")}${others}`;
}
