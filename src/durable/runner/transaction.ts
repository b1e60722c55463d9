/**
 * The rows of one transaction, made from the events that it stores: the written form of each event, and the state after the last (E4).
 */

import { transition } from "../../execution/decide/transition.ts";
import type { Effect, InFlight } from "../../execution/effects/effect.ts";
import type { ExecutionEvent, RecordedEvent } from "../../execution/events/event.ts";
import { isHiddenEvent } from "../../execution/events/hidden-event.ts";
import { writtenEvent } from "../../execution/settle/written-event.ts";
import type { ReadValue } from "../../execution/state/read-reference.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { storedValue } from "../../json/store-value.ts";

export interface Transaction {
  readonly records: readonly RecordedEvent[];
  readonly state: ExecutionState;
  /** What the state calls for after the last event. */
  readonly effects: readonly Effect[];
}

export interface TransactionParts {
  readonly inFlight: InFlight;
  readonly occurredAt: number;
  readonly read: ReadValue;
  /** Bytes, as JSON, that the output of a run may have. */
  readonly maxBytes: number;
}

/** Applies `events` to `before`, which is null for an execution that begins. Null for no events. */
export function transactionOf(
  before: ExecutionState | null,
  events: readonly ExecutionEvent[],
  { inFlight, maxBytes, occurredAt, read }: TransactionParts,
): Transaction | null {
  const records: RecordedEvent[] = [];
  let after: Pick<Transaction, "effects" | "state"> | null = null;
  for (const given of events) {
    const state: ExecutionState | null = after?.state ?? before;
    const event = writtenEvent(state, given, { read, stored: storedValue, maxBytes });
    const sequence = (state?.sequence ?? 0) + 1;
    const next = transition(state, { sequence, occurredAt, event }, inFlight);
    records.push({ sequence, occurredAt, hidden: isHiddenEvent(event), transitions: next.moves, event });
    after = next;
  }
  return after === null ? null : { records, state: after.state, effects: after.effects };
}
