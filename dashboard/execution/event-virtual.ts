/** Rows of a long list of which only those in sight are on the page, measured as they are shown, because opened ones are taller. */
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from "@tanstack/virtual-core";
import { useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { covered, type Scroller, scrollTopOf } from "./event-scroller.ts";

type Rows = Virtualizer<Scroller, HTMLElement>;

export interface VirtualRowsOptions {
  readonly list: { readonly current: HTMLElement | null };
  /** Null before it is known; there are no rows until then. */
  readonly scroller: Scroller | null;
  readonly count: number;
  /** The same function as long as the rows are the same, but for those that are added at the end. */
  readonly keyOf: (at: number) => number;
  /** A row that stays on the page although it is out of sight, because it has the focus. */
  readonly kept: number | null;
}

/** The rows that are to be shown. Null before the list is on the page. */
export function useVirtualRows({ count, keyOf, kept, list, scroller }: VirtualRowsOptions): Rows | null {
  const [, render] = useReducer((times: number) => times + 1, 0);
  const margin = useRef(0);
  const rows = useMemo(() => (scroller === null ? null : new Virtualizer(optionsOf(scroller))), [scroller]);
  if (rows !== null && scroller !== null) {
    rows.setOptions({
      ...optionsOf(scroller),
      count,
      getItemKey: keyOf,
      scrollMargin: margin.current,
      rangeExtractor: (range) => {
        const shown = defaultRangeExtractor(range);
        if (kept === null || kept >= count || shown.includes(kept)) return shown;
        return [...shown, kept].sort((first, second) => first - second);
      },
      onChange: () => render(undefined),
    });
  }
  useLayoutEffect(() => rows?._didMount(), [rows]);
  useLayoutEffect(() => {
    rows?._willUpdate();
    if (scroller === null || list.current === null) return;
    const top = scroller instanceof HTMLElement ? scroller.getBoundingClientRect().top : 0;
    const found = list.current.getBoundingClientRect().top - top + scrollTopOf(scroller);
    if (Math.abs(found - margin.current) < 1) return;
    margin.current = found;
    render(undefined);
  });
  return rows;
}

function optionsOf(scroller: Scroller): VirtualizerOptions<Scroller, HTMLElement> {
  const { end, start } = covered(scroller);
  const shared = {
    count: 0,
    getScrollElement: () => scroller,
    estimateSize: () => (scroller === window ? 59 : 31),
    overscan: 12,
    scrollPaddingStart: start,
    scrollPaddingEnd: end,
    initialOffset: () => scrollTopOf(scroller),
  };
  const own =
    scroller === window
      ? { observeElementRect: observeWindowRect, observeElementOffset: observeWindowOffset, scrollToFn: windowScroll }
      : { observeElementRect, observeElementOffset, scrollToFn: elementScroll };
  // What observes a window is given to windows alone, and what observes an element to elements: the condition above says so.
  return { ...shared, ...own } as unknown as VirtualizerOptions<Scroller, HTMLElement>;
}
