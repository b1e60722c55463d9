/** What a new execution reuses of an ended one: the steps that do not run again, with their values as they are stored. */

import type { StoredValue, ValuePosition } from "../../json/stored-value.ts";
import type { ReusedStep } from "../commands/start-request.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { isFine, isSkippedByCondition } from "../state/step-state.ts";

/** Losers of a group that a sibling decided did not succeed, and have nothing to take over. */
function reusedOrdinals(state: ExecutionState, again: ReadonlySet<number>): readonly number[] {
  const ordinals = state.pinned.graph.nodes.map(({ ordinal }) => ordinal);
  return ordinals.filter((ordinal) => !again.has(ordinal) && isFine(stepAt(state, ordinal)));
}

/** A map is given all its items, a loop those alone that do not run again. */
function itemCount(state: ExecutionState, ordinal: number, again: ReadonlySet<number>): Pick<ReusedStep, "items"> {
  const { group, item } = nodeAt(state, ordinal);
  if (group === undefined || item === undefined) return {};
  const { children, step } = nodeAt(state, group);
  return { items: step.kind === "MAP" ? children.length : children.filter((child) => !again.has(child)).length };
}

/** Bytes of outputs and contents that are taken over. */
export function reusedBytes(state: ExecutionState, again: ReadonlySet<number>): number {
  return reusedOrdinals(state, again)
    .map((ordinal) => stepAt(state, ordinal))
    .reduce((sum, { content, output }) => sum + (output?.bytes ?? 0) + (content?.bytes ?? 0), 0);
}

/** Ids of what is taken over, in the order of the plan, groups before their children. */
export function reusedIds(state: ExecutionState, again: ReadonlySet<number>): readonly string[] {
  return reusedOrdinals(state, again).map((ordinal) => nodeAt(state, ordinal).step.id);
}

/** What is taken over, with its values, in the same order. */
export function reusedSteps(state: ExecutionState, again: ReadonlySet<number>, read: ReadValue): readonly ReusedStep[] {
  const taken = (position: ValuePosition | undefined): StoredValue | undefined => {
    if (position === undefined) return undefined;
    const { bytes, digest, sequence, slot } = position;
    const inline = read(position);
    if (inline === undefined) throw new Error(`the ${slot} of row ${sequence} is not stored`);
    return { bytes, digest, inline };
  };
  return reusedOrdinals(state, again).map((ordinal) => {
    const step = stepAt(state, ordinal);
    const status = isSkippedByCondition(step) ? "SKIPPED" : "SUCCEEDED";
    const values = {
      output: taken(step.output) ?? null,
      content: taken(step.content) ?? null,
      warning: step.warning ?? null,
    };
    const warned = step.warnings === undefined ? {} : { warnings: step.warnings };
    return { step: nodeAt(state, ordinal).step.id, status, ...values, ...warned, ...itemCount(state, ordinal, again) };
  });
}
