/** Records an attempt to notify a receiver: a span, a point of the meter, and a log line if the receiver did not accept it. */
import type { PinnedExecution } from "../../execution/state/state.ts";
import { callTraceparent, spanIdOf } from "../../json/trace-context.ts";
import { type ExecutionKeys, executionKeys, type KeyedExecution } from "../ports/execution-keys.ts";
import type { Meter } from "../ports/meter.ts";
import type { Clock } from "../ports/ports.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { DeliveryResult } from "./push-sender.ts";

export interface DeliveryWatch {
  readonly clock: Clock;
  readonly tracer: Tracer;
  /** Absent where nothing is counted. */
  readonly meter: Meter | undefined;
}

/** Who delivers: an execution, or the tenant itself. */
export type DeliverySource =
  | (KeyedExecution & Pick<PinnedExecution, "execution" | "tenant">)
  | { readonly tenant: string; readonly execution?: never };

export interface Delivery {
  readonly from: DeliverySource;
  /** The same on every repeat. */
  readonly id: string;
  /** The kind of delivery, as the log names it. */
  readonly what: "audit" | "hook" | "push" | "webhook";
}

/** Makes an attempt, which must not reject. It is given its trace context, if it is of an execution. */
export function watchedDelivery(
  { from, id, what }: Delivery,
  { clock, meter, tracer }: DeliveryWatch,
  deliver: (traceparent: string | undefined) => Promise<DeliveryResult>,
): Promise<DeliveryResult> {
  const startedAt = clock.now();
  // Every repeat of a delivery is the same span to its receiver.
  const traceparent =
    from.execution === undefined ? undefined : callTraceparent(from.traceparent, [from.execution, id]);
  const attributes = () => ({
    ...keysOf(from),
    kind: what,
    delivery_id: id,
    ...(traceparent !== undefined && { span_id: spanIdOf(traceparent) }),
  });
  return tracer.span("webhook.delivery", attributes, async (span) => {
    const result = await deliver(traceparent);
    span.set({ result: result.kind });
    if (result.kind !== "DELIVERED") span.failed(result.kind);
    const dimensions = { kind: what, result: result.kind };
    meter?.count("delivery", from.tenant, { dimensions, values: { latencyMs: clock.now() - startedAt } });
    return result;
  });
}

/** Logs that an attempt was not taken, and gives its result. */
export function notTaken(
  { from, what }: Pick<Delivery, "from" | "what">,
  result: DeliveryResult,
  reason: string,
  more: { readonly [key: string]: string } = {},
): DeliveryResult {
  const line = { log: `${what}_not_taken`, ...keysOf(from), ...more, result: result.kind, reason };
  console.warn(JSON.stringify(line));
  return result;
}

function keysOf(from: DeliverySource): ExecutionKeys | Record<never, never> {
  return from.execution === undefined ? {} : executionKeys(from);
}
