/**
 * The text of a model in flight that watchers were told and that is not stored: each row is billed, and a model writes for seconds. It has its
 * sequences already and is stored with them, in one transaction with whatever is stored next: mostly the end of its call. So a log reads the
 * same before and after that. A crash loses it with its call, which begins anew (E7).
 */
import type { RecordedEvent } from "../../execution/events/event.ts";
import { isHiddenEvent } from "../../execution/events/hidden-event.ts";
import type { TextProduced } from "../../execution/events/model-event.ts";
import type { PagedEvent } from "../../execution/views/execution-view.ts";
import { logPosition } from "../../execution/views/log-position.ts";

export class ShownText {
  #events: PagedEvent[] = [];

  /** Everything that is not stored, in order. */
  get events(): readonly PagedEvent[] {
    return this.#events;
  }

  /** Takes more text behind the last event that is stored, which has the sequence `stored`. Gives it as it is told. */
  add(text: readonly TextProduced[], stored: number, occurredAt: number): readonly PagedEvent[] {
    const known = this.#events.length;
    const shown = text.map((event, index) => {
      const unstored = known + index + 1;
      const sequence = stored + unstored;
      const position = logPosition(sequence, unstored);
      return { sequence, occurredAt, hidden: isHiddenEvent(event), transitions: [], event, position };
    });
    this.#events.push(...shown);
    return shown;
  }

  /** What of the records of a transaction, which began with all that was told, was not. Nothing is left to be stored. */
  stored(records: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const untold = records.slice(this.#events.length);
    this.#events = [];
    return untold;
  }
}
