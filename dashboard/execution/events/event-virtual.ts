/**
 * Rows of a long list of which only those in sight are on the page. Closed rows have one height, which is known; opened ones are taller
 * and measured. Nothing else is measured while the list moves, because that would have the browser lay it out twice a frame.
 */
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
  /** Whether something stands above the list that does not always. */
  readonly isLower: boolean;
  /** A row that stays on the page although it is out of sight, because it has the focus. */
  readonly kept: number | null;
}

/** The rows that are to be shown. Null before the list is on the page. */
export function useVirtualRows({ count, isLower, keyOf, kept, list, scroller }: VirtualRowsOptions): Rows | null {
  const [, render] = useReducer((times: number) => times + 1, 0);
  const margin = useRef(0);
  const options = useMemo(() => (scroller === null ? null : optionsOf(scroller)), [scroller]);
  const rows = useMemo(() => (options === null ? null : new Virtualizer(options)), [options]);
  if (rows !== null && options !== null) {
    rows.setOptions({
      ...options,
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
  useLayoutEffect(() => rows?._willUpdate());
  useLayoutEffect(() => {
    if (scroller === null || list.current === null) return;
    const element = list.current;
    const measure = () => {
      const top = scroller instanceof HTMLElement ? scroller.getBoundingClientRect().top : 0;
      const found = element.getBoundingClientRect().top - top + scrollTopOf(scroller);
      if (Math.abs(found - margin.current) < 1) return;
      margin.current = found;
      render(undefined);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const above of elementsAbove(element, scroller)) observer.observe(above);
    return () => observer.disconnect();
  }, [list, scroller, isLower]);
  return rows;
}

function optionsOf(scroller: Scroller): VirtualizerOptions<Scroller, HTMLElement> {
  const { end, start } = covered(scroller);
  const height = rowHeight(scroller);
  const shared = {
    count: 0,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 8,
    scrollPaddingStart: start,
    scrollPaddingEnd: end,
    initialOffset: () => scrollTopOf(scroller),
  };
  const own =
    scroller === window
      ? { observeElementRect: observeWindowRect, observeElementOffset: observeWindowOffset, scrollToFn: windowScroll }
      : { observeElementRect, observeElementOffset, scrollToFn: elementScroll };
  // The observers of a window get windows alone, and those of an element get elements: the condition above ensures that.
  return { ...shared, ...own } as unknown as VirtualizerOptions<Scroller, HTMLElement>;
}

/** Height of a closed row in CSS pixels, as the style sheet has it: one line on a wide screen, two on a phone. */
export function rowHeight(scroller: Scroller): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return scroller === window ? 2.5 * rem + 19 : 1.25 * rem + 11;
}

/** The content before an element within its scroller: where it grows, the element moves. */
function elementsAbove(element: Element, scroller: Scroller): readonly Element[] {
  const above: Element[] = [];
  const limit = scroller instanceof HTMLElement ? scroller : document.body;
  for (let at: Element | null = element; at !== null && at !== limit; at = at.parentElement) {
    for (let before = at.previousElementSibling; before !== null; before = before.previousElementSibling)
      above.push(before);
  }
  return above;
}
