/**
 * The maximum size of a responder's request, known before anything is called. Results of steps are cut to fit. The other parts are never
 * cut: the conversation, the callables, names, our own texts. Sizes are bytes of the request as JSON, each text in its longest possible
 * form.
 */

import { type Json, utf8Bytes } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import type { ModelDefinition } from "../../plan/model-definition.ts";
import type { Plan } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import { maxOutputCorrections, type OutputModel } from "../../plan/turn-work.ts";

/** Bytes of the request of a responder as JSON in UTF-8, unless the parts that are never cut take too many. */
export const maxResponderBytes = 262_144;

/** Bytes that are left for results of steps in any case: an answer is about them (P7). */
export const leastReportBytes = 65_536;

/** Bytes, as JSON, in which an answer that broke its schema is repeated with its problems: it is not repeated at any length. */
export const maxAnswerCorrectionBytes = 8_192;

/** Our own words in all messages, and the JSON around each step, message and value. */
const wordBytes = 16_384;
const frameBytes = 512;

export interface ResponderSize {
  readonly model: ModelDefinition;
  readonly plan: Plan;
  readonly callables: Iterable<CallableDefinition>;
  /** Other values of every prompt, such as the conversation and the names of bindings. */
  readonly data: readonly Json[];
  /** The output that is required in the place of text. Absent for none. */
  readonly requiredOutput?: OutputModel | undefined;
  /** Further plans that may be asked for: the steps that they can add, and how often one of them is corrected. Absent for none. */
  readonly further?: { readonly steps: number; readonly corrections: number } | undefined;
}

/** Bytes that no request of the responder exceeds. */
export function responderBound({ callables, data, further, model, requiredOutput, plan }: ResponderSize): number {
  const sizes = [
    wordBytes,
    // The schema stands in the words and beside them.
    ...(requiredOutput === undefined
      ? []
      : [2 * (frameBytes + dataBytes(requiredOutput)), maxOutputCorrections * (frameBytes + maxAnswerCorrectionBytes)]),
    dataBytes(model),
    ...leafSteps(plan).map(({ callableName, id }) => frameBytes + dataBytes([id, callableName])),
    // Descriptions and hints of callables are in the request twice.
    ...Array.from(callables, (callable) => frameBytes + 2 * dataBytes(callable)),
    ...(further === undefined ? [] : furtherBytes(Array.from(callables), further)),
    ...data.map((value) => dataBytes(value) + frameBytes * valuesIn(value)),
  ];
  return Math.max(
    maxResponderBytes,
    sizes.reduce((sum, bytes) => sum + bytes, leastReportBytes),
  );
}

/**
 * The additions of further plans: their steps in the report, the rules of a plan with the names that it may call, and the problems of
 * earlier tries.
 */
function furtherBytes(
  callables: readonly CallableDefinition[],
  { corrections, steps }: NonNullable<ResponderSize["further"]>,
): readonly number[] {
  const names = callables.map(({ name }) => dataBytes(name));
  return [
    wordBytes,
    corrections * (frameBytes + maxAnswerCorrectionBytes),
    steps * (2 * frameBytes + Math.max(0, ...names)),
    ...names.map((bytes) => 2 * (frameBytes + bytes)),
  ];
}

/** As JSON without `<` within the JSON of the request, where `<` takes seven bytes. */
function dataBytes(value: object | Json): number {
  const text = JSON.stringify(value);
  return utf8Bytes(JSON.stringify(text)) + 6 * (text.split("<").length - 1);
}

/** Values at the first two levels, each of which can stand in a message or block of its own. */
function valuesIn(value: Json, depth = 2): number {
  if (depth === 0 || typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member, depth - 1), 1);
}
