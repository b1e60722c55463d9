/** Why a registration did nothing: every reason, each with its place. */
import { offline, type Problem } from "../../api/problem.ts";
import type { Answer } from "../../api/request.ts";

interface Wrong {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
}

/** All reasons. Empty if it was done. */
export function reasonsOf<Result>(
  answer: Answer<Result>,
  pick: (data: Result) => { readonly errors: readonly Wrong[] } | null,
): readonly Problem[] {
  if (!answer.ok) return [answer.problem];
  const payload = pick(answer.data);
  if (payload === null) return [answer.problems[0] ?? offline];
  return payload.errors.map(({ code, message, path }) => ({ code, message: `${message}${placeOf(path)}` }));
}

/** The place in the written text, without the names of arguments that the page itself gives. */
function placeOf(path: readonly string[]): string {
  const within = path.filter((key, at) => at > 1 || (key !== "input" && key !== "manifest" && key !== "source"));
  return within.length === 0 ? "" : ` (at ${within.join("/")})`;
}
