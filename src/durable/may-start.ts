/**
 * Whether a step that was offered may start now (E10). The offer is older than the state: the step may have ended, or lost its
 * right to begin, since. Permits are the attempts in flight, counted per execution and per group.
 */
import { mayBegin } from "../plan/may-begin.ts";
import { type ExecutionState, nodeAt, stepAt } from "../plan/state.ts";

/** `inHand` has the ordinals of the attempts in flight as keys. */
export function mayStart(state: ExecutionState, ordinal: number, inHand: ReadonlyMap<number, unknown>): boolean {
  const { retryAt, status } = stepAt(state, ordinal);
  // A further attempt is never made after a halt; a first one is, of some children of groups.
  const isWanted = status === "RUNNING" ? retryAt !== null && state.haltedBy === null : mayBegin(state, ordinal);
  return isWanted && groupHasPermit(state, ordinal, inHand);
}

function groupHasPermit(state: ExecutionState, ordinal: number, inHand: ReadonlyMap<number, unknown>): boolean {
  const { group } = nodeAt(state, ordinal);
  if (group === null) return true;
  const { step } = nodeAt(state, group);
  const cap = step.kind === "PARALLEL" ? (step.maxConcurrency ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  let inFlight = 0;
  for (const other of inHand.keys()) if (nodeAt(state, other).group === group) inFlight += 1;
  return inFlight < cap;
}
