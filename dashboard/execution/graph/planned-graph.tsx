/**
 * The graph of a plan that has not run: that of a workflow, or one that a person decides on. The same picture as that of a run, in a frame
 * of fixed height, so that nothing around it moves. The list of the steps stands beside it.
 */
import "./graph.css";
import { useMemo, useState } from "preact/hooks";
import { useDrawing } from "./graph-drawing.ts";
import { tooLarge } from "./graph-limit.ts";
import { type FollowedKeys, GraphPicture } from "./graph-picture.tsx";
import { type PlanStepToDraw, type PlanToDraw, plannedGraph } from "./planned-rows.ts";

export interface PlannedGraphProps {
  readonly plan: PlanToDraw;
  readonly effectClassOf: (step: PlanStepToDraw) => string | undefined;
  /** Shows the step in the list beside the picture. */
  readonly onSelect: (stepId: string) => void;
}

const nothing: FollowedKeys = { nodes: new Map(), edges: new Map() };

export function PlannedGraph({ effectClassOf, onSelect, plan }: PlannedGraphProps) {
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const drawn = useMemo(() => plannedGraph(plan, effectClassOf), [plan, effectClassOf]);
  const reason = drawn.nodes.length === 0 ? "The plan has no steps." : tooLarge(drawn);
  const drawing = useDrawing(reason === null ? drawn : null);
  const rows = useMemo(() => new Map(drawn.nodes.map(({ key, row }) => [key, row])), [drawn]);
  if (reason !== null) return <p class="soft">{reason}</p>;
  if (drawing.kind === "FAILED") return <p class="soft">The picture could not be drawn. The list has all of it.</p>;
  if (drawing.kind === "NONE") return null;
  return (
    <GraphPicture
      layout={drawing.layout}
      rows={rows}
      isPlan
      selectedKey={selectedKey}
      followed={nothing}
      onSelect={({ key, row }) => {
        setSelectedKey(key);
        onSelect(row.stepId);
      }}
      showsChildren={null}
      onShowChildren={() => undefined}
    />
  );
}
