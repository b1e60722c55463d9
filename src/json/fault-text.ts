/**
 * An exception as one line of the log (T38): bounded, and without the text that it was about. It is never shown outside this software.
 */

/** UTF-16 code units of an exception that are logged. */
const longest = 1_000;

/**
 * The words of `error` for the operator of the deployment.
 *
 * @example
 * ```ts
 * faultText(new RangeError("too deep")); // "RangeError: too deep"
 * faultText(new SyntaxError('Unexpected token in "secret"')); // "SyntaxError: text that cannot be read"
 * ```
 */
export function faultText(error: unknown): string {
  // The runtime quotes from the text that it could not read, which may be an output or an answer.
  if (error instanceof SyntaxError) return "SyntaxError: text that cannot be read";
  return String(error).slice(0, longest);
}
