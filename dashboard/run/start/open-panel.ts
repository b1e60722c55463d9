/** A panel that is opened where something in it must be seen, and closed by nobody but its reader, who may be writing in it. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * For a `details` without `open` of its own. The element opens and closes at once, and the page learns of it later. So the page never sets
 * it from its own state.
 */
export function useOpenPanel(mustBeOpen: boolean): RefObject<HTMLDetailsElement | null> {
  const panel = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (mustBeOpen && panel.current !== null) panel.current.open = true;
  }, [mustBeOpen]);
  return panel;
}
