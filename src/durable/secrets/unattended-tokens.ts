/** Tokens that are had without a person: by client credentials, or for an assertion about who asks (RFC 7523). */
import type { ClientCredentials, ExchangedIdentity, JwtBearer, StoredAssertion } from "../../plan/credential.ts";
import { identityAssertion } from "../../tools/oauth/identity-assertion.ts";
import {
  type Challenge,
  findOAuthServer,
  type OAuthResult,
  type OAuthServer,
  type OAuthWays,
  scopeOf,
} from "../../tools/oauth/oauth-server.ts";
import { type KeptTokens, signedJwt, type UnattendedGrant, unattendedTokens } from "../../tools/oauth/oauth-tokens.ts";
import { type ClientOwner, givenClient, type SecretLookup } from "./given-client.ts";

export interface UnattendedRequest extends Omit<ClientOwner, "owner"> {
  /** Address of the server. */
  readonly url: string;
  readonly credential: ClientCredentials | JwtBearer;
  /** What the server said when it refused a request. */
  readonly challenge: Challenge;
}

export interface UnattendedWays {
  readonly ways: OAuthWays;
  readonly secret: SecretLookup;
  readonly now: number;
}

export type UnattendedTokens =
  | { readonly kind: "GIVEN"; readonly server: OAuthServer; readonly tokens: KeptTokens }
  /** The same request gets no token later either. `finding` completes "Cannot …: ". */
  | { readonly kind: "MISSING"; readonly finding: string }
  /** The answer is not known now, but may be known later. */
  | { readonly kind: "UNAVAILABLE"; readonly finding: string };

type GrantResult =
  | { readonly kind: "GRANT"; readonly grant: UnattendedGrant }
  | Extract<UnattendedTokens, { readonly kind: "MISSING" | "UNAVAILABLE" }>;

export async function tokensWithoutPerson(
  { challenge, credential, subject, tenant, url }: UnattendedRequest,
  { now, secret, ways }: UnattendedWays,
): Promise<UnattendedTokens> {
  const found = await findOAuthServer(url, challenge, ways, "UNATTENDED");
  if (!found.ok) return notGiven("UNAVAILABLE", found.finding);
  const server = found.value;
  const owner = { tenant, subject, owner: credential.owner };
  const client = await givenClient(credential.client, server, owner, secret);
  if (!client.ok) return { kind: "MISSING", finding: client.finding };
  const scope = scopeOf(server, challenge.scope, credential.scopes, "UNATTENDED");
  const granted = await grantOf(credential, server, owner, scope, { now, secret, ways });
  if (granted.kind !== "GRANT") return granted;
  const result = await unattendedTokens(server, client.value, granted.grant, scope, ways, now);
  if (result.ok) return { kind: "GIVEN", server, tokens: result.value };
  return notGiven("isRefused" in result && result.isRefused ? "MISSING" : "UNAVAILABLE", result.finding);
}

async function grantOf(
  credential: UnattendedRequest["credential"],
  server: OAuthServer,
  owner: ClientOwner,
  scope: string | undefined,
  options: UnattendedWays,
): Promise<GrantResult> {
  if (credential.kind === "CLIENT_CREDENTIALS") return { kind: "GRANT", grant: { kind: "CLIENT_CREDENTIALS" } };
  const { assertion } = credential;
  if (assertion.kind === "IDENTITY") return exchanged(assertion, server, owner, scope, options);
  const found = await storedJwt(assertion, String(server.metadata.token_endpoint), owner, options.secret);
  return found.ok ? asserted(found.value) : { kind: "MISSING", finding: found.finding };
}

/** The identity token goes to the identity provider alone, and its assertion to the authorization server alone. */
async function exchanged(
  identity: ExchangedIdentity,
  server: OAuthServer,
  owner: ClientOwner,
  scope: string | undefined,
  { secret, ways }: UnattendedWays,
): Promise<GrantResult> {
  const { client, tokenEndpoint } = identity;
  const token = await storedJwt(identity, tokenEndpoint, owner, secret);
  if (!token.ok) return { kind: "MISSING", finding: token.finding };
  const ofClient =
    client.secret === undefined ? undefined : await secret({ ...owner, url: tokenEndpoint }, client.secret);
  if (ofClient?.ok === false) return { kind: "MISSING", finding: ofClient.finding };
  const provider = { tokenEndpoint, clientId: client.id, clientSecret: ofClient?.value };
  const result = await identityAssertion(server, provider, token.value, scope, ways);
  if (result.ok) return asserted(result.value);
  return notGiven("isRefused" in result && result.isRefused ? "MISSING" : "UNAVAILABLE", result.finding);
}

async function storedJwt(
  { secret: name }: StoredAssertion | ExchangedIdentity,
  url: string,
  owner: ClientOwner,
  secret: SecretLookup,
): Promise<OAuthResult<string>> {
  const found = await secret({ ...owner, url }, name);
  if (!found.ok || signedJwt.test(found.value)) return found;
  return { ok: false, finding: `required a signed JWT in the secret ${name}, found something else` };
}

function asserted(assertion: string): GrantResult {
  return { kind: "GRANT", grant: { kind: "JWT_BEARER", assertion } };
}

function notGiven<Kind extends "MISSING" | "UNAVAILABLE">(kind: Kind, finding: string) {
  return { kind, finding: `no token was given: ${finding}` };
}
