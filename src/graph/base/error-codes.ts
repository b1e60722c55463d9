/**
 * Gives every error of a response a stable `extensions.code`, and hides everything about the inside but the fact that something failed.
 */
import { GraphQLError } from "graphql";
import { faultText } from "../../json/fault-text.ts";
import { requestLimits } from "./request-limits.ts";

/** An error as it may be shown: those that were made to be shown as they are, all others without their words, which are logged. */
export function maskError(error: unknown): GraphQLError {
  const shown = shownError(error);
  if (shown !== undefined) return bounded(shown);
  console.error(JSON.stringify({ log: "request_failed", error: faultText(causeOf(error)) }));
  const at = error instanceof GraphQLError ? error : undefined;
  return new GraphQLError("Cannot answer: this software failed", {
    nodes: at?.nodes,
    path: at?.path,
    extensions: { code: "INTERNAL_SERVER_ERROR", unexpected: true },
  });
}

function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ?? error) : error;
}

/** The engine wraps errors of resolvers; the original error counts. Errors of the engine itself carry no code yet. */
function shownError(error: unknown): GraphQLError | undefined {
  if (!(error instanceof GraphQLError)) return undefined;
  if (error.originalError !== undefined && !(error.originalError instanceof GraphQLError)) return undefined;
  if (typeof error.extensions.code === "string") return error;
  // Without a path: the variables do not fit. With one, only a variable that an argument misses is the caller's fault. Other findings of
  // the engine in an answer, such as a null where none may be, are faults of ours.
  if (error.path === undefined) return codedError(error, "BAD_USER_INPUT", { http: { spec: true, status: 400 } });
  return error.message.startsWith('Argument "') ? codedError(error, "BAD_USER_INPUT") : undefined;
}

/** `error` with `code`, unless it has one, and with a message and places of bounded length. */
export function codedError(error: GraphQLError, code: string, more: object = {}): GraphQLError {
  if (typeof error.extensions.code === "string") return error;
  return copied(error, { ...error.extensions, ...more, code });
}

/** Messages quote names and values of the request, and an error of validation points at each place that takes part in it. */
function bounded(error: GraphQLError): GraphQLError {
  const { errorLocations, messageCharacters } = requestLimits;
  const fits = error.message.length <= messageCharacters && (error.nodes?.length ?? 0) <= errorLocations;
  return fits ? error : copied(error, error.extensions);
}

function copied(error: GraphQLError, extensions: GraphQLError["extensions"]): GraphQLError {
  const { errorLocations, messageCharacters } = requestLimits;
  const { message } = error;
  const isShort = message.length <= messageCharacters;
  return new GraphQLError(isShort ? message : `${message.slice(0, messageCharacters - 1)}…`, {
    nodes: error.nodes?.slice(0, errorLocations),
    source: error.source,
    positions: error.nodes === undefined ? error.positions : undefined,
    originalError: error.originalError,
    path: error.path,
    extensions,
  });
}
