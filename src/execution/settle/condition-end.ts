/**
 * The end of a step that its condition keeps from running: skipped if it is false, failed if it cannot be evaluated (C3, C6); and of one
 * that takes the output of a step which was skipped, unless it says otherwise. Asked when the step would begin, and of a group when the
 * first of its children would. The children of a group that ends so never begin: they end with it. Of a group whose first match counts, the
 * steps behind the match are skipped without being asked. The values of a condition are final by then, so evaluating it again gives the
 * same answer.
 */

import { evaluateCondition } from "../../plan/expressions/evaluate-condition.ts";
import { isSkippedWithInput, takenBy } from "../../plan/operands/skipped-input.ts";
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
  if (when === undefined) return skippedWithInput(state, ordinal);
  const outcome = evaluateCondition(when, referenceReader(state, read, itemPlaceOf(group, item)));
  const step = stepAt(state, ordinal);
  switch (outcome.kind) {
    case "TRUE":
      return skippedWithInput(state, ordinal);
    case "FALSE":
      return { ...stepEnd(state, ordinal, step, "CANCELLED", null, undefined), status: "SKIPPED" };
    case "FAILED":
      return stepEnd(state, ordinal, step, "FAILED", null, outcome.failure);
  }
}

/** The end of a step that takes the output of one which was skipped, with a warning that says of which. */
function skippedWithInput(state: ExecutionState, ordinal: number): StepFinished | undefined {
  const { step: planned } = nodeAt(state, ordinal);
  if (!isSkippedWithInput(planned)) return undefined;
  for (const { expression, id } of takenBy(planned)) {
    const source = state.pinned.graph.ordinalOf.get(id);
    if (source === undefined || stepAt(state, source).status !== "SKIPPED") continue;
    const message = `${planned.id} takes ${expression}, and the step ${JSON.stringify(id)} was skipped`;
    const warning = { code: "INPUT_SKIPPED", message, details: { step: id, expression } } as const;
    const end = stepEnd(state, ordinal, stepAt(state, ordinal), "CANCELLED", null, undefined);
    return { ...end, status: "SKIPPED", warnings: [warning] };
  }
  return undefined;
}
