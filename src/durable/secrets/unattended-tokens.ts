/** Tokens that are had without a person: by client credentials, or for an assertion about who asks (RFC 7523). */
import type { ClientCredentials, JwtBearer } from "../../plan/credential.ts";
import {
  type Challenge,
  findOAuthServer,
  type OAuthServer,
  type OAuthWays,
  scopeOf,
} from "../../tools/oauth/oauth-server.ts";
import { type KeptTokens, type UnattendedGrant, unattendedTokens } from "../../tools/oauth/oauth-tokens.ts";
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

/** A JWT with a signature. */
const signedJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

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
  const scope = scopeOf(server, challenge.scope, credential.scopes);
  const granted = await grantOf(credential, server, owner, secret);
  if (granted.kind !== "GRANT") return granted;
  const result = await unattendedTokens(server, client.value, granted.grant, scope, ways, now);
  if (result.ok) return { kind: "GIVEN", server, tokens: result.value };
  return notGiven("isRefused" in result && result.isRefused ? "MISSING" : "UNAVAILABLE", result.finding);
}

async function grantOf(
  credential: UnattendedRequest["credential"],
  { metadata }: OAuthServer,
  owner: ClientOwner,
  secret: SecretLookup,
): Promise<GrantResult> {
  if (credential.kind === "CLIENT_CREDENTIALS") return { kind: "GRANT", grant: { kind: "CLIENT_CREDENTIALS" } };
  const { secret: name } = credential.assertion;
  const found = await secret({ ...owner, url: String(metadata.token_endpoint) }, name);
  if (!found.ok) return { kind: "MISSING", finding: found.finding };
  if (!signedJwt.test(found.value))
    return { kind: "MISSING", finding: `required a signed JWT in the secret ${name}, found something else` };
  return { kind: "GRANT", grant: { kind: "JWT_BEARER", assertion: found.value } };
}

function notGiven<Kind extends "MISSING" | "UNAVAILABLE">(kind: Kind, finding: string) {
  return { kind, finding: `no token was given: ${finding}` };
}
