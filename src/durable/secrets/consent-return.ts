/** The answer with which a person comes back from an authorization server, or from the page that asked for secrets. */
import type { PendingConsent, PendingReturn } from "./connection-secrets.ts";

/** How long a person may take from the opened link to the answer. */
export const consentMs = 600_000;

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

/** A person gave the secrets that a page had asked for. */
export interface SecretReturn extends Pick<ConsentReturn, "browserHash" | "connection" | "state" | "tenant"> {
  readonly values: readonly (readonly [name: string, value: string])[];
}

export const unknownConnection = "required a link that was made for this connection, found another";
export const notTheOwner = "required the subject whose connection it is, found another";
export const endedMeanwhile =
  "the connection was ended meanwhile. Start a step that needs it, and connect by its new link";
export const usedAnswer =
  "required an answer to the latest request to connect, each once, found another. Open the link again";

/** Why a person who came back is refused. Nothing is changed by that. */
export function returnRefusal(
  pending: PendingConsent | undefined,
  given: ConsentReturn,
  now: number,
): string | undefined {
  const refusal = pendingRefusal(pending, given, now);
  if (refusal !== undefined || pending === undefined) return refusal;
  const { issuer, metadata } = pending.server;
  const isNamed = metadata.authorization_response_iss_parameter_supported === true;
  if (given.iss === null ? isNamed : given.iss !== issuer)
    return "required the issuer that was asked, found another or none";
  return undefined;
}

/** Why an answer is not that to the latest opened link, from its browser and in time. */
export function pendingRefusal(
  pending: PendingReturn | undefined,
  given: Pick<ConsentReturn, "browserHash" | "state">,
  now: number,
): string | undefined {
  if (pending === undefined || pending.state !== given.state) return usedAnswer;
  if (pending.until <= now) return "required an answer within ten minutes, found a later one. Open the link again";
  if (pending.browserHash !== given.browserHash)
    return "required the browser in which the connection was begun, found another. Open the link in this browser";
  return undefined;
}

export function errorFinding(error: string | null): string {
  const code = error !== null && /^[a-z_]{1,64}$/.test(error) ? error : "no code";
  return code === "access_denied" ? "the person declined" : `the authorization server answered ${code}`;
}
