/** Inputs of a decision that are neither state nor result: the time, chance, and how a value is stored. */
import type { Json } from "../../json/json.ts";
import type { StoredValue } from "../../json/stored-value.ts";

export interface DecisionInputs {
  /** Unix milliseconds. */
  readonly now: number;
  /** When the attempt began, Unix milliseconds. Absent if unknown. */
  readonly startedAt?: number;
  /** From 0 to 1. */
  readonly random: number;
  /** Makes a value fit for a row. */
  readonly stored: (value: Json) => StoredValue;
}
