/** The credential of a registration, as callers give it. */
import type { Assertion, OAuthClientName, ProviderCredential, SecretHeader } from "../../plan/credential.ts";
import type {
  AssertionInput,
  CredentialInput,
  JwtBearerInput,
  OAuthInput,
  SecretHeaderInput,
} from "../base/schema.generated.ts";

/** Nothing for none, so that it can be spread into a registration. `@oneOf` has made sure that one member is given. */
export function credentialOf(input: CredentialInput | null | undefined): { readonly credential?: ProviderCredential } {
  if (input == null) return {};
  if (input.oauth != null) return { credential: oauthOf(input.oauth) };
  if (input.clientCredentials != null) return { credential: clientCredentialsOf(input.clientCredentials) };
  if (input.jwtBearer != null) return { credential: jwtBearerOf(input.jwtBearer) };
  return { credential: { kind: "HEADERS", headers: (input.headers ?? []).map(headerOf) } };
}

function headerOf({ name, prefix, scope, secret }: SecretHeaderInput): SecretHeader {
  return { name, secret, prefix: prefix ?? "", ...(scope != null && { owner: scope }) };
}

function oauthOf({ scope, scopes, ...named }: OAuthInput): ProviderCredential {
  const facts = { kind: "OAUTH" as const, owner: scope ?? "SUBJECT", scopes: scopes ?? [] };
  if (named.clientId == null && named.clientSecret == null && named.clientKey == null) return facts;
  return { ...facts, client: clientOf(named) };
}

function clientCredentialsOf({ scope, scopes, ...named }: OAuthInput): ProviderCredential {
  return { kind: "CLIENT_CREDENTIALS", owner: scope ?? "TENANT", scopes: scopes ?? [], client: clientOf(named) };
}

function jwtBearerOf({ assertion, scope, scopes, ...named }: JwtBearerInput): ProviderCredential {
  const facts = { kind: "JWT_BEARER" as const, owner: scope ?? "TENANT", scopes: scopes ?? [] };
  return { ...facts, client: clientOf(named), assertion: assertionOf(assertion) };
}

function assertionOf({ identity, secret }: AssertionInput): Assertion {
  if (identity == null) return { kind: "STORED", secret: secret ?? "" };
  const { clientId, clientSecret, secret: token, tokenEndpoint } = identity;
  const client = { id: clientId, ...(clientSecret != null && { secret: clientSecret }) };
  return { kind: "IDENTITY", secret: token, tokenEndpoint, client };
}

/** A missing id is empty, and refused as such by the rules for credentials. */
function clientOf({
  clientId,
  clientKey,
  clientSecret,
}: Pick<OAuthInput, "clientId" | "clientKey" | "clientSecret">): OAuthClientName {
  return {
    id: clientId ?? "",
    ...(clientSecret != null && { secret: clientSecret }),
    ...(clientKey != null && { key: { secret: clientKey.secret, algorithm: clientKey.algorithm } }),
  };
}
