/** The picture of the graph: an SVG that is a list of options, for those who see it and those who do not. */
// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements of these roles.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: for the same reason.
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FlowMark } from "../../follow/flow-marks.ts";
import { plural } from "../../parts/numbers.ts";
import type { StepRow } from "../store/execution-model.ts";
import { GhostPlan, ghostMark } from "../supposing.tsx";
import { useWidth } from "../timeline/timeline-width.ts";
import { GraphBar } from "./graph-bar.tsx";
import { ArrowTips, GraphEdges } from "./graph-edges.tsx";
import type { GraphLayout } from "./graph-layout.ts";
import { neighbourOf } from "./graph-neighbour.ts";
import { GraphNodeView } from "./graph-node.tsx";
import type { GraphNode } from "./graph-plan.ts";
import { useGraphZoom } from "./graph-zoom.ts";

/** The stations of a followed value. Edges by the keys of both of their ends. */
export interface FollowedKeys {
  readonly nodes: ReadonlyMap<string, FlowMark>;
  readonly edges: ReadonlyMap<string, FlowMark>;
}

export interface GraphPictureProps {
  readonly layout: GraphLayout;
  /** Rows as they stand now, by the key of their node. */
  readonly rows: ReadonlyMap<string, StepRow>;
  /** Whether it is a plan that has not run: then the kinds and effects of steps are shown in the place of where they stand. */
  readonly isPlan?: boolean;
  readonly selectedKey: string | null;
  readonly followed: FollowedKeys;
  readonly onSelect: (node: GraphNode) => void;
  /** Whether child executions are shown. Null where there is none. */
  readonly showsChildren: boolean | null;
  readonly onShowChildren: (shows: boolean) => void;
}

export function GraphPicture({
  followed,
  isPlan = false,
  layout,
  onSelect,
  onShowChildren,
  rows,
  selectedKey,
  showsChildren,
}: GraphPictureProps) {
  const ghost = useContext(GhostPlan).value;
  const root = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const roomPx = useWidth(root, ".graph");
  const zoom = useGraphZoom(region, layout.width, roomPx);
  // Arrow keys move the focus. Enter changes the selection, because that changes the inspector.
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const isKnown = (key: string | null) => key !== null && rows.has(key);
  const tabStop = isKnown(focusedKey) ? focusedKey : isKnown(selectedKey) ? selectedKey : layout.nodes[0]?.node.key;

  const elementOf = (key: string | null) =>
    region.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(key ?? "")}"]`);
  const reveal = (key: string | null) => elementOf(key)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const isFirst = useRef(true);
  // At once: an arrow key that is pressed before the next frame must not be followed by this.
  useLayoutEffect(() => {
    if (isFirst.current) return;
    setFocusedKey(null);
    reveal(selectedKey);
  }, [selectedKey]);
  useEffect(() => {
    isFirst.current = false;
    // A page that scrolls as a whole, as on a phone, opens at its top.
    const isWhole = getComputedStyle(root.current?.closest(".stage") ?? document.body).overflowY !== "auto";
    if (!isWhole) reveal(selectedKey);
  }, []);
  const nodeAt = (target: EventTarget | null) => {
    const key = target instanceof Element ? (target.closest<SVGGElement>("[data-node]")?.dataset.node ?? null) : null;
    return layout.nodes.find(({ node }) => node.key === key)?.node ?? null;
  };
  const move = (key: string) => {
    setFocusedKey(key);
    elementOf(key)?.focus({ preventScroll: true });
    reveal(key);
  };

  return (
    <div class="graph-picture" ref={root}>
      <GraphBar zoom={zoom} showsChildren={showsChildren} onShowChildren={onShowChildren} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard. */}
      <div class="graph" ref={region} tabIndex={0} role="region" aria-label="Graph of the plan">
        <svg
          viewBox={`0 0 ${Math.ceil(layout.width)} ${Math.ceil(layout.height)}`}
          width={Math.ceil(layout.width * zoom.scale)}
          height={Math.ceil(layout.height * zoom.scale)}
          role="listbox"
          aria-label={`${plural(layout.nodes.length, "step")} with the references between them; the same as a list beside the graph`}
          onClick={({ target }) => {
            const node = nodeAt(target);
            if (node !== null) onSelect(node);
          }}
          onKeyDown={(event) => {
            const node = nodeAt(event.target);
            if (node === null || event.ctrlKey || event.altKey || event.metaKey) return;
            const isChoice = event.key === "Enter" || event.key === " ";
            const next = neighbourOf(layout.nodes, node.key, event.key);
            if (!isChoice && next === null) return;
            event.preventDefault();
            if (isChoice) onSelect(node);
            else if (next !== null) move(next);
          }}
        >
          <ArrowTips />
          {layout.nodes.filter(({ isContainer }) => isContainer).map(nodeView)}
          <GraphEdges edges={layout.edges} selectedKey={selectedKey} followed={followed.edges} />
          {layout.nodes.filter(({ isContainer }) => !isContainer).map(nodeView)}
        </svg>
      </div>
    </div>
  );

  function nodeView(placed: GraphLayout["nodes"][number]) {
    const { key, row } = placed.node;
    return (
      <GraphNodeView
        key={key}
        placed={placed}
        row={rows.get(key) ?? row}
        isPlan={isPlan}
        ghost={placed.node.childExecutionId === null ? ghostMark(ghost, (rows.get(key) ?? row).stepId) : undefined}
        mark={followed.nodes.get(key)}
        isSelected={key === selectedKey}
        isTabStop={key === tabStop}
      />
    );
  }
}
