/** The credential of a registration, as callers give it. */
import type { ProviderCredential } from "../../plan/credential.ts";
import type { CredentialInput } from "../base/schema.generated.ts";

/** Nothing for none, so that it can be spread into a registration. */
export function credentialOf(input: CredentialInput | null | undefined): { readonly credential?: ProviderCredential } {
  if (input == null) return {};
  const headers = input.headers.map(({ name, prefix, secret }) => ({ name, secret, prefix: prefix ?? "" }));
  return { credential: { kind: "HEADERS", headers } };
}
