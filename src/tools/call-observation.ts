/**
 * What was seen of one call at the level of its HTTP request. Filled by whoever performs the request, judged by `outcome.ts`.
 * It is kept beside the client library on purpose: whether a request left and how far its answer came must not be guessed
 * from a library's exceptions.
 */

/** An error object of JSON-RPC, in whatever HTTP status it came. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
}

export interface CallObservation {
  /** The request was handed to the network. False while it waits for a permit, and when the egress rules refused it. */
  requestSent: boolean;
  /** HTTP status of the answer to the request itself. Null if none came. */
  status: number | null;
  retryAfter: string | null;
  /** What the network or the guarded fetch threw, before or while the body was read. Null if nothing. */
  fetchError: unknown;
  jsonRpcError: JsonRpcError | null;
  /** A well-formed answer to this very request was read to its end. */
  answered: boolean;
  /** Why the body that came is no answer, such as a wrong id. Null if nothing was wrong, or nothing came. */
  unreadable: string | null;
}

export function newObservation(): CallObservation {
  return {
    requestSent: false,
    status: null,
    retryAfter: null,
    fetchError: null,
    jsonRpcError: null,
    answered: false,
    unreadable: null,
  };
}
