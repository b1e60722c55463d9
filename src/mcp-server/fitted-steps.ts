/**
 * The steps of an orchestration as far as a response can hold them. An output that does not fit is marked, never cut without a mark (O30,
 * C32).
 */

import { truncated } from "../execution/views/step-output.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, utf8Bytes } from "../json/json.ts";

/** Bytes of JSON that the outputs of all steps may have together. */
export const outputBytes = 1_048_576;

/**
 * The orchestration with its outputs, in the order of the plan, as long as there is room for them.
 *
 * @example
 * ```ts
 * const orchestration = { steps: [{ id: "a", outputs: { text: "hello" } }] };
 * fittedOrchestration(orchestration, 16); // orchestration
 * fittedOrchestration(orchestration, 10).steps; // [{ id: "a", outputs: { truncated: true, bytes: 16 } }]
 * ```
 */
export function fittedOrchestration(orchestration: JsonObject, maxBytes: number = outputBytes): JsonObject {
  let bytesLeft = maxBytes;
  const fitted = (step: Json): Json => {
    if (!isJsonObject(step)) return step;
    const { children, outputs } = step;
    const bytes = outputs === undefined ? 0 : utf8Bytes(JSON.stringify(outputs));
    const fits = bytes <= bytesLeft;
    if (fits) bytesLeft -= bytes;
    return {
      ...step,
      ...(!fits && { outputs: truncated(bytes) }),
      ...(isJsonArray(children) && { children: children.map(fitted) }),
    };
  };
  const { steps } = orchestration;
  return { ...orchestration, ...(isJsonArray(steps) && { steps: steps.map(fitted) }) };
}
