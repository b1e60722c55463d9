/** The credential of a registration, as callers give it. */
import type { ProviderCredential } from "../../plan/credential.ts";
import type { CredentialInput, OAuthInput } from "../base/schema.generated.ts";

/** Nothing for none, so that it can be spread into a registration. `@oneOf` has made sure that one member is given. */
export function credentialOf(input: CredentialInput | null | undefined): { readonly credential?: ProviderCredential } {
  if (input == null) return {};
  if (input.oauth != null) return { credential: oauthOf(input.oauth) };
  if (input.clientCredentials != null) return { credential: clientCredentialsOf(input.clientCredentials) };
  const headers = (input.headers ?? []).map(({ name, prefix, secret }) => ({ name, secret, prefix: prefix ?? "" }));
  return { credential: { kind: "HEADERS", headers } };
}

function oauthOf({ clientId, clientSecret, scope, scopes }: OAuthInput): ProviderCredential {
  const facts = { kind: "OAUTH" as const, owner: scope ?? "SUBJECT", scopes: scopes ?? [] };
  if (clientId == null && clientSecret == null) return facts;
  return { ...facts, client: { id: clientId ?? "", ...(clientSecret != null && { secret: clientSecret }) } };
}

/** Missing members are empty, and refused as such by the rules for credentials. */
function clientCredentialsOf({ clientId, clientSecret, scope, scopes }: OAuthInput): ProviderCredential {
  const client = { id: clientId ?? "", secret: clientSecret ?? "" };
  return { kind: "CLIENT_CREDENTIALS", owner: scope ?? "TENANT", scopes: scopes ?? [], client };
}
