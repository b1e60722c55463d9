/** The legend of the edges of the graph, and the buttons that change its view. */
import type { GraphZoom } from "./graph-zoom.ts";

export interface GraphBarProps {
  readonly zoom: GraphZoom;
  readonly showsChildren: boolean | null;
  readonly onShowChildren: (shows: boolean) => void;
}

const step = 1.25;

export function GraphBar({ onShowChildren, showsChildren, zoom }: GraphBarProps) {
  return (
    <div class="graph-bar">
      <span class="graph-key" aria-hidden="true">
        <Sample look="edge" />
        reference
      </span>
      <span class="graph-key" aria-hidden="true">
        <Sample look="edge order" />
        order only
      </span>
      <span class="end">
        {showsChildren !== null && (
          <button
            class="btn small"
            type="button"
            aria-pressed={showsChildren}
            onClick={() => onShowChildren(!showsChildren)}
          >
            Child executions
          </button>
        )}
        <button class="btn small" type="button" aria-label="Smaller" onClick={() => zoom.zoomBy(1 / step)}>
          −
        </button>
        <output class="graph-scale" aria-label="Size">
          {Math.round(zoom.scale * 100)} %
        </output>
        <button class="btn small" type="button" aria-label="Larger" onClick={() => zoom.zoomBy(step)}>
          +
        </button>
        <button class="btn small" type="button" onClick={zoom.fit}>
          Fit
        </button>
      </span>
    </div>
  );
}

function Sample({ look }: { readonly look: string }) {
  return (
    <svg class="graph-sample" width="34" height="8" viewBox="0 0 34 8" aria-hidden="true">
      <path class={look} d="M0 4H32" marker-end="url(#tip)" />
    </svg>
  );
}
