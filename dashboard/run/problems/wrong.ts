/** A problem of the API as the views of this folder ask for it, and its words for the place where it is shown. */
import type { CheckPlanQuery } from "../run.generated.ts";

export type WrongFragment = NonNullable<CheckPlanQuery["validatePlan"]>["errors"][number];

/**
 * The message without what its place says already: which value of which step it is about, and the names that are proposed beside it.
 * Begins with a capital letter and ends with a full stop.
 */
export function wordsAtPlace(message: string): string {
  const about =
    /^Cannot (?:use .+? as .+? of step .+?|read [\w.]+|accept [\w.]+|call .+? in step .+?|call "[^"]*"): (.+)$/s.exec(
      message,
    );
  const words = (about?.[1] ?? message)
    .replace(/^invalid input: /, "")
    .replace(/; nearest: .*$/s, "")
    .trim();
  const sentence = words.slice(0, 1).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
