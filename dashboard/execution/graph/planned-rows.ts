/** A plan that has not run, as the rows and the order that a graph is drawn from. Pure. */
import { isGroupKind } from "../../parts/step-kind.tsx";
import type { StepKind, StepRow } from "../store/execution-model.ts";
import { orderOf } from "../store/step-order.ts";
import { type GraphPlan, graphPlan } from "./graph-plan.ts";

interface TakenValue {
  readonly sourceStepId: string | null;
  readonly source: string;
}

/** A step of any plan, in the form of the API. */
export interface PlanStepToDraw {
  readonly stepId: string;
  readonly kind: StepKind;
  readonly isFinally: boolean;
  readonly callableName: string | null;
  readonly after: readonly string[];
  readonly independent: boolean;
  readonly references: readonly (TakenValue & { readonly target: string })[];
  readonly whenReferences: readonly TakenValue[];
}

export interface PlanToDraw {
  readonly schedule: "SEQUENTIAL" | "DATAFLOW";
  readonly steps: readonly (PlanStepToDraw & { readonly children: readonly PlanStepToDraw[] })[];
}

/** `effectClassOf` returns the possible effect of a repeated call of a step. Undefined where it is unknown: then it may have an effect. */
export function plannedGraph(plan: PlanToDraw, effectClassOf: (step: PlanStepToDraw) => string | undefined): GraphPlan {
  const rows = plan.steps.flatMap((step) => [
    rowOf(step, null, step.isFinally, effectClassOf(step)),
    ...step.children.map((child) => rowOf(child, step.stepId, step.isFinally, effectClassOf(child))),
  ]);
  const stand = (step: PlanStepToDraw, children: readonly PlanStepToDraw[] = []): Stand => ({
    stepId: step.stepId,
    kind: step.kind,
    effectClass: effectClassOf(step) ?? "UNSAFE",
    children: children.map((child) => stand(child)),
  });
  const steps = plan.steps.map((step) => stand(step, step.children));
  const order = orderOf({ plan: { ...plan, rounds: 1 }, steps });
  return { ...graphPlan({ rows, children: new Map(), order }), isPlanned: true };
}

interface Stand {
  readonly stepId: string;
  readonly kind: string;
  readonly effectClass: string;
  readonly children: readonly Stand[];
}

function rowOf(
  step: PlanStepToDraw,
  groupId: string | null,
  isFinally: boolean,
  effectClass: string | undefined,
): StepRow {
  const { after, callableName, kind, references, stepId, whenReferences } = step;
  const conditions = whenReferences.map((reference) => ({ ...reference, target: "" }));
  return {
    stepId,
    named: null,
    groupId,
    level: groupId === null ? 1 : 2,
    ...(isFinally ? { isFinally: true } : {}),
    kind,
    callableName: callableName ?? "",
    status: "PENDING",
    segments: [],
    startedAt: null,
    finishedAt: null,
    failure: null,
    progress: null,
    note: isGroupKind(kind) ? "" : (effectClass ?? ""),
    waitsUntil: null,
    childExecutionId: null,
    reused: false,
    warningCount: 0,
    references: [...references, ...conditions].flatMap(({ source, sourceStepId, target }) =>
      sourceStepId === null ? [] : [{ sourceStepId, path: source, target }],
    ),
    after,
  };
}
