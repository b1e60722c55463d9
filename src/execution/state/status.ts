/** The status of an execution as users see it (C5), and its usage. */

import type { ExecutionStatus } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import type { WaitKind } from "../events/step-waiting.ts";
import type { UsageView } from "../events/usage.ts";
import { waitsForPeople } from "./clock.ts";
import { openPlanApproval } from "./open-plan-approval.ts";
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";
import { usageSum } from "./usage-sum.ts";

/** WAITING while nothing runs until a person, a timer, a child or a remote task answers; back-off is RUNNING. */
export function statusOf(state: ExecutionState): ExecutionStatus {
  if (state.finished !== undefined) return state.finished.status;
  if (state.startedAt === undefined) return "PENDING";
  if (state.active.length === 0) return openPlanApproval(state) === undefined ? "RUNNING" : "WAITING";
  return state.active.every((ordinal) => stepAt(state, ordinal).wait !== undefined) ? "WAITING" : "RUNNING";
}

export function waitingFor(state: ExecutionState): WaitKind | undefined {
  if (statusOf(state) !== "WAITING") return undefined;
  if (waitsForPeople(state)) return "PERSON";
  const [first] = state.active;
  return first === undefined ? undefined : stepAt(state, first).wait?.kind;
}

/**
 * Whether an execution of this status has ended.
 *
 * @example
 * ```ts
 * isFinalExecution("WAITING"); // false
 * isFinalExecution("PARTIAL"); // true
 * ```
 */
export function isFinalExecution(status: ExecutionStatus): boolean {
  return hasSucceeded(status) || status === "FAILED" || status === "CANCELLED";
}

/** Id of the step that runs or waits; of several the one that began first. Undefined while a model works. */
export function currentStep(state: ExecutionState): string | undefined {
  const [current] = state.active;
  return current === undefined ? undefined : nodeAt(state, current).step.id;
}

/** Consumption so far, including children, with the maximum of a model call under way or a running child. */
export function usageOf({ agentCalls, calls, childUsage, modelUsage }: ExecutionState): UsageView {
  const { calls: modelCalls, costMicros, ...tokens } = modelUsage;
  return usageSum({ toolCalls: calls - agentCalls, agentCalls, modelCalls, ...tokens, costMicros }, childUsage);
}
