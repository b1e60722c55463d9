/**
 * Where somebody was in the list when they left it: how far down, and at which row. They find both again on the way back, where the rows are
 * still those that were shown; a page that was opened by a link begins at the top.
 */
import { useLayoutEffect } from "preact/hooks";
import { hasReturned } from "../shell/location.ts";
import { listed } from "./execution-list.ts";
import { focusedId } from "./selection.ts";

interface LeftPlace {
  readonly top: number;
  readonly id: string | null;
}

let left: LeftPlace | null = null;
let top = 0;

/** Of the list, while it is shown. */
export function useKeptPlace(): void {
  useLayoutEffect(() => {
    if (left !== null && hasReturned() && listed.peek() !== null) goTo(left);
    else focusedId.value = null;
    // The content after the list may be shorter, and the browser has scrolled by the time this one ends.
    const note = () => {
      top = scrollY;
    };
    note();
    addEventListener("scroll", note, { passive: true });
    return () => {
      removeEventListener("scroll", note);
      left = { top, id: focusedId.peek() };
    };
  }, []);
}

function goTo({ id, top: to }: LeftPlace): void {
  scrollTo(0, to);
  if (id === null) return;
  const row = [...document.querySelectorAll<HTMLElement>(".runs tbody tr")].find(({ dataset }) => dataset.id === id);
  row?.querySelector<HTMLElement>("a.ask")?.focus({ preventScroll: true });
}
