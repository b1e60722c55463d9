/** A tracer that remembers its spans, in the order in which they began. */
import type { SpanAttributes, SpanName, Tracer } from "../../../src/durable/ports/tracer.ts";

export interface RecordedSpan {
  readonly name: SpanName;
  attributes: SpanAttributes;
  failure: string | null;
  isOver: boolean;
}

export class RecordingTracer implements Tracer {
  readonly spans: RecordedSpan[] = [];
  /** As the platform would give it. */
  traceparent: string | undefined;

  readonly span: Tracer["span"] = (name, attributes, work) => {
    const span: RecordedSpan = { name, attributes: attributes(), failure: null, isOver: false };
    this.spans.push(span);
    const over = () => {
      span.isOver = true;
    };
    const result = work({
      set: (more) => {
        span.attributes = { ...span.attributes, ...more };
      },
      failed: (code) => {
        span.failure = code;
      },
    });
    if (result instanceof Promise) result.then(over, over);
    else over();
    return result;
  };

  readonly current = () => this.traceparent;
}
