/** The axis of the timeline: round times, the mark of now, and the lines that run down from both. */
import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useContext } from "preact/hooks";
import { lostSince } from "../../api/connection-state.ts";
import { MomentContext, useClock } from "../moment.ts";
import { endsBeyond, type Tick, ticksOf, touchesNow } from "./timeline-scale.ts";

export interface AxisProps {
  /** Milliseconds from the left edge to the right one. Null while nothing is known to have happened: then there are no times. */
  readonly spanMs: number | null;
  /** Instant of the left edge. */
  readonly from: number;
  /** Pixels from the left edge to the right one. */
  readonly widthPx: number;
  /** Whether time passes: then there is a mark of now. */
  readonly isLive: boolean;
  /** Milliseconds from the start of the run to the left edge. */
  readonly startMs: number;
}

const pixelsPerTick = 96;

export function TimelineAxis({ from, isLive, spanMs, startMs, widthPx }: AxisProps) {
  const isPast = useContext(MomentContext) !== null;
  const ticks = ticksIn(spanMs, widthPx, startMs);
  // Rendered again when a label gives way to the mark, not with every tick of the clock.
  const classOf = (at: number, label: string, isOdd: boolean) =>
    `${isOdd ? "odd" : ""}${endsBeyond({ at, label }, spanMs ?? 1, widthPx) ? " before-line" : ""}`;
  const touched = useHidden({ from, isLive, spanMs, startMs, widthPx }).value.split(" ");
  return (
    <div class="tl-axis" aria-hidden="true">
      <div>
        <span>Step</span>
        <span>Duration</span>
      </div>
      <div class="tl-scale" style={{ "--span": spanMs ?? 1 }}>
        {ticks.map(({ at, isOdd, label }) => (
          <span key={at} class={classOf(at, label, isOdd)} hidden={touched.includes(String(at))} style={{ "--at": at }}>
            {label}
          </span>
        ))}
        {isLive && (
          <span class="now" data-now>
            {isPast ? "here" : lostSince.value === null ? "now" : "last heard"}
          </span>
        )}
      </div>
    </div>
  );
}

export function TimelineLines({ isLive, spanMs, startMs, widthPx }: Omit<AxisProps, "from">) {
  const isLost = lostSince.value !== null;
  return (
    <div class="tl-lines" aria-hidden="true" style={{ "--span": spanMs ?? 1 }}>
      {ticksIn(spanMs, widthPx, startMs).map(({ at }) => (
        <i key={at} style={{ "--at": at }} />
      ))}
      {isLive && <i class={isLost ? "ahead unknown" : "ahead"} data-now />}
      {isLive && <i class="now" data-now />}
    </div>
  );
}

function ticksIn(spanMs: number | null, widthPx: number, startMs: number): readonly Tick[] {
  const most = Math.min(10, Math.max(2, Math.floor(widthPx / pixelsPerTick)));
  return spanMs === null ? [] : ticksOf(spanMs, most, startMs);
}

/** Instants of the ticks whose label the mark of now would touch, with a space between them. */
function useHidden({ from, isLive, spanMs, startMs, widthPx }: AxisProps): ReadonlySignal<string> {
  const now = useClock();
  return useComputed(() => {
    // Read in any case: a computed value that has read no signal once is never computed again.
    const nowMs = now.value - from;
    if (!isLive || spanMs === null) return "";
    return ticksIn(spanMs, widthPx, startMs)
      .filter((tick) => touchesNow(tick, nowMs, spanMs, widthPx))
      .map(({ at }) => at)
      .join(" ");
  });
}
