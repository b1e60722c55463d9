/**
 * Webhooks of an execution: receivers that are told of its events, in the order of the log. They are pinned with its start and lie beside
 * its journal (E2, E15): what the tenant registers or removes later changes nothing of what has begun.
 */
import type { EventKind } from "../events/event.ts";

export interface Webhook {
  /** Unique within the execution: `given/{position}` for one that came with the start, `tenant/{name}` for one that is registered. */
  readonly id: string;
  /** Name under which the tenant registered it. Null for one that came with the start. */
  readonly name: string | null;
  /** Can hold secrets: never logged, never shown beyond its host. */
  readonly url: string;
  /** Kinds of events that it is told of. Never empty. */
  readonly events: readonly EventKind[];
}

/** How far a webhook was told. Times in Unix milliseconds. */
export interface WebhookStanding {
  readonly name: string | null;
  /** Host of the receiver, with its port if it has one of its own. */
  readonly host: string;
  readonly events: readonly EventKind[];
  /** Sequence of the last event that was delivered or given up; 0 before the first. */
  readonly toldTo: number;
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

/** What a webhook is told of if nothing is said. */
export const defaultWebhookEvents: readonly EventKind[] = ["StepWaiting", "ExecutionFinished"];

/** Text comes in hundreds of pieces a second; whoever wants it follows the execution. */
export const untoldEvent: EventKind = "TextProduced";

/** Host of an address that was checked, with its port if it has one of its own. */
export function webhookHost(url: string): string {
  return URL.parse(url)?.host ?? "";
}
