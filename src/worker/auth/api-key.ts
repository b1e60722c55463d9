/**
 * API keys: `pw_<id>_<secret>`. The id is sealed and names the tenant, so that a forged one reaches no object; of the secret only a
 * hash is stored.
 *
 * A stored key is kept in the isolate for five seconds, so that revocation takes as long. An unknown key is never kept.
 */
import type { StoredApiKey } from "../../durable/tenant/tenant-api-keys.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import { RecentMap } from "../../json/bounded-map.ts";
import type { Environment } from "../platform/environment.ts";
import { hasHash } from "../platform/secret.ts";
import { askTenant } from "../platform/tenant-client.ts";
import { type Authentication, unauthenticated } from "./authentication.ts";

const KEPT_MS = 5_000;
const MAX_KEPT = 1_000;
const KEY_PATTERN = /^pw_([\w-]{20,2000})_([0-9a-f]{64})$/;

/** The content of the id of a key. */
export interface ApiKeyName {
  readonly tenant: string;
  /** Name of the key within the tenant. */
  readonly name: string;
}

/** The public id of a key. */
export function apiKeyId({ name, tenant }: ApiKeyName, identity: IdentityClient): Promise<string> {
  return identity.seal(JSON.stringify([tenant, "API_KEY", name]));
}

/** The key that a public id means. Undefined for any other text. */
export async function apiKeyNamed(id: string, identity: IdentityClient): Promise<ApiKeyName | undefined> {
  const content = await identity.open(id);
  if (content === undefined) return undefined;
  const [tenant, kind, name] = JSON.parse(content) as readonly string[];
  return kind === "API_KEY" && tenant !== undefined && name !== undefined ? { tenant, name } : undefined;
}

/** The whole key, as its owner keeps it. */
export function apiKeyText(id: string, secret: string): string {
  return `pw_${id}_${secret}`;
}

/** Keys of an isolate by their public id, known from the time before they were asked for. Values are shared between requests, never promises. */
export class KeptApiKeys extends RecentMap<StoredApiKey> {
  constructor() {
    super({ maxSize: MAX_KEPT, keptMs: KEPT_MS });
  }
}

/** The caller that `token` proves. One call of the tenant's object, none for a token that this deployment did not make. */
export async function authenticateApiKey(
  token: string,
  identity: IdentityClient,
  kept: KeptApiKeys,
  environment: Environment,
): Promise<Authentication> {
  const [, id, secret] = KEY_PATTERN.exec(token) ?? [];
  if (id === undefined || secret === undefined) return unauthenticated("something that is no API key");
  const unknown = unauthenticated("an API key that this deployment does not know");
  const named = await apiKeyNamed(id, identity);
  if (named === undefined) return unknown;
  const now = Date.now();
  const known = kept.get(id, now);
  const key = known ?? (await askTenant(environment, named.tenant, (stub) => stub.apiKey(named.name)));
  if (key === null || !hasHash(secret, key.secretHash)) return unknown;
  if (known === undefined) kept.set(id, key, now);
  // Only a holder of the secret learns the state of the key.
  if (key.revokedAt !== null) return unauthenticated("an API key that was revoked");
  if (key.expiresAt !== null && key.expiresAt <= now) return unauthenticated("an API key that expired");
  const { expiresAt: validUntil, groups = [], scopes, subject } = key;
  return {
    ok: true,
    caller: {
      tenant: named.tenant,
      subject,
      groups,
      scopes: scopes as readonly Scope[],
      validUntil: validUntil ?? undefined,
      credential: { kind: "API_KEY", id },
    },
  };
}

/** Whether a key that proved a caller before was revoked since, or is no longer stored. */
export async function isRevokedApiKey(
  id: string,
  identity: IdentityClient,
  kept: KeptApiKeys,
  environment: Environment,
): Promise<boolean> {
  const now = Date.now();
  const known = kept.get(id, now);
  if (known !== undefined) return known.revokedAt !== null;
  const named = await apiKeyNamed(id, identity);
  if (named === undefined) return true;
  const key = await askTenant(environment, named.tenant, (stub) => stub.apiKey(named.name));
  if (key === null) return true;
  kept.set(id, key, now);
  return key.revokedAt !== null;
}
