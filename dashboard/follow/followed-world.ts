/** The API's answer about an execution, as the world in which a value is followed. Pure. */
import { roundStepId } from "../../src/plan/order/round-ids.ts";
import { valueAt } from "../parts/pointer.ts";
import type { TextReference } from "./composed-text.ts";
import type { FlowStep, FlowWorld } from "./flow-world.ts";
import type { FollowedExecutionQuery } from "./followed-execution.generated.ts";
import { type PlannedStep, sourcesInPlan } from "./planned-sources.ts";

export type FollowedExecution = NonNullable<FollowedExecutionQuery["execution"]>;

type Answered = FollowedExecution["steps"][number];
type Within = Extract<Answered, { readonly __typename: "ParallelStep" }>["children"][number];

export interface FollowedWorld extends FlowWorld {
  readonly planned: ReadonlyMap<string, PlannedStep>;
  /** Global IDs of steps, to read their values. */
  readonly nodeIds: ReadonlyMap<string, string>;
}

export function worldOf(execution: FollowedExecution): FollowedWorld {
  const planned = plannedSteps(execution);
  const steps = new Map<string, FlowStep>();
  const nodeIds = new Map<string, string>();
  const add = (step: Answered | Within, groupId: string | null) => {
    nodeIds.set(step.stepId, step.id);
    steps.set(
      step.stepId,
      stepOf(step, groupId, planned.get(templateOf(step.stepId)), planned.get(groupId ?? ""), execution),
    );
    for (const child of childrenOf(step)) add(child, step.stepId);
  };
  for (const step of execution.steps) add(step, null);
  const { modelCalls, parent, prompt, response, rounds } = execution;
  const directResponse = rounds.at(-1)?.plan.directResponse ?? null;
  const isAnswered = response !== null && modelCalls.some(({ purpose }) => purpose === "RESPOND");
  return {
    executionId: execution.id,
    steps,
    hasPrompt: prompt !== null,
    isAnswered,
    isAnsweredByPlan: !isAnswered && directResponse !== null,
    hasResult: execution.kind === "WORKFLOW" || execution.kind === "AGENT",
    isWorkflow: execution.kind === "WORKFLOW",
    parent: parent === null || parent.stepId === null ? null : { ...parent, stepId: parent.stepId },
    planned,
    nodeIds,
  };
}

function childrenOf(step: Answered | Within): readonly Within[] {
  if ("children" in step) return step.children;
  return "items" in step ? (step.items as readonly Within[]) : [];
}

/** All items of a map are made from one step of the plan. */
function templateOf(stepId: string): string {
  return stepId.replace(/\[\d+\]$/, "[]");
}

function plannedSteps({ rounds }: FollowedExecution): ReadonlyMap<string, PlannedStep> {
  const planned = new Map<string, PlannedStep>();
  for (const { number, plan } of rounds) {
    for (const step of plan.steps) {
      planned.set(roundStepId(number, step.stepId), step);
      for (const child of step.children) planned.set(roundStepId(number, child.stepId), child);
    }
  }
  return planned;
}

function stepOf(
  step: Answered | Within,
  groupId: string | null,
  planned: PlannedStep | undefined,
  group: PlannedStep | undefined,
  { kind: startedAs }: FollowedExecution,
): FlowStep {
  const { kind, status, stepId } = step;
  const callableName =
    "toolName" in step
      ? step.toolName
      : "agentName" in step
        ? step.agentName
        : "workflowName" in step
          ? step.workflowName
          : "";
  const writer = startedAs === "PROMPT" || startedAs === "AGENT" ? "MODEL" : "CALLER";
  return {
    stepId,
    kind,
    status,
    callableName,
    effectClass: "effectClass" in step ? step.effectClass : null,
    groupId,
    childExecutionId: "executionId" in step ? step.executionId : null,
    outputLabels: "tool" in step ? (step.tool?.outputLabels ?? null) : null,
    sources: "argumentSources" in step ? step.argumentSources : sourcesInPlan({ stepId, writer, planned, group }),
  };
}

/** The text of the plan at the pointer with its references, if it has any. Null otherwise. */
export function templateAt(
  { planned, steps }: Pick<FollowedWorld, "planned" | "steps">,
  stepId: string,
  pointer: string,
): { readonly template: string; readonly references: readonly (Omit<TextReference, "value"> & ReferenceTo)[] } | null {
  const step = planned.get(templateOf(stepId));
  if (step === undefined || !steps.has(stepId)) return null;
  const template = valueAt(step.arguments, pointer);
  const references = step.references.filter(({ target }) => target === pointer);
  return typeof template !== "string" || references.length === 0 ? null : { template, references };
}

interface ReferenceTo {
  readonly sourceStepId: string | null;
  readonly sourcePart: string | null;
  readonly source: string;
}
