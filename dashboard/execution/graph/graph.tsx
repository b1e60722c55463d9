/**
 * The graph of an execution: its plan with the inputs of each step, drawn where possible, and as a list in any case. The layout engine is
 * loaded with the first graph.
 */
import "./graph.css";
import { useComputed, useSignal } from "@preact/signals";
import { useContext, useEffect, useMemo, useRef } from "preact/hooks";
import { flowLinks, flowMarks } from "../../follow/flow-marks.ts";
import { FollowedFlow } from "../following.tsx";
import type { ExecutionStore } from "../store/execution-model.ts";
import { stepOrder } from "../store/step-order.ts";
import { type ChildExecutions, mostFollowed } from "../timeline/timeline-children.ts";
import { keyOfStep } from "../timeline/timeline-lines.ts";
import { useLineSelection } from "../timeline/timeline-selection.ts";
import { useDrawing } from "./graph-drawing.ts";
import { tooLarge } from "./graph-limit.ts";
import { GraphList } from "./graph-list.tsx";
import { type FollowedKeys, GraphPicture } from "./graph-picture.tsx";
import { graphPlan } from "./graph-plan.ts";

export interface GraphProps {
  readonly store: ExecutionStore;
  readonly unfolded: ChildExecutions;
}

export function Graph({ store, unfolded: children }: GraphProps) {
  const { select, selectedKey } = useLineSelection(store);

  const started = store.rows.value.filter(({ childExecutionId }) => childExecutionId !== null);
  const chosen = useSignal<boolean | null>(null);
  const showsChildren = chosen.value ?? started.length <= mostFollowed;
  useEffect(() => {
    if (!showsChildren) children.closeAll();
    else for (const row of started) children.open(keyOfStep(row.stepId), row.childExecutionId ?? "");
  }, [showsChildren, started.length, children]);

  const plan = useComputed(() => {
    const head = store.head.value;
    const rowsOfChildren = [...children.opened.value].map(([key, child]) => [key, child.store.rows.value] as const);
    const order = head === null ? new Map() : stepOrder(head);
    return graphPlan({ rows: store.rows.value, children: new Map(rowsOfChildren), order });
  });
  const { nodes } = plan.value;
  const isPlanned = store.head.value?.plan != null;
  const reason =
    store.head.value === null
      ? ""
      : !isPlanned
        ? "There is no plan to draw: what comes next is decided as it goes on."
        : nodes.length === 0
          ? "The plan has no steps."
          : (tooLarge(plan.value) ?? "");
  // Lines come a frame after their head: those of the first steps of a long run are no plan of it.
  const ofPart = useRef<typeof store.rows.value | null>(null);
  if (store.head.value?.isPart === true) ofPart.current = store.rows.value;
  const isKnown = store.rows.value !== ofPart.current;
  const drawing = useDrawing(reason === "" && isKnown && nodes.length > 0 ? plan.value : null);
  const flow = useContext(FollowedFlow).value;
  const followed = useMemo(() => followedKeys(flow), [flow]);
  const rows = new Map(nodes.map(({ key, row }) => [key, row]));
  return (
    <div class="graph-wrap">
      {reason !== "" && <p class="soft">{reason}</p>}
      {drawing.kind === "FAILED" && <p class="soft">The picture could not be drawn. The list has all of it.</p>}
      {drawing.kind === "DRAWN" && (
        <GraphPicture
          layout={drawing.layout}
          rows={rows}
          selectedKey={selectedKey.value}
          followed={followed}
          onSelect={select}
          showsChildren={started.length === 0 ? null : showsChildren}
          onShowChildren={(shows) => {
            chosen.value = shows;
          }}
        />
      )}
      {/* It comes with what stands above it. */}
      {nodes.length > 0 && (reason !== "" || drawing.kind !== "NONE") && isKnown && (
        <GraphList
          nodes={nodes}
          selectedKey={selectedKey.value}
          onSelect={select}
          isOpen={reason !== "" || drawing.kind === "FAILED"}
        />
      )}
    </div>
  );
}

/** The stations of a followed value, by the keys of nodes; edges by both of theirs. */
function followedKeys(flow: Parameters<typeof flowMarks>[0]): FollowedKeys {
  const nodes = [...flowMarks(flow)].map(([stepId, mark]) => [keyOfStep(stepId), mark] as const);
  const links = flowLinks(flow).map(({ from, mark, to }) => [`${keyOfStep(from)} ${keyOfStep(to)}`, mark] as const);
  return { nodes: new Map(nodes), edges: new Map(links) };
}
