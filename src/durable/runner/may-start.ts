/**
 * Whether a step may still start (E10). The effect that offered it is older than the state: since then the step may have ended, or lost its
 * permission to begin.
 */
import { mayBegin } from "../../execution/settle/may-begin.ts";
import { hasPermit } from "../../execution/state/permit.ts";
import { type ExecutionState, stepAt } from "../../execution/state/state.ts";

/** `working` has the ordinals of everything that holds a permit. */
export function mayStart(state: ExecutionState, ordinal: number, working: ReadonlySet<number>): boolean {
  const { retryAt, status } = stepAt(state, ordinal);
  // A further attempt is never made after a halt; a first one is, of some children of groups.
  const isWanted = status === "RUNNING" ? retryAt !== null && state.haltedBy === null : mayBegin(state, ordinal);
  return isWanted && hasPermit(state, ordinal, working);
}
