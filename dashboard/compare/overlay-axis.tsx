/** The axis above both runs: time since each of them began. */
import { useRef } from "preact/hooks";
import { ticksOf } from "../execution/timeline/timeline-scale.ts";
import { useWidth } from "../execution/timeline/timeline-width.ts";

const pixelsPerTick = 96;

export function OverlayAxis({ spanMs }: { readonly spanMs: number }) {
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root, ".overlay-scale");
  const most = Math.min(10, Math.max(2, Math.floor(width / pixelsPerTick)));
  return (
    <div class="overlay-axis" ref={root} aria-hidden="true" style={{ "--span": spanMs }}>
      <span>Left run above, right run below</span>
      <div class="overlay-scale">
        {ticksOf(spanMs, most).map(({ at, isOdd, label }) => (
          <span key={at} class={isOdd ? "odd" : ""} style={{ "--at": at }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
