/** One delivery to a webhook: an event of the log as a CloudEvent, signed, or as it is for a hook in code. */

import type { RecordedEvent } from "../../execution/events/event.ts";
import { isHiddenEvent } from "../../execution/events/hidden-event.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { hookNameOf } from "../../execution/webhooks/code-hook.ts";
import { hookEvent } from "../../execution/webhooks/hook-event.ts";
import type { Webhook } from "../../execution/webhooks/webhook.ts";
import { type WebhookFacts, webhookEvent } from "../../execution/webhooks/webhook-event.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import { faultText } from "../../json/fault-text.ts";
import { callHook } from "../deliveries/hook-call.ts";
import { type PostPorts, sendPost } from "../deliveries/push-post.ts";
import type { DeliveryResult } from "../deliveries/push-sender.ts";
import { optionalKeys } from "../ports/execution-keys.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Journal } from "../ports/ports.ts";
import type { ExecutionReader } from "./execution-reader.ts";

export interface WebhookDeliveryPorts extends PostPorts {
  readonly journal: Journal;
  readonly reader: ExecutionReader;
  readonly state: () => ExecutionState | undefined;
  readonly options: Pick<ExecutionOptions, "codeHooks" | "publicId" | "publicUrl">;
}

/** Sends the event of `sequence` to `webhook`. Never rejects. */
export async function deliverWebhook(
  webhook: Webhook,
  sequence: number,
  ports: WebhookDeliveryPorts,
): Promise<DeliveryResult> {
  try {
    const state = ports.state();
    // At least one row of any size.
    const [record] = ports.journal.read(sequence - 1, 1).records;
    if (state === undefined || record?.sequence !== sequence) return { kind: "REFUSED" };
    // The event decides too, so that a text is never sent because of a column alone. A hidden event is not delivered.
    if (isHiddenEvent(record.event)) return { kind: "DELIVERED" };
    const facts = await factsOf(record, state, ports);
    if (facts === null) return { kind: "REFUSED" };
    const id = `msg_${hashOfParts([state.pinned.execution, webhook.id, sequence]).slice(0, 32)}`;
    const from = state.pinned;
    const name = hookNameOf(webhook);
    if (name !== undefined) {
      const event = hookEvent(record, { ...facts, tenant: from.tenant });
      return await callHook({ from, id, name, event }, { ...ports, hooks: ports.options.codeHooks });
    }
    const body = JSON.stringify(webhookEvent(record, facts));
    const contentType = "application/cloudevents+json";
    return await sendPost({ from, url: webhook.url, id, body, contentType, proofs: {}, what: "webhook" }, ports);
  } catch (error) {
    // A body that cannot be made now may be made by newer code.
    console.error(
      JSON.stringify({
        log: "webhook_not_made",
        ...optionalKeys(ports.state()?.pinned),
        sequence,
        error: faultText(error),
      }),
    );
    return { kind: "FAILED", retryAfterMs: undefined };
  }
}

async function factsOf(
  record: RecordedEvent,
  { pinned: { execution, tenant, traceparent, tracestate } }: ExecutionState,
  { journal, options: { publicId, publicUrl }, reader }: WebhookDeliveryPorts,
): Promise<WebhookFacts | null> {
  const { event, sequence } = record;
  const summary = reader.summary();
  if (summary === undefined) return null;
  const requestId = humanInputOf(event);
  const child = event.kind === "StepWaiting" && event.waitsFor === "CHILD" ? event.handle : null;
  return {
    publicUrl: publicUrl ?? null,
    summary,
    traceparent,
    tracestate,
    executionId: await publicId(tenant, { kind: "EXECUTION", execution }),
    humanInput: requestId === null ? null : await publicId(tenant, { kind: "HUMAN_INPUT", execution, requestId }),
    child: child === null ? null : await publicId(tenant, { kind: "EXECUTION", execution: child }),
    response: responseOf(event, journal),
    read: (slot) => journal.value({ sequence, slot }),
  };
}

function humanInputOf(event: RecordedEvent["event"]): string | null {
  if (event.kind === "StepWaiting") return event.waitsFor === "PERSON" ? event.request.requestId : null;
  return event.kind === "HumanInputResolved" ? event.requestId : null;
}

/** The text for the user, as the end of an execution names it. */
function responseOf(event: RecordedEvent["event"], journal: Journal): string | null {
  if (event.kind !== "ExecutionFinished") return null;
  if (event.directResponse !== null || event.response === null) return event.directResponse;
  const text = journal.value(event.response);
  return typeof text === "string" ? text : null;
}
