/**
 * `/artifacts`: reading stored content, with ranges, and storing content. A link opens one artifact to its holder until it expires; an id
 * and an upload need a credential of the tenant. An unknown address, one of another tenant and one of removed content get the same
 * response.
 */

import type { Context, Hono } from "hono";
import { holdsScope, reachOf } from "../../access/audience.ts";
import type { Caller } from "../../graph/base/graph-context.ts";
import { isRequestError } from "../../graph/base/request-error.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import { authenticate, credentialOf } from "../auth/authenticate.ts";
import { refusalHeaders } from "../auth/authentication.ts";
import { origins } from "../auth/origins.ts";
import { revocationOf } from "../auth/revocation.ts";
import { artifactBucket } from "../clients/artifact-client.ts";
import { type ArtifactTicket, artifactsPath, readArtifactTicket } from "../clients/artifact-link.ts";
import { type AppContext, errorBody } from "../platform/app-context.ts";
import { networkOf } from "../platform/network-address.ts";
import type { Isolate } from "../request/isolate.ts";
import { requestContext } from "../request/request-context.ts";
import { artifactResponse } from "./artifact-response.ts";
import { uploadArtifact } from "./artifact-upload.ts";

const unstored = { "cache-control": "no-store" };

/** Adds the routes to the app. */
export function artifactRoutes(app: Hono<AppContext>, isolate: Isolate): void {
  const ticketOf = (context: Context<AppContext>) =>
    readArtifactTicket(context.req.param("ticket") ?? "", isolate.identity(context.var.settings));

  app.put(artifactsPath, origins, async (context) => {
    const authenticated = await callerOf(context, isolate, "EXECUTION_START");
    if (!authenticated.ok) return authenticated.response;
    if (authenticated.caller.grant !== undefined) {
      const message = "Cannot store the artifact: required a credential of the tenant, found an access token";
      return context.json(errorBody("FORBIDDEN", message), 403, unstored);
    }
    const { env, req, var: variables } = context;
    return guarded(() => uploadArtifact(req.raw, authenticated.caller, variables.settings, env, isolate));
  });

  // Hono answers HEAD by the handlers of GET.
  app.get(
    `${artifactsPath}/:ticket`,
    async (context, next) => {
      const ticket = await ticketOf(context);
      // A deployment without authentication settings serves no links.
      if (ticket === undefined || ticket.openUntil === null || context.var.settings.auth === null) return next();
      const isOpen = ticket.openUntil > Date.now();
      if (isOpen && !(await isRevoked(ticket, context, isolate))) {
        isolate.loads.note(context.req.raw, { tenant: ticket.tenant });
        return overload(context, ticket, isolate) ?? read(context, ticket);
      }
      const found = isOpen ? "whose credential was revoked" : "that has expired";
      const message = `Cannot read the artifact: required a link that is still valid, found one ${found}`;
      return context.json(errorBody("GONE", message), 410, unstored);
    },
    // Links may be followed from anywhere; requests with a credential may not.
    origins,
    async (context) => {
      const authenticated = await callerOf(context, isolate, "EXECUTION_READ");
      if (!authenticated.ok) return authenticated.response;
      const ticket = await ticketOf(context);
      if (ticket?.tenant !== authenticated.caller.tenant) return notFound(context);
      return guarded(async () =>
        (await isSeen(ticket, authenticated.caller, context, isolate)) ? read(context, ticket) : notFound(context),
      );
    },
  );
}

/** Whether the credential that asked for the link was revoked since. What the isolate knows of it is some seconds old at most. */
async function isRevoked(
  ticket: ArtifactTicket,
  { env, var: { settings } }: Context<AppContext>,
  isolate: Isolate,
): Promise<boolean> {
  const revocation = revocationOf(ticket, isolate.identity(settings), isolate.credentials, env);
  return (await revocation.isRevoked?.()) ?? false;
}

/** The refusal of a link whose tenant is over its caps on what it is answered: a link needs no credential that would be refused. */
function overload(context: Context<AppContext>, { tenant }: ArtifactTicket, { loads }: Isolate): Response | undefined {
  const { auth, loadCaps } = context.var.settings;
  const refusal = auth?.mode === "none" ? undefined : loads.refusal(tenant, loadCaps, Date.now());
  if (refusal === undefined) return undefined;
  const headers = { ...unstored, "retry-after": String(refusal.retryAfterSeconds) };
  return context.json(errorBody("RATE_LIMITED", `Cannot read the artifact: ${refusal.message}`), 429, headers);
}

function read(context: Context<AppContext>, { address, tenant }: ArtifactTicket): Promise<Response> {
  const { env, req } = context;
  return guarded(
    async () => (await artifactResponse(req.raw, artifactBucket(env), tenant, address)) ?? notFound(context),
  );
}

/** Whether the caller may see the artifact: as an access token does, if it reaches the execution that it belongs to. */
async function isSeen(
  { address }: ArtifactTicket,
  caller: Caller,
  { env, req, var: { settings } }: Context<AppContext>,
  isolate: Isolate,
): Promise<boolean> {
  if (reachOf(caller, "READ") === "ALL") return true;
  const { clients } = requestContext(env, settings, isolate, caller, networkOf(req.raw.headers));
  if (caller.grant !== undefined) return (await clients.executions.read(address.owner, false)) !== null;
  return (await clients.artifacts.head(address)) !== undefined;
}

type CallerResult =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly response: Response };

async function callerOf(context: Context<AppContext>, isolate: Isolate, scope: Scope): Promise<CallerResult> {
  const { env, req, var: variables } = context;
  const answer = await authenticate(credentialOf(req.raw), req.raw, variables.settings, env, isolate);
  if (!answer.ok) {
    const headers = { ...refusalHeaders(answer), ...unstored };
    return { ok: false, response: context.json(errorBody(answer.code, answer.message), answer.status, headers) };
  }
  if (holdsScope(answer.caller.scopes, scope)) return { ok: true, caller: answer.caller };
  const message = `Cannot use the artifact: required the scope ${scope}, which the caller does not hold`;
  return { ok: false, response: context.json(errorBody("FORBIDDEN", message), 403, unstored) };
}

/** Errors made for users, such as a missing bucket, are answered. All other errors are faults. */
async function guarded(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!isRequestError(error)) throw error;
    const { extensions, message } = error as Error & { readonly extensions: { readonly code: string } };
    const status = extensions.code === "UNAVAILABLE" ? 503 : 500;
    return Response.json(errorBody(extensions.code, message), { status, headers: unstored });
  }
}

function notFound(context: Context<AppContext>): Response {
  const message = "Cannot find the artifact: required a link or an id that this deployment gave to the caller's tenant";
  return context.json(errorBody("NOT_FOUND", message), 404, unstored);
}
