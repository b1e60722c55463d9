/** The scrolling element of the log and the chat: the stage on a wide screen, the page itself on a phone. */
import { useLayoutEffect, useState } from "preact/hooks";

export type Scroller = HTMLElement | Window;

const narrow = "(max-width: 860px)";

/** The element that scrolls. Null before it is on the page. Found again when the layout changes. */
export function useScroller(element: { readonly current: HTMLElement | null }): Scroller | null {
  const [scroller, setScroller] = useState<Scroller | null>(null);
  useLayoutEffect(() => {
    // A window is a function to `setState` neither in types nor in truth, but it is handed over wrapped all the same.
    const find = () => setScroller(() => (element.current === null ? null : scrollerOf(element.current)));
    find();
    const media = matchMedia(narrow);
    media.addEventListener("change", find);
    return () => media.removeEventListener("change", find);
  }, [element]);
  return scroller;
}

/** CSS pixels at the edges of the scroller that bars cover. */
export function covered(scroller: Scroller): { readonly start: number; readonly end: number } {
  return scroller === window ? { start: 136, end: 64 } : { start: 44, end: 0 };
}

/** How far `end` is below the visible part, in CSS pixels; negative if it is visible. */
export function distanceBelow(scroller: Scroller, end: Element): number {
  const bottom = scroller instanceof HTMLElement ? scroller.getBoundingClientRect().bottom : innerHeight;
  return end.getBoundingClientRect().bottom - (bottom - covered(scroller).end);
}

export function scrollTopOf(scroller: Scroller): number {
  return scroller instanceof HTMLElement ? scroller.scrollTop : scrollY;
}

function scrollerOf(element: HTMLElement): Scroller {
  for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === "auto" || overflowY === "scroll") return parent;
  }
  return window;
}
