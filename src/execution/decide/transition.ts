/**
 * Room `execution/decide`: the one way in which an execution moves, and its decisions about requests from outside.
 *
 * Owns: the transition (this file); the answer of a person (`answer.ts`); output that is submitted for an agent elsewhere (`submission.ts`);
 * the end after too many lost objects (`crash-loop.ts`).
 * Leaves: the fold to `execution/fold`; effects to `execution/effects`; ends of attempts to `execution/settle`; storing events and performing
 * effects to `durable/runner`.
 *
 * Invariants:
 * - The room is pure: no clock, no chance, no storage.
 * - A decision follows from the state, so it is the same after a crash.
 * - Only the first answer to a question counts. An answer that breaks its schema changes nothing.
 *
 * This file is `transition(state, event) → { state, effects }` (E4): the state is the fold of the events, the effects are everything that the
 * state calls for.
 */

import { type Effect, type InFlight, nothingInFlight } from "../effects/effect.ts";
import { nextEffects } from "../effects/next-effects.ts";
import type { ExecutionEvent } from "../events/event.ts";
import type { OrchestrationTransition } from "../events/orchestration-state.ts";
import { fold } from "../fold/fold.ts";
import { movesOf } from "../fold/orchestration-transitions.ts";
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
  readonly moves: readonly OrchestrationTransition[];
  readonly effects: readonly Effect[];
}

/** Applies one event. Effects depend on `inFlight`, the work of the runner. */
export function transition(
  before: ExecutionState | undefined,
  input: TransitionInput,
  inFlight: InFlight = nothingInFlight,
): Transition {
  const folded = fold(before, input);
  const moves = movesOf(before?.orchestrationState ?? "plan_init", input.event, folded);
  const state = { ...folded, orchestrationState: moves.at(-1)?.to ?? folded.orchestrationState };
  return { state, moves, effects: nextEffects(state, input.occurredAt, inFlight) };
}

/** Applies an event that was stored before, with the moves that were stored with it; effects are asked for at the end. */
export function replay(
  before: ExecutionState | undefined,
  input: TransitionInput & { readonly transitions: readonly OrchestrationTransition[] },
): ExecutionState {
  const folded = fold(before, input);
  return { ...folded, orchestrationState: input.transitions.at(-1)?.to ?? folded.orchestrationState };
}
