/** The answer with which a person comes back from an authorization server. */
import type { PendingConsent } from "./connection-secrets.ts";

/** A person came back from the authorization server. */
export interface ConsentReturn {
  readonly tenant: string;
  readonly connection: string;
  readonly state: string;
  readonly browserHash: string;
  readonly code: string | null;
  readonly error: string | null;
  readonly iss: string | null;
}

export const usedAnswer =
  "required an answer to the latest request to connect, each once, found another. Open the link again";

/** Why a person who came back is refused. Nothing is changed by that. */
export function returnRefusal(
  pending: PendingConsent | undefined,
  given: ConsentReturn,
  now: number,
): string | undefined {
  if (pending === undefined || pending.state !== given.state) return usedAnswer;
  if (pending.until <= now) return "required an answer within ten minutes, found a later one. Open the link again";
  if (pending.browserHash !== given.browserHash)
    return "required the browser in which the connection was begun, found another. Open the link in this browser";
  const { issuer, metadata } = pending.server;
  const isNamed = metadata.authorization_response_iss_parameter_supported === true;
  if (given.iss === null ? isNamed : given.iss !== issuer)
    return "required the issuer that was asked, found another or none";
  return undefined;
}

export function errorFinding(error: string | null): string {
  const code = error !== null && /^[a-z_]{1,64}$/.test(error) ? error : "no code";
  return code === "access_denied" ? "the person declined" : `the authorization server answered ${code}`;
}
