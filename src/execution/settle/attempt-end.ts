/** The facts that the events after an attempt are made from, and the row `StepFinished` that it may lead to. */
import type { Failure } from "../../json/failure.ts";
import type { ToolStep } from "../../plan/plan.ts";
import type { CallOutcome } from "../events/attempt.ts";
import type { DecisionInputs } from "../events/decision-inputs.ts";
import type { FinalStepStatus, StepFinished } from "../events/event.ts";
import type { UsageView } from "../events/usage.ts";
import { groupIsDecided } from "../state/group-state.ts";
import { groupIdOf } from "../state/planned-step.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";

export interface AttemptEnd extends DecisionInputs {
  readonly state: ExecutionState;
  readonly ordinal: number;
  readonly attempt: number;
  readonly step: ToolStep;
}

export function finished(
  end: AttemptEnd,
  status: FinalStepStatus,
  outcome: CallOutcome,
  failure: Failure | undefined,
  more: Partial<Pick<StepFinished, "output" | "content" | "warning" | "warnings" | "childUsage">> = {},
): StepFinished {
  return {
    kind: "StepFinished",
    step: end.step.id,
    group: groupIdOf(end.state, end.ordinal) ?? null,
    status,
    attempt: end.attempt,
    callId: stepAt(end.state, end.ordinal).callId ?? null,
    outcome,
    output: more.output ?? null,
    content: more.content ?? null,
    failure: failure ?? null,
    warning: more.warning ?? null,
    reused: false,
    ...(more.warnings === undefined ? {} : { warnings: more.warnings }),
    ...(more.childUsage === undefined ? {} : { childUsage: more.childUsage }),
  };
}

/** Consumption that a child reports, in the form of the rows of its end. */
export function usedBy({ usage }: { readonly usage?: UsageView }): Pick<StepFinished, "childUsage"> {
  return usage === undefined ? {} : { childUsage: usage };
}

export function groupHasWinner({ ordinal, state }: Pick<AttemptEnd, "state" | "ordinal">): boolean {
  const { group } = nodeAt(state, ordinal);
  return group !== undefined && groupIsDecided(state, group);
}

export function executionTimedOut(state: ExecutionState): Failure {
  const { finallyTimeoutMs } = state.pinned.plan;
  if (state.ending !== undefined && finallyTimeoutMs !== undefined)
    return {
      code: "EXECUTION_TIMEOUT",
      message: `the finally steps did not end within ${finallyTimeoutMs} ms`,
      retryable: true,
      details: { finallyTimeoutMs },
    };
  return {
    code: "EXECUTION_TIMEOUT",
    message: `the execution did not end within ${state.pinned.limits.timeoutMs} ms`,
    retryable: true,
    details: { timeoutMs: state.pinned.limits.timeoutMs },
  };
}
