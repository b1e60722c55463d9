/**
 * `/oauth`: the pages by which a person connects to a server. The link of a question leads to a page that names the server, the authorization
 * server and the subject. From there the person goes to the authorization server, and comes back to the callback. Where the server demands
 * secrets of the person instead, the page has a form for them, which is sent to the callback.
 *
 * A connection belongs to the subject whom its link names. The browser that opened the link gets a cookie, and the callback takes nobody back
 * without it, so that no answer can be slipped to somebody else. Pages run nothing and hold nothing but escaped text. No page repeats what
 * it was sent.
 *
 * Nobody proves anything here but by a sealed link, so requests count among those of the subject that it names, and the subject stands in the
 * audit log.
 */
import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { secretNameProblem } from "../../catalog/credentials/credential-refusal.ts";
import { browserHash, type ConsentResult } from "../../durable/secrets/connections.ts";
import { auditOf } from "../../graph/audit/audited-clients.ts";
import { clientMetadata } from "../../tools/oauth/oauth-client.ts";
import { isAllowedOrigin } from "../auth/origins.ts";
import { isWithinLimit, rateLimitPeriodSeconds } from "../auth/rate-limit.ts";
import { auditClient } from "../clients/audit-client.ts";
import { callbackPath, connectPath, readConnectTicket, readReturn, sealedReturn } from "../clients/connect-link.ts";
import type { AppContext } from "../platform/app-context.ts";
import { credentialsName, type TenantStub } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { objectsOf } from "../platform/placement.ts";
import { randomHex } from "../platform/secret.ts";
import type { Isolate } from "../request/isolate.ts";
import { consentLines, escaped, page, secretForm, secretsIn } from "./connect-page.ts";
import { formPolicy, inertPageHeaders } from "./inert-page.ts";

const documentPath = "/oauth/client";
const cookieSeconds = 600;
const longestCode = 4_096;

/** Ten secrets of 8,000 characters, each written as three. */
const maxFormBytes = 262_144;
const mostSecrets = 10;

const headers = { ...inertPageHeaders, "cache-control": "no-store" };
const formHeaders = { ...headers, "content-security-policy": formPolicy };

/** Adds the routes to the app. */
export function oauthRoutes(app: Hono<AppContext>, isolate: Isolate): void {
  app.get(documentPath, showClient);
  app.get(`${connectPath}/:ticket`, async (context, next) => (await beginConnection(context, isolate)) ?? next());
  app.get(callbackPath, async (context, next) => (await finishConnection(context, isolate)) ?? next());
  const onError = (context: Context<AppContext>) =>
    refusal(context, `required a form of at most ${maxFormBytes} bytes, found more`, 413);
  app.post(
    callbackPath,
    bodyLimit({ maxSize: maxFormBytes, onError }),
    async (context, next) => (await takeSecrets(context, isolate)) ?? next(),
  );
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
  // Strict would do for the form, but the authorization server leads back from another site.
  const cookie = { httpOnly: true, secure: isSecure, sameSite: "Lax", path: "/", maxAge: cookieSeconds } as const;
  setCookie(context, cookieName(isSecure), browser, cookie);
  const title = `Connect ${answer.server}`;
  const whose = { server: answer.server, subject, tenant };
  if (answer.kind === "FORM")
    return context.html(page(title, secretForm({ ...answer, ...whose, state: sealedState })), 200, formHeaders);
  return context.html(page(title, consentLines({ ...answer, ...whose })), 200, headers);
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
  return ended(context, answer);
}

/**
 * The page after the form. Undefined for a state that this deployment did not make. The audit log has the names of the secrets, and nothing
 * else has more.
 */
async function takeSecrets(context: Context<AppContext>, isolate: Isolate): Promise<Response | undefined> {
  const { req, var: variables } = context;
  if (!isOwnForm(context)) return refusal(context, "required the form of this deployment, found another", 403);
  const form = new URLSearchParams(await req.text());
  const ticket = await readReturn(form.get("state") ?? "", isolate.identity(variables.settings));
  if (ticket === undefined || variables.settings.auth === null) return undefined;
  if (!(await isAdmitted(context, ticket))) return tooMany(context);
  const values = secretsIn(form);
  const misnamed = values.find(([name]) => secretNameProblem(name) !== undefined);
  if (misnamed !== undefined || values.length > mostSecrets)
    return refusal(context, "required the secrets that the page asks for, found others");
  const { subject, ...returned } = ticket;
  const { connection, tenant } = returned;
  const browser = getCookie(context, cookieName(originOf(context).startsWith("https:"))) ?? "";
  const given = { ...returned, browserHash: browserHash(browser), values };
  const answer = await auditOf(auditClient(context.env, tenant), subject)(
    [
      { action: "CREATE", target: { kind: "CONNECTION", name: connection } },
      ...values.map(
        ([name]) => ({ action: "UPDATE", target: { kind: "SECRET", name }, detail: "of the subject" }) as const,
      ),
    ],
    () => ask(context, tenant, (stub) => stub.giveSecrets(given)),
    (result) => (result.kind === "CONNECTED" ? { outcome: "DONE" } : { outcome: "REFUSED", result: result.finding }),
  );
  return ended(context, answer);
}

/**
 * Whether the form may be one of a page of this deployment. Browsers say so, and old ones send no cookie from another site. A page without a
 * referrer has the origin `null`.
 */
function isOwnForm({ req }: Context<AppContext>): boolean {
  const site = req.header("sec-fetch-site");
  const origin = req.header("origin") ?? "null";
  if (site !== undefined && site !== "same-origin") return false;
  return origin === "null" || isAllowedOrigin(origin, req.url, []);
}

function ended(context: Context<AppContext>, answer: ConsentResult): Response | Promise<Response> {
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

function refusal(
  context: Context<AppContext>,
  finding: string,
  status: 400 | 403 | 413 | 429 = 400,
): Response | Promise<Response> {
  return context.html(page("Not connected", [`<p>Cannot connect: ${escaped(finding)}.</p>`]), status, headers);
}
