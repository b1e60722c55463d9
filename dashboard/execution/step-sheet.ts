/**
 * On a phone there is no room beside the steps: the inspector of a step that somebody taps lies over the page, with a way back to the steps. It
 * is part of the address, so that the way back of the browser closes it.
 */
import { place, setQuery } from "../shell/location.ts";

const phone = "(max-width: 860px)";

export function isSheetOpen(): boolean {
  return place.value.query.get("sheet") === "step";
}

/** How long the history was once this page had opened the sheet: as long as it is, the way back of the browser leads to the steps. */
let openedAt: number | null = null;

/** Opens the sheet if the tapped element is a step, and there is no room beside. */
export function openSheetFor(target: EventTarget | null): void {
  if (!(target instanceof Element) || !matchMedia(phone).matches || isSheetOpen()) return;
  const isStep = target.closest("[data-step], [data-node]") !== null && target.closest(".twist") === null;
  if (!isStep) return;
  setQuery({ sheet: "step" }, { replace: false });
  openedAt = history.length;
}

export function closeSheet(): void {
  // A link within the sheet has led to the sheet of another step.
  if (openedAt === history.length) history.back();
  else setQuery({ sheet: null });
  openedAt = null;
}
