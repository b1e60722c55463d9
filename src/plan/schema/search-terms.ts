/** The words in which the search for a value and its helpers talk to one another. */

import type { Json } from "../json.ts";
import type { Demand } from "./claim.ts";

/** "none" and "value" are certain; "perhaps" is not. */
export type Found =
  | { readonly found: "none" }
  | { readonly found: "value"; readonly value: Json }
  | { readonly found: "perhaps" };

export const NONE: Found = { found: "none" };
export const PERHAPS: Found = { found: "perhaps" };

/** Demands on one and the same value. */
export type Goal = readonly Demand[];

/** Looks for one value that meets all demands. */
export type FindValue = (goal: Goal) => Found;

/** What is left of the work that one question may cost. */
export interface Steps {
  left: number;
  /** Demands being tried on a value within one another. */
  nesting: number;
}

/** So many small things, of which each is a look at a fact or some characters, take the time of one step. */
const THINGS_PER_STEP = 128;

/** Counts work that grows with what schemas and values hold. */
export function weigh(steps: Pick<Steps, "left">, things: number): void {
  steps.left -= things / THINGS_PER_STEP;
}
