/** Shapes that more than one dialect shares: names of steps and keys, whole numbers, optional parts. Null is absent (R17). */
import * as z from "zod";
import { madeOnce } from "../../json/made-once.ts";

const RESERVED_IDS: ReadonlySet<string> = new Set(["steps", "bindings", "result", "input", "execution"]);

export const stepShapes = madeOnce(() => {
  /** Letters, digits and `_ . : -`; never `/`, which separates the generated parts of effect keys (C1, C2, E5). */
  const name = z
    .string()
    .max(128, "expected at most 128 characters")
    .regex(/^[\p{L}\p{N}_.:-]+$/u, "expected letters, digits, _ . : or -, and at least one of them");
  /** An id that a plan gives to a step. */
  const stepId = name.refine(
    (id) => !RESERVED_IDS.has(id),
    "expected an id that is none of the reserved words steps, bindings, result, input and execution",
  );
  /** A name under which an output is bound. */
  const resultKey = name;
  return {
    stepId,
    resultKey,
    /** Name of a callable. Which exist is asked later, and only exact names count. */
    callableName: z.string().min(1, "expected a name"),
    /** A whole number of at least 1. */
    count: z.int("expected a whole number").min(1, "expected at least 1"),
    /** Members of every step of a typed plan. */
    named: {
      stepId: stepId.nullish(),
      resultKey: resultKey.nullish(),
      after: z.array(z.string()).nullish(),
      independent: z.boolean().nullish(),
      when: z.string().nullish(),
    },
  };
});
