/**
 * Webhooks as callers send them: their problems, and the part that is stored. An address passes the same check as every outgoing request,
 * here and again whenever something is sent there.
 */
import { webhookAddressRefusal } from "../../catalog/webhook-registration.ts";
import type { EventKind } from "../../execution/events/event.ts";
import { eventKinds, eventType } from "../../execution/views/public-event.ts";
import {
  defaultWebhookEvents,
  maxGivenWebhooks,
  undeliveredEvents,
  type Webhook,
} from "../../execution/webhooks/webhook.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { cannotTake, limitExceeded, type RequestProblem } from "../base/request-problem.ts";
import { requireScope } from "../base/required-scopes.ts";
import type { ExecutionEventType, ExecutionOptionsInput, WebhookInput } from "../base/schema.generated.ts";

/** The kinds by their names in the API, in the order of the schema. */
const kinds = new Map<ExecutionEventType, EventKind>(eventKinds.map((kind) => [eventType(kind), kind]));

/**
 * The problems of the webhooks of a start. Paths start at the input of the mutation. Throws FORBIDDEN for a caller who may not read
 * executions: a receiver of their events reads them.
 */
export function webhookProblems(
  webhooks: ExecutionOptionsInput["webhooks"],
  context: GraphContext,
): readonly RequestProblem[] {
  if (webhooks === null || webhooks === undefined || webhooks.length === 0) return [];
  requireScope(context, "EXECUTION_READ", "webhooks");
  const path = ["options", "webhooks"];
  // One after the other would only say the same again.
  if (webhooks.length > maxGivenWebhooks) return [limitExceeded("webhooks", maxGivenWebhooks, webhooks.length, path)];
  return webhooks.flatMap(({ events, url }, position) => {
    const place = [...path, String(position)];
    const refusal = webhookAddressRefusal(url, context.settings.egress);
    const finding = eventsFinding(events);
    return [
      ...(refusal === undefined ? [] : [cannotTake([...place, "url"], refusal.finding)]),
      ...(finding === undefined ? [] : [cannotTake([...place, "events"], finding)]),
    ];
  });
}

/** The webhooks of a start that was checked. */
export function givenWebhooks(webhooks: ExecutionOptionsInput["webhooks"]): readonly Webhook[] {
  return (webhooks ?? []).map(({ events, url }, position) => ({
    id: `given/${position}`,
    name: null,
    url,
    events: webhookEvents(events),
  }));
}

/** The problem of the requested events. Undefined if there is none. */
export function eventsFinding(events: WebhookInput["events"]): string | undefined {
  if (events === null || events === undefined) return undefined;
  if (events.length === 0) return "required one event at least, found none";
  const undelivered = undeliveredEvents.map(eventType).find((type) => events.includes(type));
  if (undelivered === undefined) return undefined;
  return `required events other than ${undelivered}, which comes by the subscription executionEvents, found it`;
}

/** Each kind once, in the order of the schema. */
export function webhookEvents(events: WebhookInput["events"]): readonly EventKind[] {
  if (events === null || events === undefined) return defaultWebhookEvents;
  return [...kinds].flatMap(([type, kind]) => (events.includes(type) ? [kind] : []));
}
