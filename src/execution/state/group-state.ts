/** Whether a group of steps has ended with a winner. */
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";

/** Whether a child of a `first_success` group has succeeded already. */
export function groupIsDecided(state: ExecutionState, group: number): boolean {
  const { step, children } = nodeAt(state, group);
  if (step.kind !== "PARALLEL" || step.mergeStrategy !== "FIRST_SUCCESS") return false;
  return children.some((child) => stepAt(state, child).status === "SUCCEEDED");
}
