/**
 * Room `execution/webhooks`: what webhooks of an execution are, and what a delivery says.
 *
 * Owns: the pinned webhook and its bounds (this file); the CloudEvent of an event (`webhook-event.ts`) and its data (`webhook-data.ts`);
 * hooks in code (`code-hook.ts`) and what they are given (`hook-event.ts`).
 * Leaves: registrations of a tenant to `catalog` (`webhook-registration.ts`); deliveries and their positions to `durable/deliveries`.
 *
 * Invariants:
 * - Webhooks are pinned when an execution starts. A later change of the registry does not reach them (E15).
 * - A delivery has the same `source` and `id` for every receiver and on every repeat.
 * - Names of objects are left out, or replaced by public ids (O33). The URL of a webhook is never shown beyond its host.
 *
 * This file defines webhooks: receivers of events of an execution, in the order of its log. They are stored beside the journal (E2).
 */
import type { EventKind } from "../events/event.ts";

export interface Webhook {
  /**
   * Unique within the execution: `given/{position}` for one that came with the start, `tenant/{name}` for one that is registered,
   * `code/{name}` for a hook in code.
   */
  readonly id: string;
  /** Name under which the tenant registered it, `code:{name}` for a hook in code. Null for one that came with the start. */
  readonly name: string | null;
  /** Can hold secrets: never logged, never shown beyond its host. */
  readonly url: string;
  /** Kinds of events that are delivered. Never empty. */
  readonly events: readonly EventKind[];
  /** Whether it hears of nothing but what the whole tenant sees. Absent if not. */
  readonly isForOpen?: boolean;
}

/** How far the deliveries of a webhook came. Times in Unix milliseconds. */
export interface WebhookStanding {
  readonly name: string | null;
  /** Host of the receiver, with its port if it has one of its own. */
  readonly host: string;
  readonly events: readonly EventKind[];
  /** Sequence of the last event that was delivered or given up; 0 before the first. */
  readonly deliveredTo: number;
  /** Failed attempts to deliver the next one. */
  readonly attempts: number;
  /** When it is tried again. Null if no attempt has failed. */
  readonly nextAttemptAt: number | null;
  /** Events that were never delivered. */
  readonly givenUp: number;
}

/** Most webhooks that come with the start of one execution. */
export const maxGivenWebhooks = 4;

/** Most webhooks that a tenant has registered. */
export const maxTenantWebhooks = 8;

/** The events of a webhook that names none. */
export const defaultWebhookEvents: readonly EventKind[] = ["StepWaiting", "ExecutionFinished"];

/** They are sent before they are stored, and many a second; a receiver that wants them subscribes to the execution. */
export const undeliveredEvents: readonly EventKind[] = ["TextProduced", "StepProgressed"];

/** Host of an address that was checked, with its port if it has one of its own. That of a hook in code is empty. */
export function webhookHost(url: string): string {
  return URL.parse(url)?.host ?? "";
}
