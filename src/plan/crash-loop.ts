/**
 * The end of an execution whose object was lost again and again without an outcome (E6). What may be on its way is ended first,
 * with an unknown outcome, and what a person was asked is withdrawn: nothing that was called may count as never run, and no
 * question may stay open behind `ExecutionFinished` (E8).
 */
import type { CallOutcome } from "./attempt.ts";
import type { ExecutionEvent } from "./event.ts";
import type { Failure } from "./failure.ts";
import { groupCutOff } from "./group.ts";
import { mayHaveLeft, questionResolved, stepEnd } from "./outstanding.ts";
import { type ExecutionState, stepAt } from "./state.ts";

/** Resumptions in a row without an outcome after which an execution is given up (E6). */
export const maxResumptions = 5;

/** The last rows of such an execution, one transaction. */
export function crashLoop(state: ExecutionState, now: number): readonly ExecutionEvent[] {
  const failure: Failure = {
    code: "CRASH_LOOP",
    message: `the execution was resumed ${state.resumptions} times in a row without a new outcome`,
    retryable: false,
    details: { resumptions: state.resumptions },
  };
  const steps = state.active.flatMap((ordinal) => {
    const step = stepAt(state, ordinal);
    const outcome: CallOutcome | null = mayHaveLeft(state, ordinal, now) ? "UNKNOWN" : step.outcome;
    return [
      ...questionResolved(state, ordinal, step, "WITHDRAWN"),
      stepEnd(state, ordinal, step, "FAILED", outcome, failure),
    ];
  });
  const groups = state.openGroups.flatMap((ordinal) => groupCutOff(state, ordinal, failure) ?? []);
  return [
    ...steps,
    ...groups,
    { kind: "ExecutionFinished", status: "FAILED", failure: { ...failure, step: null }, directResponse: null },
  ];
}
