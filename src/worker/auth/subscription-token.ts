/**
 * Tokens for one subscription, for clients that cannot send headers. A token stands in a URL, so it lives for a minute and works once: the
 * tenant's object removes it in the turn in which it is used.
 */
import type { SubscriptionRights } from "../../graph/base/credentials.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import type { Environment } from "../platform/environment.ts";
import { objectsOf } from "../platform/placement.ts";
import { randomHex, secretHash } from "../platform/secret.ts";
import { type Authentication, unauthenticated } from "./authentication.ts";

const LIFE_MS = 60_000;

/** Makes a token for the rights of a caller, which ends with the credential of that caller. */
export async function createSubscriptionToken(
  { credential, grant, groups, scopes, subject, validUntil }: SubscriptionRights,
  tenant: string,
  identity: IdentityClient,
  environment: Environment,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const [name, secret] = [randomHex(16), randomHex(32)];
  const now = Date.now();
  const expiresAt = Math.min(now + LIFE_MS, validUntil ?? Number.POSITIVE_INFINITY);
  const rights = {
    subject,
    groups,
    scopes,
    validUntil: validUntil ?? null,
    ...(credential === undefined ? {} : { credential }),
    ...(grant === undefined ? {} : { grant }),
  };
  await objectsOf(environment, "TENANT", tenant)
    .getByName(tenant)
    .addToken(name, { ...rights, secretHash: secretHash(secret), expiresAt }, now);
  return { token: await identity.seal(JSON.stringify([tenant, "SUBSCRIPTION_TOKEN", name, secret])), expiresAt };
}

/** The caller that `token` proves, once. One call of the tenant's object, none for a token that this deployment did not make. */
export async function useSubscriptionToken(
  token: string,
  identity: IdentityClient,
  environment: Environment,
): Promise<Authentication> {
  const refused = unauthenticated("a subscription token that was used, has expired or was never given out");
  const content = await identity.open(token);
  if (content === undefined) return refused;
  const [tenant, kind, name, secret] = JSON.parse(content) as readonly string[];
  if (kind !== "SUBSCRIPTION_TOKEN" || tenant === undefined || name === undefined || secret === undefined) {
    return refused;
  }
  // Not repeated if the answer is lost: the token may be used up by then.
  const rights = await objectsOf(environment, "TENANT", tenant)
    .getByName(tenant)
    .useToken(name, secretHash(secret), Date.now());
  if (rights === null) return refused;
  const { credential, grant, groups = [], scopes, subject, validUntil } = rights;
  return {
    ok: true,
    caller: {
      tenant,
      subject,
      groups,
      scopes: scopes as readonly Scope[],
      validUntil: validUntil ?? undefined,
      ...(credential === undefined ? {} : { credential }),
      ...(grant === undefined ? {} : { grant }),
    },
  };
}
