/**
 * Counts the bytes of answers that leave beside GraphQL: A2A, MCP, chats, exports, artifacts. GraphQL counts its own bytes, so that the
 * usual request has no stream around its body.
 */
import type { MiddlewareHandler } from "hono";
import type { LoadMeter } from "../../graph/base/graph-context.ts";
import type { AppContext } from "../platform/app-context.ts";
import type { Isolate } from "./isolate.ts";

/** Counts for the tenant whose credential the request proved. */
export function countedAnswer(isolate: Isolate): MiddlewareHandler<AppContext> {
  return async (context, next) => {
    await next();
    const meter = isolate.loads.meterOfRequest(context.req.raw);
    if (meter !== undefined) context.res = counted(context.res, meter);
  };
}

/** The same response, whose bytes are reported to `meter` as they leave. */
export function counted(response: Response, meter: LoadMeter): Response {
  const { body, headers } = response;
  if (body === null) return response;
  const length = headers.get("content-length");
  if (length !== null) {
    meter.answered(Number(length));
    return response;
  }
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      meter.answered(bytes.byteLength);
      controller.enqueue(bytes);
    },
  });
  return new Response(body.pipeThrough(counter), response);
}
