/** The terms that the search for a value shares with its helpers: a goal, and a result. */

import type { Json } from "../../json/json.ts";
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
