/** The refusal of a retry or fork that would reuse a value too deep to be passed between objects, as version 0.7.0 stored some. */
import { deepestReadable, isDeep } from "../../json/deep-json.ts";
import type { Json } from "../../json/json.ts";
import { previewBytes, type ValuePosition } from "../../json/stored-value.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import { ordinalOf } from "../state/state-change.ts";
import type { DerivationResult } from "./derivation.ts";

/** The requirement, as the second half of a refusal. Undefined if no value is too deep. Values that cannot be so deep are not read. */
export function deepRefusal(answer: DerivationResult, state: ExecutionState, read: ReadValue): string | undefined {
  if (answer.kind !== "DERIVED" && answer.kind !== "PLANNED_AGAIN") return undefined;
  const required = `values to take over of at most ${deepestReadable} levels of objects and arrays`;
  const isDeepAt = (position: ValuePosition | undefined) =>
    position !== undefined && position.bytes > previewBytes && isDeep(read(position) ?? null);
  const step = answer.derivation.reused.find((id) => {
    const { content, output } = stepAt(state, ordinalOf(state, id));
    return isDeepAt(output) || isDeepAt(content);
  });
  if (step !== undefined) return `${required}, found more in step ${JSON.stringify(step)}: start from it`;
  const { bindings, conversation, input, message } = answer;
  const given = [bindings, conversation, message, input.kind === "VALUE" ? input.value : null];
  return given.some((value) => isDeep(value as Json))
    ? `${required}, found more in what the execution began with`
    : undefined;
}
