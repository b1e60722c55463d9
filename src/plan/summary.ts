/** The short account of an execution that the index of its tenant keeps. */
import { consumptionOf } from "./consumption.ts";
import type { ExecutionSummary } from "./execution-view.ts";
import { outlineOf } from "./outline.ts";
import { leafSteps } from "./plan-scope.ts";
import { questionSummaries } from "./question-summary.ts";
import type { ExecutionState } from "./state.ts";
import { currentStep, statusOf, usageOf, waitingFor } from "./status.ts";
import { standingOfState, taskState } from "./task-state.ts";

export function summaryOf(state: ExecutionState): ExecutionSummary {
  const { callable, execution, subject, contextId, origin, labels, startedWith, surface } = state.pinned;
  const status = statusOf(state);
  const isTask = surface === "a2a" && callable !== null;
  return {
    execution,
    revision: state.sequence,
    status,
    state: state.machine,
    waitingFor: waitingFor(state),
    currentStep: currentStep(state),
    subject,
    contextId,
    root: origin.root,
    parent: origin.parent?.execution ?? null,
    labels,
    callables: callablesOf(state),
    startedAt: state.startedAt,
    startedWith,
    usage: usageOf(state),
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    finishedAt: state.finished?.at ?? null,
    outline: outlineOf(state),
    ...(isTask && { task: { name: callable.name, state: taskState(standingOfState(state, status)) } }),
    ...questionSummaries(state),
    ...(state.finished !== null && { consumption: consumptionOf(state) }),
  };
}

/** What the plan calls. A planner is offered much more, which is nothing to search for. */
export function callablesOf({ pinned }: ExecutionState): readonly string[] {
  const { modelWork, plan } = pinned;
  if (modelWork.plan === null && modelWork.route === null) return [...pinned.callables.keys()];
  return [...new Set(leafSteps(plan).map(({ callableName }) => callableName))];
}
