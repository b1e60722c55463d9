/** The one rule of what may still begin (design: Groups, halting): asked when a step is offered and again when it gets its permit. */
import { groupIsDecided } from "./settle.ts";
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";

/** Whether a step that is ready may really begin now. The runner asks again when it has a permit. */
export function mayBegin(state: ExecutionState, ordinal: number): boolean {
  if (stepAt(state, ordinal).status !== "PENDING") return false;
  const { group } = nodeAt(state, ordinal);
  if (group !== null && groupIsDecided(state, group)) return false;
  if (state.haltedBy === null) return true;
  if (group === null) return false;
  const { step } = nodeAt(state, group);
  return step.kind === "PARALLEL" && step.mergeStrategy === "COLLECT_ALL" && stepAt(state, group).status === "RUNNING";
}
