/**
 * Faults of a request that are not data: GraphQL errors with a stable `extensions.code`. Any other exception is masked.
 */
import { GraphQLError } from "graphql";

/** Codes that clients may rely on, beside those of `error-codes.ts` for parsing and validation. */
export type RequestErrorCode =
  | "BAD_USER_INPUT"
  | "FORBIDDEN"
  | "GONE"
  | "MISCONFIGURED"
  | "NOT_FOUND"
  | "REQUEST_TOO_COMPLEX"
  | "RESPONSE_TOO_LARGE"
  | "UNAVAILABLE";

/**
 * An error of one field. The HTTP status stays that of the response, because other fields may have data.
 *
 * @example
 * ```ts
 * requestError("GONE", "Cannot read the value: …").extensions; // { code: "GONE" }
 * ```
 */
export function requestError(code: RequestErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/**
 * A cap of the tenant was reached: HTTP 429 with `Retry-After` for the whole request. `retryAfterSeconds` is a whole number, 1 at least.
 *
 * @example
 * ```ts
 * const { extensions } = rateLimited("Cannot start the execution: …", 1.2);
 * extensions; // { code: "RATE_LIMITED", http: { status: 429, headers: { "retry-after": "2" } } }
 * ```
 */
export function rateLimited(message: string, retryAfterSeconds: number): GraphQLError {
  const headers = { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  return new GraphQLError(message, { extensions: { code: "RATE_LIMITED", http: { status: 429, headers } } });
}

/** The refusal to follow an execution that there is not, and one that its caller may not see. */
export function notFollowed(): GraphQLError {
  return requestError("NOT_FOUND", "Cannot follow the execution: it does not exist, or it was removed by retention");
}

/** Whether `error` was made to be shown, by any copy of the library that makes them. */
export function isRequestError(error: unknown): boolean {
  const { extensions } = (typeof error === "object" && error !== null ? error : {}) as {
    extensions?: { code?: unknown };
  };
  return typeof extensions?.code === "string";
}
