/** The event that ends a step which is not in flight. */

import type { Failure } from "../../json/failure.ts";
import type { StepFinished } from "../events/event.ts";
import { groupIdOf } from "../state/planned-step.ts";
import { type ExecutionState, nodeAt } from "../state/state.ts";
import type { StepState } from "../state/step-state.ts";

/** A `StepFinished` for a step whose last attempt, if any, has ended already. */
export function stepEnd(
  state: ExecutionState,
  ordinal: number,
  step: StepState,
  status: "FAILED" | "CANCELLED",
  outcome: StepFinished["outcome"],
  failure: Failure | undefined,
): StepFinished {
  return {
    kind: "StepFinished",
    step: nodeAt(state, ordinal).step.id,
    group: groupIdOf(state, ordinal) ?? null,
    status,
    attempt: step.attempt,
    callId: step.callId ?? null,
    outcome,
    output: null,
    content: null,
    failure: failure ?? null,
    warning: null,
    reused: false,
  };
}
