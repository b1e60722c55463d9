/**
 * Ids of steps that their author did not name: the name of what they call, with `_2`, `_3` … where it is taken. They are the same whenever the
 * same code runs, and a step keeps its id while only other callables are called elsewhere.
 */
import { PlanBuildError } from "./build-error.ts";
import type { RecordedStep } from "./recorded-step.ts";

/** What the deployment takes as the id of a step. */
const VALID = /^[\p{L}\p{N}_.:-]{1,128}$/u;
const INVALID_CHARACTERS = /[^\p{L}\p{N}_.:-]/gu;
/** Roots of references, which no step can be called. */
const reservedNames = ["steps", "bindings", "result", "input", "execution", "item", "index", "previous"];
const longestWish = 100;

/** The id of each of `steps`, which are all that have names. Undefined for those that the deployment names. */
export function stepIds(steps: readonly RecordedStep[]): ReadonlyMap<RecordedStep, string | undefined> {
  const taken = new Set<string>(reservedNames);
  const owners = new Map<string, RecordedStep>();
  for (const step of steps) {
    const { resultKey, stepId } = step.options;
    if (typeof resultKey === "string") taken.add(resultKey);
    if (typeof stepId === "string") claim(stepId, step, owners);
  }
  for (const name of owners.keys()) taken.add(name);
  const ids = new Map<RecordedStep, string | undefined>();
  for (const step of steps) {
    if (step.options.stepId !== undefined) ids.set(step, step.options.stepId ?? undefined);
    else ids.set(step, freeName(step.wish, taken));
  }
  return ids;
}

function claim(id: string, step: RecordedStep, owners: Map<string, RecordedStep>): void {
  if (!VALID.test(id)) {
    const required = "letters, digits, _ . : or -, 1 to 128 of them, are required";
    throw new PlanBuildError(`Cannot name a step ${JSON.stringify(id)}: ${required}`, step.place);
  }
  const other = owners.get(id);
  if (other !== undefined)
    throw new PlanBuildError(`Cannot name two steps ${JSON.stringify(id)}: the first is at ${other.place}`, step.place);
  owners.set(id, step);
}

/** The name `wish`, or with a number behind it, that is not in `taken` yet; it is from now on. */
export function freeName(wish: string, taken: Set<string>): string {
  const base = wish.replace(INVALID_CHARACTERS, "_").slice(0, longestWish) || "step";
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.add(name);
  return name;
}
