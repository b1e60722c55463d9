/**
 * Room `worker/routes`: the HTTP routes beside GraphQL: `/a2a`, `/mcp`, `/artifacts`, `/export`, `/subjects`, the dashboard, GraphiQL and the
 * answer for unknown addresses. Each checks a request from the outside in and then calls the room that serves it.
 *
 * It leaves to others: `a2a-server` and `mcp-server` have the protocols, `graph/execution` and `graph/subject-export` the exports,
 * `worker/auth` the credential, `worker/app.ts` the order of the routes and the route of GraphQL.
 *
 * Invariants:
 *
 * - The origin is checked first, then the credential, rates and scopes, and only then an object is called. Public cards and links to
 *   artifacts need no credential.
 * - An unknown thing and one of another tenant get the same response (E1).
 * - Every route uses the same credentials, limits and objects as GraphQL.
 * - Static assets hold nothing of a tenant and are read only through a handler that names them.
 *
 * This file is `/a2a/{tenant}/{name}`: agents and workflows for A2A clients, and their cards.
 */

import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { refused } from "../../a2a-server/rpc-answer.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { servedNamed } from "../../catalog/snapshot/served-callable.ts";
import type { Caller } from "../../graph/base/graph-context.ts";
import { requestLimits } from "../../graph/base/request-limits.ts";
import { authenticate, credentialOf } from "../auth/authenticate.ts";
import {
  ofWholeTenant,
  type Refusal,
  refusalHeaders,
  tooManyRequests,
  unauthenticated,
} from "../auth/authentication.ts";
import { origins } from "../auth/origins.ts";
import { isWithinLimit, rateLimitPeriodSeconds } from "../auth/rate-limit.ts";
import { servedCard } from "../clients/card-client.ts";
import { catalogClient } from "../clients/catalog-client.ts";
import { type AppContext, errorBody } from "../platform/app-context.ts";
import { networkOf } from "../platform/network-address.ts";
import { objectsOf } from "../platform/placement.ts";
import { isTenantName } from "../platform/tenant-name.ts";
import type { Isolate } from "../request/isolate.ts";
import { requestContext } from "../request/request-context.ts";
import { type CardBody, cardBody, cardMaxAge, hasCard } from "./a2a-card.ts";
import { a2aSession } from "./a2a-session.ts";
import { eventStream } from "./a2a-stream.ts";

const a2aPath = "/a2a";

const unstored = { "cache-control": "no-store" };

/** The request headers that decide about a card that is not public. */
const varies = "A2A-Version, Authorization, Planwright-Tenant, Cookie";

/** Adds the routes to the app. */
export function a2aRoutes(app: Hono<AppContext>, isolate: Isolate): void {
  const path = `${a2aPath}/:tenant/:name`;
  app.use(`${a2aPath}/*`, origins);
  app.get(`${path}/.well-known/agent-card.json`, (context) => showCard(context, isolate));
  for (const address of [path, `${path}/`]) {
    app.use(address, bodyLimit({ maxSize: requestLimits.bytes, onError: tooLarge }));
    app.post(address, (context) => answerRequest(context, isolate));
  }
}

async function showCard(context: Context<AppContext>, isolate: Isolate): Promise<Response> {
  const { env, req, var: variables } = context;
  const { settings } = variables;
  const [tenant, name] = [req.param("tenant") ?? "", req.param("name") ?? ""];
  const credential = credentialOf(req.raw);
  const isAnonymous = credential.bearer === null && credential.accessToken === null && settings.auth?.mode !== "none";
  // A deployment without authentication settings shows no cards.
  if (isAnonymous && settings.auth !== null) {
    const card = await publicCard(context, tenant, name, isolate);
    return card instanceof Response ? card : cardResponse(context, card);
  }
  const answer = await authenticate(credential, req.raw, settings, env, isolate);
  if (!answer.ok) return refusal(context, answer);
  if (answer.caller.tenant === tenant && answer.caller.scopes.includes("REGISTRY_READ")) {
    const catalog = await catalogWith(name, tenant, context, isolate);
    const card = catalog && cardIn(catalog, name, tenant, context);
    return card === undefined ? notFound(context) : cardResponse(context, card);
  }
  // A caller without this permission sees no less than a stranger.
  const card = await cachedCard(context, tenant, name, isolate);
  if (card?.isPublic === true) return cardResponse(context, card);
  if (answer.caller.tenant !== tenant) return notFound(context);
  const message = "Cannot show the card: required the scope REGISTRY_READ, which the caller does not hold";
  return context.json(errorBody("FORBIDDEN", message), 403, unstored);
}

/** Strangers are counted before a catalog is asked for them, and learn only of public things. */
async function publicCard(
  context: Context<AppContext>,
  tenant: string,
  name: string,
  isolate: Isolate,
): Promise<CardBody | Response> {
  const { env, req } = context;
  if (!(await isWithinLimit(env, "FAILURE_LIMIT", networkOf(req.raw.headers)))) {
    const message = "Cannot show the card: its address sent too many requests without a credential";
    return refusal(context, tooManyRequests(message, rateLimitPeriodSeconds));
  }
  const card = await cachedCard(context, tenant, name, isolate);
  return card?.isPublic === true ? card : refusal(context, unauthenticated("none"));
}

