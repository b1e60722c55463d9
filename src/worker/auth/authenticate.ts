/**
 * Room `worker/auth`: who the caller is. It owns each way to prove it (API key, JWT, admin token, access and subscription tokens), the origins that may
 * call, rate limits, and the bounds on subscriptions and on sockets that have not authenticated.
 *
 * It leaves to others: scopes are declared in the schema and enforced by `graph/base/required-scopes.ts`, keys and tokens are stored by
 * `durable/tenant`, refusals are written by `worker/routes` and `worker/sockets`.
 *
 * Invariants:
 *
 * - Deny by default: a deployment that does not state how callers authenticate serves no caller.
 * - A request of a page of a foreign origin is refused before its credential is read.
 * - Of the secret of an API key only the hash is stored. Secrets are compared in constant time.
 * - If a credential cannot be verified now, the response is 503, never access.
 * - Requests share values, never work in progress.
 *
 * This file decides which way of proof applies and bounds the number of tries.
 */
import { unidentifiedSubject } from "../../access/address.ts";
import type { Caller } from "../../graph/base/graph-context.ts";
import type { Environment } from "../platform/environment.ts";
import { isLoopback } from "../platform/loopback.ts";
import { networkOf } from "../platform/network-address.ts";
import { askTenant } from "../platform/tenant-client.ts";
import type { Settings } from "../settings/settings.ts";
import { authenticateAccessToken, isAccessToken } from "./access-token.ts";
import { isAdminToken, operatorOf } from "./admin-token.ts";
import { authenticateApiKey } from "./api-key.ts";
import { type Authentication, allScopes, forbidden, tooManyRequests, unauthenticated } from "./authentication.ts";
import { authenticateByCode } from "./code-authenticator.ts";
import type { CredentialHolder } from "./credential-memory.ts";
import { isWithinLimit, rateLimitPeriodSeconds } from "./rate-limit.ts";
import { useSubscriptionToken } from "./subscription-token.ts";
import type { LoadRefusal, TenantLoads } from "./tenant-loads.ts";

const MAX_CHARACTERS = 16_384;

/** The credentials of a request or a connection. Null for each that it does not have. */
export interface Credential {
  /** Bearer token: a token of an identity provider, an API key, or that of the operator. */
  readonly bearer: string | null;
  /** The token that Cloudflare Access adds for a signed-in person. */
  readonly accessToken: string | null;
  /** Token for one subscription, from the URL. */
  readonly subscriptionToken: string | null;
  /** Tenant that the operator means. */
  readonly tenant: string | null;
}

/** The credential of an HTTP request. A token in the URL counts only where a browser can send no header: for an event stream. */
export function credentialOf({ headers, method, url }: Request): Credential {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const isEventStream = method === "GET" && /\btext\/event-stream\b/i.test(headers.get("accept") ?? "");
  return {
    bearer: bearer ?? null,
    accessToken: headers.get("cf-access-jwt-assertion"),
    subscriptionToken: isEventStream ? new URL(url).searchParams.get("access_token") : null,
    tenant: headers.get("planwright-tenant"),
  };
}

/**
 * The caller that a credential proves. `request` is where it came with: its address and host count. A subscription token is used up
 * by this call.
 */
export async function authenticate(
  credential: Credential,
  request: Request,
  settings: Settings,
  environment: Environment,
  isolate: CredentialHolder,
): Promise<Authentication> {
  const { auth } = settings;
  if (auth === null) {
    return forbidden(
      "Cannot serve the request: this deployment has no credentials configured, and AUTH_MODE=none is not stated",
    );
  }
  if (auth.mode === "none" && !isLoopback(request.url)) {
    return forbidden(
      "Cannot serve the request: with AUTH_MODE=none it is required to be addressed to a loopback host, found another host",
    );
  }
  const isForOneThing = credential.bearer !== null && isAccessToken(credential.bearer);
  if (auth.mode === "none" && credential.subscriptionToken === null && !isForOneThing) {
    // The one tenant has an account too; caps on shared resources would have no use.
    isolate.loads.note(request, { tenant: "default" });
    await reportLoad(isolate.loads, "default", environment, Date.now());
    return {
      ok: true,
      caller: { tenant: "default", subject: unidentifiedSubject, groups: [], scopes: allScopes, validUntil: undefined },
    };
  }
  const address = networkOf(request.headers);
  const { throttled } = isolate.credentials;
  const waitSeconds = throttled.waitSeconds(address, Date.now());
  if (waitSeconds > 0) return tooManyFailures(waitSeconds);
  const answer = await judge(credential, request, settings, environment, isolate);
  if (answer.ok) {
    const refusal = await rateRefusal(answer.caller, settings, environment, isolate);
    isolate.loads.note(request, answer.caller);
    if (refusal === undefined) {
      await takeTurn(request, answer.caller.tenant, isolate);
      return answer;
    }
    return tooManyRequests(`Cannot serve the request: ${refusal.message}`, refusal.retryAfterSeconds);
  }
  if (answer.status !== 401 || (await isWithinLimit(environment, "FAILURE_LIMIT", address))) return answer;
  throttled.throttle(address, Date.now());
  return tooManyFailures(rateLimitPeriodSeconds);
}

