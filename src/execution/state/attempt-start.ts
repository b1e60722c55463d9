/** The time at which an attempt began that left no event of its own. The event of its end carries it. */
import type { ExecutionEvent } from "../events/event.ts";
import { type ExecutionState, stepAt } from "./state.ts";

/**
 * The row with the start time of its attempt, where no other row has it: the attempt left none of its own (E2), and began later than it
 * might have, because it waited for a connection.
 */
export function withAttemptStart(
  state: ExecutionState,
  ordinal: number,
  event: ExecutionEvent,
  attemptStartedAt: number | undefined,
): ExecutionEvent {
  if (event.kind !== "AttemptFailed" && event.kind !== "StepFinished" && event.kind !== "StepWaiting") return event;
  const { attempts, retryAt } = stepAt(state, ordinal);
  const isStored = (("attempt" in event ? event.attempt : undefined) ?? 0) <= (attempts.at(-1)?.number ?? 0);
  if (isStored || attemptStartedAt === undefined || attemptStartedAt <= (retryAt ?? attemptStartedAt)) return event;
  return { ...event, attemptStartedAt };
}
