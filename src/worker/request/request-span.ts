/**
 * One span for each request to a protocol of the API, whose objects and calls lie within it. It has the requested operation of the
 * protocol, never its arguments. Its `trace_id` is that of the caller's trace context, if it sent a valid one.
 */
import type { MiddlewareHandler } from "hono";
import type { SpanAttributes, SpanName, Tracer, TraceSpan } from "../../durable/ports/tracer.ts";
import { traceContextIn, traceIdOf } from "../../json/trace-context.ts";
import type { AppContext } from "../platform/app-context.ts";

/** GraphQL has no bound for names of operations. */
const longestName = 100;

export function requestSpan(name: SpanName, tracer: Tracer): MiddlewareHandler<AppContext> {
  return async (context, next) => {
    context.set("platformTrace", tracer.current);
    const attributes = () => ({ method: context.req.method, ...traceOf(context.req.raw.headers) });
    await tracer.span(name, attributes, async (span) => {
      context.set("onOperation", operationOf(span));
      await next();
      const { status } = context.res;
      span.set({ status });
      if (status >= 500) span.failed(`HTTP_${status}`);
    });
  };
}

/** As above, for one operation over a WebSocket that was opened with `headers`. It ends with the result, or when results begin to come. */
export function operationSpan<Result>(
  tracer: Tracer,
  headers: Headers,
  work: (onOperation: (operation: string) => void) => Result,
): Result {
  const attributes = () => ({ method: "WEBSOCKET", ...traceOf(headers) });
  return tracer.span("graphql.request", attributes, (span) => work(operationOf(span)));
}

function traceOf(headers: Headers): SpanAttributes {
  const given = traceContextIn(headers);
  return given === undefined ? {} : { trace_id: traceIdOf(given.traceparent) };
}

function operationOf(span: TraceSpan): (operation: string) => void {
  return (operation) => span.set({ operation: operation.slice(0, longestName) });
}
