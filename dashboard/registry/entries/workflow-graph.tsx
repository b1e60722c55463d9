/** The graph of a workflow's plan. The code that draws it is loaded with the first. */
import { useCallback } from "preact/hooks";
import { PartMissing, useLoadedPart } from "../../parts/loaded-part.tsx";
import { registryLists } from "../registry-lists.ts";
import type { Workflow } from "./workflow-entry.tsx";

const load = () => import("../../execution/graph/planned-graph.tsx").then(({ PlannedGraph }) => PlannedGraph);

export function WorkflowGraph({ plan }: { readonly plan: Workflow["plan"] }) {
  const loaded = useLoadedPart("planned-graph", load);
  const tools = registryLists.value.tools.items;
  // As the tool says now. Undefined for agents and workflows, and for tools that are not listed, or not yet.
  const effectClassOf = useCallback(
    ({ callableName }: { readonly callableName: string | null }) =>
      tools.find(({ name }) => name === callableName)?.effectClass,
    [tools],
  );
  return (
    <section class="plan-picture" aria-label="The plan as a graph" aria-busy={loaded.kind === "LOADING"}>
      {loaded.kind === "LOADED" && <loaded.part plan={plan} effectClassOf={effectClassOf} onSelect={showStep} />}
      {loaded.kind === "MISSING" && <PartMissing again={loaded.again} />}
    </section>
  );
}

export function plannedStepId(stepId: string): string {
  return `planned-${stepId}`;
}

function showStep(stepId: string): void {
  document.getElementById(plannedStepId(stepId))?.scrollIntoView({ block: "nearest" });
}
