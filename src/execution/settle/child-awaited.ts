/** The row by which a step waits for a child: the child's name, and its part of the budgets and places (design: Children). */
import { executionName } from "../../json/object-name.ts";
import { childPlaces } from "../budget/child-places.ts";
import { subBudget } from "../budget/sub-budget.ts";
import type { WaitingForChild } from "../events/step-waiting.ts";
import type { ExecutionState } from "../state/state.ts";
import { keyOf } from "./reuse-key.ts";
import { taskAwaited } from "./task-awaited.ts";

/** The step at `ordinal` waits for the child that the call `callId` is on its attempt numbered `attempt`. */
export function childAwaited(
  state: ExecutionState,
  ordinal: number,
  attempt: number,
  callId: string,
  now: number,
): WaitingForChild {
  const handle = childName(state, ordinal, callId, attempt);
  const reserved = subBudget(state, ordinal);
  const places = childPlaces(state, ordinal);
  const child = { waitsFor: "CHILD", handle, attempt, reserved, ...(places !== undefined && { places }) } as const;
  return taskAwaited<WaitingForChild>(state, ordinal, child, now);
}

/**
 * Name of the object of a child (E1): another for each attempt. A call whose key was kept from an earlier execution (E5) is another child
 * than that one's, which was asked to stop.
 */
function childName(state: ExecutionState, ordinal: number, callId: string, attempt: number): string {
  const { execution, tenant } = state.pinned;
  const isOwn = keyOf(state, ordinal).origin === execution;
  return executionName(tenant, "child", isOwn ? `${callId}/${attempt}` : `${callId}/${execution}/${attempt}`);
}
