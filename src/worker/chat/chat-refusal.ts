/** Why a request of a chat is refused, with the status of HTTP that clients of the AI SDK look at. */
import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface ChatRefusal {
  readonly code: string;
  readonly message: string;
  readonly status: ContentfulStatusCode;
  /** Seconds, for a header. Absent where no time helps. */
  readonly retryAfter?: string;
}

export function refused(code: string, message: string, status: ContentfulStatusCode): ChatRefusal {
  return { code, message, status };
}

/** The statuses of errors of the API that are no fault of the request's form. */
const statuses: { readonly [code: string]: ContentfulStatusCode } = {
  FORBIDDEN: 403,
  NOT_ADDRESSED: 403,
  FOUR_EYES: 403,
  NOT_FOUND: 404,
  ALREADY_RESOLVED: 409,
  CONVERSATION_BUSY: 409,
  CONVERSATION_ENDED: 409,
  EXPIRED: 409,
  IDEMPOTENCY_CONFLICT: 409,
  INVALID_STATE: 409,
  GONE: 410,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  MISCONFIGURED: 500,
  UNAVAILABLE: 503,
};

/** The refusal for an error of the API. */
export function refusedWith(code: string, message: string, retryAfter: string | undefined): ChatRefusal {
  const refusal = refused(code, message, statuses[code] ?? 400);
  return retryAfter === undefined ? refusal : { ...refusal, retryAfter };
}
