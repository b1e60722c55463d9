/** Shapes that more than one dialect shares: names of steps and keys, whole numbers, optional parts. Null is absent (R17). */
import * as z from "zod";

/** Letters, digits and `_ . : -`; never `/`, which separates the generated parts of effect keys (C1, C2, E5). */
const nameShape = z
  .string()
  .max(128, "expected at most 128 characters")
  .regex(/^[\p{L}\p{N}_.:-]+$/u, "expected letters, digits, _ . : or -, and at least one of them");

const RESERVED_IDS: ReadonlySet<string> = new Set(["steps", "bindings", "result", "input", "execution"]);

/** An id that a plan gives to a step. */
export const stepId = nameShape.refine(
  (id) => !RESERVED_IDS.has(id),
  "expected an id that is none of the reserved words steps, bindings, result, input and execution",
);

/** A name under which an output is bound. */
export const resultKey = nameShape;

/** Name of a callable. Which exist is asked later, and only exact names count. */
export const callableName = z.string().min(1, "expected a name");

/** A whole number of at least 1. */
export const count = z.int("expected a whole number").min(1, "expected at least 1");

/** What every step of a typed plan can say of itself. */
export const namedShape = {
  stepId: stepId.nullish(),
  resultKey: resultKey.nullish(),
  after: z.array(z.string()).nullish(),
  independent: z.boolean().nullish(),
  when: z.string().nullish(),
};
