/** The common part of functions and the evaluation that calls them: its count of operations, and its faults. */
import type { Json } from "../../json/json.ts";

export interface Work {
  /** Counts operations. Throws an `EvaluationFault` of the kind LIMIT when there were too many. */
  readonly spend: (operations: number) => void;
}

/**
 * Why an expression has no value. Thrown within an evaluation, and caught where it was asked for. It is no `Error`: a stack trace would take most of
 * the time of a macro over a long list whose items fault.
 */
export class EvaluationFault {
  /** ABSENT where something that is read has no value; a function may take another instead. */
  readonly kind: "ABSENT" | "FAILED" | "LIMIT";
  readonly message: string;

  constructor(kind: EvaluationFault["kind"], message: string) {
    this.kind = kind;
    this.message = message;
  }
}

/** The fault of an operation that is not defined for values of these kinds, in the words of CEL. */
export function noOverload(operation: string): EvaluationFault {
  return new EvaluationFault("FAILED", `no such overload: ${operation}`);
}

/** Characters of a text that count as one operation. */
const charactersOfOperation = 32;

/** Operations of making or going through `value`, if it is a text. */
export function textCost(value: Json): number {
  return typeof value === "string" ? Math.floor(value.length / charactersOfOperation) : 0;
}
