/**
 * Events that are sent to a tenant, and the steps that wait for them: the messages between a sender, the mailbox that keeps both, and an
 * execution. A mailbox is found by name and correlation value alone.
 */
import type { Json } from "../../json/json.ts";
import type { EventAddress } from "../events/step-waiting.ts";

/** An event as its sender gives it. */
export interface EventSending extends EventAddress {
  /** A repeated event has the same id and changes nothing. */
  readonly eventId: string;
  readonly payload: Json;
  /** How long it is kept while no step waits for it. */
  readonly keepMs: number;
  readonly sentBy: string;
}

/** KEPT until a step waits for it, DELIVERING while a waiting step has yet to store it, DELIVERED once it has; EXPIRED if no step came. */
export type SentEventStatus = "KEPT" | "DELIVERING" | "DELIVERED" | "EXPIRED";

/** The state of an event. Times in Unix milliseconds. */
export interface SentEventView extends EventAddress {
  readonly eventId: string;
  readonly status: SentEventStatus;
  readonly receivedAt: number;
  readonly keptUntil: number;
  /** The execution and the step that it is given to. Null for none. */
  readonly receiver: { readonly execution: string; readonly step: string } | null;
}

export type SendEventResult =
  | { readonly kind: "SENT"; readonly replayed: boolean; readonly event: SentEventView }
  /** Another event was sent with this id. */
  | { readonly kind: "CONFLICT" }
  | { readonly kind: "LIMIT_EXCEEDED"; readonly limit: MailboxLimit; readonly maximum: number };

export type MailboxLimit = "events of one name and correlation" | "kept events" | "bytes of kept events";

/** A step that waits. */
export interface EventWait extends EventAddress {
  /** Unique for each wait of each execution. */
  readonly waitId: string;
  readonly execution: string;
  readonly step: string;
  /** Unix milliseconds: no event is given to it from then on. */
  readonly until: number;
}

/** An event as the step gets it that waits for it. */
export interface ArrivedEvent {
  readonly eventId: string;
  readonly payload: Json;
  /** Unix milliseconds. */
  readonly receivedAt: number;
}

export type AwaitedEvent =
  /** The step is noted, and is notified of its event. */
  | { readonly kind: "WAITING" }
  | { readonly kind: "ARRIVED"; readonly event: ArrivedEvent }
  | { readonly kind: "LIMIT_EXCEEDED"; readonly maximum: number };

/** The answer of an execution to an event: it is stored, its step waits for it no more, or the execution is gone. */
export type ArrivalAnswer = "TAKEN" | "NOT_WAITING" | "GONE";
