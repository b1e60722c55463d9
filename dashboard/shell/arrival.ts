/**
 * The effects of a page load that a change of the address alone lacks: the tab gets its title, and the focus goes to the content, so that
 * the next press of Tab and a screen reader continue there and not at a link that is gone.
 */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { madeVisible } from "../parts/inert-text.tsx";

/** More of a title than a tab shows. */
const longestTitle = 120;

/** Gives the tab a title, again whenever `shown`, the name of the view, changes. Empty leaves it as it is. */
export function usePageTitle(title: string, shown = ""): void {
  useEffect(() => {
    if (title !== "") document.title = `${madeVisible(title).slice(0, longestTitle)} · Planwright`;
  }, [title, shown]);
}

/** Takes the focus to the content whenever `shown`, the name of the view, changes. A view that took it already keeps it. */
export function useFocusOnArrival(shown: string): void {
  const before = useRef(shown);
  // At once: a user who presses Tab before the next frame keeps the new focus.
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const main = document.getElementById("main");
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [shown]);
}
