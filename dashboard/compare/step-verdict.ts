/** The known differences between the two lines of a step. Pure. */
import { sameJson } from "../../src/json/json.ts";
import type { ComparedFragment } from "./compare.generated.ts";
import type { StepPair } from "./step-pairs.ts";

/** The values of one step, as far as they are read. Null for a value that it does not have. */
export interface StepValues {
  readonly input: ComparedFragment | null;
  readonly output: ComparedFragment | null;
}

export type Difference = "NAME" | "PLAN" | "STATUS" | "ARGUMENTS" | "OUTPUT" | "ERROR";

export interface Verdict {
  readonly kind: "ADDED" | "REMOVED" | "CHANGED" | "SAME" | "UNKNOWN";
  readonly differs: readonly Difference[];
  /** Values that are not read, or too large to be compared. */
  readonly unknown: readonly Difference[];
}

export interface Compared {
  /** Entries of the plans. Undefined where no plan has the step. */
  readonly plans: readonly [unknown, unknown];
  /** Null while they are not read. */
  readonly values: readonly [StepValues | null, StepValues | null];
}

export function verdictOf({ left, right }: StepPair, { plans, values }: Compared): Verdict {
  if (left === null) return { kind: "ADDED", differs: [], unknown: [] };
  if (right === null) return { kind: "REMOVED", differs: [], unknown: [] };
  const [differs, unknown]: [Difference[], Difference[]] = [[], []];
  const note = (difference: Difference, isSame: boolean | null) => {
    if (isSame === null) unknown.push(difference);
    else if (!isSame) differs.push(difference);
  };
  note("NAME", left.stepId === right.stepId);
  note("PLAN", isSamePlan(plans));
  note("STATUS", left.status === right.status);
  note("ERROR", left.failure?.code === right.failure?.code && left.failure?.message === right.failure?.message);
  // A line that is no step of the plan has no values of its own.
  if (left.named !== null && right.named !== null) {
    const [one, other] = values;
    const areRead = one !== null && other !== null;
    // A reused result has no arguments of its own in its run.
    const isReused = areRead && ((left.reused && one.input === null) || (right.reused && other.input === null));
    if (!isReused) note("ARGUMENTS", areRead ? isSamePayload(one.input, other.input) : null);
    note("OUTPUT", areRead ? isSamePayload(one.output, other.output) : null);
  }
  const kind = differs.length > 0 ? "CHANGED" : unknown.length > 0 ? "UNKNOWN" : "SAME";
  return { kind, differs, unknown };
}

/** A step of a map is in no plan. */
function isSamePlan([left, right]: readonly [unknown, unknown]): boolean {
  if (left === undefined || right === undefined) return left === right;
  return sameJson(withoutName(left), withoutName(right));
}

/** A renamed step is reported separately. */
function withoutName(entry: unknown): unknown {
  if (typeof entry !== "object" || entry === null) return entry;
  return Object.fromEntries(
    Object.entries(entry).map(([kind, body]: [string, unknown]) => {
      if (typeof body !== "object" || body === null || Array.isArray(body)) return [kind, body];
      return [kind, Object.fromEntries(Object.entries(body).filter(([name]) => name !== "stepId"))];
    }),
  );
}

/** Null if that cannot be said: both are too large for the page, of the same size, and begin alike. */
export function isSamePayload(left: ComparedFragment | null, right: ComparedFragment | null): boolean | null {
  if (left === null || right === null) return left === right;
  if (isWhole(left) && isWhole(right)) return sameJson(left.value, right.value);
  return left.byteSize === right.byteSize && left.preview === right.preview ? null : false;
}

/** Null is a value too, of four bytes; a larger document without a value is one that was too large. */
export function isWhole({ byteSize, value }: ComparedFragment): boolean {
  return value !== null || byteSize <= 4;
}
