/**
 * The observed facts of the HTTP request of one call. The function that makes the request fills it in, and `outcome.ts` classifies it. It
 * is kept apart from the client libraries, because their exceptions do not say whether a request left or how much of its answer came.
 */

/** An error object of JSON-RPC, with any HTTP status. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
}

export interface CallObservation {
  /** The request was handed to the network. False while it waits for a permit, and when the egress rules refused it. */
  requestSent: boolean;
  /** HTTP status of the answer to the request itself. Undefined if none came. */
  status: number | undefined;
  retryAfter: string | null;
  /** The error of the network or of the guarded fetch, before or while the body was read. Null if there was none. */
  fetchError: unknown;
  jsonRpcError: JsonRpcError | undefined;
  /** A well-formed answer to this very request was read to its end. */
  answered: boolean;
  /** Why the body that came is no answer, such as a wrong id. Undefined if nothing was wrong, or nothing came. */
  unreadable: string | undefined;
}

export function newObservation(): CallObservation {
  return {
    requestSent: false,
    status: undefined,
    retryAfter: null,
    fetchError: null,
    jsonRpcError: undefined,
    answered: false,
    unreadable: undefined,
  };
}
