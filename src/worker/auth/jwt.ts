/**
 * Tokens of an identity provider. Issuer, audience and algorithms are those of the deployment, never of the token; keys come
 * from one address, through the egress guard, and are kept for ten minutes.
 *
 * 1. A token is refused by 401 only for a fault of the token. If the keys cannot be read, the answer is 503, never access.
 * 2. An unknown key id makes the keys be read again at most every 30 seconds, and after a failure nothing is read for 5 seconds.
 * 3. Requests share the keys that were read, never the reading: `jose` begins one for each request on this platform.
 */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from "jose";
import { areGroupNames, isAccessorName, maxGroups } from "../../access/given-visibility.ts";
import type { EgressRules } from "../../catalog/egress.ts";
import { type GuardedFetch, guardedFetch } from "../../durable/calls/guarded-fetch.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import { faultText } from "../../json/fault-text.ts";
import { isTenantName } from "../platform/tenant-name.ts";
import type { JwtSettings } from "../settings/settings.ts";
import { type Authentication, allScopes, cannotJudge, unauthenticated } from "./authentication.ts";

const READ_TIMEOUT_MS = 5_000;
const MAX_KEYS_BYTES = 262_144;
const KEEP_MS = 600_000;
const COOL_DOWN_MS = 30_000;
const FAILURE_COOL_DOWN_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 5;

/** Scopes by the names that tokens may give them: as in the schema, or in lower case. */
const scopesByName: ReadonlyMap<string, Scope> = new Map(
  allScopes.flatMap((scope) => [
    [scope, scope],
    [scope.toLowerCase(), scope],
  ]),
);

/** The address of the keys gave no answer. */
class KeysUnread extends Error {}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Judges the tokens of one issuer. Made once per isolate. */
export class JwtVerifier {
  readonly #settings: JwtSettings;
  readonly #fetch: GuardedFetch;
  #keys: ReturnType<typeof createRemoteJWKSet>;
  /** Unix milliseconds at which the keys could not be read the last time; undefined if they always could. */
  #failedAt: number | undefined;

  constructor(settings: JwtSettings, rules: EgressRules, fetch: Fetch) {
    this.#settings = settings;
    this.#fetch = guardedFetch({
      rules,
      fetch,
      maxResponseBytes: MAX_KEYS_BYTES,
      awaitHeaders: (_, run) => run(),
    });
    this.#keys = this.#freshKeys();
  }

  /** The caller that `token` proves. */
  async verify(token: string): Promise<Authentication> {
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return unauthenticated("something that is no signed token");
    const { algorithms, audience, issuer } = this.#settings;
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ["exp", "sub"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      return this.#callerOf(payload);
    } catch (error) {
      const found = findingOf(error);
      if (found !== undefined) return unauthenticated(found);
      if (this.#isCoolingDown()) return keysUnavailable();
      this.#failedAt = Date.now();
      // The read succeeded: a key that was read is of no use and must be read again.
      if (!(error instanceof KeysUnread || error instanceof errors.JOSEError)) this.#keys = this.#freshKeys();
      console.error(JSON.stringify({ log: "issuer_keys_unreadable", error: faultText(error) }));
      return keysUnavailable();
    }
  }

  #freshKeys() {
    return createRemoteJWKSet(new URL(this.#settings.jwksUrl), {
      timeoutDuration: READ_TIMEOUT_MS,
      cacheMaxAge: KEEP_MS,
      cooldownDuration: COOL_DOWN_MS,
      [customFetch]: (url, init) =>
        this.#isCoolingDown()
          ? Promise.reject(new KeysUnread("the last reading failed"))
          : this.#fetch(url, init).catch((error: unknown) => Promise.reject(new KeysUnread(String(error)))),
    });
  }

  #isCoolingDown(): boolean {
    return this.#failedAt !== undefined && Date.now() < this.#failedAt + FAILURE_COOL_DOWN_MS;
  }

  #callerOf(payload: JWTPayload): Authentication {
    const { defaultScopes, defaultTenant, groupClaim, scopeClaim, tenantClaim } = this.#settings;
    const { exp, sub } = payload;
    const tenant = Object.hasOwn(payload, tenantClaim) ? payload[tenantClaim] : defaultTenant;
    if (!isTenantName(tenant)) return unauthenticated("a token that names no tenant");
    // The library checks that there is one, not that it is text.
    if (!isAccessorName(sub) || exp === undefined) {
      return unauthenticated("a token that names no subject of 1 to 255 characters, none of them a control character");
    }
    const groups = groupClaim !== null && Object.hasOwn(payload, groupClaim) ? payload[groupClaim] : [];
    if (!areGroupNames(groups))
      return unauthenticated(`a token whose groups are no list of at most ${maxGroups} names`);
    const scopes = scopesOf(Object.hasOwn(payload, scopeClaim) ? payload[scopeClaim] : defaultScopes);
    return { ok: true, caller: { tenant, subject: sub, groups, scopes, validUntil: exp * 1_000 } };
  }
}

/** Scopes out of text separated by spaces, or out of a list. Names that are no scopes of ours are meant for others. */
function scopesOf(claim: unknown): readonly Scope[] {
  const names: readonly unknown[] = typeof claim === "string" ? claim.split(" ") : Array.isArray(claim) ? claim : [];
  const found = names.flatMap((name) => (typeof name === "string" ? (scopesByName.get(name) ?? []) : []));
  return [...new Set(found)];
}

/** The problem of the token. Undefined if the token is not to blame. Claims are judged only after the signature. */
function findingOf(error: unknown): string | undefined {
  if (error instanceof errors.JWTExpired) return "an expired token";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "nbf") return "a token that is not valid yet";
    return `a token whose claim ${JSON.stringify(error.claim)} is not what this deployment requires`;
  }
  return refusals.some((kind) => error instanceof kind) ? "a token that this deployment does not accept" : undefined;
}

const refusals = [
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
] as const;

function keysUnavailable(): Authentication {
  const message = "Cannot judge the token: the keys of its issuer cannot be read now";
  return cannotJudge(message, FAILURE_COOL_DOWN_MS / 1_000);
}
