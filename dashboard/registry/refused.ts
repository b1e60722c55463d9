/** Why a mutation of the registry did nothing. */
import { offline, type Problem } from "../api/problem.ts";
import type { Answer } from "../api/request.ts";

type Payload = { readonly errors: readonly Problem[] } | null;

/** Why a mutation did nothing: the problem of the request, or the first error of its payload. Null if it was done. */
export function refused<Result>(answer: Answer<Result>, pick: (data: Result) => Payload): Problem | null {
  if (!answer.ok) return answer.problem;
  const payload = pick(answer.data);
  if (payload === null) return answer.problems[0] ?? offline;
  return payload.errors[0] ?? null;
}
