/**
 * Access tokens: `pwt_<sealed text>`, for one execution or one conversation and named actions, for a day at most. The text is sealed
 * (AES-SIV), so that no token can be made or changed outside. A token is not stored: its use asks for nothing but the generations that were
 * raised lately, which the isolate keeps for ten seconds.
 */
import {
  type GrantAction,
  grantActions,
  grantedThing,
  grantKey,
  ownedTokensKey,
  ownTokensKey,
  scopeOfAction,
} from "../../access/grant.ts";
import type { AccessTokenOrigin } from "../../access/revocable-credential.ts";
import { wholeTenant } from "../../durable/tenant/access-generations.ts";
import type { NewAccessToken } from "../../graph/base/credentials.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";
import type { Environment } from "../platform/environment.ts";
import { askTenant } from "../platform/tenant-client.ts";
import { apiKeyNamed } from "./api-key.ts";
import { type Authentication, unauthenticated } from "./authentication.ts";
import type { KnownGenerations } from "./known-generations.ts";

const prefix = "pwt_";
const kindOfContent = "ACCESS_TOKEN";

/** The sealed content of a token. */
interface TokenFacts extends AccessTokenOrigin {
  readonly actions: readonly GrantAction[];
  readonly isVouched: boolean;
  readonly maker?: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** The longest life of a token. */
const longestAccessMs = 86_400_000;

/** Whether `bearer` is meant as an access token. */
export function isAccessToken(bearer: string): boolean {
  return bearer.startsWith(prefix);
}

/** Makes a token. One call of the tenant's object, which says the generations. */
export async function createAccessToken(
  { expiresAt, grant, madeWith, owner, subject }: NewAccessToken,
  tenant: string,
  identity: IdentityClient,
  environment: Environment,
): Promise<string> {
  const thing = grantKey(grant.thing);
  const generations = await askTenant(environment, tenant, (stub) =>
    stub.accessGenerations(thing, subject, expiresAt, owner),
  );
  const key = madeWith?.kind === "API_KEY" ? await apiKeyNamed(madeWith.id, identity) : undefined;
  const facts = {
    subject,
    thing,
    ...(owner !== undefined && { owner }),
    expiresAt,
    generations,
    actions: grant.actions,
    isVouched: grant.isVouched,
    ...(grant.maker !== undefined && { maker: grant.maker }),
    madeWith: key?.name ?? null,
  };
  return `${prefix}${await identity.seal(JSON.stringify([tenant, kindOfContent, facts]))}`;
}

/** Which tokens for a thing are ended: all, of a thing whose owner is `owner` if known, or those that act for one subject. */
export type RevokedTokens =
  | { readonly of: "EVERYBODY"; readonly owner?: string | undefined }
  | { readonly of: "SUBJECT"; readonly subject: string };

/** Ends tokens for `thing` that exist. */
export async function revokeAccess(
  thing: string,
  tokens: RevokedTokens,
  tenant: string,
  known: KnownGenerations,
  environment: Environment,
): Promise<void> {
  const now = Date.now();
  const [subject, owner] = tokens.of === "SUBJECT" ? [tokens.subject, undefined] : [null, tokens.owner];
  const until = now + longestAccessMs;
  await askTenant(environment, tenant, (stub) => stub.revokeAccess(thing, subject, until, now, owner));
  known.forget(tenant);
}

/** The caller that a token proves. */
export async function authenticateAccessToken(
  text: string,
  identity: IdentityClient,
  known: KnownGenerations,
  environment: Environment,
): Promise<Authentication> {
  const content = await identity.open(text.slice(prefix.length));
  // Sealed by `createAccessToken`, or by another function that puts another kind in this place.
  const [tenant, kind, facts] = JSON.parse(content ?? "[]") as [string?, string?, TokenFacts?];
  if (tenant === undefined || kind !== kindOfContent || facts === undefined)
    return unauthenticated("an access token that this deployment did not make");
  const { actions, expiresAt, generations, isVouched, madeWith, maker, owner, subject, thing } = facts;
  if (expiresAt <= Date.now()) return unauthenticated("an access token that expired");
  const origin = { subject, thing, generations, madeWith, ...(owner !== undefined && { owner }) };
  if (await isRevokedAccess(origin, tenant, known, environment))
    return unauthenticated("an access token that was revoked");
  return {
    ok: true,
    caller: {
      tenant,
      subject,
      groups: [],
      scopes: grantActions.filter((action) => actions.includes(action)).map((action) => scopeOfAction[action]),
      validUntil: expiresAt,
      grant: { thing: grantedThing(thing), actions, isVouched, ...(maker !== undefined && { maker }) },
      credential: { kind: "ACCESS_TOKEN", ...origin },
    },
  };
}

/** Whether a token of this origin was revoked. The tenant's object is asked every ten seconds at most. */
export async function isRevokedAccess(
  { generations, madeWith, owner, subject, thing }: AccessTokenOrigin,
  tenant: string,
  known: KnownGenerations,
  environment: Environment,
): Promise<boolean> {
  const now = Date.now();
  const raised =
    known.get(tenant, now) ?? new Map(await askTenant(environment, tenant, (stub) => stub.raisedAccess(now)));
  known.set(tenant, raised, now);
  const generationOf = (name: string) => raised.get(name) ?? 0;
  return (
    generations.thing < generationOf(thing) ||
    generations.tenant < generationOf(wholeTenant) ||
    (generations.own ?? 0) < generationOf(ownTokensKey(subject, thing)) ||
    (generations.subject ?? 0) < generationOf(ownTokensKey(subject)) ||
    (generations.owned ?? 0) < generationOf(ownedTokensKey(thing, owner)) ||
    (madeWith !== null && generationOf(keyOfApiKey(madeWith)) > 0)
  );
}

/** Names an API key among the things whose tokens can be revoked. */
export function keyOfApiKey(name: string): string {
  return `K${name}`;
}
