/** The time axis of the timeline on the page: how much of the run it shows, whether somebody has zoomed it, and where now is on it. */
import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { now } from "../../api/clock.ts";
import { useClock } from "../moment.ts";
import type { ExecutionStore, StepRow } from "../store/execution-model.ts";
import { aroundRow, zoomed } from "./timeline-choice.ts";
import type { TimelineLine } from "./timeline-lines.ts";
import { type Stretch, spanOf, stretchOf } from "./timeline-scale.ts";

export type Zoom = "IN" | "OUT" | "WHOLE" | "STEP";

export interface TimelineTime {
  /** Instant of the left edge, Unix milliseconds of the server. */
  readonly from: number;
  /** How far the left edge is into the run. */
  readonly startMs: number;
  readonly spanMs: number;
  /** Whether nothing has happened yet, so that there is no axis. */
  readonly isEmpty: boolean;
  readonly isZoomed: boolean;
  /** Whether the run goes on in the shown moment, and now is on the axis. */
  readonly hasNow: boolean;
  /** With `STEP` to the time of this row. */
  zoomTo(to: Zoom, row: StepRow | undefined): void;
}

export interface TimelineElements {
  readonly root: RefObject<HTMLElement | null>;
  readonly rows: RefObject<HTMLElement | null>;
}

export function useTimelineTime(
  store: ExecutionStore,
  lines: ReadonlySignal<readonly TimelineLine[]>,
  isLive: ReadonlySignal<boolean>,
  { root, rows }: TimelineElements,
): TimelineTime {
  const zoom = useSignal<Stretch | null>(null);
  // The axis of an execution as it was is that of the present, so that bars keep their places while time passes.
  const whole = store.live ?? store;
  const clock = useClock();
  const stretch = useComputed(() => {
    const startedAt = whole.head.value?.startedAt ?? null;
    return stretchOf(allRows(whole.rows.value, lines.value), startedAt === null ? null : Date.parse(startedAt));
  });
  // A number, so that the clock renders the rows again only when the axis grows.
  const span = useComputed(() => {
    if (zoom.value !== null) return zoom.value.to - zoom.value.from;
    return stretch.value === null ? 1 : spanOf(stretch.value, isLive.value ? now.value : null);
  });
  const nowMs = useComputed(() => {
    const start = (zoom.value ?? stretch.value)?.from ?? null;
    const isOpen = isLive.value || store.live !== undefined;
    return start !== null && isOpen ? Math.max(0, clock.value - start) : span.value;
  });

  // Set where it is read alone: on the grid, every element in it would get its styles again, four times a second.
  const placeNow = (ms: number) => {
    for (const element of root.current?.querySelectorAll<HTMLElement>("[data-now]") ?? [])
      element.style.setProperty("--now", String(ms));
  };
  useSignalEffect(() => placeNow(nowMs.value));
  useLayoutEffect(() => placeNow(nowMs.peek()));
  // An axis that grows moves the bars of all rows, and has nothing else of them styled or rendered again.
  const spanMs = span.value;
  useLayoutEffect(() => {
    for (const element of rows.current?.querySelectorAll<HTMLElement>(".tl-bars") ?? [])
      element.style.setProperty("--span", String(spanMs));
  }, [spanMs]);

  const from = (zoom.value ?? stretch.value)?.from ?? 0;
  return {
    from,
    startMs: from - (stretch.value?.from ?? from),
    spanMs,
    isEmpty: stretch.value === null,
    isZoomed: zoom.value !== null,
    hasNow: (isLive.value || store.live !== undefined) && stretch.value !== null && zoom.value === null,
    zoomTo(to, row) {
      const shown = stretch.peek();
      if (shown === null) return;
      if (to === "WHOLE") zoom.value = null;
      else if (to !== "STEP") zoom.value = zoomed(shown, zoom.peek(), to === "IN" ? 0.5 : 2);
      else if (row !== undefined) zoom.value = aroundRow(shown, row, now.peek());
    },
  };
}

/** Rows of the execution, and those of the children that are unfolded. */
function* allRows(rows: readonly StepRow[], lines: readonly TimelineLine[]): Iterable<StepRow> {
  yield* rows;
  for (const { childExecutionId, row } of lines) if (childExecutionId !== null) yield row;
}
