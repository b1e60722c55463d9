/**
 * `transition(state, event) → { state, effects }`: the one way in which an execution moves (E4). Pure: no clock, no
 * randomness, no storage. The state is the fold of the events, the effects are everything that the state calls for.
 */

import { type Effect, type Held, nothingHeld } from "../effects/effect.ts";
import { outstanding } from "../effects/outstanding.ts";
import type { ExecutionEvent } from "../events/event.ts";
import type { MachineTransition } from "../events/machine-move.ts";
import { fold } from "../fold/fold.ts";
import { movesOf } from "../fold/machine.ts";
import type { ExecutionState } from "../state/state.ts";

export interface TransitionInput {
  /** Sequence that the event gets: one more than the last. */
  readonly sequence: number;
  /** Unix milliseconds. */
  readonly occurredAt: number;
  readonly event: ExecutionEvent;
}

export interface Transition {
  readonly state: ExecutionState;
  /** Moves of the state machine that the event caused; stored with the event. */
  readonly moves: readonly MachineTransition[];
  readonly effects: readonly Effect[];
}

/** Applies one event. `held` is what the runner is doing, for effects that differ by it. */
export function transition(
  before: ExecutionState | null,
  input: TransitionInput,
  held: Held = nothingHeld,
): Transition {
  const folded = fold(before, input);
  const moves = movesOf(before?.machine ?? "plan_init", input.event, folded);
  const state = { ...folded, machine: moves.at(-1)?.to ?? folded.machine };
  return { state, moves, effects: outstanding(state, input.occurredAt, held) };
}

/** Applies an event that was stored before, with the moves that were stored with it; effects are asked for at the end. */
export function replay(
  before: ExecutionState | null,
  input: TransitionInput & { readonly transitions: readonly MachineTransition[] },
): ExecutionState {
  const folded = fold(before, input);
  return { ...folded, machine: input.transitions.at(-1)?.to ?? folded.machine };
}
