/** Whether the credential of a caller was revoked while its streams are open. */
import type { Caller } from "../../graph/base/graph-context.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";
import type { Environment } from "../platform/environment.ts";
import { isRevokedApiKey } from "./api-key.ts";
import type { CredentialMemory } from "./credential-memory.ts";

/** The part of a subscription gate that knows of revocation; empty for a caller whose credential cannot be revoked. */
export function revocationOf(
  { credential }: Caller,
  identity: IdentityClient,
  { apiKeys }: CredentialMemory,
  environment: Environment,
): { readonly isRevoked?: () => Promise<boolean> } {
  if (credential === undefined) return {};
  return { isRevoked: () => isRevokedApiKey(credential.id, identity, apiKeys, environment) };
}
