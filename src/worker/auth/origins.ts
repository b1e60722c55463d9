/**
 * Which pages of other origins may use the API, and the headers for their browsers. A request from a page of a foreign origin is refused
 * before its credentials are read, for every method: the handshake of a WebSocket has no preflight, and a browser adds its user's
 * credentials by itself. Programs send no `Origin` and are not affected.
 */
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { type AppContext, errorBody } from "../platform/app-context.ts";

/** Seconds for which a browser may keep the answer to a preflight request. */
const preflightMaxAge = 600;

/**
 * Whether a page of `origin` may use a deployment that is reached at `address`, the URL of the request. Null, from requests without
 * the header, comes from no page of another origin; the text `null`, from pages without an origin, is foreign.
 */
export function isAllowedOrigin(origin: string | null, address: string, allowed: readonly string[]): boolean {
  if (origin === null) return true;
  const page = URL.parse(origin);
  // A header that holds more than an origin was not made by a browser.
  if (page === null || page.origin !== origin.toLowerCase() || !/^https?:$/.test(page.protocol)) return false;
  return isOwnPage(page, new URL(address)) || allowed.some((entry) => isMeant(entry, page));
}

/**
 * A page over `http:` is not of a deployment over `https:`, though both have no port: anybody on the way may have written it. The
 * other way round it is, where something in front of the deployment ends the encryption.
 */
function isOwnPage(page: URL, deployment: URL): boolean {
  return page.host === deployment.host && (page.protocol === "https:" || deployment.protocol === "http:");
}

/** `:*` stands for any port, the default one included. */
function isMeant(entry: string, { hostname, origin, protocol }: URL): boolean {
  return entry.endsWith(":*") ? entry === `${protocol}//${hostname}:*` : URL.parse(entry)?.origin === origin;
}

/** Answers preflight requests, adds the headers for browsers, and refuses pages that may not use the API. */
export const origins: MiddlewareHandler<AppContext> = async (context, next) => {
  const origin = context.req.header("origin") ?? null;
  if (!isAllowed(context, origin))
    return refused(context, `a page of this deployment or of an allowed origin${foundIn(origin)}`);
  // Navigations and images of other sites bring the credentials of the user but no `Origin`.
  if (origin === null && context.req.method === "GET" && isOfAnotherSite(context)) {
    return refused(context, "no GET of another site without its origin");
  }
  // The answer to a handshake cannot be given headers afterwards.
  if (context.req.header("upgrade") !== undefined) return next();
  if (origin !== null) return shared(context, next);
  await next();
  // Programs need no headers for browsers, but caches must not give their answer to a page. Added in place: the middleware would make a new
  // answer each time, with its body as a stream.
  context.res.headers.append("vary", "Origin");
};

const shared = cors({
  origin: (origin, context) => (origin !== "" && isAllowed(context, origin) ? origin : null),
  allowMethods: ["GET", "POST", "PUT"],
  allowHeaders: [
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-none-match",
    "last-event-id",
    "planwright-tenant",
    "range",
    "traceparent",
    "tracestate",
    "a2a-version",
    "a2a-extensions",
    "x-a2a-extensions",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
  ],
  exposeHeaders: ["a2a-extensions", "content-disposition", "content-range", "etag", "location", "retry-after"],
  maxAge: preflightMaxAge,
});

function isAllowed({ req, var: { settings } }: Context<AppContext>, origin: string | null): boolean {
  return isAllowedOrigin(origin, req.url, settings.allowedOrigins);
}

function isOfAnotherSite({ req }: Context<AppContext>): boolean {
  const site = req.header("sec-fetch-site") ?? "none";
  return site !== "none" && site !== "same-origin";
}

/** Only an origin as browsers write it is repeated. */
function foundIn(origin: string | null): string {
  const page = URL.parse(origin ?? "");
  if (page === null || page.origin === "null") return ", found one without an origin. Serve it from a web server";
  return `, found one of ${page.origin}. To permit it, name that origin in ALLOWED_ORIGINS`;
}

function refused(context: Context<AppContext>, required: string): Response {
  const message = `Cannot answer the page that asks: required ${required}`;
  return context.json(errorBody("FORBIDDEN", message), 403, { vary: "Origin, Sec-Fetch-Site" });
}
