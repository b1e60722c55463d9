/**
 * Spans as a port: the platform's tracing in production, a recorder in tests. Attributes name things; no argument, output, secret or text
 * of a person is ever one. Where no span is recorded, nothing is computed.
 *
 * The platform begins a trace of its own with each event that wakes an object, so its ids cannot follow an execution. Every span of an
 * execution carries `trace_id` and, where a call leaves, `span_id` of the W3C context that callees are sent (`src/json/trace-context.ts`).
 */

export type SpanName =
  | "graphql.request"
  | "a2a.request"
  | "mcp.request"
  | "export.request"
  | "chat.request"
  | "execution.start"
  | "execution.alarm"
  | "step.attempt"
  | "model.call"
  | "child.start"
  | "webhook.delivery";

export type SpanAttributes = { readonly [name: string]: string | number | boolean };

export interface TraceSpan {
  /** Adds attributes. Does nothing where no span is recorded. */
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed, with the reason. */
  failed(code: string): void;
}

export interface Tracer {
  /**
   * Does `work` within a span, which ends when `work` has returned or its promise has settled. Errors of `work` are thrown on. `attributes`
   * is called only if the span is recorded.
   */
  span<Result>(name: SpanName, attributes: () => SpanAttributes, work: (span: TraceSpan) => Result): Result;
  /** The `traceparent` of the platform's own span. Undefined where none is recorded. */
  current(): string | undefined;
}

const silentSpan: TraceSpan = { set() {}, failed() {} };

/** Records nothing. */
export const silentTracer: Tracer = { span: (_name, _attributes, work) => work(silentSpan), current: () => undefined };
