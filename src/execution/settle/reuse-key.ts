/**
 * The key under which a step that runs again in a new execution is called (E5). Invariant: no key is ever used with other arguments,
 * and a call that may have had its effect is never made under another key unless its arguments changed.
 */

import type { Failure } from "../../json/failure.ts";
import type { CallOutcome } from "../events/attempt.ts";
import type { ReuseKey } from "../events/execution-origin.ts";
import { effectClassAt, toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";

/** Origin and generation of the calls of the step at `ordinal` in the execution itself. */
export function keyOf(state: ExecutionState, ordinal: number): ReuseKey {
  const { derivation, execution } = state.pinned;
  const { id } = toolStepAt(state, ordinal);
  const kept = derivation && keysByStep(derivation.keys).get(id);
  return kept ?? { step: id, origin: execution, generation: 0, unknown: false };
}

/** Of a map there may be a key for each of thousands of items, and each of them asks. */
const indexed = new WeakMap<readonly ReuseKey[], ReadonlyMap<string, ReuseKey>>();

function keysByStep(keys: readonly ReuseKey[]): ReadonlyMap<string, ReuseKey> {
  const known = indexed.get(keys) ?? new Map(keys.map((key) => [key.step, key]));
  indexed.set(keys, known);
  return known;
}

/**
 * The key with which a later execution continues, if the arguments are the same. Undefined if the step needs none but its own: it succeeded,
 * or was never called. A key that was handed down and not used is handed on.
 */
export function keyAfter(state: ExecutionState, ordinal: number): ReuseKey | undefined {
  const step = stepAt(state, ordinal);
  if (step.status === "SUCCEEDED") return undefined;
  const key = keyOf(state, ordinal);
  if (step.callId === undefined) return key.origin === state.pinned.execution ? undefined : key;
  if (mayHaveHadEffect(state, ordinal, key)) return { ...key, unknown: true };
  return { ...key, generation: key.generation + 1, unknown: false };
}

/** A callee that honours keys answers for every earlier call of the key too; no other answer does. */
function mayHaveHadEffect(state: ExecutionState, ordinal: number, key: ReuseKey): boolean {
  const { attempts, failure, mayHaveLeftUnseen, outcome, status } = stepAt(state, ordinal);
  if (isTakenForWrong(outcome, failure)) return true;
  if (outcome === "ANSWERED" && effectClassAt(state, ordinal) === "KEYED") return false;
  return (
    key.unknown ||
    // The result was partial, so some of the work was done.
    status === "PARTIAL" ||
    mayHaveLeftUnseen ||
    outcome === "UNKNOWN" ||
    attempts.some((attempt) => attempt.outcome === "UNKNOWN" || isTakenForWrong(attempt.outcome, attempt.failure))
  );
}

/** An answer that was only taken for wrong has had its effect: one that broke the output schema, or the contract of agents (H8). */
function isTakenForWrong(outcome: CallOutcome | undefined, failure: Failure | undefined): boolean {
  return failure?.code === "OUTPUT_INVALID" || (failure?.code === "PROTOCOL" && outcome === "ANSWERED");
}
