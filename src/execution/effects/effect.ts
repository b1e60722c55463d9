/**
 * Room `execution/effects`: the effects that the state of an execution calls for now.
 *
 * Owns: the kinds of effect (this file); the complete list of effects of a state (`next-effects.ts`), with a file each for models, turns,
 * children and remote tasks; the cancellation of running calls (`cancellation.ts`); the approval of a whole plan (`plan-approval.ts`).
 * Leaves: performing effects to `durable/runner`; the events of their results to `execution/settle`; the order of both to
 * `execution/decide`.
 *
 * Invariants:
 * - The list follows from the state, the time and the work in flight. A fresh object computes the same list without other memory.
 * - Events that follow from the state itself are effects too (`APPEND`). The runner appends them and asks again until none is left (E4).
 * - Time passes outside: `WAKE` says when to ask again (E6).
 *
 * This file defines the effects that the state asks of its runner, and the work in flight of the runner.
 */

import type { ModelPurpose } from "../../plan/model-definition.ts";
import type { InterruptionCause } from "../events/attempt.ts";
import type { ExecutionEvent } from "../events/event.ts";

export type Effect =
  /** Make the first attempt of each step, or ask a person first, in this order and as permits allow. */
  | { readonly kind: "BEGIN"; readonly steps: readonly number[] }
  /** Find out which items a map has, or whether a loop continues. */
  | { readonly kind: "EXPAND"; readonly step: number }
  /** Make a further attempt; its time has come. */
  | { readonly kind: "ATTEMPT"; readonly step: number }
  /** An attempt was begun. If it is not in flight, its object was lost and so was the answer. */
  | { readonly kind: "AWAIT"; readonly step: number }
  /** End the attempt in flight. */
  | { readonly kind: "ABORT"; readonly step: number; readonly cause: InterruptionCause }
  /** Ask how the child or remote task stands that the step waits for; a child that is not there yet is made. */
  | { readonly kind: "POLL_TASK"; readonly step: number }
  /** The time of the step's wait for a child or remote task is over. */
  | { readonly kind: "EXPIRE"; readonly step: number }
  /** Call a language model; its time has come. */
  | { readonly kind: "CALL_MODEL"; readonly purpose: ModelPurpose }
  /** Search the catalog for callables that the planner misses; a search that is lost is made again. */
  | { readonly kind: "FIND_CALLABLES"; readonly query: string }
  /** A model call was begun. If it is not in flight, it was lost with its object. */
  | { readonly kind: "AWAIT_MODEL" }
  /** End the model call in flight. */
  | { readonly kind: "ABORT_MODEL"; readonly cause: "CANCEL" | "EXECUTION_TIMEOUT" }
  | { readonly kind: "APPEND"; readonly events: readonly ExecutionEvent[] }
  /** Reserve the next turn, then store the decision about it and its start. */
  | { readonly kind: "RESERVE_TURN" }
  /** Ask again at this time, Unix milliseconds. */
  | { readonly kind: "WAKE"; readonly at: number };
/** The work of the runner in flight. */
export interface InFlight {
  /** Ordinals of the steps whose attempts are in flight. */
  readonly steps: Pick<ReadonlySet<number>, "has">;
  readonly modelCall: boolean;
  /** A turn is being reserved. */
  readonly turn: boolean;
  /** Polls of children and remote tasks, by ordinal of the step that waits. */
  readonly polls: ReadonlyMap<number, PollInFlight>;
}

export const nothingInFlight: InFlight = { steps: new Set(), modelCall: false, turn: false, polls: new Map() };

/** The poll of this runner for the task that a step waits for. */
export interface PollInFlight {
  readonly handle: string;
  /** When the last one ended, Unix milliseconds. Absent while one is in flight. */
  readonly endedAt?: number | undefined;
  /** How many polls in a row failed to reach it. */
  readonly failures: number;
  /** Asking sooner is of no use, Unix milliseconds. Absent if it may be. */
  readonly notBefore?: number | undefined;
}
