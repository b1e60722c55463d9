/**
 * Names that callers give to things. They are part of keys and of log lines, which are single lines, and are compared as they are stored.
 */
import { cannotTake, type RequestProblem } from "../base/request-problem.ts";

/** The problem of a name at `path`. An absent name has none. */
export function givenNameProblems(
  name: string | null | undefined,
  path: readonly string[],
  maxCharacters: number,
): readonly RequestProblem[] {
  if (name === null || name === undefined) return [];
  if (name.length === 0 || name.length > maxCharacters) {
    return [cannotTake(path, `required from 1 to ${maxCharacters} characters, found ${name.length}`)];
  }
  if (!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) && name.isWellFormed()) return [];
  return [cannotTake(path, `required characters that can be shown in one line, found ${JSON.stringify(name)}`)];
}
