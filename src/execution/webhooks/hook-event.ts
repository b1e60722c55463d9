/** What a hook in code is given: an event as webhooks deliver it, with whole values, and of which tenant it is. */
import type { JsonObject } from "../../json/json.ts";
import type { RecordedEvent } from "../events/event.ts";
import { stepOf } from "../events/event-step.ts";
import { eventType } from "../views/public-event.ts";
import { type WebhookContext, webhookData } from "./webhook-data.ts";
import { executionData, type WebhookFacts } from "./webhook-event.ts";

export interface HookFacts extends Omit<WebhookContext, "isWhole">, Pick<WebhookFacts, "executionId" | "summary"> {
  readonly tenant: string;
}

/** The event of `record`; its id is that of the CloudEvent which webhooks get. */
export function hookEvent(record: RecordedEvent, facts: HookFacts): JsonObject {
  const { event, occurredAt, sequence } = record;
  const { executionId, summary, tenant } = facts;
  return {
    id: `${executionId}/${sequence}`,
    type: eventType(event.kind),
    sequence,
    occurredAt: new Date(occurredAt).toISOString(),
    stepId: stepOf(event) ?? null,
    ...webhookData(record, { ...facts, isWhole: true }),
    execution: { ...executionData(facts), tenant, userId: summary.subject },
  };
}
