/** The credentials of a tenant, reached as its tenant object. Keys exist only where the deployment uses them. */
import { grantKey, ownTokensKey } from "../../access/grant.ts";
import type { StoredApiKey } from "../../durable/tenant/tenant-api-keys.ts";
import type { ApiKeyRecord, CredentialClient } from "../../graph/base/credentials.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import { createAccessToken, keyOfApiKey, type RevokedTokens, revokeAccess } from "../auth/access-token.ts";
import { apiKeyId, apiKeyNamed, apiKeyText } from "../auth/api-key.ts";
import type { CredentialHolder } from "../auth/credential-memory.ts";
import { createSubscriptionToken } from "../auth/subscription-token.ts";
import type { Environment } from "../platform/environment.ts";
import { randomHex, secretHash } from "../platform/secret.ts";
import { askTenant } from "../platform/tenant-client.ts";
import type { Settings } from "../settings/settings.ts";
import { webhookSecret } from "./webhook-signature.ts";

const MAX_API_KEYS = 1_000;

/** The client of the credentials of `tenant`. */
export function credentialClient(
  environment: Environment,
  settings: Settings,
  isolate: CredentialHolder,
  tenant: string,
): CredentialClient {
  const identity = isolate.identity(settings);
  const usesKeys = settings.auth?.mode === "keys";
  const end = (thing: string, tokens: RevokedTokens) =>
    revokeAccess(thing, tokens, tenant, isolate.credentials.generations, environment);
  const record = async (key: StoredApiKey): Promise<ApiKeyRecord> => {
    const { groups = [], name, scopes, secretHash: _, ...facts } = key;
    return { ...facts, groups, keyId: await apiKeyId({ tenant, name }, identity), scopes: scopes as readonly Scope[] };
  };
  return {
    list: async () =>
      usesKeys ? Promise.all((await askTenant(environment, tenant, (stub) => stub.apiKeys())).map(record)) : [],
    create: async (given) => {
      if (!usesKeys) return { kind: "NOT_USED" };
      const [name, secret, now] = [randomHex(16), randomHex(32), Date.now()];
      const key = { ...given, name, secretHash: secretHash(secret), createdAt: now, revokedAt: null };
      const answer = await askTenant(environment, tenant, (stub) => stub.addApiKey(key, MAX_API_KEYS, now));
      if (answer.kind === "LIMIT_EXCEEDED") return answer;
      const apiKey = await record(key);
      return { kind: "CREATED", apiKey, secret: apiKeyText(apiKey.keyId, secret) };
    },
    revoke: async (keyId) => {
      const named = usesKeys ? await apiKeyNamed(keyId, identity) : undefined;
      if (named === undefined || named.tenant !== tenant) return undefined;
      const key = await askTenant(environment, tenant, (stub) => stub.revokeApiKey(named.name, Date.now()));
      isolate.credentials.apiKeys.delete(keyId);
      // Tokens that were made with it end too.
      await end(keyOfApiKey(named.name), { of: "EVERYBODY" });
      return key === null ? undefined : record(key);
    },
    webhookSecret: () => webhookSecret(settings.idSealingSecret, tenant),
    createAccessToken: (token) => createAccessToken(token, tenant, identity, environment),
    revokeAccessTokens: (thing, subject, owner) =>
      end(grantKey(thing), subject === undefined ? { of: "EVERYBODY", owner } : { of: "SUBJECT", subject }),
    endTokensOf: (subject) => end(ownTokensKey(subject), { of: "EVERYBODY" }),
    createSubscriptionToken: (rights) => createSubscriptionToken(rights, tenant, identity, environment),
  };
}
