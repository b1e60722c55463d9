/**
 * The end of a step that its condition keeps from running: skipped if it is false, failed if it cannot be evaluated (C3, C6). Asked when
 * the step would begin, and of a group when the first of its children would. The children of a group that ends so never begin: they end
 * with it. Of a group whose first match counts, the steps behind the match are skipped without being asked. What a condition sees is finished by then and does not change, so asking again gives the same answer.
 */

import { evaluateCondition } from "../../plan/expressions/evaluate-condition.ts";
import type { StepFinished } from "../events/event.ts";
import { hasEarlierMatch } from "../state/group-state.ts";
import { itemPlaceOf, type ReadValue, referenceReader } from "../state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { stepEnd } from "./step-end.ts";

/** Why the step at `ordinal` does not begin: its own end or that of its group. Undefined if it may. */
export function conditionEnd(state: ExecutionState, ordinal: number, read: ReadValue): StepFinished | undefined {
  const { group } = nodeAt(state, ordinal);
  const ofGroup = group !== undefined && stepAt(state, group).status === "PENDING" ? endOf(state, group, read) : null;
  return ofGroup ?? endOf(state, ordinal, read);
}

function endOf(state: ExecutionState, ordinal: number, read: ReadValue): StepFinished | undefined {
  const { group, item, step: planned } = nodeAt(state, ordinal);
  const { when } = planned;
  if (hasEarlierMatch(state, ordinal))
    return { ...stepEnd(state, ordinal, stepAt(state, ordinal), "CANCELLED", null, undefined), status: "SKIPPED" };
  if (when === undefined) return undefined;
  const outcome = evaluateCondition(when, referenceReader(state, read, itemPlaceOf(group, item)));
  const step = stepAt(state, ordinal);
  switch (outcome.kind) {
    case "TRUE":
      return undefined;
    case "FALSE":
      return { ...stepEnd(state, ordinal, step, "CANCELLED", null, undefined), status: "SKIPPED" };
    case "FAILED":
      return stepEnd(state, ordinal, step, "FAILED", null, outcome.failure);
  }
}
