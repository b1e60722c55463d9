/**
 * The transaction of one turn: the records of all events that are stored together, and the work that may be done only once they are stored
 * (E3, E4).
 */

import { transition } from "../../execution/decide/transition.ts";
import type { Effect, InFlight } from "../../execution/effects/effect.ts";
import type { ExecutionEvent, RecordedEvent } from "../../execution/events/event.ts";
import { isHiddenEvent } from "../../execution/events/hidden-event.ts";
import { valuesOf } from "../../execution/events/value-slots.ts";
import { writtenEvents } from "../../execution/settle/written-event.ts";
import type { ReadValue } from "../../execution/state/read-reference.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { Json } from "../../json/json.ts";
import { storedText, storedValue } from "../../json/store-value.ts";
import type { ValuePosition } from "../../json/stored-value.ts";

/** Work that waits for the transaction to be stored. */
export interface Stored {
  /** Done once it is. */
  readonly then: () => void;
  /** Done if it cannot be. */
  readonly otherwise: () => void;
}

export interface TransactionParts {
  readonly inFlight: InFlight;
  readonly occurredAt: number;
  readonly read: ReadValue;
  /** Bytes, as JSON, that the output of a run may have. */
  readonly maxBytes: number;
}

export class Transaction {
  /** The state that is stored. Absent for an execution that begins. */
  readonly before: ExecutionState | undefined;
  readonly records: RecordedEvent[] = [];
  readonly waiting: Stored[] = [];
  /** The state after the last event. */
  #state: ExecutionState | undefined;

  constructor(before: ExecutionState | undefined) {
    this.before = before;
    this.#state = before;
  }

  get state(): ExecutionState | undefined {
    return this.#state;
  }

  /** Applies `events`: all, or none if one cannot be applied. Returns the effects after the last. Undefined for no events. */
  add(
    events: readonly ExecutionEvent[],
    { inFlight, maxBytes, occurredAt, read }: TransactionParts,
  ): readonly Effect[] | undefined {
    const { records } = this;
    const known = records.length;
    const values = { read, stored: storedValue, maxBytes };
    let state = this.#state;
    let effects: readonly Effect[] | undefined;
    try {
      for (const given of events) {
        for (const event of writtenEvents(state, given, values)) {
          const sequence = (state?.sequence ?? 0) + 1;
          const next = transition(state, { sequence, occurredAt, event }, inFlight);
          records.push({ sequence, occurredAt, hidden: isHiddenEvent(event), transitions: next.moves, event });
          ({ effects, state } = next);
        }
      }
    } catch (error) {
      records.length = known;
      throw error;
    }
    this.#state = state;
    return effects;
  }

  /** A value of these records as the journal will read it, which may differ: for example a number beyond all bounds (E14). */
  value({ sequence, slot }: Pick<ValuePosition, "sequence" | "slot">): Json | undefined {
    const first = this.records[0]?.sequence;
    const record = first === undefined ? undefined : this.records[sequence - first];
    const value = record === undefined ? undefined : valuesOf(record.event).find(([name]) => name === slot)?.[1];
    return value?.inline === undefined ? undefined : (JSON.parse(storedText(value)) as Json);
  }
}
