/** The axis above both runs: time since each of them began, or cost. */
import { useRef } from "preact/hooks";
import type { Metric } from "../execution/flame/flame-tree.ts";
import { amountWords } from "../execution/flame/metric.ts";
import { ticksOf } from "../execution/timeline/timeline-scale.ts";
import { useWidth } from "../execution/timeline/timeline-width.ts";

export interface OverlayAxisProps {
  /** Milliseconds, or an amount of the metric. */
  readonly span: number;
  /** Null for time. */
  readonly metric: Metric | null;
}

const pixelsPerTick = 96;

export function OverlayAxis({ metric, span }: OverlayAxisProps) {
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root, ".overlay-scale");
  const most = Math.min(10, Math.max(2, Math.floor(width / pixelsPerTick)));
  const ticks =
    metric === null
      ? ticksOf(span, most)
      : [0, 0.25, 0.5, 0.75].map((share) => ({ at: share * span, label: amountWords(share * span, metric) }));
  return (
    <div class="overlay-axis" ref={root} aria-hidden="true" style={{ "--span": span }}>
      <span>Left run above, right run below</span>
      <div class="overlay-scale">
        {ticks.map(({ at, label }) => (
          <span key={at} style={{ "--at": at }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
