/** A problem of the API as the views of this folder ask for it, and its words for the place where it is shown. */
import type { CheckPlanQuery } from "../run.generated.ts";

export type WrongFragment = NonNullable<CheckPlanQuery["validatePlan"]>["errors"][number];

/**
 * The message without the parts that its place and the proposals show: the value, the step, and the proposed names. Begins with a capital
 * letter and ends with a full stop.
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
