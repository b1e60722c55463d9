/**
 * `GET /subjects/{subject}/export`: everything of one subject with its contents, as lines of JSON, for whoever may use `exportSubject`. It is
 * streamed, so that it needs no memory. If it breaks off, `?after=` with its last cursor goes on.
 *
 * `GET /subjects/export?subject=` does the same. It is for the subjects `.` and `..`, which every client takes out of a path.
 */
import type { Hono } from "hono";
import { holdsScope } from "../../access/audience.ts";
import { isRequestError } from "../../graph/base/request-error.ts";
import { subjectExport } from "../../graph/subject-export/subject-export.ts";
import { authenticate, credentialOf } from "../auth/authenticate.ts";
import { refusalHeaders } from "../auth/authentication.ts";
import { origins } from "../auth/origins.ts";
import { type AppContext, errorBody } from "../platform/app-context.ts";
import { networkOf } from "../platform/network-address.ts";
import type { Isolate } from "../request/isolate.ts";
import { requestContext } from "../request/request-context.ts";
import { streamOf } from "./export-route.ts";
import { credentialGate, revocable } from "./revocable-stream.ts";

export const subjectExportPaths = ["/subjects/:subject/export", "/subjects/export"] as const;

/** Those of `Query.exportSubject`. */
const neededScopes = ["EXECUTION_READ_ALL", "CREDENTIALS_ADMIN"] as const;

const unstored = { "cache-control": "no-store" };

/** Adds the routes to the app. */
export function subjectExportRoute(app: Hono<AppContext>, isolate: Isolate): void {
  app.on("GET", [...subjectExportPaths], origins, async (context) => {
    const { env, json, req, var: variables } = context;
    const { settings } = variables;
    const answer = await authenticate(credentialOf(req.raw), req.raw, settings, env, isolate);
    if (!answer.ok)
      return json(errorBody(answer.code, answer.message), answer.status, { ...refusalHeaders(answer), ...unstored });
    const { caller } = answer;
    if (!neededScopes.every((scope) => holdsScope(caller.scopes, scope))) {
      const found = "which the caller does not hold together";
      const message = `Cannot export the subject: required the scopes ${neededScopes.join(" and ")}, ${found}`;
      return json(errorBody("FORBIDDEN", message), 403, unstored);
    }
    const graph = requestContext(env, settings, isolate, caller, networkOf(req.raw.headers));
    try {
      const asked = { ...graph, request: req.raw };
      const subject = req.param("subject") ?? req.query("subject") ?? "";
      const lines = await subjectExport(await isolate.schema(), subject, req.query("after"), asked);
      const headers = { ...unstored, "content-type": "application/x-ndjson", "x-content-type-options": "nosniff" };
      return revocable(new Response(streamOf(lines), { headers }), credentialGate(graph));
    } catch (error) {
      if (!isRequestError(error)) throw error;
      const { extensions, message } = error as Error & { readonly extensions: { readonly code: string } };
      const status = extensions.code === "BAD_USER_INPUT" ? 400 : 503;
      return json(errorBody(extensions.code, message), status, unstored);
    }
  });
}
