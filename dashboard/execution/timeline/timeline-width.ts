/** How large an element is, kept up to date. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** The width in pixels of the first element within `root` that `selector` means. 800 until it was measured. */
export function useWidth(root: RefObject<HTMLElement | null>, selector: string): number {
  return useExtent(root, selector, "width", 800);
}

/** Its height in pixels, `first` until it was measured. */
export function useHeight(root: RefObject<HTMLElement | null>, selector: string, first: number): number {
  return useExtent(root, selector, "height", first);
}

function useExtent(
  root: RefObject<HTMLElement | null>,
  selector: string,
  side: "width" | "height",
  first: number,
): number {
  const [px, setPx] = useState(first);
  useLayoutEffect(() => {
    const element = root.current?.querySelector(selector);
    if (element === null || element === undefined) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setPx(Math.round(entry.contentRect[side]));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [root, selector, side]);
  return px;
}
