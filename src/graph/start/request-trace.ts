/**
 * The ids by which a request can be followed: its W3C trace context and its request id (H4).
 */
import { type TraceContext, traceContextIn } from "../../json/trace-context.ts";

/** The parts of a trace that begins here. */
export interface TraceSource {
  /** Lower-case hexadecimal text of so many random bytes. */
  readonly randomHex: (bytes: number) => string;
  /** The `traceparent` of the platform's own span. Undefined where none is recorded. */
  readonly platformTrace?: () => string | undefined;
}

/**
 * The trace context of the request if it is valid. Otherwise that of the platform's span for it, so that calls are in the trace that the
 * platform exports. Where no span is recorded, a new one that is sampled.
 *
 * @example
 * ```ts
 * const randomHex = (bytes: number) => "ab".repeat(bytes);
 * const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
 * requestTrace(new Headers({ traceparent }), { randomHex }); // { traceparent, tracestate: null }
 * ```
 */
export function requestTrace(headers: Headers, { platformTrace, randomHex }: TraceSource): TraceContext {
  const given = traceContextIn(headers);
  if (given !== undefined) return given;
  return { traceparent: platformTrace?.() ?? `00-${randomHex(16)}-${randomHex(8)}-01`, tracestate: null };
}

/** A fresh request id such as `req-2026-01-31-9f86d081884c`. */
export function freshRequestId(nowMs: number, randomHex: (bytes: number) => string): string {
  return `req-${new Date(nowMs).toISOString().slice(0, 10)}-${randomHex(6)}`;
}
