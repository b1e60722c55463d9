/**
 * The plan that a person decides on as a graph, above the list of its calls: its edges, and the calls that cannot be undone. Read and drawn
 * when it is looked at.
 */
import { useCallback } from "preact/hooks";
import { useAnswer } from "../api/use-answer.ts";
import { PartMissing, useLoadedPart } from "../parts/loaded-part.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { planPicture } from "./plan-picture.generated.ts";

const load = () => import("../execution/graph/planned-graph.tsx").then(({ PlannedGraph }) => PlannedGraph);

export interface PlanPictureProps {
  readonly executionId: string;
  /** The possible effects of callables by name, as in the question. */
  readonly effectClasses: ReadonlyMap<string, string>;
}

export function PlanPicture({ effectClasses, executionId }: PlanPictureProps) {
  const loaded = useLoadedPart("planned-graph", load);
  const { data, isAsking, problem } = useAnswer(planPicture, { id: executionId });
  const effectClassOf = useCallback(
    ({ callableName }: { readonly callableName: string | null }) => effectClasses.get(callableName ?? ""),
    [effectClasses],
  );
  const plan = data?.execution?.rounds.at(-1)?.plan ?? null;
  return (
    <section class="plan-picture" aria-label="The plan as a graph" aria-busy={isAsking}>
      {problem !== null && plan === null && <ProblemNote {...problem} />}
      {plan === null && problem === null && !isAsking && <p class="soft">The plan is not there any more.</p>}
      {loaded.kind === "MISSING" && <PartMissing again={loaded.again} />}
      {loaded.kind === "LOADED" && plan !== null && (
        <loaded.part plan={plan} effectClassOf={effectClassOf} onSelect={showCall} />
      )}
    </section>
  );
}

/** Steps of further plans are named with their round in the list. */
export function callId(stepId: string): string {
  return `call-${stepId.replace(/^rounds\/\d+\//, "")}`;
}

function showCall(stepId: string): void {
  document.getElementById(callId(stepId))?.scrollIntoView({ block: "nearest" });
}
