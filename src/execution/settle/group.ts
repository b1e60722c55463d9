/**
 * How a group ends (O6, O18, C7): `collect` runs every child, `first_success` ends with the first child that succeeds. A map runs every item,
 * unless too many fail; a loop ends with an iteration that fails.
 */

import type { Failure } from "../../json/failure.ts";
import type { InterruptionCause } from "../events/attempt.ts";
import type { FinalStepStatus, StepFinished } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import { groupIsDecided } from "../state/group-state.ts";
import { isStopped } from "../state/repeat-state.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { isFinal, isFine } from "../state/step-state.ts";
import { executionTimedOut } from "./attempt-end.ts";
import { mayBegin } from "./may-begin.ts";

/** The end of the open group at `ordinal`, or undefined while children run, wait, or are about to begin. */
export function groupEnd(
  state: ExecutionState,
  ordinal: number,
  over: InterruptionCause | undefined,
): StepFinished | undefined {
  const { children, step } = nodeAt(state, ordinal);
  if (step.kind === "MAP" || step.kind === "LOOP") return repeatEnd(state, ordinal, over);
  const unfinished = children.filter((child) => !isFinal(stepAt(state, child).status));
  if (unfinished.some((child) => state.active.includes(child) || (over === undefined && mayBegin(state, child))))
    return undefined;
  const empty = children.length === 0 && over === undefined && state.haltedBy === undefined;
  // Cut off before its first child, it was never run: the end of the execution says so.
  if (!empty && !hasBegun(state, ordinal)) return undefined;
  return finished(state, ordinal, judged(state, ordinal, cutBy(state, over)));
}

/** A loop ends by its condition too, which is asked where values can be read (`expansion.ts`). */
function repeatEnd(
  state: ExecutionState,
  ordinal: number,
  over: InterruptionCause | undefined,
): StepFinished | undefined {
  const { children, step } = nodeAt(state, ordinal);
  const repeat = state.repeats.get(ordinal);
  if (repeat === undefined || state.active.some((other) => nodeAt(state, other).group === ordinal)) return undefined;
  const hasEnded = repeat.ended === children.length;
  if (step.kind === "MAP") {
    if (!hasEnded && over === undefined && !isStopped(state, ordinal)) return undefined;
    return finished(state, ordinal, judged(state, ordinal, cutBy(state, over)));
  }
  if (over !== undefined) return finished(state, ordinal, cutBy(state, over) ?? { status: "CANCELLED" });
  if (repeat.failed > 0)
    return finished(state, ordinal, { status: "FAILED", failure: childrenFailed(state, children) });
  // Nothing of it runs, and an iteration that waits for a permit never begins. One without any was never run.
  const isCut = state.haltedBy !== undefined && (hasEnded || repeat.ended > 0);
  return isCut ? finished(state, ordinal, { status: "CANCELLED" }) : undefined;
}

/** The end of a group that a crash loop cuts off, or undefined if it never began. Its active children end in the same transaction. */
export function groupCutOff(state: ExecutionState, ordinal: number, failure: Failure): StepFinished | undefined {
  if (!hasBegun(state, ordinal)) return undefined;
  return finished(state, ordinal, judged(state, ordinal, { status: "FAILED", failure }));
}

function hasBegun(state: ExecutionState, ordinal: number): boolean {
  return stepAt(state, ordinal).status !== "PENDING";
}

function finished(state: ExecutionState, ordinal: number, { failure, status }: Verdict): StepFinished {
  return {
    kind: "StepFinished",
    step: nodeAt(state, ordinal).step.id,
    group: null,
    status,
    attempt: 0,
    callId: null,
    outcome: null,
    output: null,
    content: null,
    failure: failure ?? null,
    warning: null,
    reused: false,
  };
}

interface Verdict {
  readonly status: FinalStepStatus;
  readonly failure?: Failure | undefined;
}

/** The effect of the execution's end on a group that has not succeeded by then. */
function cutBy(state: ExecutionState, over: InterruptionCause | undefined): Verdict | undefined {
  if (over === "CANCEL") return { status: "CANCELLED" };
  return over === "EXECUTION_TIMEOUT" ? { status: "FAILED", failure: executionTimedOut(state) } : undefined;
}

function judged(state: ExecutionState, ordinal: number, cut: Verdict | undefined): Verdict {
  const { children } = nodeAt(state, ordinal);
  const ends = children.map((child) => stepAt(state, child));
  if (groupIsDecided(state, ordinal) || ends.every(isFine)) return { status: "SUCCEEDED" };
  if (cut !== undefined) return cut;
  const failure = childrenFailed(state, children);
  const hasOutput = ends.some(({ status }) => hasSucceeded(status));
  return { status: hasOutput && !isStopped(state, ordinal) ? "PARTIAL" : "FAILED", failure };
}

/** Of more children the failure names the first only. */
const maxListedFailures = 100;

/** One failure that names every child that failed. Undefined if none did, but some succeeded in part only. */
function childrenFailed(state: ExecutionState, children: readonly number[]): Failure | undefined {
  const failures = children.flatMap((child) => {
    const { failure } = stepAt(state, child);
    return failure === undefined
      ? []
      : [{ step: nodeAt(state, child).step.id, code: failure.code, message: failure.message }];
  });
  if (failures.length === 0 && children.some((child) => stepAt(state, child).status === "PARTIAL")) return undefined;
  return {
    code: "CHILDREN_FAILED",
    message: `${failures.length} of ${children.length} steps of the group did not succeed`,
    retryable: children.some((child) => stepAt(state, child).failure?.retryable === true),
    details: failures.slice(0, maxListedFailures),
  };
}
