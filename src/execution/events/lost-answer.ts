/** Failures of calls that left and whose answer was lost. */
import type { Failure } from "../../json/failure.ts";

/** The failure of a call whose object was lost before the answer was stored. */
export const lostWithObject: Failure = {
  code: "UPSTREAM_UNAVAILABLE",
  message: "the answer of the call was lost with the object that waited for it",
  retryable: true,
  details: { cause: "CRASH" },
};

/** The failure of a step whose call may have had its effect. */
export function outcomeUnknown(cause: Failure | undefined): Failure {
  return {
    code: "OUTCOME_UNKNOWN",
    message: `the call left and its answer was lost${cause === undefined ? "" : ` (${cause.message})`}; calling again could do its effect twice`,
    retryable: false,
    details: cause === undefined ? null : { cause: cause.code },
  };
}
