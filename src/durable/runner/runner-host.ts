/**
 * The runner as the classes see it that hold its work in flight: attempts, model calls, polls. The runner alone changes state (E4).
 */

import type { Effect } from "../../execution/effects/effect.ts";
import type { ExecutionEvent } from "../../execution/events/event.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { ShownEvent } from "./shown-events.ts";

export interface RunnerHost {
  readonly state: () => ExecutionState | undefined;
  /** Adds the events to the transaction of this turn, or stores them at once if there is none. Returns the effects of the new state. */
  readonly append: (events: readonly ExecutionEvent[]) => readonly Effect[];
  /** Sends text or progress of a call in flight to watchers. It is stored with the next transaction, before the other events of that. */
  readonly show: (events: readonly ShownEvent[]) => void;
  /** Whether more progress may be sent before something is stored. */
  readonly mayShowProgress: () => boolean;
  /** Stores everything that `task` appends in one transaction. */
  readonly together: (task: () => void) => void;
  /** Stores the events, in one transaction with all that follows from them at once, and performs their effects. */
  readonly proceed: (events: readonly ExecutionEvent[]) => void;
  /** Performs all the next effects. */
  readonly advance: () => void;
  /** Does `then` once everything that this turn has appended is stored (E3), `otherwise` if that cannot be stored. */
  readonly onceStored: (then: () => void, otherwise?: () => void) => void;
  /** Runs a task that is not awaited. An error of it ends the drive. */
  readonly unattended: (task: () => void) => void;
  /** Called after something that was in flight has ended. */
  readonly ended: () => void;
}
