/**
 * Revokes tokens at their authorization server (RFC 7009). The refresh token comes first: a server that revokes it has no further one for
 * its grant. Nothing is tried again here: the caller gets the result, and whether a later attempt may change it.
 */
import { egressRefusal } from "../../catalog/egress.ts";
import { retryAfterMs } from "../../catalog/retry-after.ts";
import { type ClientAuthentication, clientAuthentication } from "./client-assertion.ts";
import type { OAuthClient } from "./oauth-client.ts";
import { FaultNotes, faultFinding, loadOAuth, type OAuthServer, type OAuthWays } from "./oauth-server.ts";
import type { KeptTokens } from "./oauth-tokens.ts";

/** As `TokenRevocation`; `mayRetry` says whether the same request can be taken later, not before `retryAfterMs` if the server said so. */
export type RevocationAttempt =
  | { readonly kind: "NOTHING" | "NOT_OFFERED" | "REVOKED" }
  | {
      readonly kind: "FAILED";
      readonly finding: string;
      readonly mayRetry: boolean;
      readonly retryAfterMs: number | undefined;
    };

/** An attempt that another one is no better than. */
export function lastingFailure(finding: string): RevocationAttempt {
  return { kind: "FAILED", finding, mayRetry: false, retryAfterMs: undefined };
}

export async function revokedTokens(
  server: OAuthServer,
  client: OAuthClient,
  { access, refresh }: KeptTokens,
  ways: OAuthWays,
  now: number,
): Promise<RevocationAttempt> {
  const endpoint = revocationEndpoint(server);
  if (endpoint === undefined) return { kind: "NOT_OFFERED" };
  const refusal = egressRefusal(endpoint, ways.egress);
  if (refusal !== undefined) return lastingFailure(`the revocation endpoint is refused: ${refusal.finding}`);
  const revoke = (token: string, kind: string) => revoked(endpoint, server, client, { token, kind }, ways, now);
  if (refresh === undefined) return revoke(access, "access_token");
  const ofGrant = await revoke(refresh, "refresh_token");
  // Many servers end the access tokens of a grant with it, and some know of no others.
  const ofAccess = await revoke(access, "access_token");
  const isForGrant = ofGrant.kind !== "FAILED" || ofAccess.kind !== "FAILED" || ofGrant.mayRetry;
  return isForGrant ? ofGrant : ofAccess;
}

/** Where the server revokes tokens. Undefined if it does not say. */
export function revocationEndpoint({ metadata }: OAuthServer): string | undefined {
  const { revocation_endpoint: endpoint } = metadata as { readonly revocation_endpoint?: unknown };
  return endpoint == null ? undefined : String(endpoint);
}

/** As requests for tokens are sent, which the server took. */
function authenticationBySecret(
  client: OAuthClient,
  metadata: OAuthServer["metadata"],
  library: Awaited<ReturnType<typeof loadOAuth>>,
): ClientAuthentication {
  const {
    revocation_endpoint_auth_methods_supported: ofRevocation,
    token_endpoint_auth_methods_supported: ofToken = [],
  } = metadata as { readonly revocation_endpoint_auth_methods_supported?: string[] } & typeof metadata;
  const method = library.selectClientAuthMethod(client, ofRevocation ?? ofToken);
  const { client_id: id, client_secret: secret = "" } = client;
  return async (headers, form) => {
    if (method === "client_secret_basic") headers.set("authorization", `Basic ${btoa(`${id}:${secret}`)}`);
    else form.set("client_id", id);
    if (method === "client_secret_post") form.set("client_secret", secret);
  };
}

async function revoked(
  endpoint: string,
  { metadata }: OAuthServer,
  client: OAuthClient,
  { kind, token }: { readonly token: string; readonly kind: string },
  { fetch }: OAuthWays,
  now: number,
): Promise<RevocationAttempt> {
  const library = await loadOAuth();
  const faults = new FaultNotes();
  const form = new URLSearchParams({ token, token_type_hint: kind });
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  const authentication = clientAuthentication(client, now) ?? authenticationBySecret(client, metadata, library);
  try {
    await authentication(headers, form);
    const response = await faults.noting(fetch)(endpoint, { method: "POST", headers, body: form.toString() });
    await response.body?.cancel();
    if (response.ok) return { kind: "REVOKED" };
    const { headers: answered, status } = response;
    const finding = `required the status 200 of the authorization server, found ${status}`;
    const wait = retryAfterMs(answered.get("retry-after"), now) ?? undefined;
    return { kind: "FAILED", finding, mayRetry: status === 408 || status === 429 || status >= 500, retryAfterMs: wait };
  } catch (error) {
    const guarded = faults.guarded();
    if (guarded !== undefined) return lastingFailure(guarded);
    return { kind: "FAILED", finding: faultFinding(error, library), mayRetry: true, retryAfterMs: undefined };
  }
}
