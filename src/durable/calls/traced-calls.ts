/** The calls of one execution within spans: each attempt of a step, and each call of a model. */
import type { AttemptResult } from "../../execution/events/attempt.ts";
import { spanIdOf } from "../../json/trace-context.ts";
import type { ModelResult } from "../../model/port.ts";
import { executionKeys, type KeyedExecution } from "../ports/execution-keys.ts";
import type { CallTool, InvokeModel } from "../ports/ports.ts";
import type { Tracer, TraceSpan } from "../ports/tracer.ts";

export function tracedCaller(call: CallTool, tracer: Tracer, from: () => KeyedExecution): CallTool {
  return (attempted, connection) => {
    const { attempt, callId, callable, execution, provider, stepId } = attempted;
    const attributes = () => ({
      ...executionKeys(from()),
      tool: callable.name,
      provider: provider.kind,
      step_id: stepId,
      attempt,
      call_id: callId,
      span_id: spanIdOf(execution.trace.traceparent),
    });
    return tracer.span("step.attempt", attributes, async (span) => {
      const result = await call(attempted, connection);
      noteEnd(span, result);
      return result;
    });
  };
}

export function tracedModelCaller(call: InvokeModel, tracer: Tracer, from: () => KeyedExecution): InvokeModel {
  return (request, context) => {
    const attributes = () => ({
      ...executionKeys(from()),
      model: request.model.name,
      provider: request.model.provider,
    });
    return tracer.span("model.call", attributes, async (span) => {
      const result = await call(request, context);
      noteEnd(span, result);
      return result;
    });
  };
}

/** Says in the span how its call ended. */
function noteEnd(span: TraceSpan, result: AttemptResult | ModelResult): void {
  if (result.kind === "FAILED") {
    span.set({ outcome: result.outcome });
    span.failed(result.failure.code);
  } else span.set({ outcome: result.kind });
}
