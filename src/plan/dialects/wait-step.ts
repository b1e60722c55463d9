/**
 * `sleep` steps of typed plans: their shape, and the call of `cp__sleep` that one stands for. Both times may be references.
 */
import * as z from "zod";
import { type Json, type JsonObject, objectOf } from "../../json/json.ts";
import { operandDocument } from "../operand.ts";
import type { ToolStep } from "../plan.ts";
import type { DraftPlaces, DraftToolStep } from "../plan-draft.ts";
import { maxWaitSeconds, sleepCallableName } from "../waits/sleep-callable.ts";
import { argumentEntries, draftBuiltIn, givenMembers, isPlainCall } from "./built-in-step.ts";
import { namedShape } from "./step-shape.ts";

const secondsShape = z.union(
  [z.number().min(0).max(maxWaitSeconds), z.string().includes("{{")],
  `expected a number from 0 to ${maxWaitSeconds}, which is a year, or a reference to one`,
);

export const sleepShape = z.strictObject({
  ...namedShape,
  seconds: secondsShape.nullish(),
  until: z.string().nullish(),
});

type Sleep = z.infer<typeof sleepShape>;

const members = ["seconds", "until"] as const;

export function draftSleep(step: Sleep, place: readonly string[], places: DraftPlaces): DraftToolStep {
  return draftBuiltIn(step, sleepCallableName, givenMembers(step, members), place, places);
}

/** The members of a `sleep` step that reads as `step`, names left out. Undefined for a step that has no such form. */
export function sleepDocument(step: ToolStep): JsonObject | undefined {
  if (step.callableName !== sleepCallableName || !isPlainCall(step) || step.outputSchema !== undefined)
    return undefined;
  const entries = argumentEntries(step.arguments);
  if (entries === undefined) return undefined;
  const document = objectOf(entries.map(([name, operand]): [string, Json] => [name, operandDocument(operand)]));
  return sleepShape.safeParse(document).success && givesAll(document, entries.length) ? document : undefined;
}

/** Whether every argument is a member of the form, and none would be left out when it is read again. */
function givesAll(document: JsonObject, count: number): boolean {
  return Object.keys(givenMembers(document, members)).length === count;
}
