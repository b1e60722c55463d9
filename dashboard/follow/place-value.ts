/** The value at a place, as far as it was read, and the author of each of its characters. Pure. */
import { roundOfStep, roundStepId } from "../../src/plan/order/round-ids.ts";
import { valueAt } from "../parts/pointer.ts";
import type { SourceOfValue } from "../parts/source-words.ts";
import type { ValuePlace } from "../shell/value-place.ts";
import { composedRanges } from "./composed-text.ts";
import { type FollowedWorld, templateAt } from "./followed-world.ts";
import type { StepValues } from "./use-followed.ts";

type Values = ReadonlyMap<string, StepValues>;

/** Undefined where it is not known. */
export function valueOfPlace(place: ValuePlace, values: Values): unknown {
  if (!("stepId" in place)) return undefined;
  const read = values.get(place.stepId);
  return valueAt(place.kind === "ARGUMENTS" ? read?.input : read?.output, place.pointer);
}

export interface WrittenRange {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** References that wrote it, or may have. None for text of the plan alone. */
  readonly sources: readonly SourceOfValue[];
  readonly hasPlanText: boolean;
}

/** The ranges of a string that the plan composes. Null where the value is no such string, or not known. */
export function writtenRanges(world: FollowedWorld, place: ValuePlace, values: Values): readonly WrittenRange[] | null {
  if (place.kind !== "ARGUMENTS") return null;
  const composed = valueOfPlace(place, values);
  const made = templateAt(world, place.stepId, place.pointer);
  if (typeof composed !== "string" || made === null) return null;
  const { references, template } = made;
  const round = roundOfStep(place.stepId);
  const sourceOf = ({ source, sourcePart, sourceStepId }: (typeof references)[number]): SourceOfValue =>
    sourceStepId === null
      ? {
          kind: source.startsWith("/input") ? "INPUT" : "BINDING",
          stepId: null,
          source: source.replace(/^\/input/, ""),
        }
      : { kind: "STEP", stepId: roundStepId(round, sourceStepId), sourcePart, source };
  const known = references.map((reference) => ({
    expression: reference.expression,
    value: writtenValue(sourceOf(reference), values),
  }));
  return composedRanges(template, composed, known).map(({ end, hasPlanText, references: of, start }) => ({
    text: composed.slice(start, end),
    start,
    end,
    hasPlanText,
    sources: of.flatMap((at) => references[at] ?? []).map(sourceOf),
  }));
}

/** The text that a reference becomes. Null where it is unknown. */
function writtenValue({ source, sourcePart, stepId }: SourceOfValue, values: Values): string | null {
  if (stepId === null || (sourcePart !== "OUTPUT" && sourcePart != null)) return null;
  const read = values.get(stepId);
  const value = valueAt(read?.output, source ?? "");
  if (value === undefined || read?.output == null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
