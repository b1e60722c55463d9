/**
 * Room `execution/human-input`: the requests of an execution for human input.
 *
 * Owns: the event that makes a step wait for an answer (this file); which calls need an approval (`approval.ts`); the request of a call that
 * people answer (`request-of-call.ts`); the request of a callee that cannot continue alone (`callee-request.ts`).
 * Leaves: kinds and bounds of requests to `plan` (`human-input.ts`, `human-input-callable.ts`); the answer to `execution/decide`
 * (`answer.ts`); the end of the step to `execution/settle`; the approval of a whole plan to `execution/effects`.
 *
 * Invariants:
 * - The event of a request states the outcome of its step without an answer. The end of that wait is the only wake-up it needs (E11).
 * - A callee may request input ten times. Its next attempt carries the answer under the same key (E5).
 *
 * This file makes the event of a request, for a step or for the whole plan.
 */

import type { Json } from "../../json/json.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { HumanInputRequest } from "../../plan/human-input.ts";
import type { WaitingForPerson, WaitingForPlanApproval } from "../events/step-waiting.ts";
import { planApprovals } from "../state/open-plan-approval.ts";
import { groupIdOf, toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";

/** Begins the id of every request about the whole plan. */
const ofPlan = "plan";

export interface RequestedInput extends Omit<HumanInputRequest, "requestId"> {
  /** Data that is shown with the prompt. Absent for none. */
  readonly arguments?: StoredValue | undefined;
  /** JSON Schema that the answer must satisfy. Absent for a request that is only accepted or declined. */
  readonly responseSchema?: StoredValue | undefined;
  /** Time for an answer, in milliseconds. Absent for as long as the execution gives people. */
  readonly timeoutMs?: number | undefined;
  /** Data that the callee needs to continue with its call; opaque here. Absent if no callee requests. */
  readonly details?: Json;
  /** Number of the attempt whose callee requests. Absent for other requests. */
  readonly attempt?: number;
}

/** Asks `question` at `now`, Unix milliseconds, for the step at `ordinal`. */
export function humanInputRequested(
  state: ExecutionState,
  ordinal: number,
  wanted: RequestedInput,
  now: number,
): WaitingForPerson {
  const { id } = toolStepAt(state, ordinal);
  const requestId = `${requestPath(id)}/${stepAt(state, ordinal).questions.length + 1}`;
  return { ...requestFields(state, wanted, requestId, now), step: id, group: groupIdOf(state, ordinal) ?? null };
}

/** The part of the id of its requests that says which step asks. No step has a `/` in its id, and the whole plan asks as `plan`. */
function requestPath(stepId: string): string {
  return stepId === ofPlan ? `steps/${ofPlan}` : stepId;
}

/** Asks `question` at `now` about the whole plan. */
export function planApprovalRequested(
  state: ExecutionState,
  wanted: RequestedInput,
  now: number,
): WaitingForPlanApproval {
  return {
    ...requestFields(state, wanted, `${ofPlan}/${planApprovals(state).length + 1}`, now),
    step: null,
    group: null,
  };
}

function requestFields(
  state: ExecutionState,
  wanted: RequestedInput,
  requestId: string,
  now: number,
): Omit<WaitingForPerson, "step" | "group"> {
  const { arguments: shown, attempt, details, responseSchema, timeoutMs, ...request } = wanted;
  return {
    kind: "StepWaiting",
    waitsFor: "PERSON",
    until: now + (timeoutMs ?? state.pinned.humanInputTimeoutMs),
    request: { requestId, ...request },
    ...(details == null ? {} : { details }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(shown === undefined ? {} : { arguments: shown }),
    ...(responseSchema === undefined ? {} : { responseSchema }),
  };
}
