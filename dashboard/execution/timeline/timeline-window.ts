/**
 * Which rows of the timeline are in the page. Few are there all; of many only those in sight, and the one that has the focus, because a
 * row that vanished would take the focus with it.
 */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { revealedTop } from "./timeline-reveal.ts";

export interface RowWindow {
  /** Places of the rows to render, ascending. */
  readonly shown: readonly number[];
  /** Whether rows are left out. They then stand at their place by `--index`. */
  readonly isPartial: boolean;
  /** Scrolls as little as brings a row into sight. */
  readonly reveal: (index: number) => void;
}

const mostWhole = 100;
const phone = "(max-width: 860px)";
/** Heights of the style sheet: a row, the legend below. */
const rowPx = { wide: 32, phone: 52 };
const belowPx = 48;

type AnyVirtualizer = Virtualizer<Element, Element> | Virtualizer<Window, Element>;

/** `rows` is the element around the rows; `kept` the place of one that must not vanish; `abovePx` the height of what stays above them. */
export function useRowWindow(
  count: number,
  kept: number,
  rows: RefObject<HTMLElement | null>,
  abovePx: number,
): RowWindow {
  const isPhone = useMedia(phone);
  const isPartial = count > mostWhole;
  const virtualizer = useRef<AnyVirtualizer | null>(null);
  const rendered = useRef("");
  const [, setVersion] = useState(0);

  // Once the first rows are painted: to ask where they stand before that would lay the page out twice.
  useEffect(() => {
    const element = rows.current;
    if (!isPartial || element === null) return;
    const scroller = scrollerOf(element);
    const common = () => ({
      count,
      estimateSize: () => (isPhone ? rowPx.phone : rowPx.wide),
      overscan: 10,
      scrollPaddingStart: abovePx,
      scrollPaddingEnd: belowPx,
      scrollMargin: offsetWithin(element, scroller),
      // It also says that one scrolls and has stopped, which changes nothing on the page.
      onChange: () => {
        const range = rangeOf(virtualizer.current);
        if (range === rendered.current) return;
        rendered.current = range;
        setVersion((version) => version + 1);
      },
    });
    const made: AnyVirtualizer =
      scroller === null
        ? new Virtualizer<Window, Element>({
            ...common(),
            getScrollElement: () => window,
            observeElementRect: observeWindowRect,
            observeElementOffset: observeWindowOffset,
            scrollToFn: windowScroll,
          })
        : new Virtualizer<Element, Element>({
            ...common(),
            getScrollElement: () => scroller,
            observeElementRect,
            observeElementOffset,
            scrollToFn: elementScroll,
          });
    virtualizer.current = made;
    const unmount = made._didMount();
    made._willUpdate();
    setVersion((version) => version + 1);
    return () => {
      virtualizer.current = null;
      unmount();
    };
    // Made anew for another number of rows: that is rare, and a size that is the same for all makes it cheap.
  }, [isPartial, isPhone, count, rows, abovePx]);

  const reveal = useCallback(
    (index: number) => {
      if (virtualizer.current !== null) bringIntoSight(virtualizer.current, index);
      else rows.current?.querySelector(`[data-line="${index}"]`)?.scrollIntoView({ block: "nearest" });
    },
    [rows],
  );
  const seen = virtualizer.current?.getVirtualItems().map(({ index }) => index) ?? [];
  const shown = isPartial ? (seen.length > 0 ? withKept(seen, kept) : firstOnes(kept, isPhone)) : everyOne(count);
  return { shown: shown.filter((index) => index < count), isPartial, reveal };
}

/**
 * Rows have one height, so that their place is known. The virtualizer's own way asks how tall the page is in every frame until it stands
 * still, which lays the page out twice a frame while one follows a run.
 */
function bringIntoSight({ options, scrollOffset, scrollRect, scrollElement }: AnyVirtualizer, index: number): void {
  const { estimateSize, scrollMargin, scrollPaddingEnd, scrollPaddingStart } = options;
  const top = revealedTop({
    rowTop: scrollMargin + index * estimateSize(index),
    rowHeight: estimateSize(index),
    scrollTop: scrollOffset ?? 0,
    height: (scrollRect?.height ?? 0) - scrollPaddingStart - scrollPaddingEnd,
    above: scrollPaddingStart,
  });
  if (top !== null) scrollElement?.scrollTo({ top });
}

function rangeOf(virtualizer: AnyVirtualizer | null): string {
  const items = virtualizer?.getVirtualItems() ?? [];
  return `${items[0]?.index} ${items.at(-1)?.index}`;
}

/** The range is worked out when one scrolls; the row with the focus may have changed since. */
function withKept(seen: readonly number[], kept: number): readonly number[] {
  return kept < 0 || seen.includes(kept) ? seen : [...seen, kept].sort((a, b) => a - b);
}

/** Until the visible part is known: as many as a window holds. */
function firstOnes(kept: number, isPhone: boolean): readonly number[] {
  return withKept(everyOne(Math.ceil(innerHeight / (isPhone ? rowPx.phone : rowPx.wide))), kept);
}

function everyOne(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The element that scrolls around it. Null for the page. */
function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (overflowY === "auto" || overflowY === "scroll") return at;
  }
  return null;
}

/** Pixels from the start of the scrolling element to the element. */
function offsetWithin(element: Element, scroller: Element | null): number {
  const { top } = element.getBoundingClientRect();
  return scroller === null ? top + scrollY : top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const media = matchMedia(query);
    const hear = () => setMatches(media.matches);
    media.addEventListener("change", hear);
    return () => media.removeEventListener("change", hear);
  }, [query]);
  return matches;
}
