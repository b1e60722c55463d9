/**
 * Which part of a long log is in the page. A log of up to `longLog` events is there whole. Of a longer one a window of fixed size is, the latest
 * events first; a reader moves it both ways. So the memory of a page has a bound, however long the log is. Pure.
 */

/** Numbers of events, from 1. */
export interface LogWindow {
  readonly first: number;
  readonly last: number;
  /** Number of the latest event that there is. */
  readonly total: number;
}

export const longLog = 20_000;
export const windowSize = 2_000;
/** Events of one answer of the API. */
export const pageSize = 500;

export type WindowMove = "FIRST" | "EARLIER" | "LATER" | "LATEST";

/**
 * Where a move leads. Windows that follow each other share no event.
 *
 * @example
 * ```ts
 * movedWindow({ first: 98_001, last: 100_000, total: 100_000 }, "EARLIER"); // { first: 96_001, last: 98_000, total: 100_000 }
 * ```
 */
export function movedWindow({ first, last, total }: LogWindow, move: WindowMove): LogWindow {
  switch (move) {
    case "FIRST":
      return windowFrom(1, total);
    case "EARLIER":
      return windowFrom(Math.max(1, first - windowSize), total);
    case "LATER":
      return last + windowSize >= total ? latestWindow(total) : windowFrom(last + 1, total);
    case "LATEST":
      return latestWindow(total);
  }
}

export function latestWindow(total: number): LogWindow {
  return { first: Math.max(1, total - windowSize + 1), last: total, total };
}

function windowFrom(first: number, total: number): LogWindow {
  return { first, last: Math.min(total, first + windowSize - 1), total };
}

/**
 * What is shown of a window that was read: with the events that came `since`, if it is the newest part, which is followed from then on.
 * `latest` is the number of the latest event that is known.
 */
export function shownWindow<Event extends { readonly sequence: number }>(
  wanted: LogWindow,
  read: readonly Event[],
  since: readonly Event[],
  latest: number,
): { readonly events: readonly Event[]; readonly window: LogWindow } {
  const total = Math.max(wanted.total, latest);
  if (!isLatest(wanted)) return { events: read, window: { ...wanted, total } };
  const further = since.filter(({ sequence }) => sequence > wanted.last);
  return { events: [...read, ...further], window: { ...wanted, last: total, total } };
}

/** After which event each page of a window begins. */
export function pageStarts({ first, last }: LogWindow): readonly number[] {
  const starts: number[] = [];
  for (let after = first - 1; after < last; after += pageSize) starts.push(after);
  return starts;
}

/** Whether a window shows the newest events. */
export function isLatest({ last, total }: LogWindow): boolean {
  return last >= total;
}

/** How many of the oldest events a log that grows to `length` lets go. None while it is short. */
export function surplus(length: number): number {
  return length > longLog ? length - longLog / 2 : 0;
}
