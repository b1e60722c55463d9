/**
 * What a tool throws that knows how it ended: the call has failed, and nothing else is to be found out. After any other error nobody knows
 * how far the tool came, so a call with effects that may not be repeated ends with an unknown outcome.
 *
 * @example
 * ```ts
 * import { ToolError } from "planwright";
 * const stock = new Map([["tea", 3]]);
 * function taken(item: string): number {
 *   const left = stock.get(item) ?? 0;
 *   if (left === 0) throw new ToolError(`there is no ${item} left`);
 *   return left - 1;
 * }
 * taken("tea"); // 2
 * ```
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  /** Whether the same call may succeed later; it is then made again as often as the plan allows. */
  readonly retryable: boolean;

  constructor(message: string, options: { readonly retryable?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable ?? false;
  }
}
