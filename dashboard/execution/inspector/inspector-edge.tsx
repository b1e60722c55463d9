/**
 * The edge between the views and the inspector, which a mouse or the arrow keys move. The width is kept for this browser, and never leaves the
 * views less than they need. A double click, or Enter, brings back the width that the window suggests.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const storageKey = "planwright.inspector-width";
const least = 280;
/** Pixels that the views keep. */
const leastBeside = 440;
const step = 24;

/** The chosen width, in pixels. Null for the width that follows from the window. */
const chosen = signal<number | null>(kept());
const windowWidth = signal(innerWidth);

function mostWidth(): number {
  return Math.max(least, windowWidth.value - leastBeside);
}

/** Pixels of the inspector where it stands beside the views. */
export function inspectorWidth(): number {
  const suggested = windowWidth.value <= 1_180 ? 344 : 408;
  return Math.min(mostWidth(), Math.max(least, chosen.value ?? suggested));
}

export function InspectorEdge() {
  useEffect(() => {
    const measure = () => {
      windowWidth.value = innerWidth;
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  const width = inspectorWidth();
  const widths: Readonly<Record<string, number | null>> = {
    ArrowLeft: width + step,
    ArrowRight: width - step,
    Home: least,
    End: mostWidth(),
    Enter: null,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line between paragraphs
    <div
      class="inspector-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the inspector"
      aria-controls="inspector"
      aria-valuemin={least}
      aria-valuemax={mostWidth()}
      aria-valuenow={width}
      aria-valuetext={`${width} pixels`}
      title="Drag, or use the arrow keys; a double click resets"
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(widths, event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        choose(widths[event.key] ?? null);
      }}
      onDblClick={() => choose(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) choose(innerWidth - event.clientX);
      }}
    />
  );
}

function choose(width: number | null): void {
  chosen.value = width === null ? null : Math.round(Math.min(mostWidth(), Math.max(least, width)));
  try {
    if (chosen.value === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(chosen.value));
  } catch {
    // Kept for this page alone then.
  }
}

function kept(): number | null {
  try {
    const width = Number(localStorage.getItem(storageKey) ?? "0");
    return Number.isFinite(width) && width >= least ? width : null;
  } catch {
    return null;
  }
}
