/** How wide an element is, kept up to date. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Pixels of the first element within `root` that `selector` means. 800 until it was measured. */
export function useWidth(root: RefObject<HTMLElement | null>, selector: string): number {
  const [widthPx, setWidthPx] = useState(800);
  useLayoutEffect(() => {
    const element = root.current?.querySelector(selector);
    if (element === null || element === undefined) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidthPx(Math.round(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [root, selector]);
  return widthPx;
}
