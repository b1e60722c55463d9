/** The short account of an execution that the index of its tenant keeps. */

import { type Confinement, confinementOf } from "../../access/audience.ts";
import type { ExecutionKind } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { ExecutionStatus } from "../events/event.ts";
import type { OrchestrationState } from "../events/orchestration-state.ts";
import type { WaitKind } from "../events/step-waiting.ts";
import type { UsageView } from "../events/usage.ts";
import { wordsOf } from "../search/request-and-result.ts";
import type { ReadValue } from "../state/read-reference.ts";
import type { ExecutionState } from "../state/state.ts";
import { currentStep, statusOf, usageOf, waitingFor } from "../state/status.ts";
import { type Consumption, consumptionOf } from "./consumption.ts";
import type { InboxSummary } from "./inbox.ts";
import { inboxSummaries } from "./inbox-summary.ts";
import { type ExecutionOutline, outlineOf } from "./outline.ts";
import { standingOfState, type TaskState, taskState } from "./task-state.ts";

/** `read` is left out where the request and the result are not kept for searches. */
export function summaryOf(state: ExecutionState, read?: ReadValue): ExecutionSummary {
  const { callable, derivation, execution, subject, contextId, origin, labels, startedWith, surface } = state.pinned;
  const status = statusOf(state);
  const words = read === undefined ? undefined : wordsOf(state, read);
  const isTask = surface === "a2a" && callable !== null;
  return {
    execution,
    revision: state.sequence,
    status,
    state: state.orchestrationState,
    waitingFor: waitingFor(state) ?? null,
    currentStep: currentStep(state) ?? null,
    subject,
    ...confinementOf(state.pinned),
    contextId,
    root: origin.root,
    parent: origin.parent?.execution ?? null,
    labels,
    callables: callablesOf(state),
    startedAt: state.startedAt ?? null,
    startedWith,
    ...(state.pinned.schedule !== undefined && { schedule: state.pinned.schedule.name }),
    usage: usageOf(state),
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    finishedAt: state.finished?.at ?? null,
    outline: outlineOf(state),
    ...(derivation !== null && { derivedFrom: derivation.execution }),
    ...(words !== undefined && { words }),
    ...(isTask && { task: { name: callable.name, state: taskState(standingOfState(state, status)) } }),
    ...inboxSummaries(state),
    ...(state.finished !== undefined && { consumption: consumptionOf(state) }),
  };
}

/** The callables of the plan. A planner is offered many more, which are not searched. */
export function callablesOf({ pinned }: ExecutionState): readonly string[] {
  const { modelWork, plan } = pinned;
  if (modelWork.plan === null && modelWork.route === null) return [...pinned.callables.keys()];
  return [...new Set(leafSteps(plan).map(({ callableName }) => callableName))];
}

/** The summary of an execution in the index of its tenant. Only higher revisions replace lower ones. */
export interface ExecutionSummary extends Confinement {
  readonly execution: string;
  readonly revision: number;
  readonly status: ExecutionStatus;
  readonly state: OrchestrationState;
  readonly waitingFor: WaitKind | null;
  readonly currentStep: string | null;
  readonly subject: string;
  readonly contextId: string | null;
  readonly root: string;
  readonly parent: string | null;
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  /** Names of the callables that the plan may call, as the plan writes them. */
  readonly callables: readonly string[];
  readonly startedAt: number | null;
  readonly startedWith: ExecutionKind;
  /** Name of the schedule that started it. Absent for all others. */
  readonly schedule?: string;
  /** Name of the object of the execution that it retries or forks. Absent for all others. */
  readonly derivedFrom?: string;
  readonly usage: UsageView;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly finishedAt: number | null;
  /** Null in a summary that a version before 0.6.0 wrote: only the execution itself knows. */
  readonly outline: ExecutionOutline | null;
  /** The request and the result, for searches, see `request-and-result.ts`. Absent before the end. The index lists it nowhere. */
  readonly words?: readonly string[];
  /** Set for executions that were started as A2A tasks: the agent or workflow that was asked, and where the task stands. */
  readonly task?: { readonly name: string; readonly state: TaskState };
  /** Questions to people, see `inbox-summary.ts`: open ones, then the latest resolved. Absent if there are none. */
  readonly questions?: readonly InboxSummary[];
  /** Size of its events, values and artifacts. Absent before its end, and in a summary of an earlier version. */
  readonly storedBytes?: number;
  /** Its calls and consumption. Absent before its end; the index counts it once and lists it nowhere. */
  readonly consumption?: readonly Consumption[];
}
