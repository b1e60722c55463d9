/** Whether the credential of a caller was revoked while its streams are open. */
import type { RevocableCredential } from "../../access/revocable-credential.ts";
import type { Caller } from "../../graph/base/graph-context.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";
import type { Environment } from "../platform/environment.ts";
import { isRevokedAccess } from "./access-token.ts";
import { isRevokedApiKey } from "./api-key.ts";
import type { CredentialMemory } from "./credential-memory.ts";

/** The part of a subscription gate that knows of revocation; empty for a caller whose credential cannot be revoked. */
export function revocationOf(
  { credential, tenant }: Pick<Caller, "credential" | "tenant">,
  identity: IdentityClient,
  memory: CredentialMemory,
  environment: Environment,
): { readonly isRevoked?: () => Promise<boolean> } {
  if (credential === undefined) return {};
  return { isRevoked: () => isRevoked(credential, tenant, identity, memory, environment) };
}

function isRevoked(
  credential: RevocableCredential,
  tenant: string,
  identity: IdentityClient,
  { apiKeys, generations }: CredentialMemory,
  environment: Environment,
): Promise<boolean> {
  switch (credential.kind) {
    case "API_KEY":
      return isRevokedApiKey(credential.id, identity, apiKeys, environment);
    case "ACCESS_TOKEN":
      return isRevokedAccess(credential, tenant, generations, environment);
  }
}
