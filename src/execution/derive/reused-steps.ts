/** The steps of an ended execution that a new one reuses: those that do not run again, with their stored values. */

import type { StoredValue, ValuePosition } from "../../json/stored-value.ts";
import { roundOfStep } from "../../plan/order/round-ids.ts";
import type { ReusedStep } from "../commands/start-request.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { isFinal, isFine, type StepState } from "../state/step-state.ts";
import type { Rerun } from "./steps-to-rerun.ts";

/**
 * In the round that runs again, steps that succeeded: losers of a group that a sibling decided have no result. In the rounds before it, all
 * steps that ended.
 */
function reusedOrdinals(state: ExecutionState, { again, round }: Rerun): readonly number[] {
  return state.pinned.graph.nodes.flatMap(({ ordinal, step: { id } }) => {
    const step = stepAt(state, ordinal);
    const own = roundOfStep(id);
    const isTaken = own === round ? !again.has(ordinal) && isFine(step) : own < round && hasEnded(step);
    return isTaken ? [ordinal] : [];
  });
}

/** Whether a row says how the step ended. */
function hasEnded(step: StepState): boolean {
  return isFinal(step.status) && step.finishedAt !== undefined;
}

/** A map is given all its items, a loop those alone that do not run again. */
function itemCount(state: ExecutionState, ordinal: number, { again }: Rerun): Pick<ReusedStep, "items"> {
  const { group, item } = nodeAt(state, ordinal);
  if (group === undefined || item === undefined) return {};
  const { children, step } = nodeAt(state, group);
  return { items: step.kind === "MAP" ? children.length : children.filter((child) => !again.has(child)).length };
}

/** Bytes of reused outputs and contents. */
export function reusedBytes(state: ExecutionState, rerun: Rerun): number {
  return reusedOrdinals(state, rerun)
    .map((ordinal) => stepAt(state, ordinal))
    .reduce((sum, { content, output }) => sum + (output?.bytes ?? 0) + (content?.bytes ?? 0), 0);
}

/** Ids of the reused steps, in the order of the plan, groups before their children. */
export function reusedIds(state: ExecutionState, rerun: Rerun): readonly string[] {
  return reusedOrdinals(state, rerun).map((ordinal) => nodeAt(state, ordinal).step.id);
}

/** The reused steps with their values, in the same order. */
export function reusedSteps(state: ExecutionState, rerun: Rerun, read: ReadValue): readonly ReusedStep[] {
  const taken = (position: ValuePosition | undefined): StoredValue | undefined => {
    if (position === undefined) return undefined;
    const { bytes, digest, sequence, slot } = position;
    const inline = read(position);
    if (inline === undefined) throw new Error(`the ${slot} of row ${sequence} is not stored`);
    return { bytes, digest, inline };
  };
  return reusedOrdinals(state, rerun).map((ordinal) => {
    const step = stepAt(state, ordinal);
    const { failure, outcome, status } = step;
    if (!isFinal(status)) throw new Error(`the step ${nodeAt(state, ordinal).step.id} has not ended`);
    const failed = {
      ...(failure !== undefined && { failure }),
      ...(outcome !== undefined && !isFine(step) && { outcome }),
    };
    const values = {
      output: taken(step.output) ?? null,
      content: taken(step.content) ?? null,
      warning: step.warning ?? null,
    };
    const warned = step.warnings === undefined ? {} : { warnings: step.warnings };
    const { id } = nodeAt(state, ordinal).step;
    return { step: id, status, ...values, ...failed, ...warned, ...itemCount(state, ordinal, rerun) };
  });
}
