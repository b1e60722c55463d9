/**
 * The ids in log lines and spans that say which execution they belong to.
 */
import type { PinnedExecution } from "../../execution/state/state.ts";
import { traceIdOf } from "../../json/trace-context.ts";

/** As much of an execution as its keys are made of. */
export type KeyedExecution = Pick<PinnedExecution, "publicId" | "traceparent">;

export interface ExecutionKeys {
  /** The id under which the API knows the execution, as in every answer. Absent for one that 0.7.0 started. */
  readonly exec_id?: string;
  /** The W3C trace id that callees of the execution are sent. */
  readonly trace_id: string;
}

/**
 * The ids of an execution for a log line or a span.
 *
 * @example
 * ```ts
 * const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
 * executionKeys({ publicId: "Xk3", traceparent }); // { exec_id: "Xk3", trace_id: "4bf92f3577b34da6a3ce929d0e0e4736" }
 * ```
 */
export function executionKeys({ publicId, traceparent }: KeyedExecution): ExecutionKeys {
  return { ...(publicId !== undefined && { exec_id: publicId }), trace_id: traceIdOf(traceparent) };
}

/** As `executionKeys`; none where there is no execution yet, or none that can be read. */
export function optionalKeys(execution: KeyedExecution | null | undefined): ExecutionKeys | Record<never, never> {
  return execution === null || execution === undefined ? {} : executionKeys(execution);
}