/** Lets requests of other tenants go first where this one has the most at work. A connection is no work. */
async function takeTurn(request: Request, tenant: string, { turns }: CredentialHolder): Promise<void> {
  if (!request.headers.has("upgrade")) await turns.take(request, tenant);
}

/**
 * Counts one request of `caller`, or one operation over its connection. Why it may not be served now, or undefined if it may. Local facts
 * are checked first, so that a refused request costs no call.
 */
export async function rateRefusal(
  { subject, tenant }: Caller,
  { auth, loadCaps, subjectLoadCaps }: Settings,
  environment: Environment,
  { credentials: { refused }, loads }: CredentialHolder,
): Promise<LoadRefusal | undefined> {
  if (auth?.mode === "none") return undefined;
  const now = Date.now();
  const overload =
    loads.refusal(tenant, loadCaps, now) ?? loads.subjectRefusal({ tenant, subject }, subjectLoadCaps, now);
  if (overload !== undefined) return overload;
  const ownName = JSON.stringify([tenant, subject]);
  if (refused.waitSeconds(ownName, now) > 0 || refused.waitSeconds(tenant, now) > 0) return tooMany;
  // A refused request of a subject does not count against its tenant.
  for (const [limit, name] of [["RATE_LIMIT", ownName] as const, ["TENANT_RATE_LIMIT", tenant] as const]) {
    if (await isWithinLimit(environment, limit, name)) continue;
    refused.throttle(name, now, refusedForMs);
    return tooMany;
  }
  await reportLoad(loads, tenant, environment, now);
  return undefined;
}

/** How long a caller that a limit refused is refused without asking for the limit again. */
const refusedForMs = 1_000;

const tooMany: LoadRefusal = {
  message: "required fewer requests of the caller, found too many",
  retryAfterSeconds: rateLimitPeriodSeconds,
};

/** Reports use to the object of the tenant, if it is worth a call. A report that may not have arrived is repeated. */
async function reportLoad(loads: TenantLoads, tenant: string, environment: Environment, now: number): Promise<void> {
  const report = loads.takeReport(tenant, now);
  if (report === undefined) return;
  const { id, subjects, take } = report;
  try {
    await askTenant(environment, tenant, (stub) => stub.addTraffic(take, now, subjects, id));
    loads.arrived(tenant, id);
  } catch {
    loads.lost(tenant, id);
  }
}

async function judge(
  { accessToken, bearer, subscriptionToken, tenant }: Credential,
  request: Request,
  settings: Settings,
  environment: Environment,
  isolate: CredentialHolder,
): Promise<Authentication> {
  if ([accessToken, bearer, subscriptionToken].some((text) => text !== null && text.length > MAX_CHARACTERS)) {
    return unauthenticated(`one of more than ${MAX_CHARACTERS} characters`);
  }
  const { auth } = settings;
  const identity = isolate.identity(settings);
  if (subscriptionToken !== null) return useSubscriptionToken(subscriptionToken, identity, environment);
  if (bearer !== null && isAccessToken(bearer))
    return authenticateAccessToken(bearer, identity, isolate.credentials.generations, environment);
  if (auth?.mode === "jwt") {
    const token = bearer ?? accessToken;
    if (token === null) return unauthenticated("none");
    return (await isolate.credentials.verifier(auth.jwt, settings)).verify(token);
  }
  if (auth?.mode === "code") return authenticateByCode(auth.authenticate, bearer, request, environment);
  if (auth?.mode !== "keys" || bearer === null) return unauthenticated("none");
  if (isAdminToken(bearer, auth.adminToken)) return operatorOf(tenant);
  return authenticateApiKey(bearer, identity, isolate.credentials.apiKeys, environment);
}

function tooManyFailures(waitSeconds: number): Authentication {
  return tooManyRequests("Cannot authenticate the request: too many credentials from its address failed", waitSeconds);
}
