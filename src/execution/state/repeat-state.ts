/**
 * How far a map or loop has come. Its items are children like those of any group, but there may be ten thousand, so they are counted here
 * and not looked through after every event. Few of them are ready at a time: one that ends lets the next begin.
 */
import { type ExecutionState, nodeAt, type RepeatState, stepAt } from "./state.ts";
import { isFinal } from "./step-state.ts";

/** Of items that have not been permitted to begin yet. */
export const noneReleased: RepeatState = { released: 0, unfinished: 0, ended: 0, failed: 0 };

/** Whether so many items of the map at `ordinal` failed that nothing more of it begins. */
export function isStopped(state: ExecutionState, ordinal: number): boolean {
  const { step } = nodeAt(state, ordinal);
  return step.kind === "MAP" && (state.repeats.get(ordinal)?.failed ?? 0) > step.maxFailures;
}

/** Whether the step at `ordinal` is an item of a map that has stopped. */
export function isWithinStopped(state: ExecutionState, ordinal: number): boolean {
  const { group, item } = nodeAt(state, ordinal);
  return item !== undefined && group !== undefined && isStopped(state, group);
}

/** The open map or loop at `ordinal` with as many of its items ready as may be unfinished at a time. */
export function withItemsReleased(state: ExecutionState, ordinal: number): ExecutionState {
  const { children, step } = nodeAt(state, ordinal);
  const before = state.repeats.get(ordinal);
  if (before === undefined || !state.openGroups.includes(ordinal) || isStopped(state, ordinal)) return state;
  const atATime = step.kind === "MAP" ? (step.maxConcurrency ?? state.pinned.limits.maxParallel) : 1;
  const free: number[] = [];
  let { released } = before;
  while (released < children.length && before.unfinished + free.length < atATime) {
    const child = children[released];
    released += 1;
    // Items that were reused from an earlier execution have ended already.
    if (child !== undefined && !isFinal(stepAt(state, child).status)) free.push(child);
  }
  if (released === before.released) return state;
  const unfinished = before.unfinished + free.length;
  const repeats = new Map(state.repeats).set(ordinal, { ...before, released, unfinished });
  return { ...state, ready: [...state.ready, ...free], repeats };
}

/** `state` after the item at `ordinal` has ended at `at`: it is counted, and the next may begin. */
export function withItemEnded(state: ExecutionState, ordinal: number, at: number): ExecutionState {
  const { group, item } = nodeAt(state, ordinal);
  const before = group === undefined || item === undefined ? undefined : state.repeats.get(group);
  if (before === undefined || group === undefined || item === undefined) return state;
  const { status } = stepAt(state, ordinal);
  const after: RepeatState = {
    released: before.released,
    unfinished: before.unfinished - (item < before.released ? 1 : 0),
    ended: before.ended + 1,
    failed: before.failed + (status === "FAILED" ? 1 : 0),
    lastEndedAt: at,
  };
  return withItemsReleased({ ...state, repeats: new Map(state.repeats).set(group, after) }, group);
}
