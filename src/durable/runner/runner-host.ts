/**
 * The runner as the classes see it that hold its work in flight: attempts, model calls, polls. The runner alone changes state (E4).
 */

import type { Effect } from "../../execution/effects/effect.ts";
import type { ExecutionEvent } from "../../execution/events/event.ts";
import type { ExecutionState } from "../../execution/state/state.ts";

export interface RunnerHost {
  readonly state: () => ExecutionState | null;
  /** Stores the events and returns what the new state calls for. */
  readonly append: (events: readonly ExecutionEvent[]) => readonly Effect[];
  /** Performs `effects`, else all the next effects. */
  readonly advance: (effects?: readonly Effect[]) => void;
  /** Does what nobody waits for; what it throws ends the drive. */
  readonly unattended: (task: () => void) => void;
  /** Called after something that was in flight has ended. */
  readonly ended: () => void;
}
