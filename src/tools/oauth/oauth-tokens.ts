/** Tokens of an authorization server: the request of a person's consent, the exchange of its code, refreshing, and grants without a person. */
import type { DpopSession, OAuthTokens } from "@modelcontextprotocol/client";
import { clientAuthentication } from "./client-assertion.ts";
import type { OAuthClient } from "./oauth-client.ts";
import {
  FaultNotes,
  faultFinding,
  loadOAuth,
  type OAuthResult,
  type OAuthServer,
  type OAuthWays,
  refused,
} from "./oauth-server.ts";
import { newProofKey, type ProofKey, proofSession, withFitNonces } from "./proof-of-possession.ts";

/** Tokens as they are kept, encrypted. */
export interface KeptTokens {
  readonly access: string;
  /** Absent if the server gave none. */
  readonly refresh?: string;
  /** The granted scopes, or the requested ones where the server does not say. Absent for none. */
  readonly scope?: string;
  /** Unix milliseconds. Absent if the server does not say. */
  readonly expiresAt?: number;
  /** The key that both are bound to (DPoP). Absent for a bearer token. */
  readonly proofKey?: ProofKey;
}

export interface ConsentRequest {
  readonly url: string;
  readonly verifier: string;
}

/** The code with which a person comes back, and the request that it belongs to. */
export interface ConsentAnswer {
  readonly code: string;
  /** Issuer that the answer names (RFC 9207). Undefined if it names none. */
  readonly iss: string | undefined;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly scope: string | undefined;
}

/** `isRefused` says that the same request will be refused again. */
type Granted<Value> =
  | OAuthResult<Value>
  | { readonly ok: false; readonly finding: string; readonly isRefused: boolean };
/**
 * `isClientRefused` says that the server did not take what proves the client; the grant itself may be good. `isProofDemanded` says that it
 * takes no request without a proof of possession.
 */
type TokenResult = Granted<KeptTokens> & { readonly isClientRefused?: boolean; readonly isProofDemanded?: boolean };
export type AssertionResult = Granted<string>;

/** A JWT with a signature. */
export const signedJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Errors that the same request will get again. */
const lastingErrors = new Set(
  `invalid_grant invalid_client unauthorized_client invalid_request invalid_scope unsupported_grant_type access_denied
   invalid_target`.split(/\s+/),
);
const longestToken = 16_384;
/** Characters that a header may have. */
const tokenText = /^[!-~]+$/;
const mostSeconds = 31_536_000;

/** Where a person is sent to consent. */
export async function consentRequest(
  server: OAuthServer,
  client: OAuthClient,
  {
    redirectUri,
    scope,
    state,
  }: { readonly redirectUri: string; readonly scope: string | undefined; readonly state: string },
): Promise<OAuthResult<ConsentRequest>> {
  const library = await loadOAuth();
  try {
    const { authorizationUrl, codeVerifier } = await library.startAuthorization(server.authorizationServerUrl, {
      metadata: server.metadata,
      clientInformation: client,
      redirectUrl: redirectUri,
      state,
      resource: server.resource,
      ...(scope !== undefined && { scope }),
    });
    return { ok: true, value: { url: authorizationUrl.href, verifier: codeVerifier } };
  } catch (error) {
    return refused(faultFinding(error, library));
  }
}

/** Exchanges the code that a person came back with, if the answer names the issuer that was asked. */
export async function exchangedTokens(
  server: OAuthServer,
  client: OAuthClient,
  { code, iss, redirectUri, scope, verifier }: ConsentAnswer,
  ways: OAuthWays,
  now: number,
): Promise<TokenResult> {
  const facts = { scope, now, proofs: server.proofs, proofKey: await proofKeyFor(server) };
  return tokensOf(ways, facts, (library, sent) =>
    library.exchangeAuthorization(server.authorizationServerUrl, {
      metadata: server.metadata,
      clientInformation: client,
      ...provenBy(client, now),
      ...sent,
      authorizationCode: code,
      ...(iss !== undefined && { iss }),
      codeVerifier: verifier,
      redirectUri,
      resource: server.resource,
    }),
  );
}

/** `isRefused` of the result says that the server will never take this refresh token again. */
export function refreshedTokens(
  server: OAuthServer,
  client: OAuthClient,
  { proofKey, refresh = "", scope }: KeptTokens,
  ways: OAuthWays,
  now: number,
): Promise<TokenResult> {
  return tokensOf(ways, { scope, now, proofs: server.proofs, proofKey }, (library, sent) =>
    library.refreshAuthorization(server.authorizationServerUrl, {
      metadata: server.metadata,
      clientInformation: client,
      ...provenBy(client, now),
      ...sent,
      refreshToken: refresh,
      resource: server.resource,
    }),
  );
}

/** A grant without a person: the client asks for itself, or hands in an assertion about who asks. */
export type UnattendedGrant =
  | { readonly kind: "CLIENT_CREDENTIALS" }
  | { readonly kind: "JWT_BEARER"; readonly assertion: string };

