/** A smaller input that fails by the same rule: parts are taken out, and texts cut, as long as the case still fails. */
import type { Family } from "./family.ts";
import { changedAt, partAt, placesIn } from "./inputs/mutate.ts";
import { judge, type Rule } from "./oracle.ts";

const mostAttempts = 300;

/** The smallest input that was found within 300 attempts and `budgetMs`. */
export async function minimised(
  family: Family,
  input: unknown,
  { finding, rule }: { readonly rule: Rule; readonly finding: string },
  budgetMs = 5_000,
): Promise<unknown> {
  // Another fault of the same rule would be a smaller input for something else.
  const words = wordsOf(finding);
  const endsAt = performance.now() + budgetMs;
  let smallest = input;
  let attempts = 0;
  const stillFails = async (candidate: unknown): Promise<boolean> => {
    attempts += 1;
    const verdict = await judge(family, candidate);
    return verdict.kind === "FAULT" && verdict.rule === rule && wordsOf(verdict.finding) === words;
  };
  for (let progress = true; progress; ) {
    progress = false;
    for (const place of placesIn(smallest)) {
      if (attempts >= mostAttempts || performance.now() > endsAt) return smallest;
      for (const change of changesOf(place.length === 0 ? null : partAt(smallest, place))) {
        const candidate = changedAt(smallest, place, () => change);
        if (place.length === 0 || !(await stillFails(candidate))) continue;
        smallest = candidate;
        progress = true;
        break;
      }
      if (progress) break;
    }
  }
  return smallest;
}

/** How a finding begins, without the numbers, which depend on the input. */
export function wordsOf(finding: string): string {
  return finding.replaceAll(/\d+/g, "").slice(0, 40);
}

function changesOf(part: unknown): readonly unknown[] {
  if (typeof part === "string" && part.length > 1)
    return [undefined, part.slice(0, part.length / 2), part.slice(part.length / 2)];
  return [undefined];
}
