/** The layout of a graph, made again whenever its edges change. The layout engine is loaded with the first graph. */

import { useEffect, useState } from "preact/hooks";
import { loadPart } from "../../parts/loaded-part.tsx";
import { type GraphLayout, layoutGraph } from "./graph-layout.ts";
import type { GraphPlan } from "./graph-plan.ts";

export type Drawing =
  | { readonly kind: "NONE" }
  | { readonly kind: "DRAWN"; readonly layout: GraphLayout }
  /** The layout engine could not be loaded, or failed. */
  | { readonly kind: "FAILED" };

/** `plan` is null where nothing is to be drawn. The earlier drawing stays until the new layout is there. */
export function useDrawing(plan: GraphPlan | null): Drawing {
  const [drawing, setDrawing] = useState<Drawing>({ kind: "NONE" });
  // Rows change with every event, edges hardly ever.
  const shape = plan === null ? "" : shapeOf(plan);
  useEffect(() => {
    if (plan === null) {
      setDrawing({ kind: "NONE" });
      return;
    }
    let isWanted = true;
    const draw = async () => {
      // Not in a worker: the policy of the page forbids to start one.
      const engine = await loadPart(() => import("./graph-engine.ts"));
      if (isWanted) setDrawing({ kind: "DRAWN", layout: layoutGraph(plan, engine) });
    };
    draw().catch(() => setDrawing({ kind: "FAILED" }));
    return () => {
      isWanted = false;
    };
  }, [shape]);
  return drawing;
}

function shapeOf({ edges, isPlanned, nodes }: GraphPlan): string {
  return JSON.stringify([
    // Nodes of a plan show the possible effect of their calls, and are as wide as that text.
    nodes.map(({ containerKey, key, row }) => [
      key,
      containerKey,
      row.callableName,
      row.kind,
      row.childExecutionId,
      isPlanned === true ? row.note : "",
    ]),
    edges.map(({ from, labels, takers, to }) => [from, to, labels, [...takers]]),
  ]);
}
