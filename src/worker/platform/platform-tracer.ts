/**
 * The platform's tracing as the port of `src/durable/ports/tracer.ts`. It first asks whether anything records, which costs a fraction of a
 * span; for a request that is not sampled, and in a runtime without observability, that is all.
 *
 * Ids of spans are zeros where nothing records (measured), so they are not sent to callees then.
 */
import { tracing } from "cloudflare:workers";
import { silentTracer, type Tracer } from "../../durable/ports/tracer.ts";
import { readTraceContext } from "../../json/trace-context.ts";

export const platformTracer: Tracer = {
  span(name, attributes, work) {
    if (!isRecorded()) return silentTracer.span(name, attributes, work);
    return tracing.enterSpan(name, (span) => {
      quietly(() => span.setAttributes(attributes()));
      return work({
        set: (more) => quietly(() => span.setAttributes(more)),
        failed: (code) =>
          quietly(() => {
            span.setAttributes({ failure: code });
            span.setStatus({ code: "error", message: code });
          }),
      });
    });
  },
  current() {
    const context = isRecorded() ? tracing.getActiveSpan()?.spanContext() : undefined;
    if (context === undefined) return undefined;
    // A recorded span counts as sampled, independent of its flags.
    return readTraceContext(`00-${context.traceId}-${context.spanId}-01`, null)?.traceparent;
  },
};

/** An attribute that a span refuses must not end the work within it. */
function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // The span lacks an attribute.
  }
}

function isRecorded(): boolean {
  return tracing.getActiveSpan()?.isTraced === true;
}
