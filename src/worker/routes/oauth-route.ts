/**
 * `/oauth`: the pages by which a person connects to a server. The link of a question leads to a page that names the server, the authorization
 * server and the subject. From there the person goes to the authorization server, and comes back to the callback.
 *
 * A connection belongs to the subject whom its link names. The browser that opened the link gets a cookie, and the callback takes nobody back
 * without it, so that no answer can be slipped to somebody else. Pages run nothing and hold nothing but escaped text.
 *
 * Nobody proves anything here but by a sealed link, so requests count among those of the subject that it names, and the subject stands in the
 * audit log.
 */
import type { Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { browserHash } from "../../durable/secrets/connections.ts";
import { auditOf } from "../../graph/audit/audited-clients.ts";
import { clientMetadata } from "../../tools/oauth/oauth-client.ts";
import { isWithinLimit, rateLimitPeriodSeconds } from "../auth/rate-limit.ts";
import { auditClient } from "../clients/audit-client.ts";
import { callbackPath, connectPath, readConnectTicket, readReturn, sealedReturn } from "../clients/connect-link.ts";
import type { AppContext } from "../platform/app-context.ts";
import { credentialsName, type TenantStub } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { objectsOf } from "../platform/placement.ts";
import { randomHex } from "../platform/secret.ts";
import type { Isolate } from "../request/isolate.ts";
import { inertPageHeaders } from "./inert-page.ts";

const documentPath = "/oauth/client";
const cookieSeconds = 600;
const longestCode = 4_096;

const headers = { ...inertPageHeaders, "cache-control": "no-store" };

/** Adds the routes to the app. */
export function oauthRoutes(app: Hono<AppContext>, isolate: Isolate): void {
  app.get(documentPath, showClient);
  app.get(`${connectPath}/:ticket`, async (context, next) => (await beginConnection(context, isolate)) ?? next());
  app.get(callbackPath, async (context, next) => (await finishConnection(context, isolate)) ?? next());
}

/** The document by which authorization servers know this deployment as a client. */
function showClient(context: Context<AppContext>): Response {
  const origin = originOf(context);
  return context.json({
    client_id: `${origin}${documentPath}`,
    ...clientMetadata(`${origin}${callbackPath}`),
    token_endpoint_auth_method: "none",
  });
}

/** The page that leads to the authorization server. Undefined for a ticket that this deployment did not make. */
async function beginConnection(context: Context<AppContext>, isolate: Isolate): Promise<Response | undefined> {
  const identity = isolate.identity(context.var.settings);
  const ticket = await readConnectTicket(context.req.param("ticket") ?? "", identity);
  // A deployment without authentication settings serves no links.
  if (ticket === undefined || context.var.settings.auth === null) return undefined;
  if (ticket.until <= Date.now())
    return refusal(context, "required a link of the last fifteen minutes, found an older one. Read the question again");
  const { connection, mayForTenant, subject, tenant } = ticket;
  if (!(await isAdmitted(context, ticket))) return tooMany(context);
  const [state, browser] = [randomHex(16), randomHex(32)];
  const sealedState = await sealedReturn({ tenant, subject, connection, state }, identity);
  const origin = originOf(context);
  const isSecure = origin.startsWith("https:");
  const answer = await ask(context, tenant, (stub) =>
    stub.beginConnection({
      tenant,
      connection,
      by: subject,
      mayForTenant,
      state,
      sealedState,
      browserHash: browserHash(browser),
      redirectUri: `${origin}${callbackPath}`,
      documentUrl: isSecure ? `${origin}${documentPath}` : null,
    }),
  );
  if (answer.kind === "REFUSED") return refusal(context, answer.finding);
  const cookie = { httpOnly: true, secure: isSecure, sameSite: "Lax", path: "/", maxAge: cookieSeconds } as const;
  setCookie(context, cookieName(isSecure), browser, cookie);
  const lines = [
    `<p><b>${escaped(answer.server)}</b> is to be used in the name of <b>${escaped(subject)}</b>, tenant ${escaped(tenant)}.</p>`,
    "<p>Go on only if that is you. You are asked to consent by",
    `<b>${escaped(answer.issuer)}</b>.</p>`,
    `<p><a href="${escaped(answer.url)}">Connect</a></p>`,
  ];
  return context.html(page(`Connect ${answer.server}`, lines), 200, headers);
}

/** The page to which the authorization server leads back. Undefined for a state that this deployment did not make. */
async function finishConnection(context: Context<AppContext>, isolate: Isolate): Promise<Response | undefined> {
  const { req, var: variables } = context;
  const ticket = await readReturn(req.query("state") ?? "", isolate.identity(variables.settings));
  if (ticket === undefined || variables.settings.auth === null) return undefined;
  const code = req.query("code") ?? null;
  if (code !== null && code.length > longestCode)
    return refusal(context, `required a code of at most ${longestCode} characters, found ${code.length}`);
  if (!(await isAdmitted(context, ticket))) return tooMany(context);
  const { subject, ...returned } = ticket;
  const { connection, tenant } = returned;
  const browser = getCookie(context, cookieName(originOf(context).startsWith("https:"))) ?? "";
  const [error, iss] = [req.query("error") ?? null, req.query("iss") ?? null];
  const given = { ...returned, browserHash: browserHash(browser), code, error, iss };
  const answer = await auditOf(auditClient(context.env, tenant), subject)(
    [{ action: "CREATE", target: { kind: "CONNECTION", name: connection } }],
    () => ask(context, tenant, (stub) => stub.finishConnection(given)),
    (result) => (result.kind === "CONNECTED" ? { outcome: "DONE" } : { outcome: "REFUSED", result: result.finding }),
  );
  if (answer.kind === "REFUSED") return refusal(context, answer.finding);
  const lines = [`<p>What waits for <b>${escaped(answer.server)}</b> goes on. You can close this page.</p>`];
  return context.html(page("Connected", lines), 200, headers);
}

function ask<Answer>(context: Context<AppContext>, tenant: string, call: (stub: TenantStub) => Promise<Answer>) {
  return callObject(objectsOf(context.env, "TENANT", tenant), credentialsName(tenant), call);
}

function isAdmitted(
  { env }: Context<AppContext>,
  { subject, tenant }: { readonly subject: string; readonly tenant: string },
): Promise<boolean> {
  return isWithinLimit(env, "RATE_LIMIT", JSON.stringify([tenant, subject]));
}

function tooMany(context: Context<AppContext>): Response | Promise<Response> {
  context.header("retry-after", String(rateLimitPeriodSeconds));
  return refusal(context, "required fewer requests of the subject, found too many. Try again in some seconds", 429);
}

function originOf({ req, var: { settings } }: Context<AppContext>): string {
  return settings.publicUrl ?? new URL(req.url).origin;
}

/** Browsers take a cookie of the first name from its own host alone, and over https alone. */
function cookieName(isSecure: boolean): string {
  return isSecure ? "__Host-planwright-connect" : "planwright-connect";
}

function refusal(context: Context<AppContext>, finding: string, status: 400 | 429 = 400): Response | Promise<Response> {
  return context.html(page("Not connected", [`<p>Cannot connect: ${escaped(finding)}.</p>`]), status, headers);
}

function page(title: string, lines: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Planwright</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}</style>
<h1>${escaped(title)}</h1>
${lines.join("\n")}
</html>
`;
}

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