const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";

function parametersOf(grant: UnattendedGrant): Record<string, string> {
  return grant.kind === "CLIENT_CREDENTIALS"
    ? { grant_type: "client_credentials" }
    : { grant_type: jwtBearer, assertion: grant.assertion };
}

/** Tokens without a person. `isRefused` of the result says that the same request will never be granted. */
export async function unattendedTokens(
  server: OAuthServer,
  client: OAuthClient,
  grant: UnattendedGrant,
  scope: string | undefined,
  ways: OAuthWays,
  now: number,
): Promise<TokenResult> {
  const facts = { scope, now, proofs: server.proofs, proofKey: await proofKeyFor(server) };
  return tokensOf(ways, facts, (library, { dpop, fetchFn }) =>
    library.fetchToken(
      {
        redirectUrl: undefined,
        clientMetadata: { redirect_uris: [] },
        clientInformation: () => client,
        tokens: () => undefined,
        saveTokens: () => undefined,
        redirectToAuthorization: () => undefined,
        saveCodeVerifier: () => undefined,
        codeVerifier: () => "",
        ...provenBy(client, now),
        ...(dpop !== undefined && { dpop: () => dpop }),
        prepareTokenRequest: () =>
          new URLSearchParams({ ...parametersOf(grant), ...(scope !== undefined && { scope }) }),
      },
      server.authorizationServerUrl,
      { metadata: server.metadata, resource: server.resource, fetchFn },
    ),
  );
}

/** What proves a client that has a key. Nothing for another one, whose secret the library sends. */
function provenBy(client: OAuthClient, now: number) {
  const addClientAuthentication = clientAuthentication(client, now);
  return addClientAuthentication && { addClientAuthentication };
}

type Library = Awaited<ReturnType<typeof loadOAuth>>;

/** A new key where tokens are to be bound to one. */
async function proofKeyFor({ proofs }: OAuthServer): Promise<ProofKey | undefined> {
  return proofs === undefined ? undefined : newProofKey();
}

interface TokenFacts {
  /** The scope that is asked for. */
  readonly scope: string | undefined;
  readonly now: number;
  /** The key that the token is to be bound to. Undefined for a bearer token. */
  readonly proofKey: ProofKey | undefined;
  /** As of the server. */
  readonly proofs: OAuthServer["proofs"];
}

/** How the library sends a request for tokens. */
interface Sending {
  readonly fetchFn: OAuthWays["fetch"];
  readonly dpop?: DpopSession;
}

async function tokensOf(
  { fetch }: OAuthWays,
  facts: TokenFacts,
  request: (library: Library, sending: Sending) => Promise<OAuthTokens>,
): Promise<TokenResult> {
  const library = await loadOAuth();
  const faults = new FaultNotes();
  const { proofKey } = facts;
  const dpop = proofKey === undefined ? {} : { dpop: await proofSession(proofKey) };
  try {
    return keptTokens(await request(library, { fetchFn: withFitNonces(faults.noting(fetch)), ...dpop }), facts);
  } catch (error) {
    const code = error instanceof library.OAuthError ? error.code : "";
    const isProofDemanded = proofKey === undefined && code === "invalid_dpop_proof";
    const isRefused = isProofDemanded || isLastingError(code);
    const reasons = { isRefused, isProofDemanded, isClientRefused: code === "invalid_client" };
    return { ...refused(faults.guarded() ?? faultFinding(error, library)), ...reasons };
  }
}

/** Whether the request that was refused with `code` will be refused again. */
export function isLastingError(code: string): boolean {
  return lastingErrors.has(code);
}

function keptTokens(tokens: OAuthTokens, { now, proofKey, proofs, scope: asked }: TokenFacts): OAuthResult<KeptTokens> {
  const { access_token: access, expires_in: seconds, refresh_token: refresh, token_type: type } = tokens;
  const isBound = type.toLowerCase() === "dpop" && proofKey !== undefined;
  if (!isBound && proofs === "DEMANDED")
    return refused("required a token of the type DPoP, which the server demands, found another type");
  if (type.toLowerCase() !== "bearer" && !isBound)
    return refused(`required a token of the type Bearer${proofKey ? " or DPoP" : ""}, found another type`);
  for (const token of [access, refresh]) {
    if (token === undefined) continue;
    if (token.length > longestToken)
      return refused(`required tokens of at most ${longestToken} characters, found ${token.length}`);
    if (!tokenText.test(token)) return refused("required tokens of visible ASCII characters, found others");
  }
  const scope = tokens.scope ?? asked;
  const lasts =
    seconds === undefined || !Number.isFinite(seconds) ? undefined : Math.min(Math.max(seconds, 0), mostSeconds);
  return {
    ok: true,
    value: {
      access,
      ...(refresh !== undefined && { refresh }),
      ...(scope !== undefined && { scope }),
      ...(lasts !== undefined && { expiresAt: now + lasts * 1_000 }),
      ...(isBound && { proofKey }),
    },
  };
}
