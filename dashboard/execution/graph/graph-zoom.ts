/** The size of the graph, and moving it about: buttons, the wheel with Control, dragging the background. */
import type { RefObject } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";

export interface GraphZoom {
  /** Pixels of the page for one of the layout. */
  readonly scale: number;
  readonly zoomBy: (factor: number) => void;
  /** As wide as the region, never larger than life. Before it is called, the graph is never too small to read either, and may be wider. */
  readonly fit: () => void;
}

const least = 0.1;
const most = 2.5;
const leastReadable = 0.6;
const wheelStep = 1.1;

/** `region` is the element that scrolls; `widthPx` the width of the layout, `roomPx` that of the region. */
export function useGraphZoom(region: RefObject<HTMLElement | null>, widthPx: number, roomPx: number): GraphZoom {
  const [chosen, setChosen] = useState<number | null>(null);
  const fitting = Math.min(1, Math.max(leastReadable, roomPx / Math.max(1, widthPx)));
  const scale = chosen ?? fitting;
  const zoomBy = useCallback(
    (factor: number) => setChosen((now) => Math.min(most, Math.max(least, (now ?? fitting) * factor))),
    [fitting],
  );
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? wheelStep : 1 / wheelStep);
    };
    // Not passive: else the browser would zoom the page as well.
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [region, zoomBy]);
  useEffect(() => (region.current === null ? undefined : startDragging(region.current)), [region]);
  return { scale, zoomBy, fit: () => setChosen(Math.min(1, Math.max(least, roomPx / Math.max(1, widthPx)))) };
}

const leastDragPx = 4;

/**
 * Lets a mouse drag the content of the region, also downwards where the page around it scrolls. Fingers scroll as everywhere. A press
 * without movement stays a click on the element under it.
 */
function startDragging(region: HTMLElement): () => void {
  let from: { readonly x: number; readonly y: number } | null = null;
  const press = (event: PointerEvent) => {
    from = event.pointerType === "mouse" && event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
  };
  const drag = (event: PointerEvent) => {
    if (from === null || event.buttons !== 1) return;
    if (!region.hasPointerCapture(event.pointerId)) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < leastDragPx) return;
      region.setPointerCapture(event.pointerId);
    }
    region.scrollLeft -= event.movementX;
    (region.closest(".stage") ?? region).scrollTop -= event.movementY;
  };
  region.addEventListener("pointerdown", press);
  region.addEventListener("pointermove", drag);
  return () => {
    region.removeEventListener("pointerdown", press);
    region.removeEventListener("pointermove", drag);
  };
}
