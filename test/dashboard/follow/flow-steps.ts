/** Executions in which values are followed, made by hand. */
import type { FlowSource, FlowStep, FlowWorld } from "../../../dashboard/follow/flow-world.ts";

export function flowStep(stepId: string, given: Partial<FlowStep> = {}): FlowStep {
  return {
    stepId,
    kind: "TOOL",
    status: "SUCCEEDED",
    callableName: `tool_${stepId}`,
    effectClass: "READ_ONLY",
    groupId: null,
    childExecutionId: null,
    outputLabels: null,
    sources: [],
    ...given,
  };
}

export function flowWorld(steps: readonly FlowStep[], given: Partial<FlowWorld> = {}): FlowWorld {
  return {
    executionId: "x",
    steps: new Map(steps.map((step) => [step.stepId, step])),
    hasPrompt: false,
    isAnswered: false,
    isAnsweredByPlan: false,
    hasResult: false,
    isWorkflow: false,
    parent: null,
    ...given,
  };
}

/** A value of the plan itself. */
export function written(target: string, kind = "CALLER"): FlowSource {
  return { target, kind, stepId: null, sourcePart: null, source: null };
}

export function taken(target: string, stepId: string, source: string, kind = "STEP"): FlowSource {
  return { target, kind, stepId, sourcePart: "OUTPUT", source };
}
