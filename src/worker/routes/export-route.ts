/**
 * `GET /export/{id}`: an execution as one JSON document, to hand over, archive or inspect. It is streamed, so that a long run needs no
 * memory. If it cannot be read to its end, or the credential that asked for it ends or is revoked, the stream breaks off and is not valid JSON.
 */

import type { Hono } from "hono";
import { holdsScope } from "../../access/audience.ts";
import { exportExecution } from "../../graph/execution/export-execution.ts";
import { authenticate, credentialOf } from "../auth/authenticate.ts";
import { refusalHeaders } from "../auth/authentication.ts";
import { origins } from "../auth/origins.ts";
import { type AppContext, errorBody } from "../platform/app-context.ts";
import { networkOf } from "../platform/network-address.ts";
import type { Isolate } from "../request/isolate.ts";
import { requestContext } from "../request/request-context.ts";
import { credentialGate, revocable } from "./revocable-stream.ts";

export const exportPath = "/export/:id";

const unstored = { "cache-control": "no-store" };

/** Adds the route to the app. */
export function exportRoute(app: Hono<AppContext>, isolate: Isolate): void {
  app.get(exportPath, origins, async (context) => {
    const { env, json, req, var: variables } = context;
    const { settings } = variables;
    const answer = await authenticate(credentialOf(req.raw), req.raw, settings, env, isolate);
    if (!answer.ok) {
      return json(errorBody(answer.code, answer.message), answer.status, { ...refusalHeaders(answer), ...unstored });
    }
    if (!holdsScope(answer.caller.scopes, "EXECUTION_READ")) {
      const message = "Cannot export the execution: required the scope EXECUTION_READ, which the caller does not hold";
      return json(errorBody("FORBIDDEN", message), 403, unstored);
    }
    const graph = requestContext(env, settings, isolate, answer.caller, networkOf(req.raw.headers));
    const id = req.param("id");
    const pieces = await exportExecution(await isolate.schema(), id, { ...graph, request: req.raw }).catch(unavailable);
    if (pieces instanceof Response) return pieces;
    if (pieces === undefined) {
      const message = "Cannot find the execution: required an id that this deployment gave to the caller's tenant";
      return json(errorBody("NOT_FOUND", message), 404, unstored);
    }
    const headers = {
      ...unstored,
      "content-type": "application/json",
      "content-disposition": `attachment; filename="execution-${id.replace(/[^\w-]/g, "").slice(0, 100)}.json"`,
      "x-content-type-options": "nosniff",
    };
    return revocable(new Response(streamOf(pieces), { headers }), credentialGate(graph));
  });
}

/** The answer while an object cannot be reached. Every other error is a fault. */
function unavailable(error: unknown): Response {
  const { extensions, message } = error as Error & { readonly extensions?: { readonly code?: unknown } };
  if (extensions?.code !== "UNAVAILABLE") throw error;
  return Response.json(errorBody("UNAVAILABLE", message), { status: 503, headers: unstored });
}

/** The pieces as bytes, made when they are asked for. A failure breaks the answer off. */
export function streamOf(pieces: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return?.();
    },
  };
  // Pages are not read ahead: a HEAD request, or a slow reader, costs none.
  return new ReadableStream(source, { highWaterMark: 0 });
}
