/**
 * Events that watchers were sent and that are not stored: text of a model in flight, progress of calls in flight and of tasks that are
 * waited for. Each row is billed, and such events come for seconds. They have their sequences already and are stored with them in the next
 * transaction, which is mostly that of the end of their call. So a log reads the same before and after that. A crash loses them with their
 * call, which is made again (E7).
 */
import type { StepProgressed } from "../../execution/events/callee-progress.ts";
import type { RecordedEvent } from "../../execution/events/event.ts";
import { isHiddenEvent } from "../../execution/events/hidden-event.ts";
import type { TextProduced } from "../../execution/events/model-event.ts";
import type { PagedEvent } from "../../execution/views/execution-view.ts";
import { logPosition, mostTimed, positionTime } from "../../execution/views/log-position.ts";

/** An event that may be sent before it is stored. */
export type ShownEvent = TextProduced | StepProgressed;

/** Maximum of unstored progress as JSON, in UTF-16 code units: a quarter of a row, so that it makes none of its own. */
export const maxShownProgress = 65_536;

export class ShownEvents {
  #events: PagedEvent[] = [];
  #progressLength = 0;
  /** Of the first event, if it was sent while only waits were at work. */
  #time: number | undefined;

  /** Everything that is not stored, in order. */
  get events(): readonly PagedEvent[] {
    return this.#events;
  }

  /** Whether there is room for more progress. Text has always room: the tokens that were asked for bound it. */
  get hasRoom(): boolean {
    const isLong = this.#time !== undefined && this.#events.length >= mostTimed;
    return this.#progressLength < maxShownProgress && !isLong;
  }

  /**
   * Adds events behind the last stored one, which has the sequence `stored`. Returns them as they are sent. `isCalling` says whether a call
   * is in flight: then a new object stores that it lost the call before it sends anything else.
   */
  add(events: readonly ShownEvent[], stored: number, occurredAt: number, isCalling: boolean): readonly PagedEvent[] {
    const known = this.#events.length;
    if (known === 0) this.#time = isCalling ? undefined : positionTime(occurredAt);
    const paged = events.map((event, index) => {
      if (event.kind === "StepProgressed") this.#progressLength += JSON.stringify(event).length;
      const unstored = known + index + 1;
      const sequence = stored + unstored;
      const position = logPosition(sequence, unstored, this.#time);
      return { sequence, occurredAt, hidden: isHiddenEvent(event), transitions: [], event, position };
    });
    this.#events.push(...paged);
    return paged;
  }

  /** The records of a transaction that were not sent yet. The transaction began with all that were, so none is left to be stored. */
  stored(records: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const notShown = records.slice(this.#events.length);
    this.#events = [];
    this.#progressLength = 0;
    return notShown;
  }
}
