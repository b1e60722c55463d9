/**
 * Whether a step that was offered may start now (E10). The offer is older than the state: the step may have ended, or lost its
 * right to begin, since.
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
