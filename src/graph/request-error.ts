/** Faults of a request that are no data: GraphQL errors with a stable `extensions.code`. Everything else that is thrown is masked. */
import { GraphQLError } from "graphql";

/** Codes that clients may rely on, beside those of `error-codes-plugin.ts` for parsing and validation. */
export type RequestErrorCode = "BAD_USER_INPUT" | "FORBIDDEN" | "NOT_FOUND" | "REQUEST_TOO_COMPLEX" | "UNAVAILABLE";

/** An error of one field. The HTTP status stays that of the response, because other fields may have data. */
export function requestError(code: RequestErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/** An error of the whole request, raised before any field was resolved, with its HTTP status. */
export function refusedRequest(code: RequestErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { spec: true, status: 400 } } });
}
