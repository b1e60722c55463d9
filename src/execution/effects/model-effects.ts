/**
 * The effects of an execution while a model has something to do, and once its steps are over. One call at a time, never beside steps. As in
 * `nextEffects`, they follow from the state alone: a call that was begun and is not in flight was lost with its object (E7).
 */

import type { Failure } from "../../json/failure.ts";
import type { ModelPurpose } from "../../plan/model-definition.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { executionTimedOut } from "../settle/attempt-end.ts";
import { endedBy, executionEnd } from "../settle/finish.ts";
import type { ModelTask } from "../state/model-state.ts";
import { modelCutBy, modelDeadlineAt, requiredOutput, responderIsDue } from "../state/model-task.ts";
import { isFurtherPlan, mayPlanAgain } from "../state/round-state.ts";
import type { ExecutionState } from "../state/state.ts";
import { turnGivenUp } from "../turns/turn-given-up.ts";
import type { Effect } from "./effect.ts";

type EndCause = "CANCEL" | "EXECUTION_TIMEOUT" | undefined;

/** Effects while `task` is to be done. `isInFlight` if a model call is in flight. */
export function modelEffects(
  state: ExecutionState,
  task: ModelTask,
  over: EndCause,
  now: number,
  isInFlight: boolean,
): readonly Effect[] {
  const { call, purpose, retryAt, search } = task;
  const cause = modelCutBy(state, purpose, now);
  const wakeAt = modelDeadlineAt(state, purpose);
  if (call !== undefined) {
    if (isInFlight && cause !== undefined) return [{ kind: "ABORT_MODEL", cause }];
    return [{ kind: "AWAIT_MODEL" }, ...wake(wakeAt)];
  }
  if (cause !== undefined && cause !== "CANCEL" && purpose === "PLAN" && isFurtherPlan(state))
    return answeringEffects(state, over, now);
  if (cause !== undefined) return append(cutOff(state, task, over, cause));
  if (search !== undefined) return [{ kind: "FIND_CALLABLES", query: search }, ...wake(wakeAt)];
  if (retryAt !== undefined && retryAt > now) return wake(Math.min(retryAt, wakeAt));
  return [{ kind: "CALL_MODEL", purpose }, ...wake(wakeAt)];
}

/**
 * Effects once nothing runs and nothing may begin: a model may plan again, the responder writes, the steps of `finally` get their turn, or the
 * execution ends.
 */
export function closingEffects(state: ExecutionState, over: EndCause, now: number): readonly Effect[] {
  if (mayPlanAgain(state) && modelCutBy(state, "PLAN", now) === undefined)
    return [{ kind: "CALL_MODEL", purpose: "PLAN" }, ...wake(modelDeadlineAt(state, "PLAN"))];
  return answeringEffects(state, over, now);
}

/** Effects once no further plan is made, also where a budget has no room for the call that would make one. */
export function answeringEffects(state: ExecutionState, over: EndCause, now: number): readonly Effect[] {
  if (!responderIsDue(state)) return append(executionEnd(state, over));
  if (requiredOutput(state) !== undefined) {
    const end = executionEnd(state, over);
    // The output of a run that failed is not used.
    if (end?.status === "FAILED") return append(end);
  }
  if (modelCutBy(state, "RESPOND", now) !== undefined)
    return append(executionEnd(state, over, executionTimedOut(state)));
  return [{ kind: "CALL_MODEL", purpose: "RESPOND" }, ...wake(modelDeadlineAt(state, "RESPOND"))];
}

/**
 * The end of an execution whose next model call cannot leave: it ends by `failure`, or only without the text of the responder (R27). In a
 * turn, the step of its agent ends by it, and the end of the execution follows from that.
 */
export function modelCallRefused(
  state: ExecutionState,
  purpose: ModelPurpose,
  over: EndCause,
  failure: Failure,
): ExecutionEvent {
  if (purpose === "AGENT") return turnGivenUp(state, failure);
  const end = purpose === "RESPOND" ? executionEnd(state, over, failure) : null;
  return end ?? endedBy(failure);
}

/** The end of an execution whose model waits to be called again when the execution must end. */
function cutOff(
  state: ExecutionState,
  { purpose }: ModelTask,
  over: EndCause,
  cause: Exclude<EndCause, null>,
): ExecutionEvent | undefined {
  if (cause === "CANCEL") return purpose === "AGENT" ? turnGivenUp(state, undefined) : executionEnd(state, "CANCEL");
  return modelCallRefused(state, purpose, over, executionTimedOut(state));
}

function append(event: ExecutionEvent | undefined): readonly Effect[] {
  return event === undefined ? [] : [{ kind: "APPEND", events: [event] }];
}

function wake(at: number): readonly Effect[] {
  return at < Number.POSITIVE_INFINITY ? [{ kind: "WAKE", at }] : [];
}
