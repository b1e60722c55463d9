/** Edges of the graph with their labels. Those into the selected step are blue, and lie above the others. */
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: what is hidden here cannot take the focus.
import type { FlowMark } from "../../follow/flow-marks.ts";
import { madeVisible } from "../../parts/inert-text.tsx";
import type { PlacedEdge } from "./graph-layout.ts";
import { pathData } from "./graph-route.ts";

export interface GraphEdgesProps {
  readonly edges: readonly PlacedEdge[];
  readonly selectedKey: string | null;
  /** Edges that a followed value goes along, by the keys of both ends. */
  readonly followed: ReadonlyMap<string, FlowMark>;
}

export function GraphEdges({ edges, followed, selectedKey }: GraphEdgesProps) {
  const isHot = ({ edge }: PlacedEdge) =>
    selectedKey !== null && (edge.takers.has(selectedKey) || edge.to === selectedKey);
  const flowOf = ({ edge }: PlacedEdge) => {
    const mark = followed.get(`${edge.from} ${edge.to}`);
    return mark === undefined ? "" : ` flow-${mark.toLowerCase()}`;
  };
  const ordered = [...edges.filter((edge) => !isHot(edge)), ...edges.filter(isHot)];
  return (
    <g aria-hidden="true">
      {ordered.map((placed) => (
        <path
          key={`${placed.edge.from} ${placed.edge.to}`}
          class={`edge${isHot(placed) ? " hot" : ""}${placed.edge.labels.length === 0 ? " order" : ""}${flowOf(placed)}`}
          d={pathData(placed.corners)}
          marker-end={isHot(placed) ? "url(#tip-hot)" : "url(#tip)"}
        />
      ))}
      {ordered.flatMap((placed) =>
        placed.labels.map(({ height, text, width, x, y }) => (
          <g
            key={`${placed.edge.from} ${placed.edge.to} ${text}`}
            class={`ref${isHot(placed) ? " hot" : ""}`}
            transform={`translate(${Math.round(x)} ${Math.round(y)})`}
          >
            <rect width={width} height={height} rx="4" />
            <text x={width / 2} y={14}>
              {madeVisible(text)}
            </text>
          </g>
        )),
      )}
    </g>
  );
}

/** Tips of arrows, for both kinds of edge. */
export function ArrowTips() {
  return (
    <defs>
      <ArrowTip id="tip" look="arrow" />
      <ArrowTip id="tip-hot" look="arrow hot" />
    </defs>
  );
}

function ArrowTip({ id, look }: { readonly id: string; readonly look: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth="8"
      markerHeight="8"
      orient="auto"
      markerUnits="userSpaceOnUse"
    >
      <path class={look} d="M0 .5L7.5 4 0 7.5z" />
    </marker>
  );
}
