/**
 * The result of checking a credential: a caller, or a refusal that helps an honest caller and reveals nothing to others.
 */
import { addressableScopes } from "../../access/address.ts";
import type { Caller } from "../../graph/base/graph-context.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";

export interface Refusal {
  readonly ok: false;
  /** 401: prove who you are. 403: this deployment serves nobody so. 429: too many requests. 503: the proof cannot be judged now. */
  readonly status: 401 | 403 | 429 | 503;
  readonly code: "UNAUTHENTICATED" | "FORBIDDEN" | "RATE_LIMITED" | "UNAVAILABLE";
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

/** The same, but for a caller whose credential is for one execution or conversation: it has no use for a surface of the whole tenant. */
export function ofWholeTenant(answer: Authentication): Authentication {
  if (!answer.ok || answer.caller.grant === undefined) return answer;
  const found = "found an access token for one execution or conversation";
  return forbidden(`Cannot serve the request: required a credential of the tenant, ${found}`);
}

export type Authentication = { readonly ok: true; readonly caller: Caller } | Refusal;

/** Every scope that the schema knows. */
export const allScopes: readonly Scope[] = addressableScopes;

/** The credential proves nothing. `found` names the reason in words that help the holder of a real one, such as "an expired token". */
export function unauthenticated(found: string): Refusal {
  const message = `Cannot authenticate the request: required a valid credential, found ${found}`;
  return { ok: false, status: 401, code: "UNAUTHENTICATED", message, retryAfterSeconds: null };
}

/** This deployment accepts no credential of this kind. */
export function forbidden(message: string): Refusal {
  return { ok: false, status: 403, code: "FORBIDDEN", message, retryAfterSeconds: null };
}

/** The caller must wait. */
export function tooManyRequests(message: string, retryAfterSeconds: number): Refusal {
  return { ok: false, status: 429, code: "RATE_LIMITED", message, retryAfterSeconds };
}

/** The service that judges the credential cannot be reached. */
export function cannotJudge(message: string, retryAfterSeconds: number): Refusal {
  return { ok: false, status: 503, code: "UNAVAILABLE", message, retryAfterSeconds };
}

/** The headers that go with a refusal over HTTP. */
export function refusalHeaders({ retryAfterSeconds, status }: Refusal): { readonly [name: string]: string } {
  return {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...(retryAfterSeconds !== null && { "retry-after": String(retryAfterSeconds) }),
  };
}