/** The card as far as this isolate knows; undefined for none. */
async function cachedCard(
  context: Context<AppContext>,
  tenant: string,
  name: string,
  isolate: Isolate,
): Promise<CardBody | undefined> {
  if (!isTenantName(tenant)) return undefined;
  const { catalogs, strangersCatalogs } = isolate;
  const cache = catalogs.get(tenant) === undefined ? strangersCatalogs : catalogs;
  const catalog = await catalogClient(objectsOf(context.env, "CATALOG", tenant), tenant, cache, Date.now).snapshot({
    kind: "CACHED",
  });
  return catalog && cardIn(catalog, name, tenant, context);
}

async function answerRequest(context: Context<AppContext>, isolate: Isolate): Promise<Response> {
  const { env, req, var: variables } = context;
  const { settings } = variables;
  const [tenant, name] = [req.param("tenant") ?? "", req.param("name") ?? ""];
  const answer = ofWholeTenant(await authenticate(credentialOf(req.raw), req.raw, settings, env, isolate));
  if (!answer.ok) return refusal(context, answer);
  if (answer.caller.tenant !== tenant) return notFound(context);
  // A page of a foreign origin cannot send JSON without a preflight. `application/a2a+json` is for REST (A2A 14.1).
  if (!/^application\/json\s*(?:;|$)/i.test(req.header("content-type") ?? "")) {
    const message = "Cannot read the request: required the content type application/json, found another";
    return context.json(refused(null, -32_600, message).body, 415, unstored);
  }
  const catalog = await catalogWith(name, tenant, context, isolate);
  const served = catalog && servedNamed(catalog, name);
  if (catalog === undefined || served === undefined) return notFound(context);
  const card = servedCard(served.callable, originOf(context), tenant, settings);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, req.raw.signal]);
  const { onOperation, platformTrace } = variables;
  const caller = requestContext(env, settings, isolate, answer.caller, networkOf(req.raw.headers));
  const graph = { ...caller, onOperation, platformTrace };
  const asked = { served, catalog, card, headers: req.raw.headers, origin: originOf(context), signal };
  const session = a2aSession(asked, graph, settings, env);
  let beat: () => void = () => undefined;
  const { answerRpc } = await import("../../a2a-server/json-rpc.ts");
  const rpc = await answerRpc(await req.text(), rpcHeaders(req.raw), session, () => beat());
  if (rpc.kind === "OBJECT") return context.json(rpc.body, rpc.status, { ...unstored, ...rpc.headers });
  return eventStream(rpc, {
    stop: () => stop.abort(),
    bounds: graph.subscriptions,
    onOpen: (send) => {
      beat = send;
    },
  });
}

function rpcHeaders(request: Request) {
  const { headers } = request;
  return {
    version: requestedVersion(request),
    extensions: headers.get("a2a-extensions") ?? headers.get("x-a2a-extensions"),
  };
}

/** As a header, or in the address where none can be sent. Null for none. */
function requestedVersion({ headers, url }: Request): string | null {
  return headers.get("a2a-version") ?? (url.includes("?") ? new URL(url).searchParams.get("A2A-Version") : null);
}

/** The catalog of the tenant; read once more before a name is taken for unknown. */
async function catalogWith(
  name: string,
  tenant: Caller["tenant"],
  context: Context<AppContext>,
  isolate: Isolate,
): Promise<CatalogSnapshot | undefined> {
  const cached = await snapshotOf(tenant, "CACHED", context, isolate);
  if (cached !== undefined && servedNamed(cached, name) !== undefined) return cached;
  return snapshotOf(tenant, "CURRENT", context, isolate);
}

function snapshotOf(
  tenant: string,
  kind: "CACHED" | "CURRENT",
  { env }: Context<AppContext>,
  isolate: Isolate,
): Promise<CatalogSnapshot | undefined> {
  return catalogClient(objectsOf(env, "CATALOG", tenant), tenant, isolate.catalogs, Date.now).snapshot({ kind });
}

function cardIn(
  catalog: CatalogSnapshot,
  name: string,
  tenant: string,
  context: Context<AppContext>,
): CardBody | undefined {
  const { req, var: variables } = context;
  const place = { origin: originOf(context), tenant };
  return cardBody(catalog, name, requestedVersion(req.raw), place, variables.settings);
}

function originOf({ req, var: { settings } }: Context<AppContext>): string {
  return settings.publicUrl ?? new URL(req.url).origin;
}

function cardResponse({ req }: Context<AppContext>, { etag, isPublic, text }: CardBody): Response {
  const headers = {
    "cache-control": `${isPublic ? "public" : "private"}, max-age=${cardMaxAge}`,
    etag,
    vary: isPublic ? "A2A-Version" : varies,
  };
  if (hasCard(req.header("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}

function refusal(context: Context<AppContext>, answer: Refusal): Response {
  const headers = { ...refusalHeaders(answer), ...unstored };
  return context.json(errorBody(answer.code, answer.message), answer.status, headers);
}

function notFound(context: Context<AppContext>): Response {
  const message = "Cannot find the agent: required one that the caller's tenant serves over A2A";
  return context.json(errorBody("NOT_FOUND", message), 404, unstored);
}

function tooLarge(context: Context): Response {
  const message = `Cannot read the request: required a body of at most ${requestLimits.bytes} bytes, found more`;
  return context.json(errorBody("REQUEST_TOO_LARGE", message), 413);
}
