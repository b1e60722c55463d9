/**
 * The end of an execution whose object was lost again and again without an outcome (E6). Calls that may be in flight are ended first, with an
 * unknown outcome, and open requests for human input are withdrawn. So no call counts as never made, and no request stays open behind
 * `ExecutionFinished` (E8).
 */

import type { Failure } from "../../json/failure.ts";
import { endCause } from "../effects/cancellation.ts";
import { nothingInFlight } from "../effects/effect.ts";
import { inputResolved, mayHaveLeft, nextEffects } from "../effects/next-effects.ts";
import type { CallOutcome } from "../events/attempt.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { modelCallLost } from "../settle/after-model-call.ts";
import { executionEnd, givenUpBy } from "../settle/finish.ts";
import { groupCutOff } from "../settle/group.ts";
import { stepEnd } from "../settle/step-end.ts";
import { openModelCall } from "../state/model-task.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";

/** Resumptions in a row without an outcome after which an execution is given up (E6). */
const maxResumptions = 5;

/** The first event of a new runner about the work that a lost one had begun. */
export function resumed(state: ExecutionState, now: number): readonly ExecutionEvent[] {
  const count = state.resumptions + 1;
  // After a cancel nothing is called, so nothing can loop, and CANCELLED comes before CRASH_LOOP (C6).
  const isLoop = count > maxResumptions && state.cancelRequested === undefined;
  return isLoop ? crashLoop(state, now) : [{ kind: "ExecutionResumed", count }];
}

/** The last rows of such an execution, one transaction. */
function crashLoop(state: ExecutionState, now: number): readonly ExecutionEvent[] {
  const failure: Failure = {
    code: "CRASH_LOOP",
    message: `the execution was resumed ${state.resumptions} times in a row without a new outcome`,
    retryable: false,
    details: { resumptions: state.resumptions },
  };
  const open = openModelCall(state);
  const calls = open === undefined ? [] : [modelCallLost(state, open, failure, now)];
  const steps = state.active.flatMap((ordinal) => {
    const step = stepAt(state, ordinal);
    const outcome: CallOutcome | undefined = mayHaveLeft(state, ordinal, now) ? "UNKNOWN" : step.outcome;
    return [
      ...inputResolved(state, ordinal, step, "WITHDRAWN"),
      stepEnd(state, ordinal, step, "FAILED", outcome ?? null, failure),
    ];
  });
  const groups = state.openGroups.flatMap((ordinal) => groupCutOff(state, ordinal, failure) ?? []);
  // If only the responder is left, its failure changes nothing of the result (R27).
  const result = isAnswering(state, now) ? executionEnd(state, endCause(state, now), failure) : null;
  return [...calls, ...steps, ...groups, result ?? givenUpBy(state, failure)];
}

function isAnswering(state: ExecutionState, now: number): boolean {
  if (state.modelTask !== undefined) return state.modelTask.purpose === "RESPOND";
  return nextEffects(state, now, nothingInFlight).some((effect) => effect.kind === "CALL_MODEL");
}
