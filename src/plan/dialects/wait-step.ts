/**
 * `sleep` and `waitForEvent` steps of typed plans: their shapes, and the calls of `cp__sleep` and `cp__wait_for_event` that they mean.
 * Their times, names and correlations may be references; the schema of a payload is literal (E13).
 */
import * as z from "zod";
import { type Json, type JsonObject, objectOf } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import { argumentEntries, operandDocument } from "../operands/operand.ts";
import type { ToolStep } from "../plan.ts";
import type { DraftPlaces, DraftToolStep } from "../plan-draft.ts";
import { foreignSchema } from "../shape-problems.ts";
import { eventCallableName, maxCorrelationLength, maxEventNameLength } from "../waits/event-callable.ts";
import { maxWaitSeconds, sleepCallableName } from "../waits/sleep-callable.ts";
import { declaresOutput, draftBuiltIn, isPlainCall } from "./built-in-step.ts";
import { stepShapes } from "./step-shape.ts";

const secondsFinding = `expected a number from 0 to ${maxWaitSeconds}, which is a year, or a reference to one such as {{input.seconds}}`;

const secondsShape = madeOnce(() =>
  z.union([z.number().min(0).max(maxWaitSeconds), z.string().includes("{{", secondsFinding)], secondsFinding),
);

export const sleepShape = madeOnce(() =>
  z.strictObject({
    ...stepShapes().named,
    seconds: secondsShape().nullish(),
    until: z.string().nullish(),
  }),
);

export const waitForEventShape = madeOnce(() =>
  z.strictObject({
    ...stepShapes().named,
    name: textUpTo(maxEventNameLength).min(1, "expected a name"),
    correlation: textUpTo(maxCorrelationLength).nullish(),
    timeoutSeconds: secondsShape().nullish(),
    payloadSchema: foreignSchema().nullish(),
  }),
);

/** Text, or a template, which may be longer than its value. */
function textUpTo(characters: number) {
  return z
    .string()
    .refine(
      (text) => text.length <= characters || text.includes("{{"),
      `expected at most ${characters} characters, or a reference to them`,
    );
}

export function draftSleep(
  { seconds, until, ...step }: z.infer<ReturnType<typeof sleepShape>>,
  place: readonly string[],
  places: DraftPlaces,
): DraftToolStep {
  return draftBuiltIn(step, sleepCallableName, given({ seconds, until }), place, places);
}

export function draftWaitForEvent(
  { correlation, name, payloadSchema, timeoutSeconds, ...step }: z.infer<ReturnType<typeof waitForEventShape>>,
  place: readonly string[],
  places: DraftPlaces,
): DraftToolStep {
  const schema = payloadSchema == null ? undefined : operandDocument({ kind: "literal", value: payloadSchema as Json });
  const members = given({ name, correlation, timeoutSeconds, payloadSchema: schema });
  return draftBuiltIn(step, eventCallableName, members, place, places);
}

/** The members of a `sleep` step that reads as `step`, names left out. Undefined for a step that has no such form. */
export function sleepDocument(step: ToolStep): JsonObject | undefined {
  const document = step.callableName === sleepCallableName ? formOf(step, ["seconds", "until"]) : undefined;
  return sleepShape().safeParse(document).success ? document : undefined;
}

/** The same of a `waitForEvent` step. */
export function waitForEventDocument(step: ToolStep): JsonObject | undefined {
  if (step.callableName !== eventCallableName) return undefined;
  const document = formOf(step, ["name", "correlation", "timeoutSeconds", "payloadSchema"]);
  return waitForEventShape().safeParse(document).success ? document : undefined;
}

/** The arguments of `step` as members, if it says no more than they do and all of them are among `names`. */
function formOf(step: ToolStep, names: readonly string[]): JsonObject | undefined {
  if (!isPlainCall(step) || declaresOutput(step)) return undefined;
  const members = argumentEntries(step.arguments)?.map(([name, operand]): [string, Json] => {
    const isSchema = name === "payloadSchema" && operand.kind === "literal";
    return [name, isSchema ? operand.value : operandDocument(operand)];
  });
  return members?.every(([name, value]) => names.includes(name) && value !== null) === true
    ? objectOf(members)
    : undefined;
}

function given(members: { readonly [name: string]: Json | null | undefined }): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, value] as const],
  );
  return objectOf(entries);
}
