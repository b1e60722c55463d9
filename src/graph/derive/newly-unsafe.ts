/**
 * Steps whose call may have had its effect and was harmless to repeat by the catalog of then, but is not by that of today: a server
 * lost its trust, or a tool says something else of itself. They need a word as those do that were unsafe from the first (E5).
 */

import { repeatedSteps } from "../../execution/derive/run-again.ts";
import type { Derivation } from "../../execution/events/execution-origin.ts";
import type { Compilation } from "../../plan/compile/compile.ts";
import type { DerivationInput } from "../base/derivation-errors.ts";

/** Ids of those among them that `input` does not name. */
export function newlyUnsafe(
  { keys, reused }: Derivation,
  { callables, plan }: Extract<Compilation, { ok: true }>,
  { callAgain, fromStepId }: DerivationInput,
): readonly string[] {
  const doubtful = new Set(keys.filter(({ unknown }) => unknown).map(({ step }) => step));
  const unsafe = new Set(callables.filter(({ effectClass }) => effectClass === "UNSAFE").map(({ name }) => name));
  return repeatedSteps(plan, reused)
    .filter(({ callableName, id }) => doubtful.has(id) && unsafe.has(callableName))
    .map(({ id }) => id)
    .filter((id) => id !== fromStepId && callAgain?.includes(id) !== true);
}
