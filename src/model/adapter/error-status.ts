/**
 * The HTTP status that a provider's error amounts to: an error inside a response with status 200 has none of its own, and one status may
 * mean either "wait" or "never".
 */
import type { StatedError } from "./stated-error.ts";

/** Types and codes of errors as the providers document them, with the status that each has where it comes with one. */
const statuses: ReadonlyMap<string, number> = new Map([
  ...entries(400, ["invalid_request_error", "context_length_exceeded", "invalid_prompt", "BadRequestError"]),
  ...entries(401, ["authentication_error", "invalid_api_key", "AuthenticationError"]),
  ...entries(402, ["billing_error", "insufficient_quota"]),
  ...entries(403, ["permission_error", "PermissionDeniedError"]),
  ...entries(404, ["not_found_error", "model_not_found", "NotFoundError"]),
  ...entries(413, ["request_too_large"]),
  ...entries(429, ["rate_limit_error", "rate_limit_exceeded", "RateLimitError"]),
  ...entries(500, ["api_error", "server_error", "internal_server_error", "InternalServerError"]),
  ...entries(504, ["timeout_error"]),
  ...entries(529, ["overloaded_error", "overloaded", "server_is_overloaded", "engine_overloaded"]),
]);

/** Codes of limits that no waiting lifts. 3036 is the daily free part of Workers AI. */
const spentCodes = new Set([
  "insufficient_quota",
  "billing_hard_limit_reached",
  "billing_not_active",
  "billing_error",
  "enforced_spend_limit_reached",
  "credit_balance_too_low",
  "3036",
]);

/** The status of a failing answer; of an error inside a 200 the one it stands for, 500 if it is not known. Undefined if there is none. */
export function effectiveStatus(status: number | undefined, stated: StatedError | undefined): number | undefined {
  if (status !== undefined && status >= 300) return status;
  if (stated === undefined) return undefined;
  if (hasSpentCode(stated)) return 402;
  for (const code of stated.codes.toReversed()) {
    const known = statuses.get(code) ?? (/^[45]\d\d$/.test(code) ? Number(code) : undefined);
    if (known !== undefined) return known;
  }
  return 500;
}

/** Whether money or a quota is used up, so that the same request cannot succeed by waiting. */
export function isSpent(status: number, stated: StatedError | undefined): boolean {
  return status === 402 || (stated !== undefined && hasSpentCode(stated));
}

function hasSpentCode({ codes }: StatedError): boolean {
  return codes.some((code) => spentCodes.has(code));
}

function entries(status: number, codes: readonly string[]): readonly (readonly [string, number])[] {
  return codes.map((code) => [code, status] as const);
}
