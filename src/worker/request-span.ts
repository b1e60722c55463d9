/**
 * One span for each request to a protocol of the API, whose objects and calls lie within it. It says which operation of the protocol was
 * asked for, never with what. Its `trace_id` is that of the caller's trace context, if it sent a valid one.
 */
import type { MiddlewareHandler } from "hono";
import type { SpanName, Tracer } from "../durable/tracer.ts";
import { traceContextIn, traceIdOf } from "../plan/trace-context.ts";
import type { AppContext } from "./app-context.ts";

/** GraphQL has no bound for names of operations. */
const longestName = 100;

export function requestSpan(name: SpanName, tracer: Tracer): MiddlewareHandler<AppContext> {
  return async (context, next) => {
    context.set("platformTrace", tracer.current);
    const attributes = () => {
      const given = traceContextIn(context.req.raw.headers);
      return { method: context.req.method, ...(given !== null && { trace_id: traceIdOf(given.traceparent) }) };
    };
    await tracer.span(name, attributes, async (span) => {
      context.set("onOperation", (operation) => span.set({ operation: operation.slice(0, longestName) }));
      await next();
      const { status } = context.res;
      span.set({ status });
      if (status >= 500) span.failed(`HTTP_${status}`);
    });
  };
}
