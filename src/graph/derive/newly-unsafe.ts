/**
 * Steps that were safe to repeat under the old catalog but are unsafe under the current one, and whose last call may already have taken
 * effect: a server lost its trust, or a tool declares something else. They need the same confirmation as steps that were unsafe from the
 * beginning (E5).
 */

import { repeatedSteps } from "../../execution/derive/steps-to-rerun.ts";
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
