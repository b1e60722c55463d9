/**
 * The body of a webhook: a CloudEvent 1.0 in structured mode. `source` and `id` together are unique per event, the same for every
 * receiver of it and on every repeat; `time` and `sequence` are those of the log.
 */

import type { JsonObject } from "../../json/json.ts";
import type { RecordedEvent } from "../events/event.ts";
import { stepOf } from "../events/event-step.ts";
import { eventType } from "../views/public-event.ts";
import type { ExecutionSummary } from "../views/summary.ts";
import { type WebhookContext, webhookData } from "./webhook-data.ts";

export interface WebhookFacts extends WebhookContext {
  /** Public id of the execution. */
  readonly executionId: string;
  /** Origin under which the deployment is reached. Null if unknown. */
  readonly publicUrl: string | null;
  /** W3C trace context of the request that started the execution. */
  readonly traceparent: string;
  /** Travels with it. Null for none. */
  readonly tracestate: string | null;
  /** Where the execution stands when the event is sent, which can be later than the event. */
  readonly summary: ExecutionSummary;
}

/** Digits of the longest `Number.MAX_SAFE_INTEGER`, so that sequences sort as text. */
const sequenceDigits = 16;

/** Small and bounded: see `webhookData`. */
export function webhookEvent(record: RecordedEvent, facts: WebhookFacts): JsonObject {
  const { event, occurredAt, sequence } = record;
  const { executionId, publicUrl, traceparent, tracestate } = facts;
  const time = new Date(occurredAt).toISOString();
  const type = eventType(event.kind);
  return {
    specversion: "1.0",
    id: `${executionId}/${sequence}`,
    source: publicUrl === null ? `urn:planwright:execution:${executionId}` : `${publicUrl}/executions/${executionId}`,
    type: `dev.planwright.execution.${type.toLowerCase()}`,
    subject: executionId,
    time,
    datacontenttype: "application/json",
    traceparent,
    ...(tracestate !== null && { tracestate }),
    sequence: String(sequence).padStart(sequenceDigits, "0"),
    data: {
      type,
      sequence,
      occurredAt: time,
      stepId: stepOf(event) ?? null,
      ...webhookData(record, facts),
      execution: executionData(facts),
    },
  };
}

/** The execution that an event is of. */
export function executionData({ executionId, summary }: Pick<WebhookFacts, "executionId" | "summary">): JsonObject {
  const { contextId, labels, outline, startedWith, status, usage } = summary;
  const { agentCalls, costMicros, inputTokens, modelCalls, outputTokens, toolCalls } = usage;
  return {
    id: executionId,
    kind: startedWith,
    title: outline?.title ?? "",
    status,
    contextId,
    labels: labels.map(({ key, value }) => ({ key, value })),
    usage: { toolCalls, agentCalls, modelCalls, inputTokens, outputTokens, costMicros },
  };
}
