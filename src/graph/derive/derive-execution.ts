/**
 * Room `graph/derive`: `retryExecution`, `forkExecution` and their previews. It owns the check of the changed plan and the list of steps that
 * would be repeated although they may have taken effect.
 *
 * It leaves to others: `execution/derive` decides which results are reused, inside the object of the earlier execution; `graph/start` has the
 * checks of options.
 *
 * Invariants:
 *
 * - A preview makes the same checks as the mutation; it starts nothing and stores nothing.
 * - The plan is checked against the current catalog, under its own limits (E12).
 * - A problem is found before anything is stored. A request that would be refused returns the execution that its key already started (E1).
 *
 * This file is the two mutations: one call of the new execution's object stores and starts the prepared request.
 */
import type { Derivation } from "../../execution/events/execution-origin.ts";
import type { DerivationInput } from "../base/derivation-errors.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { ForkExecutionInput, RetryExecutionInput } from "../base/schema.generated.ts";
import { executionSettings, startOptions } from "../start/execution-options.ts";
import { type StartPayload, startExecution, startedBefore } from "../start/start-execution.ts";
import { prepareDerivation } from "./prepare-derivation.ts";

/** Runs an ended execution again as a new one. `withValues` if the answer shows documents. */
export function retryExecution(
  input: RetryExecutionInput,
  context: GraphContext,
  withValues: boolean,
): Promise<StartPayload> {
  return deriveExecution("RETRY", input, context, withValues);
}

/** Starts a new execution from a step of an ended one, with changed arguments or bindings. */
export function forkExecution(
  input: ForkExecutionInput,
  context: GraphContext,
  withValues: boolean,
): Promise<StartPayload> {
  return deriveExecution("FORK", input, context, withValues);
}

async function deriveExecution(
  kind: Derivation["kind"],
  input: DerivationInput,
  context: GraphContext,
  withValues: boolean,
): Promise<StartPayload> {
  const prepared = await prepareDerivation(kind, input, false, context);
  const { fingerprint, key } = prepared;
  if (!prepared.ok) return startedBefore(key, fingerprint, prepared.errors, context);
  const options = input.options ?? {};
  const settings = executionSettings(options, key, prepared.fingerprint, prepared.inherited);
  return startExecution(prepared.work, settings, startOptions(options, withValues), context);
}
