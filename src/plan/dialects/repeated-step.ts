/** `map` and `loop` steps of typed plans: their shape, their draft, and the document that reads as one. Both hold one step, made many times. */
import * as z from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../json/json.ts";
import { writeExpression } from "../expressions/expression-text.ts";
import { maxItems, maxIterations } from "../limits.ts";
import { operandDocument } from "../operands/operand.ts";
import type { LoopStep, MapStep } from "../plan.ts";
import type { DraftLoopStep, DraftMapStep, DraftPlaces, DraftToolStep } from "../plan-draft.ts";
import { stepShapes } from "./step-shape.ts";

/** Items of a map whose plan names no bound. */
const defaultMaxItems = 100;

/** A list as it stands, or text or an object that gives one when the step begins. */
const listShape = () =>
  z.custom<Json>(
    (value) => typeof value === "string" || Array.isArray(value) || isJsonObject(value as Json),
    "expected a list, or a reference to one",
  );

/** The shape of a map, of one step of the shape `step`. */
export function mapShape<Step extends z.ZodType>(step: Step) {
  return z.strictObject({
    ...stepShapes().named,
    over: listShape(),
    step,
    maxConcurrency: stepShapes().count.nullish(),
    maxItems: stepShapes().count.max(maxItems, `expected at most ${maxItems}`).nullish(),
    maxFailures: z.int("expected a whole number").min(0, "expected at least 0").nullish(),
    continueOnFailure: z.boolean().nullish(),
  });
}

/** The shape of a loop, of one step of the shape `step`. */
export function loopShape<Step extends z.ZodType>(step: Step) {
  return z
    .strictObject({
      ...stepShapes().named,
      step,
      until: z.string().nullish(),
      while: z.string().nullish(),
      delayMs: z.int("expected a whole number").min(0, "expected at least 0").nullish(),
      maxIterations: stepShapes().count.max(maxIterations, `expected at most ${maxIterations}`),
      continueOnFailure: z.boolean().nullish(),
    })
    .refine((loop) => (loop.until == null) !== (loop.while == null), "expected exactly one of until and while");
}

type MapInput = Omit<z.infer<ReturnType<typeof mapShape<z.ZodNever>>>, "step">;
type LoopInput = Omit<z.infer<ReturnType<typeof loopShape<z.ZodNever>>>, "step">;
type Named = Pick<MapInput, "after" | "independent" | "resultKey" | "stepId" | "when">;

/** The map that stands at `place`, of `step`. */
export function draftMap(
  map: MapInput,
  step: DraftToolStep,
  place: readonly string[],
  places: DraftPlaces,
): DraftMapStep {
  return {
    kind: "MAP",
    ...draftNames(map),
    over: map.over,
    children: [step],
    maxConcurrency: map.maxConcurrency ?? null,
    maxItems: map.maxItems ?? defaultMaxItems,
    maxFailures: map.maxFailures ?? 0,
    continueOnFailure: map.continueOnFailure ?? false,
    places: { ...places, over: [...place, "over"], maxItems: [...place, "maxItems"] },
  };
}

/** The loop that stands at `place`, of `step`. */
export function draftLoop(
  loop: LoopInput,
  step: DraftToolStep,
  place: readonly string[],
  places: DraftPlaces,
): DraftLoopStep {
  const isUntil = loop.until != null;
  return {
    kind: "LOOP",
    ...draftNames(loop),
    condition: loop.until ?? loop.while ?? "",
    asked: isUntil ? "UNTIL" : "WHILE",
    children: [step],
    delayMs: loop.delayMs ?? 0,
    maxIterations: loop.maxIterations,
    continueOnFailure: loop.continueOnFailure ?? false,
    places: {
      ...places,
      condition: [...place, isUntil ? "until" : "while"],
      maxItems: [...place, "maxIterations"],
    },
  };
}

function draftNames({ after, independent, resultKey, stepId, when }: Named) {
  return {
    id: stepId ?? null,
    resultKey: resultKey ?? null,
    after: after ?? [],
    independent: independent ?? false,
    when: when ?? null,
  };
}

/** The members of a `map` step that reads as `map`, names and the step within left out. */
export function mapDocument(map: MapStep): JsonObject {
  return {
    over: operandDocument(map.over),
    ...(map.maxConcurrency === null ? {} : { maxConcurrency: map.maxConcurrency }),
    ...(map.maxItems === defaultMaxItems ? {} : { maxItems: map.maxItems }),
    ...(map.maxFailures === 0 ? {} : { maxFailures: map.maxFailures }),
    ...(map.continueOnFailure ? { continueOnFailure: true } : {}),
  };
}

/** The members of a `loop` step that reads as `loop`, names and the step within left out. */
export function loopDocument({ condition, continueOnFailure, delayMs, maxIterations: most }: LoopStep): JsonObject {
  return {
    [condition.asked === "UNTIL" ? "until" : "while"]: writeExpression(condition),
    ...(delayMs === 0 ? {} : { delayMs }),
    maxIterations: most,
    ...(continueOnFailure ? { continueOnFailure: true } : {}),
  };
}
