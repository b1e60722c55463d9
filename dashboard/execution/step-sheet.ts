/**
 * On a phone there is no room beside the steps: the inspector of a step that somebody taps lies over the page, with a way back to the steps. It
 * is part of the address, so that the way back of the browser closes it.
 */
import { place, setQuery } from "../shell/location.ts";

const phone = "(max-width: 860px)";

export function isSheetOpen(): boolean {
  return place.value.query.get("sheet") === "step";
}

/** Whether this page opened it, so that the way back of the browser leads to the steps. */
let isOwn = false;

/** Opens the sheet if the tapped element is a step, and there is no room beside. */
export function openSheetFor(target: EventTarget | null): void {
  if (!(target instanceof Element) || !matchMedia(phone).matches || isSheetOpen()) return;
  const isStep = target.closest("[data-step], [data-node]") !== null && target.closest(".twist") === null;
  if (!isStep) return;
  isOwn = true;
  setQuery({ sheet: "step" }, { replace: false });
}

export function closeSheet(): void {
  if (isOwn) history.back();
  else setQuery({ sheet: null });
  isOwn = false;
}
